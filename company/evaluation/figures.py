"""Accuracies over scored cases, each with an interval (paper, 4.2 and H.5): Acc, AccR, AccSE, AccSER, and groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import binomtest

from company.evaluation.scored import Scored
from company.families.dialogues.records import CHOSEN, mode_of

RESAMPLES = 2000
SEED = 1
CODE_CLOSE, TEXT_CLOSE = 0.85, 0.9
"""Similarities above which code counts as close to the reference, by an embedding of code and by one of text."""
_GROUPINGS: Mapping[str, Callable[[Scored], str]] = {
    "category": lambda case: case.category,
    "mode": lambda case: mode_of(case.category),
    "answered by": lambda case: "code" if is_code(case) else "choice",
    "domain": lambda case: case.domain,
    "register": lambda case: case.register,
}


@dataclass(frozen=True)
class Share:
    """A mean of cases, from 0 to 1."""

    value: float
    low: float
    """Of the 95 % interval, by resampling dialogues: the cases of one are not independent."""
    high: float
    cases: int

    def as_json(self) -> dict[str, float | int]:
        """As plain JSON values, rounded to 4 places."""
        return {
            "value": round(self.value, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "cases": self.cases,
        }


def is_code(case: Scored) -> bool:
    """Whether it is answered by code."""
    return case.category not in CHOSEN


def share(cases: Sequence[Scored], worth: Callable[[Scored], float], weight: Callable[[Scored], float]) -> Share:
    """The mean worth of cases by weight, with its interval. Raises ValueError where there is none."""
    if not cases:
        raise ValueError("there is no case to take a share of")
    places = {name: place for place, name in enumerate(dict.fromkeys(case.dialogue for case in cases))}
    worths, weights = np.zeros(len(places)), np.zeros(len(places))
    for case in cases:
        worths[places[case.dialogue]] += worth(case) * weight(case)
        weights[places[case.dialogue]] += weight(case)
    value = float(worths.sum() / weights.sum())
    drawn = np.random.default_rng(SEED).integers(len(places), size=(RESAMPLES, len(places)))
    means = worths[drawn].sum(axis=1) / weights[drawn].sum(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    if value in (0.0, 1.0):
        # Resamples of nothing but right cases hold nothing else; how few the dialogues are still counts.
        found = binomtest(round(value * len(places)), len(places)).proportion_ci(method="wilson")
        low, high = found.low, found.high
    return Share(value, float(low), float(high), len(cases))


def accuracy(cases: Sequence[Scored]) -> Share:
    """Acc: the share of cases that are right."""
    return share(cases, lambda case: case.right, lambda _: 1.0)


def official(cases: Sequence[Scored]) -> Share:
    """As the official evaluator counts: a case with n results counts n, when all of them are right."""
    return share(cases, lambda case: case.right, lambda case: len(case.intents))


def intents(cases: Sequence[Scored]) -> Share:
    """The share of single results that are right."""
    return share(cases, lambda case: sum(case.intents) / len(case.intents), lambda case: len(case.intents))


def with_recall(cases: Sequence[Scored]) -> Share:
    """AccR: right cases, each by the share of the reference's private functions that it calls (paper, equation 3)."""
    return share(cases, lambda case: case.right * _recall(case), lambda _: 1.0)


def with_similarity(cases: Sequence[Scored]) -> Share:
    """AccSE: right cases count whole, and wrong code by how close it is to the reference's (paper, equation 4)."""
    return share(cases, closeness, lambda _: 1.0)


def with_similarity_and_recall(cases: Sequence[Scored]) -> Share:
    """AccSER: the same, each by the share of the reference's private functions that it calls."""
    return share(cases, lambda case: closeness(case) * _recall(case), lambda _: 1.0)


def closeness(case: Scored) -> float:
    """1 for what is right; else 0.5 where both embeddings find it close, 0.25 where one does, and 0."""
    if case.right:
        return 1.0
    close = ((case.code_similarity or 0.0) > CODE_CLOSE) + ((case.text_similarity or 0.0) > TEXT_CLOSE)
    return (0.0, 0.25, 0.5)[close]


def has_similarity(cases: Sequence[Scored]) -> bool:
    """Whether similarities were computed for these cases: there is code, and all of it was compared."""
    codes = [case for case in cases if is_code(case)]
    return bool(codes) and all(None not in (case.code_similarity, case.text_similarity) for case in codes)


def _recall(case: Scored) -> float:
    return 1.0 if case.recall is None else case.recall


def summary(cases: Sequence[Scored]) -> dict[str, Any]:
    """All figures of scored cases, as plain JSON values."""
    private = [case for case in cases if case.recall is not None]
    codes = [case for case in cases if is_code(case)]
    similar = has_similarity(cases)
    groups = {
        name: {
            value: accuracy([case for case in cases if of(case) == value]).as_json()
            for value in dict.fromkeys(map(of, cases))
            if value
        }
        for name, of in _GROUPINGS.items()
    }
    return {
        "accuracy": accuracy(cases).as_json(),
        "official": official(cases).as_json(),
        "intents": intents(cases).as_json(),
        "accuracy_with_recall": with_recall(private).as_json() if private else None,
        "accuracy_with_similarity": with_similarity(cases).as_json() if similar else None,
        "accuracy_with_similarity_on_code": with_similarity(codes).as_json() if similar else None,
        "accuracy_with_similarity_and_recall": (
            with_similarity_and_recall(private).as_json() if similar and private else None
        ),
        "by": groups,
        "failures": dict(Counter(case.failure for case in cases if case.failure).most_common()),
        "errors": dict(Counter(case.error for case in cases if case.error).most_common()),
        "unanswered": sum(case.failure == "no response" for case in cases),
    }
