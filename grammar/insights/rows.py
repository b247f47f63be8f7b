"""Questions about rows of the table: by group, against the whole, and how two columns go together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grammar import insight_words as words_of
from grammar.choice_drafts import Draft
from grammar.insights.drafts import CLEAR, Brief, claimed, filled, rows_of, valued
from grammar.insights.labelled import at_rank, clearly_at_rank
from grammar.insights.unlabelled import apart_by_name, biggest_share, possible, relation
from grammar.openers import speaks_of
from grammar.steps.base import plain

_PER_GROUP = 5
"""Rows that each group of a column has on average, where the groups are compared."""


def findings_on_rows(
    name: str, columns: Sequence[Mapping[str, Any]], count: int, brief: Brief, chance: random.Random
) -> Iterator[Draft]:
    """Findings on rows of the table: by group, against the whole, and on how two columns go together."""
    measures = _spoken_of([c for c in columns if c.get("numeric") and c["role"] == "measure"], brief, chance)
    groups = _spoken_of(
        [
            column
            for column in columns
            if column["role"] in ("category", "ordered_category") and 3 <= column["distinct"] <= count / _PER_GROUP
        ],
        brief,
        chance,
    )
    table, rows = brief["table"]["variable"], rows_of(brief)
    for group in groups[:1]:
        words = {"group": plain(group), "rows": rows}
        distinct = next(column["distinct"] for column in columns if column["name"] == group)
        if measures and distinct >= 4:
            options = _best_group(name, table, group, measures[0], measures[1:2])
            yield valued(chance.choice(words_of.GROUP), options, measure=plain(measures[0]), **words)
        if distinct >= 3 and not _narrowed(group, brief):
            shares = f"{name}[{group!r}].value_counts(normalize=True)"
            whole = f"{table}[{group!r}].value_counts(normalize=True)"
            options = [
                *biggest_share(shares),
                possible(f"round(100 * {whole}.iloc[0], 1)", "in the whole table", shares),
            ]
            yield valued(chance.choice(words_of.COMMON), options, **words)
    untouched = [measure for measure in measures if not _narrowed(measure, brief)]
    if untouched and count < 0.95 * brief["table"]["rows"]:
        yield _against(f"{name}[{untouched[0]!r}]", f"{table}[{untouched[0]!r}]", plain(untouched[0]), rows, chance)
    if len(measures) >= 2:
        one, other = measures[:2]
        if not apart_by_name(one, other):
            return
        here = f" among these {rows}" if count < brief["table"]["rows"] else ""
        yield relation(f"{name}[{one!r}].corr({name}[{other!r}])", plain(one), plain(other), here, chance)


def _against(here: str, whole: str, measure: str, rows: str, chance: random.Random) -> Draft:
    """Rows against the whole table: mean and spread of a column."""
    apart = f"{CLEAR} * {whole}.std()"
    claims = [
        (
            filled(texts, measure=measure, rows=rows),
            f"{_beyond(f'{here}.mean()', a, f'{whole}.mean()', apart)} and "
            f"{_beyond(f'{here}.std()', b, f'{whole}.std()', apart)}",
        )
        for texts, a, b in words_of.AGAINST
    ]
    question = chance.choice(words_of.AGAINST_CLAIMS).format(measure=measure, rows=rows)
    return claimed(question, claims, "mean or spread misread")


def _beyond(one: str, sign: str, other: str, apart: str) -> str:
    """Whether one number is clearly above (">") or below ("<") another, in code."""
    return f"{one} > {other} + {apart}" if sign == ">" else f"{one} < {other} - {apart}"


def _narrowed(column: str, brief: Brief) -> bool:
    """Whether the code picks rows by a column, so that the rows' values of it are no surprise."""
    return column in brief["code"]


def _spoken_of(columns: Sequence[Mapping[str, Any]], brief: Brief, chance: random.Random) -> list[str]:
    """Those columns that the client speaks of, in any order but the goal's and the plan's first."""
    scenario = brief["scenario"]
    wanted = f"{scenario['goal']} {scenario['description']} {brief['question']}"
    names = [column["name"] for column in columns]
    both = [name for name in names if speaks_of(f"{wanted} {brief['query']}", name)]
    return sorted(chance.sample(both, len(both)), key=lambda name: not speaks_of(wanted, name))


def _best_group(name: str, table: str, group: str, measure: str, others: Sequence[str]) -> list[tuple[str, str]]:
    """The group with the highest mean, and those that come first otherwise."""
    by = f"{name}.groupby({group!r})"
    means = f"{by}[{measure!r}].mean()"
    return [
        (clearly_at_rank(means, 0), ""),
        (f"{by}[{measure!r}].median().idxmax()", "by the median instead"),
        (f"{by}[{measure!r}].sum().idxmax()", "by the sum instead"),
        (f"{by}[{measure!r}].max().idxmax()", "by the largest value instead"),
        (f"{by}.size().idxmax()", "by the number of rows instead"),
        (f"{table}.groupby({group!r})[{measure!r}].mean().idxmax()", "in the whole table instead"),
        *((f"{by}[{other!r}].mean().idxmax()", "by another column") for other in others),
        (at_rank(means, 1), "the second by rank"),
        (at_rank(means, 2), "the third by rank"),
        (at_rank(means, 3), "the fourth by rank"),
        (at_rank(means, 4), "the fifth by rank"),
        (at_rank(means, -1), "the lowest instead"),
    ]
