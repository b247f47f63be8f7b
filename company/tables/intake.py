"""The table comes in: once per run, checked and written in canonical form, before any model is asked."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.config import cache_folder
from company.errors import ArchiveError, ConfigError
from company.tables.kaggle import fetch
from company.tables.reading import Reading, canonical_csv, read_table
from company.tables.record import Table
from company.tables.settings import ColumnsSettings, TableSettings
from company.tables.told import Told

NOTE = "intake"
"""What the archive calls the table as it was read; until it is there, nothing was made of any table."""


def intake(
    told: TableSettings, columns: ColumnsSettings, file: Path, archive: Archive, say: Callable[[str], None]
) -> Table:
    """Return the profiled, not yet described table of a run; read now, or as it was read when the run began.

    The user's file is looked for beside `file`, the scenario. What that says of table and columns is put over every
    guess, each time: it may have been corrected since. A run that has its table asks Kaggle for nothing. `say` is told
    of a download. Raises ConfigError for a table that cannot be used or that has changed since the run began, and
    ArchiveError when the run's own copy has been changed.
    """
    folder, beside = archive.run / "resource", file.parent
    said = Told(told, columns, file)
    source = _source(told, beside)
    known = archive.note(NOTE)
    if known is None:
        table, original = _read(told, beside, folder, say)
        whole = said.over(table, folder / table.file)
        archive.put_note(NOTE, {"source": source, "table": table.model_dump(mode="json"), "original": original})
        return whole
    if known["source"] != source:
        raise ConfigError(
            f"{told.path(beside)} has changed since {archive.run} was begun; "
            "give another folder with --out, or restore the table to go on with this run"
        )
    table = Table.model_validate(known["table"])
    copy = folder / table.file
    if not copy.is_file() or _hash(copy) != table.sha256:
        raise ArchiveError(f"{copy} is not the table that this run was begun with; restore it, or start a new run")
    return said.over(table, copy)


def _source(told: TableSettings, beside: Path) -> str:
    """Return a text that changes with the table: the hash of a user's file, else the name of the source."""
    file = told.path(beside)
    return _hash(file) if file is not None else str(told.builtin or told.kaggle)


def _read(told: TableSettings, beside: Path, folder: Path, say: Callable[[str], None]) -> tuple[Table, dict[str, Any]]:
    """Return the table, and what it was made from: its file's hash, and how that is to be had."""
    if told.kaggle is None:
        original: dict[str, Any] = {"builtin": told.builtin}
        if (file := told.path(beside)) is not None:
            original = {"file": file.name, "sha256": _hash(file)}
        return received(read_table(told, beside, folder), licence=told.licence, source=told.source), original
    fetched = fetch(told.kaggle, told.kaggle_file, cache_folder(), say)
    data_set = fetched.data_set
    table = received(
        canonical_csv(fetched.file, folder, told.name),
        licence=told.licence or data_set.licence,
        source=told.source or data_set.url,
        citation=data_set.citation,
        version=str(data_set.version),
    )
    return table, {"kaggle": data_set.reference, "file": fetched.name, "sha256": _hash(fetched.file)}


def received(reading: Reading, **origin: Any) -> Table:
    """Return the record of a table that was just read, not yet described."""
    return Table(
        id=reading.name,
        parent=None,
        stage="tables",
        position=1,
        name=reading.name,
        file=reading.file,
        sha256=reading.sha256,
        rows=reading.rows,
        columns=reading.columns,
        repairs=reading.repairs,
    ).model_copy(update=origin)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
