"""The tables of a run's database, and the file that they are in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects.sqlite import insert

from company.errors import ArchiveError

FILE = "company.sqlite"
META = sql.MetaData()
NOTES = sql.Table(
    "notes", META, sql.Column("name", sql.Text, primary_key=True), sql.Column("content", sql.Text, nullable=False)
)
FACTS = sql.Table(
    "facts",
    META,
    sql.Column("topic", sql.Text, primary_key=True),
    sql.Column("subject", sql.Text, primary_key=True),
    sql.Column("content", sql.Text, nullable=False),
)
RECORDS = sql.Table(
    "records",
    META,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("parent", sql.Text),
    sql.Column("stage", sql.Text, nullable=False),
    sql.Column("position", sql.Integer, nullable=False),
    sql.Column("status", sql.Text, nullable=False),
    sql.Column("reason", sql.Text),
    sql.Column("body", sql.Text, nullable=False),
    sql.Index("records_by_kind", "kind", "status"),
    sql.Index("records_by_parent", "parent", "kind", "position"),
)
FIGURES = sql.Table(
    "figures",
    META,
    sql.Column("turn", sql.Text, key="record", primary_key=True),
    sql.Column("position", sql.Integer, primary_key=True),
    sql.Column("png", sql.LargeBinary, nullable=False),
)
DONE = sql.Table(
    "stages_done",
    META,
    sql.Column("stage", sql.Text, primary_key=True),
    sql.Column("record", sql.Text, primary_key=True),
    sql.Column("key", sql.Text, nullable=False),
    sql.Column("made", sql.Text, nullable=False),
)
CALLS = sql.Table(
    "calls",
    META,
    sql.Column("request", sql.Text, primary_key=True),
    sql.Column("role", sql.Text, nullable=False),
    sql.Column("stage", sql.Text, nullable=False),
    sql.Column("record", sql.Text, nullable=False),
    sql.Column("backend", sql.Text, nullable=False),
    sql.Column("model", sql.Text, nullable=False),
    sql.Column("messages", sql.LargeBinary, nullable=False),
    sql.Column("reply", sql.Text, nullable=False),
    sql.Column("finish_reason", sql.Text, nullable=False),
    sql.Column("prompt_tokens", sql.Integer),
    sql.Column("completion_tokens", sql.Integer),
    sql.Column("cached_tokens", sql.Integer, nullable=False),
    sql.Column("reasoning_tokens", sql.Integer, nullable=False),
    sql.Column("usd", sql.Float),
)
PICTURES = sql.Table(
    "pictures",
    META,
    sql.Column("digest", sql.Text, primary_key=True),
    sql.Column("png", sql.LargeBinary, nullable=False),
)


def refuse_older(engine: sql.Engine, run: Path) -> None:
    """Raise ArchiveError for the run of a version that stored less with each call."""
    there = {column["name"] for column in sql.inspect(engine).get_columns("calls")}
    if not there >= set(CALLS.c.keys()):
        raise ArchiveError(f"{run} was made by an older version of this program; go on with that, or start a new run")


def engine_of(file: Path) -> sql.Engine:
    """Return the engine that opens the database in this file."""
    engine = sql.create_engine(f"sqlite:///{file}")

    @sql.event.listens_for(engine, "connect")
    def _(connection: Any, _record: object) -> None:
        # WAL keeps what was committed when the process is killed, and lets `company status` read meanwhile.
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def upsert(table: sql.Table, row: dict[str, Any], *keys: str) -> sql.Insert:
    """Write a row, over the one that has these keys."""
    return insert(table).values(row).on_conflict_do_update(index_elements=list(keys), set_=row)
