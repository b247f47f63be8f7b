"""What was said of items, as far as the token's person may know it, and saying something, as on the page."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool

from company.errors import ReviewError
from company.reviewing import kind_of
from human_review.forms import checked
from human_review.store import Comment, Item, Receipt, Reviewer, Submission
from human_review.verdicts import Edit, Said
from human_review.web.access import desk_of
from human_review.web.api.bearing import Judging, Reading
from human_review.web.api.problems import Unfit
from human_review.web.api.shapes import Held, Judged, OfItem, SpokenList
from human_review.web.api.telling import found, hold, spoken, to_solve
from human_review.web.code_pages import completed
from human_review.web.desk import Desk

router = APIRouter(tags=["verdicts"])
MOST = 200
"""Verdicts of one part of the list."""


@router.get("/verdicts")
def verdicts(
    request: Request,
    who: Reading,
    after: Annotated[int, Query(ge=0, lt=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST)] = 100,
) -> SpokenList:
    """Return verdicts in the order in which they came: one's own; to an admin, also others' that they may see.

    A part may hold fewer than `limit`, as those on open items are others' secret; `next` tells where to go on.
    """
    desk = desk_of(request)
    part, more = desk.store.verdicts_after(after, who.id, limit)
    names = _names(desk)
    return SpokenList(verdicts=[spoken(each, who, names) for each in part], next=more)


@router.get("/items/{item}/verdicts")
def of_item(request: Request, who: Reading, item: str) -> OfItem:
    """Return what was said of an item: until all its reviews are in, the token's person's own words alone."""
    desk = desk_of(request)
    found(desk, who, item)
    names = _names(desk)
    return OfItem(verdicts=[spoken(each, who, names) for each in desk.store.verdicts(item, who.id)])


@router.post("/items/{item}/verdicts", status_code=201)
async def judge(request: Request, who: Judging, item: str, given: Judged) -> Receipt:
    """Give a verdict on an item that is in hand, or was: late, it is taken where a place is free, and else kept.

    Edited code is run, and brings what it came to. 409: the item has changed since, was never in hand, is judged
    already, or is to be solved first. 422: what cannot be said of it.
    """
    desk = desk_of(request)

    def understood() -> Item:
        there, body = found(desk, who, item)
        _check_solved(desk, who, there, body)
        if there.state != "stale" and there.hash == given.hash:
            try:
                checked(kind_of(desk.kinds, there.kind), there.form, body, given.verdict)
            except ReviewError as problem:
                raise Unfit(str(problem)) from None
        return there

    there = await run_in_threadpool(understood)
    content = await completed(request, there, who.id, _as_said(given.verdict))

    def taken() -> Receipt:
        held = given.hold.model_dump()
        sent = Submission(**held, item=item, hash=given.hash, key=given.key, content=content, seconds=given.seconds)
        receipt = desk.store.submit(who.id, sent)
        if given.note.strip():
            desk.store.comment(who.id, item, Comment(text=given.note))
        return receipt

    return await run_in_threadpool(taken)


@router.post("/items/{item}/undo")
def undo(request: Request, who: Judging, item: str) -> Held:
    """Take the verdict on an item back, until something builds on it, and have the item in hand again."""
    desk = desk_of(request)
    found(desk, who, item)
    return hold(desk.store.undo(who.id, item))


def _check_solved(desk: Desk, who: Reviewer, item: Item, body: dict[str, Any]) -> None:
    """Raise ReviewError for a case whose key its judge has not seen yet."""
    if to_solve(desk, who, item, body, desk.store.held(who.id, item.id)) is not None:
        raise ReviewError(f"{item.record} is solved before it is judged: POST /api/v1/items/{item.id}/solution first")


def _as_said(said: Said) -> Said:
    """Return a verdict without what its author cannot know: what edited code comes to is found by running it."""
    return said.model_copy(update={"outcome": None}) if isinstance(said, Edit) else said


def _names(desk: Desk) -> dict[int, str]:
    return {each.id: each.name for each in desk.store.reviewers()}
