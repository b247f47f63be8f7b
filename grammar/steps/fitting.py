"""What fitted models share: measures that an algorithm accepts, complete rows, and words for rows that are left out."""

from __future__ import annotations

import math
import re

from company.records import Column
from grammar.language import Slot
from grammar.scene import Var
from grammar.steps.words import quantities

LEAST = 30
"""Fewer complete rows are not worth a model."""
MOST = 30_000
"""More rows take too long for a dialogue."""


def remark(*ways: str) -> Slot:
    """Words that are there or not: said where the value is True, and True where they were said."""
    pattern = f"(?:{'|'.join(re.escape(way) for way in sorted(ways, key=len, reverse=True))})?"
    return Slot(pattern, lambda value, chance: chance.choice(ways) if value else "", bool)


GAPS = remark(
    " after dropping rows with gaps in these columns",
    " after leaving out rows with gaps in these columns",
    " on the rows that have no gaps in these columns",
)
"""Said where there are gaps, which models cannot take."""


def gappy(source: Var, *names: str) -> bool:
    """Whether any of these columns has gaps."""
    return any(source.named[name].missing for name in names)


def surely_complete(source: Var, *names: str) -> bool:
    """Whether there are no gaps; of a frame that has not been made yet nobody can be sure."""
    return (bool(source.preview) or source.table is None) and not gappy(source, *names)


def complete_rows(source: Var, *names: str) -> int:
    """Return how many rows have no gap in these columns, at the least."""
    return source.rows - sum(source.named[name].missing for name in names)


def inputs(source: Var, *, distinct: int = 8) -> list[Column]:
    """Measures with real variety, few gaps and no infinite values."""
    return [
        column
        for column in quantities(source, distinct=distinct)
        if column.missing * 5 < source.rows and _finite(column) and column.role == "measure"
    ]


def learnable(source: Var, *names: str) -> bool:
    """Whether an algorithm can take these columns: all numbers, with enough complete rows and not too many."""
    numeric = all(source.named[name].numeric and _finite(source.named[name]) for name in names)
    return numeric and LEAST <= complete_rows(source, *names) <= MOST


def _finite(column: Column) -> bool:
    return all(math.isfinite(end) for end in (column.minimum, column.maximum) if isinstance(end, float))
