"""What each kind of mark shows of files: channel by channel, or what is computed of columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np

from company.families.figures.stages.shown_columns import Frames, Told, columns_in, matrices, place_of, plain, same
from company.results.likeness.content import Panel
from company.results.likeness.mark import Mark

Reader = Callable[[Sequence[Mark], Panel, Frames], list[Told]]


def plain_marks(marks: Sequence[Mark], panel: Panel, frames: Frames) -> list[Told]:
    """Return series whose channels are columns as they are."""
    return [_plain(mark, frames, ("x", "y", "z", "size", "value")) for mark in marks]


def _plain(mark: Mark, frames: Frames, names: Sequence[str]) -> Told:
    told, unknown = begun(mark), []
    rather = ""
    for name in names:
        if name not in mark.channels:
            continue
        find = _grown if name == "size" else place_of
        found = find(mark.channels[name], frames, rather)
        rather = found.get("file", rather)
        told |= {name: found} if found else {}
        unknown += [] if found else [name]
    for axis in "xy":
        told |= _errors(mark, axis, frames)
        unknown += [f"{axis}_error"] if f"{axis}_low" in mark.channels and f"{axis}_error" not in told else []
    rest = [name for name in mark.channels if name not in names and not name.endswith(("_low", "_high"))]
    return told | ({"unknown": [*unknown, *rest]} if unknown or rest else {})


def _grown(sizes: Any, frames: Frames, rather: str = "") -> Told:
    """Return the column with which the sizes of points grow."""
    for file, name, held in columns_in(dict(sorted(frames.items(), key=lambda pair: pair[0] != rather))):
        if len(held) == len(sizes) and np.ptp(held) > 0 and same(_share_of(held), _share_of(sizes)):
            return {"file": file, "column": name}
    return {}


def _share_of(values: Any) -> Any:
    return (values - values.min()) / (np.ptp(values) or 1)


def _errors(mark: Mark, axis: str, frames: Frames) -> Told:
    """Return how far error bars reach, where that stands in one column, or in two."""
    if f"{axis}_low" not in mark.channels:
        return {}
    at = mark.channels.get(axis)
    if at is None or at.dtype.kind != "f":
        return {}
    below, above = at - mark.channels[f"{axis}_low"], mark.channels[f"{axis}_high"] - at
    found = [place_of(np.abs(each), frames) for each in (below, above)]
    if not all(found):
        return {}
    return (
        {f"{axis}_error": found[0]} if found[0] == found[1] else {f"{axis}_error": found[0], f"{axis}_above": found[1]}
    )


def begun(mark: Mark) -> Told:
    """Return what is told of every series: its kind, its form, its name and its colour."""
    told: Told = {"kind": mark.kind}
    told |= {"form": mark.form} if mark.form else {}
    told |= {"name": mark.name} if mark.name else {}
    return told | ({"colour": mark.colours[0]} if len(mark.colours) == 1 and mark.place >= 0 else {})


def bars(marks: Sequence[Mark], panel: Panel, frames: Frames) -> list[Told]:
    """Return bars as columns, or as the histogram of one."""
    found = []
    for mark in marks:
        told = _plain(mark, frames, ("x", "y", "z", "base"))
        if told.get("unknown") and (counted := _histogram(mark, frames)):
            told = {**begun(mark), "kind": "histogram", **counted}
        found.append(told)
    return found


def _histogram(mark: Mark, frames: Frames) -> Told:
    places, counts = mark.channels["x"], mark.channels["y"]
    if places.dtype.kind != "f" or "z" in mark.channels:
        return {}
    for file, name, held in columns_in(frames):
        made, edges = np.histogram(held, bins=len(counts))
        if same(made.astype(float), counts) and same((edges[:-1] + edges[1:]) / 2, places):
            return {"values": {"file": file, "column": name}, "bins": len(counts)}
    return {}


def boxes(marks: Sequence[Mark], panel: Panel, frames: Frames) -> list[Told]:
    """Return boxes, each of which is of a column."""
    found = []
    for mark in marks:
        columns = [_boxed([float(mark.channels[name][row]) for name in _FIVE], frames) for row in range(mark.length)]
        told = begun(mark) | {"outliers": any(each.kind == "outlier" for each in panel.marks)}
        if None in columns:
            found.append(told | {"unknown": ["values"]})
            continue
        found.append(told | {"columns": columns} | _names(mark.channels["x"], frames))
    return found


_FIVE = ("low", "lower_quartile", "median", "upper_quartile", "high")


def _boxed(five: Sequence[float], frames: Frames) -> Told | None:
    for file, name, held in columns_in(frames):
        if len(held) < 2:
            continue
        low, middle, high = np.percentile(held, [25, 50, 75])
        reach = 1.5 * (high - low)
        inside = held[(held >= low - reach) & (held <= high + reach)]
        if same(np.array([inside.min(), low, middle, high, inside.max()]), np.array(five)):
            return {"file": file, "column": name}
    return None


def _names(places: Any, frames: Frames) -> Told:
    """Return what stands at places: texts, or a column of them; nothing where they only count."""
    return {"names": place_of(places, frames)} if places.dtype.kind != "f" else {}


def violins(marks: Sequence[Mark], panel: Panel, frames: Frames) -> list[Told]:
    """Return violins, each of which is of a column, told by its ends."""
    columns = []
    for mark in marks:
        ends = np.array([mark.channels["y"].min(), mark.channels["y"].max()])
        held = (
            {"file": file, "column": name}
            for file, name, each in columns_in(frames)
            if len(each) and same(np.array([each.min(), each.max()]), ends)
        )
        columns.append(next(held, None))
    told = {"kind": "violin", "form": marks[0].form}
    if None in columns:
        return [told | {"unknown": ["values"]}]
    places = np.array([mark.channels["x"][0] for mark in marks], dtype=marks[0].channels["x"].dtype)
    return [told | {"columns": columns} | _names(places, frames)]


def slices(marks: Sequence[Mark], panel: Panel, frames: Frames) -> list[Told]:
    """Return slices, whose shares are those of a column."""
    found = []
    for mark in marks:
        told, shares = begun(mark), mark.channels["y"]
        told.pop("colour", None)
        held = (
            {"file": file, "column": name}
            for file, name, each in columns_in(frames)
            if len(each) == len(shares) and each.sum() > 0 and same(each / each.sum(), shares)
        )
        of = next(held, None)
        told |= {"values": of} if of else {"unknown": ["values"]}
        found.append(told | ({"names": place_of(mark.channels["x"], frames)} if "x" in mark.channels else {}))
    return found


def grids(marks: Sequence[Mark], panel: Panel, frames: Frames) -> list[Told]:
    """Return cells that are coloured by the values of a file, row by row."""
    found = []
    for mark in marks:
        told, values = begun(mark), mark.channels["value"]
        for file, names, held in matrices(frames):
            for way, matrix in (("rows", held), ("columns", held.T)):
                if matrix.size == len(values) and same(matrix.ravel(), values):
                    down, across = matrix.shape
                    told |= {"file": file, "columns": names, "way": way}
                    told |= _sides(mark, down, across, frames)
                    break
        found.append(told if "file" in told else told | {"unknown": ["value"]})
    return found


def _sides(mark: Mark, down: int, across: int, frames: Frames) -> Told:
    """Return what stands along the two sides of cells."""
    x, y = mark.channels["x"].reshape(down, across)[0], mark.channels["y"].reshape(down, across)[:, 0]
    told: Told = {}
    for axis, places in (("x", x), ("y", y)):
        if places.dtype.kind != "f":
            told[f"{axis}_names"] = place_of(places, frames)
        elif not same(places, np.arange(len(places), dtype=float)):
            told[axis] = place_of(places, frames) or {"unknown": True}
    return told | ({"unknown": ["places"]} if {"x", "y"} & told.keys() else {})


def contours(marks: Sequence[Mark], panel: Panel, frames: Frames) -> list[Told]:
    """Return contours over the values of a file, which are told by how far they reach."""
    found = []
    for mark in marks:
        told, levels = begun(mark), np.unique(mark.channels["level"])
        if mark.kind == "filled contour":
            levels = np.append(levels, levels[-1] + (levels[-1] - levels[-2] if len(levels) > 1 else 1))
        wide, high = mark.channels["x"].max(), mark.channels["y"].max()
        for file, names, held in matrices(frames):
            if held.shape[1] - 1 >= wide > held.shape[1] - 3 and held.shape[0] - 1 >= high > held.shape[0] - 3:
                told |= {"file": file, "columns": names, "levels": [plain(each) for each in levels.tolist()]}
                break
        found.append(told if "file" in told else told | {"unknown": ["value"]})
    return found


def hexagons(marks: Sequence[Mark], panel: Panel, frames: Frames) -> list[Told]:
    """Return hexagons that count the rows of two columns, told by their ends."""
    found = []
    for mark in marks:
        told, count = begun(mark), (len(np.unique(np.round(mark.channels["x"], 9))) - 1) // 2
        total = float(np.nansum(mark.channels["value"]))
        columns = [each for each in columns_in(frames) if len(each[2]) == total]
        for (file, x, across), (other, y, along) in permutations(columns, 2):
            if file == other and _spans(mark, "x", across) and _spans(mark, "y", along):
                told |= {"x": {"file": file, "column": x}, "y": {"file": file, "column": y}, "count": count}
                break
        found.append(told if "count" in told else told | {"unknown": ["value"]})
    return found


def _spans(mark: Mark, axis: str, values: Any) -> bool:
    places = mark.channels[axis]
    slack = 0.01 * float(np.ptp(values) or 1)
    return bool(abs(places.min() - values.min()) <= slack and abs(places.max() - values.max()) <= slack)


def areas(marks: Sequence[Mark], panel: Panel, frames: Frames) -> list[Told]:
    """Return areas between 0, or what lies below, and a column; those that lie on one another as a stack."""
    found: list[Told] = []
    below: Any = None
    for mark in marks:
        told = begun(mark)
        edge = _edges(mark)
        if edge is None:
            found.append(told | {"unknown": ["y"]})
            continue
        x, low, high = edge
        stacks = below is not None and same(low, below)
        y = place_of(high - low if stacks else high, frames)
        told |= {"x": place_of(x, frames), "y": y}
        told |= {"stacked": True} if stacks else {}
        if not stacks and np.abs(low).max() > 0:
            told |= {"low": place_of(low, frames)}
        below = high
        lacking = [name for name in ("x", "y", "low") if told.get(name) == {}]
        found.append(told | ({"unknown": lacking} if lacking else {}))
    return found


def _edges(mark: Mark) -> tuple[Any, Any, Any] | None:
    """Return the places along an area, and its lower and its upper edge."""
    x, y = mark.channels.get("x"), mark.channels.get("y")
    if x is None or y is None or x.dtype.kind != "f" or y.dtype.kind != "f":
        return None
    places = np.unique(x)
    low = np.array([y[x == place].min() for place in places])
    high = np.array([y[x == place].max() for place in places])
    return places, low, high


def guides(marks: Sequence[Mark], panel: Panel, frames: Frames) -> list[Told]:
    """Return lines across a whole panel: along which axis they stand where."""
    found = []
    for mark in marks:
        known = {axis: mark.channels[axis] for axis in "xy" if np.isfinite(mark.channels[axis]).all()}
        told = begun(mark) | {"form": next(iter(known), "")}
        at = next((plain(each[0]) for each in known.values() if np.ptp(each) == 0), None)
        found.append(told | ({"unknown": ["place"]} if at is None else {"at": at}))
    return found


def bands(marks: Sequence[Mark], panel: Panel, frames: Frames) -> list[Told]:
    """Return bands across a whole panel: along which axis they reach from where to where."""
    return [begun(mark) | {name: plain(mark.channels[name][0]) for name in ("low", "high")} for mark in marks]


def gone(marks: Sequence[Mark], panel: Panel, frames: Frames) -> list[Told]:
    """Return nothing: what these are is told with others."""
    return []


READERS: Mapping[str, Reader] = {
    "bar": bars,
    "box": boxes,
    "outlier": gone,
    "violin": violins,
    "slice": slices,
    "grid": grids,
    "picture": grids,
    "contour": contours,
    "filled contour": contours,
    "cells": hexagons,
    "area": areas,
    "guide": guides,
    "band": bands,
}
"""By kind of mark; of others, channels are columns as they are."""
