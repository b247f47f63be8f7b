"""Columns of dates: whether and how they are read, the time that they span, and its periods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from company.records import Column
from grammar.language import Slot
from grammar.scene import Var
from grammar.slots import QUOTED, literal

ISO = "%Y-%m-%d"


WRITTEN = Slot(
    rf"(?: \((?:in the format|written as) {QUOTED}\))?",
    lambda form, chance: f" ({chance.choice(('in the format', 'written as'))} '{form}')" if form else "",
    lambda words: words[words.index("'") + 1 : -2] if words else "",
)
"""How dates are written, where that has to be said: " (in the format '%d/%m/%Y')", or nothing."""


def is_datetime(column: Column) -> bool:
    """Whether a column holds real dates."""
    return column.dtype.startswith("datetime")


def is_dated(column: Column) -> bool:
    """Whether dates can be read from a column: real ones, or texts of a known format."""
    return column.role == "date" and (is_datetime(column) or bool(column.date_format and not column.numeric))


def format_said(column: Column) -> str:
    """The format to be said with a column: that of text which is not in ISO order."""
    return "" if is_datetime(column) or column.date_format == ISO else column.date_format or ""


def format_told(column: Mapping[str, Any]) -> str:
    """The same of a column that a brief tells of."""
    form = (
        ""
        if column.get("numeric") or str(column.get("dtype", "")).startswith("datetime")
        else column.get("date_format")
    )
    return "" if form == ISO else form or ""


def read_dates(values: str, written: str) -> str:
    """The expression that reads values as dates: in the format in which they are written, where one is given."""
    return f"pd.to_datetime({values}, format={literal(written)})" if written else f"pd.to_datetime({values})"


def dates_of(source: Var, name: str, written: str, frame: str = "") -> str:
    """The expression of a column's dates in a frame, which is the source unless said."""
    column = source.named[name]
    values = f"{frame or source.name}[{literal(name)}]"
    if is_datetime(column):
        return values
    return read_dates(values, written or column.date_format or "")


def years(column: Column) -> tuple[int, int] | None:
    """First and last year of a column of dates, where they are known."""
    ends = [str(end)[:4] for end in (column.minimum, column.maximum) if end is not None]
    return (int(ends[0]), int(ends[1])) if len(ends) == 2 and all(end.isdigit() for end in ends) else None


def years_within(column: Column) -> Sequence[int]:
    """Every year from the first to the last, where there are several and not too many."""
    first, last = years(column) or (0, 0)
    return range(first, last + 1) if 1 <= last - first <= 60 else ()


def months(column: Column) -> int:
    """How many calendar months a column of dates spans; 0 where that is not known."""
    first, last = str(column.minimum), str(column.maximum)
    if not years(column) or not (first[5:7].isdigit() and last[5:7].isdigit()):
        return 0
    return (int(last[:4]) - int(first[:4])) * 12 + int(last[5:7]) - int(first[5:7]) + 1


_FEWEST = 5
"""Periods of which a trend can be told."""


def fitting_periods(column: Column) -> list[str]:
    """Periods of which a column of dates spans several, but not too many."""
    span = months(column)
    fitting = {
        "year": len(years_within(column)) >= _FEWEST,
        "month": _FEWEST <= span <= 72,
        "quarter": 7 <= span <= 120,
    }
    return [period for period, fits in fitting.items() if fits]


def period_of(dates: str, period: str) -> str:
    """The expression of each date's period: a number for years, else text."""
    ways = {"year": "year", "month": "strftime('%Y-%m')", "quarter": "to_period('Q').astype(str)"}
    return f"{dates}.dt.{ways[period]}"
