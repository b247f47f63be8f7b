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

from company.families.shared.choices.records import Option

_POOL = 16
"""Near-misses that are tried in all combinations; of more, so many are drawn."""
_DRAWN = 2_000
"""Sets that are tried where options can be said in several ways."""
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"(?<![\w.,])-?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?")
_ROUNDS = 60
"""Steps of the weighing; it changes little after half of them."""
_LEAST = 1e-9


def even(right: Option, wrong: Sequence[Option], count: int, question: str, chance: random.Random) -> list[Option]:
    """Return the right option and `count` wrong ones, in any order, drawn so that its looks do not betray it.

    All sets of wrong options are weighed so that the right one comes to each rank equally often, by length, by words
    shared with the question and by the size of the number in it, as far as the near-misses allow; one set is drawn.
    Options that read the same count once. Raises ValueError when fewer than `count` read differently.
    """
    return worded([right], [[each] for each in wrong], count, question, chance)


def worded(
    right: Sequence[Option], wrong: Sequence[Sequence[Option]], count: int, question: str, chance: random.Random
) -> list[Option]:
    """Do as `even`, for options that can each be said in several ways: the wordings to show are drawn along.

    `right` are the wordings of the right option, and each of `wrong` those of a wrong one.
    """
    found = _distinct(right, wrong)
    if len(found) < count:
        raise ValueError(f"{len(found)} near-misses read differently from the right option; {count} are wanted")
    groups = chance.sample(found, min(len(found), max(_POOL, count)))
    pool = [(place, option) for place, group in enumerate(groups) for option in group]
    sets = _sets(len(right), [place for place, _ in pool], count, chance)
    measured = [_measures(option, question) for _, option in pool]
    sides = np.array([[_sides(_measures(each, question), other) for other in measured] for each in right])
    weights = _weights(_ranks(np.array([sides[said][list(members)] for said, members in sets])))
    said, members = chance.choices(sets, weights)[0]
    options = [right[said], *(pool[place][1] for place in members)]
    chance.shuffle(options)
    return options


def shared_words(text: str, question: str) -> int:
    """Count the different words of a text that are in the question as well."""
    return len(words(text) & words(question))


def words(text: str) -> frozenset[str]:
    """Return the words and numbers of a text, in small letters."""
    return frozenset(_WORD.findall(text.casefold()))


def number_in(text: str) -> float | None:
    """Return the first number in a text; None where it has none."""
    found = _NUMBER.search(text)
    return float(found.group().replace(",", "")) if found else None


def _distinct(right: Sequence[Option], wrong: Sequence[Sequence[Option]]) -> list[list[Option]]:
    """Return the wrong options with those of their wordings that no option before them has."""
    seen = {_as_read(option) for option in right}
    found = []
    for group in wrong:
        fresh = {_as_read(option): option for option in group if _as_read(option) not in seen}
        seen |= fresh.keys()
        found += [list(fresh.values())] if fresh else []
    return found


def _sets(ways: int, places: Sequence[int], count: int, chance: random.Random) -> list[tuple[int, tuple[int, ...]]]:
    """Return sets of a wording of the right option and `count` of different wrong ones: all of them, or a sample.

    `places` says of each wording in the pool which wrong option it belongs to.
    """
    if ways == 1 and len(set(places)) == len(places):
        return [(0, members) for members in combinations(range(len(places)), count)]
    own: dict[int, list[int]] = {}
    for at, place in enumerate(places):
        own.setdefault(place, []).append(at)
    drawn = (
        (chance.randrange(ways), tuple(chance.choice(own[place]) for place in chance.sample(sorted(own), count)))
        for _ in range(_DRAWN)
    )
    return list(dict.fromkeys(drawn))


def _as_read(option: Option) -> str:
    return " ".join(option.text.split()).casefold()


def _measures(option: Option, question: str) -> tuple[float | None, ...]:
    return len(option.text), shared_words(option.text, question), number_in(option.text)


def _sides(right: Sequence[float | None], other: Sequence[float | None]) -> list[int]:
    """Return on which side of the right option another lies, by measure: -1 below, 0 level or not comparable, 1."""
    return [
        0 if ours is None or theirs is None else (theirs > ours) - (theirs < ours)
        for ours, theirs in zip(right, other, strict=True)
    ]


def _ranks(chosen: Any) -> Any:
    """Return the chance of the right option at each rank (last axis, lowest first), by set and measure; ties by lot.

    `chosen` holds the sides of the wrong options of each set.
    """
    low = (chosen < 0).sum(axis=1)[..., None]
    ties = (chosen == 0).sum(axis=1)[..., None]
    places = np.arange(chosen.shape[1] + 1)
    return ((places >= low) & (places <= low + ties)) / (ties + 1)


def _weights(ranks: Any) -> list[float]:
    """Return weights of the sets that bring the right option to each rank as often as wanted (iterative scaling)."""
    wanted = _wanted(ranks.max(axis=0) > 0)
    weights = np.full(len(ranks), 1 / len(ranks))
    for _ in range(_ROUNDS):
        now = np.einsum("s,smr->mr", weights, ranks)
        steps = np.where(wanted > 0, np.log(np.maximum(wanted, _LEAST) / np.maximum(now, _LEAST)), 0.0)
        weights = weights * np.exp(np.einsum("smr,mr->s", ranks, steps) / ranks.shape[1])
        weights /= weights.sum()
    return [float(weight) for weight in weights]


def _wanted(possible: Any) -> Any:
    """Return how often each rank is wanted, by measure; an impossible rank's share goes to the nearest possible."""
    count = possible.shape[1]
    wanted = np.zeros(possible.shape)
    for measure, ranks in enumerate(possible):
        there = np.flatnonzero(ranks)
        for rank in range(count):
            wanted[measure, there[np.abs(there - rank).argmin()]] += 1 / count
    return wanted
