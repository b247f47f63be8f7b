"""How a score goes with people's ratings figure by figure, with intervals over cases."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import ndtri

from company.families.figures.evaluation.calibration.rated import Beside
from company.statistics.correlations import Correlation, icc, pearson, spearman, tau_b
from company.statistics.intervals import LEVEL
from company.statistics.resampling import Estimate, Floats, difference, estimate, mean, over

WIDTH = float(ndtri((1 + LEVEL) / 2))
"""Standard deviations on both sides of the mean within which 95 % of all differences are (Bland and Altman, 1986)."""
_CORRELATIONS: dict[str, Correlation] = {"pearson": pearson, "spearman": spearman, "kendall": tau_b}


def correlations(beside: Beside) -> dict[str, Any]:
    """Return Pearson's, Spearman's and Kendall's (tau-b) correlation, and ICC(2,1), which asks for equal values."""
    found = {
        name: _told(beside, lambda each=each: each(beside.at, beside.score, beside.human, beside.draws.counts))
        for name, each in _CORRELATIONS.items()
    }
    rows = np.stack([beside.score, beside.human], axis=1)
    spread = "" if len(beside.names) > 1 and np.ptp(rows) > 0 else beside.undefined or "all values are the same"
    agreed = Estimate(None, why=spread) if spread else _estimate(beside, icc(beside.at, rows, beside.draws.counts))
    return {**found, "icc": agreed.as_json()}


def bland_altman(beside: Beside) -> dict[str, Any]:
    """Return how much higher a score is than people's rating on average, and between which limits 95 % of them are."""
    apart = beside.score - beside.human
    if len(apart) < 2:
        why = Estimate(None, why=beside.undefined).as_json()
        return {name: why for name in ("mean", "low", "high")}
    middle, spread = _moments(beside, apart)
    return {
        "mean": _estimate(beside, middle).as_json(),
        "low": _estimate(beside, middle - WIDTH * spread).as_json(),
        "high": _estimate(beside, middle + WIDTH * spread).as_json(),
    }


def apart(one: Beside, other: Beside) -> dict[str, Any]:
    """Return how far one score's correlation (Pearson) with people lies above another's, over the same figures."""
    if why := one.undefined or other.undefined:
        return Estimate(None, why=why).as_json()
    values = [pearson(each.at, each.score, each.human, each.draws.counts) for each in (one, other)]
    return difference(values[0], values[1], one.clusters, "undefined in the sample").as_json()


def _moments(beside: Beside, values: Floats) -> tuple[Floats, Floats]:
    """Return mean and standard deviation in each resample."""
    counts = beside.draws.counts
    middle = mean(beside.at, values, counts)
    size = counts @ np.bincount(beside.at, minlength=counts.shape[1])
    squares = counts @ np.bincount(beside.at, values**2, counts.shape[1])
    variance = over(squares - size * middle**2, size - 1)
    return middle, np.sqrt(np.maximum(variance, 0.0))


def _told(beside: Beside, values: Any) -> dict[str, Any]:
    if beside.undefined:
        return Estimate(None, why=beside.undefined).as_json()
    return _estimate(beside, values()).as_json()


def _estimate(beside: Beside, values: Floats) -> Estimate:
    found = estimate(values, beside.clusters, "undefined in the sample")
    return found if found.value is None or math.isfinite(found.value) else Estimate(None, why="it is not finite")
