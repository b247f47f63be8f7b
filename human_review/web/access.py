"""Who may see and change what: sessions, roles, and where a request has to come from.

Nothing is changed by GET. What changes something has to come from a page of this server (`Origin`), from somebody who
is signed in (cookie), and from a form that was made for them (token). Requests under a foreign host name are refused
before anything is looked at, so that no page elsewhere can reach the server by a name of its own.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import secrets
from collections.abc import Sequence
from typing import Annotated, Any, Protocol
from urllib.parse import urlsplit

from fastapi import Depends, Request
from fastapi.responses import PlainTextResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from company.errors import ReviewError
from human_review.store import Reviewer, ReviewerRole
from human_review.web.desk import Desk
from human_review.web.posted import Posted

MOST_BYTES = 32 * 2**20
"""Of one request; a draft with the longest cell that a table may have stays far below."""
BODY_SECONDS = 60.0
"""Until all of a request is there."""
SAFE = ("GET", "HEAD", "OPTIONS")
EVERYWHERE = frozenset({"0.0.0.0", "::"})
"""Where a server listens that is to be reached by every address of its machine."""
UNATTENDED = "unattended"
"""In the address of a page that looks again by itself: nobody need be there."""
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
        """Names under which browsers may reach it; one of `EVERYWHERE` stands for the addresses of the machine."""


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
        if not _ours(host, self.desk.hosts, scope.get("server")):
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
    """Return the body as it comes in, as far as may be and in time: not every one says beforehand how long it is."""
    came, whole, until = 0, False, asyncio.get_running_loop().time() + BODY_SECONDS

    async def some() -> Message:
        nonlocal came, whole
        if whole:  # what is waited for is the end of the connection
            return await receive()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise Refused("this did not come in time; send it again", 408) from None
        whole = not message.get("more_body", False)
        came += len(message.get("body", b""))
        if came > MOST_BYTES:
            raise Refused(f"a request may have {MOST_BYTES:,} bytes; send less", 413)
        return message

    return some


def _ours(host: str, hosts: frozenset[str], server: Sequence[Any] | None) -> bool:
    """Return whether a host name is one that was configured; `server` is where the connection came in."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:  # such as brackets that do not close
        return False
    if name in EVERYWHERE:
        return False
    if name in hosts:
        return True
    # Who listens at every address of the machine is reached by the one that was connected to, and by no other.
    address = None if hosts.isdisjoint(EVERYWHERE) or server is None else _address(name)
    return address is not None and server is not None and address == _address(str(server[0]))


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


async def change_checked(request: Request) -> None:
    """Refuse changes that no form of ours asked for; a dependency of every route."""
    if request.method in SAFE:
        return
    origin, desk = request.headers.get("origin", ""), desk_of(request)
    ours = origin in (desk.address, f"http://{request.headers.get('host')}")
    if not origin or not ours:
        raise Refused("this did not come from a page of the review; open the review itself and do it there")
    if request.url.path == "/enter":
        return
    # Who is unknown is refused before what they sent is taken apart.
    await run_in_threadpool(signed_in, request)
    given = request.headers.get("x-csrf-token")
    if given is None:
        given = str((await request.form()).get("csrf", ""))
    form_checked(request, given)


def form_checked(request: Request, csrf: str) -> None:
    """Refuse a form that was not made for the sender's own sign-in."""
    desk = desk_of(request)
    made_for = desk.keys.csrf(request.cookies.get(desk.keys.cookie, ""))
    if not hmac.compare_digest(csrf.encode(errors="replace"), made_for.encode()):
        raise Refused("this form was made for another sign-in; load the page again and repeat it")


def desk_of(request: Request) -> Desk:
    """Return the desk of the server that a request came to."""
    desk: Desk = request.app.state.desk
    return desk


def signed_in(request: Request) -> Reviewer:
    """Return the sender of a request. Raises NotSignedIn where that is not known."""
    if (who := known(request)) is None:
        raise NotSignedIn
    return who


def known(request: Request) -> Reviewer | None:
    """Return who is signed in at the browser that a request came from; None where nobody is (any more)."""
    found: Reviewer | None = getattr(request.state, "who", None)
    desk = desk_of(request)
    session = request.cookies.get(desk.keys.cookie)
    if found is not None or session is None:
        return found
    try:
        found = desk.store.sessions.whose(
            session, 3600 * desk.settings.idle_hours, attended=UNATTENDED not in request.query_params
        )
    except ReviewError:
        return None
    request.state.who = found
    return found


Signed = Annotated[Reviewer, Depends(signed_in)]


def _with_role(*roles: ReviewerRole) -> object:
    def allowed(who: Signed) -> Reviewer:
        if who.role not in roles:
            raise Refused(f"this is for {' and '.join(f'{role}s' for role in roles)}; you are a {who.role}")
        return who

    return Depends(allowed)


Adjudicating = Annotated[Reviewer, _with_role("adjudicator", "admin")]
Administering = Annotated[Reviewer, _with_role("admin")]


async def _posted(request: Request) -> Posted:
    return Posted(await request.form())


Form = Annotated[Posted, Depends(_posted)]
"""What was sent with a page's form."""
