"""Questions about rows of the table: by group, against the whole, and which column tells of another."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grammar.choice_drafts import Draft
from grammar.insights.drafts import Brief, asked, both_of, in_words_of, rows_of
from grammar.insights.labelled import figures_by, on_labels
from grammar.insights.unlabelled import closest
from grammar.openers import speaks_of

_PER_GROUP = 5
"""Rows that each group of a column has on average, where the groups are compared."""


def findings_on_rows(
    name: str, columns: Sequence[Mapping[str, Any]], count: int, brief: Brief, chance: random.Random
) -> Iterator[Draft]:
    """Findings on rows of the table: by group, against the whole, and on which column tells of another."""
    measures = _spoken_of([c for c in columns if c.get("numeric") and c.get("role") == "measure"], brief, chance)
    kinds = [column for column in columns if column.get("role") in ("category", "ordered_category")]
    groups = _spoken_of([each for each in kinds if 3 <= each.get("distinct", 0) <= count / _PER_GROUP], brief, chance)
    for group in [each for each in groups if not _narrowed(each, brief)][:1]:
        column = next(each for each in columns if each["name"] == group)
        if measures:
            means = f"{name}.groupby({group!r})[{measures[0]!r}].mean()"
            what = f"mean {in_words_of(brief, measures[0])}"
            yield on_labels("leading", figures_by(column, means, brief, what=what), chance)
        yield on_labels("concentrated", figures_by(column, f"{name}[{group!r}].value_counts()", brief), chance)
    table, rows = brief["table"]["variable"], rows_of(brief)
    untouched = [measure for measure in measures if not _narrowed(measure, brief)]
    if untouched and count < 0.95 * brief["table"]["rows"]:
        words = {"measure": in_words_of(brief, untouched[0]), **both_of(brief)}
        code = {"here": f"{name}[{untouched[0]!r}]", "whole": f"{table}[{untouched[0]!r}]"}
        yield asked("against", chance, words, code)
    if measures:
        here = f" among these {rows}" if count < brief["table"]["rows"] else ""
        others = [each["name"] for each in columns if each.get("numeric") and each.get("role") == "measure"]
        yield from closest(name, measures[0], others, brief, chance, here=here)


def _narrowed(column: str, brief: Brief) -> bool:
    """Whether the code picks rows by a column, so that the rows' values of it are no surprise."""
    return column in brief["code"]


def _spoken_of(columns: Sequence[Mapping[str, Any]], brief: Brief, chance: random.Random) -> list[str]:
    """Those columns that the client speaks of, in any order but the goal's and the plan's first."""
    scenario = brief["scenario"]
    wanted = f"{scenario['goal']} {brief['question']}"
    names = [column["name"] for column in columns]
    both = [name for name in names if speaks_of(f"{wanted} {brief['query']}", name)]
    return sorted(chance.sample(both, len(both)), key=lambda name: not speaks_of(wanted, name))
