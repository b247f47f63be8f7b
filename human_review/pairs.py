"""Cohen's kappa of each two people who judged the same items, and the mean of these: who agrees with whom.

Kappa is of two raters. Where the people behind an item's two slots change from item to item, there are as many kappas
as pairs of people; one over "the first" and "the second" verdict would be of raters who do not exist.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from company.statistics.resampling import Floats, over
from human_review.resampling import Measure, measured, weights

UNDEFINED = "no two people can be compared: of each pair, both said the same of every item"


@dataclass(frozen=True)
class Pair:
    """Two people and how far they agree."""

    one: int
    other: int
    items: int
    """That both judged."""
    raw: float
    kappa: Measure


def pairs(
    labels: Sequence[Sequence[str]], who: Sequence[Sequence[int]], known: Sequence[str], chance: np.random.Generator
) -> tuple[tuple[Pair, ...], Measure]:
    """Return all pairs, by their numbers, and the mean kappa, each pair as heavy as it has items.

    `who` are the people behind the labels of each item. Pairs whose kappa is not defined are no part of the mean.
    """
    people = sorted({each for item in who for each in item})
    if len(people) < 2 or not labels:
        return (), Measure(None, undefined="no two people judged the same item")
    table, counts = _patterns(labels, who, people, known)
    weighed = weights(counts, chance)
    found: list[Pair] = []
    above, below = np.zeros(len(weighed)), np.zeros(len(weighed))
    for one, other in combinations(range(len(people)), 2):
        both = (table[:, one] >= 0) & (table[:, other] >= 0)
        items = int(counts[both].sum())
        if not items:
            continue
        raw, kappa = _kappa(table[both][:, [one, other]], len(known), weighed[:, both])
        total = weighed[:, both].sum(axis=1)
        above += np.where(np.isnan(kappa), 0.0, np.nan_to_num(kappa) * total)
        below += np.where(np.isnan(kappa), 0.0, total)
        why = "both said the same of every item: chance would agree as well"
        found.append(Pair(people[one], people[other], items, float(raw[0]), measured(kappa, items, why)))
    return tuple(found), measured(over(above, below), int(counts.sum()), UNDEFINED)


def _patterns(
    labels: Sequence[Sequence[str]], who: Sequence[Sequence[int]], people: Sequence[int], known: Sequence[str]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return distinct rows of the table items x people, as numbers of classes (-1: no verdict), and their counts."""
    place = {name: number for number, name in enumerate(known)}
    column = {each: number for number, each in enumerate(people)}
    rows = np.full((len(labels), len(people)), -1, dtype=np.int64)
    for row, item, raters in zip(rows, labels, who, strict=True):
        for label, rater in zip(item, raters, strict=True):
            row[column[rater]] = place[label]
    found, counts = np.unique(rows, axis=0, return_counts=True)
    return found, counts.astype(np.int64)


def _kappa(both: NDArray[np.int64], classes: int, weighed: Floats) -> tuple[Floats, Floats]:
    """Return raw agreement and kappa of two columns, for each row of weights."""
    first, second = (np.eye(classes)[both[:, rater]] for rater in (0, 1))
    total = weighed.sum(axis=1)
    same = over(weighed @ (first * second).sum(axis=1), total)
    expected = over(((weighed @ first) * (weighed @ second)).sum(axis=1), total**2)
    return same, over(same - expected, 1 - expected)
