"""A rule of words that is learned: which words do right options have, and which wrong ones, in other dialogues?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from company.families.shared.choices.words import Line, Option, options_of, shares, words_of


def by_learning(cases: Sequence[Line], clusters: Sequence[str]) -> list[float]:
    """Return which part of each case a bag of words gets right (naive Bayes) that learned from all other dialogues.

    `clusters` names the dialogue of each case.
    """
    told = [[_features(case, option) for option in options_of(case)] for case in cases]
    sides = [_counted(case, options) for case, options in zip(cases, told, strict=True)]
    whole = [sum(side, Counter[str]()) for side in zip(*sides, strict=True)]
    own: dict[str, list[Counter[str]]] = {}
    for cluster, side in zip(clusters, sides, strict=True):
        known = own.setdefault(cluster, [Counter(), Counter()])
        own[cluster] = [one + more for one, more in zip(known, side, strict=True)]
    found = []
    for case, options, cluster in zip(cases, told, clusters, strict=True):
        right, wrong = (all_of - known for all_of, known in zip(whole, own[cluster], strict=True))
        found.append(shares(case, [round(_speaks_for(each, right, wrong), 9) for each in options]))
    return found


_EACH = "<each>"
"""Counts the options themselves."""


def _features(case: Line, option: Option) -> frozenset[str]:
    """Return the words of an option, told apart by whether the question has them, too."""
    asked = words_of(case["choice"]["question"])
    return frozenset(f"{word} asked" if word in asked else word for word in words_of(option["text"]))


def _counted(case: Line, options: Sequence[frozenset[str]]) -> tuple[Counter[str], Counter[str]]:
    """Return in how many right and wrong options of a case each word is."""
    right, wrong = Counter[str](), Counter[str]()
    for option, words in zip(options_of(case), options, strict=True):
        (wrong if option["slip"] else right).update([_EACH, *words])
    return right, wrong


def _speaks_for(words: frozenset[str], right: Counter[str], wrong: Counter[str]) -> float:
    """Return by how much these words speak for an option being right: the sum of their log odds, smoothed."""
    return sum(
        math.log((right[word] + 1) / (right[_EACH] + 2)) - math.log((wrong[word] + 1) / (wrong[_EACH] + 2))
        for word in sorted(words)
    )
