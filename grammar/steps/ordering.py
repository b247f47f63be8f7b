"""Steps that put rows in order, take some of them, or leave columns out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, ColumnNames, Number, Rows, Source, Words, literal
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.words import RANKED, quantities


def ranking(source: Var, focus: Focus, chance: random.Random) -> list[Column]:
    """Measures to put rows in order by: with enough different values and hardly any gaps, the focus first."""
    fine = [c for c in quantities(source, distinct=6) if c.missing * 5 < source.rows and c.distinct * 8 > source.rows]
    return focus.first(fine or [c for c in quantities(source, distinct=3) if not c.missing], chance)


class TopRows(Kind):
    """The rows at one end of a measure."""

    name = "top_rows"
    takes = frozenset({"rows", "summary"})
    slots = {"source": Source(), "n": Number(), "ascending": RANKED, "column": ColumnName(), "rows": Rows()}
    weight = 1.4
    verbs = (
        "(take|pick|find) the {n} {rows} of {source} with the {ascending} {column}, in that order and ties as they"
        " stand",
        "(sort|order) {source} and keep the {n} {rows} with the {ascending} {column}, leader first, ties in their"
        " original order",
        "list the {n} {rows} in {source} that have the {ascending} {column}, the most extreme first and ties as they"
        " stand",
    )
    nouns = (
        "the {n} {rows} of {source} with the {ascending} {column}, in that order and with ties as they stand",
        "the {n} {rows} in {source} that have the {ascending} {column}, the most extreme first and ties as they stood",
        "the first {n} {rows} of {source} when those with the {ascending} {column} come first and ties stay as they"
        " stand",
    )
    motives = (
        "Let me look at the extreme cases first.",
        "Who stands out when it comes to {column}?",
        "I always learn most from the far end of a list.",
        "Some of them must be quite exceptional in {column}, don't you think?",
        "I'd like to see a few concrete cases before I believe it.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Few rows by measures in focus, mostly the highest."""
        sizes = [n for n in (10, 5, 20, 3, 15) if n * 2 <= source.rows] or [2]
        for column in ranking(source, focus, chance)[:4]:
            if source.rows > 3:
                size = chance.choice(sizes[:3] if source.nature == "rows" else sizes[-2:])
                yield {"n": size, "ascending": chance.random() < 0.25, "column": column.name}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The measure is there, and n counts something."""
        known = super().sensible(slots, source) and source.named[slots["column"]].numeric
        return known and isinstance(slots["n"], int) and slots["n"] > 0

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. highest_price."""
        return identifier("lowest" if slots["ascending"] else "top", str(slots["n"]), slots["column"], longest=36)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Sorting and head, or nlargest and nsmallest."""
        column, n, ascending = literal(step.slots["column"]), step.slots["n"], step.slots["ascending"]
        if style.random() < 0.4:
            method = "nsmallest" if ascending else "nlargest"
            return [f"{out} = {source.name}.{method}({n}, {column})"]
        ordered = f"{source.name}.sort_values(by={column}, ascending={ascending}, kind='stable')"
        if style.random() < 0.5:
            return [f"{out} = {ordered}.head({n})"]
        return [f"sorted_rows = {ordered}", f"{out} = sorted_rows.head({n}).copy()"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Few rows, the same columns."""
        return replace(source, name=out, rows=min(slots["n"], source.rows))


DIRECTION = Words(
    {
        True: ("in ascending order", "from lowest to highest", "from the smallest to the largest"),
        False: ("in descending order", "from highest to lowest", "from the largest to the smallest"),
    }
)


class SortRows(Kind):
    """All rows in the order of a column."""

    name = "sort_rows"
    takes = frozenset({"rows", "summary"})
    slots = {"source": Source(), "column": ColumnName(), "ascending": DIRECTION, "rows": Rows()}
    verbs = (
        "(sort|order|arrange) [all ]{rows} of {source} by {column} {ascending}, leaving ties as they stand",
        "sort {source} by {column} {ascending}, with ties in their original order",
        "put the {rows} of {source} into order by {column}, {ascending} and with ties as they stand",
    )
    nouns = (
        "all {rows} of {source}, sorted by {column} {ascending} with ties as they stand",
        "{source} ordered by {column} {ascending}, ties staying in their original order",
        "{source} sorted by {column} {ascending}, where ties keep their order",
    )
    motives = (
        "In the present order I can't see anything.",
        "It will be easier to read once it is in some order.",
        "I want to go through them by {column}.",
        "Could we line them up by {column}?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures in focus, mostly from the top."""
        for column in ranking(source, focus, chance)[:3]:
            yield {"column": column.name, "ascending": chance.random() < 0.35}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. sorted_by_price."""
        return identifier("sorted_by", slots["column"], longest=36)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A stable sort."""
        column, ascending = literal(step.slots["column"]), step.slots["ascending"]
        by = f"by={column}" if style.random() < 0.5 else column
        return [f"{out} = {source.name}.sort_values({by}, ascending={ascending}, kind='stable')"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """The same rows and columns."""
        return replace(source, name=out)


class SampleRows(Kind):
    """Some rows by chance."""

    name = "sample_rows"
    slots = {"source": Source(), "n": Number(), "seed": Number(), "rows": Rows()}
    weight = 0.6
    verbs = (
        "draw a random sample of {n} {rows} from {source} with pandas and random_state {seed}, without replacement",
        "(pick|take) {n} {rows} at random from {source}, using pandas' sample with random_state {seed}",
        "sample {n} {rows} of {source} without replacement, with random_state {seed} in pandas",
    )
    nouns = (
        "a random sample of {n} {rows} from {source}, drawn by pandas with random_state {seed}",
        "{n} {rows} of {source} that are drawn with pandas' sample and random_state {seed}",
        "{n} randomly chosen {rows} of {source}, without replacement and with random_state {seed} in pandas",
    )
    motives = (
        "A handful of examples would give me a feeling for the data.",
        "I don't need all of them for a first impression.",
        "Sorted lists can mislead, so let chance decide which ones I look at.",
        "Working through everything would take too long.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A part of the rows."""
        sizes = [n for n in (100, 50, 200, 20, 10) if n * 2 <= source.rows]
        chance.shuffle(sizes)
        for size in sizes[:3]:
            yield {"n": size, "seed": chance.choice((42, 42, 0, 1, 7))}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """There are so many rows, and both numbers are whole."""
        return all(isinstance(slots[name], int) for name in ("n", "seed")) and slots["n"] > 0

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. sample_of_100."""
        return identifier("sample_of", str(slots["n"]))

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """DataFrame.sample."""
        return [f"{out} = {source.name}.sample(n={step.slots['n']}, random_state={step.slots['seed']})"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Fewer rows."""
        return replace(source, name=out, rows=min(slots["n"], source.rows))


class DropColumns(Kind):
    """All columns but some."""

    name = "drop_columns"
    slots = {"source": Source(), "columns": ColumnNames(), "rows": Rows()}
    weight = 0.7
    verbs = (
        "(drop|remove) (the columns|the column|from the columns) {columns} from a copy of {source}",
        "make a copy of {source} (without|that leaves out) the columns {columns}",
        "leave out {columns} and keep all (other|remaining) columns of {source}",
    )
    nouns = (
        "{source} without the columns {columns}",
        "all columns of {source} (except|other than|but) {columns}",
        "a copy of {source} (lacking|that leaves out) [the columns ]{columns}",
    )
    motives = (
        "Some fields will play no part in what I am asking.",
        "There is too much in it that only distracts.",
        "We won't need every field from here on.",
        "A few of these fields are of no use to me.",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Columns that nobody asks about: nearly empty ones, identifiers, texts; two or three."""
        others = [column for column in source.named.values() if column.name not in focus.columns]
        weak = [c for c in others if c.missing * 3 > source.rows or c.role in ("identifier", "text")]
        rest = [column for column in others if column not in weak]
        chance.shuffle(rest)
        dull = [*weak, *rest]
        for size in (2, 3):
            if source.rows and len(dull) >= size and len(source.columns) > size + 2:
                yield {"columns": tuple(column.name for column in dull[:size])}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. without_address."""
        return identifier("without", slots["columns"][0], longest=32)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """DataFrame.drop."""
        names = literal(step.slots["columns"])
        if style.random() < 0.4:
            return [f"unneeded = {names}", f"{out} = {source.name}.drop(columns=unneeded)"]
        return [f"{out} = {source.name}.drop(columns={names})"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """The other columns."""
        kept = tuple(column for column in source.columns if column.name not in slots["columns"])
        return replace(source, name=out, columns=kept)


KINDS: tuple[Kind, ...] = (TopRows(), SortRows(), SampleRows(), DropColumns())
