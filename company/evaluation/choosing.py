"""Which of a benchmark's cases are asked or scored: some categories, the first few, or all."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import islice

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.family.category import Category


def categories_named(named: str | Collection[str], known: Mapping[str, Category]) -> tuple[str, ...]:
    """Return the categories that are named, with commas between or one by one. Raises ConfigError.

    Where none is, all but those that are given as examples.
    """
    wanted = named.split(",") if isinstance(named, str) else named
    found = tuple(name.strip() for name in wanted if name.strip())
    if unknown := [name for name in found if name not in known]:
        raise ConfigError(f"there is no category {unknown[0]!r}; there are {', '.join(known)}")
    return found or tuple(name for name, category in known.items() if not category.shown)


def chosen(
    content: Benchmark, categories: str | Collection[str], limit: int | None, answered: Collection[str]
) -> Benchmark:
    """Return the benchmark with the cases alone that are scored: of these categories, the first `limit` of them.

    Where no category is named, all are taken, examples where they are answered. Raises ConfigError for a category that
    there is not or has no case here, and for a limit below 1.
    """
    if limit is not None and limit < 1:
        raise ConfigError(f"limit: {limit} is below 1; say how many cases are scored at the most")
    known = content.family.categories
    wanted = categories_named(categories, known) if categories else tuple(known)
    if categories and (absent := [name for name in wanted if not content.cases.get(name)]):
        there = ", ".join(name for name, lines in content.cases.items() if lines)
        raise ConfigError(f"the benchmark has no case of {absent[0]}; it has {there}")
    counts = content.family.scoring.counts
    kept = (
        line["data_id"]
        for category, lines in content.cases.items()
        if category in wanted
        for line in lines
        if counts(line) and (line["data_id"] in answered or not known[category].shown)
    )
    first = set(islice(kept, limit))
    cases = {
        category: tuple(line for line in lines if line["data_id"] in first) for category, lines in content.cases.items()
    }
    return replace(content, cases={category: lines for category, lines in cases.items() if lines})
