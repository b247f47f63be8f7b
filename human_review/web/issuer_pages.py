"""Signing in by an issuer: off to it, and back with a code.

Who comes back has the browser that went: what was asked for is kept there, sealed, for ten minutes. They are signed in
as by a link, which replaces nobody without asking.
"""

from __future__ import annotations

import hmac
import json
import time
from dataclasses import asdict
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from company.errors import ReviewError
from human_review.web.access import Refused, desk_of
from human_review.web.entering import inside
from human_review.web.issuer import Flow, Issuer
from human_review.web.rendering import page

router = APIRouter()
FLOW_SECONDS = 600.0
TICKET_SECONDS = 60.0
"""From coming back to being signed in."""
_PURPOSE, _PATH = "oidc", "/oidc"


@router.get("/oidc/begin")
def begin(request: Request, next: str = "/") -> Response:
    """Send somebody to the issuer; nothing is changed here before they are back."""
    desk, flow = desk_of(request), Flow(next=inside(next), until=time.time() + FLOW_SECONDS)
    try:
        there = _issuer(request).begin(flow, _back(request))
    except ReviewError as problem:
        return page(request, "enter.html", status=502, next=inside(next), problem=str(problem))
    answer = RedirectResponse(there, 303)
    answer.set_cookie(
        _cookie(request),
        desk.keys.sealed(_PURPOSE, json.dumps(asdict(flow))),
        max_age=int(FLOW_SECONDS),
        path=_PATH,
        httponly=True,
        samesite="lax",  # they come back from another site
        secure=_back(request).startswith("https:"),
    )
    return answer


@router.get("/oidc/back")
def back(request: Request, code: str = "", state: str = "", error: str = "", iss: str = "") -> Response:
    """Take who comes back on to be signed in, where all of it holds and they are allowed."""
    desk, issuer, flow = desk_of(request), _issuer(request), _flow(request)
    answer: Response
    try:
        if flow is None or not hmac.compare_digest(state.encode(errors="replace"), flow.state.encode()):
            raise ReviewError("this sign-in was not begun in this browser a moment ago; begin it here")
        if error or not code:
            raise ReviewError(f"{issuer.name} did not sign you in ({error[:100] or 'no code'}); try again")
        if iss and iss.rstrip("/") != issuer.told.issuer:
            raise ReviewError(f"this answer is not from {issuer.name}; begin the sign-in here")
        address = issuer.end(flow, _back(request), code)
        if (role := issuer.role(address)) is None:
            raise ReviewError(f"{address} is not among those who may review; ask who runs the review")
        who = desk.store.admit(address, role)
    except ReviewError as problem:
        answer = page(request, "enter.html", status=403, next=flow.next if flow else "/", problem=str(problem))
    else:
        ticket = desk.keys.ticket(who.id, time.time(), TICKET_SECONDS)
        answer = RedirectResponse(f"/enter?{urlencode({'next': flow.next})}#{ticket}", 303)
    answer.delete_cookie(_cookie(request), path=_PATH, httponly=True, samesite="lax")
    return answer


def _issuer(request: Request) -> Issuer:
    if (issuer := desk_of(request).issuer) is None:
        raise Refused("nobody signs in here by an issuer; open the link of your invitation", 404)
    return issuer


def _back(request: Request) -> str:
    """Return the address to come back to, which the issuer has to know."""
    seen = desk_of(request).address or str(request.base_url).rstrip("/")
    return f"{seen}{_PATH}/back"


def _cookie(request: Request) -> str:
    return f"{desk_of(request).keys.cookie}_oidc"


def _flow(request: Request) -> Flow | None:
    """Return the sign-in that was begun in this browser; None where none was, or too long ago."""
    told = desk_of(request).keys.unsealed(_PURPOSE, request.cookies.get(_cookie(request), ""))
    flow = Flow(**json.loads(told)) if told is not None else None
    return flow if flow is not None and time.time() < flow.until else None
