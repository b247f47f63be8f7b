"""Which type of result a Python value is.

Only `type(value)` is asked, never `value.__class__` or a method: a value made by untrusted code may lie in both.
"""

from __future__ import annotations

import datetime as dt
import decimal
import types
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.extensions import ExtensionArray

INDEXES: tuple[type, ...] = (
    pd.Index,
    pd.RangeIndex,
    pd.MultiIndex,
    pd.DatetimeIndex,
    pd.TimedeltaIndex,
    pd.PeriodIndex,
    pd.IntervalIndex,
    pd.CategoricalIndex,
)
SCALARS: tuple[type, ...] = (
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    dt.datetime,
    dt.date,
    dt.time,
    dt.timedelta,
    decimal.Decimal,
    np.generic,
    pd.Timestamp,
    pd.Timedelta,
    pd.Period,
    pd.Interval,
    type(pd.NaT),
    type(pd.NA),
)
EXACT: dict[type, str] = {
    pd.DataFrame: "dataframe",
    pd.Series: "series",
    np.ndarray: "array",
    list: "list",
    tuple: "tuple",
    dict: "dict",
    set: "set",
    frozenset: "set",
    types.FunctionType: "function",
    **dict.fromkeys(INDEXES, "index"),
    **dict.fromkeys(SCALARS, "value"),
}
"""Types that are a result as they stand."""
ANCESTORS: tuple[tuple[str, str, str], ...] = (
    ("matplotlib.figure", "FigureBase", "plot"),
    ("matplotlib.axes", "_AxesBase", "plot"),
    ("seaborn.axisgrid", "Grid", "plot"),
    ("sklearn.base", "BaseEstimator", "model"),
)
"""Start of an ancestor's module, its name, and the result type: read by name, so that nothing heavy is imported."""


SUBCLASSED: tuple[tuple[type, str], ...] = ((np.generic, "value"), (dict, "dict"), (tuple, "tuple"), (list, "list"))
"""Types of which any subclass is the same type of result: it is read past whatever it overrides."""
NEVER: tuple[type, ...] = (pd.DataFrame, pd.Series, pd.Index, np.ndarray)
"""Types whose subclasses are no results: their methods could do anything."""
BY_IDENTITY = {id(kind): found for kind, found in EXACT.items()}
_LONGEST_NAME = 200
"""Characters of a class's name that are told."""


def type_name(value: Any) -> str:
    """Return the name of a value's class, also where the class hides it."""
    return class_name(type(value))


def class_name(kind: type) -> str:
    """Return the name of a class, past its metaclass, and cut where it is longer than any in use."""
    return str(type.__dict__["__name__"].__get__(kind))[:_LONGEST_NAME]


def module_name(kind: type) -> str:
    """Return the module that a class says it is from, past its metaclass."""
    return str(type.__dict__["__module__"].__get__(kind))


def ancestors(value: Any) -> tuple[type, ...]:
    """Return the classes that a value's class derives from, itself first, past its metaclass."""
    found: tuple[type, ...] = type.__dict__["__mro__"].__get__(type(value))
    return found


def result_type(value: Any) -> str | None:
    """Return the `records.ResultType` of a value; None for None itself and for whatever is no result (a GroupBy, a
    module).
    """
    exact = BY_IDENTITY.get(id(type(value)))
    if exact is not None:
        return exact
    above = ancestors(value)
    if any(kind is base for kind in above for base in NEVER):
        return None
    for module, name, found in ANCESTORS:
        if any(class_name(kind) == name and module_name(kind).startswith(module) for kind in above):
            return found
    if any(kind is ExtensionArray for kind in above) and module_name(type(value)).split(".")[0] == "pandas":
        return "array"
    return next((found for base, found in SUBCLASSED if any(kind is base for kind in above)), None)
