"""What people decided is written to the run's archive: status, edits, and what has to be made anew for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from company.archive import Archive
from company.benchmark.publishing.decisions import about_to_decide, decided, note_decided
from company.records import USABLE, Record
from company.reviewing import REVIEWED, Kinds, Lineage, Subject, kind_of, kinds_of, note_kept, settings_of, subject_of
from company.reviewing.fingerprints import bare
from human_review.forms import edited
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
    before: list[str] = field(default_factory=list)
    """Records that were edited or rejected and that others come after: those build on another state now."""


def apply(archive: Archive, store: ReviewStore, settled_for: float = UNDO_SECONDS) -> Applied:
    """Write the decisions that are at least this number of seconds old. Interrupted and called again, it goes on.

    Edited and chosen records keep their ids. What was made below an edited or rejected record goes stale; so do the
    cases of what comes after such a turn or rewrite, since they carry its code, and those that private functions are
    shown in. A decision on what has gone stale with its parent is not written. One that the archive does not know of
    is written again: the run was restored from a copy, or its queue came from elsewhere.
    """
    done, gates = Applied(), settings_of(archive).gates
    for item in [*_unknown(archive, store), *store.to_apply(settled_for)]:
        before = subject_of(archive, item.kind, item.record)
        wanted = _wanted(store.kinds, item, before.records, store.item(item.id)[1])
        # An edit that stands there already was written, and the program was stopped before it could say so.
        written = isinstance(item.decision, Edit) and list(map(bare, before.records)) == list(map(bare, wanted))
        if (before.hash != item.hash and not written) or _gone(before):
            store.retire([item.id], "it was changed before the decision on it was written")
            done.stale += 1
            continue
        if kind_of(store.kinds, item.kind).opinion:  # it changes no record, so nothing is made again by it
            done.noted += 1
            archive.put_fact(REVIEWED, item.kind, item.record, content=_told(item, before.hash))
            store.applied(item.id, before.hash)
            continue
        decision = about_to_decide(archive, before, item.decision.kind if item.decision else "")
        keep = isinstance(item.decision, Edit) and item.decision.keep
        write_judged(archive, before.records, wanted, done, keep=keep)
        decision = decision.model_copy(update={"kept": keep})
        _count(done, item)
        after = subject_of(archive, item.kind, item.record)
        note_decided(archive, decided(decision, after))
        archive.put_fact(REVIEWED, item.kind, item.record, content=_told(item, after.hash))
        basis = Lineage(archive).basis(after.records) if after.records else ""
        store.applied(item.id, after.hash, basis, opens=item.kind in gates)
    return done


def _unknown(archive: Archive, store: ReviewStore) -> list[Item]:
    """Return items, oldest first, whose decisions the queue takes to be written and the archive does not know of.

    The archive notes the last decision on a record: of its rounds, those up to that one are known.
    """
    written = archive.facts(REVIEWED)
    rounds: dict[tuple[str, str], list[Item]] = {}
    for item in sorted(store.live().values(), key=lambda each: each.round):
        if item.applied is not None:
            rounds.setdefault((item.kind, item.record), []).append(item)
    lost: list[Item] = []
    for subject, applied in rounds.items():
        ids = [item.id for item in applied]
        noted = written.get(subject, {}).get("item")
        lost += applied[ids.index(noted) + 1 if noted in ids else 0 :]
    return sorted(lost, key=lambda item: item.decided or 0.0)


def _gone(subject: Subject) -> bool:
    return all(each.status == "stale" for each in subject.records)


def _wanted(kinds: Kinds, item: Item, records: Sequence[Record], body: dict[str, object]) -> list[Record]:
    """Return the records as the decision wants them."""
    match item.decision:
        case Accept() | Keep(keep=True):
            return [_usable(each) for each in records]
        case Edit(changes=changes) if all(body.get(name) == new for name, new in changes.items()):
            # Made again, the record came with the edit in it, and with it its verdict.
            return [_usable(each) for each in records]
        case Edit() as edit:
            after = edited(kind_of(kinds, item.kind), body, edit)
            return [after.model_copy(update={"status": "edited", "reason": None, "flags": ()})]
        case Reject(reasons=reasons):
            return [_rejected(each, "; ".join(reasons)) for each in records]
        case Keep(keep=False):
            return [_rejected(each, "dropped") for each in records]
        case Choose(option=option):
            return [_usable(each) if each.id == option else _passed_over(each, option) for each in records]
    return list(records)


def _usable(record: Record) -> Record:
    status = "edited" if record.status == "edited" else "accepted"
    return record.model_copy(update={"status": status, "reason": None, "flags": ()})


def _rejected(record: Record, why: str) -> Record:
    return record.model_copy(update={"status": "rejected", "reason": f"reviewers: {why}"})


def _passed_over(record: Record, option: str) -> Record:
    return record.model_copy(update={"status": "proposed", "reason": f"reviewers chose {option}"})


def write_judged(
    archive: Archive, before: Sequence[Record], wanted: Sequence[Record], done: Applied, *, keep: bool = False
) -> None:
    """Write records as they were judged, and have anew what was made below or after those that changed.

    With `keep`, only words changed, and what was made of the records stays as it is. What comes back after it was
    rejected has anew what carries its code.
    """
    kinds = kinds_of(archive)
    for old, new in zip(before, wanted, strict=True):
        changed = bare(old) != bare(new)
        lost = new.status in ("rejected", "proposed") and old.status != new.status
        back = old.status == "rejected" and new.status in USABLE
        if keep and changed:
            note_kept(archive, old, new)
            changed = False
        # What follows goes first: stopped in between, the record still shows that this is to be done.
        if changed or lost or back:
            word = "edited" if changed else "not kept" if lost else "taken back"
            why = f"{old.id} was {word} by reviewers"
            archive.outdate_below(old.id, why, edited=lost)
            kind = kinds.get(old.kind)
            for later in kind.carriers(archive, old) if kind else ():
                archive.outdate_below(later, why)
            for later in kind.follows(archive, old) if kind else ():
                archive.outdate_all(later, why, edited=lost)
            if kind is not None and kind.rerun is not None:
                done.before.append(old.id)
        if old != new:
            archive.put_judged(new)


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


def _told(item: Item, after: str) -> dict[str, object]:
    decision = None if item.decision is None else item.decision.model_dump(mode="json")
    return {"item": item.id, "hash": item.hash, "applied_hash": after, "by": item.decided_by, "decision": decision}
