"""Several axes at once: four panels, two scales, a figure within a figure; and bars in space."""

from __future__ import annotations

import random

from grammar.drawing import grouping, periods
from grammar.drawing.bars import spoken
from grammar.drawing.clouds import Scatter
from grammar.drawing.columns import SERIES, CannotDraw, Columns, called, capital
from grammar.drawing.forms import Form, Slots
from grammar.drawing.kind import Kind, few_rows


class SpaceBar(Kind):
    """Bars on a ground of two groupings."""

    name = "3D bar"
    called = "a 3D bar chart"
    projection = "3d"
    own = (
        Form(
            "Divide the range of {ys:each}, from its lowest to its highest value, into {n:int} intervals of equal "
            "width; each holds its upper end, the first one its lower end, too. On the ground, the first axis has the "
            "intervals at their middles, and the second one the values of {by} in {by_order:order} order at 0, 1, 2 "
            "and "
            "so on, with their names. Each pair that has rows carries a bar as high as their number, in the middle of "
            "its place.",
            "Cut the range of {ys:each}, from its lowest to its highest value, into {n:int} intervals of equal "
            "width, closed at the upper end (the first one at both), and count the rows of each value of {by} in each "
            "interval. On the ground of axes in space, place the intervals along the first axis, each at its middle, "
            "and "
            "the values of {by} along the second one at 0, 1, 2 and so on in {by_order:order} order, written there by "
            "name. Draw the counts above 0 as upright bars centred at their places.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose what is counted."""
        by = table.series()
        groups = table.told_apart(by)
        slots: Slots = {**self.shown(table, table.even(), hard, chance, [by])}
        slots["n"] = min(48 // groups, chance.randint(4, 8))
        slots |= {
            "by": by,
            **table.kept(by),
            "by_order": table.order(by),
            "title": f"Number of {table.row_meaning}s by {called(by)}",
            "xlabel": "Value" if slots.get("panels") else capital(called(slots["ys"][0])),
            "ylabel": capital(called(by)),
            "zlabel": "Number of rows",
        }
        return self.finished(table, slots, [by, *slots["ys"]], chance)

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the bars."""
        return [
            *grouping.lines({**slots, "key": "bins"}, y),
            "wide = 0.6 * (edges[1] - edges[0])",
            f'data = df.groupby([key, {slots["by"]!r}], observed=True).size().reset_index(name="rows")',
            f"names = sorted(df[{slots['by']!r}].unique())",
            f"depth = data[{slots['by']!r}].map(names.index).astype(float)",
            "at = data.iloc[:, 0].astype(float)",
            f'ax.bar3d(at - wide / 2, depth - 0.3, 0, wide, 0.6, data["rows"], color={slots["colour"]!r})',
            "ax.set_yticks(range(len(names)), [str(name) for name in names])",
        ]


class Panels(Kind):
    """Four panels in two rows."""

    name = "2x2 panels"
    called = "four panels in two rows and two columns"
    loops = False
    own = (
        Form(
            "The panels show the columns {ys:columns}, row by row from the upper left, each titled with its column's "
            "name.",
            "Fill the panels row by row from the upper left with the columns {ys:columns}, and title each with its "
            "column's name.",
            unless="grid",
        ),
        Form(
            "The panels show the rows of each value of {facet}, row by row from the upper left in {facet_order:order} "
            "order, each titled with its value.",
            "Fill the panels row by row from the upper left with the rows of each value of {facet}, in "
            "{facet_order:order} order, and title each with its value.",
            {"grid": True},
        ),
        Form(
            "Each panel is a histogram of {ys:each}: the number of its rows in {n:int} intervals of equal width "
            "between the lowest and the highest value in the panel; each holds its lower end, the last "
            "one its upper end, too.",
            "In each panel, draw a histogram of {ys:each} with {n:int} intervals of equal width from the lowest to the "
            "highest value in the panel, closed at the lower end (the last one at both).",
            {"inner": "spread"},
        ),
        Form(
            "Each panel is a histogram: the number of rows in {n:int} intervals of equal width between the lowest and "
            "the highest value of its column; each holds its lower end, the last one its upper end, too.",
            "In each panel, draw a histogram of the column with {n:int} intervals of equal width from its lowest to "
            "its "
            "highest value, closed at the lower end (the last one at both).",
            {"inner": "histogram"},
        ),
        Form(
            "Each panel is a scatter plot of its column, along the vertical axis, against {x} along the horizontal "
            "one.",
            "In each panel, draw each row as a point, with {x} on the horizontal axis and the panel's column on the "
            "vertical one.",
            {"inner": "scatter"},
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose four columns, and what is shown of each."""
        if not hard:
            raise CannotDraw("four panels are never easy")
        names, facets = table.measures(), table.facets(4)
        facets = [each for each in facets if table.panels(each["facet"], 4) == 4]
        if facets and (len(names) < 4 or chance.random() < 0.3):
            return self._of_groups(table, facets[0], names[0], chance)
        names = table.measures(4)
        slots: Slots = {"ys": tuple(names[:4])}
        if len(names) > 4 and chance.random() < 0.5:
            slots |= {"inner": "scatter", "x": names[4]}
            slots["title"] = f"Four columns by {called(names[4])}"
        else:
            slots |= {"inner": "histogram", "n": chance.randint(8, 16), "title": "Distributions of four columns"}
        used = [*slots["ys"], *([slots["x"]] if "x" in slots else [])]
        return self.finished(table, slots, used, chance) | {"wide": 10, "high": 8}

    def _of_groups(self, table: Columns, facet: Slots, y: str, chance: random.Random) -> Slots:
        """Return a figure with a panel for each of four groups."""
        slots: Slots = {**facet, "ys": (y,), "inner": "spread", "n": chance.randint(8, 16), "grid": True}
        slots["title"] = f"Distribution of {called(y)}"
        return self.finished(table, slots, [y], chance) | {"wide": 10, "high": 8}

    def page(self, slots: Slots) -> list[str]:
        """Return the lines that fill the panels."""
        if slots.get("grid"):
            facet, y = slots["facet"], slots["ys"][0]
            return [
                f"fig, axes = plt.subplots(2, 2, figsize=({slots['wide']}, {slots['high']}))",
                f"for ax, (value, rows) in zip(axes.ravel(), df.groupby({facet!r})):",
                f'    ax.hist(rows[{y!r}], bins={slots["n"]}, color={slots["colour"]!r}, edgecolor="white")',
                "    ax.set_title(str(value))",
                f"fig.suptitle({slots['title']!r})",
            ]
        drawn = (
            f'ax.hist(df[column], bins={slots["n"]}, color={slots["colour"]!r}, edgecolor="white")'
            if slots["inner"] == "histogram"
            else f"ax.scatter(df[{slots['x']!r}], df[column], color={slots['colour']!r})"
        )
        return [
            f"fig, axes = plt.subplots(2, 2, figsize=({slots['wide']}, {slots['high']}))",
            f"for ax, column in zip(axes.ravel(), {list(slots['ys'])!r}):",
            f"    {drawn}",
            "    ax.set_title(column)",
            f"fig.suptitle({slots['title']!r})",
        ]

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Return nothing: the page draws all."""
        return []


class Twin(Kind):
    """Bars, and a line with a scale of its own."""

    name = "twin axes"
    called = "a chart with two vertical axes"
    loops = False
    own = (
        *grouping.FORMS,
        Form(
            "Bars from the left axis show the {how:how} of {ys:each} at each place, and a line that belongs to the "
            "right axis the {how:how} of {other}.",
            "At each place, compute the {how:how} of {ys:each} and of {other}. Draw the first as bars with the left "
            "vertical axis, and the second as a line, without markers, with a vertical axis of its own on the right.",
        ),
        Form(
            "Bars from the left axis show the number of rows at each place, and a line that belongs to the right axis "
            "the {how:how} of {ys:each}.",
            "At each place, count the rows and compute the {how:how} of {ys:each}. Draw the counts as bars with the "
            "left vertical axis, and the {how:how} as a line, without markers, with a vertical axis of its own on the "
            "right.",
            {"counted": True},
        ),
        Form(
            "The right axis is named {right:text}.",
            "Label the vertical axis on the right {right:text}.",
        ),
        Form(
            "The bars are {bars:colour}, the line is {line:colour}.",
            "Colour the bars {bars:colour} and the line {line:colour}.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose what lies along the axis, and two columns: a hard one has many places."""
        count, (least, most) = (chance.randint(45, 60), (26, 120)) if hard else (chance.randint(8, 14), (4, 24))
        groups = grouping.ordered(table, chance, count, most, least)
        first, *others = [name for name in table.even() if name != groups["x"]]
        kind = grouping.how(chance)
        bars, line = chance.sample(SERIES, 2)
        shown: Slots = {"ys": (first,), "other": others[0]} if others else {"ys": (first,), "counted": True}
        slots = {**groups, **shown, "how": kind, "bars": bars, "line": line, "plain": True}
        slots |= _twin_texts(table, slots)
        return self.finished(table, slots, [groups["x"], first, *others[:1]], chance)

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw bars and line."""
        how, bars, line = grouping.CODE_OF[slots["how"]], slots["bars"], slots["line"]
        width = "0.8 * (edges[1] - edges[0])" if slots["key"] == "bins" else periods.width(slots)
        return [
            *grouping.lines(slots),
            *(
                [f'data = df.groupby(key, observed=True)[{y}].agg(["size", "{how}"])', "data.columns = [0, 1]"]
                if slots.get("counted")
                else [f"data = df.groupby(key, observed=True)[[{y}, {slots['other']!r}]].{how}()"]
            ),
            f"ax.bar(data.index, data.iloc[:, 0], width={width}, color={bars!r})",
            "right = ax.twinx()",
            f"right.plot(data.index, data.iloc[:, 1], color={line!r})",
            f"right.set_ylabel({slots['right']!r})",
        ]


def _twin_texts(table: Columns, slots: Slots) -> Slots:
    """Return what is written on a figure with two vertical axes."""
    along, how = grouping.by_words(slots), spoken(slots["how"])
    if slots.get("counted"):
        shown = called(slots["ys"][0])
        words = f"number of {table.row_meaning}s and {how} {shown}", "number of rows", f"{how} {shown}"
    else:
        first, second = called(slots["ys"][0]), called(slots["other"])
        words = f"{first} and {second}", f"{how} {first}", f"{how} {second}"
    title, left, right = words
    return {
        "title": capital(f"{title} by {along}"),
        "xlabel": grouping.axis_words(slots),
        "ylabel": capital(left),
        "right": capital(right),
    }


class Inset(Scatter):
    """A scatter plot with a histogram in its corner."""

    name = "inset"
    called = "a scatter plot with an inset"
    loops = False
    columns = 2
    own = (
        *Scatter.own,
        Form(
            "In the upper right corner, smaller axes within these show a histogram of {other}: the number of the rows "
            "in {n:int} intervals of equal width between its lowest and its highest value, each with its lower end, "
            "the last one with its upper end, too.",
            "Place smaller axes within these, in the upper right corner, and draw there a histogram of {other} over "
            "the "
            "same rows, with {n:int} intervals of equal width from its lowest to its highest value, closed at the "
            "lower end (the last one at both).",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose three columns; a hard one shows all rows."""
        along, (y, *others) = self.placed(table, chance)
        if hard and table.rows < 50:
            raise CannotDraw("a hard one shows more than 50 values, and the table has fewer rows")
        slots: Slots = {**along, "ys": (y,), "other": (others or [y])[0], "n": chance.randint(6, 10)}
        slots |= {} if hard else few_rows(table, y, chance, 35)
        slots |= self.texts(slots)
        return self.finished(table, slots, [slots.get("day") or slots["x"], y, slots["other"]], chance)

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw points and inset."""
        colour = slots["colour"]
        return [
            *super().marks(slots, y),
            "small = ax.inset_axes([0.66, 0.66, 0.32, 0.32])",
            f'small.hist(df[{slots["other"]!r}], bins={slots["n"]}, color={colour!r}, edgecolor="white")',
        ]


COMPOUNDS = (SpaceBar(), Panels(), Twin(), Inset())
