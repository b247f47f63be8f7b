"""Signing in with an invitation's link, and out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from company.errors import ReviewError
from human_review.web.access import SESSION_SECONDS, desk_of, session_for, whose
from human_review.web.rendering import page

router = APIRouter()


@router.get("/enter")
def door(request: Request, next: str = "/") -> Response:
    """Return the page that a link opens: the token is behind its #, which browsers send to nobody, and is posted."""
    desk = desk_of(request)
    session = request.cookies.get(desk.keys.cookie)
    if session is not None:
        try:
            whose(desk, session)
        except ReviewError:
            pass
        else:
            return RedirectResponse(_inside(next), 303)
    return page(request, "enter.html", next=_inside(next), problem="")


@router.post("/enter")
def enter(request: Request, token: Annotated[str, Form()], next: Annotated[str, Form()] = "/") -> Response:
    """Take an invitation's token, or the link that holds one, and keep it in a cookie that no script can read."""
    desk = desk_of(request)
    given = token.strip().rpartition("#")[2]
    try:
        session, _ = session_for(desk, given)
    except ReviewError as problem:
        return page(request, "enter.html", status=403, next=_inside(next), problem=str(problem))
    answer = RedirectResponse(_inside(next), 303)
    secure = request.headers.get("origin", "").startswith("https:")
    answer.set_cookie(
        desk.keys.cookie, session, max_age=SESSION_SECONDS, httponly=True, samesite="strict", secure=secure
    )
    return answer


@router.post("/leave")
def leave(request: Request) -> Response:
    """Sign out of this browser."""
    answer = RedirectResponse("/enter", 303)
    answer.delete_cookie(desk_of(request).keys.cookie, httponly=True, samesite="strict")
    return answer


def _inside(place: str) -> str:
    """Return an address on this server, whatever was asked for."""
    return place if place.startswith("/") and not place.startswith(("//", "/\\")) else "/"
