"""Wrong versions of a right result: the negative controls of the release gate.

Each is labelled in words and is visibly wrong; one that the rules would still call the same (a list of one,
reversed) is left out. Every value has at least one.
"""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd

from company.results.leeway import Leeway
from company.results.models import JUDGED
from company.results.rules import same, sort_of

Wrong = tuple[str, Any]


def perturbed(type: str, value: Any, leeway: Leeway | None = None) -> list[Wrong]:
    """Return labelled wrong versions of a result of a type; none is the `same`, not even as a confusion matrix.

    Neither is one right by the `leeway` of its question.
    A plot's value is its `drawing.drawn` dict. The value itself is left as it is.
    """
    versions = VERSIONS.get(type, scalar_versions)
    found = [*versions(value), *other_versions(type)]
    return [(label, wrong) for label, wrong in found if not same(type, value, wrong, name="confusion", leeway=leeway)]


def other_versions(type: str) -> Iterator[Wrong]:
    """Yield values of another type."""
    if type == "plot":
        return
    yield "nothing", None
    if type != "value":
        yield "a number", 0
    if type != "list":
        yield "a list", ["something", "else"]


def changed(value: Any) -> Any:
    """Return a scalar of the same sort that nobody would take for the same."""
    sort = sort_of(value)
    if sort == "missing":
        return 1.0
    if sort == "flag":
        return not value
    if sort == "number":
        number = complex(value) if isinstance(value, complex | np.complexfloating) else float(value)
        return number * 1.1 + 1 if np.isfinite(number) else 1.0
    if sort == "text":
        return f"{value}, changed"
    if sort in ("instant", "local time", "duration"):
        return pd.Series([value]).iloc[0] + dt.timedelta(days=1)
    return "changed"


def frame_versions(frame: Any) -> Iterator[Wrong]:
    """Yield wrong frames."""
    yield "without rows", frame.iloc[:0]
    yield "without its last row", frame.iloc[:-1]
    yield "with its last row twice", pd.concat([frame, frame.iloc[-1:]])
    yield "with its rows reversed", frame.iloc[::-1]
    yield "without its first column", frame.iloc[:, 1:]
    another = pd.Series(range(len(frame)), index=frame.index, name="another")
    yield "with a column more", pd.concat([frame, another], axis=1) if frame.index.is_unique else None
    if len(frame):
        yield "with its labels reversed", frame.set_axis(frame.index[::-1])
        for place in {0, frame.shape[1] // 2, frame.shape[1] - 1} if frame.shape[1] else ():
            yield f"with one value changed in column {place + 1}", with_column(frame, place)
        if frame.shape[1]:
            yield "as its first column alone", frame.iloc[:, 0]
    else:
        yield "with a row", pd.DataFrame([[1] * frame.shape[1]])


def with_column(frame: Any, place: int) -> Any:
    """Return a copy of a frame with the middle value of one column changed."""
    wrong = frame.copy()
    wrong.isetitem(place, one_changed(frame.iloc[:, place]))
    return wrong


def one_changed(values: Any) -> Any:
    """Return a series, index or flat array as a series (of the same index) with the middle value changed."""
    items = list(values)
    middle = len(items) // 2
    items[middle] = deep_changed(items[middle])
    cells = np.empty(len(items), dtype=object)
    for place, item in enumerate(items):
        cells[place] = item
    return pd.Series(cells, index=getattr(values, "index", None)).infer_objects()


def series_versions(series: Any) -> Iterator[Wrong]:
    """Yield wrong series."""
    yield "empty", series.iloc[:0]
    yield "without its last value", series.iloc[:-1]
    yield "reversed", series.iloc[::-1]
    if len(series):
        yield "with one value changed", one_changed(series)
        yield "with its labels reversed", series.set_axis(series.index[::-1])
        labels = one_changed(series.index.to_series()) if series.index.nlevels == 1 else None
        yield "with one label changed", None if labels is None else series.set_axis(pd.Index(labels.tolist()))
    yield "with a value more", pd.concat([series, pd.Series([1])])
    yield "as a list", series.tolist()


def sequence_versions(value: Any) -> Iterator[Wrong]:
    """Yield wrong lists and tuples."""
    kind = list if isinstance(value, list) else tuple
    items = list(value)
    yield "empty", kind()
    yield "without its last element", kind(items[:-1])
    yield "with an element more", kind([*items, "another"])
    yield "reversed", kind(items[::-1])
    if items:
        middle = len(items) // 2
        yield "with one element changed", kind([*items[:middle], deep_changed(items[middle]), *items[middle + 1 :]])
    yield ("as a tuple", tuple(items)) if kind is list else ("as a list", items)


def deep_changed(item: Any) -> Any:
    """Return an element with one scalar in it changed."""
    if isinstance(item, list | tuple) and len(item):
        kind = list if isinstance(item, list) else tuple
        return kind([deep_changed(item[0]), *item[1:]])
    if isinstance(item, dict) and item:
        first = next(iter(item))
        return {**item, first: deep_changed(item[first])}
    return changed(item)


def set_versions(value: Any) -> Iterator[Wrong]:
    """Yield wrong sets."""
    yield "empty", set()
    yield "with an element more", {*value, "another"}
    yield "without one element", set(list(value)[1:])
    yield "as a list", list(value)


def dict_versions(value: Any) -> Iterator[Wrong]:
    """Yield wrong dicts."""
    items = list(value.items())
    yield "empty", {}
    yield "without its last key", dict(items[:-1])
    yield "with a key more", {**value, "another": 1}
    if items:
        yield "with one value changed", {**value, items[0][0]: deep_changed(items[0][1])}
        yield "with one key changed", dict([*items[:-1], (changed(items[-1][0]), items[-1][1])])
    yield "as its keys", list(value)


def array_versions(array: Any) -> Iterator[Wrong]:
    """Yield wrong arrays, of numpy or pandas."""
    values = np.asarray(array)
    flat = values.reshape(-1)
    yield "empty", values[:0] if values.ndim else np.array([])
    if values.ndim:
        yield "without its last element", values[:-1]
        yield "reversed", values[::-1]
    if len(flat):
        yield "with one value changed", one_changed(flat).to_numpy().reshape(values.shape)
        yield "with all values changed", np.array([changed(item) for item in flat.tolist()]).reshape(values.shape)
    yield "in another shape", values.reshape(1, *values.shape)
    yield "as a list", values.tolist()


def index_versions(index: Any) -> Iterator[Wrong]:
    """Yield wrong indexes."""
    yield "empty", index[:0]
    yield "without its last label", index[:-1]
    yield "reversed", index[::-1]
    yield "with a label more", pd.Index([*index, "another"])
    if len(index) and index.nlevels == 1:
        yield "with one label changed", pd.Index(one_changed(index.to_series()).tolist())
    yield "as a list", list(index)


def scalar_versions(value: Any) -> Iterator[Wrong]:
    """Yield wrong single values."""
    yield "changed", changed(value)
    yield "as text", f"{value} " if isinstance(value, str) else str(value)
    yield "in a list", [value]
    if sort_of(value) == "number":
        yield "with its sign turned", -value
    if isinstance(value, str):
        yield "empty", ""


def model_versions(model: Any) -> Iterator[Wrong]:
    """Yield wrong models: not fitted, and with one learned attribute changed."""
    from sklearn.base import clone  # type: ignore[import-untyped]

    yield "not fitted", clone(model, safe=False)
    for name in JUDGED:
        learned = vars(model).get(name)
        if isinstance(learned, np.ndarray) and learned.size and learned.dtype.kind in "iuf" and name != "labels_":
            wrong = copy.copy(model)
            setattr(wrong, name, np.asarray(learned, dtype=float) * 1.1 + 1)
            yield f"with another {name}", wrong
    yield "as its class's name", type(model).__name__


def function_versions(value: Any) -> Iterator[Wrong]:
    """Yield wrong functions."""
    yield "another function", lambda *values: values


def plot_versions(drawing: Any) -> Iterator[Wrong]:
    """Yield wrong drawings: blank, of other data, and with something left out."""
    yield "no page", {"axes": []}
    yield "a blank page", {"axes": [{**page, "artists": []} for page in drawing["axes"]]}
    for label, change in DRAWN_WRONG:
        yield label, {"axes": [{**page, "artists": change(page["artists"])} for page in drawing["axes"]]}
    yield "with its bars in the opposite order", {"axes": [mirrored(page) for page in drawing["axes"]]}
    if drawing["axes"]:
        yield "with an axes left out", {"axes": drawing["axes"][1:]}


def mirrored(page: dict[str, Any]) -> dict[str, Any]:
    """Return an axes whose bars and their labels stand from right to left; what is more than bars stays."""
    ticks = [[[-place, text] for place, text in page["ticks"][0]], *page["ticks"][1:]]
    bars = [
        [kind, name, count, [[None if x is None else -x, *rest] for x, *rest in rows] if kind == "bar" else rows]
        for kind, name, count, rows in page["artists"]
    ]
    return {**page, "ticks": ticks, "artists": bars}


def scaled(artists: list[Any]) -> list[Any]:
    """Return artists whose numbers are all larger, the later the more."""
    return [
        [kind, label, count, [[None if x is None else x * (1.1 + place / 7) + 1 for x in row] for row in rows]]
        for place, (kind, label, count, rows) in enumerate(artists)
    ]


def first_moved(artists: list[Any]) -> list[Any]:
    """Return artists of which each third, from the first on, is as if of other data: stretched to half its size."""
    return [
        [kind, label, count, rows if place % 3 else [[None if x is None else x * 0.5 for x in row] for row in rows]]
        for place, (kind, label, count, rows) in enumerate(artists)
    ]


def crosses(artists: list[Any]) -> list[Any]:
    """Return one line from corner to corner instead of the artists."""
    return [["line", "", 3, [[0.0, 0.0], [1.0, 3.0], [2.0, 7.0]]]] if artists else []


DRAWN_WRONG: tuple[tuple[str, Callable[[list[Any]], list[Any]]], ...] = (
    ("with other data", scaled),
    ("with some data changed", first_moved),
    ("another plot", crosses),
)
VERSIONS: dict[str, Callable[[Any], Iterator[Wrong]]] = {
    "dataframe": frame_versions,
    "series": series_versions,
    "list": sequence_versions,
    "tuple": sequence_versions,
    "set": set_versions,
    "dict": dict_versions,
    "array": array_versions,
    "index": index_versions,
    "model": model_versions,
    "function": function_versions,
    "plot": plot_versions,
}
