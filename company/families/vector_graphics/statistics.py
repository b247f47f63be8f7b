"""Drawings and questions in figures, counted on their lines."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from company.families.vector_graphics.body import is_drawn, options_of_line

Line = Mapping[str, Any]
Cases = Mapping[str, Sequence[Line]]
LENGTHS = (1000, 2000, 3000, 4000)
"""Characters of code between which cases are counted, as the seed does (table 8)."""
SELDOM = 0.04
"""Share of the answers of a type below which an answer is among the others (the seed, figure 4)."""


def class_of(length: int) -> str:
    """Return between which lengths code is, in words."""
    at = bisect_right(LENGTHS, length)
    if at == len(LENGTHS):
        return f"{LENGTHS[-1]:,} and more"
    return f"{LENGTHS[at - 1] if at else 0:,} to {LENGTHS[at]:,}"


def classes() -> tuple[str, ...]:
    """Return all classes of lengths, in order."""
    return tuple(class_of(each) for each in (0, *LENGTHS))


def by_length(lines: Sequence[Line]) -> dict[str, int]:
    """Return how many cases have code of each class of lengths."""
    counts = Counter(class_of(line["length"]) for line in lines)
    return {name: counts[name] for name in classes()}


def right_answers(lines: Sequence[Line]) -> dict[str, int]:
    """Return how often each right answer is given, the most frequent first; seldom ones together."""
    rights = Counter(
        each["text"] for line in lines if not is_drawn(line) for each in options_of_line(line) if not each["slip"]
    )
    kept = {name: count for name, count in rights.most_common() if count >= SELDOM * rights.total()}
    others = rights.total() - sum(kept.values())
    return {**kept, **({"others": others} if others else {})}


def told_of(cases: Cases) -> dict[str, dict[str, Any]]:
    """Return of each category: cases, those that are executed, lengths, right answers, readings without the code."""
    found = {}
    for name, lines in cases.items():
        if not lines:
            continue
        facts = sum(len(line.get("checklist", ())) for line in lines)
        readings = sum(line.get("blind", {}).get("readings", 0) for line in lines)
        right = sum(line.get("blind", {}).get("right", 0) for line in lines)
        found[name] = {
            "cases": len(lines),
            "executed": sum(line["proof"] == "executed" for line in lines),
            "themes": len({line["theme"] for line in lines}),
            "lengths": by_length(lines),
            "answers": right_answers(lines),
            "facts": facts,
            "blind": {"readings": readings, "right": right},
        }
    return found
