"""How much the cases of a benchmark take, as their lines say."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from company.families.dialogues.body.difficulty import Difficulty

MANY = 3
"""Preparing steps from which on cases are counted together."""


def told_of(entries: Sequence[Mapping[str, Any]]) -> list[Difficulty]:
    """Return what the lines say of the difficulty of their cases, as far as they do."""
    return [said for entry in entries if (said := Difficulty.of(entry))]


def quartiles(told: Sequence[Difficulty]) -> dict[str, tuple[int, int, int, int]]:
    """Return of each count the three quartiles and the greatest, by its name."""
    counts = {
        "preparing steps": [each.steps for each in told],
        "variables of earlier turns": [each.variables for each in told],
        "kinds of operation": [each.operations for each in told],
    }
    return {name: (*_quartiles(values), max(values)) for name, values in counts.items()}


def _quartiles(values: Sequence[int]) -> tuple[int, int, int]:
    """Return counts that cases have, and no means of two of them."""
    ordered = sorted(values)
    return ordered[len(ordered) // 4], statistics.median_low(ordered), ordered[3 * len(ordered) // 4]


def by_steps(told: Sequence[Difficulty]) -> dict[str, int]:
    """Return how many cases have each number of preparing steps, those with many of them together."""
    counts = Counter(min(each.steps, MANY) for each in told)
    return {_steps(number): counts[number] for number in range(MANY + 1)}


def _steps(number: int) -> str:
    return f"{number}{' or more' if number == MANY else ''} preparing step{'' if number == 1 else 's'}"
