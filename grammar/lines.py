"""Where people draw the line of a vague word: beyond the middle of a column, in round numbers.

Which of the lines that make sense a field draws is anybody's guess: around the outer quarter of a column would be the
first of all, and known without looking at the data.
"""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass
from typing import Any

from company.records import Column

_ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)
_DRAWN = range(-6, 13)
"""Those around which a field's readings lie, any of them."""
_GROUPED = 10_000
_AGE = re.compile(r"(?i)\bage\b|_age|age_")
_OLDEST = 120
_YOUNG, _OLD, _YEARS = 30.0, 60.0, 2.0
"""What people call young and old, and how far they part over it."""


@dataclass(frozen=True)
class Span:
    """The line of a word in a column."""

    line: float
    unit: float
    """A round distance between lines that people would still take for one another's."""
    lowest: float
    highest: float
    high: bool
    """Whether the word means what lies above the line."""

    def readings(self, chance: random.Random) -> list[dict[str, Any]]:
        """Two or three lines close to each other, such as a field may draw."""
        places = chance.choice(((0, 1), (-1, 0), (-1, 0, 1)))
        inside = [at for at in _DRAWN if all(self.lowest < self._line(at + place) < self.highest for place in places)]
        at = chance.choice(inside or [0])
        return [self._reading(self._line(at + place)) for place in places]

    def _line(self, at: int) -> float:
        """The line at so many units beyond the usual one, away from the middle."""
        return self._rounded(self.line + (at if self.high else -at) * self.unit)

    def _rounded(self, line: float) -> float:
        return float(f"{round(line / self.unit) * self.unit:.10g}")

    def _reading(self, line: float) -> dict[str, Any]:
        number = float(f"{line:.10g}")
        digits = f"{number:,.10g}" if abs(number) >= _GROUPED else f"{number:.10g}"  # a year has no comma
        said = f"{digits} or {'more' if self.high else 'less'}"
        return {"said": said, "low" if self.high else "high": number}


def span_of(column: Column, *, high: bool) -> Span | None:
    """The line of a word for the high or the low end of a column; None where its values are too few or too alike."""
    lowest, highest = column.minimum, column.maximum
    if column.quartiles is None or not isinstance(lowest, int | float) or not isinstance(highest, int | float):
        return None
    low, middle, up = column.quartiles
    edge = up if high else low
    distance = abs(edge - middle)
    if distance <= 0:
        return None
    if _AGE.search(column.name) and 0 <= lowest < _YOUNG < _OLD < highest <= _OLDEST:
        return Span(_OLD if high else _YOUNG, _YEARS, float(lowest), float(highest), high)
    whole = all(float(value).is_integer() for value in (lowest, highest, *column.quartiles))
    unit = _round_part(distance / 8, whole)
    line = float(f"{round(edge / unit) * unit:.10g}")
    return Span(line, unit, float(lowest), float(highest), high) if line != middle else None


def _round_part(size: float, whole: bool) -> float:
    """The round number nearest above a size: 1, 2, 2.5, 5 or 10 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(size))
    found = next(power * part for part in _ROUND if power * part >= size * 0.999)
    return max(1.0, round(found)) if whole else float(f"{found:.10g}")
