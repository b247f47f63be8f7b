"""Dates along an axis, and as groups: periods, weekdays and calendar months, read in the format of the table."""

from __future__ import annotations

import calendar
import random
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from grammar.drawing.columns import Columns
from grammar.drawing.forms import Form, Slots
from grammar.steps.dating import format_told, read_dates

_DAYS = {"weeks": 7.0, "months": 30.44, "quarters": 91.31, "years": 365.25}
_LIKELY = {"weeks": 2, "months": 6, "quarters": 2, "years": 1}
_FREQUENCY = {"weeks": "W", "months": "M", "quarters": "Q"}
_FEWEST = 4
"""Periods of which a course can be told."""
PARTS = {"weekdays": 7, "seasons": 12}
"""How many there are."""
WORDS = {
    "weeks": "week",
    "months": "month",
    "quarters": "quarter",
    "years": "year",
    "weekdays": "weekday",
    "seasons": "calendar month",
}
"""What a period is called."""
_NAMED: Mapping[str, tuple[str, Sequence[str]]] = {
    "weekdays": ("day_name", list(calendar.day_name)),
    "seasons": ("month_name", calendar.month_name[1:]),
}
_OF_WEEKDAYS, _OF_SEASONS = 20, 360
"""Different days, and days in all, from which on weekdays and calendar months say something."""
FORMS = (
    Form("Along the axis stands each year of {x}{written:written}.",
         "Take the year of each date in {x}{written:written}, and group the rows by it.",
         {"key": "years"}),
    Form("Along the axis stands each quarter of {x}{written:written}, at its first day.",
         "Take the quarter of each date in {x}{written:written}, as the date of its first day, and group the rows by "
         "it.",
         {"key": "quarters"}),
    Form("Along the axis stands each month of {x}{written:written}, at its first day.",
         "Take the month of each date in {x}{written:written}, as the date of its first day, and group the rows by it.",
         {"key": "months"}),
    Form("Along the axis stands each week of {x}{written:written}, at its Monday.",
         "Take the week of each date in {x}{written:written}, from Monday to Sunday, as the date of its Monday, and "
         "group the rows by it.",
         {"key": "weeks"}),
    Form("There is one group for each weekday of {x}{written:written} that has rows, with its English name, in the "
         "order from Monday to Sunday.",
         "Group the rows by the weekday of each date in {x}{written:written}; the groups have the English names, and "
         "stand in the order from Monday to Sunday.",
         {"key": "weekdays"}),
    Form("There is one group for each calendar month of {x}{written:written} that has rows, those of all years "
         "together, with its English name, in the order from January to December.",
         "Group the rows by the calendar month of each date in {x}{written:written}, all years together; the groups "
         "have the English names, and stand in the order from January to December.",
         {"key": "seasons"}),
)  # fmt: skip


def dated(table: Columns, name: str) -> Slots:
    """Return what says how the dates of a column are written."""
    return {"written": format_told(table.all[name])}


def _span(table: Columns, name: str) -> int:
    """Return over how many days the dates of a column reach; 0 where that is not known."""
    ends = [_day(table.all[name].get(end)) for end in ("minimum", "maximum")]
    return (ends[1] - ends[0]).days + 1 if ends[0] and ends[1] else 0


def _day(told: Any) -> date | None:
    try:
        return date.fromisoformat(str(told)[:10])
    except ValueError:
        return None


def spanning(table: Columns) -> list[str]:
    """Return columns of dates that reach over a known time."""
    return [name for name in table.dates() if _span(table, name) > 1]


def along(table: Columns, chance: random.Random, most: int, least: int = _FEWEST) -> Slots | None:
    """Return periods along an axis, `most` at the most; None where no column of dates has so many."""
    dates = spanning(table)
    if not dates:
        return None
    counts = {key: _span(table, dates[0]) / days + 1 for key, days in _DAYS.items()}
    fitting = [key for key, count in counts.items() if least <= count <= most]
    if not fitting:
        return None
    (key,) = chance.choices(fitting, [_LIKELY[each] for each in fitting])
    return {"key": key, "x": dates[0], **dated(table, dates[0])}


def named(table: Columns, chance: random.Random, most: int) -> Slots | None:
    """Return weekdays or calendar months as groups; None where no dates tell of them."""
    for name in table.dates():
        span, distinct = _span(table, name), int(table.all[name]["distinct"])
        fitting = [
            key
            for key, fits in (
                ("weekdays", most >= PARTS["weekdays"] and distinct >= max(_OF_WEEKDAYS, span // 15)),
                ("seasons", most >= PARTS["seasons"] and span >= _OF_SEASONS and distinct >= 12),
            )
            if fits and span
        ]
        if fitting:
            return {"key": chance.choice(fitting), "x": name, **dated(table, name)}
    return None


def width(slots: Slots) -> str:
    """Return the code for how wide a bar is that stands at a period."""
    return "0.8" if slots["key"] in ("years", "each") else f"0.8 * {_DAYS[slots['key']]:.0f}"


def lines(slots: Slots, name: str) -> list[str]:
    """Return the lines that leave a series `key` with the period of each row; `name` is code for the column."""
    dates, key = read_dates(f"df[{name}]", slots["written"]), slots["key"]
    if key == "years":
        return [f"key = {dates}.dt.year"]
    if key in _FREQUENCY:
        return [f'key = {dates}.dt.to_period("{_FREQUENCY[key]}").dt.to_timestamp()']
    method, names = _NAMED[key]
    return [
        f"order = {list(names)!r}",
        f"key = pd.Series(pd.Categorical({dates}.dt.{method}(), order), index=df.index)",
    ]
