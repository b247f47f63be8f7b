"""Steps that go on from a summary, or that put two results by the same labels together."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from company.records import Column, ResultType
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Number, Source, Words, literal, number
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.words import column_of, figure

_LABEL = re.compile(r"-?\d+(?:\.\d+)?|True|False|\(.*\)")
"""Names that may stand for numbers, truth values or tuples: a crosswise table has its categories as columns."""


class OfSummary(Kind):
    """Something about one numeric column of a summary."""

    takes = frozenset({"summary"})
    gives: ClassVar[tuple[ResultType, ...]] = ("dataframe",)

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The column is there, has a name that is surely text, and holds numbers."""
        name = slots["column"]
        return super().sensible(slots, source) and source.named[name].numeric and not _LABEL.fullmatch(name)

    def figures(self, source: Var, focus: Focus, chance: random.Random) -> list[Column]:
        """Numeric columns of a summary that differ from row to row."""
        return [
            column
            for column in focus.first(source.named.values(), chance)
            if column.numeric and column.distinct > 1 and not _LABEL.fullmatch(column.name)
        ]


class FilterSummary(OfSummary):
    """The rows of a summary above or below a limit."""

    name = "filter_summary"
    slots = {
        "source": Source(),
        "column": ColumnName(),
        "sign": Words({">": ("above", "greater than"), "<": ("below", "less than")}),
        "limit": Number(),
    }
    verbs = (
        "keep from {source} only the lines where {column} is {sign} {limit}",
        "drop everything from {source} but the lines with {column} {sign} {limit}",
        "narrow {source} down to the lines with {column} {sign} {limit}",
    )
    nouns = (
        "the lines of {source} where {column} is {sign} {limit}",
        "only those lines of {source} with {column} {sign} {limit}",
        "the part of {source} in which {column} is {sign} {limit}",
    )
    motives = (
        "Not every line of that is worth my time.",
        "I'd draw a line at some value of {column}.",
        "Let me leave out the uninteresting end of {column}.",
        "Which of them remain if I am strict about {column}?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A round limit that keeps some lines and drops others."""
        for column in self.figures(source, focus, chance)[:4]:
            if column.quartiles is None or not isinstance(column.minimum, float):
                continue
            limit = float(number(float(f"{column.quartiles[1]:.3g}")))
            if isinstance(column.maximum, float) and column.minimum < limit < column.maximum:
                whole = int(limit) if limit == int(limit) else limit
                yield {"column": column.name, "sign": chance.choice((">", "<")), "limit": whole}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. high_mean_price_groups."""
        return identifier("high" if slots["sign"] == ">" else "low", slots["column"], "groups")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A mask on the column."""
        condition = f"{column_of(source, step.slots['column'])} {step.slots['sign']} {step.slots['limit']!r}"
        if style.random() < 0.5:
            return [f"{out} = {source.name}[{condition}].copy()"]
        return [f"selected = {condition}", f"{out} = {source.name}.loc[selected].copy()"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Fewer lines."""
        return replace(source, name=out, rows=max(source.rows // 2, 1))


class AgainstAverage(OfSummary):
    """A new column of a summary: one of its columns against that column's average."""

    name = "against_average"
    slots = {
        "source": Source(),
        "column": ColumnName(),
        "way": Words(
            {"-": ("minus the plain average", "less the plain average"), "/": ("divided by the plain average",)}
        ),
        "new": ColumnName(),
    }
    verbs = (
        "add to {source} a column {new} with {column} {way} of that column",
        "extend {source} by a column {new} that holds {column} {way} of that column",
        "put next to the columns of {source} a new one called {new} for {column} {way} of that column",
    )
    nouns = (
        "{source} with an additional column {new} for {column} {way} of that column",
        "all columns of {source} and a new one called {new} with {column} {way} of that column",
        "{source} extended by {new}, which is {column} {way} of that column",
    )
    motives = (
        "Which of these are above the usual {column}, and by how much?",
        "I'd like to see each line's {column} against the middle of them all.",
        "On its own {column} does not tell me who is above and who is below.",
        "Is {column} out of step anywhere?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A difference, or a ratio where all figures are positive."""
        if source.rows < 3:
            return
        for column in self.figures(source, focus, chance)[:3]:
            positive = isinstance(column.minimum, float) and column.minimum > 0
            way = "/" if positive and chance.random() < 0.4 else "-"
            new = identifier(column.name, "relative" if way == "/" else "deviation")
            if new not in source.named:
                yield {"column": column.name, "way": way, "new": new}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """A numeric column, and a name that is free."""
        return super().sensible(slots, source) and slots["new"] not in source.named

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. by_region_with_gap."""
        return identifier(source.name, "with", "ratio" if slots["way"] == "/" else "gap")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A column assigned to a copy."""
        values, way, new = column_of(source, step.slots["column"]), step.slots["way"], literal(step.slots["new"])
        if style.random() < 0.5:
            return [f"{out} = {source.name}.copy()", f"{out}[{new}] = {values} {way} {values}.mean()"]
        return [
            f"average = {values}.mean()",
            f"{out} = {source.name}.assign(**{{{new}: {values} {way} average}})",
        ]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """One more column."""
        return replace(source.adding(figure(slots["new"])), name=out)


class SummaryColumn(OfSummary):
    """One column of a summary by its labels."""

    name = "summary_column"
    gives = ("series", "dict")
    slots = {"source": Source(), "column": ColumnName()}
    verbs = (
        "take the column {column} out of {source} with its labels",
        "pull the figures of {column} with their labels out of {source}",
        "reduce {source} to the figures in {column} with their labels",
    )
    nouns = (
        "the figures in the column {column} of {source} with their labels",
        "the column {column} out of {source} with its labels",
        "what {source} has in its column {column}, with the labels",
    )
    motives = (
        "{column} is what I want to go on with.",
        "The other columns only distract from {column}.",
        "Let me have {column} by itself.",
        "I'd like to look at {column} first.",
    )
    weight = 0.8

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Numeric columns of a summary with labels."""
        if source.index_name is not None and len(source.columns) > 1:
            yield from ({"column": column.name} for column in self.figures(source, focus, chance)[:3])

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. mean_price_figures."""
        return identifier(slots["column"], "figures")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The column, or its dictionary."""
        column, tail = literal(step.slots["column"]), ".to_dict()" if step.result == "dict" else ".copy()"
        get = f"[{column}]" if style.random() < 0.6 else f".loc[:, {column}]"
        return [f"{out} = {source.name}{get}{tail}"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Figures by label."""
        own = (source.named[slots["column"]],)
        return Var(out, "series", source.rows, own, source.index_name, "grouped")


class Combine(Kind):
    """Two results by the same labels side by side."""

    name = "combine"
    takes = frozenset({"grouped", "summary"})
    slots = {"source": Source(), "second": Source()}
    verbs = (
        "put {source} and {second} side by side by their labels",
        "join {second} to {source} on the labels that both have",
        "combine {source} with {second} label by label, as columns next to each other",
    )
    nouns = (
        "{source} and {second} side by side by their labels",
        "{source} combined with {second} label by label, as columns next to each other",
        "{source} joined with {second} on the labels that both have",
    )
    motives = (
        "I had asked for something similar before, and now I'd like to compare.",
        "Both belong on one page.",
        "Next to what we had earlier this might make more sense.",
        "Do the two tell the same story?",
    )
    weight = 1.5

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Series that were made before and are as long."""
        if source.index_name is not None and source.columns:
            alike = [var for var in source.beside if var.rows == source.rows]
            yield from ({"second": var.name} for var in alike[-3:])

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The second has the same kind of labels, and as many."""
        return any(var.name == slots["second"] and var.rows == source.rows for var in source.beside)

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. mean_price_combined."""
        return identifier(source.name, "combined")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`concat` of both on the labels that both have, in the order of the first."""
        first, second = source.name, step.slots["second"]
        labels = f"shared = [label for label in {first}.index if label in {second}.index]"
        if source.nature == "summary":
            added = f"{second}.loc[shared].rename({literal(second)})"
            return [labels, f"{out} = pd.concat([{first}.loc[shared], {added}], axis=1)"]
        if style.random() < 0.5:
            keys = literal([first, second])
            return [labels, f"{out} = pd.concat([{first}.loc[shared], {second}.loc[shared]], axis=1, keys={keys})"]
        return [
            labels,
            f"{out} = pd.DataFrame({{",
            f"    {literal(first)}: {first}.loc[shared],",
            f"    {literal(second)}: {second}.loc[shared],",
            "})",
        ]


KINDS: tuple[Kind, ...] = (FilterSummary(), AgainstAverage(), SummaryColumn(), Combine())
