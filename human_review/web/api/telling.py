"""An item as a program is told of it: what its person's page would show, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from company.errors import ArchiveError, ReviewError
from company.reviewing import kind_of
from human_review.forms import FORMS
from human_review.store import Assignment, Item, Reviewer, Solution, Verdict
from human_review.web.api.problems import Missing
from human_review.web.api.shapes import Asked, Brief, Held, Option, Solved, Spoken, Whole
from human_review.web.desk import Desk
from human_review.web.excerpts import excerpt
from human_review.web.solve_view import yet_to_solve


def found(desk: Desk, who: Reviewer, item: str) -> tuple[Item, dict[str, Any]]:
    """Return an item as somebody may see it, and what is judged. Raises Missing where there is none."""
    try:
        return desk.store.item(item, who.id)
    except ReviewError:
        raise Missing(f"there is no item {item} in this queue; /api/v1/items lists what there is") from None


def brief(desk: Desk, who: Reviewer, item: Item, body: Mapping[str, Any]) -> Brief:
    """Return an item for a list."""
    told = {name: getattr(item, name) for name in Brief.model_fields if name not in ("decided_by", "excerpt")}
    by = "review" if item.decided_by == "gold" and who.role != "admin" else item.decided_by
    return Brief(**told, decided_by=by, excerpt=excerpt(desk.kinds, item.kind, body))


def whole(desk: Desk, who: Reviewer, item_id: str) -> Whole:
    """Return an item with what is judged, or with what is to be solved first. Raises Missing where there is none."""
    item, body = found(desk, who, item_id)
    held = desk.store.held(who.id, item_id)
    item = held.item if held is not None else item
    kind, task = kind_of(desk.kinds, item.kind), to_solve(desk, who, item, body, held)
    solution = desk.store.solution(who.id, item_id)
    return Whole(
        **dict(brief(desk, who, item, body)),
        question=kind.question,
        says=FORMS[item.form].says,
        editable=tuple(name for name in kind.editable if name not in kind.measured),
        reasons=kind.reasons,
        flags=kind.flags if "answer" in FORMS[item.form].says else (),
        body=body if task is None else None,
        task=task,
        solved=None if solution is None else solved(solution),
        figures=len(figures(desk, item, body, shown=task is None)),
        hold=None if held is None else hold(held),
    )


def hold(held: Assignment) -> Held:
    """Return that an item is in somebody's hands."""
    return Held(slot=held.slot, token=held.token, version=held.version, until=held.until, duty=held.duty)


def solved(solution: Solution) -> Solved:
    """Return how somebody solved an item."""
    return Solved(given=solution.given, right=solution.right, at=solution.at)


def to_solve(desk: Desk, who: Reviewer, item: Item, body: Mapping[str, Any], held: Assignment | None) -> Asked | None:
    """Return what somebody has to solve before they see an item's key; None where they may see it."""
    kind = kind_of(desk.kinds, item.kind)
    task = yet_to_solve(desk, who, (item, body), held)
    if task is None or kind.solving is None:
        return None
    return Asked(
        question="\n\n".join(block.text for block in task.question),
        options=[Option(letter=letter, text=text) for letter, text in task.options],
        wanted=list(task.wanted),
        messages=[dict(each) for each in kind.solving.messages(body)],
    )


def figures(desk: Desk, item: Item, body: Mapping[str, Any], *, shown: bool) -> list[bytes]:
    """Return an item's figures; not `shown` is what is to be solved first, of which only what is asked about is."""
    kind = kind_of(desk.kinds, item.kind)
    if not shown and not (kind.solving is not None and kind.solving.pictured(body)):
        return []
    try:
        with desk.archive() as archive:
            return list(kind.page.figures(archive, body, None))
    except ArchiveError:
        return []


def spoken(verdict: Verdict, who: Reviewer, names: Mapping[int, str]) -> Spoken:
    """Return a verdict; names and times of others are for admins."""
    yours, lead = verdict.reviewer == who.id, who.role == "admin"
    told = {name: getattr(verdict, name) for name in ("id", "item", "duty", "content", "at", "standing", "late")}
    return Spoken(
        **told,
        yours=yours,
        reviewer=names.get(verdict.reviewer) if lead else None,
        seconds=verdict.seconds if yours or lead else None,
    )
