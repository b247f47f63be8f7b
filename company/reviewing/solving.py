"""How people solve a record before they judge it: what they are asked, what they may answer, and what is right.

Who is shown the key first finds it plausible. So they answer as a model would, from what a model is shown; their answer
is kept, and only then is the key laid open.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from company.records import Frozen, Intent, Record, Result

if TYPE_CHECKING:
    from company.archive import Archive
    from company.replay.before import Before
    from company.sandbox import Sandbox
    from company.showing.prose import Block

MOST_WORDS = 2_000
"""Characters of an answer in words."""


class ByLetter(Frozen):
    """One of the options."""

    kind: Literal["letter"] = "letter"
    letter: str = Field(min_length=1, max_length=8)


class ByCode(Frozen):
    """Code, and what it came to."""

    kind: Literal["code"] = "code"
    code: str = Field(min_length=1)
    results: tuple[Result, ...] = ()


class InWords(Frozen):
    """A short answer instead of code."""

    kind: Literal["words"] = "words"
    text: str = Field(min_length=1, max_length=MOST_WORDS)


class GaveUp(Frozen):
    """No answer: who judges asks for the key."""

    kind: Literal["gave up"] = "gave up"


Given = ByLetter | ByCode | InWords | GaveUp
GIVEN: TypeAdapter[Given] = TypeAdapter(Annotated[Given, Field(discriminator="kind")])
"""Reads what is stored."""


@dataclass(frozen=True)
class Task:
    """What somebody is asked who solves a record; nothing of it tells what is right."""

    question: tuple[Block, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    """Letter and text of each; empty where it is answered by code."""
    wanted: tuple[Intent, ...] = ()
    """The results that code is asked for."""
    group: str = ""
    """What records it is counted with, such as a category."""
    stateful: bool = True
    """Whether there is a state before it, on which code can be tried."""


class Solving(ABC):
    """How records of one kind are solved."""

    template: str
    """What shows a record to who solves it; it knows what `beside` returns as `context`."""

    @abstractmethod
    def task(self, body: Mapping[str, Any]) -> Task | None:
        """Return what is asked; None of a record that cannot be solved, which is judged at once."""

    @abstractmethod
    def beside(self, archive: Archive | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the template shows; without an archive, what the record itself has of it."""

    def messages(self, body: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """Return what a model is sent, as messages of a role and a content; nothing where it is sent nothing."""
        return ()

    def pictured(self, body: Mapping[str, Any]) -> bool:
        """Return whether the record's own figures are a part of what is asked."""
        return False

    @abstractmethod
    def before(self, archive: Archive, record: Record) -> Before:
        """Return the state that code is run on. Raises ArchiveError for what is missing."""

    @abstractmethod
    async def right(
        self, archive: Archive | None, sandbox: Sandbox | None, body: Mapping[str, Any], given: Given
    ) -> bool | None:
        """Return whether an answer is right, by the rules for models' answers; None where nobody can say.

        Only code takes a sandbox. Raises SandboxError when that fails.
        """
