"""The tables of a run's database, and the file that they are in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sql

from company.archive.dialects import words
from company.archive.place import FILE, place_of
from company.archive.postgresql import engine_at
from company.errors import ArchiveError

META = sql.MetaData()
NOTES = sql.Table(
    "notes", META, sql.Column("name", words(), primary_key=True), sql.Column("content", words(), nullable=False)
)
FACTS = sql.Table(
    "facts",
    META,
    sql.Column("topic", words(), primary_key=True),
    sql.Column("subject", words(), primary_key=True),
    sql.Column("content", words(), nullable=False),
)
RECORDS = sql.Table(
    "records",
    META,
    sql.Column("id", words(), primary_key=True),
    sql.Column("kind", words(), nullable=False),
    sql.Column("parent", words()),
    sql.Column("stage", words(), nullable=False),
    sql.Column("position", sql.Integer, nullable=False),
    sql.Column("status", words(), nullable=False),
    sql.Column("reason", words()),
    sql.Column("body", words(), nullable=False),
    sql.Index("records_by_kind", "kind", "status"),
    sql.Index("records_by_parent", "parent", "kind", "position"),
)
FIGURES = sql.Table(
    "figures",
    META,
    sql.Column("turn", words(), key="record", primary_key=True),
    sql.Column("position", sql.Integer, primary_key=True),
    sql.Column("png", sql.LargeBinary, nullable=False),
)
DONE = sql.Table(
    "stages_done",
    META,
    sql.Column("stage", words(), primary_key=True),
    sql.Column("record", words(), primary_key=True),
    sql.Column("key", words(), nullable=False),
    sql.Column("made", words(), nullable=False),
)
CALLS = sql.Table(
    "calls",
    META,
    sql.Column("request", words(), primary_key=True),
    sql.Column("role", words(), nullable=False),
    sql.Column("stage", words(), nullable=False),
    sql.Column("record", words(), nullable=False),
    sql.Column("backend", words(), nullable=False),
    sql.Column("model", words(), nullable=False),
    sql.Column("messages", sql.LargeBinary, nullable=False),
    sql.Column("reply", words(), nullable=False),
    sql.Column("finish_reason", words(), nullable=False),
    sql.Column("prompt_tokens", sql.Integer),
    sql.Column("completion_tokens", sql.Integer),
    sql.Column("cached_tokens", sql.Integer, nullable=False),
    sql.Column("reasoning_tokens", sql.Integer, nullable=False),
    sql.Column("usd", sql.Float),
)
PICTURES = sql.Table(
    "pictures",
    META,
    sql.Column("digest", words(), primary_key=True),
    sql.Column("png", sql.LargeBinary, nullable=False),
)


FILES = sql.Table(
    "files",
    sql.MetaData(),
    sql.Column("name", words(), primary_key=True),
    sql.Column("content", sql.LargeBinary, nullable=False),
)
"""What a run's folder holds beside its database, such as its tables; of runs in PostgreSQL alone."""
NUMBERED = (RECORDS, CALLS)


def refuse_older(engine: sql.Engine, run: Path) -> None:
    """Raise ArchiveError for the run of a version that stored less with each call."""
    there = {column["name"] for column in sql.inspect(engine).get_columns("calls")}
    if not there >= set(CALLS.c.keys()):
        raise ArchiveError(f"{run} was made by an older version of this program; go on with that, or start a new run")


def engine_of(run: Path, *, make: bool = False) -> sql.Engine:
    """Return the engine that opens a run's database; `make` makes the tables that are missing.

    Raises ArchiveError where it is in a database that does not have it, or is not to be had.
    """
    place = place_of(run)
    engine = _engine(run / FILE) if place is None else engine_at(place, make=make)
    if make:
        META.create_all(engine)
        if place is not None:
            FILES.metadata.create_all(engine)
            _number(engine)
    return engine


def _engine(file: Path) -> sql.Engine:
    engine = sql.create_engine(f"sqlite:///{file}")

    @sql.event.listens_for(engine, "connect")
    def _(connection: Any, _record: object) -> None:
        # WAL keeps what was committed when the process is killed, and lets `company status` read meanwhile.
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _number(engine: sql.Engine) -> None:
    """Give rows the numbers by which they are read in the order in which they were written, as SQLite does itself."""
    with engine.begin() as connection:
        for table in NUMBERED:
            connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN IF NOT EXISTS number bigserial")
