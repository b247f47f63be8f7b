"""Terms that hold a row against the others of its group: who makes up most of it, who lies far above its middle.

They need no order of the table, so that any table has them. Which rows they are worked out among, what ties count and
whether the row that reaches a limit belongs to it is part of what they say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from company.records import Column
from grammar.evolving.ordered import Ordered
from grammar.evolving.ranges import numbers
from grammar.slots import literal
from grammar.steps.amounts import comparable
from grammar.steps.words import additive
from grammar.subject import Subject

RELATIVE = ("core", "tier", "runaway")
"""Ways of terms that hold a row against the others of its group."""
_PERCENTS = (50, 80, 60, 70, 40, 75, 30, 65, 55, 90, 45, 35)
_TIMES = (2, 1.5, 3, 2.5, 1.8, 1.25, 4, 1.6, 1.4, 5)
_SKEW = 1.25
"""How much a column's upper quartile is above its median, in parts of that, so that rows lie far above it."""
_FEWEST = 10
"""Rows of a group, on average, of which some can make up a part."""


def relative(
    subject: Subject, kind: str, at: int, measures: Sequence[Column], groups: Sequence[Column]
) -> Iterator[Ordered]:
    """Yield what there is of a kind at a place of its names: each measure by the one or other group in turn."""
    own = [each for each in measures if each.name not in subject.fetched and _is_amount(each)]
    by = [each for each in groups if each.name not in subject.fetched and not each.missing]
    by = [each for each in by if each.distinct * _FEWEST <= subject.var.rows]
    for place, column in enumerate(own if by else ()):
        group = by[(place + at) % len(by)]
        if kind == "filter" and additive(column):
            yield core(column, group, at)
        weights = [other for other in own if other is not column and _weighs(other, column, subject)]
        if kind == "filter" and weights and not column.missing:
            yield tier(column, weights[at % len(weights)], group, at)
        if kind == "exclusion" and _is_skewed(column):
            yield runaway(column, group, at)


def core(column: Column, by: Column, at: int) -> Ordered:
    """The rows with the highest values of each group that make up a part of its total."""
    above = "s.map(s.groupby(s).sum().sort_index(ascending=False).cumsum().shift(fill_value=0))"
    code = _kept(column, by, f"{above} * 100 / s.sum()")
    blank = "; who has nothing there is not among them" if column.missing else ""
    told = {"by": f"'{by.name}'", "blank": blank}
    return Ordered("filter", "core", at, column, code, "lambda t: t", numbers(_PERCENTS), told)


def tier(column: Column, weight: Column, by: Column, at: int) -> Ordered:
    """The rows of each group up to a quantile in which each counts by its weight."""
    weights = f"t.loc[s.index, {literal(weight.name)}]"
    below = f"s.map({weights}.groupby(s).sum().cumsum().shift(fill_value=0))"
    code = _kept(column, by, f"{below} * 100 / {weights}.sum()")
    told = {"by": f"'{by.name}'", "weight": f"'{weight.name}'"}
    return Ordered("filter", "tier", at, column, code, "lambda t: t", numbers(_PERCENTS), told)


def runaway(column: Column, by: Column, at: int) -> Ordered:
    """The rows that have many times the median of their group."""
    times = f"t.groupby({literal(by.name)})[{literal(column.name)}].transform(lambda s: s / s.median())"
    blank = ", as do those with nothing in that column" if column.missing else ""
    told = {"by": f"'{by.name}'", "blank": blank}
    code = f"lambda t: t[~({times} > {{value}})]"
    assert column.quartiles is not None and isinstance(column.maximum, float)
    _, middle, upper = column.quartiles
    reached = [each for each in _TIMES if each * middle < (upper + column.maximum) / 2]
    return Ordered("exclusion", "runaway", at, column, code, "lambda t: t", numbers(reached), told)


def _kept(column: Column, by: Column, share: str) -> str:
    """Code that keeps the rows before which less than a part of their group has been reached."""
    return (
        f"lambda t: t[t.groupby({literal(by.name)})[{literal(column.name)}].transform(lambda s: {share}) < {{value}}]"
    )


def _is_amount(column: Column) -> bool:
    """Whether a column has no value below zero, and more than zero for most rows."""
    low, high, quartiles = column.minimum, column.maximum, column.quartiles
    return (
        isinstance(low, float) and isinstance(high, float) and low >= 0 and quartiles is not None and quartiles[0] > 0
    )


def _is_skewed(column: Column) -> bool:
    assert column.quartiles is not None
    return column.quartiles[2] >= _SKEW * column.quartiles[1]


def _weighs(weight: Column, column: Column, subject: Subject) -> bool:
    """Whether rows can count by a column: an amount that adds up, without gaps, and no other form of what is ranked."""
    is_tied = subject.is_tied(column.name, [weight.name]) or not comparable(column, weight)
    return additive(weight) and not weight.missing and not is_tied
