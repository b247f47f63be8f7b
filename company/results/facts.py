"""A bounded JSON summary of a result, for those who talk about it."""

from __future__ import annotations

from typing import Any

import pandas as pd

from company.results.kinds import result_type, type_name
from company.results.models import fitted
from company.results.plain import items_of, plain, text_of

ITEMS = 10
HEAD = 5
NAMES = 60


def facts(value: Any) -> dict[str, Any]:
    """Return the summary of a value of any result type but plot (see `capture.capture_figure`).

    dataframe: rows, columns, head (first rows as lists) · series: length, name, index_name, head ([index, value]),
    and largest and smallest ([index, value]) of numbers · value: value · list, tuple, set, array, index: length,
    items · dict: length, items ([key, value]) · model: class, params, fitted · function: name, parameters.
    """
    kind = result_type(value)
    if kind == "dataframe":
        return _frame(value)
    if kind == "series":
        return _series(value)
    if kind == "value":
        return {"value": plain(value)}
    if kind == "dict":
        return {"length": dict.__len__(value), "items": plain(value)}
    if kind == "array":
        return {"length": len(value) if value.ndim else 1, "shape": list(value.shape), "items": plain_rows(value)}
    if kind == "model":
        return _model(value)
    if kind == "function":
        code = value.__code__
        return {"name": value.__name__, "parameters": list(code.co_varnames[: code.co_argcount])}
    items = items_of(value[:ITEMS] if kind == "index" else value)
    length = len(value) if kind == "index" else len(items)
    return {"length": length, "items": [plain(item, 2) for item in items[:ITEMS]]}


def plain_rows(array: Any) -> list[Any]:
    """Return the first entries of an array of any rank, long rows cut."""
    head = array[:ITEMS] if array.ndim else [array]
    return [plain(item, 2) for item in head]


def _frame(frame: Any) -> dict[str, Any]:
    narrow = frame.iloc[:HEAD, :NAMES]
    columns = [plain_column(narrow.iloc[:, position]) for position in range(narrow.shape[1])]
    rows = [list(row) for row in zip(*columns, strict=True)] if columns else []
    names = [name_of(name) for name in narrow.columns]
    index = [plain(label, 2) for label in narrow.index]
    return {"rows": len(frame), "columns": names, "width": frame.shape[1], "index": index, "head": rows}


def _series(series: Any) -> dict[str, Any]:
    head = series.iloc[:ITEMS]
    pairs = [[plain(label, 2), item] for label, item in zip(head.index, plain_column(head), strict=True)]
    found = {
        "length": len(series),
        "name": None if series.name is None else name_of(series.name),
        "index_name": None if series.index.name is None else name_of(series.index.name),
        "head": pairs,
    }
    if pd.api.types.is_numeric_dtype(series.dtype) and series.dtype.kind in "iuf" and series.notna().any():
        values = series.reset_index(drop=True).astype("float64")
        for key, place in (("largest", int(values.idxmax())), ("smallest", int(values.idxmin()))):
            found[key] = [plain(series.index[place], 2), plain(series.iloc[place], 2)]
    return found


def plain_column(column: Any) -> list[Any]:
    """Return the values of a (short) column as JSON."""
    return [plain(item, 2) for item in column]


def name_of(name: Any) -> str:
    """Return a column's or index level's name as text; the parts of a tuple joined by a space."""
    if type(name) is tuple:
        return " ".join(text_of(part) for part in name if str(part) != "").strip()
    return text_of(name)


def _model(model: Any) -> dict[str, Any]:
    params = {name: plain(value) for name, value in sorted(model.get_params(deep=False).items())}
    parts = {name: value for name, value in list(fitted(model).items())[:8] if result_type(value) != "model"}
    return {"class": type_name(model), "params": params, "fitted": {name: plain(part) for name, part in parts.items()}}
