"""Questions about numbers by label: with which to begin, which to treat apart, and where most of the rows are."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from grammar import insight_words as words_of
from grammar.choice_drafts import Draft
from grammar.insights.drafts import Brief, Claim, filled, first_of, of_kinds, rows_of
from grammar.result_words import words_for
from grammar.steps.base import plain
from grammar.voices import plural

STATISTICS = frozenset(
    {"count", "mean", "median", "std", "var", "min", "max", "sum", "25%", "50%", "75%", "range", "iqr"}
)
"""Labels that are no things to choose among."""
_LEAPING, _STEPPING = 0.51, 0.49
"""The part of the way from last to first that one gap takes up where somebody stands apart, and where nobody does."""
_ALIKE, _AHEAD = 1.09, 1.11
"""Numbers within the first factor are less than a tenth apart, those beyond the second more."""
_STEPS_TOLD = 0.2
"""How often it is asked who stands apart where nobody does, which is so for most numbers: else "none" were no guess."""
_LABELS = 3
"""So many of the highest labels are spoken of, and the lowest."""


@dataclass(frozen=True)
class Figures:
    """Numbers by label."""

    code: str
    """A series, in code."""
    what: str
    """What the numbers are, e.g. "mean price"."""
    of: str
    """What the labels are, in the singular."""
    known: Mapping[Any, float]
    """Those that the brief shows."""
    count: int
    rows: str
    """What the table's rows are, in the plural."""
    first: str
    """What the client is called."""

    @property
    def words(self) -> dict[str, str]:
        """What is filled into questions."""
        return {
            "what": self.what,
            "of": self.of,
            "many": plural(self.of),
            "rows": self.rows,
            "first": self.first,
        }

    @property
    def labels(self) -> list[Any]:
        """Labels worth a statement: the highest that are known, and the lowest."""
        ordered = sorted(self.known, key=lambda label: -self.known[label])
        return list(dict.fromkeys([*ordered[:_LABELS], *ordered[-1:]]))


def figures_of(
    name: str, code: str, of: str | None, known: Mapping[Any, float], count: int, brief: Brief
) -> Figures | None:
    """Numbers by label; None where there are no words for the numbers, or for the labels."""
    of = _group_of(list(known), brief, of)
    counted = all(isinstance(value, int) for value in known.values())
    what = words_for(name, brief["query"], rows_of(brief), counted=counted)
    if not of or not what or STATISTICS.issuperset(known):
        return None
    return Figures(code, what, of, known, count, rows_of(brief), first_of(brief))


def _group_of(labels: Sequence[Any], brief: Brief, named: str | None = None) -> str | None:
    """What labels are: the column whose values they are, or "column" where they are columns; None where unclear."""
    columns = brief["table"]["columns"]
    if {column["name"] for column in columns}.issuperset(labels):
        return "column"
    for column in columns:
        values = {str(value) for value, _ in column.get("values", ())}
        if column["name"] == named or (named is None and 2 * len(values.intersection(labels)) > len(labels)):
            return plain(column["name"])
    return None


def findings_on_labels(figures: Figures | None, chance: random.Random) -> Iterator[Draft]:
    """Findings on numbers by label, where there are words for them."""
    if figures is None or figures.count < 2 or len(figures.known) < 2:
        return
    if min(figures.known.values()) > 0 and figures.count >= 3:
        yield leading(figures, chance)
    if figures.count >= 4 and (_leaps(figures) or chance.random() < _STEPS_TOLD):
        yield apart(figures, chance)
    if figures.count >= 3 and figures.what.startswith(("number of", "share of")):
        yield concentrated(figures, chance)


def _leaps(figures: Figures) -> bool:
    """Whether one step between the numbers that are known takes up most of the way from the last to the first."""
    ordered = sorted(figures.known.values())
    width = ordered[-1] - ordered[0]
    return any(high - low > _LEAPING * width for low, high in pairwise(ordered))


def leading(figures: Figures, chance: random.Random) -> Draft:
    """With which label to begin: one that leads clearly, none of the first three or more, or none at all.

    That two lead together is no option: it is so seldom true that it would be known for wrong.
    """
    s, words = figures.code, figures.words
    near, far = (f"{s}.max() {{}} {share} * {s}.nlargest({{}}).iloc[-1]".format for share in (_ALIKE, _AHEAD))
    positive, differ = f"{s}.min() > 0", f"{s}.max() > {_AHEAD} * {s}.min()"
    clear: list[Claim] = [
        (
            filled(words_of.CLEAR_LEAD, label=str(label), **words),
            f"{positive} and {s}.idxmax() == {label!r} and {far('>', 2)}",
        )
        for label in figures.labels
    ]
    several = (filled(words_of.SEVERAL_LEAD, **words), f"{positive} and {near('<', 3)} and {differ}")
    flat = (filled(words_of.FLAT, **words), f"{positive} and {s}.max() < {_ALIKE} * {s}.min()")
    kinds: dict[str, list[Claim]] = {
        "one taken for the leader": clear,
        "a lead overlooked": [several],
        "a difference overlooked": [flat],
    }
    return of_kinds(chance.choice(words_of.LEAD_ASKS).format(**words), kinds)


def _both_lead(s: str, one: object, other: object) -> str:
    """Whether two labels have the two highest numbers, in code."""
    return f"set({s}.nlargest(2).index) == {{{one!r}, {other!r}}}"


def apart(figures: Figures, chance: random.Random) -> Draft:
    """Which label to treat apart: one far above all others, one far below, or none."""
    s, words = figures.code, figures.words
    ordered = f"{s}.sort_values(ascending=False)"
    steps = f"({ordered}.diff().abs().dropna() / ({s}.max() - {s}.min()))"
    ends = (
        ("another at the top", words_of.ABOVE_ALL, "idxmax", 0),
        ("another below", words_of.BELOW_ALL, "idxmin", -1),
    )
    kinds: dict[str, list[Claim]] = {
        slip: [
            (
                filled(texts, label=str(label), **words),
                f"{s}.{end}() == {label!r} and {steps}.iloc[{place}] > {_LEAPING}",
            )
            for label in figures.labels
        ]
        for slip, texts, end, place in ends
    }
    kinds["a leap overlooked"] = [(filled(words_of.NONE_APART, **words), f"{steps}.max() < {_STEPPING}")]
    return of_kinds(chance.choice(words_of.GAP_ASKS).format(**words), kinds)


def concentrated(figures: Figures, chance: random.Random) -> Draft:
    """Where most of the rows are: with one label, with two together, or with neither."""
    s, words = figures.code, figures.words
    shares = f"({s} / {s}.sum())"
    two = f"{shares}.nlargest(2).sum()"
    alone: list[Claim] = [
        (filled(words_of.MAJORITY, label=str(label), **words), f"{s}.idxmax() == {label!r} and {shares}.max() > 0.505")
        for label in figures.labels
    ]
    together: list[Claim] = [
        (
            filled(words_of.TWO_TOGETHER, label=str(one), other=str(other), **words),
            f"{_both_lead(s, one, other)} and {shares}.max() < 0.495 and {two} > 0.505",
        )
        for one, other in pairwise(figures.labels)
    ]
    kinds: dict[str, list[Claim]] = {
        "one taken for the greater part": alone,
        "two taken for the greater part": together,
        "a greater part overlooked": [(filled(words_of.SCATTERED, **words), f"{two} < 0.495")],
    }
    return of_kinds(chance.choice(words_of.MAJORITY_ASKS).format(**words), kinds)
