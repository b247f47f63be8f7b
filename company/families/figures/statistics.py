"""Figure cases in figures, counted on their lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Line = Mapping[str, Any]
MATPLOTBENCH_WORDS = {"simple": 137, "expert": 248}
"""Median words of its 100 queries, counted as here."""
Cases = Mapping[str, Sequence[Line]]


def counts_of(cases: Cases) -> dict[str, Counter[str]]:
    """Return counts over the lines of a benchmark: categories, types of plot, difficulties, what is required."""
    lines = [line for each in cases.values() for line in each]
    required = Counter(each["aspect"] for line in lines for each in line.get("requirements", ()))
    return {
        "categories": Counter(line["category"] for line in lines),
        "types of plot": Counter(line["plot_type"] for line in lines),
        "difficulty": Counter(line["difficulty"] for line in lines),
        "required": Counter({name: count for name, count in required.items() if name in ("text", "order", "colour")}),
        "halves": Counter(line["half"] for line in lines if "half" in line),
        "also from the simple query alone": _of_simple([line for line in lines if "half" not in line]),
    }


def _of_simple(lines: Sequence[Line]) -> Counter[str]:
    """Return how many figures come of the simple query alone, too, of how many."""
    same = sum(bool((line.get("blind") or {}).get("simple")) for line in lines)
    return Counter({"the same": same, "of": len(lines)})


def words_of(cases: Cases) -> dict[str, float]:
    """Return the median number of words of both queries, as far as the lines have them."""
    lines = [line for each in cases.values() for line in each]
    found = {}
    for name, field in (("simple", "current_query"), ("expert", "expert_query")):
        counts = sorted(len(line[field].split()) for line in lines if line.get(field))
        if counts:
            found[name] = float(counts[len(counts) // 2])
    return found


def rows_of(counts: Mapping[str, Counter[str]]) -> Iterator[tuple[str, str]]:
    """Yield the counts of a benchmark as rows: what is counted, and how many of each kind, the most frequent first."""
    for name, each in counts.items():
        if each.total():
            yield name, ", ".join(f"{count:,} {kind}" for kind, count in each.most_common())
