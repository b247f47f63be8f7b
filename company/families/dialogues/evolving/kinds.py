"""Which kinds of term a table allows, as far as its columns tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from company.families.dialogues.evolution import TermKind
from company.records import Column

_LEAST: Final = 8
"""Different values that a measure needs for a line in it to be moved."""
_FEW, _GROUPS, _RATED = 3, 20, 6
"""Values of a category whose rows can be left out and picked: no fewer and no more; and of one with a rate for each."""
_LABELS: Final = 12
"""Values of a category up to which somebody reads figures by it."""
_MOSTLY: Final = 0.75
"""Part of the rows from which on a value is that of nearly all."""
_YEARS: Final = 6
_PLACE: Final = re.compile(r"(?i)(?:^|[\W_])(?:lat|lon|lng|long)(?:$|[\W_])|latt?itude|longt?itude")


def possible_kinds(columns: Sequence[Column], rows: int) -> tuple[TermKind, ...]:
    """Return the kinds of term for which a table has columns, each in several ways; empty where it has none.

    A measure gives lines, measures and units, a category filters, exclusions and roundings of shares, one with few
    values rates as well, and dates of several years give years. Ties change too few figures to be proved.
    """
    return tuple(dict.fromkeys(_kinds(columns, rows)))


def columns_of(columns: Sequence[Column], rows: int) -> tuple[list[str], list[str]]:
    """Return the columns by whose values figures may be told, and those that they may measure."""
    by = [column.name for column in columns if _is_category(column, rows) and column.distinct <= _LABELS]
    return by, [column.name for column in columns if _is_measure(column, rows)]


def _kinds(columns: Sequence[Column], rows: int) -> Iterator[TermKind]:
    if any(_is_measure(column, rows) for column in columns):
        yield from ("line", "filter", "exclusion", "measure", "unit")
    categories = [column for column in columns if _is_category(column, rows)]
    if categories:
        yield from ("filter", "exclusion", "unit", "rounding")
    if any(column.distinct <= _RATED for column in categories):
        yield "rates"
    if any(column.role == "date" and _years(column) >= _YEARS for column in columns):
        yield "year"


def _is_measure(column: Column, rows: int) -> bool:
    """Return whether a column holds amounts that are spread: no codes, no years, no places."""
    spread = column.quartiles is not None and column.quartiles[0] < column.quartiles[1] < column.quartiles[2]
    is_amount = column.numeric and column.meant in ("quantity", "count") and not _PLACE.search(column.name)
    return is_amount and spread and column.distinct >= _LEAST and column.missing * 3 < rows and _is_sayable(column)


def _is_category(column: Column, rows: int) -> bool:
    """Return whether a column has few values in words, of which none is that of nearly all rows."""
    is_text = column.role in ("category", "ordered_category") and not column.numeric
    most = column.values[0][1] if column.values else rows
    small = _FEW <= column.distinct <= _GROUPS and column.missing * 5 < rows and most <= _MOSTLY * rows
    return is_text and small and _is_sayable(column)


def _is_sayable(column: Column) -> bool:
    return re.search(r"[A-Za-z]", column.name) is not None and len(column.name) <= 40


def _years(column: Column) -> int:
    """Return from how many years the dates of a column are."""
    found = [re.match(r"\s*(\d{4})", f"{end:.0f}" if isinstance(end, float) else str(end or "")) for end in
             (column.minimum, column.maximum)]  # fmt: skip
    return int(found[1][1]) - int(found[0][1]) + 1 if found[0] and found[1] else 0
