"""What fitted models share: measures that an algorithm accepts, complete rows, and lines that prepare them."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections.abc import Iterator

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import literal
from grammar.steps.words import quantities

LEAST = 30
"""Fewer complete rows are not worth a model."""
MOST = 30_000
"""More rows take too long for a dialogue."""
SCALER = "from sklearn.preprocessing import StandardScaler"


class Note:
    """Words that are there or not: said where the value is True, and True where they were said."""

    def __init__(self, *ways: str) -> None:
        self._ways = ways
        self.pattern = f"(?:{'|'.join(re.escape(way) for way in sorted(ways, key=len, reverse=True))})?"

    def say(self, value: bool, chance: random.Random) -> str:
        """One of the ways, or nothing."""
        return chance.choice(self._ways) if value else ""

    def read(self, words: str) -> bool:
        """Whether there are words."""
        return bool(words)


GAPS = Note(
    " after dropping rows with gaps in these columns",
    " after leaving out rows with gaps in these columns",
    " on the rows that have no gaps in these columns",
)
"""Said where there are gaps, which models cannot take."""


def gappy(source: Var, *names: str) -> bool:
    """Whether any of these columns has gaps."""
    return any(source.named[name].missing for name in names)


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


def _surely_complete(source: Var, *names: str) -> bool:
    """Whether there are no gaps; of a frame that has not been made yet nobody can be sure."""
    return (bool(source.preview) or source.table is None) and not gappy(source, *names)


def complete(source: Var, columns: tuple[str, ...], style: random.Random) -> list[str]:
    """Lines that leave the rows without gaps in these columns in `inputs`, a frame with only them."""
    drop = "" if _surely_complete(source, *columns) and style.random() < 0.6 else ".dropna()"
    if style.random() < 0.5:
        return [f"measures = {literal(columns)}", f"inputs = {source.name}[measures]{drop}"]
    return [f"inputs = {source.name}[{literal(columns)}]{drop}"]


def sides(source: Var, target: str, columns: tuple[str, ...], style: random.Random) -> list[str]:
    """Lines that leave the columns to predict from in `X` and the one to predict in `y`, of complete rows."""
    names, whole, lines = literal(columns), source.name, []
    if style.random() < 0.5:
        lines, names = [f"features = {names}"], "features"
    if not _surely_complete(source, target, *columns) or style.random() < 0.3:
        if style.random() < 0.5:
            used = f"{names} + [{literal(target)}]" if lines else literal((*columns, target))
            lines = [*lines, f"known = {whole}.dropna(subset={used})"]
        else:
            lines = [*lines, f"known = {whole}[{literal((*columns, target))}].dropna()"]
        whole = "known"
    return [*lines, f"X = {whole}[{names}]", f"y = {whole}[{literal(target)}]"]


def standardized(source: Var, columns: tuple[str, ...], style: random.Random) -> list[str]:
    """Lines that leave the complete rows in `inputs` and their standardized values in `scaled_inputs`."""
    lines = complete(source, columns, style)
    if style.random() < 0.5:
        return [*lines, "scaler = StandardScaler()", "scaled_inputs = scaler.fit_transform(inputs)"]
    return [*lines, "scaled_inputs = StandardScaler().fit_transform(inputs)"]
