"""What one question to a person is about: a record, or records of one parent that are judged together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from company.families.dialogues.records import ReviewKind
from company.records import USABLE, Record, Status
from company.reviewing.fingerprints import Fingerprints

if TYPE_CHECKING:
    from company.archive import Archive

REVIEWED = "reviewed "
"""Notes in the archive of this beginning, with kind and id, say what people have decided on, and how."""
WAITS = "waits for a person's verdict"
"""The reason of records that nothing is built on, which count only once people have accepted them."""
NOT_STALE: tuple[Status, ...] = ("proposed", "accepted", "edited", "rejected")
TOGETHER: tuple[ReviewKind, ...] = ("scenario",)
"""Kinds of which all records of a parent are one question: which of them is it to be?"""


@dataclass(frozen=True)
class Subject:
    """What is judged at once, with the hash that it has now."""

    record: str
    """The record's id; of records that are judged together, their parent's."""
    kind: ReviewKind
    records: tuple[Record, ...]
    hash: str
    """Empty where there is no record any more."""

    @property
    def asked(self) -> bool:
        """Whether it is worth a person's time: something of it is in use, or would be with a verdict."""
        return any(each.status in USABLE or each.reason == WAITS for each in self.records)

    @property
    def body(self) -> dict[str, Any]:
        """What is judged, as JSON."""
        dumped = [each.model_dump(mode="json") for each in self.records]
        return {"options": dumped} if self.kind in TOGETHER else dumped[0]


def subjects(
    archive: Archive, kinds: Sequence[ReviewKind], fingerprints: Fingerprints | None = None
) -> Iterator[Subject]:
    """All that could be judged, of any status but stale, in the order of kinds and ids."""
    prints = fingerprints or Fingerprints(archive)
    for kind in kinds:
        records: list[Record] = archive.records(kind, NOT_STALE)
        if kind in TOGETHER:
            together = groupby(records, key=lambda record: record.parent or "")
            for parent, options in together:
                found = tuple(options)
                yield Subject(parent, kind, found, prints.of(found))
        else:
            for record in records:
                yield Subject(record.id, kind, (record,), prints.of([record]))


def subject_of(archive: Archive, kind: ReviewKind, record: str, fingerprints: Fingerprints | None = None) -> Subject:
    """What is asked about under this id, as it is now. Raises ArchiveError for the id of no record."""
    together = kind in TOGETHER
    records = tuple(archive.records(kind, NOT_STALE, parent=record)) if together else (archive.get(record),)
    prints = fingerprints or Fingerprints(archive)
    return Subject(record, kind, records, prints.of(records) if records else "")


def asked_under(record: Record) -> str:
    """The id that people are asked about a record under."""
    return (record.parent or "") if record.kind in TOGETHER else record.id
