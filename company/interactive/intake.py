"""The table comes in: once per run, checked and written in canonical form, before any model is asked."""

from __future__ import annotations

import hashlib
from pathlib import Path

from company.archive import Archive
from company.config import Settings
from company.errors import ArchiveError, ConfigError
from company.interactive.reading import read_table
from company.records import Table

_NOTE = "intake"


def intake(settings: Settings, archive: Archive) -> Table:
    """The profiled, not yet described table of a run; read now, or as it was read when the run began.

    Raises ConfigError for a table that cannot be used or that has changed since the run began, and ArchiveError when
    the run's own copy has been changed.
    """
    folder = archive.run / "resource"
    source = _hash(settings.table_file) if settings.table_file else str(settings.table.builtin)
    known = archive.note(_NOTE)
    if known is None:
        table = _read(settings, folder)
        archive.put_note(_NOTE, {"source": source, "table": table.model_dump(mode="json")})
        return table
    if known["source"] != source:
        raise ConfigError(
            f"{settings.table_file} has changed since {archive.run} was begun; "
            "give another folder with --out, or restore the table to go on with this run"
        )
    table = Table.model_validate(known["table"])
    copy = folder / table.file
    if not copy.is_file() or _hash(copy) != table.sha256:
        raise ArchiveError(f"{copy} is not the table that this run was begun with; restore it, or start a new run")
    return table


def _read(settings: Settings, folder: Path) -> Table:
    reading = read_table(settings, folder)
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
    )


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
