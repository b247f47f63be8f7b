"""What fitted models share: measures that an algorithm accepts, complete rows, and lines that prepare them."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator

from company.backends.procedural.scene import Focus, Var
from company.backends.procedural.slots import literal
from company.backends.procedural.steps.words import quantities
from company.records import Column

LEAST = 30
"""Fewer complete rows are not worth a model."""
MOST = 30_000
"""More rows take too long for a dialogue."""
SCALER = "from sklearn.preprocessing import StandardScaler"


def inputs(source: Var, *, distinct: int = 8) -> list[Column]:
    """Measures with real variety, few gaps and no infinite values."""
    return [
        column
        for column in quantities(source, distinct=distinct)
        if column.missing * 5 < source.rows and _finite(column) and column.role == "measure"
    ]


def _finite(column: Column) -> bool:
    return all(math.isfinite(end) for end in (column.minimum, column.maximum) if isinstance(end, float))


def accepted(source: Var, *names: str) -> bool:
    """Whether an algorithm can take these columns: different ones, all numbers, with enough complete rows."""
    columns = [source.named[name] for name in names if name in source.named]
    complete = source.rows - sum(column.missing for column in columns)
    numeric = all(column.numeric and _finite(column) for column in columns)
    return len(columns) == len(set(names)) == len(names) and numeric and LEAST <= complete <= MOST


def chosen(source: Var, focus: Focus, chance: random.Random, *sizes: int) -> Iterator[tuple[str, ...]]:
    """Sets of measures of these sizes, those in focus first."""
    names = [column.name for column in focus.first(inputs(source), chance)]
    for size, start in itertools.product(sizes, (0, 1)):
        columns = tuple(names[start : start + size])
        if len(columns) == size and accepted(source, *columns):
            yield columns


def complete(source: Var, columns: tuple[str, ...], style: random.Random, into: str = "inputs") -> list[str]:
    """Lines that leave the rows without gaps in these columns, as a frame with only them."""
    names = literal(columns)
    if style.random() < 0.5:
        return [f"measures = {names}", f"{into} = {source.name}[measures].dropna()"]
    return [f"{into} = {source.name}[{names}].dropna()"]


def standardized(source: Var, columns: tuple[str, ...], style: random.Random) -> list[str]:
    """Lines that leave the complete rows in `inputs` and their standardized values in `scaled_inputs`."""
    lines = complete(source, columns, style)
    if style.random() < 0.5:
        return [*lines, "scaler = StandardScaler()", "scaled_inputs = scaler.fit_transform(inputs)"]
    return [*lines, "scaled_inputs = StandardScaler().fit_transform(inputs)"]
