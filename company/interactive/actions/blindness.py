"""Options among which the right one cannot be told without knowing the answer: neither by its length nor by its words.

Whoever writes near-misses makes more of them than a case needs. Which of them are offered is drawn so that the right
option is as often the longest as the shortest, as often close to the question's words as far from them, and as often
the largest number as the smallest.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from company.records import Option

_POOL = 16
"""Near-misses that are tried in all combinations; of more, so many are drawn."""
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"(?<![\w.,])-?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?")
_ROUNDS = 60
"""Steps of the weighing; it changes little after half of them."""
_LEAST = 1e-9


def even(right: Option, wrong: Sequence[Option], count: int, question: str, chance: random.Random) -> list[Option]:
    """The right option and `count` of the wrong ones, in any order, drawn so that its looks do not betray it.

    All sets of wrong options are weighed so that the right one comes to each rank equally often, by length, by words
    shared with the question and by the size of the number in it, as far as the near-misses allow; one set is drawn.
    Options that read the same count once. Raises ValueError when fewer than `count` read differently.
    """
    found = _distinct(right, wrong)
    if len(found) < count:
        raise ValueError(f"{len(found)} near-misses read differently from the right option; {count} are wanted")
    pool = chance.sample(found, min(len(found), max(_POOL, count)))
    sets = list(combinations(range(len(pool)), count))
    sides = np.array([_sides(_measures(right, question), _measures(each, question)) for each in pool])
    weights = _weights(_ranks(sides, sets))
    options = [right, *(pool[place] for place in chance.choices(sets, weights)[0])]
    chance.shuffle(options)
    return options


def shared_words(text: str, question: str) -> int:
    """How many different words of a text stand in the question as well."""
    return len(words(text) & words(question))


def words(text: str) -> frozenset[str]:
    """The words and numbers of a text, in small letters."""
    return frozenset(_WORD.findall(text.casefold()))


def number_in(text: str) -> float | None:
    """The first number in a text; None where it has none."""
    found = _NUMBER.search(text)
    return float(found.group().replace(",", "")) if found else None


def _distinct(right: Option, wrong: Sequence[Option]) -> list[Option]:
    found = {_as_read(right): right}
    for each in wrong:
        found.setdefault(_as_read(each), each)
    return list(found.values())[1:]


def _as_read(option: Option) -> str:
    return " ".join(option.text.split()).casefold()


def _measures(option: Option, question: str) -> tuple[float | None, ...]:
    return len(option.text), shared_words(option.text, question), number_in(option.text)


def _sides(right: Sequence[float | None], other: Sequence[float | None]) -> list[int]:
    """For each measure, on which side of the right option another lies: -1 below, 0 level or not comparable, 1."""
    return [
        0 if ours is None or theirs is None else (theirs > ours) - (theirs < ours)
        for ours, theirs in zip(right, other, strict=True)
    ]


def _ranks(sides: Any, sets: Sequence[Sequence[int]]) -> Any:
    """How likely the right option is at each rank (last axis, from the lowest), by set and measure; ties by lot."""
    chosen = sides[np.array(sets, dtype=int)]
    low = (chosen < 0).sum(axis=1)[..., None]
    ties = (chosen == 0).sum(axis=1)[..., None]
    places = np.arange(chosen.shape[1] + 1)
    return ((places >= low) & (places <= low + ties)) / (ties + 1)


def _weights(ranks: Any) -> list[float]:
    """Weights of the sets that bring the right option to the wanted ranks as often as wanted (iterative scaling)."""
    wanted = _wanted(ranks.max(axis=0) > 0)
    weights = np.full(len(ranks), 1 / len(ranks))
    for _ in range(_ROUNDS):
        now = np.einsum("s,smr->mr", weights, ranks)
        steps = np.where(wanted > 0, np.log(np.maximum(wanted, _LEAST) / np.maximum(now, _LEAST)), 0.0)
        weights = weights * np.exp(np.einsum("smr,mr->s", ranks, steps) / ranks.shape[1])
        weights /= weights.sum()
    return [float(weight) for weight in weights]


def _wanted(possible: Any) -> Any:
    """How often each rank is wanted, by measure; what a rank that cannot be had is due goes to the nearest that can."""
    count = possible.shape[1]
    wanted = np.zeros(possible.shape)
    for measure, ranks in enumerate(possible):
        there = np.flatnonzero(ranks)
        for rank in range(count):
            wanted[measure, there[np.abs(there - rank).argmin()]] += 1 / count
    return wanted
