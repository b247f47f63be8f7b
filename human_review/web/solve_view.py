"""An item that its reviewer is yet to solve: who has to, what they are shown, and how it came out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from company.archive import Archive
from company.records import Result
from company.reviewing import ByCode, ByLetter, GaveUp, InWords, ReviewKind, Task, kind_of
from company.showing import Difference, Shown, Side, differences, shown
from human_review.store import Assignment, Item, Reviewer, Solution
from human_review.web.desk import Desk

MOST_CODE = 6_000
"""Characters of somebody's code that are shown beside the key."""


@dataclass(frozen=True)
class Answered:
    """How a reviewer solved an item, beside what is right."""

    words: str
    right: bool | None
    code: Shown | None
    """Theirs, where they wrote code."""
    differences: tuple[Difference, ...]
    """What it came to, against what the key comes to."""


def unsolved(desk: Desk, who: Reviewer, of: tuple[Item, Mapping[str, Any]], held: Assignment | None) -> Task | None:
    """Return what a reader who has neither solved nor judged an item is asked; None of what is judged at once.

    Who may still be given it is not shown the key either. An adjudicator sees what people answered instead, and admins
    look after the review.
    """
    item, body = of
    kind = kind_of(desk.kinds, item.kind)
    if kind.solving is None or not desk.settings.solve_first:
        return None
    if held is None and (who.role == "admin" or item.state in ("adjudication", "decided")):
        return None
    return None if held is not None and held.duty == "adjudication" else kind.solving.task(body)


def yet_to_solve(desk: Desk, who: Reviewer, of: tuple[Item, Mapping[str, Any]], held: Assignment | None) -> Task | None:
    """Return what a reader is to solve before they see an item's key; None where they have, or may see it."""
    task, item = unsolved(desk, who, of, held), of[0]
    if task is None or desk.store.solution(who.id, item.id) is not None:
        return None
    return None if any(each.reviewer == who.id for each in desk.store.verdicts(item.id, who.id)) else task


def beside(kind: ReviewKind, archive: Archive | None, body: Mapping[str, Any], unsolved: bool) -> Mapping[str, Any]:
    """Return what an item's page shows beside it; before it is solved, what a model is shown and nothing else."""
    asked = kind.solving.beside(archive, body) if kind.solving is not None else {}
    return asked if unsolved or archive is None else {**asked, **kind.page.beside(archive, body)}


def answered(
    kind: ReviewKind, body: Mapping[str, Any], context: Mapping[str, Any], solution: Solution | None
) -> Answered | None:
    """Return a reviewer's own answer beside the key; None where they gave none."""
    if solution is None or kind.solving is None:
        return None
    given = solution.given
    if not isinstance(given, ByCode):
        return Answered(answer_words(solution), solution.right, None, ())
    reference: tuple[Result, ...] = tuple(context.get("reference", ()))
    found = differences(Side(reference), Side(given.results)) if reference else ()
    return Answered(answer_words(solution), solution.right, shown(given.code, MOST_CODE), found)


def answer_words(solution: Solution) -> str:
    """Return an answer in few words, such as "answered B, as the key does"."""
    match solution.given:
        case ByLetter(letter=letter):
            said = f"answered {letter}"
        case ByCode():
            said = "answered by code"
        case InWords(text=text):
            said = f"answered “{shown(text, 200)}”"
        case GaveUp():
            return "could not tell"
    if solution.right is None:
        return f"{said}, which nobody has compared with the key"
    return f"{said}, as the key does" if solution.right else f"{said}, and the key says something else"
