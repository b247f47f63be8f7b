"""What is done to many items at once, by who runs the review: taken out of the queue or given to somebody; undoable.

An item that was taken out stays out, whatever the queue is filled with, until that is undone or it is asked for again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

import sqlalchemy as sql

import human_review.store.items as items
from company.errors import ReviewError
from company.records import Frozen
from human_review.store.events import note, note_all
from human_review.store.tables import ASSIGNED, BULK, DISMISSED, ITEMS, SLOTS, VERDICTS
from human_review.store.values import Reviewer

BulkAction = Literal["reopen", "assign", "dismiss"]


class Bulk(Frozen):
    """What was done to many items at once."""

    action: BulkAction
    items: tuple[str, ...]
    by: int
    because: str = ""
    to: int | None = None
    """Whom they are assigned to."""
    number: int = 0
    at: float = 0.0
    undone: float | None = None


def dismiss(connection: sql.Connection, now: float, wanted: Sequence[str], because: str, by: int) -> list[str]:
    """Take undecided items out of the queue; return those that were in it."""
    undecided = sql.select(ITEMS.c.id).where(ITEMS.c.id.in_(list(wanted)), ITEMS.c.state.in_(("open", "adjudication")))
    gone = list(connection.execute(undecided).scalars())
    if gone:
        there = set(connection.execute(sql.select(DISMISSED.c.item).where(DISMISSED.c.item.in_(gone))).scalars())
        new = [{"item": item} for item in gone if item not in there]
        if new:
            connection.execute(sql.insert(DISMISSED), new)
        items.retire(connection, now, gone, f"{items.OUT}: {because}")
        note_all(connection, now, "taken out", [(item, {"because": because, "by": by}) for item in gone])
    return gone


def assign(connection: sql.Connection, now: float, wanted: Sequence[str], to: Reviewer, by: int) -> list[str]:
    """Have items come first for somebody; return those that had not before."""
    there = sql.select(ASSIGNED.c.item).where(ASSIGNED.c.reviewer == to.id, ASSIGNED.c.item.in_(list(wanted)))
    known = set(connection.execute(there).scalars())
    new = [item for item in wanted if item not in known]
    if new:
        connection.execute(sql.insert(ASSIGNED), [{"item": item, "reviewer": to.id} for item in new])
        note_all(connection, now, "assigned", [(item, {"to": to.name, "by": by}) for item in new])
    return new


def noted(connection: sql.Connection, now: float, done: Bulk) -> int:
    """Note what was done, so that it can be undone; return its number."""
    row = {"at": now, "reviewer": done.by, "action": done.action, "because": done.because, "to": done.to}
    statement = sql.insert(BULK).values(**row, items=json.dumps(list(done.items)))
    return int(connection.execute(statement.returning(BULK.c.id)).scalar_one())


def recent(connection: sql.Connection, most: int) -> list[Bulk]:
    """Return what was done last, the newest first."""
    found = connection.execute(sql.select(BULK).order_by(BULK.c.id.desc()).limit(most)).mappings()
    return [_bulk(row) for row in found]


def undo(connection: sql.Connection, now: float, number: int, by: int) -> int:
    """Undo what was done to many items; return how many it was undone for. Raises ReviewError where it cannot be.

    What was opened again and judged since stays open.
    """
    row = connection.execute(sql.select(BULK).where(BULK.c.id == number).with_for_update()).mappings().first()
    if row is None or row["undone"] is not None:
        raise ReviewError(f"there is nothing under the number {number} to be undone (any more); load the page again")
    done = _bulk(row)
    undone = {"dismiss": _take_back, "assign": _unassign, "reopen": _close_again}[done.action](connection, now, done)
    connection.execute(sql.update(BULK).where(BULK.c.id == number).values(undone=now))
    note(connection, now, f"undone: {done.action}", by, None, items=undone, because=done.because)
    return undone


def assigned_to(connection: sql.Connection, reviewer: int) -> list[str]:
    """Return the undecided items that are assigned to a reviewer who has not judged them, in the order of the queue."""
    theirs = sql.exists().where(SLOTS.c.item == ITEMS.c.id, SLOTS.c.reviewer == reviewer)
    statement = (
        sql.select(ITEMS.c.id)
        .join(ASSIGNED, ASSIGNED.c.item == ITEMS.c.id)
        .where(ASSIGNED.c.reviewer == reviewer, ITEMS.c.state.in_(("open", "adjudication")), ~theirs)
        .order_by(ITEMS.c.place)
        .limit(20)
    )
    return list(connection.execute(statement).scalars())


def _take_back(connection: sql.Connection, now: float, done: Bulk) -> int:
    connection.execute(sql.delete(DISMISSED).where(DISMISSED.c.item.in_(list(done.items))))
    stale = sql.select(ITEMS.c.id).where(ITEMS.c.id.in_(list(done.items)), ITEMS.c.state == "stale")
    back = list(connection.execute(stale).scalars())
    for item in back:
        items.revive(connection, now, item)
    return len(back)


def _unassign(connection: sql.Connection, now: float, done: Bulk) -> int:
    gone = sql.delete(ASSIGNED).where(ASSIGNED.c.reviewer == done.to, ASSIGNED.c.item.in_(list(done.items)))
    return connection.execute(gone).rowcount


def _close_again(connection: sql.Connection, now: float, done: Bulk) -> int:
    said = sql.exists().where(VERDICTS.c.item == ITEMS.c.id)
    later = sql.select(ITEMS.c.id).where(
        ITEMS.c.id.in_(list(done.items)), ITEMS.c.round > 1, ITEMS.c.state.in_(("open", "adjudication")), ~said
    )
    gone = list(connection.execute(later).scalars())
    return len(dismiss(connection, now, gone, "it was not to be opened again", done.by))


def _bulk(row: sql.RowMapping) -> Bulk:
    action: BulkAction = row["action"]
    return Bulk(
        number=row["id"],
        action=action,
        items=tuple(json.loads(row["items"])),
        because=row["because"],
        to=row["to"],
        by=row["reviewer"],
        at=row["at"],
        undone=row["undone"],
    )
