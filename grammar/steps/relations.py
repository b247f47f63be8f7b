"""Steps about measures that move together."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

from company.records import ResultType
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, ColumnNames, Source, Words, literal
from grammar.steps.base import Kind, Slots, Step, identifier, pairs
from grammar.steps.words import column_of, figure, quantities

_METHOD = Words(
    {
        "pearson": ("Pearson correlation", "Pearson correlations"),
        "spearman": ("Spearman correlation", "Spearman correlations"),
    }
)


class Correlate(Kind):
    """How closely two measures move together."""

    name = "correlate"
    gives = ("value",)
    slots = {"source": Source(), "column": ColumnName(), "other": ColumnName(), "method": _METHOD}
    verbs = (
        "(calculate|determine|work out) the {method} (between|of) {column} and {other} in {source}",
        "relate {column} to {other} in {source} by their {method}",
        "measure with the {method} how closely {column} goes together with {other} in {source}",
    )
    nouns = (
        "the {method} (between|of) {column} and {other} in {source}",
        "the {method} of {column} with {other} in {source}",
        "the strength of the link between {column} and {other} in {source} as their {method}",
    )
    motives = (
        "Do {column} and {other} rise and fall together?",
        "I would have guessed that {column} goes along with {other}.",
        "If {other} tells me something about {column}, I could save myself some work.",
        "A colleague insists that {column} has nothing to do with {other}.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Pairs of measures."""
        names = [column.name for column in focus.first(quantities(source, distinct=5), chance)]
        for column, other in pairs(names, names, 5):
            yield {"column": column, "other": other, "method": chance.choice(("pearson", "pearson", "spearman"))}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Two different measures."""
        names = (slots["column"], slots["other"])
        return super().sensible(slots, source) and names[0] != names[1] and all(source.named[n].numeric for n in names)

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_margin_correlation."""
        return identifier(slots["column"], slots["other"], "correlation")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`corr` of two columns, or a cell of their matrix."""
        column, other, method = (step.slots[name] for name in ("column", "other", "method"))
        how = "" if method == "pearson" else 'method="spearman"'
        if style.random() < 0.5:
            call = ", ".join(part for part in (column_of(source, other), how) if part)
            return [f"{out} = float({column_of(source, column)}.corr({call}))"]
        return [
            f"pair = {source.name}[{literal([column, other])}].dropna()",
            f"{out} = float(pair.corr({how}).iloc[0, 1])",
        ]


class CorrelationMatrix(Kind):
    """How several measures move together, each with each."""

    name = "correlation_matrix"
    gives: ClassVar[tuple[ResultType, ...]] = ("dataframe",)
    slots = {"source": Source(), "columns": ColumnNames(), "method": _METHOD}
    verbs = (
        "(calculate|work out) the matrix of {method} (between|among) {columns} in {source}",
        "correlate the columns {columns} of {source} with each other, as a matrix of {method}",
        "lay out the {method} of {columns} in {source} as a matrix",
    )
    nouns = (
        "the matrix of {method} (between|among) {columns} in {source}",
        "the matrix of pairwise {method} for the columns {columns} of {source}",
        "the {method} of each pair among {columns} in {source}, as a square matrix",
    )
    motives = (
        "Which of these measures go together?",
        "I'd like to see all the relations at a glance.",
        "Some of the numbers may say much the same thing.",
        "Let me find out what is connected before I pick one.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Three to six measures."""
        names = [column.name for column in focus.first(quantities(source, distinct=5), chance)]
        for size in (4, 3, 5, 6):
            if size <= len(names):
                yield {"columns": tuple(names[:size]), "method": chance.choice(("pearson", "pearson", "spearman"))}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Two or more different measures."""
        names = slots["columns"]
        known = super().sensible(slots, source) and all(source.named[name].numeric for name in names)
        return known and len(set(names)) == len(names) >= 2

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_correlations."""
        return identifier(slots["columns"][0], f"and_{len(slots['columns']) - 1}_more", "correlations")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`corr` on the chosen columns."""
        how = literal(step.slots["method"])
        names = literal(step.slots["columns"])
        if style.random() < 0.6:
            return [f"measures = {names}", f"{out} = {source.name}[measures].corr(method={how})"]
        return [f"{out} = {source.name}[{names}].corr(method={how})"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """A square frame of correlations."""
        columns = tuple(figure(name, distinct=len(slots["columns"])) for name in slots["columns"])
        return Var(out, "dataframe", len(columns), columns, None, "matrix")


class CorrelationsWith(CorrelationMatrix):
    """How several measures move together with one."""

    name = "correlations_with"
    gives = ("series",)
    slots = {**CorrelationMatrix.slots, "column": ColumnName()}
    verbs = (
        "correlate {column} with each of the columns {columns} in {source}, as {method} from highest to lowest",
        "(calculate|work out) the {method} of {column} with each of {columns} in {source}, from highest to lowest",
        "rank {columns} in {source} by their {method} with {column}, from highest to lowest",
    )
    nouns = (
        "the {method} of {column} with each of {columns} in {source}, from highest to lowest",
        "the {method} in {source} between {column} and each of {columns}, from highest to lowest",
        "for each of {columns} in {source} the {method} with {column}, from highest to lowest",
    )
    motives = (
        "What goes along with {column}, and what doesn't?",
        "I'm looking for something that hints at {column} early on.",
        "Which of the other measures tell me most about {column}?",
        "Let me see what {column} is tied to.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A measure with three to five others."""
        for slots in super().offers(source, focus, chance):
            first, *others = slots["columns"]
            if len(others) >= 2:
                yield {**slots, "column": first, "columns": tuple(others)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """A measure, and others."""
        known = super().sensible(slots, source) and slots["column"] not in slots["columns"]
        return known and source.named[slots["column"]].numeric

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. correlations_with_price."""
        return identifier("correlations_with", slots["column"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`corr` of each column with the target, sorted."""
        names, how, column = literal(step.slots["columns"]), literal(step.slots["method"]), step.slots["column"]
        ordered = f'{out} = correlations.sort_values(ascending=False, kind="stable")'
        if style.random() < 0.5:
            target = column_of(source, column)
            return [f"correlations = {source.name}[{names}].corrwith({target}, method={how})", ordered]
        return [
            "correlations = pd.Series({",
            f"    name: {source.name}[name].corr({column_of(source, column)}, method={how})",
            f"    for name in {names}",
            "})",
            ordered,
        ]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Figures by column name."""
        return Var(out, "series", len(slots["columns"]), (figure(slots["column"]),), None, "grouped")


KINDS: tuple[Kind, ...] = (Correlate(), CorrelationMatrix(), CorrelationsWith())
