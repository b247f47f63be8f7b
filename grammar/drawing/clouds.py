"""Points: of two columns, with sizes, in space."""

from __future__ import annotations

import random
from typing import ClassVar

from grammar.drawing.columns import CannotDraw, Columns, called, capital
from grammar.drawing.forms import Form, Slots
from grammar.drawing.kind import Kind, few_rows

ENOUGH = 55
"""Rows from which on a figure of all of them is hard."""


class Scatter(Kind):
    """A point for each row."""

    name = "scatter"
    called = "a scatter plot"
    own: ClassVar[tuple[Form, ...]] = (
        Form(
            "Each row is a point, with {x} along the horizontal axis and {ys:each} along the vertical one.",
            "Draw each row as a point at its value of {x} on the horizontal axis and its value of {ys:each} on the "
            "vertical axis.",
        ),
    )
    columns = 2
    most = 40

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose two columns, and rows; a hard one shows all rows, or several columns."""
        x, *names = table.measures(self.columns)
        more = self.more(names)
        names = [name for name in names if name not in more.values()]
        panels = hard and (table.rows < ENOUGH or (len(names) > 1 and chance.random() < 0.4))
        slots: Slots = {"x": x, **more, **self.shown(table, names, panels, chance)}
        if not hard:
            slots |= few_rows(table, names[0], chance, self.most)
        slots |= self.texts(slots)
        used = [x, *more.values(), *slots["ys"]]
        if not hard and "head" not in slots and "top" not in slots and table.rows > self.most:
            raise CannotDraw("an easy one shows few rows, and there are many")
        return self.finished(table, slots, used, chance)

    def more(self, names: list[str]) -> Slots:
        """Return further columns that points show."""
        return {}

    def texts(self, slots: Slots) -> Slots:
        """Return what is written on the figure."""
        shown = "Value" if slots.get("panels") else capital(called(slots["ys"][0]))
        title = "" if slots.get("panels") else f" and {called(slots['ys'][0])}"
        return {
            "title": f"{capital(called(slots['x']))}{title or ' beside other columns'}",
            "xlabel": capital(called(slots["x"])),
            "ylabel": shown,
        }

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the points."""
        return [f"ax.scatter(df[{slots['x']!r}], df[{y}], color={slots['colour']!r})"]


class Bubble(Scatter):
    """Points with sizes."""

    name = "bubble"
    called = "a bubble chart"
    columns = 3
    own = (
        *Scatter.own,
        Form(
            "The area of a point grows in proportion with how far its {size} lies above the lowest one, from 20 for "
            "the "
            "lowest to 300 square points for the highest; the points are half transparent.",
            "Scale {size} linearly so that its lowest value of the rows that are shown becomes 20 and its highest 300, "
            "and take that as the area of a point in square points. Draw the points half transparent.",
        ),
    )

    def more(self, names: list[str]) -> Slots:
        """Return the column that sizes show."""
        return {"size": names[-1]}

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the points with their sizes."""
        return [
            f"size = df[{slots['size']!r}]",
            "area = 20 + 280 * (size - size.min()) / (size.max() - size.min())",
            f"ax.scatter(df[{slots['x']!r}], df[{y}], s=area, alpha=0.5, color={slots['colour']!r})",
        ]


class SpaceScatter(Scatter):
    """Points in space."""

    name = "3D scatter"
    called = "a 3D scatter plot"
    columns = 3
    projection = "3d"
    own = (
        Form(
            "Each row is a point in space: {x} and {depth} lie along the two axes of the ground, {ys:each} along "
            "the "
            "upright one.",
            "Draw each row as a point in space, at its value of {x} on the first axis, of {depth} on the second one, "
            "and "
            "of {ys:each} on the third one, which stands upright.",
        ),
    )

    def more(self, names: list[str]) -> Slots:
        """Return the column of the second axis."""
        return {"depth": names[-1]}

    def texts(self, slots: Slots) -> Slots:
        """Return what is written on the figure."""
        upright = "Value" if slots.get("panels") else capital(called(slots["ys"][0]))
        return {
            "title": f"{capital(called(slots['x']))}, {called(slots['depth'])} and "
            + ("other columns" if slots.get("panels") else called(slots["ys"][0])),
            "xlabel": capital(called(slots["x"])),
            "ylabel": capital(called(slots["depth"])),
            "zlabel": upright,
        }

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the points."""
        return [f"ax.scatter(df[{slots['x']!r}], df[{slots['depth']!r}], df[{y}], color={slots['colour']!r})"]


CLOUDS = (Scatter(), Bubble(), SpaceScatter())
