"""The tables beside the user's that its rows name rows of, as a brief tells them in a few words for each column."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from company.records import Column
from grammar.voices import singular

_TOLD = re.compile(
    r"(?s)(?P<dtype>\S+) (?P<meant>\w+)(?: in (?P<unit>[^,:]+))?(?:, (?P<missing>\d+) missing)?"
    r"(?:, (?P<low>\S+) to (?P<high>\S+), quartiles (?P<quartiles>[^,:]+))?"
    r"(?:: (?P<values>.+?)(?: and (?P<more>\d+) more)?)?"
)
_ROLES = {"quantity": "measure", "count": "measure", "id": "identifier", "date": "date", "text": "text"}
_MEASURED = ("quantity", "count")
_MOST = 12
"""Values up to which a column is one to group by."""
_NUMBERS = ("int", "uint", "float")
_TEXTS = ("object", "str", "string")
UNKNOWN = "unknown"
"""The group of the rows that name no row of the other table."""


@dataclass(frozen=True)
class Linked:
    """A table beside the user's, and the link by which the rows of that name its own."""

    name: str
    """Its variable."""
    row: str
    """What one of its rows is called."""
    rows: int
    columns: tuple[Column, ...]
    by: tuple[str, ...]
    """Columns of the user's table that hold its key."""
    key: tuple[str, ...]
    lost: int
    """How many rows of the user's table name none of its rows."""

    @cached_property
    def named(self) -> Mapping[str, Column]:
        """Its columns by name, but for the key."""
        return {column.name: column for column in self.columns if column.name not in self.key}

    @property
    def groups(self) -> list[Column]:
        """Columns of few texts without gaps: a row that names no row here can be a group of its own beside them."""
        return [
            column
            for column in self.named.values()
            if column.values
            and not column.missing
            and 2 <= column.distinct <= _MOST
            and column.dtype.startswith(_TEXTS)
            and UNKNOWN not in dict(column.values)
        ]


def linked_to(table: Mapping[str, Any], own: Collection[str]) -> tuple[Linked, ...]:
    """Return the tables that a brief's table has exactly one link to, each with those columns that it alone has.

    `own` are the names of the table's columns that the brief tells.
    """
    beside = {each["variable"]: each for each in table.get("tables_beside", ())}
    links = [link for link in table.get("links", ()) if link["to"] in beside]
    single = [link for link in links if sum(other["to"] == link["to"] for other in links) == 1]
    found = [_linked(beside[link["to"]], link) for link in single]
    names = [name for each in found for name in each.named]
    shared = {*own, *table.get("more_names", ()), *(name for name in names if names.count(name) > 1)}
    return tuple(_without(each, shared) for each in found)


def _without(linked: Linked, names: set[str]) -> Linked:
    kept = tuple(column for column in linked.columns if column.name not in names)
    return Linked(linked.name, linked.row, linked.rows, kept, linked.by, linked.key, linked.lost)


def _linked(beside: Mapping[str, Any], link: Mapping[str, Any]) -> Linked:
    told = beside.get("columns", {})
    columns = columns_told(told, beside["rows"]) if isinstance(told, Mapping) else ()
    title = beside["variable"].replace("_", " ")
    row = str(beside.get("row_meaning", "")) or singular(title) or title
    row = re.sub(r"(?i)^(?:an?|the) ", "", row.split(" (")[0].split(",")[0].strip())
    lost = int(link["rows"]) - int(link["found"])
    return Linked(beside["variable"], row, beside["rows"], columns, (*link["columns"],), (*link["key"],), lost)


def columns_told(told: Mapping[str, str], rows: int) -> tuple[Column, ...]:
    """Return the columns that a brief tells in a few words; what it does not say of them is not known."""
    return tuple(_columns(told, rows))


def _columns(told: Mapping[str, str], rows: int) -> Iterator[Column]:
    for place, (name, words) in enumerate(told.items()):
        if (found := _TOLD.fullmatch(words)) is None:
            continue
        values = _values(found["values"])
        distinct = len(values) + int(found["more"] or 0) or rows
        meant, is_number = found["meant"], found["dtype"].lower().startswith(_NUMBERS)
        yield Column.model_validate(
            {
                "name": name,
                "position": place,
                "dtype": found["dtype"],
                "role": "category" if values else _ROLES.get(meant, "text"),
                "missing": int(found["missing"] or 0),
                "distinct": distinct,
                "numeric": is_number and meant in _MEASURED,
                **_spread(found),
                "values": tuple((str(value), max(rows // distinct, 1)) for value in values),
            }
        )


def _spread(found: re.Match[str]) -> dict[str, Any]:
    """What is told of where a column's numbers lie."""
    if not found["quartiles"]:
        return {}
    quartiles = tuple(map(float, found["quartiles"].split()))
    return {"minimum": float(found["low"]), "maximum": float(found["high"]), "quartiles": quartiles}


def _values(told: str | None) -> tuple[Any, ...]:
    try:
        return tuple(ast.literal_eval(f"[{told}]")) if told else ()
    except (SyntaxError, ValueError):
        return ()
