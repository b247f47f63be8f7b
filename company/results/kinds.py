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


def type_name(value: Any) -> str:
    """The name of a value's class, also where the class hides it."""
    return str(type.__dict__["__name__"].__get__(type(value)))


def result_type(value: Any) -> str | None:
    """The `records.ResultType` of a value; None for None itself and for whatever is no result (a GroupBy, a module)."""
    kind = type(value)
    exact = EXACT.get(kind)
    if exact is not None:
        return exact
    ancestors = type.__dict__["__mro__"].__get__(kind)
    if any(ancestor in (pd.DataFrame, pd.Series, np.ndarray, pd.Index) for ancestor in ancestors):
        return None
    for module, name, found in ANCESTORS:
        if any(a.__name__ == name and str(a.__module__).startswith(module) for a in ancestors):
            return found
    if ExtensionArray in ancestors and str(kind.__module__).startswith("pandas."):
        return "array"
    for base, found in ((np.generic, "value"), (dict, "dict"), (tuple, "tuple"), (list, "list")):
        if base in ancestors:
            return found
    return None
