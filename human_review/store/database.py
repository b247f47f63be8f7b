"""One database, one writer: transactions that begin with the lock in hand, on SQLite and on PostgreSQL.

On SQLite every process has one connection that writes, and its transactions begin with BEGIN IMMEDIATE: they wait for
each other at their beginning and never fail half-way. On PostgreSQL the rows that a transaction is about are locked.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import sqlite

from company.errors import ReviewError
from company.family.registry import DEFAULT, family
from company.reviewing.kinds import Kinds
from human_review.store.migrating import migrate
from human_review.store.tables import META

BUSY_MS = 30_000
"""How long a transaction waits for another process's."""


class Database:
    """Connections to the queue's database. Threads may share one; a process that forks opens its own."""

    def __init__(self, place: Path | str, kinds: Kinds | None = None) -> None:
        """Open the SQLite file, or the PostgreSQL database of a URL; missing tables and columns are made.

        `kinds` are those of the family whose records are judged; of the usual family where none are given. Every
        connection knows them: see `kinds_in`.

        Raises ReviewError where it cannot be had.
        """
        self.kinds = family(DEFAULT).review if kinds is None else kinds
        self.place = _url(place).render_as_string() if isinstance(place, str) else str(place)
        self._engine = _engine(place).execution_options(kinds=self.kinds)
        self._sqlite = self._engine.dialect.name == "sqlite"
        self._lock = threading.Lock()
        try:
            # An advisory lock: two processes that begin at once do not both make the tables.
            with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
                if not self._sqlite:
                    connection.execute(sql.select(sql.func.pg_advisory_xact_lock(_TABLES_LOCK)))
                _make_tables(connection)
            self._writer = self._engine.connect().execution_options(writes=True) if self._sqlite else None
        except sql.exc.DBAPIError as problem:
            self._engine.dispose()
            raise ReviewError(
                f"{self.place} cannot be opened ({problem.orig}); check that it is there and that you may write to it"
            ) from problem

    @contextlib.contextmanager
    def writing(self) -> Iterator[sql.Connection]:
        """Yield a transaction that may write, durable when the block ends. Raises ReviewError where it is not."""
        try:
            if self._writer is not None:
                with self._lock, self._writer.begin():
                    yield self._writer
            else:
                with self._engine.begin() as connection:
                    yield connection
        except sql.exc.OperationalError as problem:
            raise ReviewError(
                f"{self.place} could not be written ({problem.orig}); nothing of this was taken: try again"
            ) from problem

    @contextlib.contextmanager
    def reading(self) -> Iterator[sql.Connection]:
        """Open a transaction that reads one state of everything."""
        with self._engine.connect() as connection:
            if not self._sqlite:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    def close(self) -> None:
        """Let go of the database."""
        if self._writer is not None:
            self._writer.close()
        self._engine.dispose()


def _make_tables(connection: sql.Connection) -> None:
    """Make the tables and columns that are missing."""
    if connection.dialect.name == "sqlite":
        # Asking for every table and column takes ten times as long, and most files are new or as they are to be.
        there = set(connection.exec_driver_sql("SELECT sql FROM sqlite_master").scalars())
        if there.issuperset(_statements()):
            return
        if not there:
            for statement in _statements():
                connection.exec_driver_sql(statement)
            return
    META.create_all(connection)
    migrate(connection)


@functools.cache
def _statements() -> tuple[str, ...]:
    """Return what makes all tables in SQLite, a statement each, as it is then found in the file."""
    made: list[str] = []
    dialect = sqlite.dialect()
    engine = sql.create_mock_engine("sqlite://", lambda each, *_, **__: made.append(str(each.compile(dialect=dialect))))
    META.create_all(engine, checkfirst=False)
    return tuple(each.strip() for each in made)


def kinds_in(connection: sql.Connection) -> Kinds:
    """Return the review kinds that a connection of a `Database` knows."""
    kinds: Kinds = connection.get_execution_options()["kinds"]
    return kinds


_TABLES_LOCK = 20_250_607
"""Any number that nobody else in the database locks."""


def _url(text: str) -> sql.URL:
    try:
        return sql.make_url(text)
    except sql.exc.ArgumentError:  # what it is is not repeated: a password may stand in it
        raise ReviewError(
            "--database: this is no address of a database; give postgresql://USER@HOST/NAME, or leave it out for the "
            "run's own file"
        ) from None


def _engine(place: Path | str) -> sql.Engine:
    if isinstance(place, str):
        url = _url(place)
        if url.get_backend_name() != "postgresql":
            raise ReviewError(
                f"{url.render_as_string()} is no database of PostgreSQL; give postgresql://USER@HOST/NAME, or leave "
                "--database out for the run's own file"
            )
        try:
            return sql.create_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
        except ModuleNotFoundError:
            raise ReviewError(
                "PostgreSQL needs its driver; install it with: pip install 'decision-company[postgresql]'"
            ) from None
    engine = sql.create_engine(f"sqlite:///{place}")

    @sql.event.listens_for(engine, "connect")
    def _(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where we say, and not where the driver guesses
        # FULL: a verdict that was answered for outlives a power cut as well as a kill.
        for pragma in (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @sql.event.listens_for(engine, "begin")
    def _(connection: sql.Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
