"""Sign-ins: who came in by a link, until they leave, are away for long, or are let go.

A sign-in has a name of its own, which nobody but one browser knows: a link that was sent by mail is no key to what its
owner does, and a cookie that somebody copied is worth nothing once its owner has signed out. Of names, hashes are kept.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

import sqlalchemy as sql

from company.errors import ReviewError
from human_review.store.database import Database
from human_review.store.tables import REVIEWERS, SESSIONS
from human_review.store.values import Reviewer

LONGEST_SECONDS = 30 * 86400.0
"""A sign-in ends then, however often it is used."""
NOTED_SECONDS = 60.0
"""How often it is written down that somebody is still there: a page that is looked at should not wait for a disk."""
MOST = 20
"""Sign-ins of one person at the same time, such as in several browsers; the one that rested longest ends."""
_OVER = "you are not signed in (any more); open your invitation's link again: your words are kept"
_KNOWN = sql.select(SESSIONS.c.begun, SESSIONS.c.seen, REVIEWERS).join(REVIEWERS, REVIEWERS.c.id == SESSIONS.c.reviewer)


class Sessions:
    """The sign-ins of a queue."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database, self._clock = database, clock

    def begin(self, token: str) -> str:
        """Sign in the owner of an invitation's token; return the name of the sign-in. Raises ReviewError for nobody's.

        It ends with the invitation: with the next one for the same name, and with dismissal.
        """
        return self._begin(REVIEWERS.c.token_hash == hashed(token))

    def begin_for(self, reviewer: int) -> str:
        """Sign in a reviewer who is known otherwise. Raises ReviewError for one who may not judge (any more)."""
        return self._begin(REVIEWERS.c.id == reviewer)

    def _begin(self, which: sql.ColumnElement[bool]) -> str:
        now, name = self._clock(), secrets.token_urlsafe(32)
        with self._database.writing() as connection:
            owner = connection.execute(sql.select(REVIEWERS.c.id).where(which, REVIEWERS.c.active)).scalar()
            if owner is None:
                raise ReviewError("this invitation is not valid (any more); ask who runs the review for a new one")
            theirs = sql.select(SESSIONS.c.hash).where(SESSIONS.c.reviewer == owner)
            kept = theirs.where(SESSIONS.c.begun > now - LONGEST_SECONDS).order_by(SESSIONS.c.seen.desc())
            stay = connection.execute(kept.limit(MOST - 1)).scalars().all()
            connection.execute(
                sql.delete(SESSIONS).where(SESSIONS.c.reviewer == owner, SESSIONS.c.hash.not_in(list(stay)))
            )
            row = {"hash": hashed(name), "reviewer": owner, "begun": now, "seen": now}
            connection.execute(sql.insert(SESSIONS), row)
        return name

    def whose(self, name: str, idle: float, *, attended: bool = True) -> Reviewer:
        """Return who is signed in under a name, and note that they are there.

        `idle`: the seconds without a request after which it is over; one that nobody asked for, such as a page that
        looks again by itself, is not `attended` and does not count. Raises ReviewError where nobody is (any more).
        """
        now, known = self._clock(), hashed(name)
        with self._database.reading() as connection:
            row = connection.execute(_KNOWN.where(SESSIONS.c.hash == known)).mappings().first()
        if row is None or not row["active"]:
            raise ReviewError(_OVER)
        if now - row["seen"] > idle or now - row["begun"] > LONGEST_SECONDS:
            self.end(name)
            raise ReviewError(_OVER)
        if attended and now - row["seen"] > min(NOTED_SECONDS, idle / 4):
            with self._database.writing() as connection:
                connection.execute(sql.update(SESSIONS).where(SESSIONS.c.hash == known).values(seen=now))
        return Reviewer(id=row["id"], name=row["name"], role=row["role"], active=row["active"])

    def end(self, name: str) -> None:
        """Sign out: the name is worth nothing from now on."""
        with self._database.writing() as connection:
            connection.execute(sql.delete(SESSIONS).where(SESSIONS.c.hash == hashed(name)))


def end_all(connection: sql.Connection, reviewer: int) -> None:
    """Sign a reviewer out everywhere."""
    connection.execute(sql.delete(SESSIONS).where(SESSIONS.c.reviewer == reviewer))


def hashed(secret: str) -> str:
    """Return a plain hash of a secret, which is enough for 256 random bits."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
