"""From one page to the next: where an item is, how a browser is sent on, how long a page says that it was looked at."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from fastapi import Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from human_review.web.posted import Posted

MOST_SECONDS = 86400.0
"""A page that was open for longer tells nothing of how long its item took."""


def place(item: str, kinds: Sequence[str] = (), done: str = "") -> str:
    """Return the address of an item, or of the queue's page for none, with the kinds that were asked for."""
    asked = urlencode([*(("kinds", kind) for kind in kinds), *([("done", done)] if done else [])])
    return f"{f'/items/{item}' if item else '/'}{f'?{asked}' if asked else ''}"


def sent_on(request: Request, where: str) -> Response:
    """Send a browser on: the page's script by JSON, so that it may show that the way was lost, others by redirect."""
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"next": where})
    return RedirectResponse(where, 303)


def seconds_of(form: Posted) -> float | None:
    """Return how long a page says that it was looked at; None where it does not say, or nonsense."""
    try:
        found = float(form.text("seconds"))
    except ValueError:
        return None
    return min(found, MOST_SECONDS) if found >= 0 else None
