"""Points: of two columns, with sizes, in space."""

from __future__ import annotations

import random
from typing import ClassVar

from grammar.drawing import periods
from grammar.drawing.columns import CannotDraw, Columns, called, capital
from grammar.drawing.forms import Form, Slots
from grammar.drawing.kind import Kind, few_rows
from grammar.steps.dating import read_dates

_OF_DATES = 0.25
"""Share of figures with dates along the horizontal axis, where numbers could lie there as well."""
DATED = Form(
    "Each row is a point, with its date in {day}{written:written} along the horizontal axis and {ys:each} along the "
    "vertical one.",
    "Read the dates in {day}{written:written}, and draw each row as a point at its date on the horizontal axis and its "
    "value of {ys:each} on the vertical axis.",
)
ENOUGH = 55
"""Rows from which on a figure of all of them is hard."""


def _along(slots: Slots) -> str:
    return str(slots["day"] if "day" in slots else slots["x"])


def along_code(slots: Slots) -> str:
    """Return the code for what lies along the horizontal axis."""
    values = f"df[{_along(slots)!r}]"
    return read_dates(values, slots["written"]) if "day" in slots else values


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
        DATED,
    )
    columns = 2
    most = 40

    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Choose two columns, and rows; a hard one shows all rows, or several columns."""
        along, names = self.placed(table, chance)
        more = self.more(names)
        names = [name for name in names if name not in more.values()]
        panels = hard and (table.rows < ENOUGH or (len(names) > 1 and chance.random() < 0.4))
        slots: Slots = {**along, **more, **self.shown(table, names, panels, chance)}
        if not hard:
            slots |= few_rows(table, names[0], chance, self.most)
        slots |= self.texts(slots)
        used = [_along(slots), *more.values(), *slots["ys"]]
        if not hard and "head" not in slots and "top" not in slots and table.rows > self.most:
            raise CannotDraw("an easy one shows few rows, and there are many")
        return self.finished(table, slots, used, chance)

    def placed(self, table: Columns, chance: random.Random) -> tuple[Slots, list[str]]:
        """Return what lies along the horizontal axis, a column of numbers or of dates, and the other columns of
        numbers. Raises CannotDraw.
        """
        dates = [] if self.projection else periods.spanning(table)
        names = table.measures(self.columns - bool(dates))
        if dates and (len(names) < self.columns or chance.random() < _OF_DATES):
            return {"day": dates[0], **periods.dated(table, dates[0])}, names
        return {"x": names[0]}, names[1:]

    def more(self, names: list[str]) -> Slots:
        """Return further columns that points show."""
        return {}

    def texts(self, slots: Slots) -> Slots:
        """Return what is written on the figure."""
        shown = "Value" if slots.get("panels") else capital(called(slots["ys"][0]))
        title = "" if slots.get("panels") else f" and {called(slots['ys'][0])}"
        return {
            "title": f"{capital(called(_along(slots)))}{title or ' beside other columns'}",
            "xlabel": capital(called(_along(slots))),
            "ylabel": shown,
        }

    def marks(self, slots: Slots, y: str) -> list[str]:
        """Draw the points."""
        return [f"ax.scatter({along_code(slots)}, df[{y}], color={slots['colour']!r})"]


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
            f"ax.scatter({along_code(slots)}, df[{y}], s=area, alpha=0.5, color={slots['colour']!r})",
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
