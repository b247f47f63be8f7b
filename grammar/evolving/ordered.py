"""Terms that look at several rows of a group at once: ranks, repeats and windows over rows in their order.

No grouping by one column and no condition on single rows does their work. Which rows they are worked out among, what
ties count and which end of a limit belongs to it is part of what they say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

from company.records import Column
from company.results.plain import but_for_spelling
from grammar.evolving.ranges import Choice, numbers
from grammar.slots import literal
from grammar.subject import Subject

_RANKS = (3, 5, 10, 8, 20, 4, 15, 25, 6, 12, 30, 40, 50)
_WINDOWS = (3, 5, 10, 4, 2, 8, 6, 12, 15, 20)
"""Rows of a group that a rank or a window reaches."""
_ROOM = 2
"""Times as many rows as they reach a group has on average, at the least."""
_NEAR, _FAR = 0.04, 0.6
"""Parts of the distance between quartiles: least and greatest difference up to which a row repeats another."""
_FIGURES = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)


@dataclass(frozen=True)
class Ordered:
    """What a term of this kind is made of, but for its name."""

    kind: Literal["filter", "exclusion", "measure"]
    way: str
    at: int
    """Its place among the names of its way."""
    column: Column
    code: str
    naive: str
    choices: Sequence[Choice]
    gaps: dict[str, str] = field(default_factory=dict)


def ranked(subject: Subject, column: Column, by: Column, at: int) -> Ordered:
    """The rows with the highest values of each group; all that tie with the last of them are among them."""
    rank = f"t.groupby({literal(by.name)})[{literal(column.name)}].rank(method='min', ascending=False)"
    blank = "; where either is blank there is no rank" if column.missing or by.missing else ""
    told = {"by": f"'{by.name}'", "blank": blank}
    code = f"lambda t: t[{rank} <= {{value}}]"
    return Ordered("filter", "ranked", at, column, code, "lambda t: t", _reaching(_RANKS, subject, by), told)


def repeats(column: Column, by: Column, at: int) -> Ordered:
    """The rows that differ little from the one before them of their group."""
    apart = f"t.groupby({literal(by.name)})[{literal(column.name)}].diff().abs()"
    blank = ", as do those for whom there is no such difference"
    code = f"lambda t: t[~({apart} <= {{value}})]"
    told = {"by": f"'{by.name}'", "blank": blank}
    return Ordered("exclusion", "repeats", at, column, code, "lambda t: t", _differences(column), told)


def peak(subject: Subject, column: Column, by: Column, at: int) -> Ordered:
    """The highest value among a row and those just before it of its group."""
    label = literal(column.name)
    window = f"t.groupby({literal(by.name)})[{label}].rolling({{value}}, min_periods=1).max()"
    code = f"lambda t: {window}.droplevel(0).reindex(t.index)"
    choices = _reaching(_WINDOWS, subject, by)
    blank = "; a gap takes its place among these, and where all are gaps there is no figure" if column.missing else ""
    told = {"by": f"'{by.name}'", "blank": blank}
    return Ordered("measure", "peak", at, column, code, f"lambda t: t[{label}]", choices, told)


def ordered(
    subject: Subject, kind: str, at: int, measures: Sequence[Column], groups: Sequence[Column]
) -> Iterator[Ordered]:
    """Yield what there is of a kind at a place of its names: each measure by the one or other group in turn."""
    own = [each for each in measures if each.name not in subject.fetched]
    by = [each for each in groups if each.name not in subject.fetched and not _has_twins(each)]
    for place, column in enumerate(own if by else ()):
        group = by[(place + at) % len(by)]
        if kind == "filter":
            yield ranked(subject, column, group, at)
        if kind == "exclusion" and _is_whole(column):
            yield repeats(column, group, at)
        if kind == "measure" and not group.missing:
            yield peak(subject, column, group, at)


def _reaching(reaches: Sequence[int], subject: Subject, by: Column) -> list[Choice]:
    rows = subject.var.rows / max(by.distinct, 1)
    return numbers([each for each in reaches if each * _ROOM <= rows])


def _differences(column: Column) -> list[Choice]:
    """Whole differences in the range in which some rows repeat the one before them, and most do not."""
    assert column.quartiles is not None
    spread = column.quartiles[2] - column.quartiles[0]
    found = (figure * 10**power for power, figure in product(range(9), _FIGURES))
    return numbers([each for each in found if float(each).is_integer() and _NEAR * spread <= each <= _FAR * spread])


def _is_whole(column: Column) -> bool:
    """Whether values are whole numbers, as far as their ends and quartiles tell, so that differences are exact."""
    told = (column.minimum, column.maximum, *(column.quartiles or (0.5,)))
    return all(isinstance(each, int | float) and float(each).is_integer() for each in told)


def _has_twins(column: Column) -> bool:
    """Whether two of its values are one but for letter case and blanks: rows of which group, nobody has agreed."""
    return len({but_for_spelling(value) for value, _ in column.values}) < len(column.values)
