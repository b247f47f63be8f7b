"""Steps that bring an earlier result back to the user's table."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from company.records import ResultType
from grammar.scene import Focus, Var
from grammar.slots import TABLE, ColumnName, Rows, Source, Words, literal
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.words import elements, quantities

_LEVEL = re.compile(
    r"^(?:mean|median|average|max|min)_(?!.*_(?:ratio|gap|count|share|std)(?:_\d+)?$)"
    r"|^(?!share_|count_).*_p\d+(?:_\d+)?$"
)
"""Names of numbers that are on the scale of a measure."""


class RowsOfLabels(Kind):
    """The table's rows whose category is among the labels of an earlier result."""

    name = "rows_of_labels"
    takes = frozenset({"list", "index", "grouped"})
    slots = {"source": Source(), "table": Source(), "column": ColumnName(), "rows": Rows()}
    verbs = (
        "(go back to|take) {table} and keep only the {rows} whose {column} is among the (labels|entries) of {source}",
        "keep from {table} the {rows} whose {column} occurs among the (labels|entries) of {source}",
        "reduce {table} to the {rows} whose {column} is one of the (labels|entries) of {source}",
    )
    nouns = (
        "the {rows} of {table} whose {column} is among the (labels|entries) of {source}",
        "all {rows} from {table} whose {column} occurs among the (labels|entries) of {source}",
        "those {rows} of {table} whose {column} is one of the (labels|entries) of {source}",
    )
    motives = (
        "Now I'd like to see the individual cases behind these.",
        "Let's go back and look only at those.",
        "What do the single entries for these look like?",
        "I want to dig deeper into just these kinds of {column}.",
    )
    weight = 2.0

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """The category that the labels come from, where they are some of its values but not all."""
        if source.table is None:
            return
        if source.nature == "grouped":
            column = source.table.named.get(source.index_name or "")
            if column is not None and 0 < source.rows < column.distinct:
                yield {"table": TABLE, "column": column.name}
            return
        labels = {str(label) for label in elements(source) if isinstance(label, str)}
        for column in source.table.groups(most=50):
            known = {text for text, _ in column.values}
            if labels and labels < known:
                yield {"table": TABLE, "column": column.name}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The user's table has the column."""
        return source.table is not None and slots["table"] == TABLE and slots["column"] in source.table.named

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. rows_of_top_3_region."""
        return identifier("rows_of", source.name)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`isin` with the variable, or with its index."""
        assert source.table is not None
        table, column = source.table.name, literal(step.slots["column"])
        labels = f"{source.name}.index" if source.nature == "grouped" else source.name
        if style.random() < 0.5:
            return [f"{out} = {table}[{table}[{column}].isin({labels})].copy()"]
        return [f"selected = {table}[{column}].isin({labels})", f"{out} = {table}.loc[selected].copy()"]

    def after(self, slots: Slots, source: Var, out: str) -> Var | None:
        """Some of the table's rows."""
        return None if source.table is None else replace(source.table, name=out, rows=max(source.table.rows // 2, 1))


class RowsBeyondValue(Kind):
    """The table's rows with a measure above or below an earlier number."""

    name = "rows_beyond_value"
    takes = frozenset({"value"})
    gives: ClassVar[tuple[ResultType, ...]] = ("dataframe",)
    slots = {
        "source": Source(),
        "table": Source(),
        "column": ColumnName(),
        "sign": Words({">": ("above", "greater than"), "<": ("below", "less than")}),
        "rows": Rows(),
    }
    verbs = (
        "(go back to|take) {table} and keep only the {rows} whose {column} is {sign} {source}",
        "keep from {table} the {rows} whose {column} is {sign} {source}",
        "reduce {table} to the {rows} whose {column} is {sign} {source}",
    )
    nouns = (
        "the {rows} of {table} whose {column} is {sign} {source}",
        "all {rows} from {table} whose {column} is {sign} {source}",
        "those {rows} of {table} whose {column} is {sign} {source}",
    )
    motives = (
        "With that as a yardstick I can sort the wheat from the chaff.",
        "Then let me see the cases on one side of that mark.",
        "Which entries are past that number in {column}?",
        "That would be a natural line to draw for {column}.",
    )
    weight = 1.6

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """The measure that the number's name speaks of, else one that has it near the middle."""
        value = _number(source)
        if source.table is None or value is None or not _LEVEL.search(source.name):
            return
        measures = [
            column
            for column in focus.first(quantities(source.table), chance)
            if isinstance(column.minimum, float) and isinstance(column.maximum, float)
            if column.minimum < value < column.maximum
        ]
        words = f"_{source.name}_"
        named = [column for column in measures if f"_{identifier(column.name)}_" in words]
        speaks = any(f"_{identifier(name)}_" in words for name in source.table.named)
        near = [c for c in measures if c.quartiles and c.quartiles[0] <= value <= c.quartiles[2]]
        for column in (named or ([] if speaks else near))[:2]:
            yield {"table": TABLE, "column": column.name, "sign": chance.choice((">", "<"))}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The table has the measure, and the earlier result is a number."""
        column = source.table.named.get(slots["column"]) if source.table is not None else None
        return slots["table"] == TABLE and column is not None and column.numeric and _number(source) is not None

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. rows_above_mean_price."""
        return identifier("rows", "above" if slots["sign"] == ">" else "below", source.name)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A comparison with the variable."""
        assert source.table is not None
        table, sign = source.table.name, step.slots["sign"]
        condition = f"{table}[{literal(step.slots['column'])}] {sign} {source.name}"
        if style.random() < 0.5:
            return [f"{out} = {table}[{condition}].copy()"]
        return [f"selected = {condition}", f"{out} = {table}.loc[selected].copy()"]

    def after(self, slots: Slots, source: Var, out: str) -> Var | None:
        """Some of the table's rows."""
        return None if source.table is None else replace(source.table, name=out, rows=max(source.table.rows // 2, 1))


class ShareBeyondValue(RowsBeyondValue):
    """Which share of the table's rows has a measure above or below an earlier number."""

    name = "share_beyond_value"
    gives = ("value",)
    verbs = (
        "(calculate|work out) which fraction of all {rows} in {table} have {column} {sign} {source}",
        "determine the share of {rows} in {table}, between 0 and 1, whose {column} is {sign} {source}",
        "find out what fraction of all {rows} of {table} have their {column} {sign} {source}",
    )
    nouns = (
        "the fraction of all {rows} in {table} whose {column} is {sign} {source}",
        "the share of {rows} in {table}, between 0 and 1, whose {column} is {sign} {source}",
        "the proportion of all {rows} of {table}, as a fraction, with {column} {sign} {source}",
    )
    motives = (
        "How many are on that side of the mark, roughly?",
        "I'd like to know how unusual it is to be past that in {column}.",
        "Is it half and half, or is {column} lopsided?",
        "That figure may be pulled along by a few extremes.",
    )
    weight = 1.0

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. share_above_mean_price."""
        return identifier("share", "above" if slots["sign"] == ">" else "below", source.name)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The mean of a mask, or two counts."""
        assert source.table is not None
        table, sign = source.table.name, step.slots["sign"]
        beyond = f"beyond = {table}[{literal(step.slots['column'])}] {sign} {source.name}"
        if style.random() < 0.5:
            return [beyond, f"{out} = float(beyond.mean())"]
        return [beyond, f"{out} = int(beyond.sum()) / len({table})"]

    def after(self, slots: Slots, source: Var, out: str) -> Var | None:
        """A number that is not known yet."""
        return None


def _number(source: Var) -> float | None:
    """The number that an earlier result is, as far as its preview tells."""
    text = source.preview.strip()
    return float(text) if re.fullmatch(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?", text) else None


KINDS: tuple[Kind, ...] = (RowsOfLabels(), RowsBeyondValue(), ShareBeyondValue())
