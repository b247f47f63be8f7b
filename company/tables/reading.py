"""Any user's CSV → the one form that plain `pd.read_csv(file)` reads, and what had to be repaired for it.

A file that is in that form already is copied byte for byte. Values are never interpreted, but for what stands in the
way of reading numbers as such: decimal commas and commas between thousands, where another sign separates the fields;
and texts that stand where a number is not known, one of which makes texts of all the numbers in its column.
"""

from __future__ import annotations

import csv
import hashlib
import shutil
import warnings
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from company.errors import ConfigError
from company.records import Column
from company.results.columns import describe_columns
from company.results.relations import with_relations
from company.showing.grids import counted
from company.tables.bundled import builtin_csv
from company.tables.encodings import Text, plain_name, text_of_file
from company.tables.gaps import among_numbers, told_of
from company.tables.headers import clean_names, shortened, table_name
from company.tables.layout import Layout, inspect
from company.tables.odd import with_odd
from company.tables.rows import PLAIN_SEPARATORS, dialect_of, rows_of
from company.tables.settings import TableSettings

LINE_ENDS = "lines did not end with a plain newline"
"""What was changed in a file with the line ends of another system, as most spreadsheets write it."""
FEWEST_ROWS = 8
"""Below this, groups, shares and tests say nothing."""


@dataclass(frozen=True)
class Reading:
    """A table in canonical form, and what is known of it from its values alone."""

    name: str
    """A Python identifier."""
    file: str
    """File name in the folder that it was written to."""
    sha256: str
    rows: int
    columns: tuple[Column, ...]
    repairs: tuple[str, ...]
    """What was changed, in plain words; empty for a file that was copied."""
    header_line: int = 1
    """The line of the file that the columns' names were taken from."""


def read_table(told: TableSettings, beside: Path, folder: Path) -> Reading:
    """Read the table that [table] names, built-in or the user's, into the folder, in canonical form.

    The user's file is looked for `beside` the scenario. Raises ConfigError for a table that analyses make no sense on,
    or that cannot be read.
    """
    source, name = told.path(beside), told.name
    if source is not None:
        return canonical_csv(source, folder, name)
    assert told.builtin is not None, "settings have a file or a built-in table"
    made = builtin_csv(told.builtin, folder)
    try:
        return canonical_csv(made, folder, name or told.builtin)
    finally:
        made.unlink()


def canonical_csv(source: Path, folder: Path, name: str | None = None) -> Reading:
    r"""Write the canonical form of any CSV to folder/<name>.csv and describe it.

    UTF-8, commas, "\n", unique names; plain `pd.read_csv` gives the frame that is described here. Raises ConfigError
    with file, and line or column, for what cannot be read and for fewer than 8 rows or no usable column.
    """
    text = text_of_file(source)
    dialect = dialect_of(text)
    layout = inspect(text, dialect)
    if layout.rows < FEWEST_ROWS:
        raise ConfigError(
            f"{source} has {layout.rows} row{'s' * (layout.rows != 1)} below its header; "
            f"analyses need at least {FEWEST_ROWS}: give a larger table"
        )
    names, renamed = clean_names(layout.header, layout.kept)
    repairs = [*_repairs(text, layout), *renamed]
    name = name or table_name(source)
    folder.mkdir(parents=True, exist_ok=True)
    target, part = folder / f"{name}.csv", folder / f".{name}.csv.part"
    try:
        frame = _write(text, layout, names, part, copy=not repairs)
        if gaps := among_numbers(frame):
            layout.emptied = {layout.kept[place]: frozenset(texts) for place, texts in gaps.items()}
            repairs += shortened(list(told_of(gaps, layout.kept)), "columns had texts where numbers are not known")
            frame = _write(text, layout, names, part, copy=False)
        _check_usable(frame, source)
        described = with_odd(frame, with_relations(frame, describe_columns(frame)))
        columns = tuple(Column.model_validate(fields) for fields in described)
        digest = hashlib.sha256(part.read_bytes()).hexdigest()
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return Reading(name, target.name, digest, len(frame), columns, tuple(repairs), layout.header_line)


def load_frame(path: Path) -> pd.DataFrame:
    """Return the frame that benchmark code gets from plain `pd.read_csv(path)`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pd.errors.DtypeWarning)
        return pd.read_csv(path)


def _write(text: Text, layout: Layout, names: list[str], part: Path, *, copy: bool) -> pd.DataFrame:
    """Return the canonical file at `part`, and its frame; written anew where a mere copy does not read as it should."""
    if copy:
        shutil.copyfile(text.path, part)
        frame = _frame_as_written(part, names, layout.rows)
        if frame is not None:
            return frame
    with part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        writer.writerows(layout.body(rows_of(text, layout.dialect)))
    frame = _frame_as_written(part, names, layout.rows)
    if frame is None:
        raise ConfigError(f"{text.path} does not read back as it was written; save it as a plain UTF-8 CSV")
    return frame


def _frame_as_written(path: Path, names: list[str], rows: int) -> pd.DataFrame | None:
    try:
        frame = load_frame(path)
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError):
        return None
    return frame if list(frame.columns) == names and len(frame) == rows else None


def _check_usable(frame: pd.DataFrame, source: Path) -> None:
    if not any(frame.iloc[:, place].nunique() > 1 for place in range(frame.shape[1])):
        raise ConfigError(
            f"{source}: no column has two different values, so there is nothing to analyse; give another table"
        )


def _repairs(text: Text, layout: Layout) -> list[str]:
    """Return the changes to the table beside names, in words."""
    found: list[str] = []
    dialect = layout.dialect
    if text.packed:
        found.append("file was packed with gzip")
    if text.encoding != "utf_8":
        found.append(f"encoding was {plain_name(text.encoding)}")
    if text.carriage_returns:
        found.append(LINE_ENDS)
    if dialect.separator != ",":
        found.append(f"fields were separated by {PLAIN_SEPARATORS[dialect.separator]}")
    if dialect.skip_space:
        found.append("spaces after separators were removed")
    if dialect.announced:
        found.append("first line, which only named the separator, was left out")
    found += [_counted(count, what) for count, what in layout.counted() if count]
    found += layout.left_out
    commas = [f"column {place + 1} had decimal commas: now points" for place in sorted(layout.commas)]
    grouped = [f"column {place + 1} had commas between thousands: now without" for place in sorted(layout.grouped)]
    return [
        *found,
        *shortened(commas, "columns had decimal commas"),
        *shortened(grouped, "columns had commas between thousands"),
    ]


def _counted(count: int, what: str) -> str:
    noun, rest = what.split(" ", 1)
    return f"{counted(count, noun)} {rest}"
