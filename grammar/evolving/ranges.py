"""Values that a term may have: round numbers where a measure's values lie, values of a category, years and months."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from company.records import Column
from grammar.language import listed
from grammar.slots import literal

MOST = 24
"""Values that are offered for a term."""
_RARE, _MOST = 0.04, 0.85
"""Least and greatest part of the rows that values of a category may have for it to matter whether they count."""
_RARELY = (0.4, 2.5)
"""Distances between quartiles by which those lie above the upper one that few rows are above."""
_STEPS = (1, 2, 5, 10)
_PARTS = 11
"""Round numbers of a range, about."""
_YEARS, _MONTHS = 5, 8


@dataclass(frozen=True)
class Choice:
    """A value: its code, and the words for it."""

    code: str
    words: str


def said_number(value: float) -> str:
    """A number as it is said: "12,500", "2.5"."""
    if value == int(value):
        return f"{int(value):,}" if abs(value) >= 10_000 else str(int(value))
    return f"{value:.10g}"


def numbers(values: Sequence[float]) -> list[Choice]:
    """Numbers as choices."""
    codes = (repr(int(value)) if value == int(value) else f"{value:.10g}" for value in values)
    return [Choice(code, said_number(value)) for code, value in zip(codes, values, strict=True)]


def within(column: Column, part: str) -> list[Choice]:
    """Round numbers in the "middle", the "upper" or the "lower" part of a measure's values; none where few lie there.

    Rows lie on both sides of each: about a tenth at least, as far as quartiles tell. Only of those at the "top" few lie
    above.
    """
    low, high = column.minimum, column.maximum
    if column.quartiles is None or not isinstance(low, float) or not isinstance(high, float):
        return []
    first, middle, third = column.quartiles
    edges = {
        "middle": (first, third),
        "lower": (first - (middle - first) / 2, middle),
        "upper": (middle, third),
        "top": (third + _RARELY[0] * (third - first), third + _RARELY[1] * (third - first)),
    }
    start, end = edges[part]
    end = end if part in ("lower", "top") else end + (third - middle) / 2
    # Beyond half the way to the highest value there may be a single row, and none of most groups.
    start, end = max(start, low), min(end, (third + high) / 2 if part == "top" else high)
    whole = all(float(each).is_integer() for each in (low, high, first, third)) and column.distinct < (high - low) * 2
    step = _step((end - start) / _PARTS, whole=whole)
    if step <= 0:
        return []
    found = [round(step * at, 10) for at in range(math.ceil(start / step), math.floor(end / step) + 1)]
    return numbers([value for value in found if low < value < high][:MOST])


def _step(size: float, *, whole: bool) -> float:
    """The next round number from a size on; of whole numbers, a whole one."""
    if size <= 0:
        return 1.0 if whole else 0.0
    power: float = 10.0 ** math.floor(math.log10(size))
    step = next(power * each for each in _STEPS if power * each >= size * 0.999)
    return max(step, 1.0) if whole else step


def labels(column: Column, rows: int, *, drop: bool = False) -> list[Choice]:
    """Values of a category, alone and in twos and threes, that enough rows have and enough have not.

    Of those to `drop`, fewer rows are enough. Each is code for a list.
    """
    odd = {value for value, _, _ in column.odd}
    known = [(value, count) for value, count in column.values if value == value.strip() and value and value not in odd]
    least = (0.02 if drop else 0.03) * rows
    known = [(value, count) for value, count in known if count >= least and not {*"'{}"} & {*value}][:9]
    found = []
    for size in (1, 2, 3):
        for group in combinations(known, size):
            part = sum(count for _, count in group) / max(rows, 1)
            if (_RARE if drop else 2 * _RARE) <= part <= (0.6 if drop else _MOST):
                names = [value for value, _ in group]
                found.append(Choice(literal(tuple(names)), listed([f"'{name}'" for name in names], "or")))
    return found[:MOST]


def years(column: Column) -> list[Choice]:
    """Years of a date's middle; none where there are few."""
    ends = _span(column)
    if ends is None or ends[1].year - ends[0].year < _YEARS:
        return []
    start, end = ends[0].year + 1, ends[1].year - 1
    if column.quartiles:
        start, end = int(column.quartiles[0]), int(column.quartiles[2])
    step = max(1, -(-(end - start) // (MOST // 2)))
    step = step if step in (1, 2) else 5
    return [Choice(str(year), str(year)) for year in range(start + -start % step, end + 1, step)][:MOST]


def months(column: Column) -> list[Choice]:
    """First days of the months of a date that has no years to choose from."""
    ends = _span(column)
    if ends is None or years(column) or _is_year(column):
        return []
    count = (ends[1].year - ends[0].year) * 12 + ends[1].month - ends[0].month
    if count < _MONTHS:
        return []
    found = [divmod(ends[0].year * 12 + ends[0].month - 1 + at, 12) for at in range(2, count - 1)]
    return [
        Choice(f"pd.Timestamp({f'{year}-{at + 1:02}-01'!r})", f"1 {date(year, at + 1, 1):%B %Y}") for year, at in found
    ][:MOST]


def _is_year(column: Column) -> bool:
    return column.numeric or column.dtype.startswith(("int", "float"))


def _span(column: Column) -> tuple[date, date] | None:
    """The first and the last date of a column; of years, of their first days."""
    try:
        low, high = (
            date(int(float(end)), 1, 1) if _is_year(column) else date.fromisoformat(str(end)[:10])
            for end in (column.minimum if column.minimum is not None else "", column.maximum or "")
        )
    except ValueError:
        return None
    return low, high
