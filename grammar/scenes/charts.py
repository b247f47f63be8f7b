"""Charts: bars, stacked bars, points on a line, clouds of points, slices, lying bars."""

from __future__ import annotations

import math
import random
from itertools import pairwise

from grammar.scenes.canvas import Page, Point, Shape, circle, ink, inks, line, path, rectangle, words
from grammar.scenes.diagrams import rounded
from grammar.scenes.wordlists import PROCESSES, subject

_BLACK = "#000000"


def _axes(wide: float, high: float) -> list[Shape]:
    return [rectangle(40, 30, 4, high - 70, _BLACK), rectangle(40, high - 44, wide - 60, 4, _BLACK)]


def _title(chance: random.Random, wide: float) -> Shape:
    return words(wide / 2, 22, subject(chance), 20, _BLACK)


def bars(chance: random.Random, number: int) -> Page | None:
    """Standing bars with their names below."""
    if number > 8:
        return None
    many = number + 2
    wide, high = 70.0 * many + 70, 300.0
    said = chance.sample(PROCESSES, many)
    step = (wide - 70) / many
    usual, peak = inks(chance, 2, but=("white", "black"))
    tops = [chance.randint(4, 20) * 10 for _ in range(many)]
    shapes = [_title(chance, wide), *_axes(wide, high)]
    for place, top in enumerate(tops):
        colour = peak if top == max(tops) else usual
        shapes.append(rectangle(50 + step * place, high - 44 - top, step * 0.7, top, colour))
        shapes.append(words(50 + step * (place + 0.35), high - 20, said[place], 17, _BLACK))
    return Page(wide, high, rounded(shapes), f"a bar chart of {many} bars")


def stacks(chance: random.Random, number: int) -> Page | None:
    """Bars of several parts on top of each other."""
    if number > 10:
        return None
    many, parts = number + 1, 3 if number < 6 else 4
    wide, high = 480.0, 320.0
    step = (wide - 70) / many
    colours = inks(chance, parts, but=("white", "black"))
    shapes = [_title(chance, wide), *_axes(wide, high)]
    for place in range(many):
        bottom = high - 44
        for colour in colours:
            size = chance.randint(3, 6) * 10
            bottom -= size
            shapes.append(rectangle(50 + step * place, bottom, step * 0.7, size, colour))
    return Page(wide, high, rounded(shapes), f"a chart of {many} stacked bars of {parts} parts")


def course(chance: random.Random, number: int) -> Page | None:
    """Points that a line connects."""
    many = 2 * number + 2
    if many > 20:
        return None
    wide, high = 480.0, 320.0
    stroke, dot = inks(chance, 2, but=("white", "black"))
    step = (wide - 90) / (many - 1)
    places: list[Point] = [(60 + step * each, high - 70 - chance.randint(0, 18) * 10) for each in range(many)]
    shapes = [_title(chance, wide), *_axes(wide, high)]
    shapes += [line(a, b, stroke, 5) for a, b in pairwise(places)]
    shapes += [circle(x, y, 10, dot) for x, y in places]
    return Page(wide, high, rounded(shapes), f"a line chart of {many} points")


def cloud(chance: random.Random, number: int) -> Page | None:
    """Points of two groups."""
    many = 4 * number + 1
    if many > 60:
        return None
    wide, high = 400.0, 320.0
    one, other = inks(chance, 2, but=("white", "black"))
    free = [(70 + 31 * column, 56 + 29 * row) for column in range(10) for row in range(7)]
    shapes = [_title(chance, wide), *_axes(wide, high)]
    for x, y in chance.sample(free, many):
        shapes.append(circle(x + chance.randint(-4, 4), y + chance.randint(-3, 3), 9, chance.choice([one, other])))
    return Page(wide, high, rounded(shapes), f"a cloud of {many} points in two groups")


def slices(chance: random.Random, number: int) -> Page | None:
    """A circle in slices, with a legend."""
    many = number + 2
    if many > 8:
        return None
    colours = inks(chance, many, but=("white", "black"))
    said = chance.sample(PROCESSES, many)
    weights = [chance.randint(3, 8) for _ in range(many)]
    shapes, turn = [_title(chance, 440)], -math.pi / 2
    for place, weight in enumerate(weights):
        until = turn + math.tau * weight / sum(weights)
        shapes.append(_slice(140, 170, 120, (turn, until), colours[place]))
        turn = until
        y = 60 + 30 * place
        shapes += [rectangle(290, y, 20, 20, colours[place]), words(370, y + 17, said[place], 17, _BLACK)]
    return Page(440, 310, rounded(shapes), f"a pie of {many} slices")


def _slice(x: float, y: float, reach: float, turns: tuple[float, float], colour: str) -> Shape:
    """Return a slice of a circle, its arc by curves of a quarter of a turn at most."""
    begin, end = turns
    steps = math.ceil((end - begin) / (math.pi / 2))
    part = (end - begin) / steps
    bulge = 4 / 3 * math.tan(part / 4) * reach
    first = (x + reach * math.cos(begin), y + reach * math.sin(begin))
    points: list[Point] = [(x, y), (x, y), first, first]
    for step in range(steps):
        a, b = begin + step * part, begin + (step + 1) * part
        start = (x + reach * math.cos(a), y + reach * math.sin(a))
        stop = (x + reach * math.cos(b), y + reach * math.sin(b))
        points.append((start[0] - bulge * math.sin(a), start[1] + bulge * math.cos(a)))
        points.append((stop[0] + bulge * math.sin(b), stop[1] - bulge * math.cos(b)))
        points.append(stop)
    return path(colour, *points)


def thermometer(chance: random.Random, number: int) -> Page | None:
    """Thermometers that stand at different heights."""
    if number > 8:
        return None
    wide, high = max(70.0 * number, 140.0), 300.0
    glass, fluid = ink(chance, "grey"), ink(chance, "red", "blue", "green")
    left = (wide - 70 * number) / 2
    shapes: list[Shape] = []
    for place in range(number):
        x, top = left + 70 * place + 35, chance.randint(4, 18) * 10
        shapes += [
            rectangle(x - 14, 20, 28, 220, glass),
            circle(x, 252, 28, glass),
            rectangle(x - 7, top, 14, 240 - top, fluid),
            circle(x, 252, 19, fluid),
        ]
    return Page(wide, high, rounded(shapes), f"{number} thermometers")


CHARTS = {
    "bar chart": bars,
    "stacked bars": stacks,
    "line chart": course,
    "cloud of points": cloud,
    "pie": slices,
    "thermometers": thermometer,
}
