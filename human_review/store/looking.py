"""Who runs the review may look at the verdicts on an open item, and gives up a say of their own on it."""

from __future__ import annotations

import sqlalchemy as sql

import human_review.store.people as people
from company.errors import ReviewError
from human_review.store.events import note
from human_review.store.tables import LOOKED, SLOTS


def look(connection: sql.Connection, now: float, item: str, reviewer: int) -> None:
    """Let an admin see what was said of an item so far. Raises ReviewError for others, and who has it in hand."""
    who = people.locked(connection, reviewer)
    if who.role != "admin":
        raise ReviewError("who judges sees what others said once it is decided; ask who runs the review")
    held = sql.select(SLOTS.c.id).where(
        SLOTS.c.item == item, SLOTS.c.reviewer == who.id, SLOTS.c.state == "leased", SLOTS.c.duty == "review"
    )
    if connection.execute(held).first() is not None:
        raise ReviewError("you have this item to judge; submit a verdict or skip it before you look at others'")
    if not looked(connection, item, who.id):
        connection.execute(sql.insert(LOOKED), {"item": item, "reviewer": who.id})
        note(connection, now, "looked at the verdicts", who.id, item)


def looked(connection: sql.Connection, item: str, reviewer: int) -> bool:
    """Return whether a reviewer has looked at the verdicts on an item before it was decided."""
    there = sql.select(LOOKED.c.item).where(LOOKED.c.item == item, LOOKED.c.reviewer == reviewer)
    return connection.execute(there).first() is not None
