"""What people decided on a run, written again into one that is made anew, as soon as what they decided on is there."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError

from company.archive import Archive
from company.benchmark.files import PROVENANCE
from company.benchmark.publishing.decisions import Decision, Left, is_noted, made_from, note_decided
from company.errors import ArchiveError
from company.records import USABLE, Record
from company.reviewing import REVIEWED, Fingerprints, Subject, subject_of
from human_review.queueing.applying import Applied, write_judged


def decide(archive: Archive, decisions: Sequence[Decision]) -> tuple[int, list[Decision]]:
    """Write, in order, the decisions that can be written now; return how many, and the others.

    What was written once is not written again, whatever becomes of the record: so it was the first time. Of several
    decisions on one record, none is written before those that were made before it.
    """
    written, waiting = 0, []
    held: set[tuple[str, str]] = set()
    for decision in sorted(decisions, key=lambda each: each.order):
        if is_noted(archive, decision):
            continue
        about = (decision.kind, decision.record)
        subject = None if about in held else _ready(archive, decision)
        if subject is None:
            waiting.append(decision)
            held.add(about)
        else:
            _write(archive, decision, subject)
            written += 1
    return written, waiting


def _ready(archive: Archive, decision: Decision) -> Subject | None:
    """Return the subject of the decision, if it is there and its sources are the same as then."""
    prints = Fingerprints(archive)
    try:
        subject = subject_of(archive, decision.kind, decision.record, prints)
    except ArchiveError:
        return None
    there = {each.id for each in subject.records if each.status != "stale"}
    wanted = {each.id for each in decision.left}
    if not wanted <= there or made_from(archive, subject, prints) != decision.on:
        return None
    return subject


def _write(archive: Archive, decision: Decision, subject: Subject) -> None:
    left = {each.id: each for each in decision.left}
    wanted = [_as_left(each, left[each.id]) if each.id in left else each for each in subject.records]
    write_judged(archive, subject.records, wanted, Applied(), keep=decision.kept)
    after = subject_of(archive, decision.kind, decision.record).hash
    told = {"hash": after, "applied_hash": after, "by": "published", "decision": {"kind": decision.said}}
    note_decided(archive, decision)
    content = {"item": f"published {decision.order}", **told}
    archive.put_fact(REVIEWED, decision.kind, decision.record, content=content)


def _as_left(record: Record, left: Left) -> Record:
    """Return the record as people left it; what it was made out of, talk and all, stays its own."""
    match left.now:
        case "edited":
            told = {**(left.record or {}), "id": record.id, "conversation": record.conversation, "reason": None}
            try:
                return type(record).model_validate({**told, "parent": record.parent, "stage": record.stage})
            except ValidationError as error:
                why = error.errors(include_url=False)[0]["msg"]
                raise ArchiveError(
                    f"what {PROVENANCE} says of the edited {record.id} is damaged ({why}); get the benchmark again"
                ) from None
        case "rejected":
            return record.model_copy(update={"status": "rejected", "reason": f"reviewers: {left.now}"})
        case "passed over":
            return record.model_copy(update={"status": "proposed", "reason": "reviewers chose another"})
        case "usable":
            status = record.status if record.status in USABLE else "accepted"
            return record.model_copy(update={"status": status, "reason": None, "flags": ()})
    return record
