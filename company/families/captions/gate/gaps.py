"""Whether a line leads across places at which nothing is recorded, as if something were known there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Any

_EVEN = 1.15
"""How much wider than the least step others are that are as wide: months have 28 to 31 days."""
_GAP = 1.5
"""How much wider than the least step one is that leaves out a place."""


def broken(lines: Sequence[Mapping[str, Any]]) -> tuple[Any, Any] | None:
    """Return two neighbours on a line, between which the axis has a place that the line has no value at; None: no such.

    An axis has a place where another line has a value, and wherever one is missing in even steps: where half of the
    steps at the least are as wide as the narrowest. On other axes, as of 1, 2, 4 and 8, nobody can tell.
    """
    order = max((line["places"] for line in lines), key=len)
    positions = [[_position(place, order) for place in line["places"]] for line in lines]
    known = sorted({at for own in positions for at in own if at is not None})
    steps = [later - at for at, later in pairwise(known)]
    if not steps:
        return None
    even = 2 * sum(step <= _EVEN * min(steps) for step in steps) >= len(steps)
    for line, own in zip(lines, positions, strict=True):
        for (one, other), (at, later) in zip(pairwise(line["places"]), pairwise(own), strict=True):
            if at is None or later is None:
                continue
            low, high = sorted((at, later))
            if (even and high - low > _GAP * min(steps)) or any(low < each < high for each in known):
                return one, other
    return None


def _position(place: Any, order: Sequence[Any]) -> float | None:
    """Return where a place lies: a number, a day, or what number a label has in the order of labels."""
    if isinstance(place, int | float):
        return float(place)
    text = str(place)
    if text.isdecimal():
        return float(text)
    day = f"{text}-01" if len(text) == len("2020-01") else text[: len("2020-01-01")]
    try:
        return float(date.fromisoformat(day).toordinal())
    except ValueError:
        return float(order.index(place)) if place in order else None
