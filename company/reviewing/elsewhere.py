"""A record as it is read where there are no pages of ours: in other tools, as parts that each of them can show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from company.showing import Grid


@dataclass(frozen=True)
class Line:
    """What somebody says in a conversation."""

    speaker: str
    text: str
    """Code in it stands between lines of three backticks."""


@dataclass(frozen=True)
class Part:
    """A part under a heading: a text, a table, or both."""

    title: str
    text: str = ""
    grid: Grid | None = None
    code: bool = False
    """Whether the text is code."""


@dataclass(frozen=True)
class Reading:
    """All that is to be read to judge a record; its figures are those of its page."""

    talk: tuple[Line, ...] = ()
    """The conversation; what is judged of it comes last."""
    parts: tuple[Part, ...] = ()
    """What stands beside it, such as the table, results, and options with what they come to."""
    figure: bool = False
    """Whether its own figures belong to it."""
