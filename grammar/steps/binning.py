"""Ranges for each row: brackets with round edges, and quarters."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Rows, Source, Values, literal
from grammar.steps.adding import (
    Alone,
    InCopy,
    InPlace,
    PerRow,
    copy_nouns,
    copy_verbs,
    place_nouns,
    place_verbs,
    row_nouns,
    row_verbs,
)
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.conditions import tidy
from grammar.steps.labelling import LEVEL_NAMES, spread


def around(column: Column) -> tuple[float, float]:
    """Round numbers just below the smallest and not below the largest value of a measure."""
    low, high = column.minimum, column.maximum
    assert isinstance(low, float) and isinstance(high, float)
    step = 10.0 ** math.floor(math.log10(high - low)) / 2
    below = -1.0 if low == 0 else 0.0 if 0 < low <= 0.4 * high else math.ceil(low / step - 1) * step
    above = math.ceil(high / step) * step
    return float(f"{below:.6g}"), float(f"{above:.6g}")


class _Bins(PerRow):
    """Intervals with labels."""

    slots = {
        "source": Source(),
        "column": ColumnName(),
        "edges": Values(),
        "labels": Values(),
        "new": ColumnName(),
        "rows": Rows(),
    }
    numbers = ("column",)
    role = "ordered_category"
    dtype = "category"
    motives = (
        "Single values of {column} are too fine for me, I think in ranges.",
        "I would rather talk about ranges of {column} than about every figure.",
        "Does it make a difference in which range of {column} a case falls?",
        "Let's sort {column} into a few sensible brackets first.",
    )

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Three brackets with round edges near the quartiles."""
        for column in spread(source, focus, chance)[:4]:
            assert column.quartiles is not None
            below, above = around(column)
            edges = tuple(tidy(edge) if inner else edge for edge, inner in (
                (below, False), (column.quartiles[0], True), (column.quartiles[2], True), (above, False)
            ))  # fmt: skip
            if all(a < b for a, b in itertools.pairwise(edges)):
                whole = tuple(int(edge) if edge == int(edge) else edge for edge in edges)
                yield {"column": column.name, "edges": whole, "labels": chance.choice(LEVEL_NAMES)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """One label fewer than rising edges."""
        edges, labels = slots["edges"], slots["labels"]
        numbers = all(isinstance(edge, int | float) for edge in edges)
        rising = numbers and all(a < b for a, b in itertools.pairwise(edges))
        return super().sensible(slots, source) and rising and len(labels) == len(edges) - 1

    def label(self, slots: Slots) -> str:
        """E.g. price_range."""
        return identifier(slots["column"], "range", longest=48)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """pd.cut, edges and labels named first or not."""
        slots = step.slots
        values = f"{source.name}[{literal(slots['column'])}]"
        edges, labels = literal(slots["edges"]), literal(slots["labels"])
        if style.random() < 0.7:
            return [f"bins = {edges}", f"labels = {labels}"], f"pd.cut({values}, bins=bins, labels=labels)"
        return [], f"pd.cut({values}, bins={edges}, labels={labels})"


_BINS = (
    "{column} cut into bins with the edges {edges}, right edges included, labelled {labels}",
    "the bracket of {column} with the labels {labels} for the bins with edges {edges}, each bin including its right"
    " edge",
)


class BinsColumn(InCopy, _Bins):
    """A copy with brackets."""

    name = "bin_column"
    verbs = copy_verbs(*_BINS)
    nouns = copy_nouns(*_BINS)


class BinsInPlace(InPlace, _Bins):
    """Brackets as a column of the frame."""

    name = "bin_column_in_place"
    weight = 0.6
    verbs = place_verbs(*_BINS)
    nouns = place_nouns(*_BINS)


class BinsSeries(Alone, _Bins):
    """Brackets alone."""

    name = "bin_column_alone"
    verbs = row_verbs(_BINS[1])
    nouns = row_nouns(*_BINS)


class _Quartiles(PerRow):
    """The quarter in which a value falls."""

    slots = {"source": Source(), "column": ColumnName(), "labels": Values(), "new": ColumnName(), "rows": Rows()}
    numbers = ("column",)
    role = "ordered_category"
    dtype = "category"
    motives = (
        "I'd like four groups of about the same size to compare, by {column}.",
        "Does the top quarter in {column} really differ from the others?",
        "Fixed limits for {column} feel arbitrary; quarters would be fairer.",
        "Who belongs to the upper quarter by {column}, and who to the lower one?",
    )

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures whose quartiles differ."""
        names = (("Q1", "Q2", "Q3", "Q4"), ("lowest", "lower", "upper", "highest"))
        for column in spread(source, focus, chance)[:4]:
            yield {"column": column.name, "labels": chance.choice(names)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Four labels."""
        return super().sensible(slots, source) and len(slots["labels"]) == 4

    def label(self, slots: Slots) -> str:
        """E.g. price_quartile."""
        return identifier(slots["column"], "quartile", longest=48)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """pd.qcut, labels named first or not."""
        values, labels = f"{source.name}[{literal(step.slots['column'])}]", literal(step.slots["labels"])
        if style.random() < 0.5:
            return [f"quartile_labels = {labels}"], f"pd.qcut({values}, q=4, labels=quartile_labels)"
        return [], f"pd.qcut({values}, q=4, labels={labels})"


_QUARTILES = (
    "the quartile of {column}, labelled {labels} from the lowest to the highest quarter",
    "{column} split at its quartiles into four quarters, labelled {labels} from low to high",
)


class QuartilesColumn(InCopy, _Quartiles):
    """A copy with quartiles."""

    name = "quartile_column"
    verbs = copy_verbs(*_QUARTILES)
    nouns = copy_nouns(*_QUARTILES)


class QuartilesSeries(Alone, _Quartiles):
    """Quartiles alone."""

    name = "quartile_alone"
    verbs = row_verbs(_QUARTILES[0])
    nouns = row_nouns(*_QUARTILES)


KINDS: tuple[Kind, ...] = (BinsColumn(), BinsInPlace(), BinsSeries(), QuartilesColumn(), QuartilesSeries())
