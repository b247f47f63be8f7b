"""Steps that rank groups by a measure, or leave out groups that are too small."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Number, Rows, Source, literal
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.groups import OfGroups
from grammar.steps.words import MIDDLE, RANKED, aggregates, column_of, grouped


class TopGroups(OfGroups):
    """The labels of the groups that lead in an aggregate."""

    name = "top_groups"
    gives = ("list", "index")
    least = 4
    most = 30
    slots = {
        "source": Source(),
        "n": Number(),
        "ascending": RANKED,
        "agg": MIDDLE,
        "column": ColumnName(),
        "by": ColumnName(),
    }
    verbs = (
        "(find|determine|pick) the {n} values of {by} in {source} with the {ascending} {agg} {column}"
        ", (leader|the leading one) first and ties by label",
        "rank the groups of {by} in {source} and name the {n} with the {ascending} {agg} {column}"
        ", (leader|the leading one) first and ties by label",
        "look in {source} for the {n} groups of {by} that have the {ascending} {agg} {column}"
        ", (leader|the leading one) first and ties by label",
    )
    nouns = (
        "the {n} values of {by} with the {ascending} {agg} {column} in {source}, the leading one first and"
        " ties by label",
        "the {n} groups of {by} in {source} whose {agg} {column} is {ascending}, the leading one first and"
        " ties by label",
        "the names of the {n} {by} groups with the {ascending} {agg} {column} in {source}"
        ", the leading one first and ties by label",
    )
    motives = (
        "Which {by} should I look at first if {column} is what counts?",
        "I don't need every {by}, only the ones that stand out.",
        "Some kinds of {by} must be far from the rest in {column}.",
        "I have to choose a few kinds of {by} for a closer look.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Three or so leaders, fewer than there are."""
        for measure, group in self.couples(source, focus, chance):
            n = chance.choice([n for n in (2, 3, 5) if n < group.distinct - 1] or [2])
            agg = aggregates(measure, chance, "mean", "median", "sum")[0]
            ascending = chance.random() < 0.25
            yield {"n": n, "ascending": ascending, "agg": agg, "column": measure.name, "by": group.name}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. top_regions."""
        return identifier("bottom" if slots["ascending"] else "top", slots["by"], "by", slots["column"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A stable sort of the figures by group, or their extremes."""
        figures = f"{grouped(source, step.slots['by'])}[{literal(step.slots['column'])}].{step.slots['agg']}()"
        n, tail = step.slots["n"], ".tolist()" if step.result == "list" else ""
        if style.random() < 0.5:
            extreme = "nsmallest" if step.slots["ascending"] else "nlargest"
            return [f"figures = {figures}", f"{out} = figures.{extreme}({n}).index{tail}"]
        return [
            f"figures = {figures}",
            f'ranked = figures.sort_values(ascending={step.slots["ascending"]}, kind="stable")',
            f"{out} = ranked.head({n}).index{tail}",
        ]


class LeadingGroup(OfGroups):
    """Which group has the highest or lowest aggregate."""

    name = "leading_group"
    gives = ("value",)
    least = 3
    most = 30
    slots = {"source": Source(), "ascending": RANKED, "agg": MIDDLE, "column": ColumnName(), "by": ColumnName()}
    verbs = (
        "(find|determine|find out) which {by} has the {ascending} {agg} {column} in {source}, the first by"
        " label in a tie",
        "compare the groups of {by} in {source} and name the one with the {ascending} {agg} {column}"
        ", the first by label in a tie",
        "group {source} by {by} and name the group whose {agg} {column} is {ascending}, the first by label in a tie",
    )
    nouns = (
        "the {by} with the {ascending} {agg} {column} in {source}, the first by label in a tie",
        "the name of the {by} whose {agg} {column} is {ascending} in {source}, the first by label in a tie",
        "the label of the {by} group in {source} that has the {ascending} {agg} {column}, the first by label in a tie",
    )
    motives = (
        "Who is ahead here? Just the one {by}, please.",
        "I have a bet with a colleague about which {by} stands out in {column}.",
        "If I could only keep one {by} in mind for {column}, which one should it be?",
        "Let me see whether my guess about {by} was right.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """One end of a ranking."""
        for measure, group in self.couples(source, focus, chance):
            agg = aggregates(measure, chance, "mean", "median", "sum")[0]
            yield {"ascending": chance.random() < 0.4, "agg": agg, "column": measure.name, "by": group.name}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. highest_price_region."""
        return identifier("lowest" if slots["ascending"] else "highest", slots["column"], slots["by"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`idxmax` of the figures by group, or the head of a sort."""
        column, agg = literal(step.slots["column"]), step.slots["agg"]
        figures = f"figures = {grouped(source, step.slots['by'])}[{column}].{agg}()"
        if style.random() < 0.6:
            return [figures, f"{out} = figures.{'idxmin' if step.slots['ascending'] else 'idxmax'}()"]
        ranked = f'figures.sort_values(ascending={step.slots["ascending"]}, kind="stable")'
        return [figures, f"ranked = {ranked}", f"{out} = ranked.index[0]"]


class LargeGroups(OfGroups):
    """One aggregate by group, for groups with enough rows only."""

    name = "large_groups"
    gives = ("series",)
    least = 3
    most = 30
    slots = {
        "source": Source(),
        "agg": MIDDLE,
        "column": ColumnName(),
        "by": ColumnName(),
        "n": Number(),
        "rows": Rows(),
    }
    verbs = (
        "(calculate|work out) the {agg} {column} per {by} in {source}, only for groups with at least {n} {rows}",
        "group {source} by {by}, drop groups with fewer than {n} {rows} and (take|calculate) the {agg}"
        " {column} of the others",
        "keep in {source} only the groups of {by} that have {n} {rows} or more, and (take|compute) their"
        " {agg} {column}",
    )
    nouns = (
        "the {agg} {column} per {by} in {source}, only for groups with at least {n} {rows}",
        "the {agg} {column} of each {by} group in {source} that has {n} {rows} or more",
        "the {agg} {column} by {by} in {source}, without groups of fewer than {n} {rows}",
    )
    motives = (
        "I wouldn't trust a figure for {column} that rests on a handful of cases.",
        "Rare kinds of {by} only add noise here.",
        "Let's leave the tiny {by} groups out of it.",
        "Some groups of {by} are so small that chance alone decides on them.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A least size that some groups fall short of."""
        for measure, group in self.couples(source, focus, chance):
            counts = sorted((count for _, count in group.values), reverse=True)
            if len(counts) < 3 or counts[1] < 5:
                continue
            size = (counts[len(counts) // 2] // 5) * 5 or counts[1]
            if counts[-1] >= size and len(counts) == group.distinct:
                continue
            agg = aggregates(measure, chance, "mean", "median")[0]
            yield {"agg": agg, "column": measure.name, "by": group.name, "n": size}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. mean_price_of_large_region."""
        return identifier(slots["agg"], slots["column"], "of_common", slots["by"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Filter the rows by the size of their group, or the figures by the sizes."""
        by, n = column_of(source, step.slots["by"]), step.slots["n"]
        column, agg = literal(step.slots["column"]), step.slots["agg"]
        groups = grouped(source, step.slots["by"])
        if style.random() < 0.5:
            return [
                f"sizes = {by}.value_counts()",
                f"common = sizes[sizes >= {n}].index",
                f"figures = {groups}[{column}].{agg}()",
                f"{out} = figures[figures.index.isin(common)]",
            ]
        return [f"groups = {groups}", "sizes = groups.size()", f"{out} = groups[{column}].{agg}()[sizes >= {n}]"]


KINDS: tuple[Kind, ...] = (TopGroups(), LeadingGroup(), LargeGroups())
