"""The way through the queue: home, the next item, drafts, verdicts, undo."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic import Field as PydanticField
from starlette.concurrency import run_in_threadpool

from company.errors import ReviewError
from company.reviewing import kind_of
from human_review.queueing.costing import cost
from human_review.store import Assignment, Comment, Item, Reviewer, Submission
from human_review.verdicts import Said
from human_review.web.access import Form, Refused, Signed, desk_of
from human_review.web.code_pages import completed
from human_review.web.desk import Desk
from human_review.web.item_view import batch, done_view, item_view
from human_review.web.moving import place as _place
from human_review.web.moving import seconds_of
from human_review.web.moving import sent_on as _on
from human_review.web.posted import Posted, said
from human_review.web.rendering import page

router = APIRouter()
MOST_WORDS = 4_000
"""Characters of what an adjudicator says to a decision."""


async def _json(request: Request) -> Any:
    try:
        return await request.json()
    except (ValueError, RecursionError) as problem:
        raise Refused(f"this is no JSON that is understood ({problem}); load the page again", 400) from None


Kinds = Annotated[list[str], Query(default_factory=list)]


class Typed(BaseModel):
    """A draft as a page sends it."""

    model_config = ConfigDict(strict=True)
    fields: dict[str, list[str]] = PydanticField(max_length=10_000)
    hash: str = PydanticField(max_length=200, pattern=r"^[^\x00-\x1f]*$")
    sequence: int = PydanticField(ge=0, lt=2**53)


def _typed(told: Any) -> Typed:
    try:
        found = Typed.model_validate(told)
        json.dumps(found.fields, ensure_ascii=False).encode()
    except (ValidationError, UnicodeEncodeError) as problem:
        what = problem.errors()[0]["msg"] if isinstance(problem, ValidationError) else "half a character"
        raise Refused(f"this draft could not be read ({what}); load the page again", 400) from None
    return found


@router.get("/")
def home(request: Request, who: Signed, kinds: Kinds, done: str = "") -> Response:
    """Show the state of the queue for the reviewer, and why there is nothing to do where there is nothing."""
    desk = desk_of(request)
    standing, given = desk.store.standing(who.id), desk.store.given_to(who.id)
    offered = [kind for kind in desk.asked if kind in given]
    told: dict[str, Any] = {
        "standing": standing,
        "offered": offered,
        "kinds": _kinds(desk, kinds),
        "done": done_view(desk, who, done),
        "paused": _paused(desk, who, done),
        "time": desk.recalled.part(who, desk.overlap),
    }
    return page(request, "home.html", **told)


@router.post("/next")
def next_item(request: Request, who: Signed, form: Form) -> Response:
    """Lease the next item, of the kinds that were asked for."""
    return _on(request, _next(desk_of(request), who, _kinds(desk_of(request), form.all("kinds"))))


@router.get("/items/{item}")
def show(request: Request, item: str, who: Signed, kinds: Kinds, done: str = "", start: str = "") -> Response:
    """Return an item: to be judged by who holds it, to be read by everybody else."""
    desk = desk_of(request)
    told = item_view(desk, who, item, start)
    return page(request, told["page"], **told, kinds=_kinds(desk_of(request), kinds), done=done_view(desk, who, done))


@router.get("/items/{item}/cost")
def costs(request: Request, item: str, who: Signed) -> Response:
    """Show what a change of an item's record would cost: as a part of its page, or as a page for who has no scripts."""
    desk = desk_of(request)
    found, _ = desk.store.item(item, who.id)
    with desk.archive() as archive:
        told = cost(archive, desk.store, found, who.id)
    name = "cost_part.html" if "hx-request" in request.headers else "cost.html"
    return page(request, name, item=found, cost=told, keep=bool(kind_of(desk.kinds, found.kind).words))


@router.post("/items/{item}/take")
def take(request: Request, item: str, who: Signed) -> Response:
    """Lease one item that was looked for."""
    return _on(request, _place(desk_of(request).store.take(who.id, item).item.id))


@router.post("/items/{item}/draft")
def draft(request: Request, item: str, who: Signed, told: Annotated[Any, Depends(_json)]) -> Response:
    """Keep what was typed: JSON of `fields` (name → values), the `hash` it was typed at, and a rising `sequence`."""
    found = _typed(told)
    content = {"fields": found.fields}
    return JSONResponse({"kept": desk_of(request).store.save_draft(who.id, item, content, found.hash, found.sequence)})


@router.post("/items/{item}/heartbeat")
def heartbeat(request: Request, item: str, who: Signed) -> Response:
    """Hold on to an item while its page is in use. A lease that was lost is no trouble: submitting still works."""
    desk = desk_of(request)
    held = desk.store.held(who.id, item)
    try:
        until = desk.store.heartbeat(who.id, held.token) if held else 0.0
    except ReviewError:
        until = 0.0
    return JSONResponse({"held": until > 0, "seconds": max(0, round(until - time.time()))})


@router.post("/items/{item}/submit")
async def submit(request: Request, item: str, who: Signed, form: Form) -> Response:
    """Take a verdict and go on to the next item. Edited code is run, where it was not a moment ago."""
    desk = desk_of(request)

    def understood() -> tuple[Item, Said]:
        found, body = desk.store.item(item, who.id)
        kind = kind_of(desk.kinds, found.kind)
        return found, said(kind, found, body, form, desk.store.verdicts(item, who.id))

    found, given = await run_in_threadpool(understood)
    content = await completed(request, found, who.id, given)

    def taken() -> Response:
        desk.store.submit(who.id, _submission(found, form, content))
        if form.text("note").strip():
            desk.store.comment(who.id, item, Comment(text=form.text("note")[:MOST_WORDS]))
        return _on(request, _next(desk, who, _kinds(desk_of(request), form.all("kinds")), done=item))

    return await run_in_threadpool(taken)


@router.post("/items/{item}/skip")
def skip(request: Request, item: str, who: Signed, form: Form) -> Response:
    """Give an item back; it comes last for this reviewer."""
    desk = desk_of(request)
    held = desk.store.held(who.id, item)
    if held is not None:
        desk.store.release(who.id, held.token, skip=True)
    return _on(request, _next(desk, who, _kinds(desk_of(request), form.all("kinds"))))


@router.post("/items/{item}/undo")
def undo(request: Request, item: str, who: Signed) -> Response:
    """Take a verdict back and have its item again."""
    return _on(request, _place(desk_of(request).store.undo(who.id, item).item.id))


def _next(desk: Desk, who: Reviewer, kinds: Sequence[str], done: str = "") -> str:
    """Return the page of the next item, leased; home, which explains itself, where there is none or a batch is done."""
    if done and _paused(desk, who, done):
        return _place("", kinds, done)
    found = desk.store.next(who.id, kinds, desk.settings.gold)
    return _place(found.item.id if isinstance(found, Assignment) else "", kinds, done)


def _paused(desk: Desk, who: Reviewer, done: str) -> tuple[int, int] | None:
    """Return the size of the batch that ended with an item, and its number; None where none did."""
    try:
        item, _ = desk.store.item(done, who.id)
    except ReviewError:
        return None
    size, number, over = batch(desk, who, item.kind)
    return (size, number) if size and number and not over and desk.store.taught(who.id, done) is None else None


def _kinds(desk: Desk, asked: Sequence[str]) -> list[str]:
    return [kind for kind in asked if kind in desk.kinds]


def _submission(item: Item, form: Posted, content: Said) -> Submission:
    told = {name: form.text(name) for name in ("slot", "token", "version", "hash", "key")}
    told |= {"guideline": form.text("guideline")} if "guideline" in form else {}
    try:
        return Submission(item=item.id, content=content, seconds=seconds_of(form), **cast(Any, told))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ReviewError(f"the form is not whole ({place}: {first['msg']}); load the page again") from None
