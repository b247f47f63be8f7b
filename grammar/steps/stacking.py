"""The leading rows of groups, and pieces of a frame stacked on each other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Number, Rows, Source, Value, literal, sayable
from grammar.steps.base import Kind, Slots, Step, identifier, pairs
from grammar.steps.ordering import ranking
from grammar.steps.words import RANKED, categories, column_of, textual


class BestOfGroups(Kind):
    """The one row of each group with the highest or lowest value."""

    name = "best_row_per_group"
    slots = {
        "source": Source(),
        "ascending": RANKED,
        "column": ColumnName(),
        "by": ColumnName(),
        "rows": Rows(),
    }
    verbs = (
        "(find|pick|take) for each {by} in {source} the one row with the {ascending} {column}, the first in a tie,"
        " sorted by group",
        "reduce {source} to one row per {by}, the one with the {ascending} {column} and in a tie the first, sorted"
        " by group",
        "go through the {by} groups of {source} and keep from each the row with the {ascending} {column}, the first"
        " in a tie, sorted by group",
    )
    nouns = (
        "the one row with the {ascending} {column} for each {by} in {source}, the first in a tie, sorted by group",
        "one row of {source} per {by}, the one with the {ascending} {column} and in a tie the first, sorted by group",
        "the complete row with the {ascending} {column} of every {by} in {source}, the first in a tie, ordered by"
        " group",
    )
    motives = (
        "Who is ahead in each {by}?",
        "An average hides the best ones, so show me the extremes by {by}.",
        "I'd like one striking example for every {by}.",
        "Which single case marks the limit of {column} in each {by}?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures by categories, mostly the highest."""
        by = focus.first(categories(source, most=30), chance)
        for column, group in pairs(ranking(source, focus, chance), by, most=4):
            if group.distinct * 2 <= source.rows:
                yield {"ascending": chance.random() < 0.25, "column": column.name, "by": group.name}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The measure is numeric."""
        return super().sensible(slots, source) and source.named[slots["column"]].numeric

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. highest_price_per_region."""
        end = "lowest" if slots["ascending"] else "highest"
        return identifier(end, slots["column"], "per", slots["by"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Sorted and the first of each group kept, by drop_duplicates or by head."""
        column, by, ascending = (step.slots[name] for name in ("column", "by", "ascending"))
        order = f"[{literal(by)}, {literal(column)}], ascending=[True, {ascending}], kind='stable'"
        lines = [
            f"known = {source.name}.dropna(subset=[{literal(by)}, {literal(column)}])",
            f"ordered = known.sort_values({order})",
        ]
        if style.random() < 0.5:
            return [*lines, f"{out} = ordered.drop_duplicates(subset={literal(by)}).copy()"]
        observed = ", observed=True" if source.named[by].dtype == "category" else ""
        return [*lines, f"{out} = ordered.groupby({literal(by)}{observed}).head(1).copy()"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """One row per group."""
        return replace(source, name=out, rows=source.named[slots["by"]].distinct)


class BothEnds(Kind):
    """The highest rows stacked on the lowest."""

    name = "both_ends"
    slots = {"source": Source(), "n": Number(), "column": ColumnName(), "rows": Rows()}
    verbs = (
        "stack the {n} {rows} of {source} with the highest {column}, highest first, on as many with the lowest,"
        " lowest first and ties as they stand",
        "take from {source} the {n} {rows} with the highest {column} from the top down and append as many with the"
        " lowest from the bottom up, ties as they stand",
        "put together the {n} {rows} in {source} with the largest {column}, largest first, and below them the same"
        " number with the smallest, smallest first and ties as they stand",
    )
    nouns = (
        "the {n} {rows} of {source} with the highest {column}, highest first, followed by as many with the lowest,"
        " lowest first and ties as they stand",
        "the {n} highest {rows} of {source} by {column} from the top down, with as many of the lowest from the"
        " bottom up below them and ties as they stand",
        "both ends of {source}, the {n} {rows} with the largest {column} from the top down and then as many with the"
        " smallest from the bottom up, with ties as they stand",
    )
    motives = (
        "Contrasts teach me most.",
        "What separates those at the top in {column} from those at the bottom?",
        "I'd like to see winners and losers side by side.",
        "Both extremes of {column} interest me, the middle does not.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Few rows from either end."""
        sizes = [n for n in (5, 10, 3) if n * 4 <= source.rows]
        for column in ranking(source, focus, chance)[:3]:
            if sizes:
                yield {"n": chance.choice(sizes), "column": column.name}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The measure is numeric, and n counts something."""
        known = super().sensible(slots, source) and source.named[slots["column"]].numeric
        return known and isinstance(slots["n"], int) and slots["n"] > 0

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_extremes."""
        return identifier(slots["column"], "extremes", longest=36)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Two ends, found by sorting or by size, concatenated."""
        column, n = literal(step.slots["column"]), step.slots["n"]
        if style.random() < 0.5:
            lines = [
                f"highest = {source.name}.nlargest({n}, {column})",
                f"lowest = {source.name}.nsmallest({n}, {column})",
            ]
        else:
            lines = [
                f"highest = {source.name}.sort_values({column}, ascending=False, kind='stable').head({n})",
                f"lowest = {source.name}.sort_values({column}, kind='stable').head({n})",
            ]
        return [*lines, f"{out} = pd.concat([highest, lowest])"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Few rows."""
        return replace(source, name=out, rows=min(2 * slots["n"], source.rows))


class BestOfTwo(Kind):
    """The leading rows of one group stacked on those of another."""

    name = "best_of_two"
    slots = {
        "source": Source(),
        "n": Number(),
        "column": ColumnName(),
        "by": ColumnName(),
        "first": Value(),
        "second": Value(),
        "rows": Rows(),
    }
    verbs = (
        "take the {n} {rows} with the highest {column} from {source} where {by} is {first}, and stack on them as"
        " many where it is {second}, each from the top down and with ties as they stand",
        "put together from {source} the top {n} {rows} by {column} with {by} equal to {first} and below them the top"
        " ones, as many, for {second}, with ties as they stand",
        "stack the {n} highest {rows} by {column} of {source} whose {by} is {first} on the same number whose value"
        " there is {second}, each from the top down and with ties as they stand",
    )
    nouns = (
        "the {n} {rows} with the highest {column} in {source} where {by} is {first}, followed by as many where it is"
        " {second}, each from the top down and with ties as they stand",
        "the top {n} {rows} by {column} in {source} with {by} equal to {first}, and below them the same number for"
        " {second}, with ties as they stand",
        "the {n} highest {rows} by {column} of {source} whose {by} is {first}, with as many for {second} underneath,"
        " each from the top down and with ties as they stand",
    )
    motives = (
        "How do the best of two kinds of {by} compare?",
        "I want to hold two kinds of {by} against each other, case by case.",
        "Let me see {first} and {second} in direct comparison.",
        "Is {first} really that different from {second} at the top?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """The two most frequent values of a category, by measures in focus."""
        by = [c for c in focus.first(categories(source, most=30), chance) if textual(c)]
        for column, group in pairs(ranking(source, focus, chance), by, most=4):
            values = [text for text, count in group.values if count >= 10 and sayable(text)][:3]
            if len(values) > 1:
                first, second = chance.sample(values, 2)
                slots = {"n": chance.choice((3, 5)), "column": column.name, "by": group.name}
                yield {**slots, "first": first, "second": second}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The measure is numeric, and n counts something."""
        known = super().sensible(slots, source) and source.named[slots["column"]].numeric
        return known and isinstance(slots["n"], int) and slots["n"] > 0

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. best_north_and_south."""
        return identifier("best", str(slots["first"]), "and", str(slots["second"]), longest=36)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Each group filtered and cut to its top, in two statements or in a loop."""
        column, by, n, first, second = (step.slots[name] for name in ("column", "by", "n", "first", "second"))
        values = column_of(source, by)
        if style.random() < 0.4:
            return [
                "parts = []",
                f"for group in {literal([first, second])}:",
                f"    rows_of_group = {source.name}[{values} == group]",
                f"    parts.append(rows_of_group.nlargest({n}, {literal(column)}))",
                f"{out} = pd.concat(parts)",
            ]
        lines = []
        for name, value in (("first_group", first), ("second_group", second)):
            lines.append(f"{name} = {source.name}[{values} == {literal(value)}].nlargest({n}, {literal(column)})")
        return [*lines, f"{out} = pd.concat([first_group, second_group])"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Few rows of two groups."""
        columns = [c.model_copy(update={"distinct": 2}) if c.name == slots["by"] else c for c in source.columns]
        return replace(source, name=out, rows=min(2 * slots["n"], source.rows), columns=tuple(columns))


KINDS: tuple[Kind, ...] = (BestOfGroups(), BothEnds(), BestOfTwo())
