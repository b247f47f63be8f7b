"""Cleaning: numbers written with units, duplicates, distinct values."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

from company.records import Column
from grammar.scene import FEW, Focus, Var
from grammar.slots import ColumnName, ColumnNames, Rows, Source, literal
from grammar.steps.adding import (
    Alone,
    InCopy,
    PerRow,
    copy_nouns,
    copy_verbs,
    row_nouns,
    row_verbs,
)
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.words import quantities


def number_of(column: Column, values: str) -> str:
    """The expression that reads the first number in each text."""
    commas = any("," in text for text, _ in column.values)
    text = f"{values}.str.replace(',', '', regex=False)" if commas else values
    return f"{text}.str.extract(r'(-?\\d+(?:\\.\\d+)?)', expand=False).astype(float)"


class _Numbers(PerRow):
    """Numbers out of text."""

    slots = {"source": Source(), "column": ColumnName(), "new": ColumnName(), "rows": Rows()}
    motives = (
        "The {column} entries are text, so nobody can calculate with them.",
        "I can't compare {column} as long as there is something written around the number.",
        "How would I ever average {column} when it comes as text?",
        "It is annoying that {column} mixes figures and letters.",
    )
    moment = "open"

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures that are written as text."""
        for column in focus.first(source.written_numbers(), chance)[:4]:
            yield {"column": column.name}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Only text can be read."""
        return super().sensible(slots, source) and not source.named[slots["column"]].numeric

    def label(self, slots: Slots) -> str:
        """E.g. weight_number."""
        return identifier(slots["column"], "value", longest=48)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """The first number of each text, as float."""
        name = step.slots["column"]
        values = f"{source.name}[{literal(name)}]"
        expression = number_of(source.named[name], values)
        if style.random() < 0.4:
            text = identifier(name, "text")
            return [f"{text} = {values}"], expression.replace(values, text)
        return [], expression


_NUMBERS = (
    "the number (written|contained) in {column} as a float, without its unit",
    "{column} as plain floating-point numbers, the text around the number removed",
)


class NumbersColumn(InCopy, _Numbers):
    """A copy with numbers out of text."""

    name = "numbers_from_text"
    verbs = copy_verbs(*_NUMBERS)
    nouns = copy_nouns(*_NUMBERS)


class NumbersSeries(Alone, _Numbers):
    """Numbers out of text, alone."""

    name = "numbers_from_text_alone"
    verbs = row_verbs(_NUMBERS[0])
    nouns = row_nouns(*_NUMBERS)


class NumbersInPlace(_Numbers):
    """A column's text replaced by its numbers."""

    name = "numbers_in_place"
    in_place = True
    weight = 1.5
    verbs = (
        "turn {column} of {source} in place into floats by removing (everything|the text) around the number",
        "(convert|change) the text in {column} of {source} to plain floats[ without the unit], overwriting the column",
        "clean {column} directly in {source} so that it holds only the number as a float",
    )
    nouns = (
        "{source}, updated in place so that {column} holds (plain floats|the bare number as a float) without its unit",
        "{source} itself after its text column {column} has been converted to floats without the unit",
        "{source} with {column} converted in place from text to the float that it contains",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures that are written as text."""
        yield from self.fillings(source, focus, chance)

    def stem(self, slots: Slots, source: Var) -> str:
        """The source keeps its name."""
        return source.name

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The column overwritten."""
        lines, values = self.values(step, source, style)
        return [*lines, f"{source.name}[{literal(step.slots['column'])}] = {values}"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """The column is numeric now."""
        cleaned = source.named[slots["column"]].model_copy(
            update={"dtype": "float64", "numeric": True, "unit": None, "values": ()}
        )
        columns = [cleaned if column.name == cleaned.name else column for column in source.columns]
        return replace(source, name=out, columns=tuple(columns))


class DropDuplicates(Kind):
    """One row for each combination of values."""

    name = "drop_duplicates"
    slots = {"source": Source(), "columns": ColumnNames(), "rows": Rows()}
    verbs = (
        "(drop|remove) from {source} all {rows} that repeat (the|a) combination of {columns}, keeping the first",
        "keep only the first of the {rows} in {source} for each (combination of|different) {columns}",
        "(reduce|thin out) {source} to the first row per distinct combination of {columns}",
    )
    nouns = (
        "the first row of {source} for each (distinct|different) combination of {columns}",
        "{source} without repeated combinations of {columns}, only the first row of each being kept",
        "the {rows} of {source} that are left when duplicates in {columns} are dropped and the first one stays",
    )
    motives = (
        "I'd rather not see the same thing twice.",
        "One example of each kind is enough for me.",
        "Which combinations are there at all?",
        "Repeated entries would give some of them too much weight.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two groups, or one category with a fair number of values."""
        groups = focus.first(source.groups(), chance)[:4]
        for first, second in itertools.pairwise(groups):
            if first.distinct * second.distinct * 2 <= source.rows:
                yield {"columns": (first.name, second.name)}
        for column in focus.first(source.of_role("category", "text", "identifier"), chance)[:2]:
            if 4 <= column.distinct < source.rows * 0.9:
                yield {"columns": (column.name,)}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. first_of_each_region."""
        return identifier("one_per", slots["columns"][0], longest=32)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """drop_duplicates, or the rows that are not duplicated."""
        names = literal(step.slots["columns"])
        if style.random() < 0.3:
            return [
                f"repeated = {source.name}.duplicated(subset={names}, keep='first')",
                f"{out} = {source.name}[~repeated].copy()",
            ]
        return [f"{out} = {source.name}.drop_duplicates(subset={names}, keep='first').copy()"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """At most one row per combination."""
        rows = 1
        for name in slots["columns"]:
            rows *= max(source.named[name].distinct, 1)
        return replace(source, name=out, rows=min(rows, source.rows))


class CountDuplicates(Kind):
    """How many rows repeat an earlier one."""

    name = "count_duplicates"
    gives = ("value",)
    slots = {"source": Source(), "columns": ColumnNames(), "rows": Rows()}
    verbs = (
        "count the {rows} of {source} (that|which) repeat an earlier combination of {columns}",
        "count in {source} how many {rows} have the same {columns} as a row before them",
        "(find out|determine) how many {rows} of {source} duplicate an earlier row in {columns}",
    )
    nouns = (
        "the number of {rows} in {source} that repeat an earlier combination of {columns}",
        "how many {rows} of {source} are duplicates of an earlier row with regard to {columns}",
        "the count of repeated {rows} in {source}, the first one aside, judged by {columns}",
    )
    motives = (
        "Could some of them have been entered twice?",
        "I am not sure that every entry is unique.",
        "Double entries would distort whatever comes next.",
        "How much repetition is there?",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two to three columns of which one has many values."""
        names = focus.first(source.of_role("text", "category", "identifier"), chance)
        many = [column for column in names if FEW < column.distinct < source.rows]
        others = focus.first(quantities(source), chance)
        for first, second in zip(many[:3], [*others, *many[::-1]], strict=False):
            if first != second:
                yield {"columns": (first.name, second.name)}
        for column in many[:2]:
            yield {"columns": (column.name,)}
        chosen: list[str] = []
        combinations = 1
        for column in focus.first(source.groups(), chance)[:5]:
            chosen.append(column.name)
            combinations *= column.distinct
            # With fewer combinations than this, nearly every row repeats one: no question worth asking.
            if len(chosen) > 1 and combinations * 6 > source.rows:
                yield {"columns": tuple(chosen)}
                break

    def stem(self, slots: Slots, source: Var) -> str:
        """What it is."""
        return identifier("repeated", slots["columns"][0], "count", longest=36)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The sum of duplicated()."""
        names = literal(step.slots["columns"])
        if style.random() < 0.5:
            return [f"is_repeated = {source.name}.duplicated(subset={names})", f"{out} = int(is_repeated.sum())"]
        return [f"{out} = int({source.name}.duplicated(subset={names}).sum())"]


KINDS: tuple[Kind, ...] = (NumbersColumn(), NumbersSeries(), NumbersInPlace(), DropDuplicates(), CountDuplicates())
