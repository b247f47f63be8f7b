"""What is counted of verdicts, written down beside them, so that figures need not read what was said word by word."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

import sqlalchemy as sql

from company.records import ReviewKind
from human_review.distance import distances, overall
from human_review.forms import FormName
from human_review.store.tables import EVENTS, GOLD, ITEMS, JUDGEMENTS, VERDICTS
from human_review.store.values import Duty, Item, ItemState
from human_review.verdicts import CONTENT, Answer, Edit, Keep, Said

_NONE: Mapping[str, float] = {}
STANDING = JUDGEMENTS.c.standing.is_(sql.true())


@dataclass(frozen=True, slots=True)
class Judgement:
    """A standing verdict, as figures need it."""

    verdict: int
    """Its number: later verdicts have higher ones."""
    item: str
    kind: ReviewKind
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


@dataclass(frozen=True)
class Counted:
    """How often a reviewer said a thing of a persona's records of a kind."""

    kind: ReviewKind
    persona: str
    """Id of the persona; empty for what no persona is behind, such as the table."""
    reviewer: int
    said: str
    times: int


def word(said: Said) -> str:
    """A verdict in one word."""
    match said:
        case Keep():
            return "keep" if said.keep else "drop"
        case Answer():
            return said.reply
    return said.kind


def persona_of(record: str) -> str:
    """The persona behind a record, by its id: table.persona.scenario…"""
    parts = record.split(".")
    return ".".join(parts[:2]) if len(parts) > 1 else ""


def note(connection: sql.Connection, verdict: int, item: Item, told: dict[str, Any], body: dict[str, Any]) -> None:
    """Write down what is counted of a verdict. `told`: its duty, reviewer, seconds, content and whether it stands."""
    said: Said = told["content"]
    row = {name: told[name] for name in ("duty", "reviewer", "seconds", "standing")}
    row |= {"verdict": verdict, "item": item.id, "said": word(said), "persona": persona_of(item.record)}
    row |= {name: getattr(item, name) for name in ("kind", "form", "why")}
    if isinstance(said, Edit):
        row |= {"distance": overall(body, said), "distances": json.dumps(distances(body, said), ensure_ascii=False)}
    connection.execute(sql.insert(JUDGEMENTS), row)


def withdraw(connection: sql.Connection, reviewer: int, item: str) -> None:
    """What the reviewer said of an item does not stand any more."""
    connection.execute(
        sql.update(JUDGEMENTS)
        .where(JUDGEMENTS.c.reviewer == reviewer, JUDGEMENTS.c.item == item)
        .values(standing=False)
    )


def counted(connection: sql.Connection) -> list[Counted]:
    """The standing reviews, by kind, persona, reviewer and what was said; those of gold items left out."""
    by = [JUDGEMENTS.c[name] for name in ("kind", "persona", "reviewer", "said")]
    statement = sql.select(*by, sql.func.count()).where(STANDING, JUDGEMENTS.c.duty == "review").group_by(*by)
    return [Counted(row[0], row[1], row[2], row[3], row[4]) for row in connection.execute(statement)]


def decided(connection: sql.Connection) -> list[tuple[ReviewKind, ItemState, str | None, Duty | None, int]]:
    """How many items there are by kind, state, decision in a word, and who decided."""
    by = [ITEMS.c[name] for name in ("kind", "state", "decided_as", "decided_by")]
    statement = sql.select(*by, sql.func.count()).group_by(*by)
    return [(row[0], row[1], row[2], row[3], row[4]) for row in connection.execute(statement)]


def standing(connection: sql.Connection) -> Iterator[Judgement]:
    """Every standing verdict, in the order in which they came."""
    names = [each.name for each in fields(Judgement)]
    statement = sql.select(*(JUDGEMENTS.c[name] for name in names)).where(STANDING).order_by(JUDGEMENTS.c.verdict)
    for row in connection.execute(statement):
        told = row._asdict()
        for name in ("kind", "form", "why", "duty", "said"):
            told[name] = sys.intern(told[name])  # few words, and there may be many verdicts
        told["distances"] = _NONE if told["distances"] is None else json.loads(told["distances"])
        yield Judgement(**told)


def gold_answers(connection: sql.Connection) -> list[tuple[int, Said, Said]]:
    """Of every standing verdict on a gold item: its number, what it says and what is right, in the order they came."""
    statement = (
        sql.select(JUDGEMENTS.c.verdict, VERDICTS.c.content, GOLD.c.expected)
        .join(VERDICTS, VERDICTS.c.id == JUDGEMENTS.c.verdict)
        .join(GOLD, GOLD.c.item == JUDGEMENTS.c.item)
        .where(STANDING, JUDGEMENTS.c.duty == "gold")
        .order_by(JUDGEMENTS.c.verdict)
    )
    found: list[tuple[int, Said, Said]] = []
    for number, content, expected in connection.execute(statement):
        said, right = CONTENT.validate_json(content), CONTENT.validate_json(expected)
        if said.kind != "withdrawn" and right.kind != "withdrawn":
            found.append((number, said, right))
    return found


def last(connection: sql.Connection) -> int:
    """The number of the last event: while it is the same, so are all figures."""
    return int(connection.execute(sql.select(sql.func.coalesce(sql.func.max(EVENTS.c.id), 0))).scalar_one())
