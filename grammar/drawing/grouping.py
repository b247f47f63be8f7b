"""How rows are put into groups along an axis: by values, by named intervals, by intervals at their middles, by time."""

from __future__ import annotations

import random
from collections.abc import Sequence

from grammar.drawing import periods
from grammar.drawing.columns import MOST_GROUPS, CannotDraw, Columns, called, capital
from grammar.drawing.forms import Form, Slots

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
    *periods.FORMS,
)  # fmt: skip


def named(
    table: Columns,
    chance: random.Random,
    *,
    least: int = 2,
    most: int = MOST_GROUPS,
    but: Sequence[str] = (),
    parts: int = 12,
) -> Slots:
    """Return a grouping whose groups have names: values of a column, weekdays or calendar months, or intervals where
    another column of numbers is left to be summed up in them. Raises CannotDraw.

    `parts` is how many weekdays or calendar months there may be.
    """
    groups = [name for name in table.groups(most, least) if name not in but]
    measures = [name for name in table.even() if name not in but] if len(table.measures()) > 1 else []
    by_time = periods.named(table, chance, parts)
    if by_time and (chance.random() < 0.3 or not (groups or measures)):
        return by_time
    if groups and (not measures or chance.random() < 0.6):
        return {"key": "each", "x": groups[0], "order": table.order(groups[0])}
    if not measures:
        raise CannotDraw("it needs a column that tells groups apart, or one more column of numbers, and there is none")
    count = chance.randint(max(4, least), 7)
    return {"key": "ranges", "x": measures[0], "n": count, "d": table.decimals(measures[0], count)}


def ordered(
    table: Columns, chance: random.Random, count: int, most: int = 40, least: int = 4, but: Sequence[str] = ()
) -> Slots:
    """Return a grouping whose groups stand along an axis of numbers or time, `most` at the most. Raises CannotDraw."""
    measures, over = table.even(), periods.along(table, chance, most, least)
    if over and (len(measures) < 2 or chance.random() < 0.7):
        return over
    if len(measures) < 2:
        return _steps(table, most, least, but)
    return {"key": "bins", "x": measures[0], "n": min(count, most)}


def _steps(table: Columns, most: int, least: int, but: Sequence[str]) -> Slots:
    """Return a grouping by the values of a column that have an order as numbers have. Raises CannotDraw."""
    steps = [name for name in table.groups(most, least) if table.all[name].get("numeric") and name not in but]
    if not steps:
        raise CannotDraw("it needs two columns of numbers, or one and dates or steps in numbers, and there are none")
    return {"key": "each", "x": steps[0], "order": table.order(steps[0])}


def places(table: Columns, slots: Slots) -> int:
    """Return how many groups with names there are, at the most."""
    return int(
        slots["n"] if slots["key"] == "ranges" else periods.PARTS.get(slots["key"]) or table.all[slots["x"]]["distinct"]
    )


def how(chance: random.Random) -> str:
    """Return how values are summed up."""
    (found,) = chance.choices(HOWS, _WEIGHTS)
    return found


def lines(slots: Slots, column: str = "") -> list[str]:
    """Return the lines that leave a series `key` with the group of each row; `column` is code for another than `x`."""
    name = column or repr(slots["x"])
    if slots["key"] == "each":
        return [f"key = df[{name}]"]
    if slots["key"] not in ("bins", "ranges"):
        return periods.lines(slots, name)
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
    return capital(by_words(slots))


def by_words(slots: Slots) -> str:
    """Return what groups are called in a title."""
    part = periods.WORDS.get(slots["key"], "")
    return f"{part} of {called(slots['x'])}" if part else called(slots["x"])
