"""How a family's run looks while it is made. All of it has a plain default: records by their fields."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import quote

from company.archive import Heard, Look, Row
from company.evaluation.page import Page
from company.family.family import Family
from company.records import Case
from company.reporting.pictures import Picture
from company.reporting.telling import fields_of
from company.showing import shown

MOST = 60
"""Parts of a conversation that are shown: the last ones."""
NAME = 120
"""Characters of a title."""


@dataclass(frozen=True)
class Listed:
    """A conversation in the list of them."""

    title: str
    about: str = ""
    """What it is about, in a line."""
    state: str = ""
    """How far it is, in a few words."""


@dataclass(frozen=True)
class Part:
    """A piece of a conversation, with all that it is made of; another version of it is shown anew."""

    name: str
    """Tells it from the others of its conversation: letters and digits."""
    form: str
    """How it is shown, as the template knows it."""
    rows: tuple[Row, ...] = ()
    heard: tuple[Heard, ...] = ()
    lost: tuple[tuple[str, str], ...] = ()
    """What was tried of it and came to nothing: stage and reason."""

    @property
    def version(self) -> str:
        """A few letters that are others when its content is."""
        known = (self.form, self.rows, [each.number for each in self.heard], self.lost)
        return hashlib.sha256(repr(known).encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Linked(Picture):
    """A picture that browsers fetch by itself, so that what is sent anew stays small."""

    record: str = ""

    @property
    def address(self) -> str:
        """The path of the picture: that of the last figure of its record."""
        return f"/figures/{quote(self.record, safe='')}"


def linked(drawn: Picture | None, record: str) -> Linked | None:
    """Return a record's picture as one that browsers fetch."""
    return None if drawn is None else Linked(drawn.png, drawn.width, drawn.height, record)


class Live:
    """What is shown of a family's run while it is made."""

    page: ClassVar[Page] = Page("company.watching", "part")
    """The template of a part, which gets `part` and what `content` returns."""
    begins: ClassVar[str] = ""
    """The kind of record that a conversation begins with; "" for the first kind of the family."""
    styles: ClassVar[tuple[str, ...]] = ()
    """Stylesheets among the templates, beside those that all pages share."""
    noun: ClassVar[str] = "records"
    """What conversations are called in the page's words."""

    def __init__(self, family: Family) -> None:
        self.family = family

    @property
    def kind(self) -> str:
        """The kind of record that a conversation begins with."""
        return self.begins or next(iter(self.family.records))

    def conversation_of(self, record: str) -> str | None:
        """Return the id of the conversation that a record belongs to, stored or not; None where it is of none."""
        return record.partition(".")[0]

    def under_way(self, counts: Mapping[str, Mapping[str, int]]) -> int | None:
        """Return the number of conversations that have begun and not ended, by kind and status; None: not known."""
        return None

    def listed(self, look: Look, conversation: str, rows: Sequence[Row]) -> Listed:
        """Return a conversation for the list; of one that is not stored yet there are no rows."""
        return Listed(str(shown(conversation, NAME)), state=f"{len(rows):,} records")

    def parts(self, look: Look, conversation: str, rows: Sequence[Row], heard: Sequence[Heard]) -> Sequence[Part]:
        """Return the parts of a conversation in their order, from its records and from what was heard of it of late.

        Nothing is heard any more of a run that has ended.
        """
        return [Part(f"r{row.number}", "record", (row,)) for row in rows[-MOST:]]

    def content(self, look: Look, conversation: str, part: Part) -> Mapping[str, Any]:
        """Return what the template shows of a part, and as `told` what is announced of it, in a few words."""
        (row,) = part.rows
        record = look.get(row.id)
        line = record.entry if isinstance(record, Case) else record.model_dump(mode="json", exclude={"conversation"})
        return {"fields": fields_of(record.id, line), "row": row, "told": f"{row.kind} {row.id}: {row.status}"}


def live_of(family: Family) -> Live:
    """Return how a family's runs look while they are made."""
    return family.live or Live(family)
