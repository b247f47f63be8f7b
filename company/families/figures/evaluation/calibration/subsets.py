"""The protocol of MatPlotBench's paper: means of many random subsets, correlated (section 3.2).

Its r estimates that of single figures. Its p does not say how sure that is: subsets are drawn from the same figures
again and again, so that p falls with their number, which anybody may choose.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats

from company.families.figures.evaluation.calibration.rated import Beside
from company.statistics.resampling import Floats

SUBSETS, SIZE = 100, 25
"""As the paper has them."""
OTHERS = (10, 1_000)
"""Numbers of subsets that would have done as well."""
_SMALLEST = 1e-300


def by_subsets(beside: Beside, seed: int = 1) -> dict[str, Any]:
    """Return r and p over subsets as the paper has them, and over fewer and more; or why there is none."""
    told: dict[str, Any] = {"subsets": SUBSETS, "size": SIZE, "items": len(beside.names)}
    if beside.undefined:
        return {**told, "r": None, "p": None, "others": [], "why": beside.undefined}
    if len(beside.names) <= SIZE:
        why = f"it takes more than {SIZE} figures, or all subsets are the same"
        return {**told, "r": None, "p": None, "others": [], "why": why}
    found = {number: _correlated(beside.human, beside.score, number, seed) for number in sorted({SUBSETS, *OTHERS})}
    r, p = found[SUBSETS]
    return {
        **told,
        "r": r,
        "p": p,
        "others": [{"subsets": number, "r": found[number][0], "p": found[number][1]} for number in OTHERS],
    }


def _correlated(human: Floats, score: Floats, subsets: int, seed: int) -> tuple[float, float]:
    chance = np.random.default_rng(seed)
    picks = chance.random((subsets, len(human))).argsort(axis=1)[:, :SIZE]
    found = stats.pearsonr(human[picks].mean(axis=1), score[picks].mean(axis=1))
    return round(float(found.statistic), 4), float(f"{max(float(found.pvalue), _SMALLEST):.3g}")
