"""Numbers for categories: codes and indicator columns."""

from __future__ import annotations

import random
from collections.abc import Iterator

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import (
    ColumnName,
    Number,
    Rows,
    Source,
    Values,
    literal,
    sayable,
)
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


class _Codes(PerRow):
    """Whole numbers for an ordered category."""

    slots = {
        "source": Source(),
        "column": ColumnName(),
        "order": Values(),
        "start": Number(),
        "new": ColumnName(),
        "rows": Rows(),
    }
    dtype = "int64"
    role = "ordered_category"
    motives = (
        "The levels of {column} have a natural order that plain text does not show.",
        "To relate {column} to anything numeric, its levels need numbers.",
        "There is a clear low and high in {column}, isn't there?",
        "I'd like to treat {column} as a scale.",
    )

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Text categories whose order is known."""
        for column in focus.first(source.of_role("ordered_category"), chance)[:4]:
            known = 2 <= len(column.order) <= 8 and all(sayable(value) for value in column.order)
            if known and not column.numeric:
                yield {"column": column.name, "order": column.order, "start": chance.choice((0, 1, 1))}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The values are text."""
        return super().sensible(slots, source) and not source.named[slots["column"]].numeric

    def label(self, slots: Slots) -> str:
        """E.g. size_code."""
        return identifier(slots["column"], "code", longest=48)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """A mapping, spelled out or made from the order."""
        values = f"{source.name}[{literal(step.slots['column'])}]"
        order, start = step.slots["order"], step.slots["start"]
        name = identifier(step.slots["column"], "codes")
        if style.random() < 0.6:
            codes = ", ".join(f"{literal(value)}: {code}" for code, value in enumerate(order, start))
            return [f"{name} = {{{codes}}}"], f"{values}.map({name})"
        ordered = f"{{level: code for code, level in enumerate(levels, start={start})}}"
        return [f"levels = {literal(order)}", f"{name} = {ordered}"], f"{values}.map({name})"


_CODES = (
    "the position of {column} in the order {order}, counted from {start}",
    "a whole-number code for {column} that rises by one in the order {order}, starting at {start}",
)


class CodesColumn(InCopy, _Codes):
    """A copy with codes for an ordered category."""

    name = "ordinal_codes"
    verbs = copy_verbs(*_CODES)
    nouns = copy_nouns(*_CODES)


class CodesSeries(Alone, _Codes):
    """Codes for an ordered category, alone."""

    name = "ordinal_codes_alone"
    verbs = row_verbs(*_CODES)
    nouns = row_nouns(*_CODES)


def _plain_categories(source: Var, most: int) -> list[Column]:
    return [column for column in source.groups(most=most) if not column.numeric and not column.dtype.startswith("bool")]


class LabelEncode(Kind):
    """Codes by the alphabetical order of the values."""

    name = "label_encode"
    gives = ("array", "list")
    slots = {"source": Source(), "column": ColumnName(), "rows": Rows()}
    verbs = (
        "encode {column} of {source} with scikit-learn's LabelEncoder",
        "turn {column} (in|of) {source} into integer codes from 0 on, in the alphabetical order of its values",
        "label-encode {column} in {source}, so that its values get the codes 0, 1 and so on in sorted order",
    )
    nouns = (
        "the codes that LabelEncoder gives to {column} for all {rows} of {source}",
        "{column} of {source} label-encoded to integers from 0 on, in the sorted order of its values",
        "the integer codes of {column} for every row of {source}, from 0 on in alphabetical order",
    )
    motives = (
        "An algorithm can't do much with words.",
        "Later on I may need {column} in a form that a model accepts.",
        "For what I have in mind, {column} has to become numeric.",
        "Could we prepare {column} for a model?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Text categories without gaps."""
        for column in focus.first(_plain_categories(source, 30), chance):
            if not column.missing:
                yield {"column": column.name}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Gaps have no place in a sorted order."""
        return super().sensible(slots, source) and not source.named[slots["column"]].missing

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. encoded_region."""
        return identifier("encoded", slots["column"])

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """The encoder."""
        return ("from sklearn.preprocessing import LabelEncoder",)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The encoder, fitted and applied at once or in two steps."""
        values = f"{source.name}[{literal(step.slots['column'])}]"
        tail = ".tolist()" if step.result == "list" else ""
        if style.random() < 0.5:
            return ["encoder = LabelEncoder()", f"{out} = encoder.fit_transform({values}){tail}"]
        return ["encoder = LabelEncoder()", f"encoder.fit({values})", f"{out} = encoder.transform({values}){tail}"]


class OneHot(Kind):
    """A 0/1 column for each value."""

    name = "one_hot"
    slots = {"source": Source(), "column": ColumnName(), "rows": Rows()}
    verbs = (
        "one-hot encode {column} of {source} into 0/1 columns, one per value in sorted order and without the"
        " other columns",
        "turn {column} alone from {source} into indicator columns of 0 and 1, one for every value in sorted order",
        "make dummy columns of 0 and 1 from {column} in {source}, one per value in sorted order, and leave"
        " out everything else",
    )
    nouns = (
        "the one-hot encoding of {column} alone from {source}, one column of 0 and 1 per value in sorted order",
        "only the dummy columns of 0 and 1 for {column} in {source}, one for each value in sorted order",
        "indicator columns of 0 and 1 for each value of {column} in {source}, in sorted order and nothing else",
    )
    motives = (
        "The values of {column} have no order, so codes would be misleading.",
        "I want to look at every {column} on its own.",
        "To let a model use {column}, we have to split it up.",
        "What if each {column} were a simple yes or no?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Text categories with a few values."""
        for column in focus.first(_plain_categories(source, 12), chance)[:4]:
            yield {"column": column.name}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. region_dummies."""
        return identifier(slots["column"], "dummies")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """get_dummies on the column, as integers."""
        column = literal(step.slots["column"])
        if style.random() < 0.4:
            prefix = f"prefix={literal(step.slots['column'])}, "
            return [f"{out} = pd.get_dummies({source.name}[{column}], {prefix}dtype=int)"]
        return [f"{out} = pd.get_dummies({source.name}[{column}], dtype=int)"]


class OneHotJoined(OneHot):
    """A copy in which a category gives way to 0/1 columns."""

    name = "one_hot_joined"
    verbs = (
        "make a copy of {source} in which {column} gives way to 0/1 dummy columns at the end, one per value"
        " in sorted order",
        "one-hot encode {column} within a copy of {source}, replacing it by one 0/1 column per value at the"
        " end, in sorted order",
        "copy {source} and swap {column} for one indicator column of 0 and 1 per value, added at the end in"
        " sorted order",
    )
    nouns = (
        "all {rows} of {source} with {column} replaced by 0/1 dummy columns at the end, one per value in sorted order",
        "a copy of {source} that has one-hot columns of 0 and 1 in place of {column}, added at the end in sorted order",
        "{source} with one 0/1 column per value of {column} at the end, in sorted order, instead of the"
        " original column",
    )

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. encoded_by_region."""
        return identifier("with", slots["column"], "dummies")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """get_dummies on the frame, or dummies concatenated to the rest."""
        column = literal(step.slots["column"])
        if style.random() < 0.5:
            return [f"{out} = pd.get_dummies({source.name}, columns=[{column}], dtype=int)"]
        return [
            f"dummies = pd.get_dummies({source.name}[{column}], prefix={column}, dtype=int)",
            f"{out} = pd.concat([{source.name}.drop(columns=[{column}]), dummies], axis=1)",
        ]


KINDS: tuple[Kind, ...] = (CodesColumn(), CodesSeries(), LabelEncode(), OneHot(), OneHotJoined())
