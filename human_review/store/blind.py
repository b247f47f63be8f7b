"""What a reviewer may count: items as they look to them, so that no sum gives away what no page shows.

Of gold items, an administrator's counts say that they are decided. To whom one may still be given, it is open, on its
page, in searches, and here; what a reviewer has said of one counts as what they said of all others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import sqlalchemy as sql

import human_review.store.gold as gold
import human_review.store.items as items
import human_review.store.judgements as judgements
from human_review.store.tables import GOLD, ITEMS, JUDGEMENTS, SLOTS
from human_review.store.values import Duty, Item, ItemState, Reviewer


@dataclass(frozen=True)
class Own:
    """What one reviewer has said of a kind, in first rounds."""

    kind: str
    said: Mapping[str, int]
    """Verdict in a word → how often."""
    seconds: tuple[float, ...]
    """Of those whose time is known."""


def otherwise(connection: sql.Connection, who: Reviewer) -> Iterator[tuple[Item, Item]]:
    """Yield the items that look otherwise to a reader than they are: each as it is, and as it looks."""
    if who.role == "admin":
        return
    marked = sql.select(GOLD.c.item)
    fresh = sql.select(SLOTS.c.item).where(SLOTS.c.reviewer == who.id, SLOTS.c.state == "done")
    statement = sql.select(ITEMS).where(
        sql.or_(
            sql.and_(ITEMS.c.id.in_(marked), ITEMS.c.state == "decided"),
            sql.and_(ITEMS.c.id.in_(fresh), ITEMS.c.state.in_(("decided", "adjudication")), ITEMS.c.applied.is_(None)),
        )
    )
    for row in connection.execute(statement).mappings().all():
        real = items.item_of(row)
        seen = gold.as_seen(connection, real, who)
        if seen != real:
            yield real, seen


def counted(connection: sql.Connection, who: Reviewer) -> list[tuple[str, ItemState, str | None, Duty | None, int]]:
    """Count items of first rounds as `judgements.decided` does, as they look to a reader."""
    found: Counter[tuple[str, ItemState, str | None, Duty | None]] = Counter()
    for kind, state, word, by, number in judgements.decided(connection):
        found[kind, state, word, by] += number
    for real, seen in otherwise(connection, who):
        if real.round == 1:
            found[_row(real)] -= 1
            found[_row(seen)] += 1
    return [(*row, number) for row, number in found.items() if number]


def own(connection: sql.Connection, reviewer: int) -> list[Own]:
    """Return what a reviewer has said in first rounds, kind by kind; what they said of gold counts as all else."""
    statement = sql.select(JUDGEMENTS.c.kind, JUDGEMENTS.c.said, JUDGEMENTS.c.seconds).where(
        JUDGEMENTS.c.reviewer == reviewer,
        JUDGEMENTS.c.duty.not_in(("adjudication", "tutorial")),
        JUDGEMENTS.c.round == 1,
        judgements.STANDING,
    )
    said: dict[str, Counter[str]] = defaultdict(Counter)
    seconds: dict[str, list[float]] = defaultdict(list)
    for kind, word, took in connection.execute(statement):
        said[kind][word] += 1
        if took is not None:
            seconds[kind].append(took)
    return [Own(kind, dict(words), tuple(seconds[kind])) for kind, words in said.items()]


def _row(item: Item) -> tuple[str, ItemState, str | None, Duty | None]:
    word = None if item.decision is None else judgements.word(item.decision)
    return item.kind, item.state, word, item.decided_by
