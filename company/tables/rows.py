"""Text → rows of fields: which sign separates them, and rows that are told where they break.

A row keeps the line it ends on, because every complaint names a line.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO

from company.errors import ConfigError
from company.tables.encodings import Text

SEPARATORS = (",", ";", "\t", "|")
SAMPLE_ROWS = 200
PLAIN_SEPARATORS = {",": "','", ";": "';'", "\t": "tabs", "|": "'|'"}


@dataclass(frozen=True)
class Dialect:
    """How a text separates its fields."""

    separator: str = ","
    skip_space: bool = False
    """Spaces after a separator belong to neither field."""
    announced: bool = False
    """The first line is a spreadsheet's `sep=;`, not a header."""


def dialect_of(text: Text) -> Dialect:
    """Return the separator under which the first rows agree best with the header; a comma where nothing separates."""
    with text.open() as file:
        first = file.readline(20).strip().strip('"')
    if first[:4].lower() == "sep=" and (first[4:] or "\t") in SEPARATORS:
        return Dialect(first[4:] or "\t", announced=True)
    best, best_score = Dialect(), (0.0, 0)
    for separator in SEPARATORS:
        for skip_space in (False, True):
            dialect = Dialect(separator, skip_space)
            score = _agreement(text, dialect)
            if score > best_score:
                best, best_score = dialect, score
    return best


def rows_of(text: Text, dialect: Dialect) -> Iterator[tuple[int, list[str]]]:
    """Yield every row as (line it ends on, fields); a blank line has no fields.

    Raises ConfigError, with the line, for a quote that is never closed.
    """
    with text.open() as file:
        if dialect.announced:
            file.readline()
        yield from _parsed(file, dialect, text.path, skipped=int(dialect.announced))


def _agreement(text: Text, dialect: Dialect) -> tuple[float, int]:
    """Share of the first rows that are as wide as the header (nearly as good: all one wider), and that width."""
    widths = []
    try:
        for _, row in islice(rows_of(text, dialect), SAMPLE_ROWS):
            widths.extend([len(row)] if row else [])
    except ConfigError:  # rows before the broken one still tell; who reads the rows next is told of it
        pass
    if not widths or widths[0] < 2:
        return (0.0, 0)
    body = widths[1:]
    if not body:
        return (0.5, widths[0])
    if all(width == widths[0] + 1 for width in body):
        return (0.99, widths[0])
    return (sum(width == widths[0] for width in body) / len(body), widths[0])


def _parsed(file: IO[str], dialect: Dialect, path: Path, skipped: int) -> Iterator[tuple[int, list[str]]]:
    raw: list[str] = []

    def lines() -> Iterator[str]:
        for line in file:
            raw.append(line)
            yield line

    reader = csv.reader(lines(), delimiter=dialect.separator, skipinitialspace=dialect.skip_space)
    line, last, last_start = skipped, raw, 1
    try:
        for row in reader:
            last, last_start = raw[:], line + 1
            raw.clear()
            line = reader.line_num + skipped
            yield line, [] if len(row) == 1 and not row[0].strip() else row
    except csv.Error:
        raise ConfigError(
            f"{path}, line {line + 1}: has a field of more than {csv.field_size_limit():,} characters, most likely "
            "because a quote there is never closed; close it, or double a quote that belongs to the text"
        ) from None
    if _ends_in_quote(last, dialect):
        raise ConfigError(
            f"{path}, line {last_start}: a quote that opens there is never closed; close it, or double a quote that "
            "belongs to the text"
        )


def _ends_in_quote(lines: list[str], dialect: Dialect) -> bool:
    """Return whether the last row ends inside a quote, which the csv module says in its strict mode only."""
    strict = csv.reader(lines, delimiter=dialect.separator, skipinitialspace=dialect.skip_space, strict=True)
    try:
        for _ in strict:
            pass
    except csv.Error as error:
        return "unexpected end" in str(error)
    return False
