"""What who runs the review does to all items of a search at once, and undoes."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from company.errors import ReviewError
from human_review.queueing.reopening import reopen
from human_review.store import Item, Reviewer
from human_review.web.access import Administering, Form, desk_of
from human_review.web.asked import Asked
from human_review.web.desk import Desk

router = APIRouter()
MOST = 5_000
"""Items of one action."""
LONGEST = 1_000
"""Characters of a reason."""


@router.post("/search/bulk")
def act(request: Request, who: Administering, form: Form) -> Response:
    """Open again, assign or take out of the queue all items that a search finds."""
    desk = desk_of(request)
    asked = Asked.model_validate({name: form.text(name) for name in Asked.model_fields if form.text(name)})
    found = desk.store.search(asked.search(desk.kinds), who.id, "", MOST + 1)
    if len(found) > MOST:
        raise ReviewError(f"the search finds more than {MOST:,} items; narrow it down, and do it part by part")
    action, because = form.text("action"), form.text("because").strip()[:LONGEST]
    if action == "assign":
        done = _assign(desk, who, found, form.text("to"))
    elif not because:
        raise ReviewError("this needs a reason, which is kept with it; say why")
    elif action == "dismiss":
        done = _dismiss(desk, who, found, because)
    elif action == "reopen":
        done = _reopen(desk, who, found, because)
    else:
        raise ReviewError(f"{action!r} is nothing that can be done here; choose one of the buttons")
    if not done:
        raise ReviewError("nothing of what was found can be treated so; see the state of the items")
    return RedirectResponse(asked.address(""), 303)


@router.post("/search/bulk/{number}/undo")
def undo(request: Request, number: int, who: Administering) -> Response:
    """Undo what was done to many items at once."""
    desk_of(request).store.leading.undo(number, who.id)
    return RedirectResponse("/search", 303)


def _assign(desk: Desk, who: Reviewer, found: list[Item], to: str) -> int:
    people = {str(each.id): each.id for each in desk.store.reviewers() if each.active}
    if to not in people:
        raise ReviewError("choose whom the items are for")
    undecided = [item.id for item in found if item.state in ("open", "adjudication")]
    return desk.store.leading.assign(undecided, people[to], who.id)


def _dismiss(desk: Desk, who: Reviewer, found: list[Item], because: str) -> int:
    if gated := next((item.kind for item in found if item.kind in desk.settings.gates), ""):
        raise ReviewError(f"{gated} is a gate of [review], and work waits for each; leave these out of the search")
    return desk.store.leading.dismiss([item.id for item in found], because, who.id)


def _reopen(desk: Desk, who: Reviewer, found: list[Item], because: str) -> int:
    decided = [item for item in found if item.state == "decided"]
    with desk.archive() as archive:
        done = reopen(archive, desk.store, decided, because, who.id)
    return desk.store.leading.note_reopened(done.items, because, who.id)
