"""The first rows of a table as bounded JSON: written beside untrusted code, read where nothing in it is trusted."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NoReturn

from company.results.facts import name_of, plain_column
from company.results.kinds import result_type, type_name
from company.results.plain import DEEPEST, guarded, plain

ROWS, COLUMNS = 20_000, 60
"""Of a table, at most."""
BYTES = 4 * 2**20
"""Of the JSON of one table, at most."""
_KEYS = {"rows", "width", "names", "labels", "columns"}
_LARGEST = 10**12
"""More rows or columns than any table has."""


@dataclass(frozen=True)
class Cells:
    """The first rows and columns of a table; values are JSON as `plain` gives it: numbers, text, None, and lists."""

    rows: int
    """Rows of the whole table."""
    width: int
    """Columns of the whole table."""
    names: tuple[str, ...]
    """Of the columns that are here."""
    labels: tuple[Any, ...]
    """Of the rows that are here."""
    columns: tuple[tuple[Any, ...], ...]
    """The values of each column that is here, one for each label."""


def write_cells(value: Any) -> bytes:
    """Return the first rows of a DataFrame or Series as JSON, which `read_cells` reads.

    Raises ValueError, with a reason that a reader of the code understands, for every other value, for one that raises
    when it is looked at, and for more JSON than is taken.
    """
    content = guarded(lambda: json.dumps(_described(value), ensure_ascii=False, allow_nan=False), "reading its cells")
    encoded = content.encode("utf-8", "replace")
    if len(encoded) > BYTES:
        raise ValueError(f"its first rows take {len(encoded):,} bytes, and {BYTES:,} are taken: make it smaller")
    return encoded


def read_cells(content: bytes) -> Cells:
    """Return the table that `write_cells` wrote.

    Content is not trusted: raises ValueError for whatever is malformed, inconsistent, nested deeper than `plain` nests,
    or larger than a table may be.
    """
    try:
        if len(content) > BYTES:
            raise ValueError(f"{len(content):,} bytes, and {BYTES:,} are taken")
        return _checked(json.loads(content, parse_constant=_refuse))
    except (ValueError, RecursionError) as problem:
        raise ValueError(f"these are no cells of a table: {problem}") from problem


def _described(value: Any) -> dict[str, Any]:
    kind = result_type(value)
    if kind not in ("dataframe", "series"):
        raise ValueError(f"a {type_name(value)} has no rows and columns: make it a table")
    here = value.iloc[:ROWS] if kind == "series" else value.iloc[:ROWS, :COLUMNS]
    columns = [here] if kind == "series" else [here.iloc[:, position] for position in range(here.shape[1])]
    names = ["value" if value.name is None else value.name] if kind == "series" else here.columns
    return {
        "rows": len(value),
        "width": 1 if kind == "series" else value.shape[1],
        "names": [name_of(name) for name in names],
        "labels": [plain(label, 2) for label in here.index],
        "columns": [plain_column(column) for column in columns],
    }


def _checked(told: Any) -> Cells:
    if not isinstance(told, dict) or told.keys() != _KEYS:
        raise ValueError("it does not have the parts of a table")
    names, labels, columns = (_list(told[part], part) for part in ("names", "labels", "columns"))
    rows, width = (_size(told[part], part) for part in ("rows", "width"))
    if not len(columns) == len(names) == min(width, COLUMNS):
        raise ValueError(f"{len(names)} names and {len(columns)} columns of {width}")
    if len(labels) != min(rows, ROWS):
        raise ValueError(f"{len(labels)} labels of {rows} rows")
    if not all(isinstance(name, str) for name in names):
        raise ValueError("the name of a column is no text")
    values = [_list(column, "a column") for column in columns]
    if not all(len(column) == len(labels) for column in values):
        raise ValueError("the columns differ in length")
    if not all(_is_plain(value, DEEPEST) for column in (labels, *values) for value in column):
        raise ValueError("a cell is neither a value nor a list of values")
    return Cells(rows, width, tuple(names), tuple(labels), tuple(map(tuple, values)))


def _list(part: Any, what: str) -> list[Any]:
    if not isinstance(part, list):
        raise ValueError(f"{what}: no list")
    return part


def _size(part: Any, what: str) -> int:
    if type(part) is not int or not 0 <= part <= _LARGEST:
        raise ValueError(f"{what}: no size of a table")
    return part


def _is_plain(value: Any, depth: int) -> bool:
    if isinstance(value, list):
        return depth > 0 and all(_is_plain(item, depth - 1) for item in value)
    return value is None or isinstance(value, bool | int | float | str)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
