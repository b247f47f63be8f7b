"""How the values of columns are spread: histograms, densities, boxes, violins."""

from __future__ import annotations

import random

from grammar.drawing import grouping
from grammar.drawing.bars import TURNED
from grammar.drawing.columns import Columns, called, capital
from grammar.drawing.forms import Form, Slots
from grammar.drawing.kind import Kind


def _texts(slots: Slots, what: str, upright: str) -> Slots:
    panels = slots.get("panels")
    shown = "several columns" if panels else called(slots["ys"][0])
    return {"title": f"{what} of {shown}", "xlabel": "Value" if panels else capital(shown), "ylabel": upright}


class Histogram(Kind):
    """Counts in intervals."""

    name = "histogram"
    called = "a histogram"
    own = (
        Form(
            "It shows the number of rows in each of {n:int} intervals of equal width between the lowest and the "
            "highest "
            "value of {ys:each}; each holds its lower end, the last one its upper end, too.",
            "Divide the range of {ys:each} from its lowest to its highest value into {n:int} intervals of equal "
            "width, closed at the lower end (the last one at both), count the rows in each, and draw the counts as "
            "bars that touch.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose columns, and the number of intervals."""
        slots: Slots = {**self.shown(table, table.even(), hard, chance), "n": chance.randint(8, 20)}
        slots |= _texts(slots, "Distribution", "Number of rows")
        return self.finished(table, slots, slots["ys"], chance)

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the counts."""
        return [f'ax.hist(df[{y}], bins={slots["n"]}, color={slots["colour"]!r}, edgecolor="white")']


class Density(Kind):
    """An estimated density."""

    name = "density"
    called = "a density plot"
    own = (
        Form(
            "A line shows the density of {ys:each}, estimated with Gaussian kernels whose bandwidth follows Scott's "
            "rule, at {n:int} evenly spaced places from the lowest to the highest value.",
            "Estimate the density of {ys:each} with Gaussian kernels, the bandwidth by Scott's rule. Evaluate it at "
            "{n:int} evenly spaced places from the lowest to the highest value, both included, and join the values "
            "by a "
            "line.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose columns, and at how many places the density is drawn; at many, it is hard by itself."""
        names = table.measures()
        panels = hard and len(names) > 1 and chance.random() < 0.6
        slots: Slots = {**self.shown(table, names, panels, chance), "n": 200 if hard else chance.choice((40, 50))}
        slots |= _texts(slots, "Density", "Density")
        return self.finished(table, slots, slots["ys"], chance)

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the curve."""
        return [
            f"places = np.linspace(df[{y}].min(), df[{y}].max(), {slots['n']})",
            f"ax.plot(places, gaussian_kde(df[{y}])(places), color={slots['colour']!r})",
        ]


class Box(Kind):
    """Boxes of groups."""

    name = "box"
    called = "a box plot"
    most = 8
    own = (
        *grouping.FORMS,
        Form(
            "Each group has a box for its values in {ys:each}, with whiskers up to 1.5 times the interquartile "
            "range; "
            "outliers are not drawn.",
            "For each group, draw a box of the values in {ys:each}: quartiles and median, whiskers to the outermost "
            "values within 1.5 times the interquartile range, and no points for outliers.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose groups, and whose values are shown."""
        groups = grouping.named(table, chance, most=self.most)
        if groups["key"] == "ranges":  # few, so that each has enough rows
            groups |= {"n": 4, "d": table.decimals(groups["x"], 4)}
        names = [name for name in table.measures() if name != groups["x"]]
        slots: Slots = {**groups, **self.shown(table, names, hard, chance, [groups["x"]]), "plain": True}
        shown = "several columns" if slots.get("panels") else called(slots["ys"][0])
        slots |= {
            "title": capital(f"{shown} by {grouping.by_words(slots)}"),
            "xlabel": grouping.axis_words(slots),
            "ylabel": "Value" if slots.get("panels") else capital(shown),
        }
        return self.finished(table, slots, [slots["x"], *slots["ys"]], chance)

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the boxes."""
        return [*self.held(slots, y), "ax.boxplot(values, showfliers=False)", *self.named()]

    def held(self, slots: Slots, y: str) -> list[str]:
        """Return the lines that leave names and values of the groups."""
        return [
            *grouping.lines(slots),
            f"held = [(str(name), group.to_numpy()) for name, group in df.groupby(key, observed=True)[{y}]]",
            "held = [(name, group) for name, group in held if len(group) > 1]",
            "values = [group for _, group in held]",
        ]

    def named(self) -> list[str]:
        """Return the lines that write the names of the groups along the axis."""
        return ["ax.set_xticks(range(1, len(held) + 1), [name for name, _ in held])", *TURNED]


class Violin(Box):
    """Densities of groups, upright and mirrored."""

    name = "violin"
    called = "a violin plot"
    most = 6
    own = (
        *grouping.FORMS,
        Form(
            "Each group with two rows or more has a violin for its values in {ys:each}, with the usual Gaussian "
            "kernels and a stroke at the median.",
            "For each group with two rows or more, draw a violin of the values in {ys:each}, its density estimated "
            "with Gaussian kernels (bandwidth by Scott's rule), with a stroke at the median.",
        ),
    )

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the violins."""
        return [*self.held(slots, y), "ax.violinplot(values, showmedians=True)", *self.named()]


SPREADS = (Histogram(), Density(), Box(), Violin())
