"""One figure with an interval from a bootstrap over items, or the reason why it has none; NaN never leaves here."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from company.statistics.intervals import LEVEL
from company.statistics.resampling import FEWEST, MOST_UNDEFINED, Floats, over

RESAMPLES = 1000
_AT_ONCE = 2_000_000
"""Numbers that say how often items count which are in memory together."""


@dataclass(frozen=True)
class Measure:
    """One figure with its interval, or why it is missing."""

    value: float | None
    low: float | None = None
    high: float | None = None
    undefined: str = ""
    """Why there is no value, or no interval."""


def measured(values: Floats, items: int, undefined: str) -> Measure:
    """Return the first value with an interval from the others, which are of resamples of as many items."""
    value = float(values[0])
    if math.isnan(value):
        return Measure(None, undefined=undefined or "chance alone would agree completely")
    defined = values[1:][~np.isnan(values[1:])]
    if items < FEWEST:
        return Measure(value, undefined=f"no interval from {items} items; it takes {FEWEST}")
    if len(defined) < (1 - MOST_UNDEFINED) * (len(values) - 1):
        return Measure(value, undefined="no interval: too few items differ from the others")
    low, high = np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    if not low <= value + 1e-9 or not value - 1e-9 <= high:
        # Of few items, most resamples may lack what makes the figure.
        return Measure(value, undefined=f"no interval: {items} items are too few for this figure")
    return Measure(value, float(low), float(high))


def resampled(
    items: int, statistic: Callable[[Floats], Floats], undefined: str, chance: np.random.Generator
) -> Measure:
    """Return a statistic of items with its interval; it is given rows that say how often each item counts."""
    if undefined:
        return Measure(None, undefined=undefined)
    resamples = RESAMPLES if items >= FEWEST else 0
    found = [statistic(np.ones((1, items)))]
    at_once = max(1, _AT_ONCE // items)
    for start in range(0, resamples, at_once):
        drawn = (chance.integers(0, items, items) for _ in range(min(at_once, resamples - start)))
        found.append(statistic(np.stack([np.bincount(each, minlength=items) for each in drawn]).astype(float)))
    return measured(np.concatenate(found), items, undefined)


def weights(counts: NDArray[np.int64], chance: np.random.Generator) -> Floats:
    """Return how often each distinct kind of item counts: as it is, then in each resample of as many items."""
    total = int(counts.sum())
    drawn = chance.multinomial(total, counts / total, RESAMPLES)
    return np.vstack([counts, drawn]).astype(float)


def share_by_item(parts: Sequence[int], wholes: Sequence[int], chance: np.random.Generator) -> Measure:
    """Return a share of what several items have together, such as of right answers, with an interval by item.

    Answers to one item are alike, so that each is no news of its own.
    """
    pairs = np.array([parts, wholes], dtype=np.int64).T.reshape(-1, 2)
    pairs = pairs[pairs[:, 1] > 0]
    if not len(pairs):
        return Measure(None, undefined="nothing can be counted yet")
    kinds, counts = np.unique(pairs, axis=0, return_counts=True)
    found = weights(counts.astype(np.int64), chance)
    return measured(over(found @ kinds[:, 0], found @ kinds[:, 1]), len(pairs), "")
