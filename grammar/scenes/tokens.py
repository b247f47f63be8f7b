"""Plain figures on a square of 100 by 100: dice, flags, targets, blocks, stars."""

from __future__ import annotations

import math
import random

from grammar.scenes.canvas import Shape, circle, inks, path, polygon, rectangle

Drawn = list[Shape]
_PIPS = {
    1: [(50, 50)],
    2: [(26, 26), (74, 74)],
    3: [(26, 26), (50, 50), (74, 74)],
    4: [(26, 26), (74, 26), (26, 74), (74, 74)],
    5: [(26, 26), (74, 26), (50, 50), (26, 74), (74, 74)],
    6: [(26, 24), (74, 24), (26, 50), (74, 50), (26, 76), (74, 76)],
}


def die(chance: random.Random) -> Drawn:
    """A die."""
    side, pip = inks(chance, 2, but=("blue",))
    return [rectangle(6, 6, 88, 88, side), *(circle(x, y, 9, pip) for x, y in _PIPS[chance.randint(1, 6)])]


def flag(chance: random.Random) -> Drawn:
    """A flag of three stripes on its pole."""
    first, second, third, pole = inks(chance, 4, but=("blue",))
    if chance.random() < 0.5:
        stripes = [rectangle(14, 8 + 18 * place, 82, 18, each) for place, each in enumerate((first, second, third))]
    else:
        stripes = [rectangle(14 + 27 * place, 8, 27, 54, each) for place, each in enumerate((first, second, third))]
    return [rectangle(6, 4, 7, 92, pole), *stripes]


def target(chance: random.Random) -> Drawn:
    """A target of rings."""
    one, other, middle = inks(chance, 3, but=("blue",))
    return [circle(50, 50, 46, one), circle(50, 50, 34, other), circle(50, 50, 22, one), circle(50, 50, 10, middle)]


def frames(chance: random.Random) -> Drawn:
    """Squares within each other."""
    colours = inks(chance, 4, but=("blue",))
    return [rectangle(4 + 13 * each, 4 + 13 * each, 92 - 26 * each, 92 - 26 * each, colours[each]) for each in range(4)]


def blocks(chance: random.Random) -> Drawn:
    """A tower of blocks."""
    number = chance.randint(3, 6)
    high = 92 / number
    colours = inks(chance, number, but=("blue",))
    widths = sorted((chance.randint(30, 92) for _ in range(number)), reverse=True)
    return [
        rectangle(50 - wide / 2, 96 - high * (each + 1), wide, high, colour)
        for each, (wide, colour) in enumerate(zip(widths, colours, strict=True))
    ]


def star(chance: random.Random) -> Drawn:
    """A star on a disc."""
    disc, ray = inks(chance, 2, but=("blue",))
    corners = [
        (50 + reach * math.sin(math.pi * each / 5), 50 - reach * math.cos(math.pi * each / 5))
        for each in range(10)
        for reach in [36 if each % 2 == 0 else 15]
    ]
    return [circle(50, 50, 46, disc), polygon(ray, *((round(x, 1), round(y, 1)) for x, y in corners))]


def heart(chance: random.Random) -> Drawn:
    """A heart in a square."""
    ground, colour = inks(chance, 2, but=("blue",))
    left = [(50, 84), (8, 52), (10, 18), (32, 18), (42, 18), (48, 24), (50, 32)]
    right = [(100 - x, y) for x, y in reversed(left[:-1])]
    return [rectangle(4, 4, 92, 92, ground), path(colour, *left, *right)]


def fan(chance: random.Random) -> Drawn:
    """A wheel of four triangles."""
    first, second = inks(chance, 2, but=("blue",))
    return [
        polygon(first, (50, 50), (8, 8), (92, 8)),
        polygon(second, (50, 50), (92, 8), (92, 92)),
        polygon(first, (50, 50), (92, 92), (8, 92)),
        polygon(second, (50, 50), (8, 92), (8, 8)),
    ]


TOKENS = {
    "die": die,
    "flag": flag,
    "target": target,
    "nested squares": frames,
    "tower of blocks": blocks,
    "star": star,
    "heart": heart,
    "pinwheel": fan,
}
