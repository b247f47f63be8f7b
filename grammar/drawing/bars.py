"""Bars: standing, lying, with errors, round, side by side, stacked."""

from __future__ import annotations

import random
from typing import ClassVar

from grammar.drawing import grouping
from grammar.drawing.columns import SERIES, Columns, called, capital
from grammar.drawing.forms import Form, Slots
from grammar.drawing.kind import Kind, colours, legend, per_panel

TURNED = (
    "long = sum(len(each.get_text()) for each in ax.get_xticklabels()) > 30",
    'ax.tick_params(axis="x", rotation=45 if long else 0)',
)
"""The lines that turn the names along the horizontal axis where they would lie on each other."""
PADDED = 'ax.tick_params(axis="x", pad=14)'
"""The line that keeps the names around a circle off its edge."""


def spoken(how: str) -> str:
    """Return how values are summed up, as it stands before a column's name."""
    return how.removesuffix(" value")


def name_of(slots: Slots, how: str) -> str:
    """Return what the axis of summed values is called; of several panels without a column."""
    return capital(how if slots.get("panels") else f"{spoken(how)} {called(slots['ys'][0])}")


def title_of(slots: Slots, what: str) -> str:
    """Return a title for what is summed up by groups."""
    shown = " and ".join([", ".join(map(called, slots["ys"][:-1])), called(slots["ys"][-1])]) if slots.get(
        "panels"
    ) else called(slots["ys"][0])  # fmt: skip
    return capital(f"{spoken(what)} {shown} by {grouping.by_words(slots)}")


class Bar(Kind):
    """A bar for each group."""

    name = "bar"
    called = "a bar chart"
    own = (
        *grouping.FORMS,
        Form(
            "Each group has a bar as high as the {how:how} of {ys:each} in it.",
            "For each group, compute the {how:how} of {ys:each}, and draw it as a bar that stands on the horizontal "
            "axis.",
        ),
    )
    least = 2

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose groups, and what is summed up in them."""
        groups = grouping.named(table, chance, least=self.least)
        names = [name for name in table.measures() if name != groups["x"]]
        shown = self.shown(table, names, hard, chance, [groups["x"]])
        slots = {**groups, **shown, "how": grouping.how(chance)}
        slots |= self.texts(slots)
        return self.finished(table, slots, [slots["x"], *slots["ys"]], chance)

    def texts(self, slots: Slots) -> Slots:
        """Return what is written on the figure."""
        return {
            "title": title_of(slots, slots["how"]),
            "xlabel": grouping.axis_words(slots),
            "ylabel": name_of(slots, slots["how"]),
        }

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw a bar for each group."""
        drawn = f"ax.bar(names, data, color={slots['colour']!r})"
        return [*grouping.summed(slots, y), grouping.NAMES, drawn, *TURNED]


class LyingBar(Bar):
    """Bars that lie."""

    name = "lying bar"
    called = "a horizontal bar chart"
    own = (
        *grouping.FORMS,
        Form(
            "Each group has a horizontal bar as long as the {how:how} of {ys:each} in it.",
            "For each group, compute the {how:how} of {ys:each}, and draw it as a horizontal bar from the vertical "
            "axis to the right.",
        ),
    )

    def texts(self, slots: Slots) -> Slots:
        """Return what is written on the figure: groups stand along the vertical axis."""
        told = super().texts(slots)
        return {**told, "xlabel": told["ylabel"], "ylabel": told["xlabel"]}

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw a lying bar for each group."""
        return [*grouping.summed(slots, y), grouping.NAMES, f"ax.barh(names, data, color={slots['colour']!r})"]


class ErrorBar(Bar):
    """Bars with error bars."""

    name = "error bar"
    called = "a bar chart with error bars"
    own = (
        *grouping.FORMS,
        Form(
            "Each group has a bar as high as the mean of {ys:each} in it, with an error bar of one standard "
            "deviation (of the sample) up and down.",
            "For each group, compute the mean and the standard deviation of {ys:each}, the latter with one less "
            "than "
            "the number of rows as divisor. Draw the mean as a bar, with an error bar that reaches one standard "
            "deviation up and down from it.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose groups, and what is averaged in them."""
        slots = super().choose(table, hard, chance)
        slots.pop("how")
        return slots | {"title": per_panel(title_of(slots, "mean"), slots), "ylabel": name_of(slots, "mean")}

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw a bar with its error bar for each group."""
        return [
            *grouping.lines(slots),
            f'data = df.groupby(key, observed=True)[{y}].agg(["mean", "std"])',
            grouping.NAMES,
            f'ax.bar(names, data["mean"], yerr=data["std"], capsize=4, color={slots["colour"]!r})',
            *TURNED,
        ]


class PolarBar(Bar):
    """Bars around a circle."""

    name = "polar bar"
    called = "a polar bar chart"
    projection = "polar"
    least = 3
    own = (
        *grouping.FORMS,
        Form(
            "The groups stand around the circle at equal angles, the first one at angle 0, and each has a bar from the "
            "centre as long as the {how:how} of {ys:each} in it; its name stands at its angle.",
            "For each group, compute the {how:how} of {ys:each}. On polar axes, place the groups at equal angles, "
            "beginning at 0, draw each value as a bar from the centre, and write the name of the group at its angle.",
        ),
    )

    def texts(self, slots: Slots) -> Slots:
        """Return what is written on the figure."""
        return {"title": title_of(slots, slots["how"])}

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw a bar for each group, from the centre."""
        return [
            *grouping.summed(slots, y),
            "angles = np.linspace(0, 2 * np.pi, len(data), endpoint=False)",
            f"ax.bar(angles, data, width=5 / len(data), color={slots['colour']!r})",
            "ax.set_xticks(angles, [str(each) for each in data.index])",
            PADDED,
        ]


class Grouped(Kind):
    """Bars of several series beside each other."""

    name = "grouped bar"
    called = "a grouped bar chart"
    least = 2
    own: ClassVar[tuple[Form, ...]] = (
        *grouping.FORMS,
        Form(
            "In each group stand bars side by side, one for each value of {by} in {by_order:order} order, as high as "
            "the "
            "{how:how} of {ys:each}; where there are no rows, the bar has the height 0.",
            "Within each group, compute the {how:how} of {ys:each} for each value of {by}, in {by_order:order} "
            "order, "
            "and 0 where there are no rows. Draw these as bars side by side.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose groups, series, and what is summed up."""
        by = table.series()
        groups = self.groups(table, by, chance)
        names = [name for name in table.measures() if name != groups["x"]]
        shown = self.shown(table, names, hard, chance, [groups["x"], by])
        slots = {**groups, **shown, "how": grouping.how(chance)}
        slots |= {"by": by, "by_order": table.order(by), "legend": capital(called(by)), **table.kept(by)}
        slots |= {"colours": tuple(chance.sample(SERIES, table.told_apart(by)))}
        slots |= self.texts(slots)
        return self.finished(table, slots, [slots["x"], by, *slots["ys"]], chance)

    def groups(self, table: Columns, by: str, chance: random.Random) -> Slots:
        """Return groups that are others than the series."""
        return grouping.named(table, chance, but=[by], parts=48 // table.told_apart(by))

    def texts(self, slots: Slots) -> Slots:
        """Return what is written on the figure."""
        title = title_of(slots, slots["how"])
        return {
            "title": f"{title} and {called(slots['by'])}",
            "xlabel": grouping.axis_words(slots),
            "ylabel": name_of(slots, slots["how"]),
        }

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the bars of each series."""
        return [
            *grouping.lines(slots),
            f"data = df.groupby([key, {slots['by']!r}], observed=True)[{y}].{grouping.CODE_OF[slots['how']]}()",
            f"data = data.unstack({slots['by']!r}).fillna(0)",
            "places, width = np.arange(len(data)), 0.8 / data.shape[1]",
            f"for number, (name, colour) in enumerate(zip(data.columns, {colours(slots)})):",
            "    at = places + (number - (data.shape[1] - 1) / 2) * width",
            "    ax.bar(at, data[name], width, label=str(name), color=colour)",
            "ax.set_xticks(places, [str(each) for each in data.index])",
            "ax.margins(y=0.3)",
            legend(slots, ", ncols=2"),
            *TURNED,
        ]


class Stacked(Grouped):
    """Bars of several series on top of each other."""

    name = "stacked bar"
    called = "a stacked bar chart"
    own = (
        Form(
            "Divide the range of {ys:each}, from its lowest to its highest value, into {n:int} intervals of equal "
            "width; each holds its upper end, the first one its lower end, too, and is named by its two ends with "
            "{d:decimals} and “ to ” between them. The intervals stand in ascending order; those without rows are left "
            "out.",
            "Cut the range of {ys:each}, from its lowest to its highest value, into {n:int} intervals of equal "
            "width, closed at the upper end (the first one at both). Name each interval by its two ends with "
            "{d:decimals}, joined by “ to ”, and keep those that have rows, in their order.",
        ),
        Form(
            "Each interval has a bar of stacked parts, one for each value of {by} in {by_order:order} order from the "
            "bottom up, as high as the number of rows.",
            "In each interval, count the rows of each value of {by}, and draw the counts as parts of one bar, stacked "
            "from the bottom up in {by_order:order} order of {by}.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose what is counted in intervals."""
        by, count = table.series(), chance.randint(4, 7)
        slots: Slots = {**self.shown(table, table.even(), hard, chance, [by]), "n": count}
        slots |= {"by": by, "key": "ranges"}
        slots |= {"d": max(table.decimals(name, count) for name in slots["ys"]), "by_order": table.order(by)}
        slots |= table.kept(by)
        slots |= {"colours": tuple(chance.sample(SERIES, table.told_apart(by))), "legend": capital(called(by))}
        slots |= {"title": f"Number of {table.row_meaning}s by {called(by)}", "ylabel": "Number of rows"}
        slots |= {"xlabel": "Interval" if slots.get("panels") else capital(called(slots["ys"][0]))}
        return self.finished(table, slots, [by, *slots["ys"]], chance)

    def read(self, text: str) -> Slots:
        """Return what a text asks for; its groups are intervals."""
        return {**super().read(text), "key": "ranges"}

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the parts of each series on those before it."""
        return [
            *grouping.lines(slots, y),
            f"data = df.groupby([key, {slots['by']!r}], observed=True).size().unstack({slots['by']!r}).fillna(0)",
            "names, bottom = [str(each) for each in data.index], np.zeros(len(data))",
            f"for name, colour in zip(data.columns, {colours(slots)}):",
            "    ax.bar(names, data[name], bottom=bottom, label=str(name), color=colour)",
            "    bottom = bottom + data[name].to_numpy()",
            "ax.margins(y=0.3)",
            legend(slots, ", ncols=2"),
            *TURNED,
        ]


BARS = (Bar(), Grouped(), Stacked(), LyingBar(), ErrorBar(), PolarBar())
