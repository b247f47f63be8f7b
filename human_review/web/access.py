"""Who may see and change what: sessions, roles, and where a request has to come from.

Nothing is changed by GET. What changes something has to come from a page of this server (`Origin`), from somebody who
is signed in (cookie), and from a form that was made for them (token). Requests under a foreign host name are refused
before anything is looked at, so that no page elsewhere can reach the server by a name of its own.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import time
from typing import Annotated, Protocol
from urllib.parse import urlsplit

from fastapi import Depends, Request
from fastapi.responses import PlainTextResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from company.errors import ReviewError
from human_review.store import Reviewer, ReviewerRole
from human_review.web.desk import Desk

SESSION_SECONDS = 90 * 86400
MOST_BYTES = 32 * 2**20
"""Of one request; a draft with the longest cell that a table may have stays far below."""
SAFE = ("GET", "HEAD", "OPTIONS")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": browsers would call the origin of our own forms null.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


class NotSignedIn(Exception):
    """Nobody is known to have sent this."""


class Refused(Exception):
    """Somebody who may not, or a request that did not come from a page of ours; with what to do."""

    def __init__(self, message: str, status: int = 403) -> None:
        super().__init__(message)
        self.status = status


class Named(Protocol):
    """A server, as far as its name is concerned."""

    @property
    def hosts(self) -> frozenset[str]:
        """Names under which browsers may reach it."""

    @property
    def wide(self) -> bool:
        """Whether it listens beyond loopback."""


class Border:
    """Middleware: host names, sizes, and what every answer says to browsers. `request.state.nonce` is for styles."""

    def __init__(self, app: ASGIApp, desk: Named) -> None:
        self.app, self.desk = app, desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, nonce = Headers(scope=scope), secrets.token_urlsafe(16)
        scope.setdefault("state", {})["nonce"] = nonce

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                for name, value in {**_HEADERS, "Content-Security-Policy": _POLICY.format(nonce=nonce)}.items():
                    told.setdefault(name, value)
                told.setdefault("Cache-Control", "no-cache" if scope["path"].startswith("/static/") else "no-store")
            await send(message)

        host = headers.get("host", "")
        if not _known(host, self.desk):
            refusal = PlainTextResponse(
                f"This server is not called {host[:100]!r}; use the address that it printed when it started.\n", 421
            )
        elif (length := headers.get("content-length", "0")).isdigit() and int(length) > MOST_BYTES:
            refusal = PlainTextResponse(f"A request may have {MOST_BYTES:,} bytes; send less.\n", 413)
        else:
            await self.app(scope, _bounded(receive), answer)
            return
        await refusal(scope, receive, answer)


def _bounded(receive: Receive) -> Receive:
    """Return the body as it comes in, as far as may be: not every one says beforehand how long it is."""
    came = 0

    async def some() -> Message:
        nonlocal came
        message = await receive()
        came += len(message.get("body", b""))
        if came > MOST_BYTES:
            raise Refused(f"a request may have {MOST_BYTES:,} bytes; send less", 413)
        return message

    return some


def _known(host: str, desk: Named) -> bool:
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    if name in desk.hosts:
        return True
    if not desk.wide:
        return False
    try:  # no name was asked for, so none can have been made to point here
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def change_checked(request: Request) -> None:
    """Refuse changes that no form of ours asked for; a dependency of every route."""
    if request.method in SAFE:
        return
    origin, desk = request.headers.get("origin", ""), desk_of(request)
    ours = origin in (desk.address, f"http://{request.headers.get('host')}")
    if not origin or not ours:
        raise Refused("this did not come from a page of the review; open the review itself and do it there")
    session = request.cookies.get(desk.keys.cookie)
    if request.url.path == "/enter":
        return
    if session is None:
        raise NotSignedIn
    given = request.headers.get("x-csrf-token")
    if given is None:
        given = str((await request.form()).get("csrf", ""))
    if not hmac.compare_digest(given.encode(), desk.keys.csrf(session).encode()):
        raise Refused("this form was made for another sign-in; load the page again and repeat it")


def desk_of(request: Request) -> Desk:
    """Return the desk of the server that a request came to."""
    desk: Desk = request.app.state.desk
    return desk


def whose(desk: Desk, session: str) -> Reviewer:
    """Return the reviewer of a session. Raises ReviewError where it is nobody's (any more)."""
    owner = desk.keys.bearer("own", session, time.time())
    if owner is None:
        return desk.store.reviewer(session)
    return _active(desk, owner)


def session_for(desk: Desk, token: str) -> tuple[str, Reviewer]:
    """Return the session and reviewer of an invitation, or of the starter's link. Raises as `whose` does."""
    now = time.time()
    starter = desk.keys.bearer("start", token, now)
    if starter is None:
        return token, desk.store.reviewer(token)
    return desk.keys.ticket("own", starter, now), _active(desk, starter)


def _active(desk: Desk, reviewer: int) -> Reviewer:
    for each in desk.store.reviewers():
        if each.id == reviewer and each.active:
            return each
    raise ReviewError("this sign-in is not valid (any more); ask who runs the review for an invitation")


def signed_in(request: Request) -> Reviewer:
    """Return the sender of a request. Raises NotSignedIn where that is not known."""
    desk = desk_of(request)
    session = request.cookies.get(desk.keys.cookie)
    if session is None:
        raise NotSignedIn
    try:
        who = whose(desk, session)
    except ReviewError as problem:
        raise NotSignedIn from problem
    request.state.who = who
    return who


Signed = Annotated[Reviewer, Depends(signed_in)]


def _with_role(*roles: ReviewerRole) -> object:
    def allowed(who: Signed) -> Reviewer:
        if who.role not in roles:
            raise Refused(f"this is for {' and '.join(f'{role}s' for role in roles)}; you are a {who.role}")
        return who

    return Depends(allowed)


Adjudicating = Annotated[Reviewer, _with_role("adjudicator", "admin")]
Administering = Annotated[Reviewer, _with_role("admin")]
