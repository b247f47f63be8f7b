"""Steps that take a measure group by group."""

from __future__ import annotations

import random
from collections.abc import Iterator

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Source, literal
from grammar.steps.base import Kind, Slots, Step, identifier, pairs
from grammar.steps.words import (
    AGGREGATE,
    AGGREGATES,
    aggregates,
    by_label,
    categories,
    figure,
    grouped,
    quantities,
)


class OfGroups(Kind):
    """Something about a measure in the groups of a category."""

    least: int = 2
    most: int = 12

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Measure and category are different columns that are there; the measure holds numbers."""
        return (
            super().sensible(slots, source)
            and source.named[slots["column"]].numeric
            and slots["column"] not in (slots["by"], slots.get("other"))
            and slots["by"] != slots.get("other")
        )

    def couples(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[tuple[Column, Column]]:
        """Measures with categories, those in focus first."""
        measures = focus.first(quantities(source), chance)
        groups = focus.first(categories(source, most=self.most, least=self.least), chance)
        names = {column.name: column for column in (*measures, *groups)}
        for measure, group in pairs([m.name for m in measures], [g.name for g in groups], 5):
            yield names[measure], names[group]


class GroupAggregate(OfGroups):
    """One aggregate of a measure for each value of a category."""

    name = "group_aggregate"
    gives = ("series", "dict")
    most = 25
    slots = {"source": Source(), "agg": AGGREGATE, "column": ColumnName(), "by": ColumnName()}
    verbs = (
        "(calculate|work out) the {agg} {column} (for each|per) {by} in {source}",
        "group {source} by {by} and (take|calculate|compute) the {agg} {column} (of|for|within) each group",
        "(aggregate|summarise|summarize) {source} to the {agg} {column} (per|for each) {by}",
    )
    nouns = (
        "the {agg} {column} (per|by|for each) {by} (in|of) {source}",
        "the {agg} {column} in {source} (for every|grouped by) {by}",
        "the {agg} {column} of each {by} group in {source}",
    )
    motives = (
        "I have a hunch that {column} depends on {by}.",
        "Does {by} make any difference for {column}?",
        "Overall figures may well hide what happens within each {by}.",
        "I'd like to see how {column} varies with {by}, if it does at all.",
        "My clients compare by {by}, so I should too.",
    )
    weight = 2.0

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures by categories."""
        for measure, group in self.couples(source, focus, chance):
            agg = aggregates(measure, chance)[0] if chance.random() < 0.5 else "mean"
            yield {"agg": agg, "column": measure.name, "by": group.name}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. mean_price_by_region."""
        return identifier(slots["agg"], slots["column"], "by", slots["by"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`groupby` with the aggregate, or a loop over the groups."""
        column, agg = literal(step.slots["column"]), step.slots["agg"]
        groups = grouped(source, step.slots["by"])
        if step.result == "dict":
            if style.random() < 0.5:
                loop = f"for label, group in {groups}:"
                return [f"{out} = {{}}", loop, f"    {out}[label] = group[{column}].{agg}()"]
            return [f"{out} = {groups}[{column}].{agg}().to_dict()"]
        if style.random() < 0.6:
            return [f"{out} = {groups}[{column}].{agg}()"]
        return [f"groups = {groups}", f"{out} = groups[{column}].agg({literal(agg)})"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Figures by label."""
        return by_label(source, out, slots["column"], slots["by"])


class GroupSummary(OfGroups):
    """Several aggregates of a measure for each value of a category."""

    name = "group_summary"
    slots = {"source": Source(), "aggs": AGGREGATES, "column": ColumnName(), "by": ColumnName()}
    verbs = (
        "(calculate|work out) the {aggs} of {column} for each {by} in {source}, with the (groups|group"
        " labels) as the index",
        "group {source} by {by} and (calculate|compute) the {aggs} of {column}, with the (groups|group"
        " labels) as the index",
        "(summarise|summarize) {source} per {by} by the {aggs} of {column}, with the (groups|group labels)"
        " as the index",
    )
    nouns = (
        "the {aggs} of {column} (per|for each) {by} in {source}, with the (groups|group labels) as the index",
        "the {aggs} of {column} in {source} grouped by {by}, with the (groups|group labels) as the index",
        "one row per {by} in {source} that shows the {aggs} of {column}, with the (groups|group labels) as the index",
    )
    motives = (
        "A single average of {column} per {by} would be too simple.",
        "I want to see for each {by} how {column} is spread, not only where it lies.",
        "Is {column} comparable between the groups of {by}, or do a few extremes drive it?",
        "Small groups of {by} could mislead me, so I need more than one figure.",
    )
    weight = 1.5

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two or three aggregates of measures by categories."""
        sets = [("mean", "median"), ("mean", "count"), ("min", "mean", "max"), ("mean", "std", "count")]
        for measure, group in self.couples(source, focus, chance):
            yield {"aggs": chance.choice(sets), "column": measure.name, "by": group.name}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_summary_by_region."""
        return identifier(slots["column"], "by", slots["by"], "summary")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Named aggregation of the grouped measure, or of the frame."""
        groups, column, aggs = grouped(source, step.slots["by"]), step.slots["column"], step.slots["aggs"]
        names = {agg: identifier(agg, column) for agg in aggs}
        if style.random() < 0.5:
            inside = [f"    {name}=({literal(column)}, {literal(agg)})," for agg, name in names.items()]
            return [f"{out} = {groups}.agg(", *inside, ")"]
        return [
            f"{out} = {groups}[{literal(column)}].agg({literal(list(aggs))})",
            f"{out}.columns = {literal(list(names.values()))}",
        ]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """A summary with one column for each aggregate."""
        made = tuple(figure(identifier(agg, slots["column"])) for agg in slots["aggs"])
        return Var(out, "dataframe", source.named[slots["by"]].distinct, made, slots["by"], "summary")


class GroupByTwo(OfGroups):
    """One aggregate for each combination of two categories, in long form."""

    name = "group_by_two"
    most = 8
    slots = {"source": Source(), "agg": AGGREGATE, "column": ColumnName(), "by": ColumnName(), "other": ColumnName()}
    verbs = (
        "(calculate|work out) the {agg} {column} for each combination of {by} and {other} that occurs in {source}"
        ", with both as ordinary columns in front of the figure",
        "group {source} by {by} and {other}, take the {agg} {column} and turn the groups back into ordinary columns",
        "(aggregate|summarise|summarize) {source} by {by} and {other} to the {agg} {column}"
        ", one row per combination that occurs and no special index",
    )
    nouns = (
        "the {agg} {column} for each combination of {by} and {other} that occurs in {source}, with both as"
        " ordinary columns",
        "the {agg} {column} in {source} by {by} and {other}, one row per combination that occurs and no special index",
        "the rows of {by}, {other} and the {agg} {column} for every combination that occurs in {source},"
        " sorted by the two",
    )
    motives = (
        "Perhaps {by} only matters for {column} together with {other}.",
        "I wonder if {other} explains what we see between the groups of {by}.",
        "Does {column} behave the same way for every {other}, whatever the {by}?",
        "Let's take {other} into account as well, not only {by}.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A measure with two categories."""
        for measure, group in self.couples(source, focus, chance):
            others = [c for c in categories(source, most=6) if c.name not in (measure.name, group.name)]
            if others:
                agg = aggregates(measure, chance, "mean", "median", "sum", "max")[0]
                names = {"by": group.name, "other": chance.choice(others).name}
                yield {"agg": agg, "column": measure.name, **names}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_by_region_and_channel."""
        return identifier(slots["column"], "by", slots["by"], "and", slots["other"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`reset_index` after the grouping, or `as_index=False`."""
        column, agg = literal(step.slots["column"]), step.slots["agg"]
        groups = grouped(source, step.slots["by"], step.slots["other"])
        if style.random() < 0.6:
            return [f"{out} = {groups}[{column}].{agg}().reset_index()"]
        flat = groups[:-1] + ", as_index=False)"
        return [f"{out} = {flat}[{column}].{agg}()"]


KINDS: tuple[Kind, ...] = (GroupAggregate(), GroupSummary(), GroupByTwo())
