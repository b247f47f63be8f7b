"""A table that a benchmark could not bring along, from where it is to be had, put in its place."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from company.benchmark.files import PROVENANCE, RESOURCE
from company.benchmark.publishing.origin import Provenance, SourceTold, read_provenance
from company.benchmark.publishing.provenance import file_hash
from company.config import cache_folder
from company.console.commands import command_line
from company.errors import ArchiveError, ConfigError
from company.tables.bundled import LABELS, builtin_csv
from company.tables.disguising import Disguise
from company.tables.kaggle import fetch
from company.tables.reading import Reading, canonical_csv


@dataclass(frozen=True)
class Placed:
    """A table that is now where benchmark code reads it."""

    file: Path
    came_from: str


def fetch_tables(folder: Path, given: Sequence[Path], say: Callable[[str], None]) -> list[Placed]:
    """Put every table that a benchmark lacks into its folder, from the files `given`, or else from where they were.

    A file is read as the table's own original was, with the same repairs, and only put there when the outcome has the
    published hash. `say` is told of a download.

    Raises ArchiveError for a folder that does not say what its tables are, ConfigError for a file that is none of
    them, with what differs, and for a table that is not to be had without a file.
    """
    told = known(folder)
    missing = [table for table in told.tables.values() if not _there(folder, table)]
    placed = []
    with tempfile.TemporaryDirectory() as temporary:
        room = Path(temporary)
        for file in given:
            table = _which(file, missing or list(told.tables.values()), room)
            placed.append(_put(folder, table, room, str(file)))
            missing = [each for each in missing if each.file != table.file]
        for table in missing:
            source, name = _got(folder, table, room, say)
            _check(source, table, room, name)
            placed.append(_put(folder, table, room, name))
    return placed


def known(folder: Path) -> Provenance:
    """Return a folder's provenance; raises ArchiveError where it has none."""
    told = read_provenance(folder)
    if told is None:
        raise ArchiveError(
            f"{folder} has no {PROVENANCE}: it is no benchmark, or was exported by an older version; "
            "name a folder that `company export` has written"
        )
    return told


def _there(folder: Path, table: SourceTold) -> bool:
    place = folder / RESOURCE / table.file
    return place.is_file() and file_hash(place) == table.sha256


def _which(file: Path, tables: Sequence[SourceTold], room: Path) -> SourceTold:
    """Return the table that a file is, and leave it in the room."""
    if not file.is_file():
        raise ConfigError(f"{file} is not there, or not a file; give the table as it was when the benchmark was made")
    nearest: tuple[int, SourceTold] | None = None
    for table in tables:
        found = _made(file, table, room)
        if found is None:
            return table
        shared = len(set(table.columns) & set(_names(found)))
        if nearest is None or shared > nearest[0]:
            nearest = (shared, table)
    assert nearest is not None, "a benchmark has a table"
    _check(file, nearest[1], room, str(file))
    return nearest[1]


def _made(file: Path, table: SourceTold, room: Path) -> Reading | None:
    """Return None where the file gives the table, which is then in the room; else what it gives."""
    if file_hash(file) == table.sha256:
        shutil.copyfile(file, room / table.file)
        return None
    found = canonical_csv(file, room, table.name)
    disguise = Disguise.noted(table.original)
    if disguise is not None and disguise.fits(_names(found)):
        found = disguise.reading(room / found.file, room, table.name)
    return None if found.sha256 == table.sha256 else found


def _check(file: Path, table: SourceTold, room: Path, name: str) -> None:
    """Raise ConfigError for a file that does not give the table, with what differs."""
    found = _made(file, table, room)
    if found is None:
        return
    if file_hash(file) == table.original.get("sha256"):
        raise ConfigError(
            f"{name} is the very file that {table.name} was made of, and comes out otherwise here: its repairs "
            f"({'; '.join(table.repairs) or 'none'}) are made by another version of this program; use the one that "
            f"{PROVENANCE} names"
        )
    raise ConfigError(f"{name} is not the table {table.name} of this benchmark: {'; '.join(_differs(found, table))}")


def _names(found: Reading) -> tuple[str, ...]:
    return tuple(column.name for column in found.columns)


def _differs(found: Reading, table: SourceTold) -> list[str]:
    rows, names = found.rows, _names(found)
    disguise = Disguise.noted(table.original)
    wanted = table.columns if disguise is None or names == table.columns else disguise.own
    lines = [f"it has {rows:,} rows, not {table.rows:,}"] if rows != table.rows else []
    if lost := [name for name in wanted if name not in names]:
        lines.append(f"it lacks {_named(lost)}")
    if more := [name for name in names if name not in wanted]:
        lines.append(f"it has {_named(more)} besides")
    if not lost and not more and names != wanted and disguise is None:
        lines.append("its columns are in another order")
    return lines or ["it has the same rows and columns, and other values in them"]


def _named(columns: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in columns[:5])
    rest = len(columns) - 5
    return f"the column{'s' * (len(columns) > 1)} {shown}{f' and {rest:,} more' if rest > 0 else ''}"


def _got(folder: Path, table: SourceTold, room: Path, say: Callable[[str], None]) -> tuple[Path, str]:
    """Return the original of a table from where the recipe says, and what to call it."""
    original = table.original
    if isinstance(reference := original.get("kaggle"), str):
        fetched = fetch(reference, original.get("file"), cache_folder(), say)
        return fetched.file, f"{fetched.name} of {fetched.data_set.reference} on Kaggle"
    for name in LABELS:
        if name == original.get("builtin"):
            return builtin_csv(name, room), f"the `{name}` data that come with scikit-learn"
    where = f"; its source: {table.source}" if table.source else ""
    called = f" {original['file']}" if isinstance(original.get("file"), str) else ""
    why = "is not as it was published" if table.shared else "may not be passed on"
    raise ConfigError(
        f"the table {table.name} {why}, and nothing says where to download it{where}. Where you have "
        f"its file{called}: {command_line('fetch', folder, '--table')} FILE"
    )


def _put(folder: Path, table: SourceTold, room: Path, name: str) -> Placed:
    place = folder / RESOURCE / table.file
    part = place.with_name(f".{place.name}.part")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(room / table.file, part)
        part.replace(place)
    except OSError as error:
        raise ConfigError(f"{place} cannot be written ({error.strerror}); see to its folder") from None
    return Placed(place, name)
