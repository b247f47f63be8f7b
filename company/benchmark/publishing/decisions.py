"""What people decided on a run's records, as a benchmark publishes it: enough to make it again, and nobody's name.

Reasons that people gave are not told, nor who decided; edited records are, as people left them each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from company.archive import Topic
from company.records import Frozen, Record
from company.reviewing import Fingerprints, Subject

if TYPE_CHECKING:
    from company.archive import Archive

Now = Literal["usable", "edited", "rejected", "passed over", "as it was"]
SITTINGS = "sittings"
"""The note that counts the sittings of a run: by it, decisions of people are told apart from work after them."""
_WRITTEN = "decisions written"
"""The note of the highest order so far: to find it among all decisions would take longer with each of them."""
_LOG = Topic("decision", ("order",))
"""Decisions by their place among all, six digits."""
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

    kind: str
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
    kept: bool = False
    """Only words were edited, and what had been made of the records stayed."""


def count_sitting(archive: Archive) -> None:
    """Count another sitting where people have decided something since the last one; else that one goes on.

    How often a run was stopped and taken up again is to leave no trace in what is exported.
    """
    sittings, last = archive.note(SITTINGS) or 0, archive.fact(_LOG, f"{_last(archive):06d}")
    before = last["sitting"] if last else 0
    if before >= sittings:
        archive.put_note(SITTINGS, before + 1)


def decisions_of(archive: Archive) -> list[Decision]:
    """Return all decisions of people in the order of writing to the run; a record may have more than one."""
    noted = (Decision.model_validate(note) for note in archive.facts(_LOG).values())
    return sorted(noted, key=lambda each: each.order)


def about_to_decide(archive: Archive, subject: Subject, said: str) -> Decision:
    """Return a decision that is about to be written, with its number; its effect on the records is still open."""
    return Decision(
        kind=subject.kind,
        record=subject.record,
        said=said,
        sitting=archive.note(SITTINGS) or 0,
        order=_last(archive) + 1,
        on=made_from(archive, subject, Fingerprints(archive)),
        left=(),
    )


def decided(decision: Decision, after: Subject) -> Decision:
    """Return the decision that has been written, with how it left the records."""
    left = tuple(_left(each, decision.said) for each in after.records if each.status != "stale")
    return decision.model_copy(update={"left": left})


def note_decided(archive: Archive, decision: Decision) -> None:
    """Note a decision that was written: it stays, whatever becomes of the records."""
    archive.put_fact(_LOG, f"{decision.order:06d}", content=decision.model_dump(mode="json"))
    archive.put_note(_WRITTEN, max(decision.order, _last(archive)))


def _last(archive: Archive) -> int:
    return archive.note(_WRITTEN) or 0


def is_noted(archive: Archive, decision: Decision) -> bool:
    """Return whether just this decision was noted before."""
    return bool(archive.fact(_LOG, f"{decision.order:06d}") == decision.model_dump(mode="json"))


def made_from(archive: Archive, subject: Subject, prints: Fingerprints) -> tuple[str, ...]:
    """Return hashes of what a subject's records were made from, with all above that."""
    return tuple(prints.of([archive.get(each)]) for each in _above(archive, subject.records[0]))


def _above(archive: Archive, record: Record) -> Iterator[str]:
    yield from (each for each in record.made_from if archive.status(each) is not None)


def _left(record: Record, said: str) -> Left:
    reason = record.reason or ""
    if record.status == "edited":
        content = record.model_dump(mode="json", exclude={"conversation", "flags", "reason"})
        return Left(id=record.id, now="edited", record=content)
    if reason.startswith("reviewers: "):
        return Left(id=record.id, now="rejected")
    if reason.startswith("reviewers chose "):
        return Left(id=record.id, now="passed over")
    return Left(id=record.id, now="usable" if said in _DECIDED else "as it was")
