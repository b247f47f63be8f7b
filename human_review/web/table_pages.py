"""The run's tables, to be looked through from every page."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response

from human_review.web.access import Refused, Signed, desk_of
from human_review.web.browsing import MOST_FILTERS, TESTS, Asked, Frames, leaf
from human_review.web.rendering import page

router = APIRouter()


@router.get("/tables")
def first(request: Request, who: Signed) -> Response:
    """Show the first table."""
    tables = desk_of(request).tables
    if not tables:
        raise Refused("this run has no table to look at (yet); `company simulate` reads it", 404)
    return RedirectResponse(f"/tables/{tables[0].name}", 303)


@router.get("/tables/{name}")
def table(request: Request, name: str, who: Signed, asked: Annotated[Asked, Query()]) -> Response:
    """Show a page of a table, sorted and filtered."""
    desk = desk_of(request)
    found = next((each for each in desk.tables if each.name == name), None)
    if found is None:
        raise Refused(f"this run has no table {name}; go back to the queue", 404)
    state = request.app.state
    if not hasattr(state, "frames"):
        state.frames = Frames()
    try:
        frame, cut = state.frames.of(desk.run / "resource" / found.file)
    except (OSError, ValueError) as problem:
        raise Refused(f"{found.file} cannot be read just now ({problem}); try again", 404) from None
    rows = [*asked.filters, ("", "has", "")][:MOST_FILTERS]
    return page(
        request,
        "table.html",
        table=found,
        others=[each.name for each in desk.tables],
        asked=asked,
        leaf=leaf(frame, asked, cut=cut),
        filters=rows,
        tests=TESTS,
    )
