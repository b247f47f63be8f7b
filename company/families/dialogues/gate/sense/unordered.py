"""Whether two results are the same but for the order that the table's rows gave them. Runs inside the sandbox."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from company.results.rules import same

_DIGITS = 6
_APART = 1 + 1.23e-8
"""Moves numbers such as 1234.565 away from where rounding turns."""


def same_rows(kind: str, one: Any, other: Any, name: str, *, ordered: bool) -> bool:
    """Return whether two results of a type hold the same rows, values or points, in whatever order they stand.

    Labels of an index count where they are more than numbers of rows. With `ordered`, rows have to stand in the same
    order all the same: somebody has sorted them.
    """
    if same(kind, one, other, name):
        return True
    try:
        if kind == "plot":
            return _same_drawing(one, other)
        frame, twin = _frame(one), _frame(other)
        return same("dataframe", frame, twin) if ordered else _same_hashes(frame, twin)
    except (TypeError, ValueError, KeyError):
        return False


def _frame(value: Any) -> pd.DataFrame:
    """Return a value as a frame whose labels are columns; those that only count rows are left out."""
    if isinstance(value, pd.DataFrame):
        frame = value
    elif isinstance(value, pd.Series):
        frame = value.to_frame("value")
    elif isinstance(value, np.ndarray | list | tuple | pd.Index):
        frame = pd.DataFrame(np.asarray(value).reshape(len(value), -1))
    elif isinstance(value, set | frozenset):
        frame = pd.DataFrame({"value": list(value)})
    else:
        raise TypeError(type(value).__name__)
    frame = frame.set_axis([f"c{place}" for place in range(frame.shape[1])], axis=1)
    if frame.index.nlevels == 1 and pd.api.types.is_integer_dtype(frame.index.dtype):
        return frame.reset_index(drop=True)
    return frame.reset_index(names=[f"i{level}" for level in range(frame.index.nlevels)])


def _same_hashes(one: pd.DataFrame, other: pd.DataFrame) -> bool:
    """Return whether two frames have the same rows in any order, whatever the last digits of their numbers."""
    if one.shape != other.shape:
        return False
    sums = [pd.util.hash_pandas_object(each.apply(_key), index=False).to_numpy() for each in (one, other)]
    return bool((np.sort(sums[0]) == np.sort(sums[1])).all())


def _key(column: pd.Series) -> pd.Series:
    """Return numbers with so many digits as sums in another order share, and all else as text."""
    if isinstance(column.dtype, pd.StringDtype):
        return column
    if not pd.api.types.is_numeric_dtype(column.dtype) or pd.api.types.is_bool_dtype(column.dtype):
        return column.astype(str)
    values = column.to_numpy(dtype=float, na_value=np.nan) * _APART
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = 10.0 ** (_DIGITS - 1 - np.floor(np.log10(np.abs(values))))
        rounded = np.round(values * scale)
        return pd.Series(np.where(np.isfinite(scale), rounded / scale, values), index=column.index)


def _same_drawing(one: Any, other: Any) -> bool:
    """Return whether two figures draw the same, where clouds of points and their artists may come in another order."""
    pages, twins = one["axes"], other["axes"]
    return len(pages) == len(twins) and all(
        _same_artists(page["artists"], twin["artists"]) for page, twin in zip(pages, twins, strict=True)
    )


def _same_artists(artists: list[Any], twins: list[Any]) -> bool:
    kinds = [(kind, count) for kind, _, count, _ in artists]
    if sorted(kinds) != sorted((kind, count) for kind, _, count, _ in twins):
        return False
    points, others = ([_points(each, cloud=cloud) for each in (artists, twins)] for cloud in (True, False))
    return all(len(a) == len(b) and np.allclose(a, b, rtol=1e-5, equal_nan=True) for a, b in (points, others))


def _points(artists: list[Any], *, cloud: bool) -> Any:
    """Return the corners of all artists as rows in an order of their own; those of lines keep their place in it."""
    rows = [
        [float("nan") if value is None else value for value in (*point, *(() if cloud else (place,)))]
        for kind, _, _, points in artists
        if (kind == "points") is cloud
        for place, point in enumerate(points)
    ]
    wide = max(map(len, rows), default=0)
    table = np.array([[*row, *[float("nan")] * (wide - len(row))] for row in rows]).reshape(len(rows), wide)
    return table[np.lexsort(np.round(table, _DIGITS).T[::-1])] if len(rows) else table
