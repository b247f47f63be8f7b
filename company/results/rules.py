"""When an answer is the same as the reference (paper, appendix H.3).

Frames: first the index, then the columns by their data; numbers by `numpy.allclose`, everything else exactly, a
missing value only against a missing value. Names of columns, series and indexes do not count. Containers: equal
element by element, floats by the same tolerance. Models: the same fitted attributes. A plot is judged by
`plot_rules.same_drawing`. Every function here is self-contained but for numpy and pandas: the exported check carries
their sources.
"""

from __future__ import annotations

import datetime as dt
import decimal
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from company.results.labels import numbered, other_rows, readings
from company.results.leeway import Leeway, arranged
from company.results.models import same_model
from company.results.plot_rules import same_drawing

CONTAINERS: dict[str, Any] = {
    "dataframe": pd.DataFrame,
    "series": pd.Series,
    "index": pd.Index,
    "array": (np.ndarray, pd.api.extensions.ExtensionArray),
    "list": list,
    "tuple": tuple,
    "dict": dict,
    "set": (set, frozenset),
}
"""Result types that are one Python type; the others are told by what they are not."""


def same(type: str, reference: Any, answer: Any, name: str = "", leeway: Leeway | None = None) -> bool:
    """Whether `answer` is right where `reference` is the result of that type, and `leeway` what is left open of it.

    A plot's values are `drawing.drawn` dicts. A bool is no number, "5" is not 5, 5 is 5.0, instants are equal
    across time zones, categories are equal by value, a list is not a tuple. `name` is that of the variable: what
    is called a confusion matrix is also right when its f1 is at least the reference's.
    """
    try:
        if type == "plot":
            return same_drawing(reference, answer, ordered=bool(leeway and leeway.order))
        if type in SPECIAL:
            return SPECIAL[type](reference, answer)
        return same_within(type, reference, answer, name, leeway or Leeway())
    except Exception:  # noqa: BLE001 - an answer whose values raise when they are compared is not the right one
        return False


def same_kind(type: str, reference: Any, answer: Any, name: str = "") -> bool:
    """Whether an answer is of the type that is asked for and has the reference's value."""
    if (sort_of(answer) if sort_of(answer) in CONTAINERS else "value") != type:
        return False
    return same_value(reference, answer) or ("confusion" in name.lower() and as_confused(reference, answer))


def same_within(type: str, reference: Any, answer: Any, name: str, leeway: Leeway) -> bool:
    """Whether an answer of the type that is asked for has the reference's value, but for what is left open."""
    if same_kind(type, reference, answer, name):
        return True
    if leeway == Leeway() or sort_of(answer) != type:
        return False
    return any(same_columns(ours, theirs) for ours, theirs in arranged(type, reference, answer, name, leeway))


def as_confused(reference: Any, answer: Any) -> bool:
    """Whether both are confusion matrices of as many cases, and the answer's mean f1 is at least the reference's."""
    one, other = np.asarray(reference), np.asarray(answer)
    for each in (one, other):
        if each.dtype.kind not in "iuf" or each.ndim != 2 or each.shape != one.shape or len(set(each.shape)) != 1:
            return False
        if not each.size or (each < 0).any() or each.sum() != one.sum():
            return False
    scores = [2 * np.diag(each) / np.maximum(each.sum(axis=0) + each.sum(axis=1), 1e-12) for each in (one, other)]
    return bool(scores[1].mean() >= scores[0].mean() - 1e-9)


def sort_of(value: Any) -> str:
    """What a value is compared as: a container's result type, or missing, flag, number, instant, local time, …"""
    for name, kinds in CONTAINERS.items():
        if isinstance(value, kinds):
            return name
    if value is None or value is pd.NaT or value is pd.NA:
        return "missing"
    if isinstance(value, (bool, np.bool_)):
        return "flag"
    if isinstance(value, (int, float, complex, np.number, decimal.Decimal)) and not isinstance(value, np.timedelta64):
        return "missing" if value != value else "number"
    if isinstance(value, (np.datetime64, dt.date)):
        return "missing" if pd.isna(value) else ("instant" if pd.Timestamp(value).tzinfo else "local time")
    if isinstance(value, (np.timedelta64, dt.timedelta)):
        return "missing" if pd.isna(value) else "duration"
    if isinstance(value, str):
        return "text"
    return "model" if hasattr(value, "get_params") else "other"


def same_value(reference: Any, answer: Any) -> bool:
    """Whether two values of whatever sort are the same."""
    sort = sort_of(reference)
    if sort != sort_of(answer):
        return False
    return bool(BY_SORT[sort](reference, answer))


def same_items(reference: Any, answer: Any) -> bool:
    """Whether two lists or tuples are the same, element by element."""
    return len(reference) == len(answer) and all(map(same_value, reference, answer))


def same_dict(reference: Any, answer: Any) -> bool:
    """Whether two dicts hold the same values under the same keys, in any order; keys are compared like values."""
    if len(reference) != len(answer):
        return False
    free = {key: key for key in answer}
    for key, value in reference.items():
        near = [free[key]] if key in free else list(free) if len(answer) <= 5000 else []
        found = [other for other in near if same_value(key, other) and same_value(value, answer[other])]
        if not found:
            return False
        del free[found[0]]
    return True


def same_frame(reference: Any, answer: Any) -> bool:
    """Whether two frames have the same rows in the same order, labels of groups in the index or in a column."""
    return any(same_columns(one, other) for one, other in readings(reference, answer))


def same_columns(reference: Any, answer: Any) -> bool:
    """Whether each column of one has another of the same name or, failing that, content; a column is a named series."""
    free = list(range(len(answer)))
    places: dict[Any, list[int]] = {}
    for place, (name, _) in enumerate(answer):
        places.setdefault(name, []).append(place)
    named = [name in places for name, _ in reference]
    for by_name in (True, False):
        for position, (name, column) in enumerate(reference):
            if named[position] is not by_name:
                continue
            near = set(places[name]) if by_name else set(free)
            tried = sorted(near.intersection(free), key=lambda place, own=position: place != own)  # type: ignore[misc]
            found = next((place for place in tried if same_column(column, answer[place][1])), None)
            if found is None:
                return False
            free.remove(found)
    return True


def same_labelled(reference: Any, answer: Any) -> bool:
    """Whether two series have the same values in the same order, and the same labels where these say something."""
    if numbered(reference.index):
        return not other_rows(reference.index, answer.index) and same_column(reference, answer)
    return same_index(reference.index, answer.index) and same_column(reference, answer)


def same_index(reference: Any, answer: Any) -> bool:
    """Whether two indexes have the same labels in the same order, level by level."""
    if len(reference) != len(answer) or reference.nlevels != answer.nlevels:
        return False
    levels = range(reference.nlevels)
    return all(same_column(reference.get_level_values(n), answer.get_level_values(n)) for n in levels)


def same_array(reference: Any, answer: Any) -> bool:
    """Whether two arrays have the same shape and the same elements."""
    if reference.shape != answer.shape:
        return False
    return same_column(pd.Series(reference.reshape(-1)), pd.Series(answer.reshape(-1)))


def same_column(reference: Any, answer: Any) -> bool:
    """Whether two columns, indexes or flat arrays hold the same values in the same order."""
    if len(reference) != len(answer):
        return False
    sort, one = bare(reference)
    other_sort, other = bare(answer)
    if sort == other_sort == "number":
        return bool(np.allclose(other, one, equal_nan=True))
    if sort == other_sort and sort != "mixed":
        there = ~pd.isna(one)
        return bool((there == ~pd.isna(other)).all() and (one[there] == other[there]).all())
    return all(map(same_value, list(reference), list(answer)))


def bare(column: Any) -> tuple[str, Any]:
    """A column's values as a numpy array, and whether they are numbers, flags, texts, times, or mixed."""
    dtype = column.dtype
    if isinstance(dtype, pd.DatetimeTZDtype):
        return "instant", np.asarray(pd.DatetimeIndex(column).tz_convert("UTC").tz_localize(None))
    kind = dtype.kind if isinstance(dtype, np.dtype) else "O"
    if kind in "iuf":
        return "number", np.asarray(column)
    if kind in "bmM":
        return {"b": "flag", "m": "duration", "M": "local time"}[kind], np.asarray(column)
    if getattr(dtype, "_is_numeric", False) and dtype.kind in "iuf":
        return "number", column.to_numpy(dtype="float64", na_value=np.nan)
    values = np.asarray(column, dtype=object)
    found = pd.api.types.infer_dtype(values, skipna=True)
    return ("text" if found == "string" else "mixed"), values


def same_function(reference: Any, answer: Any) -> bool:
    """Whether two functions were compiled from the same code, names of their variables aside."""
    one, other = getattr(reference, "__code__", None), getattr(answer, "__code__", None)
    if one is None or other is None or one.co_argcount != other.co_argcount:
        return False
    return bool(one.co_code == other.co_code and one.co_names == other.co_names and constants(one) == constants(other))


def constants(code: Any) -> list[Any]:
    """The constants of a code object with their types; of functions inside it, their code and constants."""
    inner = [getattr(each, "co_code", None) for each in code.co_consts]
    return [
        (found, constants(each)) if found is not None else (type(each).__name__, repr(each))
        for each, found in zip(code.co_consts, inner, strict=True)
    ]


BY_SORT: dict[str, Callable[[Any, Any], Any]] = {
    "missing": lambda one, other: True,
    "flag": lambda one, other: bool(one) == bool(other),
    "number": lambda one, other: one == other or np.isclose(complex(other), complex(one)),
    "instant": lambda one, other: pd.Timestamp(one) == pd.Timestamp(other),
    "local time": lambda one, other: pd.Timestamp(one) == pd.Timestamp(other),
    "duration": lambda one, other: pd.Timedelta(one) == pd.Timedelta(other),
    "text": lambda one, other: str(one) == str(other),
    "list": same_items,
    "tuple": same_items,
    "dict": same_dict,
    "set": lambda one, other: same_dict(dict.fromkeys(one), dict.fromkeys(other)),
    "dataframe": same_frame,
    "series": same_labelled,
    "index": same_index,
    "array": same_array,
    "model": same_model,
    "other": lambda one, other: type(one) is type(other) and one == other,
}
"""How values of one sort are compared."""
SPECIAL: dict[str, Callable[[Any, Any], bool]] = {
    "plot": same_drawing,
    "model": same_model,
    "function": same_function,
}
"""Types of result that have a rule of their own."""
