"""Other values in the place of those of a script: as many, of the same types and signs and in the same order."""

from __future__ import annotations

import bisect
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Numbers = Sequence[float]
_INSIDE = (0.03, 0.12)
"""Of a span: how far in new values begin, and end."""
_OUTSIDE = (0.15, 0.6)
"""The same where they may reach further than the old ones."""
_STEPS = (0.4, 1.7)
"""By how much the steps between values grow."""
_DIGITS = 12


def is_even(values: Numbers) -> bool:
    """Return whether values go on by equal steps, as places do that count or divide an axis."""
    if len(values) < 3:
        return True
    steps = np.diff(np.asarray(values, dtype=float))
    return bool(np.allclose(steps, steps[0], rtol=1e-6, atol=1e-12))


def is_index(values: Numbers) -> bool:
    """Return whether values number something: 0, 1, 2 or 1, 2, 3, or years."""
    return is_even(values) and len(values) > 1 and abs(values[1] - values[0]) == 1 and (
        values[0] in (0, 1) or 1000 < abs(values[0]) < 3000
    )  # fmt: skip


def together(lists: Mapping[int, Numbers]) -> list[list[int]]:
    """Return the lists, by their keys, that share a scale: those whose ranges lie over one another."""
    spans = sorted((min(values), max(values), key) for key, values in lists.items() if len(values))
    groups: list[list[int]] = []
    reach = -np.inf
    for low, high, key in spans:
        if not groups or low > reach:
            groups.append([])
            reach = -np.inf
        groups[-1].append(key)
        reach = max(reach, high)
    return groups


@dataclass(frozen=True)
class Exchange:
    """A rule that gives each value another one, in the same order."""

    old: tuple[float, ...]
    new: tuple[float, ...]

    def __call__(self, value: Any) -> Any:
        """Return the value in the place of another: of the same type, with as many decimals."""
        place = bisect.bisect_left(self.old, float(value))
        found = self.new[place]
        return round(found) if isinstance(value, int) else found


def exchange_of(values: Sequence[Any], chance: random.Random, *, wider: bool) -> Exchange:
    """Return a rule for all values of one scale; zeros stay, and signs, too. `wider`: new ones may reach further."""
    places = decimals(values)
    known = sorted({float(each) for each in values})
    above = [each for each in known if each > 0]
    below = [-each for each in reversed(known) if each < 0]
    made = {0.0: 0.0}
    made |= dict(zip(above, _others(above, places, chance, wider=wider), strict=True))
    made |= {-one: -other for one, other in zip(below, _others(below, places, chance, wider=wider), strict=True)}
    return Exchange(tuple(known), tuple(made[each] for each in known))


def decimals(values: Sequence[Any]) -> int:
    """Return how many decimals values have, at the most."""
    texts = [f"{each:.{_DIGITS}g}" for each in values if not isinstance(each, int)]
    if any("e" in text for text in texts):
        return _DIGITS
    return max((len(text.partition(".")[2]) for text in texts), default=0)


def _others(known: Sequence[float], places: int, chance: random.Random, *, wider: bool) -> list[float]:
    """Return as many positive values in the same order, with so many decimals."""
    if not known:
        return []
    span = known[-1] - known[0] or known[0]
    low, high = _ends(known, span, chance, wider=wider)
    steps = [step * chance.uniform(*_STEPS) for step in np.diff(np.asarray([0.0, *known])).tolist()[1:]]
    total = sum(steps) or 1.0
    found, so_far, unit = [low], 0.0, 10.0**-places
    for step in steps:
        so_far += step
        found.append(low + (high - low) * so_far / total)
    made: list[float] = []
    for each in found:
        value = max(round(each, places), unit)
        if made and value <= made[-1]:
            value = round(made[-1] + unit, places)
        made.append(float(value))
    return made


def _ends(known: Sequence[float], span: float, chance: random.Random, *, wider: bool) -> tuple[float, float]:
    """Return from where to where new values go."""
    if len(known) == 1:
        return known[0] * (chance.uniform(1.1, 1.4) if wider else chance.uniform(0.7, 0.93)), 0.0
    if wider:
        return known[0] + span * chance.uniform(*_INSIDE), known[-1] + span * chance.uniform(*_OUTSIDE)
    return known[0] + span * chance.uniform(*_INSIDE), known[-1] - span * chance.uniform(*_INSIDE)
