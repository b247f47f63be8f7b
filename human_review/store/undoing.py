"""Whether a verdict can be taken back: by the last who judged, until somebody or something builds on it."""

from __future__ import annotations

import sqlalchemy as sql

import human_review.store.gold as gold
import human_review.store.items as items
from human_review.store.looking import looked
from human_review.store.tables import SLOTS, VERDICTS
from human_review.store.values import Item, Reviewer

ALONE_SECONDS = 60.0
"""How long a decision on gold can be taken back: as long as others, which are then written to the run."""


def own_slot(connection: sql.Connection, item: Item, who: Reviewer) -> sql.RowMapping | None:
    """Return the slot on which the reviewer's verdict stands."""
    mine = sql.select(SLOTS).where(SLOTS.c.item == item.id, SLOTS.c.reviewer == who.id, SLOTS.c.state == "done")
    return connection.execute(mine).mappings().first()


def why_not(connection: sql.Connection, now: float, item: Item, who: Reviewer) -> str:
    """Return why the reviewer's verdict on an item cannot be taken back; empty where it can."""
    mine = own_slot(connection, item, who)
    if mine is None:
        return f"you have no verdict on {item.record} to take back; ask for the next item"
    if item.state == "stale":
        return items.gone(item)
    if looked(connection, item.id, who.id):
        return f"you have looked at what others said of {item.record}; yours stands"
    if mine["duty"] == "tutorial":
        return f"{item.record} is of the tutorial, and you were told what was right; it does not count"
    if mine["duty"] == "gold":
        return _why_not_gold(connection, now, item, who, mine["verdict"])
    others = sql.select(SLOTS.c.state, SLOTS.c.verdict, SLOTS.c.duty).where(
        SLOTS.c.item == item.id, SLOTS.c.id != mine["id"], SLOTS.c.duty.not_in(gold.DUTIES)
    )
    for other in connection.execute(others).all():
        if other.state == "done" and other.verdict > mine["verdict"]:
            return _since(item)
        if other.state == "leased" and other.duty == "adjudication":
            return f"an adjudicator is just deciding on {item.record}; yours stands: leave them a comment"
    return _written(item) if item.applied is not None else ""


def _why_not_gold(connection: sql.Connection, now: float, item: Item, who: Reviewer, verdict: int) -> str:
    """Return the reason that there would be were it no gold, as far as the reviewer can tell."""
    seen = gold.as_seen(connection, item, who)
    given = connection.execute(sql.select(VERDICTS.c.at).where(VERDICTS.c.id == verdict)).scalar_one()
    if seen.state == "decided" and seen.decided_by == "adjudication":
        return _since(item)
    return _written(item) if seen.state == "decided" and now - given > ALONE_SECONDS else ""


def _since(item: Item) -> str:
    return f"another verdict on {item.record} is in since yours; yours stands: who runs the review can open it again"


def _written(item: Item) -> str:
    return f"the decision on {item.record} is in the run already; who runs the review can open it again"
