"""Accuracies over scored cases, each with an interval, and by the groups that their family names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from company.evaluation.scored import UNANSWERED, Scored
from company.statistics.intervals import of_share

NO_INTERVAL = "no_interval"
"""The key of the reason why a share has no interval."""
S = TypeVar("S", bound=Scored)


@dataclass(frozen=True)
class Share:
    """A mean of cases, from 0 to 1."""

    value: float
    low: float | None
    """Of the 95 % interval (`intervals`); None where all cases are of one cluster: nothing tells how clusters vary."""
    high: float | None
    cases: int
    clusters: int
    """How many groups of cases there are that are independent of one another."""

    def as_json(self) -> dict[str, float | int | str | None]:
        """Return the values as plain JSON, rounded to 4 places; where there is no interval, why."""
        return {
            "value": round(self.value, 4),
            "low": None if self.low is None else round(self.low, 4),
            "high": None if self.high is None else round(self.high, 4),
            "cases": self.cases,
            "clusters": self.clusters,
            **({NO_INTERVAL: "all cases are of one cluster"} if self.low is None else {}),
        }


def share(cases: Sequence[S], worth: Callable[[S], float], weight: Callable[[S], float]) -> Share:
    """Return the mean worth of cases by weight, with its interval. Raises ValueError where there is none."""
    return share_of([(case.cluster, worth(case), weight(case)) for case in cases])


def share_of(items: Sequence[tuple[str, float, float]]) -> Share:
    """Return the same of anything, of which each has a cluster, a worth from 0 to 1, and a weight."""
    if not items:
        raise ValueError("there is no case to take a share of")
    clusters = {name: row for row, name in enumerate(dict.fromkeys(cluster for cluster, _, _ in items))}
    worths, weights = np.zeros(len(clusters)), np.zeros(len(clusters))
    for cluster, worth, weight in items:
        worths[clusters[cluster]] += worth * weight
        weights[clusters[cluster]] += weight
    total = weights.sum()
    low, high = of_share(worths, weights, total**2 / sum(weight**2 for _, _, weight in items)) or (None, None)
    return Share(float(worths.sum() / total), low, high, len(items), len(clusters))


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
