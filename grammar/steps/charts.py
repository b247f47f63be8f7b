"""What plots must know of what they draw: names in words, scales, and what previews tell of labels and numbers."""

from __future__ import annotations

import re

from company.records import Column
from grammar.scene import Var, is_place
from grammar.voices import capital

_ADDS_UP = re.compile(r"count|size|number|share|percent|total|sum|rows", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?|\d{4}Q\d")


def worded(name: str | None) -> str:
    """Return a variable's name as words: "mean_price" → "mean price"."""
    return (name or "").replace("_", " ").strip()


def heading(name: str) -> str:
    """Return a variable's name as a title, the first letter large."""
    return capital(worded(name))


def value_words(series: Var) -> str:
    """Return what the values of a series are called."""
    return worded(series.columns[0].name if series.columns else "") or "value"


def is_stepped(column: Column) -> bool:
    """Whether a column holds whole numbers with four to forty steps: quantities, years, parts of the calendar."""
    ends = (*(column.quartiles or (0.5,)), column.minimum)
    whole = all(isinstance(end, int | float) and float(end).is_integer() for end in ends)
    meant = column.meant in ("quantity", "count", "date") or column.role == "ordered_category"
    return column.numeric and whole and meant and 4 <= column.distinct <= 40 and not is_place(column.name)


def ascends(series: Var) -> bool:
    """Whether the labels that the preview shows, or that are to come, are numbers or dates in ascending order."""
    if not series.preview and series.table is not None:
        of_labels = series.table.named.get(series.index_name or "")
        return of_labels is not None and of_labels.role == "date"
    labels = [line.split()[0] for line in _lines(series) if len(line.split()) == 2]
    ordered: list[str] | list[float]
    if all(map(_DATE.fullmatch, labels)):
        ordered = labels
    elif all(map(_NUMBER.fullmatch, labels)):
        ordered = list(map(float, labels))
    else:
        return False
    return len(ordered) >= 4 and ordered == sorted(ordered)


def has_numbers_for_labels(series: Var) -> bool:
    """Whether the labels that the preview shows are numbers."""
    lines = _lines(series)
    return bool(lines) and all(_NUMBER.fullmatch(line.split()[0]) for line in lines)


def _lines(series: Var) -> list[str]:
    lines = series.preview.splitlines()[1 if series.index_name else 0 :]
    return [line for line in lines if line and line[0] not in " [."]


def is_negative(series: Var) -> bool:
    """Whether some figure is known to lie below zero."""
    lowest = series.columns[0].minimum if series.columns else None
    return isinstance(lowest, int | float) and lowest < 0


def are_parts(series: Var) -> bool:
    """Whether figures are counts, shares or totals, by their name, and none lies below zero."""
    column = series.columns[0]
    adds_up = _ADDS_UP.search(column.name) or _ADDS_UP.search(series.name)
    return bool(adds_up) and isinstance(column.minimum, int | float) and column.minimum >= 0


def dimensions(array: Var) -> int:
    """Return how many dimensions, or columns, an array of numbers without gaps has, as its preview tells; else 0."""
    found = re.search(r"\[array of shape \((\d+),(?: (\d+))?\), float64\]", array.preview)
    return 0 if found is None or "nan" in array.preview else int(found[2] or 1)
