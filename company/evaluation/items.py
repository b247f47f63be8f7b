"""Whether a benchmark's cases tell models apart, from the answers of several of them (classical item analysis)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from company.evaluation.scored import Scored
from company.statistics.intervals import LEVEL, Difference, of_difference

Suspicion = Literal["answers agree against gold", "weaker models do better"]
Flags = NDArray[np.bool_]
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
    """The best and the worst rank that it could as well have, by 95 % intervals of differences; 1 is the best."""
    high: int
    behind: Difference | None
    """How far its accuracy lies above the first one's, which is never more than 0; None for the first."""


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
    """Return the models from the best, each with the ranks it could as well have, on what all have answered.

    A model could have the rank of each other from which it does not surely differ. Intervals are as much wider as one
    wrong among all of a model's comparisons asks for (Bonferroni).
    """
    right, counts = _by_case(answers)
    if not counts.size:
        return []
    several = 1 - (1 - LEVEL) / max(1, len(answers) - 1)
    order = sorted(answers, key=lambda name: -right[name].sum())
    found = []
    for name in order:
        others = [_difference(right[name], right[other], counts, several) for other in order if other != name]
        worse = sum(each.sure and each.value < 0 for each in others)
        better = sum(each.sure and each.value > 0 for each in others)
        behind = None if name == order[0] else _difference(right[name], right[order[0]], counts, LEVEL)
        accuracy = float(right[name].sum() / counts.shape[1])
        found.append(Ranked(name, accuracy, 1 + worse, len(order) - better, behind))
    return found


def _by_case(answers: dict[str, Sequence[Scored]]) -> tuple[dict[str, Flags], Flags]:
    """Return which cases that all have answered each model has right, and which cluster has which case, as a matrix."""
    by_model = {name: {case.data_id: case for case in cases} for name, cases in answers.items()}
    shared = sorted(set.intersection(*(set(cases) for cases in by_model.values()))) if by_model else []
    right = {name: np.array([cases[each].right for each in shared]) for name, cases in by_model.items()}
    first = next(iter(by_model.values()), {})
    names = [first[each].cluster for each in shared]
    return right, np.array([[name == cluster for name in names] for cluster in dict.fromkeys(names)])


def _difference(one: Flags, other: Flags, members: Flags, level: float) -> Difference:
    ahead, behind = members @ (one & ~other).astype(float), members @ (other & ~one).astype(float)
    return of_difference(ahead, behind, members.sum(axis=1).astype(float), level)
