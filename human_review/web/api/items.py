"""What there is to judge: searched, opened, taken in hand, given back, solved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import ConfigDict, Field

from company.reviewing import ByCode, ByLetter, Given, Task
from human_review.store import Assignment, ItemState
from human_review.web.access import desk_of
from human_review.web.api.bearing import Bearing, Judging, Reading
from human_review.web.api.problems import Missing, Unfit
from human_review.web.api.shapes import Answer, Held, Listed, Me, Next, Solved, Whole, Wish
from human_review.web.api.telling import brief, figures, found, hold, solved, to_solve, whole
from human_review.web.asked import Asked
from human_review.web.code_pages import picture
from human_review.web.desk import Desk
from human_review.web.solving import answered, asked

router = APIRouter()


class Filters(Asked):
    """What items are looked for by; what is left out does not matter."""

    model_config = ConfigDict(extra="forbid")
    state: ItemState | Annotated[str, Field(pattern="^$")] = ""
    limit: int = Field(default=50, ge=1, le=200)
    """Items of one part."""


@router.get("/me", tags=["you"])
def me(token: Bearing) -> Me:
    """Return whose token this is, and what it may do."""
    who = token.reviewer
    return Me(name=who.name, role=who.role, scopes=token.scopes, until=token.until)


@router.get("/items", tags=["items"])
def items(request: Request, who: Reading, wanted: Annotated[Filters, Query()]) -> Listed:
    """Return items in the order of the queue: by words (`q`), kind, state, category, flag, why, what was said of them.

    Who judges finds by their own words alone. `under` is the id of a record: it, and what was made below it. `next` of
    a part is the `after` of the following one.
    """
    desk = desk_of(request)
    _check_kinds(desk, [wanted.kind] if wanted.kind else [])
    there = desk.store.search(wanted.search(desk.kinds), who.id, wanted.after, wanted.limit + 1)
    part, more = there[: wanted.limit], there[wanted.limit :]
    bodies = desk.store.bodies([each.id for each in part])
    told = [brief(desk, who, each, bodies[each.id]) for each in part]
    return Listed(items=told, next=part[-1].place if more else None)


@router.post("/next", tags=["items"])
def next_item(request: Request, who: Judging, wish: Wish) -> Next:
    """Take the next item in hand, the one that is in hand already first; or tell why there is none."""
    desk = desk_of(request)
    _check_kinds(desk, wish.kinds)
    given = desk.store.next(who.id, wish.kinds, desk.settings.gold)
    item = whole(desk, who, given.item.id) if isinstance(given, Assignment) else None
    return Next(item=item, standing=desk.store.standing(who.id).sentence())


@router.get("/items/{item}", tags=["items"])
def one(request: Request, who: Reading, item: str) -> Whole:
    """Return one item. Of a case that is to be solved before its key is seen, `task` stands in the place of `body`."""
    return whole(desk_of(request), who, item)


@router.get(
    "/items/{item}/figures/{number}.png",
    tags=["items"],
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "The figure."}},
)
def figure(request: Request, who: Reading, item: str, number: int) -> Response:
    """Return a figure that goes with an item; of what is to be solved first, only what it asks about."""
    desk = desk_of(request)
    there, body = found(desk, who, item)
    asked_first = to_solve(desk, who, there, body, desk.store.held(who.id, item))
    drawn = figures(desk, there, body, shown=asked_first is None)
    if not 1 <= number <= len(drawn):
        raise Missing(f"item {item} has {len(drawn)} figures to show; ask for one of these")
    return picture(drawn, number)


@router.post("/items/{item}/hold", tags=["items"])
def take(request: Request, who: Judging, item: str) -> Held:
    """Take an item in hand, or hold on to one that is in hand: nobody else is given its place until the time told."""
    desk = desk_of(request)
    found(desk, who, item)
    return hold(desk.store.take(who.id, item))


@router.delete("/items/{item}/hold", tags=["items"], status_code=204, response_class=Response, response_model=None)
def release(request: Request, who: Judging, item: str, skip: bool = False) -> None:
    """Give an item back; with `skip`, it comes last for the token's person. One that is not in hand stays as it is."""
    desk = desk_of(request)
    found(desk, who, item)
    if (held := desk.store.held(who.id, item)) is not None:
        desk.store.release(who.id, held.token, skip=skip)


@router.post("/items/{item}/solution", tags=["items"])
async def solve(request: Request, who: Judging, item: str, answer: Answer) -> Solved:
    """Solve a case that is in hand, before its key is seen. The first answer counts, and is told ever after.

    Code is run on the state before the case; where it fails, it is no answer. `results` that are sent are not believed.
    """
    desk = desk_of(request)
    found(desk, who, item)
    if (solution := desk.store.solution(who.id, item)) is None:
        about = asked(desk, item, who.id)
        given = _fit(about.task, answer.given)
        solution = await answered(request, who.id, about, given, hash=answer.hash, seconds=answer.seconds)
    return solved(solution)


def _check_kinds(desk: Desk, kinds: Iterable[str]) -> None:
    """Raise Unfit for a kind that is not judged here."""
    for kind in kinds:
        if kind not in desk.kinds:
            raise Unfit(f"there is no kind {kind!r} here; the kinds are {', '.join(desk.kinds)}")


def _fit(task: Task, given: Given) -> Given:
    """Return an answer that can be given to a task. Raises Unfit for another."""
    letters = [letter for letter, _ in task.options]
    if isinstance(given, ByLetter) and given.letter not in letters:
        raise Unfit(f"{given.letter!r} is none of the options, which are {', '.join(letters) or 'none: it takes code'}")
    if isinstance(given, ByCode) and letters:
        raise Unfit(f"this is answered by one of {', '.join(letters)}, and not by code")
    return ByCode(code=given.code) if isinstance(given, ByCode) else given
