"""Diagrams with words in them: flowcharts, cycles, timelines, pyramids, tables, overlapping sets, staff charts."""

from __future__ import annotations

import math
import random
from itertools import pairwise

from grammar.scenes.canvas import (
    Page,
    Point,
    Shape,
    circle,
    ellipse,
    ink,
    inks,
    line,
    pale_inks,
    polygon,
    rectangle,
    words,
)
from grammar.scenes.wordlists import PROCESSES, subject

_BLACK = "#000000"


def arrow(start: Point, end: Point, colour: str) -> list[Shape]:
    """Return a line with a point at its end."""
    (ax, ay), (bx, by) = start, end
    long = math.dist(start, end)
    right, down = (bx - ax) / long, (by - ay) / long
    neck = (bx - 26 * right, by - 26 * down)
    sides = [(neck[0] - 13 * down, neck[1] + 13 * right), (neck[0] + 13 * down, neck[1] - 13 * right)]
    return [line(start, neck, colour, 7), polygon(colour, end, *sides)]


def rounded(shapes: list[Shape]) -> tuple[Shape, ...]:
    """Return shapes with places that are short to write."""
    return tuple(each.placed(0, 0, 1) for each in shapes)


def flowchart(chance: random.Random, number: int) -> Page | None:
    """Boxes in a winding row, from each an arrow to the next."""
    steps = number + 2
    if steps > 12:
        return None
    columns = min(4, steps)
    rows = math.ceil(steps / columns)
    wide, high = 160.0 * columns, max(110.0 * rows, 130.0)
    first, last, other = pale_inks(chance, 3, but=("white",))
    said = chance.sample(PROCESSES, steps)
    shapes: list[Shape] = []
    middles = []
    for place in range(steps):
        row, column = divmod(place, columns)
        column = columns - 1 - column if row % 2 else column
        middles.append((160 * column + 80.0, 110 * row + high / 2 - 55.0 * (rows - 1)))
    for (ax, ay), (bx, by) in pairwise(middles):
        right, down = (bx > ax) - (bx < ax), (by > ay) - (by < ay)
        shapes += arrow((ax + 46 * right, ay + 22 * down), (bx - 46 * right, by - 22 * down), _BLACK)
    for place, (x, y) in enumerate(middles):
        colour = first if place == 0 else last if place == steps - 1 else other
        shapes += [rectangle(x - 46, y - 22, 92, 44, colour), words(x, y + 6, said[place], 20, _BLACK)]
    return Page(wide, high, rounded(shapes), f"a flowchart of {steps} steps")


def cycle(chance: random.Random, number: int) -> Page | None:
    """Discs in a circle, from each an arrow to the next."""
    steps = number + 2
    if steps > 6:
        return None
    colours = pale_inks(chance, 3, but=("white",))
    said = chance.sample(PROCESSES, steps)
    middles = [
        (200 + 145 * math.sin(math.tau * each / steps), 200 - 145 * math.cos(math.tau * each / steps))
        for each in range(steps)
    ]
    shapes: list[Shape] = []
    for (ax, ay), (bx, by) in zip(middles, [*middles[1:], middles[0]], strict=True):
        long = math.dist((ax, ay), (bx, by))
        right, down = (bx - ax) / long, (by - ay) / long
        shapes += arrow((ax + 43 * right, ay + 43 * down), (bx - 43 * right, by - 43 * down), _BLACK)
    for place, (x, y) in enumerate(middles):
        shapes += [circle(x, y, 40, colours[place % 3]), words(x, y + 6, said[place], 18, _BLACK)]
    return Page(400, 400, rounded(shapes), f"a cycle of {steps} stages")


def timeline(chance: random.Random, number: int) -> Page | None:
    """Years on a line, with words above and below it."""
    events = number + 1
    if events > 8:
        return None
    wide, high = 480.0, 240.0
    axis, mark = inks(chance, 2, but=("white", "yellow"))
    years = sorted(chance.sample(range(1802, 2024), events))
    said = chance.sample(PROCESSES, events)
    shapes: list[Shape] = [rectangle(10, 116, 460, 8, axis)]
    for place, year in enumerate(years):
        x = 50 + 380 * place / (events - 1)
        up = place % 2 == 0
        shapes += [
            circle(x, 120, 12, mark),
            words(x, 90 if up else 164, said[place], 18, _BLACK),
            words(x, 60 if up else 190, str(year), 20, _BLACK),
        ]
    return Page(wide, high, rounded(shapes), f"a timeline of {events} events")


def pyramid(chance: random.Random, number: int) -> Page | None:
    """Layers, each wider than the one above it."""
    layers = number + 1
    if layers > 6:
        return None
    colours = pale_inks(chance, layers, but=("white",))
    said = chance.sample(PROCESSES, layers)
    high = 270 / layers
    shapes: list[Shape] = []
    for place in range(layers):
        top, bottom = 15 + place * high, 15 + (place + 1) * high
        upper, lower = (195 * (each - 15) / 270 for each in (top, bottom))
        corners = [(200 - lower, bottom), (200 + lower, bottom), (200 + upper, top), (200 - upper, top)]
        shapes.append(polygon(colours[place], *(corners if place else [*corners[:2], (200.0, 15.0)])))
        if place:
            shapes.append(words(200, (top + bottom) / 2 + 7, said[place], 18, _BLACK))
    return Page(400, 300, rounded(shapes), f"a pyramid of {layers} layers")


def table(chance: random.Random, number: int) -> Page | None:
    """Cells in rows and columns, with a row of heads."""
    columns = 2 if number < 4 else 4
    rows = number + 1 if columns == 2 else number - 1
    if rows > 7:
        return None
    wide, high = 110.0 * columns + 20, 44.0 * rows + 20
    head, one, other = pale_inks(chance, 3, but=("white",))
    said = [chance.choice(PROCESSES) for _ in range(rows * columns)]
    shapes: list[Shape] = []
    for row in range(rows):
        for column in range(columns):
            x, y = 10 + 110 * column, 10 + 44 * row
            colour = head if not row else one if row % 2 else other
            shapes += [rectangle(x + 2, y + 2, 106, 40, colour), words(x + 55, y + 28, said.pop(), 18, _BLACK)]
    if wide * 0.2 > high:
        return None
    return Page(wide, high, rounded(shapes), f"a table of {rows} rows and {columns} columns")


def sets(chance: random.Random, number: int) -> Page | None:
    """Two or three sets that overlap, with members in them."""
    if number > 5:
        return None
    colours = pale_inks(chance, 3, but=("white",))
    said, topic = chance.sample(PROCESSES, number + 3), subject(chance)
    shapes: list[Shape] = [circle(140, 130, 100, colours[0]), circle(280, 130, 100, colours[1])]
    if number > 2:
        shapes.append(circle(210, 240, 92, colours[2]))
    places = [(105, 80), (315, 80), (210, 110), (210, 300), (95, 135), (325, 135), (210, 195), (210, 260)]
    shapes += [words(x, y, text, 18, _BLACK) for (x, y), text in zip(places, said, strict=False)]
    shapes.append(words(210, 370, topic, 22, _BLACK))
    return Page(420, 390, rounded(shapes), f"overlapping sets of {topic.lower()}")


def staff(chance: random.Random, number: int) -> Page | None:
    """One box above several, and these above others."""
    middle, below = 2 + number // 3, number
    if middle > 4 or below > 8:
        return None
    wide, high = 520.0, 300.0
    top, second, third = pale_inks(chance, 3, but=("white", "grey"))
    stroke = ink(chance, "grey", "black")
    said = chance.sample(PROCESSES, 1 + middle + below)
    seconds = [wide * (each + 0.5) / middle for each in range(middle)]
    thirds = [wide * (each + 0.5) / below for each in range(below)]
    shapes: list[Shape] = []
    for place, x in enumerate(seconds):
        shapes.append(line((wide / 2, 62), (x, 126), stroke, 4))
        shapes += [
            line((x, 170), (each, 232), stroke, 4)
            for number_, each in enumerate(thirds)
            if number_ * middle // below == place
        ]
    shapes += [rectangle(wide / 2 - 56, 18, 112, 44, top), words(wide / 2, 46, said.pop(), 18, _BLACK)]
    for x in seconds:
        shapes += [rectangle(x - 52, 126, 104, 44, second), words(x, 154, said.pop(), 18, _BLACK)]
    for x in thirds:
        reach = min(50, wide / below / 2 - 4)
        shapes.append(ellipse(x, 258, reach, 17, third))
    return Page(wide, high, rounded(shapes), f"a staff chart with {middle} heads and {below} people below them")


def gauge_lines(chance: random.Random, number: int) -> Page | None:
    """Bars of progress under each other, each with its name."""
    bars = number + 1
    if bars > 12:
        return None
    wide, high = 420.0, 40.0 * bars + 30
    back, done = ink(chance, "grey"), inks(chance, 1, but=("black", "white", "grey"))[0]
    said = chance.sample(PROCESSES, bars)
    shapes: list[Shape] = []
    for place in range(bars):
        y = 20 + 40 * place
        shapes += [
            words(70, y + 20, said[place], 18, _BLACK),
            rectangle(140, y, 260, 26, back),
            rectangle(140, y, chance.randint(3, 23) * 10, 26, done),
        ]
    return Page(wide, max(high, 120.0), rounded(shapes), f"progress of {bars} tasks")


DIAGRAMS = {
    "flowchart": flowchart,
    "cycle": cycle,
    "timeline": timeline,
    "pyramid": pyramid,
    "table": table,
    "sets": sets,
    "staff chart": staff,
    "progress": gauge_lines,
}
