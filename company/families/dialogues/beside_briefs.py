"""What prompts tell of the tables beside the main one: briefly, since most replies are about the main one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from company.prompts import brief_text
from company.records import Column
from company.tables.record import Table

TABLES_BESIDE = 2_000
"""Characters of all that is told of the tables beside the main one, in every task."""
_VALUES = 6
"""Values of a column that are told while there is room."""


def beside_brief(table: Table) -> dict[str, Any]:
    """Return the fields of a table's brief that tell of its key, its links and the tables beside it; {} for none.

    What is longer than its budget gives way: first the values of columns, then what columns mean, then their kinds.
    """
    told = _joining(table)
    if not table.beside:
        return told
    ways = ((True, True, True), (False, True, True), (False, False, True), (False, False, False))
    for values, meanings, kinds in ways:
        beside = [_beside(each, values=values, meanings=meanings, kinds=kinds) for each in table.beside]
        if len(brief_text(beside)) <= TABLES_BESIDE:
            break
    return {**told, "tables_beside": beside}


def _beside(table: Table, *, values: bool, meanings: bool, kinds: bool) -> dict[str, Any]:
    described = {one.name: _kind(one, values=values) for one in table.columns}
    told: Mapping[str, Any] = {
        "variable": table.name,
        "file": table.file,
        "rows": table.rows,
        "row_meaning": table.row_meaning if table.row_meaning != "record" else "",
        "description": table.description,
        "columns": described if kinds else list(described),
        "meanings": dict(table.meanings) if meanings else {},
        **_joining(table),
    }
    return {name: value for name, value in told.items() if value}


def _joining(table: Table) -> dict[str, Any]:
    links = [
        {"columns": list(one.columns), "to": one.to, "key": list(one.key), "found": one.found, "rows": one.rows}
        for one in table.links
    ]
    return {**({"key": list(table.key)} if table.key else {}), **({"links": links} if links else {})}


def _kind(column: Column, *, values: bool) -> str:
    """Return a column in a few words: "float64 quantity, 3 missing" or "object code, 4 values: 'a', 'b' and 2 more"."""
    told = f"{column.dtype} {column.meant}"
    if column.unit:
        told += f" in {column.unit}"
    if column.missing:
        told += f", {column.missing} missing"
    if values and column.numeric and column.quartiles and column.meant in ("quantity", "count"):
        ends = [column.minimum, column.maximum, *column.quartiles]
        low, high, *quartiles = (f"{each:.6g}" for each in ends if isinstance(each, int | float))
        told += f", {low} to {high}, quartiles {' '.join(quartiles)}"
    if values and column.role in ("category", "ordered_category", "flag") and column.values:
        shown = [repr(value) for value, _ in column.values[:_VALUES]]
        more = column.distinct - len(shown)
        told += f": {', '.join(shown)}{f' and {more} more' if more > 0 else ''}"
    return told
