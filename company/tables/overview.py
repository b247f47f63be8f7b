"""The columns of a table that was read, a line each: type, kind, role, and what the values are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from company.records import Column
from company.results.roles import ColumnRole
from company.showing.grids import counted

LISTED: Final = 24
"""Columns that are listed one by one."""
_NAME, _VALUE, _VALUES = 28, 14, 3
"""Characters of a name and of a value, and values of a column, that a line has room for."""
_HEADER: Final = ("column", "type", "kind", "role", "values")
_ROLES: Final[dict[ColumnRole, str]] = {
    "measure": "averaged",
    "category": "groups rows",
    "ordered_category": "groups, in order",
    "date": "orders in time",
    "identifier": "tells rows apart",
    "flag": "splits in two",
    "text": "hardly used",
}
"""What analyses do with the columns of a role."""


def overview(columns: Sequence[Column]) -> list[str]:
    """Return a line for each of the first columns under a line of headings; kinds that are not sure have a "?"."""
    rows = [_HEADER, *map(_row, columns[:LISTED])]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    more = len(columns) - LISTED
    return [*lines, f"… and {counted(more, 'column')} more, told in simulation.toml"] if more > 0 else lines


def _row(column: Column) -> tuple[str, ...]:
    kind = f"{column.meant}{'?' if column.doubt else ''}"
    return _cut(column.name, _NAME), _type(column.dtype), kind, _ROLES[column.role], ", ".join(_values(column))


def _type(dtype: str) -> str:
    """Return what pandas reads the values as, in a plain word."""
    if dtype.lower().startswith(("int", "uint")):
        return "whole number"
    return "number" if dtype.lower().startswith("float") else "true or false" if dtype.startswith("bool") else "text"


def _values(column: Column) -> Iterator[str]:
    """Yield the range of a column that has one, else its most frequent values; and how many are missing."""
    if column.minimum is not None and column.role in ("measure", "date"):
        yield f"{_plain(column.minimum)} to {_plain(column.maximum)}"
    else:
        shown = [_cut(value, _VALUE) for value, _ in column.values[:_VALUES]]
        yield from shown
        if column.distinct > len(shown):
            yield f"{'… in all ' if shown else ''}{column.distinct:,} different"
    if column.missing:
        yield f"{column.missing:,} missing"


def _plain(value: float | str | None) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
