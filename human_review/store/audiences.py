"""Who is given what: kinds by groups of people, and never two sides of what has two.

Kinds that no group has are given to everybody; kinds of a group to its people alone. Who runs the review and is in no
group may judge all of it. Whoever was given one side of something, such as a true caption, is given no other side of
it, such as its untrue twin, whatever they said and wherever they meet it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from human_review.store.database import kinds_in
from human_review.store.tables import APART, AUDIENCES, MET
from human_review.store.values import Reviewer


def audiences(connection: sql.Connection) -> dict[str, list[str]]:
    """Return the groups that each kind is given to; kinds that are given to everybody do not stand there."""
    found: dict[str, list[str]] = {}
    for row in connection.execute(sql.select(AUDIENCES).order_by(AUDIENCES.c.kind, AUDIENCES.c.group)):
        found.setdefault(row.kind, []).append(row.group)
    return found


def put(connection: sql.Connection, groups: Mapping[str, Sequence[str]]) -> None:
    """Have each group be given its kinds, from now on."""
    rows = {(kind, group) for group, kinds in groups.items() for kind in kinds}
    there = {(row.kind, row.group) for row in connection.execute(sql.select(AUDIENCES))}
    for kind, group in there - rows:
        connection.execute(sql.delete(AUDIENCES).where(AUDIENCES.c.kind == kind, AUDIENCES.c.group == group))
    if new := [{"kind": kind, "group": group} for kind, group in sorted(rows - there)]:
        connection.execute(sql.insert(AUDIENCES), new)


def kinds_for(connection: sql.Connection, who: Reviewer) -> tuple[str, ...] | None:
    """Return the kinds that somebody is given; None where these are all."""
    given = audiences(connection)
    if not given or (who.role == "admin" and not who.groups):
        return None
    return tuple(
        kind for kind in kinds_in(connection) if kind not in given or not set(given[kind]).isdisjoint(who.groups)
    )


def other_side_met(item: sql.ColumnElement[str], reviewer: sql.ColumnElement[int]) -> sql.Exists:
    """Return the condition that a reviewer was given another side of something that an item shows a side of."""
    return sql.exists().where(
        APART.c.item == item, MET.c.reviewer == reviewer, MET.c.of == APART.c.of, MET.c.side != APART.c.side
    )


def other_sides(reviewer: int) -> sql.Select[tuple[str]]:
    """Return the query for the items that show another side of something of which a reviewer was given one."""
    apart = sql.and_(MET.c.of == APART.c.of, MET.c.side != APART.c.side)
    return sql.select(APART.c.item).join(MET, apart).where(MET.c.reviewer == reviewer)


def side_unmet(item: sql.ColumnElement[str], reviewer: sql.ColumnElement[int]) -> sql.Exists:
    """Return the condition that an item shows a side of something of which a reviewer was not given that side."""
    met = sql.exists().where(MET.c.reviewer == reviewer, MET.c.of == APART.c.of, MET.c.side == APART.c.side)
    return sql.exists().where(APART.c.item == item, ~met)


def meet(connection: sql.Connection, reviewer: int, item: str) -> None:
    """Note the sides that somebody is given with an item."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    sides = connection.execute(sql.select(APART.c.of, APART.c.side).where(APART.c.item == item)).all()
    for of, side in sides:
        connection.execute(insert(MET).values(reviewer=reviewer, of=of, side=side).on_conflict_do_nothing())
