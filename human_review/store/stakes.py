"""What hangs on a record in the queue: how much of it is decided, as it looks to a reader."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import sqlalchemy as sql

import human_review.store.blind as blind
from company.reviewing.lineage import Key
from human_review.store.tables import ITEMS, SLOTS
from human_review.store.values import ItemState, Reviewer

_AT_ONCE = 400


@dataclass(frozen=True)
class Stake:
    """What was judged below a record."""

    decided: int
    """Items that are decided, as they look to the reader."""
    verdicts: int
    """Standing verdicts on them; to who runs the review, also those on undecided items."""
    undecided: int


def at_stake(connection: sql.Connection, below: Collection[Key], reader: Reviewer) -> Stake:
    """Count the items on these questions, and what stands on them. What is open tells a reader of no verdict."""
    looks = {real.id: seen.state for real, seen in blind.otherwise(connection, reader)}
    decided, undecided, told = 0, 0, []
    for item, really in _items(connection, below):
        state = looks.get(item, really)
        decided += state == "decided"
        undecided += state != "decided"
        if state == "decided" or reader.role == "admin":
            told.append(item)
    return Stake(decided, sum(_verdicts(connection, part) for part in _parts(told)), undecided)


def _items(connection: sql.Connection, below: Collection[Key]) -> Iterator[tuple[str, ItemState]]:
    wanted = set(below)
    columns = (ITEMS.c.id, ITEMS.c.kind, ITEMS.c.record, ITEMS.c.state)
    for part in _parts(sorted({record for _, record in wanted})):
        statement = sql.select(*columns).where(ITEMS.c.record.in_(part), ITEMS.c.state != "stale")
        for row in connection.execute(statement).all():
            if (row.kind, row.record) in wanted:
                yield row.id, row.state


def _verdicts(connection: sql.Connection, items: Collection[str]) -> int:
    standing = (SLOTS.c.item.in_(list(items)), SLOTS.c.state == "done", SLOTS.c.duty.in_(("review", "adjudication")))
    return int(connection.execute(sql.select(sql.func.count()).where(*standing)).scalar_one())


def _parts(names: list[str]) -> list[list[str]]:
    return [names[start : start + _AT_ONCE] for start in range(0, len(names), _AT_ONCE)]
