"""How people solved records before they judged them: one answer of each person to each item, never changed.

It is given before the key is seen, so the first one counts, whatever becomes of the verdict. Figures are of answers
to first rounds that were given as reviews; what was answered to gold is known to its author and the machine alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sql

import human_review.store.items as items
import human_review.store.people as people
from company.errors import ReviewError
from company.reviewing import GIVEN, ByLetter, Given
from human_review.store.database import kinds_in
from human_review.store.events import note
from human_review.store.tables import ITEMS, LEASES, META, SLOTS, VERDICTS
from human_review.store.triggers import only_added_to
from human_review.store.values import Duty

SOLUTIONS = sql.Table(
    "solutions",
    META,
    sql.Column("item", sql.ForeignKey("items.id"), primary_key=True),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), primary_key=True),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("of", sql.Text, nullable=False),
    sql.Column("duty", sql.Text, nullable=False),
    sql.Column("round", sql.Integer, nullable=False),
    sql.Column("content", sql.Text, nullable=False),
    sql.Column("said", sql.Text, nullable=False),
    sql.Column("right", sql.Boolean),
    sql.Column("knew", sql.Boolean, nullable=False),
    sql.Column("seconds", sql.Float),
    sql.Column("at", sql.Float, nullable=False),
)
"""What was answered before the key was seen."""
only_added_to(SOLUTIONS)


@dataclass(frozen=True)
class Solution:
    """One person's answer to one item."""

    item: str
    reviewer: int
    kind: str
    of: str
    """What the record is counted with, such as its category."""
    duty: Duty
    round: int
    given: Given
    right: bool | None
    """None where they gave up, or nobody can say."""
    knew: bool
    """Whether they had judged the code that it was made of, and so may have seen the key before."""
    seconds: float | None
    at: float


@dataclass(frozen=True)
class Solved:
    """An answer as figures need it."""

    item: str
    reviewer: int
    kind: str
    of: str
    said: str
    """Its kind; of a letter, the letter."""
    right: bool | None
    knew: bool
    seconds: float | None


@dataclass(frozen=True)
class Attempt:
    """An answer on its way in."""

    item: str
    hash: str
    """Of the proposal that was looked at."""
    of: str
    given: Given
    right: bool | None
    seconds: float | None
    made_of: str = ""
    """Id of the record that this one was made of."""


def solve(connection: sql.Connection, now: float, reviewer: int, attempt: Attempt) -> Solution:
    """Keep an answer; return the one that counts, the first. Raises ReviewError for one that cannot be taken."""
    who = people.locked(connection, reviewer)
    item = items.locked(connection, attempt.item)
    if (known := solution(connection, who.id, item.id)) is not None:
        return known
    if item.state == "stale":
        raise ReviewError(f"{items.gone(item, ' since you were given it')}; what you wrote is kept")
    if item.hash != attempt.hash:
        raise ReviewError(f"{item.record} has changed since you were given it; what you wrote is kept: load it again")
    row = {
        "item": item.id,
        "reviewer": who.id,
        "kind": item.kind,
        "of": attempt.of,
        "duty": _duty(connection, who.id, item.id),
        "round": item.round,
        "content": attempt.given.model_dump_json(),
        "said": word(attempt.given),
        "right": attempt.right,
        "knew": _knew(connection, who.id, attempt.made_of),
        "seconds": attempt.seconds,
        "at": now,
    }
    connection.execute(sql.insert(SOLUTIONS), row)
    note(connection, now, "solved", who.id, item.id, said=row["said"], right=attempt.right)
    return _solution(connection.execute(_of(who.id, item.id)).mappings().one())


def word(given: Given) -> str:
    """Return an answer in a word."""
    return given.letter if isinstance(given, ByLetter) else given.kind


def solution(connection: sql.Connection, reviewer: int, item: str) -> Solution | None:
    """Return somebody's answer to an item; None where they gave none."""
    row = connection.execute(_of(reviewer, item)).mappings().first()
    return None if row is None else _solution(row)


def of_item(connection: sql.Connection, item: str) -> list[Solution]:
    """Return everybody's answers to an item, in the order in which they came: for who decides between people."""
    statement = sql.select(SOLUTIONS).where(SOLUTIONS.c.item == item).order_by(SOLUTIONS.c.at)
    return [_solution(row) for row in connection.execute(statement).mappings()]


def solved(connection: sql.Connection) -> list[Solved]:
    """Return the answers to first rounds that were given as reviews, in the order in which they came."""
    columns = [SOLUTIONS.c[name] for name in Solved.__annotations__]
    statement = sql.select(*columns).where(SOLUTIONS.c.duty == "review", SOLUTIONS.c.round == 1)
    return [Solved(*row) for row in connection.execute(statement.order_by(SOLUTIONS.c.at, SOLUTIONS.c.item))]


def _duty(connection: sql.Connection, reviewer: int, item: str) -> Duty:
    """Return what the item was last given to them for. Raises ReviewError where it never was."""
    statement = (
        sql.select(SLOTS.c.duty)
        .join(LEASES, LEASES.c.slot == SLOTS.c.id)
        .where(LEASES.c.item == item, LEASES.c.reviewer == reviewer)
        .order_by(LEASES.c.taken.desc())
        .limit(1)
    )
    duty: Duty | None = connection.execute(statement).scalar()
    if duty is None:
        raise ReviewError("this item was not given to you; take it first, then answer")
    return duty


def _knew(connection: sql.Connection, reviewer: int, record: str) -> bool:
    """Return whether they have judged code that a record was made of, or that stands above that by its id."""
    parts = record.split(".")
    above = [".".join(parts[:length]) for length in range(1, len(parts) + 1)]
    coded = [name for name, kind in kinds_in(connection).items() if kind.code is not None]
    statement = (
        sql.select(VERDICTS.c.id)
        .join(ITEMS, ITEMS.c.id == VERDICTS.c.item)
        .where(ITEMS.c.record.in_(above), ITEMS.c.kind.in_(coded), VERDICTS.c.reviewer == reviewer)
        .limit(1)
    )
    return connection.execute(statement).first() is not None


def _of(reviewer: int, item: str) -> sql.Select[tuple[object, ...]]:
    return sql.select(SOLUTIONS).where(SOLUTIONS.c.item == item, SOLUTIONS.c.reviewer == reviewer)


def _solution(row: sql.RowMapping) -> Solution:
    told = {name: row[name] for name in Solution.__annotations__ if name != "given"}
    return Solution(**told, given=GIVEN.validate_json(row["content"]))
