"""Steps about how figures add up or develop along an order."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Number, Rows, Source, literal
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.groups import OfGroups
from grammar.steps.words import (
    MIDDLE,
    additive,
    aggregates,
    by_label,
    figure,
    grouped,
    quantities,
)


class CumulativeShare(OfGroups):
    """How much of a total the largest groups make up together."""

    name = "cumulative_share"
    gives = ("series",)
    least = 3
    most = 30
    slots = {"source": Source(), "column": ColumnName(), "by": ColumnName()}
    verbs = (
        "(calculate|work out) the cumulative share of total {column} by {by} in {source}, largest first and"
        " ties by label",
        "add up {column} per {by} in {source}, (order|rank) from largest to smallest with ties by label, and"
        " turn that into "
        "running fractions of the grand total",
        "determine for {source} how the total {column} accumulates over {by}, largest first with ties by"
        " label, as fractions "
        "up to 1",
    )
    nouns = (
        "the cumulative share of total {column} by {by} in {source}, largest first and ties by label",
        "the running fraction of total {column} over {by} in {source}, from largest to smallest and ties by label",
        "the fractions up to 1 in which total {column} accumulates over {by} in {source}, largest first and"
        " ties by label",
    )
    motives = (
        "Do a few kinds of {by} make up most of {column}?",
        "I suspect a case of eighty to twenty with {by}.",
        "How many kinds of {by} does it take to cover most of {column}?",
        "If {column} is that concentrated, I could focus on a few kinds of {by}.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures that add up."""
        for measure, group in self.couples(source, focus, chance):
            if additive(measure):
                yield {"column": measure.name, "by": group.name}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. cumulative_price_by_region."""
        return identifier("cumulative", slots["column"], "by", slots["by"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Sums by group, sorted, accumulated and divided."""
        sums = f"{grouped(source, step.slots['by'])}[{literal(step.slots['column'])}].sum()"
        if style.random() < 0.5:
            return [
                f"totals = {sums}",
                'totals = totals.sort_values(ascending=False, kind="stable")',
                f"{out} = totals.cumsum() / totals.sum()",
            ]
        return [
            f'totals = {sums}.sort_values(ascending=False, kind="stable")',
            "shares = totals / totals.sum()",
            f"{out} = shares.cumsum()",
        ]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Fractions by label."""
        return by_label(source, out, slots["column"], slots["by"])


class ChangeAlong(OfGroups):
    """How an average changes from one value of an ordered category to the next."""

    name = "change_along"
    gives = ("series",)
    least = 3
    slots = {"source": Source(), "agg": MIDDLE, "column": ColumnName(), "by": ColumnName()}
    verbs = (
        "(calculate|work out) the percentage change in the {agg} {column} from each {by} in {source} to the"
        " next higher one",
        "group {source} by {by} in ascending order and express the {agg} {column} as percentage change"
        " against the group before",
        "determine by what percentage the {agg} {column} changes with each step up in {by} in {source}",
    )
    nouns = (
        "the percentage change in the {agg} {column} from each {by} in {source} to the next higher one",
        "the step by step percentage change in the {agg} {column} over ascending {by} in {source}",
        "the change in percent in the {agg} {column} with each step up in {by} in {source}, one figure per value",
    )
    motives = (
        "How fast does {column} move when {by} goes up?",
        "I wonder if there is a jump somewhere along {by}.",
        "Does {column} rise evenly with {by}?",
        "Each step up in {by} ought to show in {column}.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Positive measures along categories of ordered numbers."""
        for measure, group in self.couples(source, focus, chance):
            if group.numeric and group.role == "ordered_category" and (measure.quartiles or (0,))[0] > 0:
                agg = aggregates(measure, chance, "mean", "median")[0]
                yield {"agg": agg, "column": measure.name, "by": group.name}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The category has ordered numbers."""
        return super().sensible(slots, source) and source.named[slots["by"]].numeric

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_change_by_rooms."""
        return identifier(slots["column"], "change_by", slots["by"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`pct_change` in percent, or a division by the value before."""
        figures = (
            f"figures = {grouped(source, step.slots['by'])}[{literal(step.slots['column'])}].{step.slots['agg']}()"
        )
        if style.random() < 0.5:
            return [figures, f"{out} = figures.pct_change(fill_method=None) * 100"]
        return [figures, "before = figures.shift(1)", f"{out} = (figures - before) / before * 100"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Changes by label, the first of them missing."""
        return by_label(source, out, slots["column"], slots["by"])


class RollingMean(Kind):
    """A measure smoothed along the order of another."""

    name = "rolling_mean"
    gives = ("series",)
    slots = {"source": Source(), "column": ColumnName(), "other": ColumnName(), "window": Number(), "rows": Rows()}
    verbs = (
        "(sort|order) {source} by {other} in ascending order, leaving ties as they stand, and take the"
        " rolling mean of {column} "
        "over full windows of {window} {rows}, numbered from 0",
        "smooth {column} along ascending {other} in {source} with a rolling mean over full windows of"
        " {window} {rows}, ties as "
        "they stand and numbered from 0",
        "line up {source} by rising {other}, ties as they stand, and average {column} over each full window"
        " of {window} "
        "{rows}, numbered from 0",
    )
    nouns = (
        "the rolling mean of {column} along ascending {other} in {source} over full windows of {window}"
        " {rows}, ties as they "
        "stand and numbered from 0",
        "the moving average of {column} in {source} over full windows of {window} {rows} by rising {other},"
        " ties as they stand "
        "and numbered from 0",
        "the {window} row rolling mean of {column} in {source} sorted by {other} in ascending order, ties as"
        " they stand and "
        "numbered from 0, only for full windows",
    )
    motives = (
        "Single values of {column} jump about too much to see anything.",
        "I'd like to see {column} as a smooth line along {other}.",
        "If I even out the noise, does {column} follow {other}?",
        "Is there a drift in {column} as {other} grows?",
    )
    weight = 0.7

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two complete measures of a table with enough rows."""
        complete = [c for c in focus.first(quantities(source, distinct=10), chance) if not c.missing]
        for first, second in itertools.pairwise(complete):
            if source.rows >= 40:
                window = chance.choice([n for n in (5, 7, 10, 20) if n * 4 <= source.rows])
                yield {"column": first.name, "other": second.name, "window": window}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Two different measures, and a window that fits."""
        known = super().sensible(slots, source) and slots["column"] != slots["other"]
        fits = isinstance(slots["window"], int) and 2 <= slots["window"] <= source.rows
        return known and fits and source.named[slots["column"]].numeric

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. smoothed_price."""
        return identifier("smoothed", slots["column"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A stable sort, then `rolling`."""
        column, other, window = literal(step.slots["column"]), literal(step.slots["other"]), step.slots["window"]
        ordered = f'ordered = {source.name}.sort_values({other}, kind="stable")'
        if style.random() < 0.5:
            return [f"{ordered[:-1]}, ignore_index=True)", f"{out} = ordered[{column}].rolling(window={window}).mean()"]
        smooth = f"smoothed = ordered[{column}].rolling({window}).mean()"
        return [ordered, smooth, f"{out} = smoothed.reset_index(drop=True)"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """One value per row."""
        return Var(out, "series", source.rows, (figure(slots["column"], distinct=source.rows),), None, "column")


KINDS: tuple[Kind, ...] = (CumulativeShare(), ChangeAlong(), RollingMean())
