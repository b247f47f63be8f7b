"""Put before people what a run has made and nobody has judged, and take back what has changed since."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from company.archive import Archive
from company.config import ReviewSettings
from company.reviewing import REST, Subject, subjects, why
from human_review.forms import FORM_OF
from human_review.queueing.placing import place
from human_review.store import Item, Proposal, ReviewStore, id_of


@dataclass(frozen=True)
class Filled:
    """What came of filling the queue."""

    added: int
    retired: int
    trusted: int
    """Left as the company made them, by [review] rest."""


def fill(archive: Archive, store: ReviewStore, told: ReviewSettings) -> Filled:
    """Bring the queue up to the run's state; filled again, it stays as it is.

    What was judged, and changed since or was made from something that did, goes stale and is proposed again as it is.
    """
    live = store.live()
    applied = {(item.record, item.kind): item for item in live.values() if item.applied is not None}
    stays: set[str] = set()
    trusted = 0

    def proposals() -> Iterator[Proposal]:
        nonlocal trusted
        for subject in subjects(archive, told.of):
            before = applied.get((subject.record, subject.kind))
            if before is not None and before.applied_hash == subject.hash:
                stays.add(before.id)
            elif subject.asked:
                proposal = _proposal(subject, told)
                known = live.get(id_of(proposal))
                if proposal.why == REST and told.rest == "trust" and (known is None or known.state == "open"):
                    trusted += 1
                else:
                    stays.add(id_of(proposal))
                    yield proposal

    added = store.add(proposals())
    gone: dict[str, list[str]] = {}
    for item in live.values():
        if item.id not in stays:
            gone.setdefault(_why_gone(archive, told, item), []).append(item.id)
    return Filled(added, sum(store.retire(ids, reason) for reason, ids in gone.items()), trusted)


def _proposal(subject: Subject, told: ReviewSettings) -> Proposal:
    reason = why(subject.records, subject.record, told)
    return Proposal(
        record=subject.record,
        kind=subject.kind,
        form=FORM_OF[subject.kind],
        hash=subject.hash,
        why=reason,
        place=place(subject.kind, subject.record, reason, told),
        overlap=told.overlap,
        body=subject.body,
    )


def _why_gone(archive: Archive, told: ReviewSettings, item: Item) -> str:
    if item.kind not in told.of:
        return f"[review] leaves out every {item.kind}"
    found = archive.status(item.record)
    if found in ("stale", "rejected", "proposed"):
        return f"it is {found} now"
    if item.why == REST and told.rest == "trust":
        return "[review] trusts the rest"
    return "it, or what it was made from, has changed"
