"""What hangs on something undecided waits, so that an edit up there does not take away what was judged below.

An item waits while one of the nearest questions that it hangs on is undecided, or waits itself, or was decided in a way
that makes what is below it anew and is not in the run yet; and while it is idle: nothing that is released hangs on it.
It is still given out when nothing else is left: a queue never starves. Where something is settled or opened again, what
is just below is looked at anew, and so on down for as long as that changes anything.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import sqlalchemy as sql

from company.reviewing.lineage import Key
from human_review.store.tables import BUILT_ON, ITEMS, SLOTS
from human_review.store.values import Item

_AT_ONCE = 400
"""Names in one statement."""
_ABOVE = ITEMS.alias("above")
_UNDECIDED = _ABOVE.c.state.in_(("open", "adjudication"))
_ABOUT_TO_CHANGE = sql.and_(
    _ABOVE.c.state == "decided", _ABOVE.c.applied.is_(None), _ABOVE.c.decided_as.not_in(("accept", "keep"))
)
_WAITS = sql.case(
    (ITEMS.c.idle == 1, 1),
    (
        sql.exists()
        .where(
            BUILT_ON.c.item == ITEMS.c.id,
            _ABOVE.c.record == BUILT_ON.c.record,
            _ABOVE.c.kind == BUILT_ON.c.kind,
            sql.or_(_UNDECIDED, _ABOUT_TO_CHANGE, sql.and_(_ABOVE.c.state == "decided", _ABOVE.c.waits == 1)),
        )
        .correlate(ITEMS),
        1,
    ),
    else_=0,
)


def link(connection: sql.Connection, above: Mapping[str, Collection[Key]]) -> None:
    """Note what new items hang on, and whether they wait for it."""
    rows = [{"item": item, "kind": kind, "record": record} for item, keys in above.items() for kind, record in keys]
    if rows:
        connection.execute(sql.insert(BUILT_ON), rows)
        _look(connection, [item for item, keys in above.items() if keys])


def idle(connection: sql.Connection, items: Collection[str], *, idle: bool) -> None:
    """Have items wait because nothing is released that hangs on them, or no more for that."""
    for part in _parts(items):
        connection.execute(sql.update(ITEMS).where(ITEMS.c.id.in_(part)).values(idle=int(idle)))
    passed_on(connection, _look(connection, items))


def passed_on(connection: sql.Connection, settled: Collection[Key]) -> None:
    """Have what hangs on these questions wait for them, or not any more, as they stand now."""
    while settled:
        below = {each for part in _parts([record for _, record in settled]) for each in _below(connection, part)}
        settled = set(_look(connection, sorted(below)))


def let_go(connection: sql.Connection, item: Item) -> None:
    """Have an item wait for nothing any more: somebody asked for it."""
    connection.execute(sql.delete(BUILT_ON).where(BUILT_ON.c.item == item.id))
    connection.execute(sql.update(ITEMS).where(ITEMS.c.id == item.id).values(idle=0))
    if _look(connection, [item.id]):
        passed_on(connection, [(item.kind, item.record)])


def _below(connection: sql.Connection, records: Collection[str]) -> Collection[str]:
    statement = sql.select(BUILT_ON.c.item).where(BUILT_ON.c.record.in_(list(records)))
    return connection.execute(statement).scalars().all()


def _look(connection: sql.Connection, items: Collection[str]) -> list[Key]:
    """Say of each of these items whether it waits; return those of which it is told otherwise than before."""
    changed: list[Key] = []
    for part in _parts(items):
        now = sql.select(ITEMS.c.id, _WAITS.label("now"), ITEMS.c.kind, ITEMS.c.record).where(
            ITEMS.c.id.in_(part), ITEMS.c.waits != _WAITS
        )
        for row in connection.execute(now).all():
            connection.execute(sql.update(ITEMS).where(ITEMS.c.id == row.id).values(waits=row.now))
            connection.execute(sql.update(SLOTS).where(SLOTS.c.item == row.id).values(waits=row.now))
            changed.append((row.kind, row.record))
    return changed


def _parts(names: Collection[str]) -> list[list[str]]:
    listed = list(names)
    return [listed[start : start + _AT_ONCE] for start in range(0, len(listed), _AT_ONCE)]
