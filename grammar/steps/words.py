"""What several kinds of step share: the names of aggregates, columns that are worth calculating with, and texts."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from company.records import Column
from grammar.language import Slot, Unclear, listed
from grammar.scene import Var
from grammar.slots import Words, literal
from grammar.words import words


def word_list(words: Mapping[Any, tuple[str, ...]]) -> Slot:
    """One or more known values, as a list in words: 'mean, median and maximum'."""
    single = Words(words)

    def read(said: str) -> tuple[Any, ...]:
        """The values in order; raises Unclear for one that is said twice."""
        found = tuple(map(single.read, re.findall(single.pattern, said, re.IGNORECASE)))
        if len(set(found)) < len(found):
            raise Unclear(said)
        return found

    pattern = rf"{single.pattern}(?:, {single.pattern})*(?: and {single.pattern})?"
    return Slot(pattern, lambda values, chance: listed([single.say(value, chance) for value in values]), read)


_SAID = words("values")
AGGREGATE = Words(_SAID["aggregate"])
"""In front of a column: "the average 'price'"; the values are pandas' names."""
MIDDLE = Words({"mean": ("average", "mean"), "median": ("median",), "sum": ("total", "sum of")})
"""Aggregates that groups are ranked by; the words agree with AGGREGATE."""
AGGREGATES = word_list(_SAID["aggregates"])
"""In a list before "of": "the mean and the median of 'price'"."""
NAMES_OF_AGGREGATES = word_list({name: (name,) for name in _SAID["aggregates"]})
"""The same by pandas' own names, where they become labels."""
RANKED = Words({False: ("highest", "largest"), True: ("lowest", "smallest")})
"""Which end comes first; the value is pandas' `ascending`."""

_NOT_ADDITIVE = re.compile(
    r"room|rate|rating|score|age\b|rank|share|ratio|percent|pct|odd|distance|size|weight|height|speed|temperature|since"
    r"|commitment|hue|density|alcohol|intensity|acid|best|\bph\b|vit|calcium|duration",
    re.IGNORECASE,
)


def quantities(var: Var, *, distinct: int = 3) -> list[Column]:
    """Measures whose average says something, and not nearly all missing."""
    return [column for column in var.measures(distinct=distinct) if column.missing * 2 < max(var.rows, 1)]


def additive(column: Column) -> bool:
    """Whether a sum over rows means something, as far as names and signs tell."""
    lowest = column.minimum
    return not _NOT_ADDITIVE.search(column.name) and (not isinstance(lowest, float) or lowest >= 0)


def aggregates(column: Column, chance: random.Random, *names: str) -> list[str]:
    """Aggregates that suit a measure, in a random order; `names` limits the choice."""
    sums = ["sum"] if additive(column) else []
    # The median or the end of a scale with few steps is the same number nearly everywhere.
    usual = ["mean", *sums, "std"] if column.distinct < 10 else ["mean", "median", *sums, "max", "min", "std"]
    found = [name for name in usual if not names or name in names]
    chance.shuffle(found)
    return found


def categories(var: Var, *, most: int = 12, least: int = 2) -> list[Column]:
    """Columns to group by, with few enough values to read."""
    fewer = min(most, max(var.rows // 2, least))
    return [column for column in var.groups(most=fewer) if column.distinct >= least and column.missing < var.rows]


def textual(column: Column) -> bool:
    """Whether the values of a column are texts, so that a quoted word can be compared with them."""
    return not column.numeric and not column.dtype.startswith(("bool", "datetime", "timedelta", "period"))


def grouped(source: Var, *by: str, as_index: bool = True) -> str:
    """The expression `frame.groupby(...)` without the groups that do not occur."""
    keys = literal(by[0]) if len(by) == 1 else literal(by)
    binned = any(source.named[name].dtype == "category" for name in by)
    index = "" if as_index else ", as_index=False"
    return f"{source.name}.groupby({keys}{', observed=True' if binned else ''}{index})"


def figure(name: str, *, dtype: str = "float64", distinct: int = 5) -> Column:
    """A column of numbers that a step is about to make, of which little is known yet."""
    return Column(name=name, position=0, dtype=dtype, role="measure", missing=0, distinct=distinct, numeric=True)


def by_label(source: Var, out: str, value: str, by: str) -> Var:
    """The series by label that a grouping is about to leave."""
    rows = source.named[by].distinct
    return Var(out, "series", rows, (figure(value, distinct=rows),), by, "grouped")


def is_numbers(source: Var) -> bool:
    """Whether a series holds numbers."""
    return bool(source.columns) and source.columns[0].numeric


def varied(source: Var) -> bool:
    """Whether there are three comparable figures by label or more, and not all the same."""
    return is_figures(source) and source.rows >= 3 and source.columns[0].distinct > 1


def is_figures(source: Var) -> bool:
    """Whether a series holds comparable figures by label: no description, whose entries have different meanings."""
    described = "25%" in source.preview and "std" in source.preview
    return is_numbers(source) and source.rows >= 2 and not described
