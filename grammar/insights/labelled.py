"""Questions about numbers by label: with which to begin, which to treat apart, and where most of the rows are."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from grammar.choice_drafts import Draft
from grammar.insights.drafts import Brief, asked, both_of, in_words_of, rows_of
from grammar.insights.result_words import words_for
from grammar.voices import plural

STATISTICS = frozenset(
    {"count", "mean", "median", "std", "var", "min", "max", "sum", "25%", "50%", "75%", "range", "iqr"}
)
"""Labels that are no things to choose among."""
_LEAPING = 0.51
"""The part of the way from last to first that one gap takes up where somebody stands apart."""
_STEPS_TOLD = 0.2
"""How often it is asked who stands apart where nobody does, which is so for most numbers: else "none" were no guess."""
_CROWDS_TOLD = 0.15
"""How often three are said to lead together where they do not: it is seldom so, and were known for wrong if said
always; of three labels, never, as nobody is left to fall behind.
"""
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
    brief: Brief

    @property
    def words(self) -> dict[str, str]:
        """What is filled into questions."""
        return {
            "what": self.what,
            "of": self.of,
            "many": plural(self.of) if self.of[-1].isalpha() else f"values of {self.of}",
            **both_of(self.brief),
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
    what = words_for(name, brief, counted=counted)
    if not of or not what or STATISTICS.issuperset(known):
        return None
    return Figures(code, what, of, known, count, brief)


def figures_by(
    column: Mapping[str, Any], code: str, brief: Brief, *, what: str = "", among: Collection[str] | None = None
) -> Figures:
    """Numbers by the values of a column, or by those `among` them: of rows, where nothing else is told."""
    known = {value: float(count) for value, count in column.get("values", ()) if among is None or value in among}
    count = column.get("distinct", len(known)) if among is None else len(set(among))
    return Figures(code, what or f"number of {rows_of(brief)}", in_words_of(brief, column["name"]), known, count, brief)


def _group_of(labels: Sequence[Any], brief: Brief, named: str | None = None) -> str | None:
    """What labels are: the column whose values they are, or "column" where they are columns; None where unclear."""
    columns = brief["table"]["columns"]
    if {column["name"] for column in columns}.issuperset(labels):
        return "column"
    for column in columns:
        values = {str(value) for value, _ in column.get("values", ())}
        if column["name"] == named or (named is None and 2 * len(values.intersection(labels)) > len(labels)):
            return in_words_of(brief, column["name"])
    return None


def findings_on_labels(figures: Figures | None, chance: random.Random) -> Iterator[Draft]:
    """Findings on numbers by label, where there are words for them."""
    if figures is None or figures.count < 2 or len(figures.known) < 2:
        return
    if min(figures.known.values()) > 0 and figures.count >= 3:
        yield on_labels("leading", figures, chance)
    if figures.count >= 4 and (_leaps(figures) or chance.random() < _STEPS_TOLD):
        yield on_labels("apart", figures, chance)
    if figures.count >= 3 and figures.what.startswith(("number of", "share of")):
        yield on_labels("concentrated", figures, chance)


def _leaps(figures: Figures) -> bool:
    """Whether one step between the numbers that are known takes up most of the way from the last to the first."""
    ordered = sorted(figures.known.values())
    width = ordered[-1] - ordered[0]
    return any(high - low > _LEAPING * width for low, high in pairwise(ordered))


def _crowded(figures: Figures) -> bool:
    """Return whether three or more of the numbers that are known lead together, and others fall behind."""
    ordered = sorted(figures.known.values(), reverse=True)
    if len(ordered) <= _LABELS or ordered[-1] <= 0:
        return False
    return ordered[0] < 1.09 * ordered[_LABELS - 1] and ordered[0] > 1.11 * ordered[-1]


def on_labels(kind: str, figures: Figures, chance: random.Random) -> Draft:
    """A question on numbers by label: which leads ("leading"), stands "apart", or holds most rows ("concentrated")."""
    many: dict[str, list[dict[str, Any]]] = {
        "label": [{"label": label} for label in figures.labels],
        # One pair, as one of many were known for wrong: that two are needed is seldom so.
        "pair": [{"label": label, "other": other} for label, other in list(pairwise(figures.labels))[:1]],
        "crowd": [{}] if _crowded(figures) or (figures.count > _LABELS and chance.random() < _CROWDS_TOLD) else [],
    }
    return asked(kind, chance, figures.words, {"s": figures.code}, many)
