"""What one question to a person is about: a record, or records of one parent that are judged together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from company.archive import Topic
from company.records import USABLE, Record, Status
from company.reviewing.fingerprints import Fingerprints
from company.reviewing.kinds import Kinds, whole
from company.reviewing.questions import Question, Questions, source_of

if TYPE_CHECKING:
    from company.archive import Archive

REVIEWED = Topic("reviewed", ("kind", "record"))
"""What people have decided on, and how."""
WAITS = "waits for a person's verdict"
"""The reason of records that nothing is built on, which count only once people have accepted them."""
UNDECIDED = "for people to decide: "
"""How the reason of a proposed record begins that the company cannot decide on: it counts once people accept it."""
NOT_STALE: tuple[Status, ...] = ("proposed", "accepted", "edited", "rejected")


@dataclass(frozen=True)
class Subject:
    """What is judged at once, with the hash that it has now."""

    record: str
    """The record's id; of records that are judged together, their parent's."""
    kind: str
    records: tuple[Record, ...]
    hash: str
    """Empty where there is no record any more."""
    together: bool = False
    """Whether it is all records of a parent."""
    question: Question | None = None
    """What is asked about a part of the record, and has an id of its own; None: about all of it."""

    @property
    def asked(self) -> bool:
        """Whether it is worth a person's time: something of it is in use, or would be with a verdict."""
        return any(each.status in USABLE or each.reason == WAITS or undecided(each) for each in self.records)

    @property
    def body(self) -> dict[str, Any]:
        """The content to judge, as JSON."""
        if self.question is not None:
            return dict(self.question.body)
        dumped = [each.model_dump(mode="json") for each in self.records]
        return {"options": dumped} if self.together else dumped[0]


def undecided(record: Record) -> bool:
    """Return whether the company leaves it to people what becomes of a record."""
    return record.status == "proposed" and (record.reason or "").startswith(UNDECIDED)


def subjects(archive: Archive, names: Sequence[str], fingerprints: Fingerprints | None = None) -> Iterator[Subject]:
    """Yield all subjects of these kinds, of any status but stale, in the order of kinds and ids."""
    prints = fingerprints or Fingerprints(archive)
    kinds = prints.kinds
    for kind in names:
        if (asks := kinds[kind].asks) is not None:
            about: list[Record] = archive.records(asks.of, NOT_STALE)
            yield from (each for record in about for each in _parts(kind, asks, record, prints))
            continue
        records: list[Record] = archive.records(kind, NOT_STALE)
        if kinds[kind].together:
            together = groupby(records, key=lambda record: record.parent or "")
            for parent, options in together:
                found = tuple(options)
                yield Subject(parent, kind, found, prints.of(found), together=True)
        else:
            for record in records:
                yield Subject(record.id, kind, (record,), prints.of([record]))


def subject_of(archive: Archive, kind: str, record: str, fingerprints: Fingerprints | None = None) -> Subject:
    """Return the subject with this id, as it is now. Raises ArchiveError for the id of no record."""
    prints = fingerprints or Fingerprints(archive)
    if kind in prints.kinds and (asks := prints.kinds[kind].asks) is not None:
        parts = _parts(kind, asks, source_of(archive, record), prints)
        return next((part for part in parts if part.record == record), Subject(record, kind, (), ""))
    together = kind in prints.kinds and prints.kinds[kind].together
    records = tuple(archive.records(kind, NOT_STALE, parent=record)) if together else (archive.get(record),)
    return Subject(record, kind, records, prints.of(records) if records else "", together)


def _parts(kind: str, asks: Questions, record: Record, prints: Fingerprints) -> Iterator[Subject]:
    """Yield the subjects of the questions about a record."""
    for each in asks.about(record):
        yield Subject(each.id, kind, (record,), prints.of_part(record, each.body), question=each)


def asked_under(record: Record, kinds: Kinds) -> str:
    """Return the id that people are asked about a record under."""
    kind = whole(kinds, record.kind)
    return (record.parent or "") if kind is not None and kind.together else record.id
