"""Pages of things beside each other: pictograms in rows, plain shapes in rows, in a ring, and as a board."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from company.drawings.margins import colour_name
from grammar.scenes.canvas import INKS, Page, Shape, circle, ellipse, ink, inks, polygon, rectangle

Size = tuple[float, float]
SIZES: tuple[Size, ...] = ((400, 300), (300, 300), (480, 320), (320, 400))
_GROUNDS = ("white", "blue", "grey", "yellow", "pink", "green")
"""What a page's ground may be, the usual first; always the lightest of its hues."""
_FILL = 0.96
"""Of a cell: what a pictogram in it takes."""


def ground(chance: random.Random, size: Size, shapes: list[Shape]) -> list[Shape]:
    """Return a ground behind shapes that none of them vanishes on; of white, there is nothing to draw."""
    taken = {colour_name(each.colour) for each in shapes}
    free = [name for name in _GROUNDS if name not in taken] or [name for name in INKS if name not in taken]
    name = free[0] if chance.random() < 0.4 else chance.choice(free)
    light = max(INKS[name], key=lambda each: sum(int(each[place : place + 2], 16) for place in (1, 3, 5)))
    return [] if name == "white" else [rectangle(0, 0, *size, light)]


def cells(number: int, size: Size) -> list[tuple[float, float, float]]:
    """Return where so many squares stand on a page in rows: left, top and side of each."""
    wide, high = size
    columns = max(range(1, number + 1), key=lambda each: min(wide / each, high / math.ceil(number / each)))
    rows = math.ceil(number / columns)
    side = min(wide / columns, high / rows)
    found = []
    for place in range(number):
        row, column = divmod(place, columns)
        inside = min(columns, number - row * columns)
        left = (wide - inside * side) / 2 + column * side
        found.append((left, (high - rows * side) / 2 + row * side, side))
    return found


def in_rows(name: str, draw: Callable[[random.Random], list[Shape]], chance: random.Random, number: int) -> Page | None:
    """Return a page of one thing so many times, each in its own colours; None of more than a page holds."""
    if number > 12:
        return None
    size = SIZES[0] if number > 6 else chance.choice(SIZES)
    shapes = []
    for left, top, side in cells(number, size):
        margin = side * (1 - _FILL) / 2
        shapes += [each.placed(left + margin, top + margin, side * _FILL / 100) for each in draw(chance)]
    return Page(*size, (*ground(chance, size, shapes), *shapes), f"{number} × {name}" if number > 1 else name)


def plain(chance: random.Random, kind: str, x: float, y: float, reach: float, colour: str) -> Shape:
    """Return a plain shape around a place."""
    if kind == "circle":
        return circle(x, y, reach, colour)
    if kind == "ellipse":
        return ellipse(x, y, reach, reach * 0.6, colour)
    if kind == "triangle":
        return polygon(colour, (x - reach, y + reach), (x, y - reach), (x + reach, y + reach))
    if kind == "rectangle":
        return rectangle(x - reach, y - reach, 2 * reach, 2 * reach, colour)
    middle = reach * chance.choice([0.5, 0.4])
    return polygon(
        colour, (x - reach, y), (x - middle, y - reach), (x + middle, y - reach), (x + reach, y), (x, y + reach)
    )


KINDS = ("circle", "ellipse", "triangle", "rectangle", "polygon")


def shapes_in_rows(chance: random.Random, number: int) -> Page | None:
    """Rows of plain shapes of a few kinds and colours."""
    if number > 20:
        return None
    size = chance.choice(SIZES)
    kinds, colours = chance.sample(KINDS, min(5, number)), inks(chance, 4, but=("white",))
    shapes = [
        plain(
            chance,
            chance.choice(kinds),
            left + side / 2,
            top + side / 2,
            round(side * chance.uniform(0.28, 0.42), 1),
            chance.choice(colours),
        )
        for left, top, side in cells(3 * number, size)
    ]
    shapes = [each.placed(0, 0, 1) for each in shapes]
    return Page(*size, (*ground(chance, size, shapes), *shapes), f"{len(shapes)} plain shapes in rows")


def ring(chance: random.Random, number: int) -> Page | None:
    """Discs in a ring around a shape in the middle."""
    around = number + 3
    if around > 24:
        return None
    colours = inks(chance, 4, but=("white",))
    reach = min(26.0, 100 * math.sin(math.pi / around))
    discs = []
    for place in range(around):
        turn = math.tau * place / around - math.pi / 2
        discs.append(
            circle(
                150 + 115 * math.cos(turn), 150 + 115 * math.sin(turn), reach, colours[place % 2 + chance.randint(0, 1)]
            )
        )
    shapes = [each.placed(0, 0, 1) for each in (plain(chance, chance.choice(KINDS), 150, 150, 44, colours[3]), *discs)]
    return Page(300, 300, (*ground(chance, (300, 300), shapes), *shapes), f"a ring of {around} discs around a shape")


def board(chance: random.Random, number: int) -> Page | None:
    """A board with pieces on some of its squares."""
    side = number + 1
    if side > 7:
        return None
    square, piece, other = inks(chance, 3, but=("white",))
    step = 300 / side
    shapes = []
    for row in range(side):
        for column in range(side):
            if (row + column) % 2:
                shapes.append(rectangle(column * step, row * step, step, step, square))
    free = [(row, column) for row in range(side) for column in range(side)]
    for row, column in chance.sample(free, min(len(free) // 2, 2 * side)):
        shapes.append(circle((column + 0.5) * step, (row + 0.5) * step, step * 0.32, chance.choice([piece, other])))
    shapes = [each.placed(0, 0, 1) for each in shapes]
    return Page(
        300, 300, (*ground(chance, (300, 300), shapes), *shapes), f"a board of {side} by {side} squares with pieces"
    )


def skyline(chance: random.Random, number: int) -> Page | None:
    """Towers with windows before a sky with a sun or a moon."""
    if number > 9:
        return None
    wide, high = 480.0, 320.0
    walls, pane = inks(chance, 3, but=("blue", "yellow", "white", "green")), ink(chance, "yellow")
    shapes = [circle(chance.choice([60, 420]), 50, 26, pane)]
    step = wide / number
    for place in range(number):
        breadth, top = min(step * 0.8, 90), chance.uniform(110, 200)
        left = place * step + (step - breadth) / 2
        shapes.append(rectangle(left, top, breadth, high - 24 - top, walls[place % 3]))
        side = min(breadth / 3, 20)
        for row in range(chance.randint(1, 3)):
            for column in (0, 1):
                x = left + breadth / 3 * (column + 1) - side / 2
                shapes.append(rectangle(x, top + 14 + row * (side + 9), side, side, pane))
    shapes.append(rectangle(0, high - 24, wide, 24, ink(chance, "green")))
    shapes = [each.placed(0, 0, 1) for each in shapes]
    return Page(wide, high, (rectangle(0, 0, wide, high, INKS["blue"][-1]), *shapes), f"a skyline of {number} towers")


ARRANGEMENTS = {"plain shapes": shapes_in_rows, "ring": ring, "board": board, "skyline": skyline}
