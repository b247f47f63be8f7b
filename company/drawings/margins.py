"""What counts as told by a drawing: how far apart two things have to be before one may ask which is which."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from company.drawings.scenes import Box, Element, Flow
from company.results.likeness.colours import difference

COLOURS: dict[str, tuple[str, ...]] = {
    "black": ("#000000", "#1c1c1c"),
    "white": ("#ffffff", "#f7f7f7"),
    "grey": ("#808080", "#555555", "#aaaaaa"),
    "red": ("#e60000", "#dc143c", "#b01020", "#f04040"),
    "orange": ("#ff8c00", "#ff7f0e", "#f5a020"),
    "yellow": ("#ffe600", "#ffd700", "#fff176"),
    "green": ("#008000", "#2ca02c", "#00c800", "#90d890", "#145a14", "#7cb342"),
    "blue": ("#0000e6", "#1f77b4", "#3399ff", "#87c5f0", "#10206a"),
    "purple": ("#800080", "#9467bd", "#6a1b9a", "#b57edc"),
    "pink": ("#ff69b4", "#ffb6c1", "#f48fb1", "#ff1493"),
    "brown": ("#8b4513", "#6b3e1e", "#a0622d", "#a52a2a"),
}
"""The eleven basic colours of English (Berlin and Kay 1969), each by a few that everybody calls so."""
NEXT = 10.0
"""CIEDE2000: how much further away than a colour's own name the next one is at the least."""
SEEN = 0.001
"""Share of the canvas's pixels that change at the least where an element is left out that is seen."""
APART = 0.10
"""Share of the canvas that two elements' centres are apart at the least where one is left of, or above, the other."""
COUNTS = range(1, 13)
"""Numbers of things that anybody counts without a slip."""
FLOWING = 0.80
"""Share of the edges that run in one direction where a graph flows in it."""
WITHIN = 45.0
"""Degrees between an edge and a direction at the most where it runs in it."""
FANNED = 75.0
"""The same where edges fan out: as many of them are to be so in no other direction."""
SAME_BOX = 0.02
"""Share of the canvas that two readings of a box's side may differ by."""
SAME_COLOUR = 6.0
"""CIEDE2000: what two readings of a colour may differ by."""
_TURNS: dict[Flow, float] = {"right": 0.0, "down": 90.0, "left": 180.0, "up": 270.0}


@lru_cache(maxsize=4096)
def colour_name(colour: str) -> str | None:
    """Return which basic colour #rrggbb is called; None where two names are near. Raises ValueError for other texts."""
    ranked = sorted((min(difference(colour, each) for each in many), name) for name, many in COLOURS.items())
    (nearest, name), (following, _) = ranked[:2]
    return name if following - nearest >= NEXT else None


def is_left_of(one: Element, other: Element) -> bool | None:
    """Return whether one element is left of the other; None where that is not clear."""
    return _before(one, other, 0)


def is_above(one: Element, other: Element) -> bool | None:
    """Return whether one element is above the other; None where that is not clear."""
    return _before(one, other, 1)


def _before(one: Element, other: Element, axis: int) -> bool | None:
    if one.box is None or other.box is None or one.box.meets(other.box):
        return None
    apart = other.box.centre[axis] - one.box.centre[axis]
    return apart > 0 if abs(apart) >= APART else None


def counted(number: int) -> int | None:
    """Return a number of things that may be asked for; None of none and of too many."""
    return number if number in COUNTS else None


def flow_of(ways: Sequence[tuple[float, float]]) -> Flow | None:
    """Return where edges run, each told by how far its head is right of and below its tail; None where they do not."""
    turns = [math.degrees(math.atan2(down, right)) % 360 for right, down in ways if right or down]
    for within in (WITHIN, FANNED) if turns else ():
        flows: list[Flow] = []
        for flow, turn in _TURNS.items():
            near = sum(min(abs(each - turn), 360 - abs(each - turn)) <= within for each in turns)
            flows += [flow] if near >= FLOWING * len(ways) else []
        if flows:
            return flows[0] if len(flows) == 1 else None
    return None


def may_be_called(colour: str, name: str) -> bool:
    """Return whether somebody could call #rrggbb by the name of a basic colour."""
    away = {each: min(difference(colour, one) for one in many) for each, many in COLOURS.items()}
    return away[name] - min(away.values()) < NEXT


def same_box(one: Box, other: Box) -> bool:
    """Return whether two readings of a box agree."""
    sides = ("left", "top", "right", "bottom")
    return all(abs(getattr(one, side) - getattr(other, side)) <= SAME_BOX for side in sides)


def same_colour(one: str, other: str) -> bool:
    """Return whether two readings of a colour agree."""
    return difference(one, other) <= SAME_COLOUR
