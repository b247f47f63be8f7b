"""What is done to an item beside judging it: comments, and what who runs the review does."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from company.errors import ReviewError
from human_review.queueing.reopening import reopen
from human_review.store import Comment
from human_review.web.access import Administering, Form, Signed, desk_of
from human_review.web.delivering import host_of
from human_review.web.rendering import page

router = APIRouter()
PAGE = 50
"""Messages of one page."""


@router.post("/items/{item}/comment")
def comment(request: Request, item: str, who: Signed, form: Form) -> Response:
    """Add a comment. With `asks`, its author is unsure: the item goes back, and comes last for them until answered."""
    store = desk_of(request).store
    asks, thread = form.text("asks") == "yes", form.text("thread")
    told = Comment(text=form.text("comment"), asks=asks, thread=int(thread) if thread.isdecimal() else 0)
    store.comment(who.id, item, told)
    held = store.held(who.id, item)
    if asks and held is not None:
        store.release(who.id, held.token, skip=True)
        return RedirectResponse("/", 303)
    return RedirectResponse(f"/items/{item}#comments", 303)


@router.get("/webhooks")
def webhooks(request: Request, who: Administering, before: int | None = None) -> Response:
    """Show where messages are sent, and what became of the last ones. Addresses are added by the command alone."""
    store = desk_of(request).store
    found = store.webhooks.log(before, PAGE + 1)
    shown, more = found[:PAGE], found[PAGE:]
    told: dict[str, Any] = {
        "hooks": [(each, host_of(each.url)) for each in store.webhooks.listed() if each.active],
        "found": [(each, host_of(each.url)) for each in shown],
        "next_page": f"/webhooks?before={shown[-1].id}" if more else "",
        "first_page": "/webhooks" if before is not None else "",
    }
    return page(request, "run/webhooks.html", **told)


@router.post("/webhooks/{number}/again")
def send_again(request: Request, number: int, who: Administering) -> Response:
    """Have a message sent once more, whatever became of it."""
    desk_of(request).store.webhooks.again(number)
    return RedirectResponse("/webhooks", 303)


@router.post("/items/{item}/look")
def look(request: Request, item: str, who: Administering) -> Response:
    """Show a lead what was said of an open item; they judge it no more."""
    desk_of(request).store.leading.look(who.id, item)
    return RedirectResponse(f"/items/{item}#said", 303)


@router.post("/items/{item}/reopen")
def open_again(request: Request, item: str, who: Administering, form: Form) -> Response:
    """Have an item judged once more, for a reason that its reviewers are told."""
    desk = desk_of(request)
    found, _ = desk.store.item(item, who.id)
    with desk.archive() as archive:
        done = reopen(archive, desk.store, [found], form.text("because"), who.id)
    if done.unfinished:
        raise ReviewError(f"the decision on {found.record} is not in the run yet; open it again in a minute")
    return RedirectResponse(f"/items/{done.items[0] if done.items else item}", 303)
