"""Shapes on a page, whose left upper corner is (0, 0): what is drawn before it is put into code."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from company.drawings.margins import COLOURS, colour_name
from company.drawings.scenes import Box, Element, Format, Scene
from company.results.likeness.colours import lab

Point = tuple[float, float]
INKS = {name: tuple(each for each in many if colour_name(each) == name) for name, many in COLOURS.items()}
"""The hues of each basic colour that have its name alone."""
_LIGHT = 55.0
"""Lightness from where on black letters are read well."""
_STEPS = 24
"""Points of a curve at which its box is looked for."""


@dataclass(frozen=True)
class Shape:
    """One thing on a page."""

    kind: str
    """One of `company.drawings.scenes.KINDS`."""
    points: tuple[Point, ...]
    """Two corners of a rectangle; the centre of a circle or an ellipse, and its two radii; corners, also those at which
    a line bends; where a text's
    middle stands on its line; of a path where it begins, and then two controls and an end for each curve."""
    colour: str
    """#rrggbb: what it is filled with, or its line where it has a `width`."""
    width: float = 0.0
    """Of its line; 0: it is filled, and has none."""
    text: str = ""
    size: float = 0.0
    """Of a text's letters."""

    def placed(self, left: float, top: float, scale: float) -> Shape:
        """Return it scaled, and then moved."""
        moved = [(left + x * scale, top + y * scale) for x, y in self.points]
        if self.kind in ("circle", "ellipse"):
            moved[1] = (self.points[1][0] * scale, self.points[1][1] * scale)
        points = tuple((round(x, 1), round(y, 1)) for x, y in moved)
        return replace(self, points=points, width=round(self.width * scale, 1), size=round(self.size * scale, 1))

    @property
    def sides(self) -> tuple[float, float, float, float] | None:
        """Left, top, right and bottom of what it paints; None of a text, whose letters nobody has measured."""
        if self.kind == "text":
            return None
        points = self.points
        if self.kind in ("circle", "ellipse"):
            (x, y), (across, up) = points
            points = ((x - across, y - up), (x + across, y + up))
        elif self.kind == "path":
            points = tuple(curve(self.points))
        xs, ys = [x for x, _ in points], [y for _, y in points]
        more = self.width / 2
        if self.kind == "line":  # its ends are blunt: it is no wider than it is, across
            (ax, ay), (bx, by) = points
            long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
            wide, high = more * abs(by - ay) / long, more * abs(bx - ax) / long
            return min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high
        return min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more


@dataclass(frozen=True)
class Page:
    """Shapes from back to front, and what they are on."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    depicts: str
    """What is to be seen, in a few words."""

    def scene(self, form: Format, width: int = 0, height: int = 0) -> Scene:
        """Return what can be told of it, as `company.drawings` reads it."""
        elements = tuple(element_of(each, self.width, self.height) for each in self.shapes)
        return Scene(form, width, height, elements, tuple(each.text for each in elements if each.text))


def element_of(shape: Shape, wide: float, high: float) -> Element:
    """Return a shape as an element of a scene."""
    sides = shape.sides
    box = None
    if sides:
        left, top, right, bottom = sides
        box = Box(max(left / wide, 0.0), max(top / high, 0.0), min(right / wide, 1.0), min(bottom / high, 1.0))
    filled = None if shape.width else shape.colour
    lined = shape.colour if shape.width else None
    return Element(shape.kind, colour_name(shape.colour), box, shape.text, fill=filled, stroke=lined)


def curve(points: tuple[Point, ...]) -> list[Point]:
    """Return points along the curves of a path."""
    found = [points[0]]
    for place in range(1, len(points) - 2, 3):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points[place - 1 : place + 3]
        for step in range(1, _STEPS + 1):
            t = step / _STEPS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x = sum(weight * each for weight, each in zip(weights, (ax, bx, cx, dx), strict=True))
            y = sum(weight * each for weight, each in zip(weights, (ay, by, cy, dy), strict=True))
            found.append((x, y))
    return found


def rectangle(left: float, top: float, width: float, height: float, colour: str) -> Shape:
    """Return a rectangle."""
    return Shape("rectangle", ((left, top), (left + width, top + height)), colour)


def circle(x: float, y: float, radius: float, colour: str, width: float = 0.0) -> Shape:
    """Return a circle; with a width it is a ring."""
    return Shape("circle", ((x, y), (radius, radius)), colour, width)


def ellipse(x: float, y: float, across: float, up: float, colour: str) -> Shape:
    """Return an ellipse."""
    return Shape("ellipse", ((x, y), (across, up)), colour)


def polygon(colour: str, *corners: Point) -> Shape:
    """Return a triangle, or what has more corners."""
    return Shape("triangle" if len(corners) == 3 else "polygon", corners, colour)


def line(start: Point, end: Point, colour: str, width: float) -> Shape:
    """Return a straight line."""
    return Shape("line", (start, end), colour, width)


def polyline(colour: str, width: float, *points: Point) -> Shape:
    """Return a line that bends."""
    return Shape("polyline", points, colour, width)


def path(colour: str, *points: Point) -> Shape:
    """Return what curves go around."""
    return Shape("path", points, colour)


def words(x: float, y: float, text: str, size: float, colour: str) -> Shape:
    """Return a text around a place on its line."""
    return Shape("text", ((x, y),), colour, text=text, size=size)


def inks(chance: random.Random, number: int, *, but: tuple[str, ...] = ()) -> list[str]:
    """Return colours with different names, none of which is left out."""
    return [chance.choice(INKS[name]) for name in chance.sample([each for each in INKS if each not in but], number)]


def pale_inks(chance: random.Random, number: int, *, but: tuple[str, ...] = ()) -> list[str]:
    """Return colours with different names on which black letters are read well."""
    pale = {name: [each for each in many if lab(each)[0] >= _LIGHT] for name, many in INKS.items()}
    names = [name for name, many in pale.items() if many and name not in but]
    return [chance.choice(pale[name]) for name in chance.sample(names, number)]


def ink(chance: random.Random, *names: str) -> str:
    """Return a hue of one of some basic colours."""
    return chance.choice(INKS[chance.choice(names)])
