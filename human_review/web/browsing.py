"""A run's table to be looked through: sorted and filtered rows, a page of them, read once and kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode

import pandas as pd
from pydantic import BaseModel, Field

from company.showing import shown
from company.tables.reading import load_frame

ROWS, COLUMNS = 50, 40
"""Of one page."""
MOST_BYTES = 200 * 2**20
"""Of a file that is read whole; of a larger one the first rows are."""
FIRST_ROWS = 200_000
MOST_FILTERS = 4
CELL = 200
Test = Literal["has", "is", "is not", "from", "to", "missing"]
TESTS: Mapping[Test, str] = {
    "has": "contains",
    "is": "is",
    "is not": "is not",
    "from": "is at least",
    "to": "is at most",
    "missing": "is missing",
}


class Asked(BaseModel):
    """What of a table is asked for; what is not known is left out."""

    sort: str = ""
    down: bool = False
    column: list[str] = Field(default=[], max_length=MOST_FILTERS)
    test: list[str] = Field(default=[], max_length=MOST_FILTERS)
    value: list[str] = Field(default=[], max_length=MOST_FILTERS)
    page: int = Field(default=1, ge=1, le=10**7)
    across: int = Field(default=1, ge=1, le=10**5)
    """Which page of the columns."""

    @property
    def filters(self) -> list[tuple[str, Test, str]]:
        """The column, test and value of each filter that says something."""
        found = zip(self.column, self.test, self.value, strict=False)
        known = {word: word for word in TESTS}
        return [(column, known[test], value) for column, test, value in found if column and test in known]

    def address(self, **other: Any) -> str:
        """Return the query of an address that asks for the same, but for this."""
        told = {**self.model_dump(exclude={"column", "test", "value"}), **other}
        filters = [pair for each in self.filters for pair in zip(("column", "test", "value"), each, strict=True)]
        plain = [
            (name, value) for name, value in told.items() if value not in ("", False) and value != _FIRST.get(name)
        ]
        return urlencode([*filters, *plain])


_FIRST = {"page": 1, "across": 1}


@dataclass(frozen=True)
class Cell:
    """A value as it is shown."""

    text: str
    number: bool
    missing: bool


@dataclass(frozen=True)
class Leaf:
    """A page of a table."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    """Label and cells of each."""
    matching: int
    """Rows that the filters keep."""
    whole: int
    pages: int
    across: int
    """Pages of columns."""
    names: tuple[str, ...]
    """Of all columns."""
    cut: bool
    """Whether the file has more rows than were read."""


def leaf(frame: pd.DataFrame, asked: Asked, *, cut: bool = False) -> Leaf:
    """Return a page of a table; columns that it does not have are passed over."""
    names = [str(name) for name in frame.columns]
    kept = frame
    for column, test, value in asked.filters:
        if column in names:
            kept = kept[_kept(kept.iloc[:, names.index(column)], test, value)]
    if asked.sort in names:
        kept = _sorted(kept, names.index(asked.sort), down=asked.down)
    pages, across = max(1, -(-len(kept) // ROWS)), max(1, -(-len(names) // COLUMNS))
    row, column_at = (min(asked.page, pages) - 1) * ROWS, (min(asked.across, across) - 1) * COLUMNS
    part = kept.iloc[row : row + ROWS, column_at : column_at + COLUMNS]
    numbers = [pd.api.types.is_numeric_dtype(part.iloc[:, place]) for place in range(part.shape[1])]
    rows = [
        (str(label), tuple(_cell(value, number) for value, number in zip(values, numbers, strict=True)))
        for label, values in zip(part.index, part.itertuples(index=False, name=None), strict=True)
    ]
    shown_names = tuple(names[column_at : column_at + COLUMNS])
    return Leaf(shown_names, tuple(rows), len(kept), len(frame), pages, across, tuple(names), cut)


def _kept(values: pd.Series[Any], test: Test, value: str) -> pd.Series[bool]:
    if test == "missing":
        return values.isna()
    if test == "has":
        return values.astype(str).str.contains(value, case=False, regex=False) & values.notna()
    wanted: Any = value
    if pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_bool_dtype(values):
        try:
            wanted = float(value)
        except ValueError:
            return pd.Series(test == "is not", index=values.index)
    else:
        values = values.astype(str).where(values.notna())
    compared: Mapping[Test, Callable[[], pd.Series[bool]]] = {
        "is": lambda: values == wanted,
        "is not": lambda: values != wanted,
        "from": lambda: values >= wanted,
        "to": lambda: values <= wanted,
    }
    return compared[test]().fillna(value=False).astype(bool)


def _sorted(frame: pd.DataFrame, place: int, *, down: bool) -> pd.DataFrame:
    values = frame.iloc[:, place]
    if values.dtype == object:
        values = values.astype(str).where(values.notna())
    order = values.reset_index(drop=True).sort_values(ascending=not down, kind="stable").index
    return frame.iloc[order]


def _cell(value: Any, number: bool) -> Cell:
    missing = bool(pd.isna(value)) if pd.api.types.is_scalar(value) else False
    if missing:
        return Cell("missing", number, True)
    text = f"{value:g}" if isinstance(value, float) and value == float(f"{value:g}") else str(value)
    return Cell(str(shown(text, CELL)), number, False)


@dataclass
class Frames:
    """The tables that were read last; threads may share it."""

    most: int = 2
    _known: dict[tuple[str, int, int], tuple[pd.DataFrame, bool]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, path: Path) -> tuple[pd.DataFrame, bool]:
        """Return the table in a file, and whether it is cut off. Raises OSError and ValueError for none."""
        stat = path.stat()
        key = (str(path), stat.st_mtime_ns, stat.st_size)
        with self._lock:
            if key not in self._known:
                long = stat.st_size > MOST_BYTES
                found = pd.read_csv(path, nrows=FIRST_ROWS) if long else load_frame(path)
                self._known = dict([*self._known.items()][1 - self.most :] if self.most > 1 else ())
                self._known[key] = (found, long)
            return self._known[key]
