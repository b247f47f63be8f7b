"""What a response to a case says, whoever wrote it: a model, one of our solvers, or another program."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, get_args

Course = Literal["at once", "after debugging", "never"]
COURSES: tuple[Course, ...] = get_args(Course)


@dataclass(frozen=True)
class Response:
    """What a response to a case says."""

    code: str
    """The reply that holds the code, or the code itself; "" where there is a picture alone."""
    course: str | None = None
    """Of an agent's: how its draft came about."""
    rolled_back: bool = False
    calls: int = 1
    picture: str | None = None
    """A picture that was drawn elsewhere, as a data URL."""
    approved: bool = False
    """Of an agent's: whether eyes found nothing to change in its draft."""


def response_in(text: str) -> Response:
    """Return what a response says, whether a solver of ours wrote it or a model's reply is all that there is."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    if isinstance(told, dict) and isinstance(told.get("code"), str):
        return _read(told)
    return Response("", picture=text.strip()) if text.lstrip().startswith("data:image/") else Response(text)


def _read(told: dict[str, Any]) -> Response:
    course, calls, picture = told.get("course"), told.get("calls"), told.get("picture")
    return Response(
        told["code"],
        course if course in COURSES else None,
        told.get("rolled_back") is True,
        calls if isinstance(calls, int) and not isinstance(calls, bool) else 1,
        picture if isinstance(picture, str) else None,
        approved=told.get("approved") is True,
    )
