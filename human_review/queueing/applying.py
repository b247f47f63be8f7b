"""What people decided is written to the run's archive: status, edits, and what has to be made anew for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from company.archive import Archive
from company.records import AnyRecord, Turn
from human_review.forms import FORM_OF, edited
from human_review.queueing.filling import NOT_STALE, Subject
from human_review.queueing.fingerprints import Fingerprints
from human_review.queueing.selecting import REVIEWED
from human_review.store import Item, ReviewStore
from human_review.verdicts import Accept, Choose, Edit, Keep, Reject

UNDO_SECONDS = 60.0
"""A decision waits so long before it is written, so that who judges alone can take it back."""


@dataclass
class Applied:
    """What was written."""

    accepted: int = 0
    edited: int = 0
    rejected: int = 0
    noted: int = 0
    """Ranks, scores and answers: kept beside the record, which stays as it is."""
    stale: int = 0
    """Decisions on what had changed meanwhile; not written."""
    turns: list[str] = field(default_factory=list)
    """Turns that were edited or rejected: the turns after them build on another state now."""


def apply(archive: Archive, store: ReviewStore, settled_for: float = UNDO_SECONDS) -> Applied:
    """Write the decisions that are at least so many seconds old. Interrupted and called again, it goes on.

    Edited and chosen records keep their ids. What was made below an edited or rejected record goes stale; so do the
    cases of the turns after such a turn, since they carry its code.
    """
    done = Applied()
    for item in store.to_apply(settled_for):
        before = _subject(archive, item)
        wanted = _wanted(item, before.records, store.item(item.id)[1])
        # An edit that stands there already was written, and the program was stopped before it could say so.
        written = isinstance(item.decision, Edit) and list(map(_bare, before.records)) == list(map(_bare, wanted))
        if before.hash != item.hash and not written:
            store.retire([item.id], "it was changed before the decision on it was written")
            done.stale += 1
            continue
        _write(archive, before.records, wanted, done)
        _count(done, item)
        archive.put_note(f"{REVIEWED}{item.kind} {item.record}", _told(item))
        store.applied(item.id, _subject(archive, item).hash)
    return done


def _subject(archive: Archive, item: Item) -> Subject:
    if FORM_OF[item.kind] == "choose":
        records = tuple(archive.records(item.kind, NOT_STALE, parent=item.record))
    else:
        records = (archive.get(item.record),)
    return Subject(item.record, item.kind, records, Fingerprints(archive).of(records) if records else "")


def _wanted(item: Item, records: Sequence[AnyRecord], body: dict[str, object]) -> list[AnyRecord]:
    """The records as the decision wants them."""
    match item.decision:
        case Accept() | Keep(keep=True):
            return [_usable(each) for each in records]
        case Edit() as edit:
            after = edited(item.kind, body, edit)
            return [after.model_copy(update={"status": "edited", "reason": None, "flags": ()})]
        case Reject(reasons=reasons):
            return [_rejected(each, "; ".join(reasons)) for each in records]
        case Keep(keep=False):
            return [_rejected(each, "dropped") for each in records]
        case Choose(option=option):
            return [_usable(each) if each.id == option else _passed_over(each, option) for each in records]
    return list(records)


def _usable(record: AnyRecord) -> AnyRecord:
    status = "edited" if record.status == "edited" else "accepted"
    return record.model_copy(update={"status": status, "reason": None, "flags": ()})


def _rejected(record: AnyRecord, why: str) -> AnyRecord:
    return record.model_copy(update={"status": "rejected", "reason": f"reviewers: {why}"})


def _passed_over(record: AnyRecord, option: str) -> AnyRecord:
    return record.model_copy(update={"status": "proposed", "reason": f"reviewers chose {option}"})


def _write(archive: Archive, before: Sequence[AnyRecord], wanted: Sequence[AnyRecord], done: Applied) -> None:
    for old, new in zip(before, wanted, strict=True):
        changed = _bare(old) != _bare(new)
        lost = new.status in ("rejected", "proposed") and old.status != new.status
        # What follows goes first: stopped in between, the record still shows that this is to be done.
        if changed or lost:
            why = f"{old.id} was {'edited' if changed else 'not kept'} by reviewers"
            archive.outdate_below(old.id, why, edited=lost)
            if isinstance(old, Turn):
                _outdate_later(archive, old, why)
                done.turns.append(old.id)
        if old != new:
            archive.put_judged(new)


def _outdate_later(archive: Archive, turn: Turn, why: str) -> None:
    for later in archive.records("turn", parent=turn.parent):
        if later.position > turn.position:
            archive.outdate_below(later.id, why)


def _bare(record: AnyRecord) -> AnyRecord:
    """What of a record is its author's."""
    return record.model_copy(update={"status": "proposed", "reason": None, "flags": (), "conversation": ()})


def _count(done: Applied, item: Item) -> None:
    match item.decision:
        case Edit():
            done.edited += 1
        case Reject() | Keep(keep=False):
            done.rejected += 1
        case Accept() | Choose() | Keep():
            done.accepted += 1
        case _:
            done.noted += 1


def _told(item: Item) -> dict[str, object]:
    decision = None if item.decision is None else item.decision.model_dump(mode="json")
    return {"item": item.id, "hash": item.hash, "by": item.decided_by, "decision": decision}
