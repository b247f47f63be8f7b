"""What is refused is told as problem details (RFC 9457): what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from company.errors import CompanyError, ReviewError, SandboxError
from human_review.web.access import Refused

MEDIA = "application/problem+json"
MOST_MISTAKES = 20
"""Of one request, that are told."""


class Mistake(BaseModel):
    """Something in a request that is not as it should be."""

    where: str
    """Such as "body.verdict.reasons"."""
    what: str


class Problem(BaseModel):
    """Why something was refused, and what to do, as RFC 9457 has it."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    """What is wrong and what to do next."""
    mistakes: list[Mistake] = []
    """Of a request that could not be understood."""


class NoEntry(Exception):
    """A request without a token that is good for it."""


class Missing(Exception):
    """What a request is about is not there."""


class Unfit(Exception):
    """What is sent was understood, and cannot be said of what it is about."""


_PLAIN: Mapping[type[Exception], int] = {NoEntry: 401, Missing: 404, Unfit: 422, ReviewError: 409, SandboxError: 503}


def explained(app: FastAPI) -> None:
    """Have an application tell what it refuses as problem details."""
    for kind in (*_PLAIN, CompanyError, Refused):
        app.add_exception_handler(kind, _refused)
    app.add_exception_handler(HTTPException, _elsewhere)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(Exception, _unexpected)


def told(status: int, detail: str, mistakes: list[Mistake] | None = None) -> Response:
    """Return problem details as an answer."""
    problem = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail, mistakes=mistakes or [])
    headers = {"WWW-Authenticate": 'Bearer realm="review"'} if status == 401 else None
    return JSONResponse(problem.model_dump(), status, headers, MEDIA)


def _refused(_: Request, problem: Exception) -> Response:
    status = problem.status if isinstance(problem, Refused) else 500
    return told(next((code for kind, code in _PLAIN.items() if isinstance(problem, kind)), status), str(problem))


def _elsewhere(request: Request, problem: Exception) -> Response:
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    if status == 404:
        return told(404, f"there is nothing at {request.url.path}; /api/v1/openapi.json tells what there is")
    if status == 405:
        return told(405, f"{request.method} is not for {request.url.path}; /api/v1/openapi.json tells what is")
    return told(status, str(getattr(problem, "detail", problem)))


def _not_understood(_: Request, problem: Exception) -> Response:
    found = problem.errors() if isinstance(problem, RequestValidationError) else []
    mistakes = [
        Mistake(where=".".join(str(part) for part in each["loc"]), what=each["msg"]) for each in found[:MOST_MISTAKES]
    ]
    first = f"{mistakes[0].where}: {mistakes[0].what}" if mistakes else "this could not be read"
    return told(422, f"{first}; mend it and send it again", mistakes)


def _unexpected(_: Request, problem: Exception) -> Response:
    kind = type(problem).__name__
    return told(500, f"unexpected {kind}; tell who runs the review, and try again: nothing of this was taken")


# in the description

_WHEN = {
    "401": "No token, or none that is good (any more).",
    "403": "The token lacks the scope.",
    "404": "There is no such thing.",
    "409": "It cannot be had as things are: not in your hands, changed meanwhile, in already, to be solved first.",
    "422": "The request could not be understood, or says what cannot be said.",
}


def describe(schema: dict[str, Any]) -> None:
    """Have a description tell of problems, at every call that wants a token, in the place of FastAPI's own."""
    parts = schema["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        parts.pop(name, None)
    parts |= {"Mistake": Mistake.model_json_schema(), "Problem": _problem_schema()}
    content = {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for path in schema["paths"].values():
        for call in path.values():
            call["responses"].pop("422", None)
            call["responses"] |= {code: {"description": when, "content": content} for code, when in _WHEN.items()}


def _problem_schema() -> dict[str, Any]:
    found = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    found.pop("$defs", None)
    return found
