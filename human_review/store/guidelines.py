"""Guidelines as they were written here, version by version; nothing of an old one is ever changed.

Version 1 is the one that a kind comes with, which the store has no text of.
"""

from __future__ import annotations

import sqlalchemy as sql
from pydantic import Field

from company.errors import ReviewError
from company.records import Frozen
from company.reviewing.kinds import kind_of
from human_review.store.database import kinds_in
from human_review.store.events import note
from human_review.store.tables import GUIDELINES, ITEMS, SLOTS, VERDICTS


class Guideline(Frozen):
    """What people go by when they judge a kind, in one of its versions."""

    kind: str
    version: int = Field(ge=1)
    """1: the one that the kind comes with, of which the store has no text."""
    text: str
    because: str = ""
    """What was changed, and why."""
    reviewer: int = 0
    """Who wrote it."""
    at: float = 0.0


LONGEST = 20_000
"""Characters of a guideline."""
FIRST = 1
"""The version that a kind comes with."""


def write(connection: sql.Connection, now: float, wanted: Guideline) -> int:
    """Keep a guideline as the version that it is meant to be, the one after the last; return its number.

    Raises ReviewError for one that says nothing or too much, and where somebody else has written that version.
    """
    kind_of(kinds_in(connection), wanted.kind)
    text = wanted.text.strip()
    if not text or len(text) > LONGEST:
        raise ReviewError(f"a guideline has from 1 to {LONGEST:,} characters; write some, or fewer")
    before = current(connection, wanted.kind)
    if wanted.version != before + 1:
        raise ReviewError(
            f"version {before} of this guideline was written while you wrote yours; load the page again, and bring "
            "your words into it"
        )
    row = wanted.model_copy(update={"text": text, "at": now}).model_dump()
    connection.execute(sql.insert(GUIDELINES), row)
    note(connection, now, "guideline", wanted.reviewer, None, kind=wanted.kind, version=wanted.version)
    return wanted.version


def current(connection: sql.Connection, kind: str) -> int:
    """Return the number of a kind's present version."""
    last = sql.select(sql.func.max(GUIDELINES.c.version)).where(GUIDELINES.c.kind == kind)
    return connection.execute(last).scalar() or FIRST


def of_kind(connection: sql.Connection, kind: str) -> list[Guideline]:
    """Return the versions that were written here, the oldest first."""
    statement = sql.select(GUIDELINES).where(GUIDELINES.c.kind == kind).order_by(GUIDELINES.c.version)
    return [Guideline(**row) for row in connection.execute(statement).mappings()]


def judged_under(connection: sql.Connection, kind: str) -> dict[int, int]:
    """Count the standing verdicts on a kind by the version that they were given under."""
    statement = (
        sql.select(VERDICTS.c.guideline, sql.func.count())
        .join(SLOTS, SLOTS.c.verdict == VERDICTS.c.id)
        .join(ITEMS, ITEMS.c.id == SLOTS.c.item)
        .where(SLOTS.c.state == "done", ITEMS.c.kind == kind)
        .group_by(VERDICTS.c.guideline)
    )
    return {version: count for version, count in connection.execute(statement)}
