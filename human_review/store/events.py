"""What happened, in order, and only ever added to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sql

from company.records import Frozen
from human_review.store.tables import EVENTS


class Event(Frozen):
    """Something that happened; never changed."""

    id: int
    at: float
    what: str
    reviewer: int | None
    item: str | None
    content: dict[str, Any]


def note(
    connection: sql.Connection, at: float, what: str, reviewer: int | None, item: str | None, **content: Any
) -> None:
    """Write down that something happened."""
    row = {"at": at, "what": what, "reviewer": reviewer, "item": item, "content": _text(content)}
    connection.execute(sql.insert(EVENTS), row)


def note_all(connection: sql.Connection, at: float, what: str, happened: list[tuple[str, dict[str, Any]]]) -> None:
    """Write down the same of many items, each with its content."""
    rows = [{"at": at, "what": what, "item": item, "content": _text(content)} for item, content in happened]
    if rows:
        connection.execute(sql.insert(EVENTS), rows)


def events(connection: sql.Connection, item: str | None, after: int) -> Iterator[Event]:
    """Yield events after the one with this number, oldest first; of one item, or of everything."""
    statement = sql.select(EVENTS).where(EVENTS.c.id > after).order_by(EVENTS.c.id)
    if item is not None:
        statement = statement.where(EVENTS.c.item == item)
    for row in connection.execute(statement).mappings():
        yield Event(**{**row, "content": json.loads(row["content"])})


def latest(connection: sql.Connection, item: str | None, before: int | None, most: int) -> list[Event]:
    """Return events before the one with this number, newest first; of one item, or of everything."""
    statement = sql.select(EVENTS).order_by(EVENTS.c.id.desc()).limit(most)
    if item is not None:
        statement = statement.where(EVENTS.c.item == item)
    if before is not None:
        statement = statement.where(EVENTS.c.id < before)
    found = connection.execute(statement).mappings()
    return [Event(**{**row, "content": json.loads(row["content"])}) for row in found]


def _text(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False)
