"""The order in which code names the things of a page, where none covers another one: chance, and no place, decides."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from grammar.scenes.canvas import Page, Shape

Sides = tuple[float, float, float, float]
_WHOLE = 0.97
"""Share of the page, across and down, from where on a shape is the ground."""


def shuffled(page: Page, chance: random.Random) -> Page:
    """Return a page with its things in an order of chance; what meets keeps its order, and the ground stays behind.

    Texts stay right behind the shape before them, whose words they may be.
    """
    grounds = [each for each in page.shapes if _is_ground(each, page)]
    groups = _groups([each for each in page.shapes if not _is_ground(each, page)])
    order = chance.sample(groups, len(groups))
    return replace(page, shapes=(*grounds, *(each for group in order for each in group)))


def _is_ground(shape: Shape, page: Page) -> bool:
    if shape.sides is None:
        return False
    left, top, right, bottom = shape.sides
    return right - left >= _WHOLE * page.width and bottom - top >= _WHOLE * page.height


def _groups(shapes: Sequence[Shape]) -> list[list[Shape]]:
    """Return shapes in groups of which no two meet, each in the page's order."""
    groups: list[list[int]] = []
    for place in range(len(shapes)):
        near = [group for group in groups if any(_belongs(shapes, one, place) for one in group)]
        groups = [group for group in groups if group not in near]
        groups.append(sorted([place, *(each for group in near for each in group)]))
    return [[shapes[place] for place in group] for group in groups]


def _belongs(shapes: Sequence[Shape], one: int, other: int) -> bool:
    follows = shapes[other].kind == "text" and one == other - 1
    return follows or _meet(_around(shapes[one]), _around(shapes[other]))


def _around(shape: Shape) -> Sides:
    """Return the sides of a shape; of a text, whose letters nobody has measured, with room for all of them."""
    if shape.sides is not None:
        return shape.sides
    x, y = shape.points[0]
    wide = len(shape.text) * shape.size / 2
    return x - wide, y - shape.size, x + wide, y + shape.size


def _meet(one: Sides, other: Sides) -> bool:
    apart = one[2] < other[0] or other[2] < one[0]
    return not (apart or one[3] < other[1] or other[3] < one[1])
