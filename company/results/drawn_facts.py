"""What a figure shows, told briefly: each kind of mark as rows of labels and numbers, as far as there is room."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

BUDGET = 1500
"""Characters that the facts of a figure take, as JSON."""
_CELLS = 42
"""Cells of a heat map up to which all are told."""
_FIVE = ("low", "lower_quartile", "median", "upper_quartile", "high")

Page = Mapping[str, Any]


def told_within(page: Page, room: int) -> dict[str, Any]:
    """Return what an axes shows (`figures.pages` says in which form), in at most `room` characters of JSON.

    guides: [axis, place] · boxes: {"columns", "rows"} with the five numbers and how many outliers · grids: rows,
    columns, values, of a large one highest and lowest, [row, column, value] · bars: [label, length] or [label, series,
    length] · slices: [label, share] · lines: label and points ([place, value]), of long ones begins, ends, highest and
    lowest · bins: [from, to, length] · error_bars: [place, from, to] · points, where they are few: label and points.
    Where there is no room for all of a kind, its ends are told, or else its name in `left_out`.
    """
    found: dict[str, Any] = {}
    left_out: list[str] = []
    for kind, ways in _WAYS.items():
        if not page.get(kind):
            continue
        for way in ways:
            told = _short(way(page[kind]))
            size = len(json.dumps({kind: told}))
            if told and size <= room:
                found[kind] = told
                room -= size
                break
        else:
            left_out.append(kind)
    return {**found, **({"left_out": left_out} if left_out else {})}


def without_marks(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a figure without its marks, or other facts as they are: for who looks back on it."""
    if "axes" not in facts:
        return dict(facts)
    return {**facts, "axes": [{key: told for key, told in axes.items() if key != "shows"} for axes in facts["axes"]]}


def _guides(guides: Sequence[Page]) -> Any:
    return [[each["axis"], each["at"]] for each in guides]


def _boxes(boxes: Sequence[Page]) -> Any:
    series = ("series",) if any(each["series"] for each in boxes) else ()
    columns = ("name", *series, *_FIVE, "outliers")
    return {"columns": list(columns), "rows": [[each[column] for column in columns] for each in boxes]}


def _medians(boxes: Sequence[Page]) -> Any:
    ordered = sorted(boxes, key=lambda box: float(box["median"]))
    ends = {"highest_median": ordered[-1], "lowest_median": ordered[0]} if len(ordered) > 1 else {}
    return {end: [box["name"], *([box["series"]] if box["series"] else []), box["median"]] for end, box in ends.items()}


def _grids(grids: Sequence[Page]) -> Any:
    whole = all(sum(map(len, grid["values"])) <= _CELLS for grid in grids)
    return list(grids) if whole else []


def _ends_of_grids(grids: Sequence[Page]) -> Any:
    return [ends for grid in grids if (ends := _ends_of_cells(grid))]


def _ends_of_cells(grid: Page) -> dict[str, Any]:
    rows, columns = grid["rows"], grid["columns"]
    if not rows:
        return {}
    cells = [
        [row, column, value]
        for row, line in zip(rows, grid["values"], strict=False)
        for column, value in zip(columns, line, strict=False)
        if value is not None
    ]
    if not cells:
        return {}
    return {"highest": max(cells, key=lambda cell: cell[2]), "lowest": min(cells, key=lambda cell: cell[2])}


def _bars(bars: Sequence[Page]) -> Any:
    named = any(each["series"] for each in bars)
    return [[each["name"], *([each["series"]] if named else []), each["length"]] for each in bars]


def _slices(slices: Sequence[Page]) -> Any:
    return [[each["name"], each["share"]] for each in slices]


def _bins(bins: Sequence[Page]) -> Any:
    named = any(each["series"] for each in bins)
    return [[*([each["series"]] if named else []), each["from"], each["to"], each["length"]] for each in bins]


def _error_bars(bars: Sequence[Page]) -> Any:
    return [[bar["at"], bar["from"], bar["to"]] for bar in bars]


def _clouds(clouds: Sequence[Page]) -> Any:
    return [{"label": each["label"], "points": [*zip(each["x"], each["y"], strict=True)]} for each in clouds]


def _lines(lines: Sequence[Page]) -> Any:
    return [{"label": line["label"], "points": _points(line)} for line in _running(lines)]


def _ends_of_lines(lines: Sequence[Page]) -> Any:
    found = []
    for line in _running(lines):
        points = _points(line)
        highest, lowest = (end(points, key=lambda point: float(point[1])) for end in (max, min))
        ends = {"begins": points[0], "ends": points[-1], "highest": highest, "lowest": lowest}
        found.append({"label": line["label"], **ends})
    return found


def _running(lines: Sequence[Page]) -> list[Page]:
    """Return the lines that run along an axis: strokes inside a violin or a candle have one place."""
    return [line for line in lines if len({str(place) for place, _ in _points(line)}) > 1]


def _points(line: Page) -> list[list[Any]]:
    """Return the points of a line that are there, each with its place."""
    return [[place, at] for place, at in zip(line["places"], line["values"], strict=True) if math.isfinite(at)]


def _short(told: Any) -> Any:
    """Return numbers as a reader of figures needs them: whole, or with six digits."""
    if isinstance(told, list | tuple):
        return [_short(each) for each in told]
    if isinstance(told, Mapping):
        return {key: _short(each) for key, each in told.items()}
    if isinstance(told, float):
        whole = told.is_integer() and abs(told) < 1e15
        return int(told) if whole else float(f"{told:.6g}") if math.isfinite(told) else None
    return told


_WAYS: dict[str, tuple[Callable[[Sequence[Page]], Any], ...]] = {
    "guides": (_guides,),
    "boxes": (_boxes, _medians),
    "grids": (_grids, _ends_of_grids),
    "bars": (_bars,),
    "slices": (_slices,),
    "lines": (_lines, _ends_of_lines),
    "bins": (_bins,),
    "error_bars": (_error_bars,),
    "points": (_clouds,),
}
"""How each kind of mark is told, in the order in which there is room for them: all of it, or else its ends."""
