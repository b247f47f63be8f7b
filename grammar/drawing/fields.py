"""Two columns at once as a field: heat maps, contours, hexagons."""

from __future__ import annotations

import random

from grammar.drawing import grouping
from grammar.drawing.bars import TURNED, title_of
from grammar.drawing.columns import CannotDraw, Columns, called, capital
from grammar.drawing.forms import Form, Slots
from grammar.drawing.kind import Kind

_OF_GROUPS = 0.4
"""Share of heat maps of groups, where there could be correlations as well."""
FEW = 50
"""Cells up to which a heat map is easy."""
_MANY = 8
"""Columns from which on a matrix of correlations has more than 50 cells."""


class Heatmap(Kind):
    """A matrix of correlations, or of means by two groupings."""

    name = "heatmap"
    called = "a heat map"
    own = (
        *grouping.FORMS,
        Form(
            "A cell for each group, from top to bottom, and each value of {by}, from left to right in {by_order:order} "
            "order, shows the number of rows, 0 where there are none, with a colour bar.",
            "Count the rows of each group and each value of {by}, 0 where there are none, and draw the counts as "
            "cells: the groups from top to bottom, the values of {by} from left to right in {by_order:order} order. "
            "Write the names of both along the axes, and add a colour bar.",
            {"cells": "counts"},
        ),
        Form(
            "A cell for each group, from top to bottom, and each value of {by}, from left to right in {by_order:order} "
            "order, shows the {how:how} of {ys:each}, and stays empty where there are no rows, with a colour bar.",
            "Compute the {how:how} of {ys:each} for each group and each value of {by}, and draw it as cells, empty "
            "where there are no rows: the groups from top to bottom, the values of {by} from left to right in "
            "{by_order:order} order. Write the names of both along the axes, and add a colour bar.",
            {"cells": "values"},
        ),
        Form(
            "It shows Pearson's correlation of each of the columns {ys:columns} with each of them, in this order from "
            "left to right and from top to bottom, on a scale of colours from -1 to 1 with a colour bar.",
            "Compute the matrix of Pearson's correlations of {ys:columns}, and draw it as cells, in this order from "
            "left "
            "to right and from top to bottom. Let the scale of colours reach from -1 to 1, add a colour bar, and write "
            "the names of the columns along both axes.",
            unless="cells",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose groups, or the columns: of a hard one many."""
        least = _MANY if hard else 4
        cells = _cells(self, table, hard, chance)
        if cells and (len(table.numbers()) < least or chance.random() < _OF_GROUPS):
            return cells
        names = table.measures(least)
        count = chance.randint(_MANY, min(10, len(names))) if hard else chance.randint(4, min(7, len(names)))
        slots: Slots = {"ys": tuple(names[:count]), "plain": True}
        slots["title"] = f"Correlations of {count} columns"
        return self.finished(table, slots, slots["ys"], chance)

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the matrix."""
        if "cells" in slots:
            by, how = slots["by"], grouping.CODE_OF.get(slots.get("how", ""))
            cells = f"df.groupby([key, {by!r}], observed=True)"
            return [
                *grouping.lines(slots),
                f"data = {cells}[{y}].{how}().unstack({by!r})"
                if how
                else f"data = {cells}.size().unstack({by!r}).fillna(0)",
                'image = ax.imshow(data.to_numpy(), cmap="viridis", aspect="auto")',
                "ax.set_xticks(range(data.shape[1]), [str(each) for each in data.columns])",
                "ax.set_yticks(range(data.shape[0]), [str(each) for each in data.index])",
                "fig.colorbar(image, ax=ax)",
                *TURNED,
            ]
        return [
            f"columns = {list(slots['ys'])!r}",
            'image = ax.imshow(df[columns].corr().to_numpy(), cmap="coolwarm", vmin=-1, vmax=1)',
            "ax.set_xticks(range(len(columns)), columns, rotation=90)",
            "ax.set_yticks(range(len(columns)), columns)",
            "fig.colorbar(image, ax=ax)",
        ]


def _cells(kind: Kind, table: Columns, hard: bool, chance: random.Random) -> Slots | None:
    """Return a heat map of two groupings; None where a table has no two. A hard one has many cells, or panels."""
    try:
        by = table.series()
        groups = grouping.named(table, chance, but=[by])
    except CannotDraw:
        return None
    many = grouping.places(table, groups) * table.told_apart(by) > FEW
    facets = table.facets(2, [groups["x"], by]) if hard and not many else [{}]
    if not facets or (many and not hard):
        return None
    slots: Slots = {**groups, "by": by, "by_order": table.order(by), **table.kept(by), **facets[0], "plain": True}
    names = [name for name in table.numbers() if name != groups["x"]]
    if names and chance.random() < 0.6:
        slots |= {"cells": "values", "ys": tuple(names[:1]), "how": grouping.how(chance)}
        slots["title"] = f"{title_of(slots, slots['how'])} and {called(by)}"
    else:
        slots |= {"cells": "counts"}
        slots["title"] = f"Number of {table.row_meaning}s by {grouping.by_words(slots)} and {called(by)}"
    slots |= {"xlabel": capital(called(by)), "ylabel": grouping.axis_words(slots)}
    return kind.finished(table, slots, [groups["x"], by, *slots.get("ys", ())], chance)


def _titled(what: str, slots: Slots, *, panels: bool) -> Slots:
    """Return the texts on a figure of one column by another, or by several in panels."""
    x, shown = called(slots["x"]), "other columns" if panels else called(slots["ys"][0])
    return {
        "title": f"{what} {x} and {shown}",
        "xlabel": capital(x),
        "ylabel": "Value" if panels else capital(shown),
        "plain": True,
    }


class Contour(Kind):
    """Lines of equal counts."""

    name = "contour"
    called = "a filled contour plot"
    own = (
        Form(
            "Divide the ranges of {x} and of {ys:each} into {n:int} intervals of equal width each, count the rows "
            "in "
            "each cell, and show the counts at the middles of the cells by filled contours at {m:int} evenly spaced "
            "levels from 0 to the highest count, both included, {x} along the horizontal axis, with a colour bar. Each "
            "interval holds its lower end, the last one its upper end, too.",
            "Count the rows on a grid of {n:int} by {n:int} cells that divides the ranges of {x} (horizontal) and of "
            "{ys:each} (vertical) into intervals of equal width, closed at the lower end (the last one at both). "
            "Place each count at the middle of its cell, and "
            "draw "
            "filled contours with {m:int} evenly spaced levels from 0 to the highest count, both included, and a "
            "colour "
            "bar.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose two columns and the grid."""
        if not hard:
            raise CannotDraw("contours have many corners")
        x, *names = table.even(2)
        panels = len(names) > 1 and chance.random() < 0.3
        slots: Slots = {
            "x": x,
            **self.shown(table, names, panels, chance),
            "n": chance.randint(7, 12),
            "m": chance.choice((5, 6, 7)),
        }
        slots |= _titled("Rows by", slots, panels=panels)
        return self.finished(table, slots, [x, *slots["ys"]], chance)

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the contours."""
        return [
            f"counts, across, along = np.histogram2d(df[{slots['x']!r}], df[{y}], bins={slots['n']})",
            "across, along = (across[:-1] + across[1:]) / 2, (along[:-1] + along[1:]) / 2",
            f"levels = np.linspace(0, counts.max(), {slots['m']})",
            "drawn = ax.contourf(across, along, counts.T, levels=levels)",
            "fig.colorbar(drawn, ax=ax)",
        ]


class Hexbin(Kind):
    """Hexagons coloured by counts."""

    name = "hexbin"
    called = "a hexagonal binning plot"
    own = (
        Form(
            "It shows the number of rows in hexagons, with {x} along the horizontal axis, {ys:each} along the "
            "vertical one, {n:int} hexagons in horizontal direction and the usual number in the other, with a colour "
            "bar.",
            "Bin the rows into hexagons by {x} (horizontal) and {ys:each} (vertical), with a grid of {n:int} "
            "hexagons "
            "in horizontal direction, the vertical number chosen so that they are roughly regular. Colour each "
            "hexagon, "
            "empty ones too, by its number of rows, and add a colour bar.",
        ),
    )

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose two columns and the grid: a wide one has few hexagons."""
        x, *names = table.even(2)
        panels = hard and len(names) > 1 and chance.random() < 0.3
        slots: Slots = {"x": x, **self.shown(table, names, panels, chance), "n": chance.randint(12, 18) if hard else 6}
        slots |= _titled("Density of rows by", slots, panels=panels)
        return self.finished(table, slots, [x, *slots["ys"]], chance)

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the hexagons."""
        return [
            f"drawn = ax.hexbin(df[{slots['x']!r}], df[{y}], gridsize={slots['n']})",
            "fig.colorbar(drawn, ax=ax)",
        ]


FIELDS = (Heatmap(), Contour(), Hexbin())
