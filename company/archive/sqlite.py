"""A run's database in a file: how SQLite is opened to write it, and only to read it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sql

PATIENCE = 5.0
"""Seconds that a reader waits for a database which its writer is just opening or closing."""


def engine_to_write(file: Path) -> sql.Engine:
    """Return the engine that opens the database in this file, made where it is missing."""
    engine = sql.create_engine(f"sqlite:///{file}")

    @sql.event.listens_for(engine, "connect")
    def _(connection: Any, _record: object) -> None:
        # WAL keeps what was committed when the process is killed, and lets `company status` read meanwhile.
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def engine_to_read(file: Path) -> sql.Engine:
    """Return an engine of one connection, which writes nothing beside the database either."""
    place = f"file:{quote(str(file.absolute()))}"

    def connected() -> sqlite3.Connection:
        # Without a journal nobody writes: opened so, SQLite leaves none behind. With one, readers see what is in it.
        how = "mode=ro" if Path(f"{file}-wal").exists() else "immutable=1"
        return sqlite3.connect(f"{place}?{how}", uri=True, timeout=PATIENCE, check_same_thread=False)

    return sql.create_engine("sqlite://", creator=connected, poolclass=sql.StaticPool)


def may_not_write(problem: sql.exc.DBAPIError) -> bool:
    """Return whether SQLite says that the file, or its folder, may only be read."""
    # The code is the extended one; its lowest byte is the kind of error.
    return getattr(problem.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_READONLY
