"""Pages of a turn: its dialogue, edited code that is run, what its results were and are, and figures."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from company.archive import Archive
from company.errors import CompanyError, ReviewError
from company.families.dialogues.history import history
from company.families.dialogues.records import Rewrite, Turn
from company.families.dialogues.review.turns import TurnView, turn_view
from company.records import USABLE, Intent
from company.results.cells import Cells, read_cells
from company.showing import Side, differences, shown
from human_review.executing import Ran, Runner, outcome
from human_review.store import Item
from human_review.verdicts import Edit, Said
from human_review.web.access import Refused, Signed, desk_of
from human_review.web.desk import Desk
from human_review.web.kinds import ancestor
from human_review.web.posted import Posted
from human_review.web.rendering import environment, page

router = APIRouter()
OUTPUT = 4_000
"""Characters of what code prints that are shown."""
_PICTURE = {"Content-Security-Policy": "default-src 'none'; sandbox", "Cache-Control": "private, max-age=3600"}
"""A figure was drawn by untrusted code: opened by itself, it may do nothing."""


async def runner_of(request: Request) -> Runner:
    """The server's runner, on the sandbox that is opened when the first code is run."""
    state = request.app.state
    sandbox = await desk_of(request).sandbox()
    if getattr(state, "runner", None) is None:
        state.runner = Runner(sandbox)
    found: Runner = state.runner
    return found


async def completed(request: Request, item: Item, reviewer: int, content: Said) -> Said:
    """A verdict as it may be submitted: edited code of a turn or a rewrite has been run, and brings what it came to.

    Raises ReviewError where edited code fails.
    """
    if not isinstance(content, Edit) or item.kind not in ("turn", "rewrite"):
        return content
    runner = await runner_of(request)
    with desk_of(request).archive() as archive:
        return await runner.completed(archive, item.record, content, reviewer=reviewer)


async def _posted(request: Request) -> Posted:
    return Posted(await request.form())


@router.post("/items/{item}/run")
async def run(request: Request, item: str, who: Signed, form: Annotated[Posted, Depends(_posted)]) -> Response:
    """Run the code that stands in the form, for who holds the item; what it came to beside what it was."""
    desk = desk_of(request)
    held = desk.store.held(who.id, item)
    part = "turn/ran.html" if "hx-request" in request.headers else "turn/ran_page.html"
    try:
        if held is None:
            raise ReviewError("this item is not in your hands (any more); take it again, your words are kept")
        runner = await runner_of(request)
        with desk.archive() as archive:
            ran = await runner.run(
                archive, held.item.record, form.text("changes.code"), _intents(form), reviewer=who.id
            )
            told = await _told(archive, runner, held.body, ran, who.id)
    except CompanyError as problem:
        return page(request, part, problem=str(problem), item_id=item, ran=None)
    return page(request, part, problem="", item_id=item, **told)


def _intents(form: Posted) -> list[Intent] | None:
    """The results that the form asks for; None where it does not say."""
    numbers = form.numbers("changes.intents")
    told = [{part: form.text(f"changes.intents.{n}.{part}").strip() for part in ("name", "type")} for n in numbers]
    try:
        return [Intent.model_validate(each) for each in told if each["name"]] if numbers else None
    except ValueError:
        raise ReviewError("a result that is asked for has a name and a type; mend that") from None


async def _told(archive: Archive, runner: Runner, body: Mapping[str, Any], ran: Ran, reviewer: int) -> dict[str, Any]:
    error = ran.execution.error
    old = Side(()) if error else await _before(archive, runner, body, ran, reviewer)
    # Large tables take a while to read and to compare; others are served meanwhile.
    tables = await asyncio.to_thread(_tables, ran)
    new = Side(ran.execution.results, len(ran.execution.figures) or None, tables)
    found = await asyncio.to_thread(differences, old, new)
    lines = ran.code.split("\n")
    at = error.line if error else None
    return {
        "ran": ran,
        "differences": found if error is None else (),
        "same": error is None and all(each.same for each in found),
        "error": shown(f"{error.type}: {error.message}", OUTPUT) if error else None,
        "line": shown(lines[at - 1].strip(), 300) if at and at <= len(lines) else None,
        "output": shown(ran.execution.output, OUTPUT),
        "outcome": outcome(ran.execution) if error is None else "",
        "later": _later(archive, ran.record),
        "rewrite": isinstance(ran.record, Rewrite),
    }


def _later(archive: Archive, record: Turn | Rewrite) -> int:
    """Turns that stand on a turn's code, or may."""
    if isinstance(record, Rewrite):
        return 0
    turns: list[Turn] = archive.records("turn", USABLE, record.parent)
    return sum(each.code is not None and each.position > record.position for each in turns)


async def _before(archive: Archive, runner: Runner, body: Mapping[str, Any], ran: Ran, reviewer: int) -> Side:
    """The results that stood there; those of a rewrite are its turn's. Rows of tables are had by running it again."""
    turn = archive.get(ran.record.turn) if isinstance(ran.record, Rewrite) else Turn.model_validate(body)
    if not isinstance(turn, Turn):
        return Side(())
    figure, tables = len(archive.figures(turn.id)) or None, {}
    if turn.code is not None and any(each.type in ("dataframe", "series") for each in turn.results):
        again = await runner.run(archive, turn.id, turn.code, turn.intents, reviewer=reviewer)
        known = {each.name: each.digest for each in again.execution.results}
        there = await asyncio.to_thread(_tables, again)
        tables = {name: each for name, each in there.items() if known[name] == _digests(turn).get(name)}
    return Side(turn.results, figure, tables)


def _digests(turn: Turn) -> dict[str, str]:
    return {each.name: each.digest for each in turn.results}


def _tables(ran: Ran) -> dict[str, Cells]:
    found = {}
    for name, content in ran.tables.items():
        with contextlib.suppress(ValueError):  # what untrusted code wrote need not be a table
            found[name] = read_cells(content)
    return found


# figures


@router.get("/items/{item}/figures/{number}.png")
def figure(request: Request, item: str, number: int, who: Signed) -> Response:
    """A figure of the turn that an item is about, or was made of."""
    found, body = desk_of(request).store.item(item, who.id)
    with desk_of(request).archive() as archive:
        turn = ancestor(archive, body.get("turn") or found.record, Turn)
        return _picture(archive.figures(turn.id) if turn else [], number)


@router.get("/items/{item}/earlier/{position}/{number}.png")
def earlier_figure(request: Request, item: str, position: int, number: int, who: Signed) -> Response:
    """A figure of a turn before that of an item."""
    found, body = desk_of(request).store.item(item, who.id)
    with desk_of(request).archive() as archive:
        turn = ancestor(archive, body.get("turn") or found.record, Turn)
        turns = history(archive, turn.parent or "", turn.position, turn.position) if turn else []
        earlier = next((each for each in turns if each.position == position), None)
        return _picture(archive.figures(earlier.id) if earlier else [], number)


@router.get("/items/{item}/runs/{mark}/{number}.png")
async def drawn_figure(request: Request, item: str, mark: str, number: int, who: Signed) -> Response:
    """A figure that edited code drew a moment ago."""
    done = (await runner_of(request)).recalled(mark)
    return _picture(done.figures if done else [], number)


def _picture(figures: Sequence[bytes], number: int) -> Response:
    if not 1 <= number <= len(figures):
        raise Refused("there is no such figure (any more); run the code again", 404)
    return Response(figures[number - 1], media_type="image/png", headers=_PICTURE)


# for templates


def _shown_turn(desk: Desk, body: Mapping[str, Any]) -> TurnView | None:
    """The turn as templates show it; None where the run cannot be read just now."""
    try:
        with desk.archive() as archive:
            return turn_view(archive, Turn.model_validate(body))
    except CompanyError:
        return None


environment().globals["shown_turn"] = _shown_turn
