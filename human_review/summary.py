"""What a queue came to, for those who do not look into it: the benchmark's card, and the status of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from company.benchmark.publishing.reviewed import Agreed, Reviewed, SolvedCases
from company.reviewing import executed_in
from company.reviewing.kinds import FormName, Kinds
from human_review.agreement import agreement
from human_review.forms import FORMS
from human_review.solved import human_accuracy
from human_review.store import FILE, Item, ReviewStore
from human_review.verdicts import Accept


def queue_of(run: Path, url: str | None = None, kinds: Kinds | None = None) -> ReviewStore | None:
    """Return the queue of a run, in its folder or at a URL; None where there is none yet, and none is made.

    `kinds` are as `ReviewStore.of_run` takes them.
    """
    if url is None and not (run / FILE).is_file():
        return None
    return ReviewStore.of_run(run, url, kinds)


def reviewed(stores: Sequence[ReviewStore]) -> Reviewed | None:
    """Return what people did in these queues together; None where nobody has given a standing verdict.

    Gold and tutorials are left out: what is right was known of them before.
    """
    people: dict[str, Counter[str]] = {}
    kinds = list(dict.fromkeys(name for store in stores for name in store.kinds))
    decided: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}
    waiting: Counter[str] = Counter()
    adjudicated = 0
    again: Counter[str] = Counter()
    for store in stores:
        known = {who.id: who for who in store.reviewers()}
        for verdict in store.judgements():
            if verdict.duty in ("review", "adjudication"):
                who = known[verdict.reviewer]
                people.setdefault(who.role, Counter())[who.name] += 1
        for kind, state, word, by, number in store.decided():
            if state == "decided" and by != "gold":
                decided.setdefault(kind, Counter())[_WORDS.get(word or "", "answered")] += number
                adjudicated += number if by == "adjudication" else 0
            elif state in ("open", "adjudication"):
                waiting[kind] += number
        for word, number in store.again().words.items():
            again[_WORDS.get(word, "answered")] += number
    if not people:
        return None
    return Reviewed(
        people={role: sorted(counts.values(), reverse=True) for role, counts in people.items()},
        decided={kind: dict(counts) for kind, counts in decided.items() if counts},
        waiting={kind: waiting[kind] for kind in kinds if waiting[kind]},
        adjudicated=adjudicated,
        agreed=_agreed(stores),
        unedited=_unedited(stores),
        again=dict(again),
        solved=_solved(stores),
    )


def _solved(stores: Sequence[ReviewStore]) -> list[SolvedCases]:
    """Return how people solved cases, by category, then of all together."""
    answers = [
        replace(each, item=f"{number} {each.item}") for number, store in enumerate(stores) for each in store.solved()
    ]
    return [
        SolvedCases(
            each.group,
            each.right,
            each.right + each.wrong,
            each.gave_up,
            each.unread,
            (each.accuracy.low, each.accuracy.high),
            (each.against, each.compared),
        )
        for each in human_accuracy(answers)
    ]


_WORDS = {
    "accept": "accepted",
    "choose": "accepted",
    "keep": "accepted",
    "edit": "edited",
    "reject": "rejected",
    "drop": "rejected",
}
"""What a decision comes to; all others answer a question."""


def _unedited(stores: Sequence[ReviewStore]) -> tuple[int, int]:
    """Return, of records that count for this and that people decided or differ on, the accepted ones, and all."""
    decided = [
        isinstance(item.decision, Accept)
        for store in stores
        for item in store.live().values()
        if item.kind in store.kinds
        and item.state in ("decided", "adjudication")
        and item.decided_by != "gold"
        and item.round == 1
        and _counts(store, item)
    ]
    return sum(decided), len(decided)


def _counts(store: ReviewStore, item: Item) -> bool:
    counts = store.kinds[item.kind].unedited
    return counts is not None and counts(store.item(item.id)[1])


def _agreed(stores: Sequence[ReviewStore]) -> list[Agreed]:
    """Return the agreement on each kind of record, and on all that are judged on one form where these are several."""
    executed = frozenset().union(*(executed_in(store.kinds) for store in stores))
    kinds = {name: kind.form for store in stores for name, kind in store.kinds.items()}
    found = []
    for form in FORMS:
        of_form = [_on(stores, form, name, executed) for name, told in kinds.items() if told == form]
        there = [each for each in of_form if each]
        found += [row for rows in there for row in rows]
        if len(there) > 1:
            found += _on(stores, form, "", executed)
    return found


def _on(stores: Sequence[ReviewStore], form: FormName, kind: str, executed: Collection[str]) -> list[Agreed]:
    """Return the measures on one kind of record, or on all kinds; nothing where no item was judged twice."""
    judged = [(number, item) for number, store in enumerate(stores) for item in store.judged(form, kind or None)]
    people: dict[tuple[int, int], int] = {}
    # The same number is another person in another queue.
    who = [[people.setdefault((number, each), len(people)) for each, _ in item] for number, item in judged]
    found = agreement(form, [[said for _, said in item] for _, item in judged], executed, who=who)
    return [
        Agreed(form, name, found.items, each.value, each.low, each.high, each.undefined, kind)
        for name, each in found.measures.items()
        if found.items
    ]


def review_status(store: ReviewStore) -> dict[str, Any]:
    """Return items by kind and state, verdicts, what is not in the run yet, and what was sent back.

    Items are of first rounds, so that each record counts once.
    """
    found, again = store.progress(), store.again()
    states: dict[str, dict[str, int]] = {}
    for kind in store.kinds:
        counts = {state: count for (of, state), count in found.states.items() if of == kind}
        if counts:
            states[kind] = counts
    return {
        "items": states,
        "verdicts": sum(found.verdicts.values()),
        "late": found.late,
        "adjudicated": sum(
            number for _, state, _, by, number in store.decided() if state == "decided" and by == "adjudication"
        ),
        "to_apply": len(store.to_apply()),
        "reviewers": sum(who.active for who in store.reviewers()),
        "again": {"waiting": sum(again.waiting.values()), "decided": again.words, "told": again.sentence()},
    }


def review_text(status: dict[str, Any]) -> list[str]:
    """Return `review_status` in lines for a reader."""
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
    if status["again"]["waiting"] or status["again"]["decided"]:
        lines.append(f"  {status['again']['told']}")
    if status["to_apply"]:
        lines.append(f"  {status['to_apply']:,} decisions to be written to the run: `company review RUN apply`")
    return lines
