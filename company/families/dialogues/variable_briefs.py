"""What prompts tell of the variables of a dialogue: each data frame by what sets it apart from one that is told before.

A data frame that has all the columns of the table, or of a data frame told before it, names that one in `as`, and has
in `columns` just those that differ from it or come on top.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.families.dialogues.columns_in_texts import GROUPING
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.table_briefs import MOST_COLUMNS, PART, column_brief, column_line
from company.prompts import brief_text
from company.records import Column, Variable
from company.results.facts import WHOLE
from company.results.plain import cut
from company.tables.record import Table

MOST_VARIABLES = 16
"""Variables that a prompt lists, the latest ones."""
LASTING = ("dataframe", "function", "model")
"""Types of variables that are worked on later even where nobody asked for them or spoke of them."""
THE_TABLE = "the loaded table"
"""What `as` says of a data frame that has the columns of the table as it was loaded."""
_DRAWN = "plot"
"""The type of figures and axes: what a notebook draws on, of which no code is written later."""
_VALUES = 8
_FEW_VALUES = 10
"""Different values up to which a column that the dialogue made shows them."""
_WIDE = 24
"""Columns that are told of a very wide data frame, beside those that are spoken of."""
_BEGINNING = 60
"""Characters that are shown of a variable that nobody speaks of."""
_VALUED = ("name", "dtype", "role", "missing", "values", "order")
"""What is told of a column that the dialogue made, where it has few values."""
_MADE = ("dtype", "distinct", "order", "date_format", *(name for name in PART if name != "kind"))
"""What is told of a column that the dialogue made: what its values are, nobody has said, and a guess would mislead."""
_SAID_BY_VALUES = ("distinct", "minimum", "maximum", "quartiles", "order")
_WHOLE_NUMBER = re.compile(r"-?\d+")
_VERDICTS = 4
"""Different words up to which a column of a short result shows how many rows each has."""
_ENDS = ("name", "minimum", "maximum")
"""What is told of a column that holds part of the numbers of another."""
_GROUPED = ("name", "distinct", "values", "order")
"""What is told of a column that holds part of the values of another's groups."""


def variables_brief(
    variables: Sequence[Variable],
    asked: Collection[str],
    table: Table,
    named: Collection[str],
    whole: Collection[str] | None = None,
    told: Collection[str] = (),
) -> list[dict[str, Any]]:
    """Return the latest variables, those in `whole` in full: all where there is none.

    What was drawn on is none, nor what code left on its way (masks, loops, random numbers) that nobody spoke of. Of
    those in `told`, the prompt tells elsewhere what is in them.

    A column that is as in the data frame it comes from, or has part of its values, is told by its name alone, or by
    nothing at all where that data frame is named in `as`; but for one in `named`, whose groups are told where they are
    fewer, and its ends where they are others.
    """
    spoken = {*asked, *(each.name for each in variables if whole is None or each.name in whole)}
    shown = latest([each for each in variables if _lasts(each, spoken)], {*asked, *(whole or ())})
    frames = {THE_TABLE: _Frame.of(THE_TABLE, table.columns)}
    briefs = []
    for variable in shown:
        is_whole = whole is None or variable.name in whole
        bases = [each for name, each in frames.items() if variable.name == VARIABLE or name != THE_TABLE]
        bases = bases or list(frames.values())
        briefs.append(_Told(variable, frames[THE_TABLE], bases, named, is_whole, variable.name in told).brief())
        if variable.type == "dataframe":
            frames[variable.name] = _Frame.of(variable.name, variable.columns)
    return briefs


def latest(variables: Sequence[Variable], asked: Collection[str]) -> list[Variable]:
    """Return the table's variable and the latest others: first those in `asked`, then data frames and functions, then
    what else was made on the way.
    """
    loaded = [variable for variable in variables if variable.name == VARIABLE]
    others = [variable for variable in variables if variable.name != VARIABLE]
    order = sorted(range(len(others)), key=lambda at: (_rank(others[at], asked), at))
    return [*loaded, *(others[at] for at in sorted(order[-MOST_VARIABLES:]))]


def _lasts(variable: Variable, spoken: Collection[str]) -> bool:
    """Return whether later code may have a use for a variable."""
    return variable.type in LASTING or (variable.type != _DRAWN and variable.name in spoken)


def _rank(variable: Variable, asked: Collection[str]) -> int:
    return 2 if variable.name in asked else 1 if variable.type in ("dataframe", "function") else 0


@dataclass(frozen=True)
class _Frame:
    """A data frame that others are held against."""

    name: str
    columns: Mapping[str, Column]
    """By their names, those whose name no other column has."""
    is_plain: bool
    """Whether no two columns share a name."""

    @classmethod
    def of(cls, name: str, columns: Sequence[Column]) -> _Frame:
        names = Counter(column.name for column in columns)
        known = {column.name: column for column in columns if names[column.name] == 1}
        return cls(name, known, len(known) == len(columns))


@dataclass(frozen=True)
class _Told:
    """A variable that a prompt tells of."""

    variable: Variable
    table: _Frame
    bases: Sequence[_Frame]
    named: Collection[str]
    is_whole: bool
    is_told: bool
    """Whether the prompt tells elsewhere what is in it."""

    @property
    def _is_small(self) -> bool:
        return not self.variable.columns or (self.variable.shape or (0,))[0] <= WHOLE

    @property
    def _shown(self) -> list[Column]:
        columns = self.variable.columns
        most = MOST_COLUMNS if len(columns) <= MOST_COLUMNS else _WIDE
        return [one for at, one in enumerate(columns) if at < most or (self.is_whole and one.name in self.named)]

    def brief(self) -> dict[str, Any]:
        """Return the variable: its shortest form, where there are several."""
        brief = self.variable.model_dump(mode="json", exclude_defaults=True, exclude={"columns", "preview"})
        if preview := self._preview():
            brief["preview"] = preview
        if self.variable.type != "dataframe":
            columns = list(self._columns(self._shown, self.table))
            return {**brief, "columns": columns} if columns else brief
        forms: list[dict[str, Any]] = [{"columns": list(self._columns(self._shown, self.table))}]
        if had := [base for base in self.bases if self._has_all_of(base)]:
            forms.append(self._held_against(max(had, key=lambda base: len(base.columns))))
        return {**brief, **min(forms, key=lambda form: len(brief_text(form)))}

    def _preview(self) -> str:
        preview = self.variable.preview
        if self.variable.columns:  # a large one's columns tell what is in it
            is_frame = self.variable.type == "dataframe"
            return preview if self.is_whole and self._is_small and not (is_frame and self.is_told) else ""
        if self.is_told:
            return ""
        return preview if self.is_whole else cut(preview, _BEGINNING)

    def _has_all_of(self, base: _Frame) -> bool:
        own = Counter(column.name for column in self.variable.columns)
        return base.is_plain and bool(base.columns) and all(own[name] == 1 for name in base.columns)

    def _held_against(self, base: _Frame) -> dict[str, Any]:
        """Return a data frame by what it has beside the columns of another."""
        columns = self._columns(self.variable.columns, base)
        differing = [told for told in columns if not isinstance(told, str) or told not in base.columns]
        return {"as": base.name, **({"columns": differing} if differing else {})}

    def _columns(self, columns: Sequence[Column], base: _Frame) -> Iterator[str | dict[str, Any]]:
        """Yield columns: by name alone where that of `base` tells what there is to know."""
        for column in columns:
            own = base.columns.get(column.name)
            alike = _as_in(own, column) if own is not None else column
            if own is None or alike is column:
                yield self._made(alike)
            elif (told := _set_apart(own, alike)) and self.is_whole and own.name in self.named and not self._is_small:
                yield column_brief(alike, _VALUES, fields=told)
            else:
                yield own.name

    def _made(self, column: Column) -> str | dict[str, Any]:
        """Return a column that came in the dialogue, or has other values than its namesake."""
        is_in_play = column.name in self.named or column.role in GROUPING
        if self.is_whole and is_in_play and not self._is_small:
            return _counted(column_brief(column, _VALUES, fields=_MADE))
        if self.is_whole and self._is_small and not self.is_told and self._is_verdict(column):
            return column_brief(column, _VERDICTS, fields=_VALUED)
        if column.values and column.distinct <= _FEW_VALUES and not column.numeric and not self._is_small:
            return column_brief(column, _FEW_VALUES, fields=_VALUED)
        return self._line(column)

    def _is_verdict(self, column: Column) -> bool:
        """Return whether a column of a short result says of each row which of a few things it is."""
        is_word = not column.numeric and column.role in GROUPING
        rows = (self.variable.shape or (0,))[0]
        return is_word and bool(column.values) and column.distinct <= min(_VERDICTS, rows - 1)

    def _line(self, column: Column) -> str:
        return column_line(column, is_ranged=not (self._is_small and self.is_told))


def _counted(told: dict[str, Any]) -> dict[str, Any]:
    """Return a column of whole numbers of which each value is told, without what these say: how many there are, where
    they lie, and their order.
    """
    values = [value for value, _ in told.get("values", ())]
    if len(values) < 2 or len(values) != told.get("distinct") or not all(map(_WHOLE_NUMBER.fullmatch, values)):
        return told
    return {key: value for key, value in told.items() if key not in _SAID_BY_VALUES}


def _set_apart(own: Column, column: Column) -> Collection[str]:
    """Return what is to be told of a column that has part of another's values: its groups, where they are fewer and
    few enough to tell each, or where its numbers end, where they end elsewhere.
    """
    if column.role in GROUPING and column.distinct <= _VALUES:
        return _GROUPED if column.distinct < own.distinct else ()
    return _ENDS if (own.minimum, own.maximum) != (column.minimum, column.maximum) else ()


def _as_in(column: Column, found: Column) -> Column:
    """Return a variable's column as the column of its name, where all its values may be from there; else itself."""
    if found.dtype != column.dtype or not _inside(column, found):
        return found
    same = ("role", "kind", "doubt", "told", "unit", "date_format", "tied_to")
    order = found.order or (column.order if column.role == "ordered_category" else ())
    return found.model_copy(update={**{name: getattr(column, name) for name in same}, "order": order})


def _inside(column: Column, found: Column) -> bool:
    ends = [column.minimum, found.minimum, found.maximum, column.maximum]
    numbers = [end for end in ends if isinstance(end, float)]
    if len(numbers) == len(ends):
        return numbers == sorted(numbers) and found.distinct <= column.distinct
    if len(column.values) == column.distinct:
        return {value for value, _ in found.values} <= {value for value, _ in column.values}
    return found.distinct <= column.distinct
