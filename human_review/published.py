"""Single verdicts as a benchmark publishes them: what was said of which record, without names and without free text."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from human_review.store import Item, Reviewer, ReviewStore, Solution, Verdict
from human_review.verdicts import Answer, Choose, Edit, Keep, Rank, Score, Withdrawn


def verdict_lines(stores: Sequence[ReviewStore]) -> Iterator[dict[str, Any]]:
    """Yield a line for each verdict on a decided item, in the order of items, then as they were given.

    Opinions are told as they come in, since no decision on an item is more than their summary. `reviewer` is a number
    that stands for one person over all stores, `group` the group of people for which they judged it. `said` is what was
    chosen, ranked (ids of options, the best first), answered or scored, or which fields were edited, and `flags` what
    was noted beside an answer; reasons and edited texts stay with the run. Verdicts that were superseded (`standing`
    false) or came when nobody was needed any more (`late`) are among them. What was said of gold items is not, nor in a
    tutorial: what is right was known of them before, and they are not to be found out. `solved` is how the same person
    solved the record before they saw what is right: by letter, by code, in words, or gave up.
    """
    numbers: dict[str, int] = {}
    for store in stores:
        people = {who.id: who for who in store.reviewers()}
        audiences = store.audiences()
        for item in sorted(store.live().values(), key=lambda item: (item.record, item.form, item.id)):
            opinion = store.kinds[item.kind].opinion
            if item.decided_by == "gold" or (item.state != "decided" and not opinion):
                continue
            solved = {each.reviewer: each for each in store.solutions_of(item.id) if each.duty != "gold"}
            for verdict in store.verdicts(item.id, None):
                if verdict.duty in ("review", "adjudication"):
                    who = people[verdict.reviewer]
                    yield {
                        **_of_item(item),
                        "reviewer": numbers.setdefault(who.name, len(numbers) + 1),
                        "role": who.role,
                        "group": _group(who, audiences.get(item.kind, ())),
                        **_of_verdict(verdict),
                        **_of_solution(solved.get(verdict.reviewer)),
                    }


def _group(who: Reviewer, audience: Collection[str]) -> str:
    """Return the group of people for which somebody judges what is given to these; empty where they are in none."""
    return next((each for each in who.groups if each in audience), "" if audience else next(iter(who.groups), ""))


def _of_item(item: Item) -> dict[str, Any]:
    return {
        "record": item.record,
        "kind": item.kind,
        "form": item.form,
        "decision": item.decision.kind if item.decision else "",
        "decided_by": item.decided_by or "",
    }


def _of_verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "duty": verdict.duty,
        "verdict": verdict.content.kind,
        "said": _said(verdict),
        "flags": list(verdict.content.flags) if isinstance(verdict.content, Answer) else [],
        "seconds": verdict.seconds,
        "standing": verdict.standing,
        "late": verdict.late,
    }


def _of_solution(solution: Solution | None) -> dict[str, Any]:
    """Return how the same person solved it before they saw the key; words and code stay with the run."""
    if solution is None:
        return {"solved": "", "solved_right": None, "solved_seconds": None}
    return {"solved": solution.given.kind, "solved_right": solution.right, "solved_seconds": solution.seconds}


def _said(verdict: Verdict) -> str:
    """Return a verdict's content as text, so that a column has one type."""
    match verdict.content:
        case Choose(option=option):
            return option
        case Rank(order=order):
            return json.dumps(order)
        case Keep(keep=keep):
            return json.dumps(keep)
        case Answer(reply=reply):
            return reply
        case Score(score=score):
            return json.dumps(score)
        case Edit(changes=changes):
            return json.dumps(sorted(changes))
        case Withdrawn() | _:
            return ""
