"""The table comes in: once per run, checked and written in canonical form, before any model is asked."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from company.archive import Archive
from company.config import cache_folder
from company.errors import ArchiveError, ConfigError
from company.tables.kaggle import fetch
from company.tables.reading import Reading, canonical_csv, read_table
from company.tables.record import Table
from company.tables.settings import ColumnsSettings, TableSettings
from company.tables.several.joining import Claims
from company.tables.several.settings import OtherTableSettings
from company.tables.told import Told

NOTE = "intake"
"""What the archive calls the table as it was read; until it is there, nothing was made of any table."""


def intake(
    told: TableSettings,
    columns: ColumnsSettings,
    file: Path,
    archive: Archive,
    say: Callable[[str], None],
    others: Mapping[str, OtherTableSettings] = MappingProxyType({}),
) -> Table:
    """Return the profiled, not yet described table of a run; read now, or as it was read when the run began.

    The user's files are looked for beside `file`, the scenario. What that says of tables and columns is put over every
    guess, each time: it may have been corrected since. A run that has its tables asks Kaggle for nothing. `say` is told
    of a download. `others` are the tables beside this one. Raises ConfigError for a table that cannot be used or that
    has changed since the run began, and ArchiveError when the run's own copy has been changed.
    """
    folder, beside = archive.run / "resource", file.parent
    sources = {name: _source(each, beside) for name, each in {"": told, **others}.items()}
    known = archive.note(NOTE)
    if known is None:
        table, original = _read(told, beside, folder, say)
        found = {name: _read(each, beside, folder, say) for name, each in others.items()}
        table = joined(table, [each for each, _ in found.values()], told, others, file, folder)
        whole = _said_over(table, told, columns, others, file, folder)
        originals = {"": original, **{name: made for name, (_, made) in found.items()}}
        archive.put_note(NOTE, noted(table, told, others, {name: (sources[name], originals[name]) for name in sources}))
        return whole
    was = {"": known["source"], **{name: each["source"] for name, each in known.get("beside", {}).items()}}
    if was != sources or known.get("joining", {}) != _joining(told, others):
        names = [name for name in {**was, **sources} if was.get(name) != sources.get(name)]
        changed = told.path(beside) if names[:1] == [""] else f"[[table]] {names[0]}" if names else "a key or a link"
        raise ConfigError(
            f"{changed} has changed since {archive.run} was begun; "
            "give another folder with --out, or restore the table to go on with this run"
        )
    table = Table.model_validate(known["table"])
    for each in table.every:
        copy = folder / each.file
        if not copy.is_file() or _hash(copy) != each.sha256:
            raise ArchiveError(f"{copy} is not the table that this run was begun with; restore it, or start a new run")
    return _said_over(table, told, columns, others, file, folder)


def noted(
    table: Table,
    told: TableSettings,
    others: Mapping[str, OtherTableSettings],
    origins: Mapping[str, tuple[str | None, Mapping[str, Any]]],
) -> dict[str, Any]:
    """Return the note of tables that were read; `origins` has source and original by name, those of the first by ""."""
    made = {name: {"source": source, "original": dict(original)} for name, (source, original) in origins.items()}
    first, keys = made.pop(""), _joining(told, others)
    note = {"source": first["source"], "table": table.model_dump(mode="json"), "original": first["original"]}
    return note | ({"beside": made} if made else {}) | ({"joining": keys} if keys else {})


def looked_at(
    told: TableSettings, file: Path, say: Callable[[str], None], others: Mapping[str, OtherTableSettings]
) -> Table:
    """Return the tables of a scenario as a run would take them in, and keep nothing. Raises ConfigError."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        table, *found = [_read(each, file.parent, folder, say)[0] for each in (told, *others.values())]
        return joined(table, found, told, others, file, folder)


def joined(
    table: Table,
    beside: Sequence[Table],
    told: TableSettings,
    others: Mapping[str, OtherTableSettings],
    file: Path,
    folder: Path,
) -> Table:
    """Return the first table with the others beside it, and each with its key and links. Raises ConfigError."""
    if not beside and not told.key and not told.links:
        return table
    if table.name in others:
        raise ConfigError(f"{file}: two tables are called {table.name!r}; give the first [[table]] another name")
    claims = Claims({table.name: told, **others}, file)
    first, *rest = claims.joined([table, *beside], folder)
    return first.model_copy(update={"beside": tuple(rest)})


def _said_over(
    table: Table,
    told: TableSettings,
    columns: ColumnsSettings,
    others: Mapping[str, OtherTableSettings],
    file: Path,
    folder: Path,
) -> Table:
    """Return the tables with what a person says of them put over every guess."""
    beside = [
        Told(others[each.name], ColumnsSettings(**others[each.name].columns), file, each.name).over(
            each, folder / each.file
        )
        for each in table.beside
    ]
    whole = Told(told, columns, file).over(table, folder / table.file)
    return whole.model_copy(update={"beside": tuple(beside)}) if beside else whole


def _joining(told: TableSettings, others: Mapping[str, OtherTableSettings]) -> dict[str, Any]:
    """Return what is said of keys and links, as it is noted."""
    said = {name: each.model_dump(mode="json", include={"key", "links"}) for name, each in {"": told, **others}.items()}
    return {name: each for name, each in said.items() if each}


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
