"""What is counted of verdicts, written down beside them, so that figures need not read what was said word by word."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from company.reviewing.kinds import FormName
from human_review.distance import distances, overall
from human_review.store.database import kinds_in
from human_review.store.tables import EVENTS, GOLD, ITEMS, JUDGEMENTS, LATER, TALLIES, VERDICTS
from human_review.store.values import Duty, Item, ItemState
from human_review.verdicts import CONTENT, Answer, Edit, Keep, Said

_NONE: Mapping[str, float] = {}
_TALLIED = ("reviewer", "kind", "persona", "said")
STANDING = JUDGEMENTS.c.standing.is_(sql.true())


class Judgement(NamedTuple):
    """A standing verdict, as figures need it."""

    verdict: int
    """Its number: later verdicts have higher ones."""
    item: str
    kind: str
    form: FormName
    why: str
    duty: Duty
    reviewer: int
    said: str
    seconds: float | None
    distance: float | None
    """Of an edit, from the proposal; see `human_review.distance`."""
    distances: Mapping[str, float]
    """The same field by field."""
    round: int = 1
    """Of the item: figures of how people judge are of first rounds."""


By = Literal["persona", "reviewer"]


class Counted(NamedTuple):
    """How often something was said of records of a kind, of one persona or by one reviewer."""

    kind: str
    of: str | int
    """Id of the persona, empty for what no persona is behind, such as the table; or the reviewer's number."""
    said: str
    times: int


def word(said: Said) -> str:
    """Return a verdict in one word."""
    match said:
        case Keep():
            return "keep" if said.keep else "drop"
        case Answer():
            return said.reply
    return said.kind


def group_of(record: str) -> str:
    """Return whom a record was made for, by its id, table.persona.scenario…; empty for a root."""
    parts = record.split(".")
    return ".".join(parts[:2]) if len(parts) > 1 else ""


def note(connection: sql.Connection, verdict: int, item: Item, told: dict[str, Any], body: dict[str, Any]) -> None:
    """Count a verdict. `told`: its duty, reviewer, seconds, content and whether it stands."""
    said: Said = told["content"]
    row = {name: told[name] for name in ("duty", "reviewer", "seconds", "standing")}
    row |= {"verdict": verdict, "item": item.id, "said": word(said), "persona": group_of(item.record)}
    row |= {name: getattr(item, name) for name in ("kind", "form", "why", "round")}
    if isinstance(said, Edit):
        kind = kinds_in(connection).get(item.kind)
        measured = () if kind is None else kind.measured
        apart = distances(body, said, measured)
        row |= {"distance": overall(body, said, measured), "distances": json.dumps(apart, ensure_ascii=False)}
    connection.execute(sql.insert(JUDGEMENTS), row)
    if row["standing"] and row["duty"] == "review" and row["round"] == 1:
        _tally(connection, {name: row[name] for name in _TALLIED}, 1)


def withdraw(connection: sql.Connection, reviewer: int, item: str) -> None:
    """Note that what the reviewer said of an item is withdrawn."""
    _stands_no_more(connection, sql.and_(JUDGEMENTS.c.reviewer == reviewer, JUDGEMENTS.c.item == item))


def outdate(connection: sql.Connection, verdicts: Sequence[int]) -> None:
    """Mark these verdicts, by their numbers, as not standing any more."""
    _stands_no_more(connection, JUDGEMENTS.c.verdict.in_(list(verdicts)))


def _stands_no_more(connection: sql.Connection, which: sql.ColumnElement[bool]) -> None:
    statement = (
        sql.update(JUDGEMENTS)
        .where(which, STANDING)
        .values(standing=False)
        .returning(JUDGEMENTS.c.duty, JUDGEMENTS.c.round, *(JUDGEMENTS.c[name] for name in _TALLIED))
    )
    for row in connection.execute(statement).mappings().all():
        if row["duty"] == "review" and row["round"] == 1:
            _tally(connection, {name: row[name] for name in _TALLIED}, -1)


def counted(connection: sql.Connection, by: By) -> list[Counted]:
    """Count the standing reviews of first rounds by kind, by persona or reviewer, and by verdict; without gold."""
    together = [TALLIES.c.kind, TALLIES.c[by], TALLIES.c.said]
    times = sql.func.sum(TALLIES.c.times)
    statement = sql.select(*together, times).group_by(*together).having(times > 0).order_by(*together)
    return [Counted(row[0], row[1], row[2], int(row[3])) for row in connection.execute(statement)]


def decided(connection: sql.Connection) -> list[tuple[str, ItemState, str | None, Duty | None, int]]:
    """Count the items of first rounds by kind, state, decision in a word, and duty of the decider."""
    by = [ITEMS.c[name] for name in ("kind", "state", "decided_as", "decided_by")]
    # All, by their index, less the few of later rounds, by theirs.
    every = sql.select(*by, sql.func.count()).group_by(*by)
    later = {tuple(row[:4]): row[4] for row in connection.execute(every.where(LATER))}
    found = [
        (row[0], row[1], row[2], row[3], row[4] - later.get(tuple(row[:4]), 0)) for row in connection.execute(every)
    ]
    return [row for row in found if row[4]]


def standing(connection: sql.Connection) -> Iterator[Judgement]:
    """Yield every standing verdict, in the order in which they came."""
    statement = sql.select(*(JUDGEMENTS.c[name] for name in Judgement._fields)).where(STANDING)
    for *told, apart, number in connection.execute(statement.order_by(JUDGEMENTS.c.verdict)):
        yield Judgement._make([*told, _NONE if apart is None else json.loads(apart), number])


def answers_to_known(connection: sql.Connection, duty: Duty) -> list[tuple[int, str, Said, Said]]:
    """Return each standing verdict on "gold" or of the "tutorial": its number, kind, content and the right one."""
    statement = (
        sql.select(JUDGEMENTS.c.verdict, JUDGEMENTS.c.kind, VERDICTS.c.content, GOLD.c.expected)
        .join(VERDICTS, VERDICTS.c.id == JUDGEMENTS.c.verdict)
        .join(GOLD, GOLD.c.item == JUDGEMENTS.c.item)
        .where(STANDING, JUDGEMENTS.c.duty == duty)
        .order_by(JUDGEMENTS.c.verdict)
    )
    found: list[tuple[int, str, Said, Said]] = []
    for number, kind, content, expected in connection.execute(statement):
        said, right = CONTENT.validate_json(content), CONTENT.validate_json(expected)
        if said.kind != "withdrawn" and right.kind != "withdrawn":
            found.append((number, kind, said, right))
    return found


def _tally(connection: sql.Connection, of: dict[str, Any], one: int) -> None:
    """Count one more, or one less. A reviewer's rows are theirs alone, so that nobody waits for another."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    statement = (
        insert(TALLIES)
        .values({**of, "times": one})
        .on_conflict_do_update(index_elements=list(_TALLIED), set_={"times": TALLIES.c.times + one})
    )
    connection.execute(statement)
    if one < 0:  # what nobody says any more is as if it had never been said
        named = sql.and_(*(TALLIES.c[name] == value for name, value in of.items()))
        connection.execute(sql.delete(TALLIES).where(named, TALLIES.c.times <= 0))


def last(connection: sql.Connection) -> int:
    """Return the number of the last event: while it is the same, so are all figures."""
    return int(connection.execute(sql.select(sql.func.coalesce(sql.func.max(EVENTS.c.id), 0))).scalar_one())
