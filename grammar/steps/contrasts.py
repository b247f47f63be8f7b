"""Steps that ask whether groups differ: two named groups side by side."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

from company.records import ResultType
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Source, Values, Words, literal, sayable
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.groups import OfGroups
from grammar.steps.words import aggregates, textual


class TwoGroups(OfGroups):
    """Something about a measure in two named groups of a category."""

    gives: ClassVar[tuple[ResultType, ...]] = ("tuple",)
    slots = {"source": Source(), "column": ColumnName(), "by": ColumnName(), "two": Values()}

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two of the largest groups of a category of texts."""
        for measure, group in self.couples(source, focus, chance):
            large = [text for text, count in group.values[:5] if count >= measure.missing + 5 and sayable(text)]
            if textual(group) and len(large) >= 2:
                yield {"column": measure.name, "by": group.name, "two": tuple(chance.sample(large, 2))}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """A measure, and two different groups."""
        return super().sensible(slots, source) and len(slots["two"]) == 2 == len(set(slots["two"]))

    def split(self, slots: Slots, source: Var, style: random.Random) -> tuple[list[str], str, str]:
        """Lines that make one series for each group, and the names of the two."""
        first, second = slots["two"]
        names = [identifier(text, longest=20) for text in (first, second)]
        if names[0] == names[1] or any(name in ("stats", "first", "second") for name in names):
            names = ["first", "second"]
        one, other = (f"{name}_values" for name in names)
        by, column, frame = literal(slots["by"]), literal(slots["column"]), source.name
        if style.random() < 0.5:
            return (
                [
                    f"{one} = {frame}.loc[{frame}[{by}] == {literal(first)}, {column}].dropna()",
                    f"{other} = {frame}.loc[{frame}[{by}] == {literal(second)}, {column}].dropna()",
                ],
                one,
                other,
            )
        return (
            [
                f"filled = {frame}.dropna(subset=[{column}])",
                f"{one} = filled[filled[{by}] == {literal(first)}][{column}]",
                f"{other} = filled[filled[{by}] == {literal(second)}][{column}]",
            ],
            one,
            other,
        )


class TwoMeans(TwoGroups):
    """A measure's average or median in two groups, side by side."""

    name = "two_means"
    slots = {**TwoGroups.slots, "agg": Words({"mean": ("average", "mean"), "median": ("median",)})}
    verbs = (
        "compare the {agg} {column} of the {by} groups {two} in {source}, in this order",
        "(calculate|work out) the {agg} {column} in {source} for each of the two {by} values {two}, in this order",
        "take from {source} the {by} groups {two} and (calculate|compute) the {agg} {column} of each, in this order",
    )
    nouns = (
        "the {agg} {column} of the {by} groups {two} in {source}, in this order",
        "the two figures for the {agg} {column} in {source}, one for each of the {by} values {two}, in this order",
        "the {agg} {column} in {source} where {by} takes the values {two}, one figure each and in this order",
    )
    motives = (
        "Two groups of {by} interest me more than the rest.",
        "I always thought these two were much alike in {column}.",
        "How do the two compare when it comes to {column}?",
        "Let me set these two kinds of {by} against each other.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two groups with an average."""
        for slots in super().offers(source, focus, chance):
            yield {**slots, "agg": aggregates(source.named[slots["column"]], chance, "mean", "median")[0]}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. mean_price_of_two_region."""
        return identifier(slots["agg"], slots["column"], "of_two", slots["by"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """One aggregate for each group."""
        lines, one, other = self.split(dict(step.slots), source, style)
        agg = step.slots["agg"]
        return [*lines, f"{out} = (float({one}.{agg}()), float({other}.{agg}()))"]


class DifferenceOfMeans(TwoGroups):
    """How far apart two groups are on average."""

    name = "difference_of_means"
    gives = ("value",)
    verbs = (
        "(calculate|work out) the difference in average {column} between the {by} groups {two} in {source},"
        " first minus second",
        "subtract in {source} the average {column} of the second from that of the first of the {by} groups {two}",
        "(work out|determine) by how much the average {column} in {source} differs between the {by} values {two}"
        ", first minus second",
    )
    nouns = (
        "the difference in average {column} between the {by} groups {two} in {source}, first minus second",
        "the gap between the average {column} of the {by} values {two} in {source}, first minus second",
        "the average {column} of the first minus that of the second of the {by} groups {two} in {source}",
    )
    motives = (
        "By how much do the two differ in {column}?",
        "A gap in {column} of this kind would matter for my decision.",
        "I'd like to put a number on how the two differ in {column}.",
        "People say these kinds of {by} are worlds apart, and I doubt it.",
    )

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_region_gap."""
        return identifier(slots["column"], slots["by"], "gap")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The difference of two averages."""
        lines, one, other = self.split(dict(step.slots), source, style)
        return [*lines, f"{out} = float({one}.mean() - {other}.mean())"]


KINDS: tuple[Kind, ...] = (TwoMeans(), DifferenceOfMeans())
