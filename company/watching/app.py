"""The application: the page, what is new on it, and pictures. There is nothing to post."""

from __future__ import annotations

import functools
import hmac
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from company.errors import CompanyError
from company.reporting.pictures import picture
from company.watching.following import Follower
from company.watching.pieces import LISTED, MOST_LISTED, ROOM, Page, Window, templates
from human_review.web.access import Border
from human_review.web.hosts import LOOPBACK

RUNNING_MS, QUIET_MS = 2_000, 10_000
"""Milliseconds until a browser asks again, of a run that goes on and of one that does not."""
STATIC = Path(str(files(ROOM))) / "static"
_COOKIE = "watch_key"


@dataclass(frozen=True)
class Server:
    """One run that is watched, as its server holds it."""

    run: Path
    hosts: frozenset[str] = LOOPBACK
    """Names under which browsers may reach it."""
    wide: bool = False
    """It listens beyond loopback, and is for those alone who have its key."""
    key: str = field(default_factory=lambda: secrets.token_urlsafe(24))


def application(server: Server) -> FastAPI:
    """Return the pages on one run as an ASGI application."""
    app = FastAPI(title="The company at work", docs_url=None, redoc_url=None, openapi_url=None)
    window = Window(Follower(server.run))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(CompanyError, _not_now)
    app.add_exception_handler(HTTPException, _not_there)
    app.add_exception_handler(Exception, _unexpected)
    if server.wide:
        app.middleware("http")(functools.partial(_with_key, server.key))
    app.add_middleware(Border, desk=server)  # the last one added comes first

    @app.get("/")
    def show(conversation: str = "", list: int = LISTED) -> Response:
        """Show the page."""
        most = _most(list)
        page = window.page(conversation, most, at_once=True)
        noun = window.follower.live.noun
        return HTMLResponse(templates().get_template("watch.html").render(page=page, most=most, noun=noun))

    @app.get("/news")
    def news(conversation: str = "", list: int = LISTED, since: str = "") -> Response:
        """Return the pieces of the page that a browser has not or has otherwise."""
        return JSONResponse(told(window.page(conversation, _most(list)), since))

    @app.get("/figures/{record}")
    def figure(record: str) -> Response:
        """Return the last figure of a record."""
        found = window.figure(record)
        if found is None or picture(found) is None:
            raise HTTPException(404)
        return Response(found, media_type="image/png")

    @app.get("/style.css")
    def style() -> Response:
        """Return the styles, which reports share."""
        return Response(window.styles(), media_type="text/css")

    return app


def told(page: Page, since: str) -> dict[str, Any]:
    """Return what is new on a page since a cursor, as JSON."""
    had = set(since.split(","))
    new = [each for each in page.pieces if f"{each.name}~{each.version}" not in had]
    return {
        "cursor": page.cursor,
        "order": [each.name for each in page.pieces],
        "pieces": {each.name: each.html for each in new},
        "told": [each.told for each in new if each.told],
        "wait": RUNNING_MS if page.standing.state == "running" else QUIET_MS,
    }


def _most(asked: int) -> int:
    return min(max(asked, LISTED), MOST_LISTED)


async def _with_key(key: str, request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
    """Let in who has the key in a cookie, and give it to those who bring it in the link."""
    if hmac.compare_digest(request.cookies.get(_COOKIE, "").encode(), key.encode()):
        return await answer(request)
    if hmac.compare_digest(request.query_params.get("key", "").encode(), key.encode()):
        entered = RedirectResponse("/", 303)
        entered.set_cookie(_COOKIE, key, httponly=True, samesite="strict")
        return entered
    return PlainTextResponse("Open the link that `company watch` printed: it has a key in it.\n", 403)


def _not_now(request: Request, problem: Exception) -> Response:
    return _problem(request, str(problem), 503)


def _not_there(request: Request, problem: Exception) -> Response:
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    return _problem(request, f"there is nothing at {request.url.path} for {request.method}", status)


def _unexpected(request: Request, problem: Exception) -> Response:
    return _problem(request, f"unexpected {type(problem).__name__}; the server's log has all of it", 500)


def _problem(request: Request, message: str, status: int) -> Response:
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"problem": message, "wait": QUIET_MS}, status)
    return HTMLResponse(templates().get_template("problem.html").render(problem=message), status)
