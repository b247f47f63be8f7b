"""Tokens of programs: each acts in the name of one person, for some purposes, until a day; of tokens, hashes are kept.

What a token shows is what its person may see. So an admin's has the scope `lead`, and nobody else's has: a program that
is to be as blind as a reviewer is a reviewer's.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from typing import Literal, get_args

import sqlalchemy as sql

from company.errors import ReviewError
from company.records import Frozen
from human_review.store.database import Database
from human_review.store.events import note
from human_review.store.sessions import hashed
from human_review.store.tables import REVIEWERS, TOKENS
from human_review.store.values import Reviewer

Scope = Literal["read", "judge", "lead"]
"""What a program may do: see what its person may open; also take items and judge them; also what is a lead's alone."""


class Token(Frozen):
    """What a program comes in by, in somebody's name; the secret itself is known to the program alone."""

    id: int
    reviewer: Reviewer
    called: str
    """What it is for, in its maker's words."""
    scopes: tuple[Scope, ...]
    made: float
    until: float
    used: float | None = None
    """When it was last used, give or take an hour; None: never."""
    revoked: float | None = None


BEGINS = "review_"
"""So that whoever finds one, in a log or in a repository, knows what it is."""
DAY_SECONDS = 86400.0
LONGEST_DAYS = 366
NOTED_SECONDS = 3600.0
"""How often it is written down that a token is used."""
_KNOWN = sql.select(TOKENS, REVIEWERS.c.name, REVIEWERS.c.role, REVIEWERS.c.active).join(
    REVIEWERS, REVIEWERS.c.id == TOKENS.c.reviewer
)


class Tokens:
    """The tokens of a queue."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database, self._clock = database, clock

    def make(self, name: str, scopes: Collection[Scope], days: float, called: str = "") -> tuple[Token, str]:
        """Return a token of a person, and its secret, which is shown this once.

        Raises ReviewError for nobody's name, for scopes that the person cannot have, and for a time out of bounds.
        """
        if not 0 < days <= LONGEST_DAYS:
            raise ReviewError(f"a token lasts up to {LONGEST_DAYS} days; give a number of days from 1 on")
        now, secret = self._clock(), f"{BEGINS}{secrets.token_urlsafe(32)}"
        with self._database.writing() as connection:
            who = connection.execute(sql.select(REVIEWERS).where(REVIEWERS.c.name == name)).first()
            if who is None or not who.active:
                raise ReviewError(f"nobody called {name!r} may review; invite them first, or look at `people`")
            ordered = _checked(name, who.role, scopes)
            row = {"reviewer": who.id, "called": called.strip()[:200], "scopes": " ".join(ordered), "made": now}
            row |= {"hash": hashed(secret), "until": now + days * DAY_SECONDS}
            number = connection.execute(sql.insert(TOKENS).values(row).returning(TOKENS.c.id)).scalar_one()
            note(connection, now, "token made", who.id, None, token=number, scopes=ordered)
            made = connection.execute(_KNOWN.where(TOKENS.c.id == number)).mappings().one()
        return _token(made), secret

    def of(self, secret: str) -> Token:
        """Return the token of a secret, and note its use. Raises ReviewError for one that is not good (any more)."""
        now = self._clock()
        with self._database.reading() as connection:
            row = connection.execute(_KNOWN.where(TOKENS.c.hash == hashed(secret))).mappings().first()
        if row is None:
            raise ReviewError("this token is none of this review's; who runs the review makes one with `tokens add`")
        if row["revoked"] is not None or not row["active"]:
            raise ReviewError("this token was revoked; ask who runs the review for another one")
        if now >= row["until"]:
            raise ReviewError("this token's time is over; ask who runs the review for another one")
        if row["used"] is None or now - row["used"] > NOTED_SECONDS:
            with self._database.writing() as connection:
                connection.execute(sql.update(TOKENS).where(TOKENS.c.id == row["id"]).values(used=now))
        return _token(row)

    def listed(self) -> list[Token]:
        """Return all tokens that were ever made, in that order."""
        with self._database.reading() as connection:
            return [_token(row) for row in connection.execute(_KNOWN.order_by(TOKENS.c.id)).mappings()]

    def good(self, token: Token) -> bool:
        """Return whether a program may come in by a token now."""
        return token.revoked is None and token.reviewer.active and self._clock() < token.until

    def revoke(self, number: int) -> Token:
        """End a token by its number. Raises ReviewError where there is none."""
        now = self._clock()
        with self._database.writing() as connection:
            mine = sql.update(TOKENS).where(TOKENS.c.id == number)
            if connection.execute(mine.values(revoked=sql.func.coalesce(TOKENS.c.revoked, now))).rowcount == 0:
                raise ReviewError(f"there is no token {number}; `tokens list` has their numbers")
            row = connection.execute(_KNOWN.where(TOKENS.c.id == number)).mappings().one()
            note(connection, now, "token revoked", row["reviewer"], None, token=number)
        return _token(row)


def revoke_all(connection: sql.Connection, now: float, reviewer: int) -> None:
    """End all tokens of a person."""
    theirs = (TOKENS.c.reviewer == reviewer, TOKENS.c.revoked.is_(None))
    connection.execute(sql.update(TOKENS).where(*theirs).values(revoked=now))


def _checked(name: str, role: str, scopes: Collection[Scope]) -> list[Scope]:
    """Return scopes in their order. Raises ReviewError for none, and for those that do not go with a role."""
    if not scopes:
        raise ReviewError(f"a token needs a scope; give some of {', '.join(get_args(Scope))}")
    if role == "admin" and "lead" not in scopes:
        raise ReviewError(
            f"{name} is an admin, and a token of theirs shows what reviewers may not see: give it the scope lead, too, "
            "or make one for a reviewer"
        )
    if role != "admin" and "lead" in scopes:
        raise ReviewError(f"{name} is a {role}, and the scope lead is for admins; leave it out")
    return [each for each in get_args(Scope) if each in scopes]


def _token(row: sql.RowMapping) -> Token:
    who = Reviewer(id=row["reviewer"], name=row["name"], role=row["role"], active=row["active"])
    told = {name: row[name] for name in ("id", "called", "made", "until", "used", "revoked")}
    return Token(**told, reviewer=who, scopes=tuple(row["scopes"].split()))
