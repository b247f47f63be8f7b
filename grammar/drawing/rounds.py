"""Slices of a circle, and polygons around one."""

from __future__ import annotations

import random

from grammar.drawing import grouping
from grammar.drawing.bars import PADDED, title_of
from grammar.drawing.columns import SERIES, CannotDraw, Columns, called, capital
from grammar.drawing.forms import Form, Slots
from grammar.drawing.kind import MOST_PANELS, Kind, legend


class Pie(Kind):
    """Shares of rows."""

    name = "pie"
    called = "a pie chart"
    hole = ""
    own = (
        Form(
            "Divide the range of {ys:each}, from its lowest to its highest value, into {n:int} intervals of equal "
            "width; each holds its upper end, the first one its lower end, too, and is named by its two ends with "
            "{d:decimals} and “ to ” between them.",
            "Cut the range of {ys:each}, from its lowest to its highest value, into {n:int} intervals of equal "
            "width, closed at the upper end (the first one at both), and name each by its two ends with "
            "{d:decimals}, joined by “ to ”.",
        ),
        Form(
            "The slices are the values of {ys:each} in {order:order} order.",
            "Group the rows by the values of {ys:each}, in {order:order} order.",
        ),
        Form(
            "Each slice shows how many of the rows belong to it and carries its name; what has no rows has no slice.",
            "Count the rows of each, leave out what has none, and draw the counts as slices, labelled with their "
            "names.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose what is counted: values of a column, or intervals; a hard one has panels."""
        groups = table.groups()
        measures = table.even() if table.numbers() else []
        facets = table.facets(MOST_PANELS, groups[:1]) if hard else [{}]
        if groups and facets and (not measures or chance.random() < 0.5):
            slots: Slots = {"ys": (groups[0],), "order": table.order(groups[0]), **facets[0]}
        else:
            count = chance.randint(3, 5)
            slots = {**self.shown(table, measures, hard, chance), "n": count}
            slots["d"] = max(table.decimals(name, count) for name in slots["ys"])
        shown = "several columns" if slots.get("panels") else called(slots["ys"][0])
        slots |= {"title": capital(f"{table.row_meaning}s by {shown}"), "plain": True}
        return self.finished(table, slots, slots["ys"], chance)

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the slices."""
        key = {"key": "ranges" if "n" in slots else "each", "x": slots["ys"][0], **slots}
        return [
            *grouping.lines(key, y),
            grouping.COUNTED,
            f"ax.pie(data.to_numpy(), labels=[str(each) for each in data.index]{self.hole})",
        ]


class Donut(Pie):
    """A pie with a hole."""

    name = "donut"
    called = "a donut chart"
    hole = ', wedgeprops={"width": 0.4}'


_OF_GROUPS = 0.3
"""Share of radar charts around groups, where columns could stand there as well."""


class Radar(Kind):
    """A polygon for each group."""

    name = "radar"
    called = "a radar chart"
    projection = "polar"
    loops = False
    own = (
        Form(
            "Scale each of {ys:columns} linearly so that its lowest value becomes 0 and its highest 1, and take the "
            "mean "
            "of the scaled values for each value of {by}, in {by_order:order} order. The columns stand around the "
            "circle "
            "at equal angles in this order, the first one at angle 0, each with its name, and each group has a closed "
            "line through its means. Outwards the axis reaches from 0 in the centre to 1.",
            "Scale each of {ys:columns} linearly to the range from 0 (lowest value) to 1 (highest value). For each "
            "value "
            "of {by}, in {by_order:order} order, take the mean of the scaled columns. On polar axes, place the "
            "columns at "
            "equal angles in this order, beginning at 0, and write the name of each at its angle. Join the means of a "
            "group by a line, and close it. Let the radial axis reach from 0 in the centre to 1.",
            unless="spokes",
        ),
        *grouping.FORMS,
        Form(
            "The groups stand around the circle at equal angles in this order, the first one at angle 0, each with its "
            "name. For each value of {by}, in {by_order:order} order, a closed line leads through the {how:how} of "
            "{ys:each} in each group, or 0 where there are no rows. Outwards the axis begins at 0 in the centre.",
            "On polar axes, place the groups at equal angles in this order, beginning at 0, and write the name of each "
            "at its angle. For each value of {by}, in {by_order:order} order, compute the {how:how} of {ys:each} in "
            "each group, 0 where there are no rows, join these values by a line, and close it. Let the radial axis "
            "begin at 0 in the centre.",
            {"spokes": True},
        ),
        Form(
            "Each group has a panel of its own; the panels stand side by side in one row, each titled with its group.",
            "Draw each group in a panel of its own, side by side in one row, and title each with its group.",
            {"apart": True},
            unless="spokes",
        ),
        Form(
            "Each value of {by} has a panel of its own; the panels stand side by side in one row, each titled with its "
            "value.",
            "Draw the line of each value of {by} in a panel of its own, side by side in one row, and title each with "
            "its value.",
            {"apart": True, "spokes": True},
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose columns and groups: a hard one has a panel for each group."""
        most = 3 if hard else 4
        by = table.series(most)
        slots: Slots = {**self._around(table, by, chance), "by": by, "by_order": table.order(by)}
        slots |= {
            "colours": tuple(chance.sample(SERIES, table.told_apart(by, most))),
            **table.kept(by, most),
        }
        slots |= {"apart": True} if hard else {"legend": capital(called(by))}
        used = [by, *slots["ys"], *([slots["x"]] if "x" in slots else [])]
        done = self.finished(table, slots, used, chance)
        return done | ({"wide": 12, "high": 5} if hard else {"wide": 8, "high": 6})

    def _around(self, table: Columns, by: str, chance: random.Random) -> Slots:
        """Return what stands around the circle: columns, or groups of which one column is summed up."""
        names = table.measures()
        upward = [name for name in names if table.all[name]["minimum"] >= 0]
        if len(names) >= 4 and (not upward or chance.random() >= _OF_GROUPS):
            count = min(len(names), chance.randint(4, 6))
            return {"ys": tuple(names[:count]), "title": f"Profiles by {called(by)}"}
        if not upward:
            raise CannotDraw("it needs four columns of numbers, or one without values below 0, and there are none")
        groups = grouping.named(table, chance, least=3, but=[by, *upward[:1]])
        slots: Slots = {**groups, "ys": tuple(upward[:1]), "how": grouping.how(chance), "spokes": True}
        return slots | {"title": f"{title_of(slots, slots['how'])} and {called(by)}"}

    def page(self, slots: Slots) -> list[str]:
        """Return the lines that draw the polygons, all together or each by itself."""
        size, colours = f"figsize=({slots['wide']}, {slots['high']})", list(slots["colours"])
        polar = 'subplot_kw={"projection": "polar"}'
        head = self._means(slots)
        outwards = "bottom=0" if slots.get("spokes") else "0, 1"
        closed = "ax.plot([*angles, angles[0]], [*row, row.iloc[0]], color=colour"
        if slots.get("apart"):
            return [
                *head,
                f"fig, axes = plt.subplots(1, len(data), {size}, {polar})",
                f"for ax, (name, row), colour in zip(axes, data.iterrows(), {colours!r}):",
                f"    {closed})",
                "    ax.set_xticks(angles, columns)",
                f"    {PADDED}",
                f"    ax.set_ylim({outwards})",
                "    ax.set_title(str(name))",
                f"fig.suptitle({slots['title']!r})",
            ]
        return [
            *head,
            f"fig, ax = plt.subplots({size}, {polar})",
            f"for (name, row), colour in zip(data.iterrows(), {colours!r}):",
            f"    {closed}, label=str(name))",
            "ax.set_xticks(angles, columns)",
            PADDED,
            f"ax.set_ylim({outwards})",
            f"ax.set_title({slots['title']!r})",
            legend(slots, ', loc="upper left", bbox_to_anchor=(1.1, 1.05)'),
        ]

    def _means(self, slots: Slots) -> list[str]:
        """Return the lines that leave a row of values for each group in `data`."""
        around = "angles = np.linspace(0, 2 * np.pi, len(columns), endpoint=False)"
        if slots.get("spokes"):
            by, y, how = slots["by"], slots["ys"][0], grouping.CODE_OF[slots["how"]]
            return [
                *grouping.lines(slots),
                f"data = df.groupby([key, {by!r}], observed=True)[{y!r}].{how}().unstack({by!r}).fillna(0).T",
                "columns = [str(each) for each in data.columns]",
                around,
            ]
        return [
            f"columns = {list(slots['ys'])!r}",
            "scaled = (df[columns] - df[columns].min()) / (df[columns].max() - df[columns].min())",
            f"data = scaled.groupby(df[{slots['by']!r}]).mean()",
            around,
        ]

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Return nothing: the page draws all."""
        return []


ROUNDS = (Pie(), Donut(), Radar())
