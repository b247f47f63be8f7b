"""Questions about parts of a record, such as each caption of a set: what people see of it, and nothing else.

A question has an id of its own, which is the record's, or begins with it and a dot. Its body is what is stored with it,
shown and passed on to other tools, so what people are not to know does not stand in it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from company.errors import ArchiveError
from company.records import Record

if TYPE_CHECKING:
    from company.archive import Archive

Side = tuple[str, str]
"""What several questions have in common, and which of its sides one shows: nobody is given two sides of the same."""


@dataclass(frozen=True)
class Question:
    """One question about a record."""

    id: str
    body: Mapping[str, Any]
    """What is judged, as JSON; to rank, {"options": [each with an id]}."""
    apart: tuple[Side, ...] = ()
    planted: tuple[str, ...] = ()
    """Flags that are known to be right of it, since what they name was planted; nothing else is known to be."""


class Questions(ABC):
    """What people are asked about the records of a kind, instead of being asked about each as a whole."""

    of: str
    """The kind of the records."""

    @abstractmethod
    def about(self, record: Record) -> Sequence[Question]:
        """Return the questions about a record, in order; none where people are not asked about it."""


def source_of(archive: Archive, question: str) -> Record:
    """Return the record that a question is about, by the question's id. Raises ArchiveError where there is none."""
    name = question
    while archive.status(name) is None:
        name = name.rpartition(".")[0]
        if not name:
            raise ArchiveError(f"{archive.run} has no record that {question} could be about; look at its queue again")
    return archive.get(name)
