"""Accuracies over scored cases, each with an interval, and by the groups that their family names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from scipy.stats import binomtest

from company.evaluation.scored import UNANSWERED, Scored

RESAMPLES = 2000
SEED = 1
S = TypeVar("S", bound=Scored)


@dataclass(frozen=True)
class Share:
    """A mean of cases, from 0 to 1."""

    value: float
    low: float
    """Of the 95 % interval, by resampling clusters: the cases of one are not independent."""
    high: float
    cases: int

    def as_json(self) -> dict[str, float | int]:
        """Return the values as plain JSON, rounded to 4 places."""
        return {
            "value": round(self.value, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "cases": self.cases,
        }


def share(cases: Sequence[S], worth: Callable[[S], float], weight: Callable[[S], float]) -> Share:
    """Return the mean worth of cases by weight, with its interval. Raises ValueError where there is none."""
    if not cases:
        raise ValueError("there is no case to take a share of")
    clusters = {name: row for row, name in enumerate(dict.fromkeys(case.cluster for case in cases))}
    worths, weights = np.zeros(len(clusters)), np.zeros(len(clusters))
    for case in cases:
        worths[clusters[case.cluster]] += worth(case) * weight(case)
        weights[clusters[case.cluster]] += weight(case)
    value = float(worths.sum() / weights.sum())
    drawn = np.random.default_rng(SEED).integers(len(clusters), size=(RESAMPLES, len(clusters)))
    means = worths[drawn].sum(axis=1) / weights[drawn].sum(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    if value in (0.0, 1.0):
        # Resamples of nothing but right cases hold nothing else; how few the clusters are still counts.
        interval = binomtest(round(value * len(clusters)), len(clusters)).proportion_ci(method="wilson")
        low, high = interval.low, interval.high
    return Share(value, float(low), float(high), len(cases))


def accuracy(cases: Sequence[Scored]) -> Share:
    """Return the share of cases that are right."""
    return share(cases, lambda case: case.right, lambda _: 1.0)


def mean_value(cases: Sequence[Scored]) -> Share | None:
    """Return the mean of graded scores; None where scores are not graded."""
    if all(case.value is None for case in cases):
        return None
    return share(cases, lambda case: case.value or 0.0, lambda _: 1.0)


def by_group(cases: Sequence[Scored]) -> dict[str, dict[str, Any]]:
    """Return grouping → its value → accuracy, as plain JSON values, in the order in which the cases name them."""
    groupings = dict.fromkeys(name for case in cases for name in case.groups)
    return {
        name: {
            value: accuracy([case for case in cases if case.groups.get(name) == value]).as_json()
            for value in dict.fromkeys(case.groups.get(name) for case in cases)
            if value
        }
        for name in groupings
    }


def failures(cases: Sequence[Scored]) -> dict[str, int]:
    """Return failure → how many cases came to it, the most frequent first."""
    return dict(Counter(case.failure for case in cases if case.failure).most_common())


def unanswered(cases: Sequence[Scored]) -> int:
    """Count the cases without a response."""
    return sum(case.failure == UNANSWERED for case in cases)


def summary(cases: Sequence[Scored]) -> dict[str, Any]:
    """Return the figures of scored cases that every family has, as plain JSON values."""
    value = mean_value(cases)
    return {
        "accuracy": accuracy(cases).as_json(),
        **({} if value is None else {"value": value.as_json()}),
        "by": by_group(cases),
        "failures": failures(cases),
        "unanswered": unanswered(cases),
    }
