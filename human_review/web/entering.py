"""Signing in with an invitation's link, and out."""

from __future__ import annotations

import re
import time
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from company.errors import ReviewError
from human_review.store import Reviewer
from human_review.store.sessions import LONGEST_SECONDS
from human_review.web.access import desk_of, form_checked, known
from human_review.web.desk import Desk
from human_review.web.rendering import page

router = APIRouter()
_PATH = re.compile(r"/(?!/)[\w\-.~%!$&'()*+,;=:@/]*", re.ASCII)
"""A path and nothing else. Browsers leave tabs and line ends out of addresses, and read a backslash as a slash."""


@router.get("/enter")
def door(request: Request, next: str = "/") -> Response:
    """Return the page that a link opens: the token is behind its #, which browsers send to nobody, and is posted.

    A page that was opened from elsewhere comes without its cookie, and asks by JSON whether somebody is signed in.
    """
    who = known(request)
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"who": who.name if who else None, "next": inside(next)})
    return page(request, "enter.html", next=inside(next), problem="")


@router.post("/enter")
def enter(
    request: Request,
    token: Annotated[str, Form()],
    next: Annotated[str, Form()] = "/",
    instead: Annotated[str, Form()] = "",
    csrf: Annotated[str, Form()] = "",
) -> Response:
    """Sign in by an invitation's token, or by the link that holds one, under a name of its own in a cookie.

    Somebody else who is signed in at this browser is asked first: a link that others sent replaces nobody.
    """
    desk, given, present = desk_of(request), token.strip().rpartition("#")[2], known(request)
    try:
        owner = _owner(desk, given)
        if present is not None and present.id == owner.id:
            return RedirectResponse(inside(next), 303)
        if present is not None and not instead:
            return page(request, "instead.html", status=409, next=inside(next), token=given, owner=owner)
        if present is not None:
            form_checked(request, csrf)
            desk.store.sessions.end(request.cookies[desk.keys.cookie])
        session = _session(desk, given)
    except ReviewError as problem:
        return page(request, "enter.html", status=403, next=inside(next), problem=str(problem))
    answer = RedirectResponse(inside(next), 303)
    secure = request.headers.get("origin", "").startswith("https:")
    answer.set_cookie(
        desk.keys.cookie, session, max_age=int(LONGEST_SECONDS), httponly=True, samesite="strict", secure=secure
    )
    return answer


@router.post("/leave")
def leave(request: Request) -> Response:
    """Sign out: of this browser, and of every copy of its cookie."""
    desk = desk_of(request)
    desk.store.sessions.end(request.cookies[desk.keys.cookie])
    answer = RedirectResponse("/enter", 303)
    answer.delete_cookie(desk.keys.cookie, httponly=True, samesite="strict")
    return answer


def _owner(desk: Desk, token: str) -> Reviewer:
    """Return whom a token signs in. Raises ReviewError for one that is nobody's (any more)."""
    starter = desk.keys.bearer(token, time.time())
    if starter is None:
        return desk.store.reviewer(token)
    for each in desk.store.reviewers():
        if each.id == starter and each.active:
            return each
    raise ReviewError("this sign-in is not valid (any more); ask who runs the review for an invitation")


def _session(desk: Desk, token: str) -> str:
    starter = desk.keys.bearer(token, time.time())
    return desk.store.sessions.begin(token) if starter is None else desk.store.sessions.begin_for(starter)


def inside(place: str) -> str:
    """Return a path on this server, whatever was asked for."""
    return place if _PATH.fullmatch(place) else "/"
