"""Figures over items that come in clusters, with intervals from resamples of whole clusters (the bootstrap).

A statistic is computed of many resamples at once: each is a row of numbers that say how often a cluster counts. The
first row has every cluster once, which is the statistic itself. Statistics of the same `Draws` were resampled together,
so that their difference has an interval, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtrit  # scipy.stats takes several times as long to import

from company.statistics.intervals import LEVEL

RESAMPLES = 2_000
FEWEST = 5
"""Clusters below which an interval would be pretence."""
MOST_UNDEFINED = 0.1
"""Share of the resamples in which a figure may be undefined for its interval to be given."""
Floats = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval, or the reason why there is none."""

    value: float | None
    low: float | None = None
    high: float | None = None
    why: str = ""
    """Why there is no value, or no interval."""
    chance: float | None = None
    """Of a difference, the probability of one as far from zero, if there were none."""

    def as_json(self) -> dict[str, Any]:
        """Return the values as plain JSON, rounded to 4 places."""
        told: dict[str, Any] = {name: _rounded(getattr(self, name)) for name in ("value", "low", "high")}
        told |= {"why": self.why} if self.why else {}
        return told | ({"p": _rounded(self.chance)} if self.chance is not None else {})


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


@dataclass(frozen=True)
class Draws:
    """How often each cluster counts: once, then as each resample of as many clusters has it."""

    clusters: tuple[str, ...]
    counts: Floats
    """A row for each resample, the first of which is the sample itself; a column for each cluster."""

    def places(self, names: Sequence[str]) -> Places:
        """Return the column of each name's cluster. Raises KeyError for a cluster that was not drawn from."""
        known = {name: place for place, name in enumerate(self.clusters)}
        return np.array([known[name] for name in names], dtype=np.int64)


def drawn(names: Sequence[str], seed: int = 1, resamples: int = RESAMPLES) -> Draws:
    """Return resamples of the clusters that are named; the same names and seed give the same ones."""
    clusters = tuple(dict.fromkeys(names))
    once = np.ones((1, len(clusters)))
    if len(clusters) < FEWEST:
        return Draws(clusters, once)
    chance = np.random.default_rng(seed)
    found = chance.multinomial(len(clusters), np.full(len(clusters), 1 / len(clusters)), resamples)
    return Draws(clusters, np.vstack([once, found.astype(float)]))


def estimate(values: Floats, clusters: int, undefined: str) -> Estimate:
    """Return the first value with an interval from the others, which are of resamples of so many clusters.

    The interval is that of percentiles, expanded for how few clusters there are (Hesterberg, 2015). NaN is what is
    undefined; `undefined` says why that may be.
    """
    value = float(values[0])
    if math.isnan(value):
        return Estimate(None, why=undefined)
    if len(values) == 1 or clusters < FEWEST:
        return Estimate(value, why=f"no interval from fewer than {FEWEST} clusters")
    defined = values[1:][~np.isnan(values[1:])]
    if len(defined) < (1 - MOST_UNDEFINED) * (len(values) - 1):
        return Estimate(value, why="no interval: undefined in too many resamples")
    tail = float(ndtr(math.sqrt(clusters / (clusters - 1)) * stdtrit(clusters - 1, (1 - LEVEL) / 2)))
    low, high = np.quantile(defined, [tail, 1 - tail])
    return Estimate(value, float(low), float(high))


def difference(one: Floats, other: Floats, clusters: int, undefined: str) -> Estimate:
    """Return how far one statistic lies above another that was resampled together with it."""
    apart = one - other
    found = estimate(apart, clusters, undefined)
    if found.low is None:
        return found
    defined = apart[1:][~np.isnan(apart[1:])]
    beyond = min(float((defined <= 0).sum()), float((defined >= 0).sum()))
    return Estimate(found.value, found.low, found.high, chance=min(1.0, 2 * (beyond + 1) / (len(defined) + 1)))


def mean(at: Places, values: Floats, counts: Floats) -> Floats:
    """Return the mean of the items in each resample; NaN where it has none."""
    sums, sizes = (np.bincount(at, weights, counts.shape[1]) for weights in (values, np.ones_like(values)))
    return over(counts @ sums, counts @ sizes)


def over(above: Floats, below: Floats) -> Floats:
    """Return a quotient, NaN where it is not defined."""
    small = np.abs(below) < 1e-12
    quotient: Floats = np.where(small, np.nan, above / np.where(small, 1.0, below))
    return quotient


def holm(chances: Sequence[float]) -> list[float]:
    """Return probabilities as they are when several are looked at (Holm, 1979), in the order given."""
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    found, highest = [0.0] * len(chances), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[place]))
        found[place] = highest
    return found
