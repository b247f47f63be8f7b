"""Figures of groups, put back onto the rows of the groups."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Rows, Source, literal
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
from grammar.steps.base import Kind, Slots, Step, identifier, pairs
from grammar.steps.words import (
    AGGREGATE,
    aggregates,
    categories,
    column_of,
    grouped,
    quantities,
)


class _OfGroup(PerRow):
    """A group's figure on each of its rows."""

    slots = {
        "source": Source(),
        "agg": AGGREGATE,
        "column": ColumnName(),
        "by": ColumnName(),
        "new": ColumnName(),
        "rows": Rows(),
    }
    numbers = ("column",)
    motives = (
        "Each case should be seen next to what is usual for its {by}.",
        "Is a given {column} high, or just normal for that {by}?",
        "Without the level of its {by}, a single {column} is hard to judge.",
        "I'd like to have the figure of the {by} right beside every case.",
    )

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures by categories, the focus first."""
        measures = focus.first((c for c in quantities(source, distinct=5) if c.role == "measure"), chance)
        for column, by in pairs(measures, focus.first(categories(source, most=15), chance), most=4):
            agg = aggregates(column, chance, "mean", "median", "max")[0]
            yield {"agg": agg, "column": column.name, "by": by.name}

    def label(self, slots: Slots) -> str:
        """E.g. region_mean_price."""
        return identifier(slots["by"], slots["agg"], slots["column"], longest=48)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """Transform, or the figures by label mapped onto the rows."""
        column, by, agg = literal(step.slots["column"]), step.slots["by"], step.slots["agg"]
        figures = f"{grouped(source, by)}[{column}]"
        if style.random() < 0.35 and source.named[by].dtype != "category":
            name = identifier(agg, "by", by, longest=36)
            return [f"{name} = {figures}.{agg}()"], f"{column_of(source, by)}.map({name})"
        return [], f"{figures}.transform('{agg}')"


_GROUP = (
    "the {agg} {column} (of|within) the row's {by} group",
    "the {agg} {column} of all (records|entries) that share the row's {by}",
)


class OfGroupColumn(InCopy, _OfGroup):
    """A copy with a group's figure on each row."""

    name = "group_figure"
    weight = 1.3
    verbs = copy_verbs(*_GROUP)
    nouns = copy_nouns(*_GROUP)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """As of any column, or a merge with a table of the groups (the index put back)."""
        column, by, agg, new = (step.slots[name] for name in ("column", "by", "agg", "new"))
        if style.random() < 0.6 or source.named[by].dtype == "category":
            return super().code(step, source, out, style)
        table = identifier(agg, "by", by, longest=36)
        figures = f"{grouped(source, by)}[{literal(column)}].{agg}().rename({literal(new)})"
        return [
            f"{table} = {figures}.reset_index()",
            f"{out} = {source.name}.merge({table}, on={literal(by)}, how='left')",
            f"{out}.index = {source.name}.index",
        ]


class OfGroupInPlace(InPlace, _OfGroup):
    """A group's figure on each row, as a column of the frame."""

    name = "group_figure_in_place"
    weight = 0.6
    verbs = place_verbs(*_GROUP)
    nouns = place_nouns(*_GROUP)


class _Relative(PerRow):
    """A value beside its group."""

    slots = {"source": Source(), "column": ColumnName(), "by": ColumnName(), "new": ColumnName(), "rows": Rows()}
    numbers = ("column",)
    addition = "{}"
    least = 5
    """Different values that the measure must have."""

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures by categories, the focus first."""
        measures = focus.first((c for c in quantities(source, distinct=self.least) if c.role == "measure"), chance)
        for column, by in pairs(measures, focus.first(categories(source, most=15), chance), most=4):
            yield {"column": column.name, "by": by.name}

    def label(self, slots: Slots) -> str:
        """E.g. price_gap_to_region."""
        return identifier(self.addition.format(slots["column"]), slots["by"], longest=48)


class _Gap(_Relative):
    """How far a value lies from the average of its group."""

    addition = "{} gap to"
    motives = (
        "Compared with its own {by}, is a case high or low in {column}?",
        "It's not fair to compare {column} across every {by} without allowing for the level of each.",
        "Which ones are above what their {by} would lead us to expect?",
        "The {by} explains part of the {column}; I'm interested in the rest.",
    )

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """The value less its group's mean."""
        column, by = step.slots["column"], step.slots["by"]
        means = f"{grouped(source, by)}[{literal(column)}].transform('mean')"
        if style.random() < 0.6:
            name = identifier(by, "mean")
            return [f"{name} = {means}"], f"{column_of(source, column)} - {name}"
        return [], f"{column_of(source, column)} - {means}"


_GAP = (
    "{column} minus the (average|mean) of that column within the row's {by} group",
    "the difference between {column} and its (mean|average) among all records with the same {by}",
)


class GapColumn(InCopy, _Gap):
    """A copy with each value's distance from its group's mean."""

    name = "gap_to_group"
    verbs = copy_verbs(*_GAP)
    nouns = copy_nouns(*_GAP)


class GapSeries(Alone, _Gap):
    """Each value's distance from its group's mean."""

    name = "gap_to_group_alone"
    verbs = row_verbs(_GAP[1])
    nouns = row_nouns(*_GAP)


class RankInGroupColumn(InCopy, _Relative):
    """A copy with the standing within a group."""

    name = "rank_in_group"
    addition = "{} rank in"
    least = 30
    motives = (
        "Being first overall is one thing, being first in your {by} another.",
        "Who leads each {by} when it comes to {column}?",
        "I would like a separate {column} ranking for every {by}.",
        "Comparing across every {by} seems unfair to me.",
    )
    verbs = copy_verbs(
        "the rank by {column} within the row's {by} group, where 1 is the highest value and ties share the"
        " (smallest|best) rank"
    )
    nouns = copy_nouns(
        "the rank by {column} among all records of the same {by}, with 1 for the highest and ties sharing the best rank"
    )

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """Ranks by group."""
        column, by = step.slots["column"], step.slots["by"]
        figures = f"{grouped(source, by)}[{literal(column)}]"
        return [], f"{figures}.rank(ascending=False, method='min')"


KINDS: tuple[Kind, ...] = (OfGroupColumn(), OfGroupInPlace(), GapColumn(), GapSeries(), RankInGroupColumn())
