"""A value for each row of a frame, left as a further column of a copy, as a column of the frame itself, or alone.

A step of this family says in `what` phrases which value each row gets; the forms put them into sentences and code.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from company.records import Column, ResultType
from company.results.roles import ColumnRole
from grammar.scene import FEW, Focus, Var
from grammar.slots import literal
from grammar.steps.base import Kind, Slots, Step, identifier


class PerRow(Kind):
    """A value for each row; mixed with one of the forms below."""

    takes = frozenset({"rows"})
    numbers: ClassVar[tuple[str, ...]] = ()
    """Slots that name columns which must hold numbers."""
    role: ClassVar[ColumnRole] = "measure"
    dtype: ClassVar[str] = "float64"

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Slot fillings without "source" and "new"."""
        raise NotImplementedError

    def label(self, slots: Slots) -> str:
        """What the new values are called, e.g. price_per_room."""
        raise NotImplementedError

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """Lines that come first, and the expression of the values."""
        raise NotImplementedError

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The columns are there, and those to calculate with are numbers."""
        return super().sensible(slots, source) and all(source.named[slots[name]].numeric for name in self.numbers)

    def column(self, slots: Slots, source: Var) -> Column:
        """What can be foreseen of the new values."""
        name = str(slots.get("new") or self.label(slots))
        distinct = 2 if self.role == "flag" else 4 if self.role != "measure" else max(source.rows // 2, 3)
        numeric = self.dtype in ("float64", "int64")
        position = len(source.columns)
        made = Column(name=name, position=position, dtype=self.dtype, role=self.role, missing=0, distinct=distinct)
        return made.model_copy(update={"numeric": numeric})

    def _named(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        taken = {column.name for column in source.columns}
        for slots in self.fillings(source, focus, chance):
            if (new := self.label(slots)) not in taken:
                yield {**slots, "new": new}


class InCopy(PerRow):
    """The values as a further column of a copy."""

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """The fillings, each with a name for the column."""
        yield from self._named(source, focus, chance)

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. df_with_price_per_room."""
        base = source.name.split("_with_")[0]
        return identifier(base if len(base) <= 18 else "rows", "with", slots["new"], longest=44)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Copy and assign, or assign() where the name allows it."""
        lines, values = self.values(step, source, style)
        new = step.slots["new"]
        if new.isidentifier() and style.random() < 0.35:
            return [*lines, f"{out} = {source.name}.assign({new}={values})"]
        return [*lines, f"{out} = {source.name}.copy()", f"{out}[{literal(new)}] = {values}"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """The same rows with one column more."""
        return replace(source.adding(self.column(slots, source)), name=out)


class InPlace(PerRow):
    """The values as a column of the frame itself."""

    in_place = True

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """The fillings, each with a name for the column."""
        yield from self._named(source, focus, chance)

    def stem(self, slots: Slots, source: Var) -> str:
        """The source keeps its name."""
        return source.name

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """One assignment."""
        lines, values = self.values(step, source, style)
        return [*lines, f"{source.name}[{literal(step.slots['new'])}] = {values}"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """The same rows with one column more."""
        return replace(source.adding(self.column(slots, source)), name=out)


class Alone(PerRow):
    """The values alone, with the index of the frame."""

    gives: ClassVar[tuple[ResultType, ...]] = ("series",)

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """The fillings as they are."""
        yield from self.fillings(source, focus, chance)

    def stem(self, slots: Slots, source: Var) -> str:
        """What the values are called."""
        return identifier(self.label(slots), longest=36)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """One assignment."""
        lines, values = self.values(step, source, style)
        return [*lines, f"{out} = {values}"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """One value per row."""
        nature = "column" if source.rows > FEW else "grouped"
        return Var(out, "series", source.rows, (self.column(slots, source),), source.index_name, nature)


def _each(forms: tuple[str, ...], whats: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(form.replace("WHAT", what) for what in whats for form in forms)


def copy_verbs(*whats: str) -> tuple[str, ...]:
    """Verb phrases that ask for a copy with a further column."""
    forms = (
        "make a copy of {source} (and give it|that has) (an additional|another|one more) column {new}"
        " (with|holding) WHAT",
        "copy {source} and (add|append) [to the copy ](a|the) column {new} (with|that holds) WHAT",
        "take a copy of {source} and put WHAT into (a|its) new column {new}",
    )
    return _each(forms, whats)


def copy_nouns(*whats: str) -> tuple[str, ...]:
    """Noun phrases for a copy with a further column."""
    forms = (
        "all {rows} of {source} with an (additional|extra) column {new} (holding|that holds|containing) WHAT",
        "a copy of {source} (with|that has) (the|a) [new ]column {new} holding WHAT",
        "{source} (plus|together with) one more column {new} (containing|that contains) WHAT",
    )
    return _each(forms, whats)


def place_verbs(*whats: str) -> tuple[str, ...]:
    """Verb phrases that ask for a column in the frame itself."""
    forms = (
        "add [directly ]to {source} (a|the) [new ]column {new} (with|holding|that holds) WHAT",
        "extend {source} in place by (a|the) column {new} (with|holding) WHAT",
        "store WHAT in {source} itself, as [the |a ]new column {new}",
    )
    return _each(forms, whats)


def place_nouns(*whats: str) -> tuple[str, ...]:
    """Noun phrases for the frame with a column added to it."""
    forms = (
        "{source}, extended in place by (a|the) column {new} (with|holding) WHAT",
        "{source} itself after adding (a|the) [new ]column {new} (with|that holds) WHAT",
        "{source} with WHAT added in place as [the ]column {new}",
    )
    return _each(forms, whats)


def row_verbs(*whats: str) -> tuple[str, ...]:
    """Verb phrases that ask for the values alone."""
    forms = (
        "(compute|calculate|work out|determine) WHAT for (each|every) (row|record|entry) of {source}",
        "(go through|take) {source} and (compute|determine|get) WHAT (for each row|row by row|for every record)",
        "(derive|find) WHAT, one value per (row|record) of {source}",
    )
    return _each(forms, whats)


def row_nouns(*whats: str) -> tuple[str, ...]:
    """Noun phrases for the values alone."""
    forms = (
        "WHAT for (each|every) (row|record|entry) (of|in) {source}",
        "WHAT, (row by row for|one value for each row of|one entry per record of) {source}",
        "WHAT, (computed|determined) for all {rows} of {source}",
    )
    return _each(forms, whats)
