"""What a queue came to, for those who do not look into it: the benchmark's card, and the status of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from company.benchmark.reviewed import Agreed, Reviewed
from company.config import REVIEW_KINDS
from human_review.agreement import agreement
from human_review.forms import FORMS
from human_review.store import FILE, Item, ReviewStore
from human_review.verdicts import Accept, Choose, Edit, Keep, Reject


def queue_of(run: Path, url: str | None = None) -> ReviewStore | None:
    """The queue of a run, in its folder or at a URL; None where there is none yet, and none is made."""
    if url is None and not (run / FILE).is_file():
        return None
    return ReviewStore.of_run(run, url)


def reviewed(stores: Sequence[ReviewStore]) -> Reviewed | None:
    """What people did in these queues together; None where nobody has given a verdict."""
    people: dict[str, Counter[str]] = {}
    for store in stores:
        for who in store.reviewers():
            if given := store.standing(who.id).done:
                people.setdefault(who.role, Counter())[who.name] += given
    if not people:
        return None
    items = [(store, item) for store in stores for item in store.live().values()]
    decided = [(store, item) for store, item in items if item.decision is not None]
    words = {kind: Counter(_word(item) for _, item in decided if item.kind == kind) for kind in REVIEW_KINDS}
    waiting = Counter(item.kind for _, item in items if item.decision is None)
    coded = [item for store, item in decided if item.kind == "turn" and store.item(item.id)[1].get("code") is not None]
    return Reviewed(
        people={role: sorted(counts.values(), reverse=True) for role, counts in people.items()},
        decided={kind: dict(counts) for kind, counts in words.items() if counts},
        waiting={kind: waiting[kind] for kind in REVIEW_KINDS if waiting[kind]},
        adjudicated=sum(item.decided_by == "adjudication" for _, item in decided),
        agreed=_agreed(stores),
        unedited=(sum(isinstance(item.decision, Accept) for item in coded), len(coded)),
    )


def _agreed(stores: Sequence[ReviewStore]) -> list[Agreed]:
    found = []
    for form in FORMS:
        judged = [[said for _, said in item] for store in stores for item in store.judged(form)]
        on_form = agreement(form, judged)
        if on_form.items:
            found += [
                Agreed(form, name, on_form.items, each.value, each.low, each.high, each.undefined)
                for name, each in on_form.measures.items()
            ]
    return found


def _word(item: Item) -> str:
    match item.decision:
        case Accept() | Choose() | Keep(keep=True):
            return "accepted"
        case Edit():
            return "edited"
        case Reject() | Keep(keep=False):
            return "rejected"
    return "answered"


def review_status(store: ReviewStore) -> dict[str, Any]:
    """How the queue stands: items by kind and state, verdicts, and what is decided and not in the run yet."""
    found = store.progress()
    states: dict[str, dict[str, int]] = {}
    for kind in REVIEW_KINDS:
        counts = {state: count for (of, state), count in found.states.items() if of == kind}
        if counts:
            states[kind] = counts
    return {
        "items": states,
        "verdicts": sum(found.verdicts.values()),
        "late": found.late,
        "adjudicated": found.adjudicated,
        "to_apply": len(store.to_apply()),
        "reviewers": sum(who.active for who in store.reviewers()),
    }


def review_text(status: dict[str, Any]) -> list[str]:
    """What `review_status` found, in lines for a reader."""
    sums: Counter[str] = Counter()
    for counts in status["items"].values():
        sums.update(counts)
    if not sums:
        return ["review: nothing is in the queue yet"]
    words = {"open": "open", "adjudication": "in adjudication", "decided": "decided", "stale": "out of date"}
    shown = ", ".join(f"{sums[state]:,} {word}" for state, word in words.items() if sums[state])
    lines = [f"review: {shown}; {status['verdicts']:,} verdicts by {status['reviewers']:,} people"]
    for kind, counts in status["items"].items():
        told = ", ".join(f"{counts[state]:,} {word}" for state, word in words.items() if counts.get(state))
        lines.append(f"  {kind + ':':<11} {told}")
    if status["to_apply"]:
        lines.append(f"  {status['to_apply']:,} decisions to be written to the run: `company review RUN apply`")
    return lines
