"""How exactly a figure can be read: what somebody takes from it who is off by a little.

Two values can be told apart that lie 3 % of their axis and eight pixels from each other; so an eye is off by half of
that. Colours are read in steps of a tenth of their scale. What is written beside it is read as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

APART, PIXELS = 0.03, 8
"""What can be told apart: this share of an axis, and so many pixels."""
TONES = 0.1
"""The share of a scale of colours that can be told apart."""
MOST, MANY = 60, 2_000
"""Readings of a figure that are tried one by one; of more, those that stand out and some between; of many, fewer."""
_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


class Eye:
    """Reads the values of one axes, exactly, or off by as much as can just not be told apart, upwards or downwards."""

    def __init__(self, ax: Any, off: int = 0) -> None:
        """Look at an axes; `off` is -1, 0 or 1."""
        self._ax, self._off = ax, off
        self.written = written(ax)
        sizes = {"x": ax.bbox.width, "y": ax.bbox.height}
        self._shares = {axis: 0.499 * off * max(APART, PIXELS / max(size, 1.0)) for axis, size in sizes.items()}
        ends = {"x": (ax.get_xscale(), ax.get_xlim()), "y": (ax.get_yscale(), ax.get_ylim())}
        self._spans = {
            axis: abs(high - low) if scale == "linear" else None for axis, (scale, (low, high)) in ends.items()
        }

    def along(self, axis: str, value: float) -> float:
        """Return a value that is read along the axis "x" or "y"."""
        if not self._off or self._stands(value):
            return rounded(value)
        span = self._spans[axis]
        return rounded(value) + self._shares[axis] * span if span is not None else self._bent(axis, value)

    def _bent(self, axis: str, value: float) -> float:
        """Return a value that is read along an axis whose steps are not all alike, as one of powers."""
        place = int(axis == "y")
        lowest = (self._ax.get_xlim()[0], self._ax.get_ylim()[0])
        across = self._ax.transScale + self._ax.transLimits
        inverted = -1 if (self._ax.yaxis_inverted() if place else self._ax.xaxis_inverted()) else 1
        shares = across.transform(np.array([lowest[0], value] if place else [value, lowest[1]], dtype=float))
        shares[place] += inverted * self._shares[axis]
        found = float(across.inverted().transform(shares)[place])
        return found if np.isfinite(found) else rounded(value)

    def length(self, axis: str, start: float, length: float) -> float:
        """Return the length of a bar, which is read at its end."""
        if not self._off or self._stands(length):
            return rounded(length)
        return self.along(axis, start + length) - start

    def share(self, value: float) -> float:
        """Return a share of a whole, out of 1."""
        return rounded(value) if self._stands(value) else rounded(value) + 0.499 * self._off * APART

    def tone(self, value: float, low: float, high: float) -> float:
        """Return a value that is read off its colour on a scale."""
        return rounded(value) if self._stands(value) else rounded(value) + 0.499 * self._off * TONES * (high - low)

    def _stands(self, value: float) -> bool:
        """Return whether the value is written in the picture."""
        return any(abs(number - value) <= half or abs(number - 100 * value) <= half for number, half in self.written)


def written(ax: Any) -> list[tuple[float, float]]:
    """Return the numbers that are written into the picture, and half the unit of their last digit."""
    found = []
    for text in ax.texts:
        for match in _NUMBER.finditer(text.get_text().replace("\u2212", "-")):
            decimals = len(match.group().partition(".")[2])
            found.append((float(match.group().replace(",", "")), 0.5000001 * 10.0**-decimals))
    return found


def rounded(value: Any) -> float:
    """Return a number as figures are read: to nine digits."""
    return float(f"{float(value):.9g}")


def slight(low: Any, exact: Any, high: Any) -> Iterator[Any]:
    """Yield what is read where one reading is off by a little, and where all are in the same direction."""
    for place in chosen(low, high):
        yield mixed(exact, low, {place})
        yield mixed(exact, high, {place})
    yield low
    yield high


def adverse(low: Any, high: Any) -> Iterator[Any]:
    """Yield what is read where one reading is off in one direction, and all others in the other."""
    for place in chosen(low, high):
        yield mixed(high, low, {place})
        yield mixed(low, high, {place})


def chosen(low: Any, high: Any) -> list[int]:
    """Return the places of the readings that are tried one by one, among all that are not exact."""
    pairs = list(zip(readings(low), readings(high), strict=True))
    places = [place for place, (one, other) in enumerate(pairs) if one != other]
    most = MOST if len(places) < MANY else MOST // 10
    if len(places) <= most:
        return places
    ordered = sorted(places, key=lambda place: pairs[place][0])
    third = most // 3
    between = ordered[third:-third]
    return [*ordered[:third], *between[:: -(-len(between) // third)], *ordered[-third:]]


def readings(page: Any) -> Iterator[float]:
    """Yield the numbers of nested lists and dicts in their order."""
    if isinstance(page, float):
        yield page
    elif isinstance(page, dict | list):
        for each in page.values() if isinstance(page, dict) else page:
            yield from readings(each)


def mixed(one: Any, other: Any, places: set[int]) -> Any:
    """Return nested lists and dicts with the numbers at some places from another one of the same form."""
    numbers = iter(enumerate(readings(other)))

    def taken(value: Any) -> Any:
        if isinstance(value, float):
            place, number = next(numbers)
            return number if place in places else value
        if isinstance(value, dict):
            return {key: taken(each) for key, each in value.items()}
        return [taken(each) for each in value] if isinstance(value, list) else value

    return taken(one)
