"""What a measure's name and values tell of it: whether sums, ratios, differences and logarithms mean something."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence

from company.records import Column
from grammar.scene import Var
from grammar.slots import number
from grammar.steps.base import plain
from grammar.steps.conditions import tidy
from grammar.steps.words import additive, quantities

_NO_UNIT = re.compile(
    r"(?<![a-z])(?:rate|rating|score|rank|share|ratio|percent|pct|odd|temperature|distance|since|best|commitment|age|ph)"
    r"s?(?![a-z])",
    re.IGNORECASE,
)


def positive(column: Column) -> bool:
    """Whether every number of a measure is known to be above zero."""
    return isinstance(column.minimum, float) and column.minimum > 0


def related(first: Column, second: Column) -> bool:
    """Whether two columns are called alike, such as Rank_1 and Rank_2 or sat_fat and total_fat."""
    words = [set(re.findall(r"[a-z]{3,}", plain(column.name))) for column in (first, second)]
    return bool(words[0] & words[1])


def comparable(first: Column, second: Column) -> bool:
    """Whether a ratio may mean something: the same thing twice, or an amount per unit of something."""
    return related(first, second) or (additive(first) and not _NO_UNIT.search(plain(second.name)))


def alike(first: Column, second: Column) -> bool:
    """Whether two measures are the same kind of thing and of one size, so that a difference means something."""
    known = first.quartiles and second.quartiles and positive(first) and positive(second)
    if not known or not related(first, second):
        return False
    assert first.quartiles and second.quartiles
    low, high = sorted((first.quartiles[1], second.quartiles[1]))
    return low * 4 >= high


def is_stretched(column: Column) -> bool:
    """Whether a measure is skewed to the right, with nothing below zero."""
    if not (isinstance(column.minimum, float) and isinstance(column.maximum, float) and column.quartiles):
        return False
    return column.minimum >= 0 and column.maximum > 3 * max(column.quartiles[2], 1.0)


def limits(column: Column) -> list[float]:
    """Return round numbers near a measure's middle and upper quarter that some of its values lie below, some above."""
    low, high = column.minimum, column.maximum
    if column.quartiles is None or not isinstance(low, float) or not isinstance(high, float):
        return []
    rounded = [float(number(float(f"{quarter:.3g}"))) for quarter in column.quartiles[1:]]
    return [int(limit) if limit == int(limit) else limit for limit in rounded if low < limit < high]


def is_rising(values: Sequence[object]) -> bool:
    """Whether these are numbers, each above the one before."""
    numbers = [value for value in values if isinstance(value, int | float)]
    return len(numbers) == len(values) and all(low < high for low, high in itertools.pairwise(numbers))


def is_spread(column: Column) -> bool:
    """Whether the quartiles and the ends of a measure are known and all differ."""
    return is_rising((column.minimum, *(column.quartiles or ()), column.maximum)) and column.quartiles is not None


def bracket_edges(column: Column) -> tuple[float, ...]:
    """Return round edges of three brackets of a measure that is spread: around its values, and near the quartiles."""
    low, high, quartiles = column.minimum, column.maximum, column.quartiles
    assert isinstance(low, float) and isinstance(high, float) and quartiles
    step = 10.0 ** math.floor(math.log10(high - low)) / 2
    below = -1.0 if low == 0 else 0.0 if 0 < low <= 0.4 * high else math.ceil(low / step - 1) * step
    above = math.ceil(high / step) * step
    ends = [float(f"{edge:.6g}") for edge in (below, above)]
    return tuple(
        int(edge) if edge == int(edge) else edge for edge in (ends[0], tidy(quartiles[0]), tidy(quartiles[2]), ends[1])
    )


def has_middle(column: Column) -> bool:
    """Whether the middle half of a measure may be more than a point."""
    return column.quartiles is None or column.quartiles[0] < column.quartiles[2]


def has_outliers(column: Column) -> bool:
    """Whether values are known to lie 1.5 interquartile ranges beyond the middle half of a measure."""
    if not (column.quartiles and isinstance(column.minimum, float) and isinstance(column.maximum, float)):
        return False
    low, _, high = column.quartiles
    reach = 1.5 * (high - low)
    return reach > 0 and (column.minimum < low - reach or column.maximum > high + reach)


def combinations(source: Var, columns: Sequence[str]) -> int:
    """How many combinations of values some columns could have."""
    return math.prod(max(source.named[name].distinct, 1) for name in columns)


def measures_in_order(source: Var) -> list[str]:
    """Return measures to put rows in order by: with many different values and few gaps, else any without gaps."""
    every = quantities(source)
    fine = [each.name for each in every if each.distinct * 8 > source.rows > each.missing * 5]
    return fine or [each.name for each in every if not each.missing]
