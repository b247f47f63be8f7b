"""What is left of a review, counted for those who reckon how long it takes."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sql

from human_review.store.tables import ITEMS, OPEN, SLOTS, VERDICTS

WEEK = 7 * 86_400.0
DAY = 86_400.0


@dataclass(frozen=True)
class LeftOfKind:
    """Reviews of a kind that are to come, of items that ask for the same skill and are kept for the same people."""

    kind: str
    skill: str
    count: int
    kept: str | None = None
    """For whom; see `shares`."""


@dataclass(frozen=True)
class Left:
    """What is left."""

    reviews: tuple[LeftOfKind, ...]
    open: int
    """Items that reviews are to come for."""
    adjudications: int
    """Items that wait for an adjudicator."""
    agreed: int
    """Items that reviewers agreed on."""
    adjudicated: int
    a_day: float
    """Verdicts a day in the last week, or since the first one in it."""


def left(connection: sql.Connection, now: float) -> Left:
    """Count what is left."""
    waiting = sql.or_(OPEN, SLOTS.c.state == sql.literal_column("'leased'"))
    reviews = (
        sql.select(SLOTS.c.kind, SLOTS.c.skill, sql.func.count(), SLOTS.c.kept)
        .where(waiting, SLOTS.c.duty == "review")
        .group_by(SLOTS.c.kind, SLOTS.c.skill, SLOTS.c.kept)
        .order_by(SLOTS.c.kind, SLOTS.c.skill, SLOTS.c.kept)
    )
    by = (ITEMS.c.state, ITEMS.c.decided_by)
    states = {tuple(row[:2]): row[2] for row in connection.execute(sql.select(*by, sql.func.count()).group_by(*by))}
    since = sql.select(sql.func.count(), sql.func.min(VERDICTS.c.at)).where(VERDICTS.c.at > now - WEEK)
    count, first = connection.execute(since).one()
    return Left(
        reviews=tuple(LeftOfKind(*row) for row in connection.execute(reviews)),
        open=states.get(("open", None), 0),
        adjudications=states.get(("adjudication", None), 0),
        agreed=states.get(("decided", "review"), 0),
        adjudicated=states.get(("decided", "adjudication"), 0),
        a_day=count / max(1.0, (now - first) / DAY) if count else 0.0,
    )
