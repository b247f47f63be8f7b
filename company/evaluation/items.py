"""Whether a benchmark's cases tell models apart, from the answers of several of them (classical item analysis)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from company.evaluation.scored import Scored

Suspicion = Literal["answers agree against gold", "weaker models do better"]
RESAMPLES = 1000
SEED = 1
CONTRARY = -0.2
"""Discrimination below which a case works against the others."""
AGREEING = 2
"""Answers that must agree with one another, against the reference, to cast doubt on it."""


@dataclass(frozen=True)
class Item:
    """One case over several models."""

    data_id: str
    category: str
    difficulty: float
    """Share of models that are right, from 0 to 1; the higher, the easier."""
    discrimination: float | None
    """Correlation of being right here with being right on all other cases; None where all models are alike."""
    agreeing: int
    """Models that agree on one and the same other answer; 0 where no two do."""
    suspicions: tuple[Suspicion, ...]


@dataclass(frozen=True)
class Ranked:
    """A model's place among the others."""

    model: str
    accuracy: float
    low: int
    """Of its rank's 95 % interval, by resampling clusters of cases; 1 is the best."""
    high: int
    first: float
    """Share of the resamples in which it comes first, alone or with others."""


def items(answers: dict[str, Sequence[Scored]]) -> list[Item]:
    """Return every case that all models have answered, in the first model's order. Raises ValueError for no model."""
    if not answers:
        raise ValueError("there are no answers to look at; give at least one log")
    by_model = [{case.data_id: case for case in cases} for cases in answers.values()]
    shared = [data_id for data_id in by_model[0] if all(data_id in cases for cases in by_model)]
    right = np.array([[cases[data_id].right for data_id in shared] for cases in by_model], dtype=float)
    return [
        _item([cases[data_id] for cases in by_model], right[:, place], right.sum(axis=1) - right[:, place])
        for place, data_id in enumerate(shared)
    ]


def _item(cases: Sequence[Scored], right: NDArray[np.float64], rest: NDArray[np.float64]) -> Item:
    others = Counter(case.outcome for case in cases if not case.right and case.outcome is not None)
    most = max(others.values(), default=0)
    agreeing = most if most >= AGREEING else 0
    varied = len(cases) > 2 and right.std() > 0 and rest.std() > 0
    discrimination = float(np.corrcoef(right, rest)[0, 1]) if varied else None
    found: list[Suspicion] = []
    if agreeing > right.sum():
        found.append("answers agree against gold")
    if discrimination is not None and discrimination < CONTRARY:
        found.append("weaker models do better")
    return Item(cases[0].data_id, cases[0].category, float(right.mean()), discrimination, agreeing, tuple(found))


def ranks(answers: dict[str, Sequence[Scored]]) -> list[Ranked]:
    """Return the models from the best, each with the ranks it could as well have, on what all have answered."""
    shared = set.intersection(*({case.data_id for case in cases} for cases in answers.values())) if answers else set()
    first = next(iter(answers.values()), ())
    places = {name: place for place, name in enumerate(dict.fromkeys(c.cluster for c in first if c.data_id in shared))}
    if not places:
        return []
    right = np.zeros((len(answers), len(places)))
    counts = np.zeros(len(places))
    for row, cases in enumerate(answers.values()):
        for case in cases:
            if case.data_id in shared:
                right[row, places[case.cluster]] += case.right
                counts[places[case.cluster]] += row == 0
    drawn = np.random.default_rng(SEED).integers(len(places), size=(RESAMPLES, len(places)))
    means = right[:, drawn].sum(axis=2) / counts[drawn].sum(axis=1)
    # A model's rank is one more than the models that are better.
    rank = 1 + (means[None, :, :] > means[:, None, :] + 1e-12).sum(axis=1)
    found = [
        Ranked(
            model,
            float(right[row].sum() / counts.sum()),
            int(np.quantile(rank[row], 0.025, method="lower")),
            int(np.quantile(rank[row], 0.975, method="higher")),
            float((rank[row] == 1).mean()),
        )
        for row, model in enumerate(answers)
    ]
    return sorted(found, key=lambda each: -each.accuracy)
