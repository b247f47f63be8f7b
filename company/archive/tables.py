"""The tables of a run's database, the same on SQLite and on PostgreSQL, and the file that they are in."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql

from company.archive.dialects import JSON_TEXT, TEXT, numbered
from company.archive.place import FILE, place_of
from company.archive.postgresql import engine_at
from company.archive.sqlite import engine_to_write
from company.errors import ArchiveError

META = sql.MetaData()
NOTES = sql.Table(
    "notes", META, sql.Column("name", TEXT, primary_key=True), sql.Column("content", TEXT, nullable=False)
)
FACTS = sql.Table(
    "facts",
    META,
    sql.Column("topic", TEXT, primary_key=True),
    sql.Column("subject", TEXT, primary_key=True),
    sql.Column("content", TEXT, nullable=False),
)
RECORDS = sql.Table(
    "records",
    META,
    sql.Column("id", TEXT, primary_key=True),
    sql.Column("kind", TEXT, nullable=False),
    sql.Column("parent", TEXT),
    sql.Column("stage", TEXT, nullable=False),
    sql.Column("position", sql.Integer, nullable=False),
    sql.Column("status", TEXT, nullable=False),
    sql.Column("reason", TEXT),
    sql.Column("body", JSON_TEXT, nullable=False),
    sql.Index("records_by_kind", "kind", "status"),
    sql.Index("records_by_parent", "parent", "kind", "position"),
)
FIGURES = sql.Table(
    "figures",
    META,
    sql.Column("turn", TEXT, key="record", primary_key=True),
    sql.Column("position", sql.Integer, primary_key=True),
    sql.Column("png", sql.LargeBinary, nullable=False),
)
DONE = sql.Table(
    "stages_done",
    META,
    sql.Column("stage", TEXT, primary_key=True),
    sql.Column("record", TEXT, primary_key=True),
    sql.Column("key", TEXT, nullable=False),
    sql.Column("made", TEXT, nullable=False),
)
CALLS = sql.Table(
    "calls",
    META,
    sql.Column("request", TEXT, primary_key=True),
    sql.Column("role", TEXT, nullable=False),
    sql.Column("stage", TEXT, nullable=False),
    sql.Column("record", TEXT, nullable=False),
    sql.Column("backend", TEXT, nullable=False),
    sql.Column("model", TEXT, nullable=False),
    sql.Column("messages", sql.LargeBinary, nullable=False),
    sql.Column("reply", TEXT, nullable=False),
    sql.Column("finish_reason", TEXT, nullable=False),
    sql.Column("prompt_tokens", sql.Integer),
    sql.Column("completion_tokens", sql.Integer),
    sql.Column("cached_tokens", sql.Integer, nullable=False),
    sql.Column("reasoning_tokens", sql.Integer, nullable=False),
    sql.Column("usd", sql.Float),
)
PICTURES = sql.Table(
    "pictures",
    META,
    sql.Column("digest", TEXT, primary_key=True),
    sql.Column("png", sql.LargeBinary, nullable=False),
)
FILES = sql.Table(
    "files",
    sql.MetaData(),
    sql.Column("name", TEXT, primary_key=True),
    sql.Column("content", sql.LargeBinary, nullable=False),
)
"""What a run's folder holds beside its database, such as its tables; of runs in PostgreSQL alone."""
NUMBERED = (RECORDS, CALLS)
for _table in NUMBERED:
    numbered(_table)


def refuse_older(engine: sql.Engine, run: Path) -> None:
    """Raise ArchiveError for the run of a version that stored less with each call."""
    there = {column["name"] for column in sql.inspect(engine).get_columns("calls")}
    if not there >= set(CALLS.c.keys()):
        raise ArchiveError(f"{run} was made by an older version of this program; go on with that, or start a new run")


def engine_of(run: Path, *, make: bool = False) -> sql.Engine:
    """Return the engine that opens a run's database to write it; `make` makes the tables that are missing.

    Raises ArchiveError where it is in a database that does not have it, or is not to be had.
    """
    place = place_of(run)
    engine = engine_to_write(run / FILE) if place is None else engine_at(place, make=make)
    if make:
        META.create_all(engine)
        if place is not None:
            FILES.metadata.create_all(engine)
    return engine
