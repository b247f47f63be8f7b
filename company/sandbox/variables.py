"""What is known of the variables of a dialogue; a column that did not change is not looked into again."""

import contextlib
import itertools
import types
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from company.results.capture import COLUMNS, describe_variable
from company.results.columns import describe_column
from company.sandbox.parts import NAME

_NUMBERS, _OBJECTS = 200_000, 20_000
"""Values of a column that are looked at to see whether it changed; longer columns are sampled evenly."""
_PLAIN = "biufcmM"
"""Kinds of numpy's types whose values are their bytes."""
Fields = dict[str, Any]


@dataclass(frozen=True)
class _Seen:
    """A variable as it was described last."""

    glance: "_Glance | None"
    """Is the same where nothing can have changed; None where that cannot be told."""
    mark: object
    """Is the same where its description is, and takes longer to find; None where there is none."""
    columns: tuple[object, ...]
    """Its columns' marks."""
    fields: Fields


class Variables:
    """Describes the names of a dialogue, and remembers what it saw."""

    def __init__(self) -> None:
        self._variables: dict[str, _Seen] = {}
        self._columns: dict[object, Fields] = {}

    def describe(self, names: dict[str, Any]) -> list[Fields]:
        """Return the fields of a `Variable` for every public name, in order of creation.

        Modules, classes and functions that were not defined in the dialogue are left out.
        """
        variables: dict[str, _Seen] = {}
        columns: dict[object, Fields] = {}
        for name, value in list(names.items()):
            if _is_public(name) and _is_variable(value):
                variables[name] = seen = self._seen(name, value)
                columns |= dict(zip(seen.columns, seen.fields.get("columns", ()), strict=False))
        self._variables, self._columns = variables, columns
        return [seen.fields for seen in variables.values()]

    def _seen(self, name: str, value: Any) -> _Seen:
        before, glance = self._variables.get(name), _glance(value)
        if before and glance and glance.is_as(before.glance):
            return before
        marks = _marks(value)
        mark = (id(value), value.shape, repr(value.index.name), marks) if marks is not None else None
        known = before.fields if before and mark is not None and before.mark == mark else None
        return _Seen(glance, mark, tuple(marks or ()), known or self._described(name, value, marks or []))

    def _described(self, name: str, value: Any, marks: list[object]) -> Fields:
        with contextlib.suppress(Exception):  # a variable that cannot be looked at is no reason to fail the turn
            if not marks:
                return describe_variable(name, value)
            columns = [
                {**known, "position": place} if (known := self._columns.get(mark)) else describe_column(column, place)
                for place, (mark, column) in enumerate(zip(marks, _columns(value), strict=True))
            ]
            return describe_variable(name, value, columns)
        return {"name": name, "type": type(value).__name__[:NAME]}


def _is_public(name: object) -> bool:
    """Return whether code can name it: `globals()` takes keys of any type and length."""
    return isinstance(name, str) and len(name) <= NAME and name.isidentifier() and not name.startswith("_")


def _is_variable(value: object) -> bool:
    if isinstance(value, types.FunctionType):
        return value.__module__ == "__main__"
    return not isinstance(value, types.ModuleType | type | types.BuiltinFunctionType | np.ufunc)


@dataclass(frozen=True)
class _Glance:
    """A small frame or series at a glance.

    Going through the columns one by one, as `_marks` does, costs several times as much, most of all in a process
    that has just been forked: each thing that is touched is copied first.
    """

    labels: list[object]
    """What never changes itself: axes and categories. They are kept, so that no other thing gets their identity."""
    content: list[object]

    def is_as(self, other: "_Glance | None") -> bool:
        """Return whether nothing has changed between the two."""
        return (
            other is not None
            and self.content == other.content
            and len(self.labels) == len(other.labels)
            and all(one is another for one, another in zip(self.labels, other.labels, strict=True))
        )


def _glance(value: Any) -> _Glance | None:
    if type(value) not in (pd.DataFrame, pd.Series) or value.size > _OBJECTS:
        return None
    with contextlib.suppress(Exception):  # not as pandas is known to be, or unhashable values: looked into
        manager = value._mgr
        labels, content = list(manager.axes), [type(value), repr(getattr(value, "name", None))]
        content += [repr(axis.names) for axis in labels]
        for array in manager.arrays:
            if isinstance(array, pd.Categorical):
                labels.append(array.categories)
                content.append((array.ordered, zlib.crc32(array.codes.tobytes())))
            elif isinstance(array, np.ndarray) and array.dtype.kind in _PLAIN:
                content.append((array.dtype.str, zlib.crc32(array.tobytes())))
            else:
                content.append((str(array.dtype), hash(tuple(array.ravel().tolist()))))
        return _Glance(labels, content)
    return None


def _marks(value: Any) -> list[object] | None:
    """Return what changes when a described column does, for each; None for what is quick to describe again."""
    if type(value) is not pd.DataFrame and type(value) is not pd.Series:
        return None
    with contextlib.suppress(Exception):  # unhashable or unruly values: looked at anew each time
        return [(repr(each.name), str(each.dtype), len(each), _content(each)) for each in _columns(value)]
    return None


def _columns(value: Any) -> Iterable[pd.Series]:
    """Return the first columns of a frame; a series is its own only one."""
    if isinstance(value, pd.Series):
        return (value,)
    return (column for _, column in itertools.islice(value.items(), COLUMNS))


def _content(column: pd.Series) -> object:
    categories: object = None
    if isinstance(column.dtype, pd.CategoricalDtype):
        categories = (tuple(column.cat.categories.tolist()), column.cat.ordered)
        column = column.cat.codes
    elif isinstance(column.dtype, pd.DatetimeTZDtype):
        column = column.dt.tz_localize(None)
    plain = isinstance(column.dtype, np.dtype) and column.dtype.kind in _PLAIN
    step = max(1, len(column) // (_NUMBERS if plain else _OBJECTS))
    values = column.to_numpy() if step == 1 else column.iloc[::step].to_numpy()
    if values.dtype.kind in _PLAIN:
        return categories, zlib.crc32(values.tobytes())
    return hash(tuple(values.tolist()))
