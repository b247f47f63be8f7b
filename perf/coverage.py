"""How often intervals of correlations hold the truth: simulated studies of figures with six captions each.

    python perf/coverage.py [--studies 300] [--figures 60] [--json]

Each study draws figures with a rater that is drawn towards or away from each figure as a whole, and rates some captions
alike. What is true is computed of very many figures once. An interval of 95 % is to hold it in 92 to 98 % of studies.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import cache

import numpy as np
from scipy import stats

from company.statistics.correlations import Correlation, pearson, spearman, tau_b, tau_of_each, tau_within
from company.statistics.resampling import Floats, difference, drawn, estimate

CAPTIONS = 6
MEASURES: dict[str, Correlation] = {"pearson": pearson, "spearman": spearman, "tau-b": tau_b, "within": tau_within}
SIGNAL = {"clear": 0.6, "faint": 0.2, "none": 0.0}
"""How much of the people's order is in a rater's eye, beside noise of 1.5."""


def study(figures: int, signal: float, chance: np.random.Generator) -> tuple[Floats, Floats]:
    """The people's reversed ranks and a rater's ratings from 1 to 6, figure by figure."""
    y = np.argsort(chance.random((figures, CAPTIONS)), axis=1) + 1.0
    shift = chance.normal(size=(figures, 1))
    x = np.clip(np.round(3.5 + signal * (y - 3.5) + shift + 1.5 * chance.normal(size=y.shape)), 1, 6)
    return x.ravel(), y.ravel()


def coverage(studies: int, figures: int, seed: int = 1, resamples: int = 2_000) -> dict[str, float]:
    """Signal and measure → share of the studies whose interval holds the truth; the difference of two raters, too."""
    chance = np.random.default_rng(seed)
    draws = drawn([str(each) for each in range(figures)], seed, resamples)
    at = np.repeat(np.arange(figures), CAPTIONS)
    held: dict[str, list[bool]] = {}
    for name, signal in SIGNAL.items():
        true = truth(signal)
        for _ in range(studies):
            x, y = study(figures, signal, chance)
            for measure, correlation in MEASURES.items():
                found = estimate(correlation(at, x, y, draws.counts), figures, "")
                inside = found.low is not None and found.high is not None and found.low <= true[measure] <= found.high
                held.setdefault(f"{name} {measure}", []).append(inside)
    for _ in range(studies):
        x, y = study(figures, SIGNAL["clear"], chance)
        noisy = np.clip(x + np.round(chance.normal(size=len(x))), 1, 6)
        apart = difference(tau_b(at, x, y, draws.counts), tau_b(at, noisy, y, draws.counts), figures, "")
        inside = apart.low is not None and apart.high is not None and apart.low <= apart_truth() <= apart.high
        held.setdefault("difference of tau-b", []).append(inside)
    return {name: float(np.mean(each)) for name, each in held.items()}


def truth(signal: float, figures: int = 10_000) -> dict[str, float]:
    """What each measure comes to over very many figures, which is what few of them estimate."""
    x, y = study(figures, signal, np.random.default_rng(99))
    return _measured(x, y, figures)


@cache
def apart_truth(figures: int = 10_000) -> float:
    """The difference in tau-b of a rater and the same with more noise, over very many figures."""
    chance = np.random.default_rng(98)
    x, y = study(figures, SIGNAL["clear"], chance)
    noisy = np.clip(x + np.round(chance.normal(size=len(x))), 1, 6)
    return float(stats.kendalltau(x, y).statistic - stats.kendalltau(noisy, y).statistic)


def _measured(x: Floats, y: Floats, figures: int) -> dict[str, float]:
    within = tau_of_each(np.repeat(np.arange(figures), CAPTIONS), x, y, figures)
    return {
        "pearson": float(stats.pearsonr(x, y).statistic),
        "spearman": float(stats.spearmanr(x, y).statistic),
        "tau-b": float(stats.kendalltau(x, y).statistic),
        "within": float(np.nanmean(within)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=300)
    parser.add_argument("--figures", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    start = time.time()
    found = coverage(told.studies, told.figures)
    if told.json:
        print(json.dumps(found))
        return
    for name, share in found.items():
        print(f"{name:24} {share:6.1%}")
    print(f"{told.studies} studies of {told.figures} figures in {time.time() - start:.0f} s")


if __name__ == "__main__":
    main()
