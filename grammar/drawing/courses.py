"""Lines, steps and areas along an axis of numbers or time."""

from __future__ import annotations

import random

from grammar.drawing import grouping, periods
from grammar.drawing.bars import name_of, title_of
from grammar.drawing.columns import SERIES, Columns, called, capital
from grammar.drawing.forms import Form, Slots
from grammar.drawing.kind import Kind, colours, legend, per_panel

FEW, _MOST_PLACES = 50, 220
"""Places up to which a line is easy, and up to which it can still be seen."""
_OF_LONG = 0.35
"""Share of hard lines over so many places, where dates reach so far."""


class Line(Kind):
    """A line through the summary of each group."""

    name = "line"
    called = "a line chart"
    own = (
        *grouping.FORMS,
        Form(
            "A line leads through the {how:how} of {ys:each} at each place.",
            "Compute the {how:how} of {ys:each} at each place, and join the values by a line, without markers.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose what lies along the axis, and what is summed up."""
        if hard and chance.random() < _OF_LONG and (over := periods.along(table, chance, _MOST_PLACES, FEW + 1)):
            return self.along(table, over, {"ys": tuple(table.measures()[:1])}, chance)
        groups = grouping.ordered(table, chance, chance.randint(8, 14))
        names = [name for name in table.measures() if name != groups["x"]]
        shown = self.shown(table, names, hard, chance, [groups["x"]])
        return self.along(table, groups, shown, chance)

    def along(self, table: Columns, groups: Slots, shown: Slots, chance: random.Random) -> Slots:
        """Return the whole of a figure of what is shown along groups."""
        slots = {**groups, **shown, "how": grouping.how(chance)}
        slots |= {
            "title": title_of(slots, slots["how"]),
            "xlabel": grouping.axis_words(slots),
            "ylabel": name_of(slots, slots["how"]),
        }
        return self.finished(table, slots, [slots["x"], *slots["ys"]], chance)

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the line."""
        return [*grouping.summed(slots, y), self.drawn(slots["colour"])]

    def drawn(self, colour: str) -> str:
        """Return the line of code that draws what is in `data`."""
        return f"ax.plot(data.index, data.to_numpy(), color={colour!r})"


class Step(Line):
    """Steps that change at each place."""

    name = "step"
    called = "a step chart"
    own = (
        *grouping.FORMS,
        Form(
            "Steps show the {how:how} of {ys:each}: each keeps its height from its place up to the next one.",
            "Compute the {how:how} of {ys:each} at each place, and draw steps that keep the value of a place up to "
            "the next place, where they jump.",
        ),
    )

    def drawn(self, colour: str) -> str:
        """Return the line of code that draws the steps."""
        return f'ax.step(data.index, data.to_numpy(), where="post", color={colour!r})'


class Area(Line):
    """A filled area under the values."""

    name = "area"
    called = "an area chart"
    own = (
        *grouping.FORMS,
        Form(
            "The area between 0 and the {how:how} of {ys:each} at each place is filled, without a line above it.",
            "Compute the {how:how} of {ys:each} at each place, and fill the area between 0 and the values, with no "
            "line along them.",
        ),
    )

    def drawn(self, colour: str) -> str:
        """Return the line of code that fills the area."""
        return f"ax.fill_between(data.index, data.to_numpy(), color={colour!r}, alpha=0.6)"


class ErrorPoint(Line):
    """Points with error bars."""

    name = "error point"
    called = "a chart of points with error bars"
    own = (
        *grouping.FORMS,
        Form(
            "At each place with two rows or more stands a point as high as the mean of {ys:each}, with an error bar "
            "of one standard deviation (of the sample) up and down; no line joins the points.",
            "At each place, compute the mean and the standard deviation of {ys:each}, the latter with one less than "
            "the number of rows as divisor; leave out places with a single row. Draw the means as points that no line "
            "joins, each with an error bar that reaches one standard deviation up and down.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose what lies along the axis, and what is averaged."""
        slots = super().choose(table, hard, chance)
        slots.pop("how")
        return slots | {"title": per_panel(title_of(slots, "mean"), slots), "ylabel": name_of(slots, "mean")}

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the points with their error bars."""
        return [
            *grouping.lines(slots),
            f'data = df.groupby(key, observed=True)[{y}].agg(["mean", "std"]).dropna()',
            f'ax.errorbar(data.index, data["mean"], yerr=data["std"], fmt="o", capsize=4, color={slots["colour"]!r})',
        ]


class MultiLine(Kind):
    """A line for each series."""

    name = "multi-line"
    called = "a line chart with several lines"
    own = (
        *grouping.FORMS,
        Form(
            "For each value of {by}, in {by_order:order} order, a line of its own leads through the {how:how} of "
            "{ys:each} at each place at which it has rows.",
            "For each value of {by}, in {by_order:order} order, compute the {how:how} of {ys:each} at each place at "
            "which there are rows, and join the values by a line, without markers.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose what lies along the axis, what is summed up, and what tells lines apart."""
        by = table.series()
        most = 48 // table.told_apart(by)
        groups = grouping.ordered(table, chance, chance.randint(6, 10), most, but=[by])
        names = [name for name in table.measures() if name != groups["x"]]
        shown = self.shown(table, names, hard, chance, [groups["x"], by])
        slots = {**groups, **shown, "how": grouping.how(chance), "by": by}
        slots |= {
            **table.kept(by),
            "by_order": table.order(by),
            "legend": capital(called(by)),
            "colours": tuple(chance.sample(SERIES, table.told_apart(by))),
            "title": f"{title_of(slots, slots['how'])} and {called(by)}",
            "xlabel": grouping.axis_words(slots),
            "ylabel": name_of(slots, slots["how"]),
        }
        return self.finished(table, slots, [slots["x"], by, *slots["ys"]], chance)

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the lines."""
        how = grouping.CODE_OF[slots["how"]]
        return [
            *grouping.lines(slots),
            f"data = df.groupby([key, {slots['by']!r}], observed=True)[{y}].{how}().unstack({slots['by']!r})",
            f"for name, colour in zip(data.columns, {colours(slots)}):",
            "    line = data[name].dropna()",
            "    ax.plot(line.index, line.to_numpy(), label=str(name), color=colour)",
            legend(slots),
        ]


class StackedArea(Kind):
    """Areas of several series on top of each other."""

    name = "stacked area"
    called = "a stacked area chart"
    own = (
        Form(
            "Divide the range of {ys:each}, from its lowest to its highest value, into {n:int} intervals of equal "
            "width; each holds its upper end, the first one its lower end, too, and stands at its middle.",
            "Cut the range of {ys:each}, from its lowest to its highest value, into {n:int} intervals of equal "
            "width, closed at the upper end (the first one at both). The place of an interval on the axis is its "
            "middle.",
        ),
        Form(
            "For each value of {by}, in {by_order:order} order from the bottom up, an area shows the number of rows in "
            "each interval, 0 where there are none; the areas are stacked.",
            "In each interval, count the rows of each value of {by}, 0 where there are none. Draw the counts as filled "
            "areas stacked from the bottom up in {by_order:order} order of {by}.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose what is counted in intervals."""
        by = table.series()
        groups = table.told_apart(by)
        shown = self.shown(table, table.even(), hard, chance, [by])
        slots: Slots = {**shown, "n": min(44 // groups, chance.randint(7, 10))}
        slots |= {
            "by": by,
            **table.kept(by),
            "by_order": table.order(by),
            "legend": capital(called(by)),
            "colours": tuple(chance.sample(SERIES, groups)),
            "title": f"Number of {table.row_meaning}s by {called(by)}",
            "xlabel": "Value" if slots.get("panels") else capital(called(slots["ys"][0])),
            "ylabel": "Number of rows",
        }
        return self.finished(table, slots, [by, *slots["ys"]], chance)

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the areas."""
        return [
            f"edges = np.linspace(df[{y}].min(), df[{y}].max(), {slots['n']} + 1)",
            "middles = (edges[:-1] + edges[1:]) / 2",
            f"key = pd.cut(df[{y}], edges, labels=middles, include_lowest=True)",
            f"data = df.groupby([key, {slots['by']!r}], observed=False).size().unstack({slots['by']!r}).fillna(0)",
            "names = [str(name) for name in data.columns]",
            f"ax.stackplot(middles, *data.to_numpy().T, labels=names, colors={colours(slots)})",
            legend(slots),
        ]


COURSES = (Line(), MultiLine(), Step(), Area(), StackedArea(), ErrorPoint())
