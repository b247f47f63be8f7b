"""Blind baselines: rules that choose a letter without reading what is asked. None may do better than chance, or worse.

A benchmark whose right options are longer, or share more words with the question, measures something else than data
analysis.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Line = Mapping[str, Any]
Score = Callable[[Line, Mapping[str, Any]], float]
"""What a rule thinks of an option of a case; it takes the best, any of several equal ones."""


@dataclass(frozen=True)
class Baseline:
    """How a blind rule does on the choice cases of a benchmark."""

    rule: str
    share: float
    """Of cases that it gets right; where it cannot decide between options, the part of a case that guessing gives."""
    chance: float
    """What guessing gives: the mean of 1/k over the cases."""
    low: float
    high: float
    """The 95 % interval of what guessing gives."""

    @property
    def blind(self) -> bool:
        """Whether the rule does as well as chance."""
        return self.low <= self.share <= self.high


def baselines(cases: Sequence[Line]) -> list[Baseline]:
    """Return the score of each rule on these cases, which have the field `choice`; none where there are no cases."""
    if not cases:
        return []
    letters = Counter(option["letter"] for case in cases for option in _options(case) if not option["slip"])
    rules: dict[str, Score] = {
        "always A": lambda case, option: option["letter"] == "A",
        "the most frequent letter": lambda case, option: letters[option["letter"]],
        "the longest option": lambda case, option: len(option["text"]),
        "the shortest option": lambda case, option: -len(option["text"]),
        "the option closest by words": lambda case, option: _overlap(case["choice"]["question"], option["text"]),
        "the option farthest by words": lambda case, option: -_overlap(case["choice"]["question"], option["text"]),
    }
    chances = [1 / len(_options(case)) for case in cases]
    chance = sum(chances) / len(cases)
    margin = 1.96 * math.sqrt(sum(one * (1 - one) for one in chances)) / len(cases)
    return [
        Baseline(rule, _share(cases, score), chance, max(0.0, chance - margin), min(1.0, chance + margin))
        for rule, score in rules.items()
    ]


def _options(case: Line) -> Sequence[Mapping[str, Any]]:
    options: Sequence[Mapping[str, Any]] = case["choice"]["options"]
    return options


def _share(cases: Sequence[Line], score: Score) -> float:
    right = 0.0
    for case in cases:
        scores = [score(case, option) for option in _options(case)]
        best = [option for option, each in zip(_options(case), scores, strict=True) if each == max(scores)]
        right += sum(not option["slip"] for option in best) / len(best)
    return right / len(cases)


def _overlap(question: str, text: str) -> float:
    """Share of an option's words that the question has."""
    words = _words(text)
    return len(words & _words(question)) / len(words) if words else 0.0


def _words(text: str) -> set[str]:
    return set(re.findall(r"[\w.]+", text.casefold()))
