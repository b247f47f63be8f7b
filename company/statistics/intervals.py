"""Intervals of shares and of their differences, over cases that come in clusters and are not independent in them.

Both are intervals for independent cases (Wilson's, and Agresti and Min's for pairs) at an effective number of cases:
that which would give the variance that is found between clusters. Few clusters tell that variance badly, which
Student's t makes up for; it is as large as it can be where cases of a cluster are all alike, so that the number is
never less than that of the clusters, and never more than that of the cases.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit  # scipy.stats takes several times as long to import

LEVEL = 0.95
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Difference:
    """How far one share lies above another of the same cases, from -1 to 1."""

    value: float
    low: float | None
    """Of the interval; None where all cases are of one cluster."""
    high: float | None

    @property
    def sure(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def told(clusters: str) -> str:
    """Return in a sentence how intervals come about, for those who read a figure."""
    if clusters == "cases":
        return f"Intervals hold {LEVEL:.0%}: Wilson's, with Student's t for how few cases there are; one case has none."
    return (
        f"Intervals hold {LEVEL:.0%}: Wilson's, with a design effect, since cases of one of the {clusters} are not "
        f"independent, and Student's t for how few {clusters} there are; there is none where all cases are of one."
    )


def of_share(sums: Values, weights: Values, cases: float, level: float = LEVEL) -> tuple[float, float] | None:
    """Return the interval of a share: Wilson's, at the effective number of cases; None for a single cluster.

    `sums` are the worths of a cluster's cases by weight, `weights` their weights; `cases` is how many cases of equal
    weight say as much as all of them, if they were independent.
    """
    if len(weights) < 2:
        return None
    value = sums.sum() / weights.sum()
    effective = _effective(sums - value * weights, weights, value * (1 - value), cases, level)
    z = _normal(level)
    middle = (value + z * z / (2 * effective)) / (1 + z * z / effective)
    half = z / (1 + z * z / effective) * np.sqrt(value * (1 - value) / effective + (z / (2 * effective)) ** 2)
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))


def of_difference(ahead: Values, behind: Values, cases: Values, level: float = LEVEL) -> Difference:
    """Return the difference of two shares of right cases, with Agresti and Min's interval for pairs.

    Each array has a value for each cluster: how many cases the first alone has right, the second alone, and how many
    there are.
    """
    total = cases.sum()
    won, lost = ahead.sum() / total, behind.sum() / total
    value = float(won - lost)
    if len(cases) < 2:
        return Difference(value, None, None)
    effective = _effective(ahead - behind - value * cases, cases, won + lost - value**2, total, level)
    # Half a case is added to each of the four cells: where few differ, that they do is badly known.
    more, less, size = won * effective + 0.5, lost * effective + 0.5, effective + 2
    middle = (more - less) / size
    half = _normal(level) * np.sqrt(more + less - (more - less) ** 2 / size) / size
    return Difference(value, max(-1.0, float(middle - half)), min(1.0, float(middle + half)))


def _effective(residuals: Values, weights: Values, variance: float, cases: float, level: float) -> float:
    """Return how many independent cases of this variance say as much about their mean as those in the clusters.

    `residuals` are what clusters have beyond their share of the mean. How its variance is found: each cluster is left
    out once (the jackknife).
    """
    count, total = len(weights), weights.sum()
    fewest = float(total**2 / (weights**2).sum())
    found = (count - 1) / count * ((residuals / (total - weights)) ** 2).sum()
    if variance <= 0:  # All are alike, which says nothing of how alike those of one cluster are.
        return fewest
    most = min(cases, variance / found) if found > 0 else cases
    few = (_normal(level) / stdtrit(max(fewest - 1, 1e-3), (1 + level) / 2)) ** 2
    return float(max(most * few, fewest))


def _normal(level: float) -> float:
    return float(ndtri((1 + level) / 2))
