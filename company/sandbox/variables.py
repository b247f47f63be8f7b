"""What is known of the variables of a dialogue; a column that did not change is not looked into again."""

import contextlib
import itertools
import types
import zlib
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from company.results.capture import COLUMNS, describe_variable
from company.results.columns import describe_column

_NUMBERS, _OBJECTS = 200_000, 20_000
"""Values of a column that are looked at to see whether it changed; longer columns are sampled evenly."""
Fields = dict[str, Any]


class Variables:
    """Describes the names of a dialogue, and remembers what it saw."""

    def __init__(self) -> None:
        self._variables: dict[str, tuple[object, Fields]] = {}
        self._columns: dict[object, Fields] = {}

    def describe(self, names: dict[str, Any]) -> list[Fields]:
        """The fields of a `Variable` for every public name, in order of creation.

        Modules, classes and functions that were not defined in the dialogue are left out.
        """
        variables: dict[str, tuple[object, Fields]] = {}
        columns: dict[object, Fields] = {}
        for name, value in list(names.items()):
            if name.startswith("_") or not _is_variable(value):
                continue
            marks = _marks(value)
            mark = (id(value), value.shape, repr(value.index.name), marks) if marks is not None else None
            variable = self._variables.get(name)
            if mark is None or variable is None or variable[0] != mark:
                variable = (mark, self._described(name, value, marks or []))
            variables[name] = variable
            columns |= dict(zip(marks or (), variable[1].get("columns", ()), strict=False))
        self._variables, self._columns = variables, columns
        return [fields for _, fields in variables.values()]

    def _described(self, name: str, value: Any, marks: list[object]) -> Fields:
        with contextlib.suppress(Exception):  # a variable that cannot be looked at is no reason to fail the turn
            if not marks:
                return describe_variable(name, value)
            columns = [
                {**known, "position": place} if (known := self._columns.get(mark)) else describe_column(column, place)
                for place, (mark, column) in enumerate(zip(marks, _columns(value), strict=True))
            ]
            return describe_variable(name, value, columns)
        return {"name": name, "type": type(value).__name__}


def _is_variable(value: object) -> bool:
    if isinstance(value, types.FunctionType):
        return value.__module__ == "__main__"
    return not isinstance(value, types.ModuleType | type | types.BuiltinFunctionType | np.ufunc)


def _marks(value: Any) -> list[object] | None:
    """What changes when a described column does, for each; None for what is quick to describe again."""
    if type(value) is not pd.DataFrame and type(value) is not pd.Series:
        return None
    with contextlib.suppress(Exception):  # unhashable or unruly values: looked at anew each time
        return [(repr(each.name), str(each.dtype), len(each), _content(each)) for each in _columns(value)]
    return None


def _columns(value: Any) -> Iterable[pd.Series]:
    """The first columns of a frame; a series is its own only one."""
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
    plain = isinstance(column.dtype, np.dtype) and column.dtype.kind in "biufcmM"
    step = max(1, len(column) // (_NUMBERS if plain else _OBJECTS))
    values = column.to_numpy() if step == 1 else column.iloc[::step].to_numpy()
    if values.dtype.kind in "biufcmM":
        return categories, zlib.crc32(values.tobytes())
    return hash(tuple(values.tolist()))
