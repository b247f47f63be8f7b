"""A run copied from a folder into a database, or back: every record, call, picture and note, in the same order."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from company.archive.dialects import row_number
from company.archive.filing import KEPT, keep, restore
from company.archive.locking import locked
from company.archive.place import is_there, no_run, place_of
from company.archive.tables import META, NOTES, NUMBERED, engine_of, refuse_older
from company.errors import ArchiveError

_AT_ONCE = 500
"""Rows that are held in memory."""


def copy(source: Path, target: Path, say: Callable[[str], None]) -> dict[str, int]:
    """Copy the run in a folder to another folder, either of which may point to a database; return rows by table.

    The copy is there whole or not at all: one that was killed is begun anew. Both are held meanwhile, and `say` is told
    of each table. Raises ArchiveError where the source is no run, where the target has a run, or a database is not to
    be had, and RunTaken where one of them is being written.
    """
    if not is_there(source):
        raise no_run(source)
    if place_of(target) is not None:
        return _into_database(source, target, say)
    if target.exists() and any(target.iterdir()):
        raise ArchiveError(f"{target} is there already, and is not overwritten; give another folder")
    part = target.with_name(f".{target.name}-copying")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    with locked(source):
        counts = _rows(source, part, say)
        _files(source, part)
    if target.exists():
        target.rmdir()
    part.rename(target)
    return counts


def _into_database(source: Path, target: Path, say: Callable[[str], None]) -> dict[str, int]:
    with locked(source), locked(target):
        counts = _rows(source, target, say)
        _files(source, target)
        engine = engine_of(target)
        try:
            keep(engine, target)
        finally:
            engine.dispose()
    return counts


def _rows(source: Path, target: Path, say: Callable[[str], None]) -> dict[str, int]:
    """Copy the rows of all tables in one transaction."""
    reading, writing = engine_of(source), engine_of(target, make=True)
    try:
        refuse_older(reading, source)
        with reading.connect() as old, writing.begin() as new:
            if new.execute(sql.select(sql.func.count()).select_from(NOTES)).scalar():
                raise ArchiveError(f"{place_of(target) or target} has a run of this name already; give another name")
            counts = {}
            for table in META.sorted_tables:
                counts[table.name] = 0
                read = _read(old, table)
                while rows := list(islice(read, _AT_ONCE)):
                    new.execute(sql.insert(table), rows)
                    counts[table.name] += len(rows)
                say(f"{table.name}: {counts[table.name]:,}")
            return counts
    finally:
        reading.dispose()
        writing.dispose()


def _read(connection: sql.Connection, table: sql.Table) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table in the order in which they were written; a run of before lacks some tables."""
    if not sql.inspect(connection).has_table(table.name):
        return
    order = [row_number] if table in NUMBERED else list(table.primary_key)
    statement = sql.select(table).order_by(*order).execution_options(yield_per=_AT_ONCE)
    for row in connection.execute(statement).mappings():
        yield {column.key: row[column] for column in table.columns}


def _files(source: Path, target: Path) -> None:
    """Copy the files that belong to a run, such as its tables."""
    if place_of(source) is not None:
        engine = engine_of(source)
        try:
            restore(engine, source)
        finally:
            engine.dispose()
    for file in (each for each in (source / KEPT).rglob("*") if each.is_file()):
        place = target / file.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
