"""Data files of scripts: their numbers, column by column, and the same file with others in their place."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from company.families.figures.records import DataFile

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_ENDINGS = (".csv", ".tsv", ".txt", ".dat")
_DELIMITERS = ",;\t"
_NEARLY_ALL = 0.9
"""Cells of a column from which on it is one of numbers."""
Number = int | float
Exchange = Callable[[Number], Number]


class NoValues(ValueError):
    """The numbers of a file cannot be told; the message says why, as a clause."""


@dataclass(frozen=True)
class Sheet:
    """A file of rows."""

    rows: tuple[tuple[str, ...], ...]
    delimiter: str
    """Empty of one whose cells have spaces between them."""
    places: tuple[int, ...]
    """Of the columns of numbers."""

    def columns(self) -> list[list[Number]]:
        """Return the numbers of each column that has some."""
        return [[number_of(row[at]) for row in self.rows if _has_number(row, at)] for at in self.places]

    def exchanged(self, exchanges: Sequence[Exchange]) -> bytes:
        """Return the file with other numbers, by a rule for each of its columns."""
        rules = dict(zip(self.places, exchanges, strict=True))
        rows = [
            [_text(rules[at](number_of(cell)), cell) if at in rules and _has_number(row, at) else cell
             for at, cell in enumerate(row)]
            for row in self.rows
        ]  # fmt: skip
        if not self.delimiter:
            return ("\n".join(" ".join(row) for row in rows) + "\n").encode()
        page = io.StringIO()
        csv.writer(page, delimiter=self.delimiter, lineterminator="\n").writerows(rows)
        return page.getvalue().encode()


@dataclass(frozen=True)
class Tree:
    """A file of JSON: numbers at the same keys are a column, wherever they stand in lists."""

    whole: Any

    def columns(self) -> list[list[Number]]:
        """Return the numbers of each column."""
        return list(self._by_path().values())

    def _by_path(self) -> dict[tuple[str, ...], list[Number]]:
        """Return the numbers by the keys above them."""
        found: dict[tuple[str, ...], list[Number]] = {}

        def keep(path: tuple[str, ...], value: Number) -> Number:
            found.setdefault(path, []).append(value)
            return value

        _walked(self.whole, (), keep)
        return found

    def exchanged(self, exchanges: Sequence[Exchange]) -> bytes:
        """Return the file with other numbers, by a rule for each of its columns."""
        paths = {path: place for place, path in enumerate(self._by_path())}
        made = _walked(self.whole, (), lambda path, value: exchanges[paths[path]](value))
        return (json.dumps(made, ensure_ascii=False, indent=1) + "\n").encode()


def _walked(value: Any, path: tuple[str, ...], change: Callable[[tuple[str, ...], Number], Any]) -> Any:
    """Return JSON with each number as `change` makes it, which is told the keys above it."""
    if isinstance(value, dict):
        return {key: _walked(each, (*path, key), change) for key, each in value.items()}
    if isinstance(value, list):
        return [_walked(each, path, change) for each in value]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return change(path, value) if is_number else value


def opened(name: str, content: bytes) -> Sheet | Tree:
    """Return a data file as its numbers. Raises NoValues for what is no text of rows and no JSON."""
    ending = Path(name).suffix.lower()
    if ending not in (*_ENDINGS, ".json"):
        raise NoValues(f"it reads {name}, and values are replaced in CSV, TSV, TXT and JSON alone")
    try:
        text = content.decode("utf-8-sig")
        return Tree(json.loads(text)) if ending == ".json" else _sheet(text)
    except (UnicodeDecodeError, ValueError, csv.Error) as error:
        raise NoValues(f"{name} cannot be read ({type(error).__name__})") from None


def _sheet(text: str) -> Sheet:
    first = next((line for line in text.splitlines() if line.strip()), "")
    counts = {each: first.count(each) for each in _DELIMITERS}
    delimiter = max(counts, key=lambda each: counts[each]) if any(counts.values()) else ""
    if delimiter or " " not in first.strip():
        delimiter = delimiter or ","
        rows = tuple(tuple(row) for row in csv.reader(io.StringIO(text), delimiter=delimiter))
    else:
        rows = tuple(tuple(line.split()) for line in text.splitlines())
    widths = Counter(len(row) for row in rows[1:] if row) or Counter([len(rows[0]) if rows else 0])
    wide = widths.most_common(1)[0][0]
    body = [row for row in rows[1:] if len(row) == wide]
    places = [at for at in range(wide) if body and _is_of_numbers([row[at] for row in body])]
    return Sheet(rows, delimiter, tuple(places))


def _is_of_numbers(cells: Sequence[str]) -> bool:
    told = [cell for cell in cells if cell.strip()]
    return bool(told) and sum(bool(_NUMBER.fullmatch(cell.strip())) for cell in told) >= _NEARLY_ALL * len(told)


def _has_number(row: Sequence[str], at: int) -> bool:
    return at < len(row) and _NUMBER.fullmatch(row[at].strip()) is not None


def number_of(cell: str) -> Number:
    """Return the number of a cell, whole where it is written so."""
    text = cell.strip()
    return int(text) if text.lstrip("+-").isdigit() else float(text)


def _text(value: Number, cell: str) -> str:
    """Return a number as another one was written."""
    places = len(cell.strip().partition(".")[2]) if "." in cell and "e" not in cell.lower() else None
    return str(value) if isinstance(value, int) or places is None else f"{value:.{places}f}"


def described(name: str, content: bytes) -> DataFile:
    """Return what is told of a file: how many rows it has, and its columns."""
    sha256 = hashlib.sha256(content).hexdigest()
    if Path(name).suffix.lower() not in _ENDINGS:
        return DataFile(name=name, sha256=sha256)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            frame = pd.read_csv(io.BytesIO(content), sep=None if not name.endswith(".csv") else ",", engine="python")
    except (ValueError, pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError, csv.Error):
        return DataFile(name=name, sha256=sha256)
    columns = {str(column): str(dtype) for column, dtype in frame.dtypes.items()}
    return DataFile(name=name, sha256=sha256, rows=len(frame), columns=columns)
