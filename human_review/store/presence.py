"""How long a reviewer was really at an item, from the signs of life of its page.

Signs are being given the item, a heartbeat (each minute while the page is in use), a draft (within a second of the last
key), giving it back, and the verdict. The time between two signs counts, but never more than `LONGEST_PAUSE`: who walks
away stops sending signs, and is counted for a minute and a half at most, however late they come back. Visits add up.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from human_review.store.tables import PRESENCE

LONGEST_PAUSE = 90.0
"""Seconds: a heartbeat comes each 60, and may be late."""
NOISE = 5.0
"""Seconds by which a page's clock may be off."""


@dataclass(frozen=True)
class Presence:
    """A reviewer's time at an item."""

    seconds: float
    """Of these, the reviewer was there."""
    since: float
    """When it was first in their hands."""


def sign(connection: sql.Connection, now: float, reviewer: int, item: str, *, arriving: bool = False) -> Presence:
    """Note a sign of life; what comes before an arrival does not count."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    pause = now - PRESENCE.c.last
    spent = sql.case((pause < 0, 0.0), (pause > LONGEST_PAUSE, LONGEST_PAUSE), else_=pause)
    row = {"item": item, "reviewer": reviewer, "seconds": 0.0, "first": now, "last": now}
    change = {"last": now} if arriving else {"last": now, "seconds": PRESENCE.c.seconds + spent}
    statement = (
        insert(PRESENCE)
        .values(row)
        .on_conflict_do_update(index_elements=["item", "reviewer"], set_=change)
        .returning(PRESENCE.c.seconds, PRESENCE.c.first)
    )
    found = connection.execute(statement).one()
    return Presence(found.seconds, found.first)


def spent(found: Presence, told: float | None, now: float) -> float:
    """Return the seconds that a verdict took; `told` are its sender's.

    A sender who tells of more time than has passed since the item was handed out measured it elsewhere, as an imported
    verdict does, and is believed.
    """
    return told if told is not None and told > now - found.since + NOISE else found.seconds
