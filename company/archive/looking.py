"""A run's archive for those who look on while it is made: nothing is written, nothing is locked, little is read.

A look holds the database for a moment only: a reader that stayed would keep the writer from folding its journal into
the database when it ends.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sql

from company.archive.archive import Archive
from company.archive.dialects import TEXT, row_number, stored_bytes
from company.archive.place import FILE, is_there, no_run, place_of
from company.archive.sqlite import engine_to_read
from company.archive.tables import CALLS, FACTS, RECORDS, engine_of, refuse_older
from company.archive.topics import Topic
from company.errors import ArchiveError
from company.records import Status

ROWS = 2_000
"""Records below one that are read."""
REPLY = 20_000
"""Characters of a reply that are read."""


@dataclass(frozen=True)
class Row:
    """What a record's row tells without its content."""

    number: int
    id: str
    kind: str
    stage: str
    status: str
    reason: str | None
    size: int
    """Bytes of its content, where that was asked for; another size means another content."""


@dataclass(frozen=True)
class Heard:
    """What somebody was heard to say: a model call, which is stored as soon as its reply is there."""

    number: int
    role: str
    stage: str
    record: str
    reply: str


@dataclass(frozen=True)
class Sums:
    """What calls came to, up to one of them."""

    last: int = 0
    """The number of the last call that is counted."""
    calls: int = 0
    read: int = 0
    written: int = 0
    """Tokens."""
    counted: int = 0
    """Calls whose tokens are known, both of them."""
    usd: float = 0.0
    priced: int = 0
    """Calls whose price is known."""


class Look(Archive):
    """A run as it is at the moment, for reading alone. Closed, it can be read again: that opens the file anew."""

    @classmethod
    def open(cls, run: Path) -> Self:
        """Open an existing run for reading; raises ArchiveError where there is none, or none that can be read."""
        if not is_there(run):
            raise no_run(run)
        place = place_of(run)
        look = cls(engine_to_read(run / FILE) if place is None else engine_of(run), run)
        try:
            refuse_older(look._engine, run)
        except sql.exc.NoSuchTableError:
            look.close()
            raise ArchiveError(f"{run} has only just begun; try again in a moment") from None
        except sql.exc.DatabaseError as problem:
            look.close()
            raise ArchiveError(
                f"{place or run / FILE} cannot be read now ({problem.orig}); try again in a moment"
            ) from problem
        return look

    def rows_of(self, kind: str, after: int = 0) -> list[Row]:
        """Return the records of a kind that were first written after the one of this number, as they came."""
        return self._rows(sql.and_(RECORDS.c.kind == kind, row_number > after))

    def rows_below(self, record_id: str, *, sizes: bool = False, most: int = ROWS) -> list[Row]:
        """Return a record and what was made below it, the last `most` of all, as they came.

        Sizes are read only where they are asked for. How many other records the run has makes no difference.
        """
        # "/" follows ".": a range of the primary key, which a pattern is not.
        below = sql.and_(RECORDS.c.id >= f"{record_id}.", RECORDS.c.id < f"{record_id}/")
        all_of_them = sql.select(row_number).select_from(RECORDS).where(sql.or_(RECORDS.c.id == record_id, below))
        return self._rows(row_number.in_(all_of_them.order_by(row_number.desc()).limit(most).correlate(None)), sizes)

    def _rows(self, where: sql.ColumnElement[bool], sizes: bool = False) -> list[Row]:
        columns = (RECORDS.c.id, RECORDS.c.kind, RECORDS.c.stage, RECORDS.c.status, RECORDS.c.reason)
        size = stored_bytes(RECORDS.c.body) if sizes else sql.literal(0)
        statement = sql.select(row_number, *columns, size).where(where).order_by(row_number)
        with self._engine.connect() as connection:
            return [Row(*row) for row in connection.execute(statement)]

    def statuses(self, kind: str) -> list[tuple[int, str]]:
        """Return number and status of all records of a kind, from the index alone."""
        statement = sql.select(row_number, RECORDS.c.status).select_from(RECORDS).where(RECORDS.c.kind == kind)
        with self._engine.connect() as connection:
            return [(row[0], row[1]) for row in connection.execute(statement)]

    def reasoned(self, kind: str, status: Status) -> set[int]:
        """Return the numbers of the records of a kind and status that have a reason for it."""
        there = (RECORDS.c.kind == kind, RECORDS.c.status == status, RECORDS.c.reason.is_not(None))
        with self._engine.connect() as connection:
            return set(connection.execute(sql.select(row_number).select_from(RECORDS).where(*there)).scalars())

    def tallied(self) -> dict[str, dict[str, int]]:
        """Count the records by kind and status, from the index alone."""
        grouping = (RECORDS.c.kind, RECORDS.c.status)
        found: dict[str, dict[str, int]] = {}
        with self._engine.connect() as connection:
            for kind, status, count in connection.execute(sql.select(*grouping, sql.func.count()).group_by(*grouping)):
                found.setdefault(kind, {})[status] = count
        return found

    def heard(self, after: int, most: int) -> list[Heard]:
        """Return the calls after the one of this number, the last `most` of them, as they came."""
        columns = (CALLS.c.role, CALLS.c.stage, CALLS.c.record, sql.func.substr(CALLS.c.reply, 1, REPLY, type_=TEXT))
        recent = sql.select(row_number, *columns).select_from(CALLS).where(row_number > after)
        with self._engine.connect() as connection:
            rows = connection.execute(recent.order_by(row_number.desc()).limit(most)).all()
        return [Heard(*row) for row in reversed(rows)]

    def summed(self, before: Sums) -> Sums:
        """Return what all calls came to; only those are read that came after what was summed before."""
        counts = [
            sql.func.coalesce(sql.func.max(row_number), before.last),
            sql.func.count(),
            *(sql.func.coalesce(sql.func.sum(each), 0) for each in (CALLS.c.prompt_tokens, CALLS.c.completion_tokens)),
            sql.func.count(CALLS.c.prompt_tokens + CALLS.c.completion_tokens),
            sql.func.coalesce(sql.func.sum(CALLS.c.usd), 0.0),
            sql.func.count(CALLS.c.usd),
        ]
        with self._engine.connect() as connection:
            last, *new = connection.execute(
                sql.select(*counts).select_from(CALLS).where(row_number > before.last)
            ).one()
        calls, read, written, counted, usd, priced = new
        return Sums(
            last,
            before.calls + calls,
            before.read + read,
            before.written + written,
            before.counted + counted,
            before.usd + usd,
            before.priced + priced,
        )

    def facts_below(self, topic: Topic, firsts: Collection[str], record_id: str) -> dict[tuple[str, str], Any]:
        """Return the facts of a topic about (first, record), for each of these firsts and what is below a record."""
        if not sql.inspect(self._engine).has_table(FACTS.name):
            return {}
        return {subject: each for first in firsts for subject, each in self._below(topic, first, record_id)}

    def _below(self, topic: Topic, first: str, record_id: str) -> Iterator[tuple[tuple[str, str], Any]]:
        low, high = (topic.key((first, f"{record_id}{end}")).removesuffix('"]') for end in ("", "/"))
        statement = sql.select(FACTS.c.subject, FACTS.c.content).where(
            FACTS.c.topic == topic.name, FACTS.c.subject >= low, FACTS.c.subject < high
        )
        with self._engine.connect() as connection:
            for subject, content in connection.execute(statement):
                stage, record = json.loads(subject)
                if record == record_id or record.startswith(f"{record_id}."):
                    yield (stage, record), json.loads(content)
