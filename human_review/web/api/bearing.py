"""Who sends a request: the person of the token that it bears. Cookies open nothing here, so no page can misuse them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from company.errors import ReviewError
from human_review.store import Reviewer, Scope, Token
from human_review.web.access import Refused, desk_of
from human_review.web.api.problems import NoEntry

_BEARER = HTTPBearer(
    scheme_name="token",
    description="A token of `company review RUN tokens add NAME`: it shows what that person may see, and may do what "
    "its scopes say. `read` opens; `judge` also takes items and judges them; `lead`, an admin's, tells of everybody.",
    auto_error=False,
)


def token_of(request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)]) -> Token:
    """Return the token of a request. Raises NoEntry where it bears none that is good."""
    if given is None:
        raise NoEntry(
            "this needs a token: send it as `Authorization: Bearer TOKEN`; "
            "who runs the review makes one with `company review RUN tokens add NAME`"
        )
    try:
        return desk_of(request).store.tokens.of(given.credentials)
    except ReviewError as problem:
        raise NoEntry(str(problem)) from None


Bearing = Annotated[Token, Depends(token_of)]


def _needs(scope: Scope) -> object:
    def allowed(token: Bearing) -> Reviewer:
        if scope not in token.scopes:
            raise Refused(
                f"this needs the scope {scope}, and this token has {', '.join(token.scopes)}; "
                f"ask who runs the review for one with it"
            )
        return token.reviewer

    return Depends(allowed)


def _anybody(token: Bearing) -> Reviewer:
    return token.reviewer


Reading = Annotated[Reviewer, Depends(_anybody)]
"""Whoever has a token at all may read what its person may."""
Judging = Annotated[Reviewer, _needs("judge")]
Leading = Annotated[Reviewer, _needs("lead")]
