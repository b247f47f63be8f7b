"""A benchmark folder in the public format, written whole or not at all."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonlines

from company.benchmark.files import (
    CROISSANT,
    DIALOGUES,
    FIGURES,
    FILES,
    HEADER,
    LINES,
    PROVENANCE,
    RECORDINGS,
    REGISTERS,
    RESOURCE,
    VERDICTS,
)
from company.benchmark.loading import case_columns, write_loaded
from company.benchmark.publishing.croissant import croissant_text
from company.benchmark.publishing.provenance import file_hashes, provenance_text
from company.benchmark.publishing.publication import Publication
from company.benchmark.reading import is_benchmark
from company.errors import ArchiveError
from company.families.dialogues.body.private_library import JSON_FILE, SOURCE_FILE, library_json, library_source
from company.families.dialogues.records import Category, LibraryFunction, Register
from company.tables.record import Table

EMPTY_LIBRARY = '"""The private library of this benchmark: it has none."""\n'
Line = Mapping[str, Any]


@dataclass(frozen=True)
class Contents:
    """All that a benchmark folder is made of."""

    tables: Sequence[tuple[Table, Path]]
    """Each table with the CSV that it is in."""
    cases: Mapping[Category, Sequence[Line]]
    card: str
    dialogues: Sequence[Line] = ()
    verdicts: Sequence[Line] = ()
    """What people said of its records, one verdict each."""
    library: Sequence[LibraryFunction] = ()
    figures: Mapping[str, bytes] = field(default_factory=dict)
    """PNG by data_id."""
    registers: Mapping[Register, Mapping[Category, Sequence[Line]]] = field(default_factory=dict)
    """The cases with every query in one register."""
    withheld: Collection[str] = ()
    """Names of the tables' files that are not to be in the folder, since they may not be passed on."""
    provenance: Line | None = None
    """What `provenance.json` says, but for the hashes of the other files, which it is given when they are there."""
    recordings: Mapping[str, Path] = field(default_factory=dict)
    """Name of a run → the file of its model calls."""
    publication: Publication | None = None
    """What Croissant tells of it. Without it, there are neither metadata nor files for loaders."""


def write_benchmark(out: Path, contents: Contents, check: Callable[[Path], None] | None = None) -> Path:
    """Write a benchmark folder: the card, the lines, the tables, the private library, the dialogues, the figures.

    Everything is written beside `out` and moved there at the end, so that no reader meets half a benchmark; `check`
    sees it before it is moved, and may raise. An older benchmark at `out` is replaced; raises ArchiveError when
    something else is there, or a table is missing.
    """
    if out.exists() and not is_benchmark(out) and not _is_empty(out):
        raise ArchiveError(f"{out} holds something that is not a benchmark; choose another folder with --out")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as temporary:
        fresh, former = Path(temporary) / "new", Path(temporary) / "old"
        _fill(fresh, contents)
        if check is not None:
            check(fresh)
        if out.exists():
            out.rename(former)
        fresh.rename(out)
    return out


def _fill(folder: Path, contents: Contents) -> None:
    for part in (LINES, RESOURCE):
        (folder / part).mkdir(parents=True)
    (folder / "README.md").write_text(contents.card, encoding="utf-8")
    for table, source in contents.tables:
        if not source.is_file():
            raise ArchiveError(f"{source}, the table {table.name}, is missing; simulate the scenario again")
        if table.file not in contents.withheld:
            shutil.copyfile(source, folder / RESOURCE / table.file)
    # The official evaluator links both files into every folder it runs code in, whether they are used or not.
    module = library_source(contents.library) if contents.library else EMPTY_LIBRARY
    texts = json.dumps(library_json(contents.library), ensure_ascii=False, indent=1)
    (folder / RESOURCE / SOURCE_FILE).write_text(module, encoding="utf-8")
    (folder / RESOURCE / JSON_FILE).write_text(f"{texts}\n", encoding="utf-8")
    header = dict(zip(HEADER, (module, texts), strict=True))
    places: list[tuple[Path, Mapping[Category, Sequence[Line]]]] = [(LINES, contents.cases)]
    places += [(REGISTERS / register, cases) for register, cases in contents.registers.items()]
    for place, cases in places:
        (folder / place).mkdir(parents=True, exist_ok=True)
        for category, entries in cases.items():
            opening = [header] if category == "private" else []
            _write_lines(folder / place / FILES[category], [*opening, *entries])
    if contents.dialogues:
        _write_lines(folder / DIALOGUES, contents.dialogues)
    if contents.verdicts:
        _write_lines(folder / VERDICTS, contents.verdicts)
    for data_id, png in contents.figures.items():
        (folder / FIGURES).mkdir(exist_ok=True)
        (folder / FIGURES / f"{data_id}.png").write_bytes(png)
    _write_metadata(folder, contents)
    _write_origin(folder, contents)


def _write_metadata(folder: Path, contents: Contents) -> None:
    """The files for loaders, and Croissant, which tells the hashes of all files that are there by then."""
    if contents.publication is None:
        return
    write_loaded(folder, contents.cases, contents.registers, contents.dialogues, contents.figures)
    columns = case_columns([entry for entries in contents.cases.values() for entry in entries])
    files = {name: (sha256, (folder / name).stat().st_size) for name, sha256 in file_hashes(folder, but=[]).items()}
    (folder / CROISSANT).write_text(croissant_text(contents.publication, columns, files), encoding="utf-8")


def _write_origin(folder: Path, contents: Contents) -> None:
    """The recordings, and at the very end the provenance, which tells the hashes of all other files."""
    for name, recording in contents.recordings.items():
        (folder / RECORDINGS).mkdir(exist_ok=True)
        shutil.copyfile(recording, folder / RECORDINGS / f"{name}.recording")
    if contents.provenance is not None:
        whole = {**contents.provenance, "files": file_hashes(folder, but=[PROVENANCE.as_posix()])}
        (folder / PROVENANCE).write_text(provenance_text(whole), encoding="utf-8")


def _write_lines(path: Path, lines: Iterable[Line]) -> None:
    with jsonlines.open(path, mode="w", dumps=_dumps) as writer:
        writer.write_all(lines)


def _dumps(line: Line) -> str:
    return json.dumps(line, ensure_ascii=False, allow_nan=False)


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and next(folder.iterdir(), None) is None
