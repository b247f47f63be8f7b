"""Where people draw the line of a vague word: around the upper or lower quarter of a column, in round numbers."""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass
from typing import Any

from company.records import Column

_ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)
_MIDDLE = (0.6, 0.8, 0.9, 1.1, 1.3)
"""Lines away from the usual ones, in distances from the median to them."""
_GROUPED = 10_000
_AGE = re.compile(r"(?i)\bage\b|_age|age_")
_OLDEST = 120
_YOUNG, _OLD, _YEARS = 30.0, 60.0, 5.0
"""What people call young and old, and how far they part over it."""
_FAR = (1.4, 1.7, 2.1, 2.6, 3.3)


@dataclass(frozen=True)
class Span:
    """The line of a word in a column, and what else could be taken for it."""

    line: float
    unit: float
    """A round distance between lines that people would still take for one another's."""
    middle: float
    lowest: float
    highest: float
    high: bool
    """Whether the word means what lies above the line."""

    def readings(self, chance: random.Random) -> list[dict[str, Any]]:
        """Two or three lines close to each other, the usual ones."""
        places = chance.choice(((0, 1), (-1, 0), (-1, 0, 1)))
        return [self._reading(self.line + place * self.unit, self.high) for place in places]

    def others(self, chance: random.Random) -> list[dict[str, Any]]:
        """Lines further off on both sides, and some that hold for nearly all, for none, or for the wrong end."""
        away = (self.line - self.middle) / 2 or self.unit
        near = [self.middle + part * away for part in _MIDDLE] + [self.middle + 2 * part * away for part in _FAR]
        width = self.highest - self.lowest
        none = [self.highest + part * width for part in (0.15, 0.4)]
        every = [self.lowest - part * width for part in (0.02, 0.1)]
        if not self.high:
            none, every = every, none
        found = [self._reading(self._rounded(line), self.high) for line in (*near, *none)]
        found += [self._reading(self._rounded(line), self.high) for line in every if line > 0 or self.lowest < 0]
        found += [self._reading(self._rounded(line), not self.high) for line in (self.middle, self.middle - away)]
        chance.shuffle(found)
        return _once([each for each in found if self._is_sayable(each)])[:16]

    def _is_sayable(self, reading: dict[str, Any]) -> bool:
        """Whether nobody would wonder about the number itself: no price below nothing."""
        line = reading.get("low", reading.get("high"))
        return line is not None and (line > 0 or self.lowest < 0)

    def _rounded(self, line: float) -> float:
        return float(f"{round(line / self.unit) * self.unit:.10g}")

    def _reading(self, line: float, above: bool) -> dict[str, Any]:
        number = float(f"{line:.10g}")
        digits = f"{number:,.10g}" if abs(number) >= _GROUPED else f"{number:.10g}"  # a year has no comma
        said = f"{digits} or {'more' if above else 'less'}"
        return {"said": said, "low" if above else "high": number}


def _once(readings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({each["said"]: each for each in readings}.values())


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
        return Span(_OLD if high else _YOUNG, _YEARS, middle, float(lowest), float(highest), high)
    whole = all(float(value).is_integer() for value in (lowest, highest, *column.quartiles))
    unit = _round_part(distance / 4, whole)
    line = float(f"{round(edge / unit) * unit:.10g}")
    return Span(line, unit, middle, float(lowest), float(highest), high) if line != middle else None


def _round_part(size: float, whole: bool) -> float:
    """The round number nearest above a size: 1, 2, 2.5, 5 or 10 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(size))
    found = next(power * part for part in _ROUND if power * part >= size * 0.999)
    return max(1.0, round(found)) if whole else float(f"{found:.10g}")
