"""The table comes in: once per run, checked and written in canonical form, before any model is asked."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from company.archive import Archive
from company.config import cache_folder
from company.errors import ArchiveError, ConfigError
from company.tables.disguising import NAMELESS, Disguise, disguise_of, disguises_of, in_disguise
from company.tables.kaggle import fetch
from company.tables.reading import Reading, canonical_csv, read_table
from company.tables.record import Table
from company.tables.settings import ColumnsSettings, TableSettings
from company.tables.several.joining import joined
from company.tables.several.said import FIRST, TablesSaid
from company.tables.told import Told

NOTE = "intake"
"""What the archive calls the table as it was read; until it is there, nothing was made of any table."""


def intake(said: TablesSaid, archive: Archive, say: Callable[[str], None]) -> Table:
    """Return the profiled, not yet described table of a run; read now, or as it was read when the run began.

    What the scenario says of tables and columns is put over every guess, each time: it may have been corrected since. A
    run that has its tables asks Kaggle for nothing. `say` is told of a download. Raises ConfigError for a table that
    cannot be used, before anything is kept, or that has changed since the run began, and ArchiveError when the run's
    own copy has been changed.
    """
    folder = archive.run / "resource"
    known = archive.note(NOTE)
    if known is None:
        return _begun(said, archive, folder, say)
    _refuse_changed(said, known, archive.run)
    table = Table.model_validate(known["table"])
    for each in table.every:
        copy = folder / each.file
        if not copy.is_file() or _hash(copy) != each.sha256:
            raise ArchiveError(f"{copy} is not the table that this run was begun with; restore it, or start a new run")
    return _said_over(table, in_disguise(said, disguises_of(_by_name(known, "original")), table.name), folder)


def _begun(said: TablesSaid, archive: Archive, folder: Path, say: Callable[[str], None]) -> Table:
    """Read and note the tables; they are put into the run's folder once nothing is wrong with any of them."""
    with tempfile.TemporaryDirectory(prefix=".tables-", dir=archive.run) as temporary:
        room = Path(temporary)
        sources = {name: _source(told, said.file.parent) for name, told in said.by_name.items()}
        found = {name: _read(told, said.file.parent, room, say) for name, told in said.by_name.items()}
        table, disguises = _joined(said, [each for each, _ in found.values()], room)
        for name, made in disguises.items():
            made.note(found[name][1])
        whole = _said_over(table, in_disguise(said, disguises, table.name), room)
        folder.mkdir(parents=True, exist_ok=True)
        for each in table.every:
            (room / each.file).replace(folder / each.file)
    archive.put_note(
        NOTE, noted(table, said, {name: (sources[name], original) for name, (_, original) in found.items()})
    )
    return whole


def noted(
    table: Table, said: TablesSaid, origins: Mapping[str, tuple[str | None, Mapping[str, Any]]]
) -> dict[str, Any]:
    """Return the note of tables that were read; `origins` are source and original by name, as `TablesSaid.by_name`."""
    made = {name: {"source": source, "original": dict(original)} for name, (source, original) in origins.items()}
    first, lasting = made.pop(FIRST), said.lasting
    note = {"source": first["source"], "table": table.model_dump(mode="json"), "original": first["original"]}
    return note | ({"beside": made} if made else {}) | ({"lasting": lasting} if lasting else {})


def _by_name(known: Mapping[str, Any], what: Literal["source", "original"]) -> dict[str, Any]:
    """Return what was noted of each table, by names as `TablesSaid.by_name` has them."""
    return {FIRST: known[what], **{name: each[what] for name, each in known.get("beside", {}).items()}}


def _refuse_changed(said: TablesSaid, known: Mapping[str, Any], run: Path) -> None:
    """Raise ConfigError, which names the table, where one is not what it was when the run began."""
    was = _by_name(known, "source")
    now = {name: _source(told, said.file.parent) for name, told in said.by_name.items()}
    before, lasting = known.get("lasting", {}), said.lasting
    for name in {**was, **now}:
        called = f"[[table]] {name}" if name else said.first.path(said.file.parent) or "the table"
        if was.get(name) != now.get(name):
            changed = f"{called} has"
        elif before.get(name) != lasting.get(name):
            changed = (
                f"what is said of {called} (key, links, disguise{', licence, source, kaggle_file' if name else ''}) has"
            )
        else:
            continue
        raise ConfigError(
            f"{changed} changed since {run} was begun; "
            "give another folder with --out, or restore the table to go on with this run"
        )


def looked_at(said: TablesSaid, say: Callable[[str], None]) -> Table:
    """Return the tables of a scenario as a run would take them in, and keep nothing. Raises ConfigError."""
    with tempfile.TemporaryDirectory() as temporary:
        room = Path(temporary)
        found = [_read(each, said.file.parent, room, say)[0] for each in said.by_name.values()]
        table, disguises = _joined(said, found, room)
        return _said_over(table, in_disguise(said, disguises, table.name), room)


def _joined(said: TablesSaid, tables: Sequence[Table], room: Path) -> tuple[Table, dict[str, Disguise]]:
    """Return the first of the tables, which lie in the room, with the others beside it; and who is in disguise how.

    What is said is held against the tables as they are; the kinds that are said decide on how columns are disguised.
    """
    table = joined(said, tables, room)
    wanted = [name for name, told in said.by_name.items() if told.disguise]
    if not wanted:
        return table, {}
    whole = dict(zip(said.by_name, _said_over(table, said, room).every, strict=True))
    names = _joining_names(list(whole.values()), renamed=len(wanted) == len(whole))
    disguises = {
        name: disguise_of(whole[name].columns, room / whole[name].file, names, f"{said.seed}:{name}") for name in wanted
    }
    made = [
        disguised(each, disguises[name], room, said.by_name[name].name or (each.name if said.others else NAMELESS))
        if name in disguises
        else each
        for name, each in zip(said.by_name, tables, strict=True)
    ]
    return joined(in_disguise(said, disguises, made[0].name), made, room), disguises


def _joining_names(tables: Sequence[Table], *, renamed: bool) -> dict[str, str]:
    """Return the columns by which tables are joined, with their names in disguise: one name in all of the tables."""
    columns = [name for each in tables for name in (*each.key, *(to for link in each.links for to in link.columns))]
    places = {name: place for place, name in enumerate(dict.fromkeys(columns), start=1)}
    return {name: f"key_{place}" if renamed else name for name, place in places.items()}


def _said_over(table: Table, said: TablesSaid, folder: Path) -> Table:
    """Return the tables, which lie in the folder, with what a person says of them put over every guess."""
    whole = Told(said.first, said.columns, said.file).over(table, folder / table.file)
    beside = []
    for each in table.beside:
        told = said.others[each.name]
        whose = Told(told, ColumnsSettings(**told.columns), said.file, each.name)
        beside.append(whose.over(each, folder / each.file))
    return whole.model_copy(update={"beside": tuple(beside)}) if beside else whole


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


def disguised(table: Table, disguise: Disguise, room: Path, name: str) -> Table:
    """Return a table that was just read, and lies in the room, in disguise and under a name; its file gives way."""
    reading = disguise.reading(room / table.file, room, name)
    if reading.file != table.file:
        (room / table.file).unlink()
    return table.model_copy(
        update={
            "id": name,
            "name": name,
            **{key: getattr(reading, key) for key in ("file", "sha256", "columns")},
        }
    )


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
