"""How a table lies in its rows: the header, the columns worth keeping, and rows that do not fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice

from company.errors import ConfigError
from company.tables.decimals import DecimalCommas, ungrouped, with_point
from company.tables.encodings import Text
from company.tables.headers import looks_like_values
from company.tables.rows import PLAIN_SEPARATORS, SAMPLE_ROWS, Dialect, rows_of

MOST_COLUMNS = 2000
Numbered = Iterator[tuple[int, list[str]]]
"""Rows, each with the line it ends on."""


@dataclass
class Layout:
    """What one pass over a table found; complete once `inspect` returns it."""

    dialect: Dialect
    header: list[str]
    header_line: int
    rows: int = 0
    blank: int = 0
    empty: int = 0
    short: int = 0
    long: int = 0
    kept: list[int] = field(default_factory=list)
    """0-based positions of the columns that go on."""
    left_out: list[str] = field(default_factory=list)
    """Columns that do not, in words."""
    commas: frozenset[int] = frozenset()
    """0-based positions of columns with decimal commas."""
    grouped: frozenset[int] = frozenset()
    """0-based positions of columns whose commas group thousands."""
    emptied: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """Texts that stand where a number is not known, by the 0-based positions of columns."""

    def counted(self) -> tuple[tuple[int, str], ...]:
        """Return the number of mended lines and rows, with the words for it (noun first)."""
        return (
            (self.blank, "line without text left out"),
            (self.empty, "row without values left out"),
            (self.short, "row shorter than the header: the fields it lacks are empty"),
            (self.long, "row with empty fields beyond the header: they were left out"),
        )

    def body(self, rows: Numbered) -> Iterator[list[str]]:
        """Return the rows below the header as they are to be written."""
        width = len(self.header)
        for _, row in _below(rows, self.header_line):
            if not any(row):
                continue
            row += [""] * (width - len(row))
            for place in self.commas:
                row[place] = with_point(row[place])
            for place in self.grouped:
                row[place] = ungrouped(row[place])
            for place, texts in self.emptied.items():
                row[place] = "" if row[place] in texts else row[place]
            if any("\r" in value for value in row):
                row = [value.replace("\r\n", "\n").replace("\r", "\n") for value in row]
            yield [row[place] for place in self.kept]


def inspect(text: Text, dialect: Dialect) -> Layout:
    """Inspect the table in one pass; raises ConfigError, with the line, for a header or a row that cannot be meant."""
    rows = rows_of(text, dialect)
    layout = _begun(text, dialect, rows)
    first = list(islice(rows, SAMPLE_ROWS))
    if _has_row_names(first, len(layout.header)):
        layout.header.insert(0, "")
    if len(layout.header) > MOST_COLUMNS:
        raise ConfigError(
            f"{text.path} has {len(layout.header):,} columns; at most {MOST_COLUMNS:,} are read: leave some out"
        )
    _walk(text, layout, chain(first, rows))
    return layout


def _begun(text: Text, dialect: Dialect, rows: Numbered) -> Layout:
    """Return a layout that knows its header: the first row with any text."""
    for blank, (line, header) in enumerate(rows):
        if any(cell.strip() for cell in header):
            _check_header(text, header, line)
            return Layout(dialect, header, line, blank=blank)
    raise ConfigError(f"{text.path} is empty; a table needs a header line and rows below it")


def _check_header(text: Text, header: list[str], line: int) -> None:
    if looks_like_values(header):
        shown = ", ".join(header)[:60]
        raise ConfigError(
            f"{text.path}, line {line}: looks like values, not column names ({shown}); "
            "put a line with the columns' names above it"
        )


def _has_row_names(rows: list[tuple[int, list[str]]], width: int) -> bool:
    """Return whether every row is one wider than the header, as R writes tables: the first column has no name."""
    wide = [row for _, row in rows if row]
    return bool(wide) and all(len(row) == width + 1 for row in wide) and any(row[-1].strip() for row in wide)


def _walk(text: Text, layout: Layout, rows: Iterable[tuple[int, list[str]]]) -> None:
    """Count and check the rows below the header, then decide which columns go on."""
    width = len(layout.header)
    unnamed = {place for place, name in enumerate(layout.header) if not name.strip()}
    hollow = set(unnamed)
    numbering = 0 in unnamed or layout.header[0] == "Unnamed: 0"
    start = ""
    commas = DecimalCommas(width)
    for line, row in rows:
        if not any(row):
            layout.blank += not row
            layout.empty += bool(row)
            continue
        _check_width(text, layout, line, row)
        layout.rows += 1
        commas.watch(row)
        if hollow:
            hollow = {place for place in hollow if place >= len(row) or not row[place].strip()}
        if numbering:
            start = start or row[0]
            numbering = start in ("0", "1") and row[0] == str(int(start) + layout.rows - 1)
    layout.commas, layout.grouped = commas.columns(), commas.grouped()
    if numbering and width > 1 and layout.rows:
        hollow.discard(0)
        layout.left_out.append("first column only numbered the rows and was left out")
    layout.left_out += [f"column {place + 1} had neither name nor values and was left out" for place in sorted(hollow)]
    gone = hollow | ({0} if numbering and width > 1 else set())
    layout.kept = [place for place in range(width) if place not in gone]


def _check_width(text: Text, layout: Layout, line: int, row: list[str]) -> None:
    width = len(layout.header)
    if len(row) < width:
        layout.short += 1
    elif len(row) > width:
        if any(value.strip() for value in row[width:]):
            separator = PLAIN_SEPARATORS[layout.dialect.separator]
            if width == 1 and line == layout.header_line + 1:
                raise ConfigError(
                    f"{text.path}: line {layout.header_line} has no names for the {len(row)} fields of line {line}; "
                    f"if the header is in line {line}, remove what stands above it"
                )
            raise ConfigError(
                f"{text.path}, line {line}: has {len(row)} fields where the header in line {layout.header_line} has "
                f"{width} (separated by {separator}); quote the field that contains the separator, or correct the line"
            )
        layout.long += 1


def _below(rows: Numbered, header_line: int) -> Numbered:
    return ((line, row) for line, row in rows if line > header_line)
