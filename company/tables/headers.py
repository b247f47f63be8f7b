"""Column names that pandas reads back exactly: present, unique, on one line."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_NUMBER = re.compile(r"[+-]?(\d[\d.,]*|\.\d+)([eE][+-]?\d+)?%?\Z")
_FRACTION = re.compile(r"[+-]?\d*[.,]\d+([eE][+-]?\d+)?\Z")
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([T ]\d{1,2}:\d{2}.*)?\Z")
_TAKEN = frozenset(
    {"pd", "np", "plt", "sns", "list", "dict", "set", "tuple", "str", "int", "float", "len", "sum", "print"}
)
_UNNAMED = re.compile(r"column_\d+$|Unnamed|\s*$")
_FEWEST = 3
_MOST_LINES = 3
"""Repairs of one kind that are told one by one."""


def clean_names(header: list[str], positions: list[int]) -> tuple[list[str], list[str]]:
    """Return the names of the columns that are kept, and what was changed, in words; positions are 0-based."""
    taken = {_one_line(header[position]) for position in positions}
    names: list[str] = []
    unnamed: list[str] = []
    changed: list[str] = []
    for position in positions:
        name = _one_line(header[position])
        if not name.strip():
            name = _free(f"column_{position + 1}", taken)
            unnamed.append(f"column {position + 1} had no name: now `{name}`")
        elif name in names:
            ordinal = "another" if names.count(name) > 1 else "second"
            fresh = _free(name, taken, start=2)
            changed.append(f"{ordinal} column `{name}` is now `{fresh}`")
            name = fresh
        elif name != header[position]:
            changed.append(f"control signs in the name of column {position + 1} were removed: now `{name}`")
        taken.add(name)
        names.append(name)
    return names, [*shortened(unnamed, "columns had no name"), *shortened(changed, "column names were changed")]


def shortened(lines: list[str], summary: str) -> list[str]:
    """Return the first lines of many of one kind, and how many there are in all."""
    if len(lines) <= _MOST_LINES:
        return lines
    return [*lines[:_MOST_LINES], f"… and so on: {len(lines)} {summary}"]


def looks_like_values(header: list[str]) -> bool:
    """Return whether the first line is more likely data: all of it numbers or dates, or half of it with fractions."""
    cells = [cell.strip() for cell in header if cell.strip()]
    values = [cell for cell in cells if _NUMBER.match(cell) or _DATE.match(cell)]
    if len(values) == len(cells):
        return True
    return 2 * len(values) >= len(cells) and any(_FRACTION.match(cell) for cell in values)


def table_name(path: Path) -> str:
    """Return a Python name in lower snake case for a file's table: "Sales 2024.csv" → "sales_2024"."""
    stem = re.sub(r"(\.(csv|tsv|txt|tab|dat|gz))+\Z", "", path.name, flags=re.IGNORECASE)
    plain = unicodedata.normalize("NFKD", stem.replace("ß", "ss")).encode("ascii", "ignore").decode()
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", plain)
    name = re.sub(r"[^a-z0-9]+", "_", spaced.lower()).strip("_")[:50].rstrip("_")
    if not name:
        return "table"
    if name[0].isdigit():
        return f"table_{name}"
    return f"{name}_table" if keyword.iskeyword(name) or name in _TAKEN else name


def _one_line(name: str) -> str:
    return _CONTROL.sub(" ", name).strip() if _CONTROL.search(name) else name


def _free(name: str, taken: set[str], start: int = 1) -> str:
    """Return the name itself (start 1), or with the first number that makes it new."""
    number = start
    while True:
        candidate = name if number == 1 else f"{name}_{number}"
        if candidate not in taken:
            return candidate
        number += 1


def header_below(frame: pd.DataFrame, header: Sequence[str]) -> tuple[str, ...] | None:
    """Return the first row where it seems to hold the columns' names, and the line above it a title; else None.

    It seems so where all its values are different words, and either most columns had no name or numbers begin below it
    in columns that would be numbers without it.
    """
    if len(frame) < _FEWEST or frame.shape[1] < 2:
        return None
    first = [value for value in frame.iloc[0] if isinstance(value, str) and value.strip()]
    words = [value for value in first if not _NUMBER.match(value.strip()) and not _DATE.match(value.strip())]
    if len(words) < frame.shape[1] or len(set(words)) < len(words):
        return None
    unnamed = sum(_UNNAMED.match(name) is not None for name in header)
    numbers = sum(
        not pd.to_numeric(column.iloc[1:].dropna(), errors="coerce").isna().any() and column.iloc[1:].notna().any()
        for _, column in frame.items()
    )
    return tuple(words) if 2 * unnamed >= len(header) or numbers else None
