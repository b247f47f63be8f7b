"""Keys and links that tables seem to have, by their values, for the author of a scenario to look through."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import pandas as pd

from company.records import Column
from company.tables.record import Link
from company.tables.several.joining import LEAST, link_between

FOUND = 0.95
"""Share of the rows that have to find a partner for a link by a column that is not called as the key is."""
_IN_A_KEY = 2
"""Columns of a key that is proposed: of more, nobody sees why they tell rows apart."""


@dataclass(frozen=True)
class Proposed:
    """A table with what is proposed for it."""

    name: str
    columns: Sequence[Column]
    key: tuple[str, ...]
    links: tuple[Link, ...] = ()


def proposed(tables: Mapping[str, tuple[Sequence[Column], pd.DataFrame]]) -> list[Proposed]:
    """Return each table, by its name, with the key that it seems to have, and the links to the others' keys."""
    keys = {name: key_of(columns, frame) for name, (columns, frame) in tables.items()}
    return [
        Proposed(name, columns, keys[name], tuple(_links(name, tables, keys))) for name, (columns, _) in tables.items()
    ]


def key_of(columns: Sequence[Column], frame: pd.DataFrame) -> tuple[str, ...]:
    """Return the columns that seem to tell rows apart: one that is made for it, else two of codes; () for none."""
    whole = [column for column in columns if not column.missing and column.meant in ("id", "code", "text", "ordered")]
    whole.sort(key=lambda column: (column.meant != "id", column.position))
    for size in range(1, _IN_A_KEY + 1):
        for chosen in combinations([column.name for column in whole], size):
            if not frame.duplicated(list(chosen)).any():
                return chosen
    return ()


def _links(
    name: str,
    tables: Mapping[str, tuple[Sequence[Column], pd.DataFrame]],
    keys: Mapping[str, tuple[str, ...]],
) -> Iterator[Link]:
    """Yield the links by a column that holds another table's key: under its name, as a run finds them, or another."""
    columns, frame = tables[name]
    for other, key in keys.items():
        if other == name or len(key) != 1 or key == keys[name]:
            continue
        for column in columns:
            is_key = column.name == key[0]
            if not is_key and not _speaks_of(column.name, other, key[0]):
                continue
            link = link_between((column.name,), frame, other, key, tables[other][1])
            if link.rows and link.found >= (LEAST if is_key else FOUND) * link.rows:
                yield link


def _speaks_of(column: str, table: str, key: str) -> bool:
    """Return whether a column's name has that of a table's key in it, or that of one of its rows."""
    words = {*re.split(r"[\W_]+|(?<=[a-z])(?=[A-Z])", column)}
    words = {word.lower() for word in words}
    rows = {table.lower(), table.lower().removesuffix("s")}
    return bool(words & rows) or key.lower() in column.lower().split("_")
