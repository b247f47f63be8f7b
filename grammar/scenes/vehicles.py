"""Vehicles and instruments on a square of 100 by 100."""

from __future__ import annotations

import random

from grammar.scenes.canvas import Shape, circle, ellipse, ink, inks, line, polygon, rectangle

Drawn = list[Shape]


def car(chance: random.Random) -> Drawn:
    """A car with two wheels."""
    body, cabin = inks(chance, 2, but=("black", "grey", "blue"))
    tyre, hub = ink(chance, "black"), ink(chance, "grey")
    return [
        polygon(cabin, (22, 50), (34, 26), (68, 26), (80, 50)),
        rectangle(4, 48, 92, 26, body),
        circle(26, 75, 14, tyre),
        circle(74, 75, 14, tyre),
        circle(26, 75, 7.5, hub),
        circle(74, 75, 7.5, hub),
    ]


def boat(chance: random.Random) -> Drawn:
    """A boat with two sails."""
    hull, first, second = inks(chance, 3, but=("blue",))
    return [
        rectangle(47, 8, 5, 56, ink(chance, "black")),
        polygon(first, (54, 10), (54, 56), (90, 56)),
        polygon(second, (45, 20), (45, 56), (16, 56)),
        polygon(hull, (6, 62), (94, 62), (76, 90), (24, 90)),
    ]


def rocket(chance: random.Random) -> Drawn:
    """A rocket with a flame."""
    body, fin, window = inks(chance, 3, but=("orange", "blue"))
    return [
        polygon(ink(chance, "orange"), (38, 76), (62, 76), (50, 99)),
        polygon(fin, (38, 46), (14, 86), (40, 78)),
        polygon(fin, (62, 46), (86, 86), (60, 78)),
        ellipse(50, 42, 17, 40, body),
        circle(50, 34, 9, window),
    ]


def train(chance: random.Random) -> Drawn:
    """A locomotive."""
    boiler, cab, window = inks(chance, 3, but=("black", "blue"))
    wheel = ink(chance, "black")
    return [
        rectangle(14, 18, 14, 24, cab),
        rectangle(6, 42, 62, 32, boiler),
        rectangle(62, 14, 32, 60, cab),
        rectangle(70, 22, 16, 18, window),
        *(circle(x, 82, 13, wheel) for x in (20, 50, 80)),
    ]


def balloon(chance: random.Random) -> Drawn:
    """A balloon with a basket."""
    cover, stripe = inks(chance, 2, but=("blue", "brown", "grey"))
    return [
        polygon(ink(chance, "grey"), (32, 62), (68, 62), (58, 84), (42, 84)),
        circle(50, 36, 33, cover),
        ellipse(50, 36, 12, 33, stripe),
        rectangle(40, 82, 20, 16, ink(chance, "brown")),
    ]


def lorry(chance: random.Random) -> Drawn:
    """A lorry with a load."""
    load, cab, window = inks(chance, 3, but=("black", "blue"))
    wheel = ink(chance, "black")
    return [
        rectangle(4, 22, 58, 52, load),
        polygon(cab, (64, 74), (64, 34), (82, 34), (96, 54), (96, 74)),
        rectangle(69, 40, 12, 14, window),
        *(circle(x, 76, 12, wheel) for x in (20, 46, 80)),
    ]


def signal(chance: random.Random) -> Drawn:
    """A traffic light."""
    lights = [circle(50, y, 9.5, ink(chance, name)) for y, name in ((17, "red"), (39, "yellow"), (61, "green"))]
    return [rectangle(45, 72, 10, 26, ink(chance, "grey")), rectangle(32, 3, 36, 72, ink(chance, "black")), *lights]


def clock(chance: random.Random) -> Drawn:
    """A clock with two hands."""
    rim, dial, hand = inks(chance, 3, but=("blue",))
    hour = chance.choice([(74, 50), (50, 76), (26, 50)])
    return [
        circle(50, 50, 46, rim),
        circle(50, 50, 37, dial),
        line((50, 54), (50, 20), hand, 6),
        line((50, 50), hour, hand, 8),
    ]


def mug(chance: random.Random) -> Drawn:
    """A mug with a handle."""
    clay, band = inks(chance, 2, but=("blue",))
    return [circle(70, 56, 17, clay, 8), rectangle(18, 26, 52, 66, clay), rectangle(18, 50, 52, 14, band)]


def magnifier(chance: random.Random) -> Drawn:
    """A magnifying glass."""
    rim, glass, handle = inks(chance, 3, but=("blue",))
    return [line((58, 58), (92, 92), handle, 12), circle(40, 40, 34, rim), circle(40, 40, 25, glass)]


def bus(chance: random.Random) -> Drawn:
    """A bus with windows."""
    body, window = inks(chance, 2, but=("black", "blue"))
    wheel = ink(chance, "black")
    panes = [rectangle(x, 32, 16, 18, window) for x in (10, 32, 54, 76)][: chance.randint(2, 4)]
    return [rectangle(3, 22, 94, 54, body), *panes, circle(24, 78, 12, wheel), circle(76, 78, 12, wheel)]


def crane(chance: random.Random) -> Drawn:
    """A crane with a load."""
    steel, load, cab = inks(chance, 3, but=("blue",))
    return [
        rectangle(20, 16, 10, 78, steel),
        rectangle(6, 8, 90, 9, steel),
        rectangle(78, 17, 4, 40, steel),
        rectangle(68, 56, 24, 22, load),
        rectangle(30, 22, 18, 18, cab),
        rectangle(8, 92, 34, 7, steel),
    ]


VEHICLES = {
    "car": car,
    "boat": boat,
    "rocket": rocket,
    "train": train,
    "balloon": balloon,
    "lorry": lorry,
    "traffic light": signal,
    "clock": clock,
    "mug": mug,
    "magnifying glass": magnifier,
    "bus": bus,
    "crane": crane,
}
