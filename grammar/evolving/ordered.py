"""Terms that look at several rows of a group at once: ranks, repeats, windows, and what began or was counted before.

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
from grammar.evolving.ranges import Choice, numbers, within
from grammar.slots import literal
from grammar.steps.words import additive
from grammar.subject import Subject

ORDERED = ("ranked", "aftermath", "repeats", "peak", "streak", "lull", "carried", "pot")
"""Ways of terms that look at several rows of a group."""
_RANKS = (3, 5, 10, 8, 20, 4, 15, 25, 6, 12, 30, 40, 50)
_HIGH_RANKS = (100, 500, 200, 1000, 300, 2000, 150, 5000, 250, 400, 750, 1500, 2500, 3000, 4000, 10_000)
"""The same in tables whose groups are large."""
_LEAST_RANKED, _FEWEST_RANKS = 0.05, 5
"""Part of a group's rows that a rank reaches at the least, where there are so many such ranks: of fewer rows, no other
condition tells any apart.
"""
_WINDOWS = (3, 5, 10, 4, 2, 8, 6, 12, 15, 20)
"""Rows of a group that a rank or a window reaches."""
_ROOM = 2
"""Times as many rows as they reach a group has on average, at the least."""
_NEAR, _FAR = 0.04, 0.6
"""Parts of the distance between quartiles: least and greatest difference up to which a row repeats another."""
_FIGURES = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
_LEAST_HELD, _MOST_HELD = 1.5, 8
"""Times a middling value that a running total holds before it starts from zero."""


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
    return Ordered("filter", "ranked", at, column, code, "lambda t: t", _ranks(subject, by), told)


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


def aftermath(subject: Subject, column: Column, by: Column, at: int) -> Ordered:
    """The rows of each group from the first one beyond a limit on."""
    highest = f"t.groupby({literal(by.name)})[{literal(column.name)}].cummax()"
    blank = f"; {subject.rows} with nothing in '{column.name}' are not among them" if column.missing else ""
    told = {"by": f"'{by.name}'", "blank": blank}
    code = f"lambda t: t[{highest} > {{value}}]"
    return Ordered("filter", "aftermath", at, column, code, "lambda t: t", within(column, "top"), told)


def streak(column: Column, by: Column, at: int) -> Ordered:
    """How many rows in a row of a group, up to and with each, are beyond a limit; any other sets it back."""
    run = "lambda s: (s > {value}).astype(int).groupby((~(s > {value})).cumsum()).cumsum()"
    blank = " or nothing at all" if column.missing else ""
    return _running("streak", (column, by, at), run, within(column, "middle"), blank)


def lull(column: Column, by: Column, at: int) -> Ordered:
    """How many rows of a group lie back to the last one beyond a limit; nothing before the first of these."""
    since = "(~(s > {value})).astype(int).groupby((s > {value}).cumsum()).cumsum()"
    run = f"lambda s: {since}.where((s > {{value}}).cummax())"
    blank = f", and one with nothing in '{column.name}' is not above it" if column.missing else ""
    # Below the upper part, so that rows are left that reach it where another term leaves out the highest ones.
    return _running("lull", (column, by, at), run, within(column, "middle"), blank)


def carried(column: Column, by: Column, at: int) -> Ordered:
    """The last value of a group before each row that reaches a limit: what was known at that time."""
    run = "lambda s: s.where(s >= {value}).ffill().shift()"
    return _running("carried", (column, by, at), run, within(column, "middle"))


def pot(column: Column, by: Column, at: int) -> Ordered:
    """The running total of a group, which starts from zero again after it was beyond a limit."""
    step = "lambda held, new: (held if held <= {value} else 0) + new"
    totals = f"np.frompyfunc({step}, 2, 1).accumulate(s.to_numpy(dtype=object))"
    run = f"lambda s: pd.Series({totals}, index=s.index).astype(float)"
    return _running("pot", (column, by, at), run, _totals(column))


def _running(
    way: str, where: tuple[Column, Column, int], run: str, choices: Sequence[Choice], blank: str = ""
) -> Ordered:
    """A measure that goes through the rows of each group in their order."""
    column, by, at = where
    label = literal(column.name)
    code = f"lambda t: t.groupby({literal(by.name)})[{label}].transform({run})"
    told = {"by": f"'{by.name}'", "blank": blank}
    return Ordered("measure", way, at, column, code, f"lambda t: t[{label}]", choices, told)


def _totals(column: Column) -> list[Choice]:
    """Round numbers that a few middling values add up to."""
    assert column.quartiles is not None
    middle = column.quartiles[1]
    found = (figure * 10**power for power, figure in product(range(-2, 9), _FIGURES))
    return numbers([round(each, 6) for each in found if _LEAST_HELD * middle <= each <= _MOST_HELD * middle])


def ordered(
    subject: Subject, kind: str, at: int, measures: Sequence[Column], groups: Sequence[Column]
) -> Iterator[Ordered]:
    """Yield what there is of a kind at a place of its names: each measure by the one or other group in turn.

    What goes by the order of the table is only for tables that note when things happened: nobody agrees on what came
    before what among things that have no course.
    """
    own = [each for each in measures if each.name not in subject.fetched]
    by = [each for each in groups if each.name not in subject.fetched and not _has_twins(each)]
    for place, column in enumerate(own if by else ()):
        group = by[(place + at) % len(by)]
        if kind == "filter":
            yield ranked(subject, column, group, at)
        if not subject.dates:
            continue
        if kind == "filter" and not group.missing:
            yield aftermath(subject, column, group, at)
        if kind == "exclusion" and _is_whole(column):
            yield repeats(column, group, at)
        if kind == "measure" and not group.missing:
            yield from _measures(subject, column, group, at)


def _measures(subject: Subject, column: Column, by: Column, at: int) -> Iterator[Ordered]:
    yield peak(subject, column, by, at)
    yield streak(column, by, at)
    yield lull(column, by, at)
    yield carried(column, by, at)
    # Sums of whole numbers alone are the same in whatever way they are added up.
    if additive(column) and not column.missing and _is_whole(column):
        yield pot(column, by, at)


def _ranks(subject: Subject, by: Column) -> list[Choice]:
    least = _LEAST_RANKED * subject.var.rows / max(by.distinct, 1)
    high = _reaching([each for each in (*_RANKS, *_HIGH_RANKS) if each >= least], subject, by)
    return high if len(high) >= _FEWEST_RANKS else _reaching(_RANKS, subject, by)


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
