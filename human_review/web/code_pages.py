"""Edited code is run at the page: what its results were and are, and the figures that go with a record."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from company.archive import Archive
from company.errors import CompanyError, ReviewError
from company.records import Intent, Result
from company.replay.code import outcome
from company.replay.runner import Ran, Runner
from company.results.cells import Cells, read_cells
from company.reviewing import ReviewKind, kind_of
from company.showing import Side, differences, shown
from human_review.completing import completed as completed_by
from human_review.store import Item, Reviewer
from human_review.verdicts import Edit, Said
from human_review.web.access import Form, Refused, Signed, desk_of
from human_review.web.posted import Posted
from human_review.web.rendering import page
from human_review.web.solve_view import yet_to_solve

router = APIRouter()
OUTPUT = 4_000
"""Characters of what code prints that are shown."""
_PICTURE = {"Content-Security-Policy": "default-src 'none'; sandbox", "Cache-Control": "private, max-age=3600"}
"""A figure was drawn by untrusted code: opened by itself, it may do nothing."""


async def runner_of(request: Request) -> Runner:
    """Return the server's runner, on the sandbox that is opened when the first code is run."""
    state = request.app.state
    sandbox = await desk_of(request).sandbox()
    if getattr(state, "runner", None) is None:
        state.runner = Runner(sandbox)
    runner: Runner = state.runner
    return runner


async def completed(request: Request, item: Item, reviewer: int, content: Said) -> Said:
    """Return a verdict as it may be submitted: edited code has been run, and brings what it came to.

    Raises ReviewError where edited code fails.
    """
    desk = desk_of(request)
    kind = kind_of(desk.kinds, item.kind)
    if not isinstance(content, Edit) or kind.code is None:
        return content
    runner = await runner_of(request)
    with desk.archive() as archive:
        return await completed_by(runner, archive, item.record, content, reviewer=reviewer)


@router.post("/items/{item}/run")
async def run(request: Request, item: str, who: Signed, form: Form) -> Response:
    """Run the code in the form, for who holds the item; show the results beside the earlier ones."""
    desk = desk_of(request)
    held = desk.store.held(who.id, item)
    part = "code/ran.html" if "hx-request" in request.headers else "code/ran_page.html"
    try:
        if held is None:
            raise ReviewError("this item is not in your hands (any more); take it again, your words are kept")
        runner = await runner_of(request)
        with desk.archive() as archive:
            ran = await runner.run(
                archive, held.item.record, form.text("changes.code"), _intents(form), reviewer=who.id
            )
            told = await _told(archive, runner, kind_of(desk.kinds, held.item.kind), held.body, ran, who.id)
    except CompanyError as problem:
        return page(request, part, problem=str(problem), item_id=item, ran=None)
    return page(request, part, problem="", item_id=item, **told)


def _intents(form: Posted) -> list[Intent] | None:
    """Return the results that the form asks for; None where it does not say."""
    numbers = form.numbers("changes.intents")
    told = [{part: form.text(f"changes.intents.{n}.{part}").strip() for part in ("name", "type")} for n in numbers]
    try:
        return [Intent.model_validate(each) for each in told if each["name"]] if numbers else None
    except ValueError:
        raise ReviewError("a result that is asked for has a name and a type; mend that") from None


async def _told(
    archive: Archive, runner: Runner, kind: ReviewKind, body: Mapping[str, Any], ran: Ran, reviewer: int
) -> dict[str, Any]:
    error = ran.execution.error
    old = Side(()) if error else await _before(archive, runner, kind, body, ran, reviewer)
    # Large tables take a while to read and to compare; others are served meanwhile.
    tables = await asyncio.to_thread(_tables, ran)
    new = Side(ran.execution.results, len(ran.execution.figures) or None, tables)
    found = await asyncio.to_thread(differences, old, new)
    lines = ran.code.split("\n")
    at = error.line if error else None
    same = error is None and all(each.same for each in found)
    return {
        "ran": ran,
        "differences": found if error is None else (),
        "same": same,
        "error": shown(f"{error.type}: {error.message}", OUTPUT) if error else None,
        "line": shown(lines[at - 1].strip(), 300) if at and at <= len(lines) else None,
        "output": shown(ran.execution.output, OUTPUT),
        "outcome": outcome(ran.execution) if error is None else "",
        "sentence": kind.code.sentence(archive, ran.record, same=same) if kind.code and error is None else "",
    }


async def _before(
    archive: Archive, runner: Runner, kind: ReviewKind, body: Mapping[str, Any], ran: Ran, reviewer: int
) -> Side:
    """Return the earlier results. Rows of tables are had by running their code again."""
    original = kind.code.original(archive, ran.record, body) if kind.code else None
    if original is None:
        return Side(())
    figure, tables = len(archive.figures(original.record)) or None, {}
    if original.code is not None and any(each.type in ("dataframe", "series") for each in original.results):
        again = await runner.run(archive, original.record, original.code, original.intents, reviewer=reviewer)
        digests, known = _digests(original.results), _digests(again.execution.results)
        there = await asyncio.to_thread(_tables, again)
        tables = {name: table for name, table in there.items() if known[name] == digests.get(name)}
    return Side(original.results, figure, tables)


def _digests(results: Sequence[Result]) -> dict[str, str]:
    return {each.name: each.digest for each in results}


def _tables(ran: Ran) -> dict[str, Cells]:
    found = {}
    for name, content in ran.tables.items():
        with contextlib.suppress(ValueError):  # what untrusted code wrote need not be a table
            found[name] = read_cells(content)
    return found


# figures


@router.get("/items/{item}/figures/{number}.png")
def figure(request: Request, item: str, number: int, who: Signed) -> Response:
    """Answer with a figure that goes with an item's record."""
    return picture(_figures(request, item, who, None), number)


@router.get("/items/{item}/earlier/{position}/{number}.png")
def earlier_figure(request: Request, item: str, position: int, number: int, who: Signed) -> Response:
    """Answer with a figure of a record that came before that of an item."""
    return picture(_figures(request, item, who, position), number)


def _figures(request: Request, item: str, who: Reviewer, sibling: int | None) -> Sequence[bytes]:
    """Return figures of an item; of what is to be solved first, its own only where it asks about them."""
    desk = desk_of(request)
    found, body = desk.store.item(item, who.id)
    kind = kind_of(desk.kinds, found.kind)
    asked_about = kind.solving is None or kind.solving.pictured(body)
    hidden = sibling is None and not asked_about
    if hidden and yet_to_solve(desk, who, (found, body), desk.store.held(who.id, item)) is not None:
        return ()
    with desk.archive() as archive:
        return kind.page.figures(archive, body, sibling)


@router.get("/items/{item}/runs/{mark}/{number}.png")
async def drawn_figure(request: Request, item: str, mark: str, number: int, who: Signed) -> Response:
    """Answer with a figure that edited code drew a moment ago."""
    done = (await runner_of(request)).recalled(mark)
    return picture(done.figures if done else [], number)


def picture(figures: Sequence[bytes], number: int) -> Response:
    """Return one of some figures, from 1 on, as an answer. Raises Refused where it is not there."""
    if not 1 <= number <= len(figures):
        raise Refused("there is no such figure (any more); run the code again", 404)
    return Response(figures[number - 1], media_type="image/png", headers=_PICTURE)
