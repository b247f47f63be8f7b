"""A bounded JSON summary of a result, for those who talk about it."""

from __future__ import annotations

from typing import Any

import pandas as pd

from company.results.kinds import result_type, type_name
from company.results.models import fitted
from company.results.plain import items_of, plain, steady, text_of

ITEMS = 10
HEAD = 5
TAIL = 2
WHOLE = 20
"""Rows of a frame, or entries of a series, up to which all are there; of more, the first and the last ones."""
NARROW_WHOLE, NARROW = 30, 8
"""The same of a frame of few columns, and up to how many these are."""
NAMES = 60
MEASURED = 12
"""Columns of numbers of a long frame of which both ends are there."""
NAMING = 3
"""First columns of a frame that may tell its rows apart."""


def facts(value: Any) -> dict[str, Any]:
    """Return the summary of a value of any result type but plot (see `capture.capture_figure`).

    dataframe: rows, columns, width, index, index_name if it has one, head (rows as lists, all of a small one) · series:
    length, name, index_name, head ([index, value]) · both, where some are left out: tail (the last [index, row or
    value]), and of numbers largest and smallest ([index, value]; of a frame by column in `ends`, and where its first
    columns name its rows, their values instead of the index); where values are missing, how many · series of several
    numbers: second (to the largest) · value: value · list, tuple, set, array, index: length, items · dict: length,
    items ([key, value]), of many numbers the ends, too · model: class, params, fitted · function: name, parameters.
    Numbers have 12 digits.
    """
    return {name: _steady(told) for name, told in _facts(value).items()}


def _steady(told: Any) -> Any:
    if isinstance(told, list):
        return [_steady(each) for each in told]
    if isinstance(told, dict):
        return {name: _steady(each) for name, each in told.items()}
    return steady(told) if isinstance(told, float) else told


def _facts(value: Any) -> dict[str, Any]:
    kind = result_type(value)
    if kind == "dataframe":
        return _frame(value)
    if kind == "series":
        return _series(value)
    if kind == "value":
        return {"value": plain(value)}
    if kind == "dict":
        return _dict(value)
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
    narrow = frame.iloc[:, :NAMES]
    whole = len(frame) <= (NARROW_WHOLE if frame.shape[1] <= NARROW else WHOLE)
    index, rows = _rows(narrow if whole else narrow.iloc[:HEAD])
    names = [name_of(name) for name in narrow.columns]
    found: dict[str, Any] = {
        "rows": len(frame),
        "columns": names,
        "width": frame.shape[1],
        "index": index,
        "head": rows,
    }
    columns = [(name, narrow.iloc[:, place]) for place, name in enumerate(names)]
    if not whole:
        found["tail"] = [list(pair) for pair in zip(*_rows(narrow.iloc[-TAIL:]), strict=False)]
        measured = [(name, column) for name, column in columns if _is_measured(column)][:MEASURED]
        named = _naming(frame)
        found["ends"] = {
            name: [
                [*_named_by(named, place), plain(column.iloc[place], 2)] if named else _entry(column, place)
                for place in _ends(column)
            ]
            for name, column in measured
        }
    found |= {"index_name": name_of(frame.index.name)} if frame.index.name is not None else {}
    missing = {name: count for name, column in columns if (count := int(column.isna().sum()))}
    return found | ({"missing": missing} if missing else {})


def _naming(frame: Any) -> dict[str, Any]:
    """Return the first columns of a frame that by themselves tell its rows apart, such as the groups of a summary; none
    where its rows have labels of their own, or where too many columns would have to.
    """
    if type(frame.index) is not pd.RangeIndex:
        return {}
    for count in range(1, min(NAMING, frame.shape[1]) + 1):
        first = frame.iloc[:, :count]
        if not all(_is_naming(first.iloc[:, at], is_first=at == 0) for at in range(count)):
            return {}
        if not first.duplicated().any():
            return {name_of(name): first.iloc[:, at] for at, name in enumerate(first.columns)}
    return {}


def _is_naming(column: Any, *, is_first: bool) -> bool:
    """Return whether the values of a column may be names of groups: texts, or whole numbers, of which there are few
    unless they stand first.
    """
    is_text = column.dtype.kind not in "biufcmM" and all(isinstance(value, str) for value in column)
    return is_text or (column.dtype.kind in "iu" and (is_first or 2 * column.nunique() <= len(column)))


def _named_by(named: dict[str, Any], place: int) -> list[str]:
    """Return what the row at a place is called by the columns that name it; a number after its column's name."""
    values = {name: column.iloc[place] for name, column in named.items()}
    return [text_of(each) if isinstance(each, str) else f"{name} {each}" for name, each in values.items()]


def _rows(frame: Any) -> tuple[list[Any], list[list[Any]]]:
    """Return the labels of the rows of a (short) frame, and the rows as lists."""
    columns = [plain_column(frame.iloc[:, place]) for place in range(frame.shape[1])]
    rows = [list(row) for row in zip(*columns, strict=True)] if columns else []
    return [plain(label, 2) for label in frame.index], rows


def _series(series: Any) -> dict[str, Any]:
    head = series.iloc[: WHOLE if len(series) <= WHOLE else ITEMS]
    found: dict[str, Any] = {
        "length": len(series),
        "name": None if series.name is None else name_of(series.name),
        "index_name": None if series.index.name is None else name_of(series.index.name),
        "head": [_entry(head, place) for place in range(len(head))],
    }
    if len(series) > WHOLE:
        found["tail"] = [_entry(series, place) for place in range(len(series) - TAIL, len(series))]
    if _is_measured(series):
        largest, smallest = _ends(series)
        found |= {"largest": _entry(series, largest), "smallest": _entry(series, smallest)}
        others = _numbers(series).drop(largest)
        found |= {"second": _entry(series, int(others.idxmax()))} if others.notna().any() else {}
    missing = int(series.isna().sum())
    return found | ({"missing": missing} if missing else {})


def _is_measured(column: Any) -> bool:
    return pd.api.types.is_numeric_dtype(column.dtype) and column.dtype.kind in "iuf" and bool(column.notna().any())


def _ends(column: Any) -> tuple[int, int]:
    """Return the places of the largest and of the smallest number, of several the first."""
    values = _numbers(column)
    return int(values.idxmax()), int(values.idxmin())


def _numbers(column: Any) -> Any:
    return column.reset_index(drop=True).astype("float64")


def _entry(series: Any, place: int) -> list[Any]:
    return [plain(series.index[place], 2), plain(series.iloc[place], 2)]


def _dict(value: Any) -> dict[str, Any]:
    found = {"length": dict.__len__(value), "items": plain(value)}
    numbers = [(item, key) for key, item in dict.items(value) if type(item) in (int, float) and item == item]
    if len(found["items"]) == found["length"] or len(numbers) < found["length"]:
        return found
    (smallest, *_, second, largest) = sorted(numbers, key=lambda pair: pair[0])
    ends = {"largest": largest, "second": second, "smallest": smallest}
    return found | {name: [plain(key, 2), plain(number, 2)] for name, (number, key) in ends.items()}


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
