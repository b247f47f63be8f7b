"""How rows are put into groups along an axis: by values, by named intervals, by intervals at their middles, by time."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from grammar.drawing.columns import MOST_GROUPS, CannotDraw, Column, Columns, called, capital
from grammar.drawing.forms import Form, Slots
from grammar.steps.dating import ISO

HOWS = ("mean", "median", "highest value")
_WEIGHTS = (6, 3, 1)
CODE_OF = {"mean": "mean", "median": "median", "highest value": "max"}
FORMS = (
    Form(
        "There is one group for each value of {x}, in {order:order} order.",
        ("Group the rows by {x}; the groups stand in {order:order} order.",),
        {"key": "each"},
    ),
    Form(
        "For the groups, divide the range of {x}, from its lowest to its highest value, into {n:int} intervals of "
        "equal "
        "width; each holds its upper end, the first one its lower end, too, and is named by its two ends with "
        "{d:decimals} and “ to ” between them. The intervals stand in ascending order; those without rows are left "
        "out.",
        "Cut the range of {x}, from its lowest to its highest value, into {n:int} intervals of equal width, closed at "
        "the upper end (the first one at both). Name each interval by its two ends with {d:decimals}, joined by "
        "“ to ”, and keep those that have rows, in their order.",
        {"key": "ranges"},
    ),
    Form(
        "Divide the range of {x}, from its lowest to its highest value, into {n:int} intervals of equal width; each "
        "holds its upper end, the first one its lower end, too, and stands at its middle. Intervals without rows are "
        "left out.",
        "Cut the range of {x}, from its lowest to its highest value, into {n:int} intervals of equal width, closed at "
        "the upper end (the first one at both). The place of an interval on the axis is its middle, and only intervals "
        "that have rows count.",
        {"key": "bins"},
    ),
    Form(
        "The dates in {x} are written as {written:text}.",
        "Read the dates in {x} by the format {written:text}.",
    ),
    Form("Along the axis stands each year of {x}.", "Take the year of each date in {x}, and group the rows by it.",
         {"key": "years"}),
    Form("Along the axis stands each month of {x}, at its first day.",
         "Take the month of each date in {x}, as the date of its first day, and group the rows by it.",
         {"key": "months"}),
)  # fmt: skip


def named(
    table: Columns, chance: random.Random, *, least: int = 2, most: int = MOST_GROUPS, but: Sequence[str] = ()
) -> Slots:
    """Return a grouping whose groups have names: values of a column, or intervals where another column of numbers is
    left to be summed up in them. Raises CannotDraw.
    """
    groups = [name for name in table.groups(most, least) if name not in but]
    measures = [name for name in table.even() if name not in but] if len(table.measures()) > 1 else []
    if groups and (not measures or chance.random() < 0.6):
        return {"key": "each", "x": groups[0], "order": table.order(groups[0])}
    if not measures:
        raise CannotDraw("it needs a column that tells groups apart, or one more column of numbers, and there is none")
    count = chance.randint(max(4, least), 7)
    return {"key": "ranges", "x": measures[0], "n": count, "d": table.decimals(measures[0], count)}


def ordered(table: Columns, chance: random.Random, count: int, most: int = 40, *, but: Sequence[str] = ()) -> Slots:
    """Return a grouping whose groups stand along an axis of numbers or time, `most` at the most. Raises CannotDraw."""
    dates = table.dates()
    if dates and chance.random() < 0.7:
        column = table.all[dates[0]]
        ends = [_month(str(column.get(end))) for end in ("minimum", "maximum")]
        months = ends[1] - ends[0] + 1 if None not in ends else 0
        if 4 <= months <= most:
            return {"key": "months", "x": dates[0], **_written(column)}
        if 48 <= months <= 12 * most:
            return {"key": "years", "x": dates[0], **_written(column)}
    measures = table.even()
    if len(measures) < 2:
        return _stepwise(table, most, but)
    return {"key": "bins", "x": measures[0], "n": min(count, most)}


def _written(column: Column) -> Slots:
    """Return how dates are written, where they are texts that are not read so without being told."""
    written = column.get("date_format")
    return {"written": written} if written and written != ISO else {}


def _stepwise(table: Columns, most: int, but: Sequence[str]) -> Slots:
    """Return a grouping by the values of a column that have an order as numbers have. Raises CannotDraw."""
    steps = [name for name in table.groups(most, least=4) if table.all[name].get("numeric") and name not in but]
    if not steps:
        raise CannotDraw("it needs two columns of numbers, or one and dates or steps in numbers, and there are none")
    return {"key": "each", "x": steps[0], "order": table.order(steps[0])}


def _month(day: str) -> Any:
    """Return the number of a day's month, counted on through the years; None where it is no day."""
    found = re.match(r"(\d{4})-(\d\d)", day)
    return 12 * int(found[1]) + int(found[2]) if found else None


def how(chance: random.Random) -> str:
    """Return how values are summed up."""
    (found,) = chance.choices(HOWS, _WEIGHTS)
    return found


def lines(slots: Slots, column: str = "") -> list[str]:
    """Return the lines that leave a series `key` with the group of each row; `column` is code for another than `x`."""
    name = column or repr(slots["x"])
    if slots["key"] == "each":
        return [f"key = df[{name}]"]
    dates = f"pd.to_datetime(df[{name}]" + (f", format={slots['written']!r})" if "written" in slots else ")")
    if slots["key"] == "years":
        return [f"key = {dates}.dt.year"]
    if slots["key"] == "months":
        return [f'key = {dates}.dt.to_period("M").dt.to_timestamp()']
    cut = f"edges = np.linspace(df[{name}].min(), df[{name}].max(), {slots['n']} + 1)"
    if slots["key"] == "bins":
        return [
            cut,
            "middles = (edges[:-1] + edges[1:]) / 2",
            f"key = pd.cut(df[{name}], edges, labels=middles, include_lowest=True).astype(float)",
        ]
    ends = f"{{:.{slots['d']}f}} to {{:.{slots['d']}f}}"
    return [
        cut,
        f'names = ["{ends}".format(low, high) for low, high in zip(edges[:-1], edges[1:])]',
        f"key = pd.cut(df[{name}], edges, labels=names, include_lowest=True)",
    ]


SUMMED = "data = df.groupby(key, observed=True)[{y}].{how}()"
COUNTED = "data = df.groupby(key, observed=True).size()"
NAMES = "names = [str(each) for each in data.index]"


def summed(slots: Slots, y: str, column: str = "") -> list[str]:
    """Return the lines that leave the summary of each group in `data`."""
    return [*lines(slots, column), SUMMED.format(y=y, how=CODE_OF[slots["how"]])]


def axis_words(slots: Slots) -> str:
    """Return what an axis along groups is called."""
    ending = {"years": "year of ", "months": "month of "}.get(slots["key"], "")
    return capital(f"{ending}{called(slots['x'])}")
