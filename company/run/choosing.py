"""How many tries at a time, and which: enough to get on, so few that hardly a case is made that nobody asked for."""

from __future__ import annotations

import hashlib
import math

AMPLE = 1.15
"""By how much more units are asked for than seem to be needed: a round too many takes longer than a few units."""
_MANY = 8
"""Cases of which more than half make `_AGAIN` hold."""
_LUCK = 0.5
"""Standard deviations by which a round may have less luck than is to be expected, and still give enough of few."""
_SPARE = 1
"""Units to spare in further rounds, at the least."""
_AGAIN = 1.5
"""By how much more they ask for where more than half of `_MANY` are missing, so that a large run has few rounds."""
_CERTAIN = 1.04
"""The same for a category of which every unit is expected to give a case."""
_NEARLY_ALL = 0.9
"""Part of the units from which on all of them are tried: there is nothing to choose."""
_SUREST = 0.95
"""The greatest yield that is counted on."""


def units_for(cases: float, measured: float, *, certain: bool, again: bool = False) -> int:
    """Return the units that this number of cases needs, where each gives so many of a case, with a few to spare.

    `again` is whether units were asked for before.
    """
    if again:
        needed = math.ceil(cases / measured - 1e-9)
        return max(needed + _SPARE, math.ceil(needed * _AGAIN) if cases > _MANY / 2 else 0)
    if certain:
        return 1 + math.ceil(cases * _CERTAIN / measured - 0.5)
    return max(math.ceil(cases * AMPLE / measured - 1e-9), _in_spite_of_luck(cases, min(_SUREST, measured)))


def _in_spite_of_luck(cases: float, likely: float) -> int:
    """Return the units that give this number of cases where the yield is `_LUCK` deviations below what is likely."""
    spread = _LUCK * math.sqrt(1 - likely)
    root = (math.sqrt(spread**2 + 4 * cases) + spread) / 2
    return math.ceil(root**2 / likely - 1e-9)


def share_at_once(missing: int, units: int) -> float:
    """Return the share of a round's units that are tried as they come, before it is known how many give a case.

    They are so few that no case is too many even where each of them gives one: none where few are missing. Where nearly
    all are needed, all are tried.
    """
    if missing >= _NEARLY_ALL * units:
        return 1.0
    return round(max(0.0, missing - 2 * math.sqrt(missing)) / units, 3)


def tries_for(missing: int, measured: float) -> int:
    """Return how many units to try next, where each gives so many of a case.

    At least as many as are missing; more where the cases that they should give, and a standard deviation, are no more
    than those.
    """
    likely = min(_SUREST, measured)
    spread = math.sqrt(1 - likely)
    root = (math.sqrt(spread**2 + 4 * missing) - spread) / 2
    return max(missing, math.floor(root**2 / likely))


def lacking(missing: int, untried: int, measured: float) -> int:
    """Return how many cases are missing still where those untried do as well as they hardly can."""
    likely = min(_SUREST, measured)
    best = untried * likely + 2 * math.sqrt(untried * likely * (1 - likely))
    return missing - min(missing, untried, math.ceil(best))


def by_hash(category: str, record: str) -> float:
    """Return a number from 0 to 1 that looks random, and depends on the record's id alone."""
    digest = hashlib.sha256(f"{category} {record}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64
