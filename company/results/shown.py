"""A value as a notebook would print it, kept short enough for a prompt."""

from __future__ import annotations

from typing import Any

import numpy as np

from company.results.kinds import result_type, type_name
from company.results.plain import ADDRESS, cut, items_of, text_of

LONGEST = 2000
ROWS, COLUMNS = 10, 12
ITEMS = 10
BEGINNINGS = (10, 6, 4, 2, 1)
"""Numbers of first rows that a short text is tried with."""
DEEPEST = 4
SIZES = ((COLUMNS, 40), (8, 30), (5, 25), (3, 20))
"""Numbers of columns and widths that a frame is tried with, until its text is short enough."""


def shown(value: Any, longest: int = LONGEST) -> str:
    """Return a value as text of at most `longest` characters; frames end with a line that says their shape."""
    kind = result_type(value)
    if kind in ("dataframe", "series") and longest < LONGEST:
        return _beginning(value, longest)
    if kind == "dataframe":
        return _frame(value, longest)
    if kind == "series":
        tail = f"\n[{len(value)} values, {value.dtype}]"
        body = str(value.to_string(max_rows=ROWS, length=False, dtype=False, name=False)) if len(value) else "(empty)"
        return cut(ADDRESS.sub("", body), longest - len(tail)) + tail
    if kind == "array":
        return cut(f"{_array(value)}\n[array of shape {tuple(value.shape)}, {value.dtype}]", longest)
    if kind in ("list", "tuple", "set", "index"):
        return _sequence(value, kind, longest)
    if kind == "dict":
        return _dict(value, longest)
    if kind == "function":
        return cut(f"function {value.__name__}({', '.join(value.__code__.co_varnames[: value.__code__.co_argcount])})")
    return text_of(value, longest)


def _beginning(value: Any, longest: int) -> str:
    """Return the first rows of a frame or series, and of many columns the first, as far as they are there whole."""
    is_frame = result_type(value) == "dataframe"
    tail = (
        f"\n[{value.shape[0]} rows x {value.shape[1]} columns]"
        if is_frame
        else f"\n[{len(value)} values, {value.dtype}]"
    )
    if not len(value):
        return cut("(empty)", longest - len(tail)) + tail
    body = ""
    for columns, width in SIZES:
        for rows in BEGINNINGS:
            head = value.iloc[:rows, :columns] if is_frame else value.iloc[:rows]
            if is_frame and least(head, columns) + len(tail) > longest:
                continue
            look = {"max_colwidth": width} if is_frame else {"length": False, "dtype": False, "name": False}
            body = ADDRESS.sub("", str(head.to_string(**look)))
            if len(body) + len(tail) <= longest:
                return body + tail
    return cut(body, longest - len(tail)) + tail


def _frame(frame: Any, longest: int) -> str:
    tail = f"\n[{frame.shape[0]} rows x {frame.shape[1]} columns]"
    body = ""
    for columns, width in SIZES:
        if columns != SIZES[-1][0] and least(frame, columns) + len(tail) > longest:
            continue
        body = ADDRESS.sub("", str(frame.to_string(max_rows=ROWS, max_cols=columns, max_colwidth=width)))
        if len(body) + len(tail) <= longest:
            break
    return cut(body, longest - len(tail)) + tail


def least(frame: Any, columns: int) -> int:
    """Return a lower bound of a frame's text length at this number of columns; printing it takes longer."""
    names = sorted(len(name) if type(name) is str else 0 for name in frame.columns)
    columns = len(names) if len(names) <= columns else columns // 2 * 2
    return (min(len(frame), ROWS) + 1) * (columns + sum(names[:columns]))


def _array(array: Any) -> str:
    """Return an array's corner: at most ROWS rows of COLUMNS entries."""
    if array.ndim == 0:
        return text_of(array)
    corner = array[(slice(ROWS),) + (slice(COLUMNS),) * (array.ndim - 1)]
    return text_of(corner, LONGEST)


def _sequence(value: Any, kind: str, longest: int, depth: int = 0) -> str:
    items = items_of(value[:ITEMS] if kind == "index" else value)
    left, right = {"tuple": ("(", ")"), "set": ("{", "}")}.get(kind, ("[", "]"))
    inside = ", ".join(_short(item, depth + 1) for item in items[:ITEMS])
    length = len(value) if kind == "index" else len(items)
    more = f", … {length} in all" if length > ITEMS else "," if kind == "tuple" and length == 1 else ""
    return cut(f"{type_name(value) if kind == 'index' else ''}{left}{inside}{more}{right}", longest)


def _dict(value: Any, longest: int, depth: int = 0) -> str:
    items = list(dict.items(value))
    pairs = [f"{_short(key, depth + 1)}: {_short(item, depth + 1)}" for key, item in items[:ITEMS]]
    more = [f"… {len(items)} keys in all"] if len(items) > ITEMS else []
    return cut("{" + (", " if depth else ",\n ").join(pairs + more) + "}", longest)


def _short(value: Any, depth: int) -> str:
    """Return one element of a container in a few characters."""
    kind = result_type(value)
    length = LONGEST // ITEMS
    if kind in ("list", "tuple", "set"):
        return _sequence(value, kind, length, depth) if depth < DEEPEST else "…"
    if kind == "dict":
        return _dict(value, length, depth) if depth < DEEPEST else "…"
    if kind in ("dataframe", "array", "series", "index"):
        return f"<{type_name(value)} of shape {tuple(value.shape)}>"
    if kind == "value" and isinstance(value, np.bool_ | np.integer | np.floating):
        value = value.item()
    return text_of(repr(value) if kind == "value" else f"<{type_name(value)}>" if value is not None else "None", length)
