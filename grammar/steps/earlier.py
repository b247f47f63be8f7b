"""What can be told of earlier results: their labels, their numbers, and which columns of the table they belong to."""

from __future__ import annotations

import ast
import re
from typing import Any

from company.records import Column
from grammar.scene import Var
from grammar.steps.base import identifier
from grammar.steps.words import quantities

"""Names that may stand for numbers, truth values or tuples: a crosswise table has its categories as columns."""
_LEVEL = re.compile(
    r"^(?:mean|median|average|max|min)_(?!.*_(?:ratio|gap|count|share|std)(?:_\d+)?$)"
    r"|^(?!share_|count_).*_p\d+(?:_\d+)?$"
)
"""Names of numbers that are on the scale of a measure."""
_FLAT = re.compile(r"\[array of shape \(\d+,\), (?:int|uint|bool|str|object|<U)")


def elements(var: Var) -> tuple[Any, ...]:
    """Return what a list, tuple, index or dict (its keys) holds, where its preview shows all of it; else nothing."""
    found = _held(re.sub(r"^\w*Index(?=\[)", "", var.preview.strip()))
    return tuple(found) if isinstance(found, list | tuple | dict) else ()


def numbers_in(var: Var) -> list[float]:
    """Return the numbers in a list, tuple or dict, where its preview shows all of it and nothing else; else none."""
    found = _held(var.preview.strip())
    items = list(found.values() if isinstance(found, dict) else found) if isinstance(found, list | tuple | dict) else []
    numeric = all(isinstance(item, int | float) and not isinstance(item, bool) for item in items)
    return [float(item) for item in items] if numeric else []


def _held(preview: str) -> Any:
    if "…" in preview:
        return None
    try:
        return ast.literal_eval(preview)
    except (ValueError, SyntaxError):
        return None


def results_beside(var: Var) -> list[str]:
    """Return the names of earlier results by the same kind of labels, and as many of them."""
    return [other.name for other in var.beside if other.rows == var.rows]


def number_of(var: Var) -> float | None:
    """Return the number that a value is, as far as its preview tells."""
    text = var.preview.strip()
    return float(text) if re.fullmatch(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?", text) else None


def is_flat(var: Var) -> bool:
    """Whether an array has one dimension, and holds no numbers with fractions."""
    return _FLAT.search(var.preview) is not None


def columns_with_labels(var: Var) -> list[str]:
    """Return the table's columns that the labels of a result come from, where they are not all values there are."""
    if var.table is None:
        return []
    if var.nature == "grouped" or not var.preview:
        column = var.table.named.get(var.index_name or "")
        return [column.name] if column is not None and 0 < var.rows < column.distinct else []
    labels = {label for label in elements(var) if isinstance(label, str)}
    return [each.name for each in var.table.groups(most=50) if labels and labels < {text for text, _ in each.values}]


def targets_of(var: Var) -> list[str]:
    """Return the table's measures that the name of a fitted model says it predicts."""
    if var.table is None:
        return []
    return [each.name for each in quantities(var.table) if var.name.startswith(identifier(each.name, "model"))]


def measures_around(var: Var) -> list[str]:
    """Return the table's measures that a number's name speaks of, else those that have it near the middle."""
    value = number_of(var)
    if var.table is None or not _LEVEL.search(var.name) or (value is None and var.preview):
        return []
    around = [column for column in quantities(var.table) if value is None or _is_within(value, column)]
    spoken = {name for name in var.table.named if f"_{identifier(name)}_" in f"_{var.name}_"}
    if spoken or value is None:
        return [column.name for column in around if column.name in spoken]
    return [c.name for c in around if c.quartiles and c.quartiles[0] <= value <= c.quartiles[2]]


def _is_within(value: float, column: Column) -> bool:
    low, high = column.minimum, column.maximum
    return isinstance(low, float) and isinstance(high, float) and low < value < high
