"""The application: its routes, what is answered where something is refused, and what is closed at the end."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from urllib.parse import quote

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from company.errors import CompanyError, ReviewError
from human_review.web import (
    bulk_pages,
    code_pages,
    entering,
    guideline_pages,
    issuer_pages,
    lead_pages,
    people_pages,
    queue_pages,
    run_pages,
    solve_pages,
    table_pages,
)
from human_review.web.access import SAFE, Border, NotSignedIn, Refused, change_checked
from human_review.web.api.door import PLACE, door
from human_review.web.desk import Desk
from human_review.web.rendering import STATIC, page


def application(desk: Desk) -> FastAPI:
    """Return the review of one run as an ASGI application; it does not close the desk's store."""

    @contextlib.asynccontextmanager
    async def open_while_served(app: FastAPI) -> AsyncIterator[None]:
        try:
            yield
        finally:
            if (runner := getattr(app.state, "runner", None)) is not None:
                await runner.close()
            await desk.jail.close()
            desk.shelf.close()

    app = FastAPI(
        title="Review",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        dependencies=[Depends(change_checked)],
        lifespan=open_while_served,
    )
    app.state.desk = desk
    app.add_middleware(Border, desk=desk)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    for pages in (
        entering,
        issuer_pages,
        queue_pages,
        guideline_pages,
        lead_pages,
        code_pages,
        solve_pages,
        table_pages,
        run_pages,
        people_pages,
        bulk_pages,
    ):
        app.include_router(pages.router)
    app.mount(PLACE, door(app.state))
    app.add_exception_handler(NotSignedIn, _to_the_door)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(CompanyError, _refused)
    app.add_exception_handler(HTTPException, _not_there)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(Exception, _unexpected)
    return app


def told(request: Request, message: str, status: int) -> Response:
    """Return a message in the form that was asked for: JSON, a part of a page, or a page."""
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"problem": message}, status)
    part = "hx-request" in request.headers
    return page(request, "problem_part.html" if part else "problem.html", status=status, problem=message)


def _to_the_door(request: Request, _: Exception) -> Response:
    if request.method in SAFE and "application/json" not in request.headers.get("accept", ""):
        return RedirectResponse(f"/enter?next={quote(request.url.path)}", 303)
    return told(
        request, "you are not signed in (any more); open your invitation's link again: your words are kept", 401
    )


def _refused(request: Request, problem: Exception) -> Response:
    status = problem.status if isinstance(problem, Refused) else 409 if isinstance(problem, ReviewError) else 500
    return told(request, str(problem), status)


def _not_there(request: Request, problem: Exception) -> Response:
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    if status == 404:
        return told(request, f"there is no page {request.url.path}; go back to the queue", 404)
    if status == 405:
        return told(request, f"{request.method} is not for {request.url.path}; go back to the queue", 405)
    return told(request, str(getattr(problem, "detail", problem)), status)


def _not_understood(request: Request, problem: Exception) -> Response:
    first = problem.errors()[0] if isinstance(problem, RequestValidationError) else {"loc": (), "msg": str(problem)}
    place = ".".join(str(part) for part in first["loc"][1:])
    return told(request, f"{place}: {first['msg']}; go back and give it again", 422)


def _unexpected(request: Request, problem: Exception) -> Response:
    """Return the page of an unexpected error; the server's log has all of it, and browsers its kind alone."""
    kind = type(problem).__name__
    return told(request, f"unexpected {kind}; tell who runs the review, and try again: what you wrote is kept", 500)
