"""What is known of the variables of a dialogue; a column that did not change is not looked into again."""

import contextlib
import types
import zlib
from typing import Any

import numpy as np
import pandas as pd

from company.results.capture import COLUMNS, PREVIEW, describe_variable
from company.results.columns import describe_column
from company.results.shown import shown

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
            columns = []
            for place, mark in enumerate(marks):
                known = self._columns.get(mark)
                column = value if isinstance(value, pd.Series) else value.iloc[:, place]
                columns.append({**known, "position": place} if known else describe_column(column, place))
            # All but the columns is quick to find, and does not depend on the rows.
            fields = describe_variable(name, value.iloc[:0])
            return {**fields, "shape": value.shape, "columns": columns, "preview": shown(value, PREVIEW)}
        return {"name": name, "type": type(value).__name__}


def _is_variable(value: object) -> bool:
    if isinstance(value, types.FunctionType):
        return value.__module__ == "__main__"
    return not isinstance(value, types.ModuleType | type | types.BuiltinFunctionType | np.ufunc)


def _marks(value: Any) -> list[object] | None:
    """What changes when a described column does, for each; None for what is quick to describe again."""
    if type(value) is pd.DataFrame:
        columns = [value.iloc[:, place] for place in range(min(value.shape[1], COLUMNS))]
    elif type(value) is pd.Series:
        columns = [value]
    else:
        return None
    with contextlib.suppress(Exception):  # unhashable or unruly values: looked at anew each time
        return [(repr(each.name), str(each.dtype), len(each), _content(each)) for each in columns]
    return None


def _content(column: pd.Series) -> object:
    categories: object = None
    if isinstance(column.dtype, pd.CategoricalDtype):
        categories = (tuple(column.cat.categories.tolist()), column.cat.ordered)
        column = column.cat.codes
    elif isinstance(column.dtype, pd.DatetimeTZDtype):
        column = column.dt.tz_localize(None)
    plain = isinstance(column.dtype, np.dtype) and column.dtype.kind in "biufcmM"
    values = column.iloc[:: max(1, len(column) // (_NUMBERS if plain else _OBJECTS))].to_numpy()
    if values.dtype.kind in "biufcmM":
        return categories, zlib.crc32(values.tobytes())
    return hash(tuple(values.tolist()))
