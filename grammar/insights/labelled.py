"""Questions about numbers by label: who is at which rank, by how much, and who leads."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grammar import insight_words as words_of
from grammar.choice_drafts import Draft
from grammar.insights.drafts import (
    CLEAR,
    Brief,
    by_band,
    claimed,
    filled,
    marks_near,
    rows_of,
    valued,
)
from grammar.result_words import words_for
from grammar.steps.base import plain
from grammar.voices import plural

_LABELS = 12
STATISTICS = frozenset(
    {"count", "mean", "median", "std", "var", "min", "max", "sum", "25%", "50%", "75%", "range", "iqr"}
)
"""Labels that are no things to choose among."""
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


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

    @property
    def whole(self) -> bool:
        """Whether the brief shows them all."""
        return len(self.known) == self.count

    @property
    def words(self) -> dict[str, str]:
        """What is filled into questions."""
        return {"what": self.what, "of": self.of, "many": plural(self.of)}


def figures_of(
    name: str, code: str, of: str | None, known: Mapping[Any, float], count: int, brief: Brief
) -> Figures | None:
    """Numbers by label; None where there are no words for the numbers, or for the labels."""
    of = _group_of(list(known), brief, of)
    counted = all(isinstance(value, int) for value in known.values())
    what = words_for(name, brief["query"], rows_of(brief), counted=counted)
    return Figures(code, what, of, known, count) if of and what and not STATISTICS.issuperset(known) else None


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
    if figures is None:
        return
    s, count, words = figures.code, figures.count, figures.words
    if count >= 4:
        for place, forms in ((0, words_of.LEADER), (1, words_of.RUNNER_UP), (-1, words_of.LAST)):
            yield valued(chance.choice(forms), by_rank(s, place, count), **words)
    if count >= 3:
        yield valued(chance.choice(words_of.GAP), _gaps(s, (0, 1), count), **words)
        yield valued(chance.choice(words_of.SPAN), _gaps(s, (0, -1), count), **words)
    values = sorted(figures.known.values(), reverse=True)
    if not figures.whole or not values:
        return
    mean = sum(values) / count
    if count >= 5 and min(abs(value - mean) for value in values) > CLEAR * abs(mean):
        yield valued(chance.choice(words_of.ABOVE), _above(s), **words)
    if 2 <= count <= 3 and values[1] > 0 and abs(values[0] / values[1] - 1.1) > CLEAR < values[0] / values[1] - 1:
        yield _leads(figures, chance)
    if 0 < values[-1] < values[0]:
        bands = by_band(
            f"({s}.max() / {s}.min())", marks_near(values[0] / values[-1], words_of.TIMES, chance), words_of.SPREAD
        )
        yield claimed(chance.choice(words_of.SPREAD_CLAIMS).format(**words), bands, "another size of the difference")


def at_rank(s: str, place: int) -> str:
    """The label at a rank (0 is the highest, -1 the lowest)."""
    return f"{s}.nsmallest(1).index[0]" if place < 0 else f"{s}.nlargest({place + 1}).index[{place}]"


def clearly_at_rank(s: str, place: int) -> str:
    """As `at_rank`, in code that fails where another number is not clearly different from the one at the rank."""
    at = f"{s}.min()" if place < 0 else f"{s}.nlargest({place + 1}).iloc[{place}]"
    return f"{s}[({s} - {at}).abs() <= {CLEAR} * abs({at})].index.item()"


def by_rank(s: str, place: int, count: int) -> list[tuple[str, str]]:
    """The label at a rank of some numbers, and those at other ranks."""
    others = [other for other in range(min(count, _LABELS)) if other != place % count]
    said = [_PLACES[other] if other < len(_PLACES) else f"{other + 1}th" for other in others]
    wrong = [(at_rank(s, other), f"the {word} by rank") for other, word in zip(others, said, strict=True)]
    return [(clearly_at_rank(s, place), ""), *wrong]


def _gaps(s: str, wanted: tuple[int, int], count: int) -> list[tuple[str, str]]:
    """The difference between two ranks, and those that a slip gives."""
    ordered = f"{s}.dropna().sort_values(ascending=False)"
    pairs = {(0, 1): "first and second", (0, -1): "first and last", (1, -1): "second and last"}
    if count > 3:
        pairs |= {(1, 2): "second and third", (0, 2): "first and third"}
    gap = f"{ordered}.iloc[{wanted[0]}] - {ordered}.iloc[{wanted[1]}]"
    clear = f"next(gap for gap in [{gap}] if gap > {CLEAR} * {s}.abs().max())"  # fails where there is hardly any
    found = [(clear, "")]
    found += [
        (f"{ordered}.iloc[{one}] - {ordered}.iloc[{other}]", f"between {said}")
        for (one, other), said in pairs.items()
        if (one, other) != wanted
    ]
    return [
        *found,
        (f"{s}.max() - {s}.mean()", "between the first and the mean"),
        (f"{s}.max() - {s}.median()", "between the first and the median"),
        (f"{s}.mean() - {s}.min()", "between the mean and the last"),
        (f"{s}.std()", "the standard deviation instead"),
        (f"{s}.quantile(0.75) - {s}.quantile(0.25)", "between the quartiles"),
    ]


def _above(s: str) -> list[tuple[str, str]]:
    count = f"int(({s} > {s}.mean()).sum())"
    return [
        (count, ""),
        (f"int(({s} < {s}.mean()).sum())", "those below the average"),
        (f"int(({s} > {s}.median()).sum())", "above the median instead"),
        (f"int(({s} > {s}.quantile(0.75)).sum())", "above the upper quartile instead"),
        (f"int(({s} > ({s}.max() + {s}.min()) / 2).sum())", "above the middle of the range instead"),
        (f"{count} + 1", "one too many"),
        (f"{count} - 1", "one too few"),
        (f"{count} + 2", "two too many"),
        (f"int({s}.count())", "all of them"),
    ]


def _leads(figures: Figures, chance: random.Random) -> Draft:
    """Which of two or three leads, and whether by much."""
    s = figures.code
    ordered = f"{s}.sort_values(ascending=False)"
    lead = f"{ordered}.iloc[0] {{sign}} 1.1 * {ordered}.iloc[1]"
    claims = [
        (filled(texts, label=str(label)), f"{s}.idxmax() == {label!r} and {lead.format(sign=sign)}")
        for label in figures.known
        for texts, sign in ((words_of.CLEAR_LEAD, ">"), (words_of.NARROW_LEAD, "<"))
    ]
    question = chance.choice(words_of.LEAD_CLAIMS).format(**figures.words)
    return claimed(question, claims, "another leader or another lead")
