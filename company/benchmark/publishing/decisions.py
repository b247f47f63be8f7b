"""What people decided on a run's records, as a benchmark publishes it: enough to make it again, and nobody's name.

Reasons that people gave are not told, nor who decided; edited records are, as people left them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, cast

from company.archive import EXECUTED, Archive, natural
from company.config import REVIEW_KINDS
from company.errors import ArchiveError
from company.records import AnyRecord, Frozen, ReviewKind, Rewrite
from company.reviewing import REVIEWED, Fingerprints, Subject, subject_of

Now = Literal["usable", "edited", "rejected", "passed over", "as it was"]
SITTINGS = "sittings"
"""The note that counts how often work was done on a run: decisions between two sittings are told apart by it."""
_WRITTEN = "decisions written"
_DECIDED = ("accept", "edit", "keep", "choose", "reject")
"""Decisions that say what is to become of a record; others are ranks, scores and answers."""


class Left(Frozen):
    """One record as people left it."""

    id: str
    now: Now
    record: dict[str, Any] | None = None
    """Its content, where people edited it."""


class Decision(Frozen):
    """What people decided on what they were asked at once."""

    kind: ReviewKind
    record: str
    """What they were asked about: the record's id, or its parent's."""
    said: str
    """The kind of the last verdict: accept, edit, reject …"""
    sitting: int
    """After how many sittings it was written to the run."""
    order: int
    """Its place among all that were."""
    on: tuple[str, ...]
    """Hashes of what the record was made from when it was written."""
    left: tuple[Left, ...]


def decisions_of(archive: Archive) -> list[Decision]:
    """All that people decided, in the order in which it was written: the last word on each record."""
    prints = Fingerprints(archive)
    found = []
    for name, note in archive.notes(REVIEWED).items():
        kind, _, record = name.partition(" ")
        try:
            subject = subject_of(archive, cast(ReviewKind, kind), record, prints)
        except ArchiveError:  # of a run whose records were lost
            continue
        said = (note.get("decision") or {}).get("kind", "")
        left = tuple(_left(archive, each, said) for each in subject.records)
        left = tuple(each for each in left if each is not None)
        if left:
            on = note.get("on") or made_from(archive, subject, prints)
            when = {name: note.get(name, 0) for name in ("sitting", "order")}
            told = {"kind": kind, "record": record, "said": said, "on": on, "left": left, **when}
            found.append(Decision.model_validate(told))
    return sorted(found, key=lambda each: (each.order, REVIEW_KINDS.index(each.kind), natural(each.record)))


def when_written(archive: Archive, subject: Subject) -> dict[str, Any]:
    """What is noted with a decision on a subject, so that it can be written again at its time."""
    order = (archive.note(_WRITTEN) or 0) + 1
    archive.put_note(_WRITTEN, order)
    on = list(made_from(archive, subject, Fingerprints(archive)))
    return {"sitting": archive.note(SITTINGS) or 0, "order": order, "on": on}


def made_from(archive: Archive, subject: Subject, prints: Fingerprints) -> tuple[str, ...]:
    """Hashes of what a subject's records were made from, with all above that."""
    return tuple(prints.of([archive.get(each)]) for each in _above(archive, subject.records[0]))


def _above(archive: Archive, record: AnyRecord) -> Iterator[str]:
    for each in (record.parent, record.turn if isinstance(record, Rewrite) else None):
        if each is not None and archive.status(each) is not None:
            yield each


def _left(archive: Archive, record: AnyRecord, said: str) -> Left | None:
    """How people left a record; None for one that is not there any more."""
    status, reason = record.status, record.reason or ""
    if status == "stale":
        aside = (archive.note(f"{EXECUTED}{record.parent}") or {"aside": {}})["aside"]
        if aside.get(record.id) != "edited":
            return None
        status = "edited"  # what is set aside was edited first, and that made others what they are
    if status == "edited":
        content = record.model_dump(mode="json", exclude={"conversation", "flags", "reason"})
        return Left(id=record.id, now="edited", record={**content, "status": "edited"})
    if reason.startswith("reviewers: "):
        return Left(id=record.id, now="rejected")
    if reason.startswith("reviewers chose "):
        return Left(id=record.id, now="passed over")
    return Left(id=record.id, now="usable" if said in _DECIDED else "as it was")
