"""What can be read off a figure, as plain names and numbers: for questions about it, and for their answers.

`plots.read_page` tells which boxes, lines and slices there are; here they and the bars get the names that a viewer
sees, from tick labels and legends. `places` says what stands along an axis, `eyes` how exactly it is read.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.colors import to_rgba_array

from company.results.bars import read_bars
from company.results.drawing import drawn
from company.results.drawn_facts import BUDGET, told_within
from company.results.eyes import Eye
from company.results.places import Shown, shown_on
from company.results.plots import read_page, series_of

_COLORBAR = "<colorbar>"
_NO_LINE = ("None", "none", " ", "")
_SHOWS = ', "shows": '
_FEW_POINTS = 20
"""Points of an axes up to which each of them is told."""
KINDS = ("bars", "bins", "boxes", "slices", "lines", "points", "grids", "guides")
"""What a page holds, in lists."""


def pages(figure: Any, off: int = 0) -> list[dict[str, Any]]:
    """Return one dict per axes of a figure, colour bars left out, each with "title", "xlabel", "ylabel" and lists of

    - "bars": {"name", "series", "length"}; the name is the label at the tick, the series the text in the legend;
    - "bins": {"from", "to", "length", "series"} of a histogram, each series from left to right;
    - "boxes": {"name", "series", "low", "lower_quartile", "median", "upper_quartile", "high"} (ends of whiskers);
    - "slices": {"name", "share"}, the shares out of 1;
    - "lines": {"label", "places", "values"}, the label as in the legend; places are labels, dates, years or numbers;
    - "points": {"label", "x", "y"};
    - "grids": {"rows", "columns", "values"} of heat maps, values row by row from the top;
    - "guides": {"axis", "at"} of straight lines across, which mark a place on the axis "x" or "y";
    - "error_bars": {"at", "from", "to"}, each where it stands, and from where to where it goes.

    A name, series or label that the figure does not show is "", a place without a label on an axis of labels None.
    With `off` -1 or 1, each value is read as low or as high as an eye is just off by (`eyes.Eye`).
    """
    told = zip(figure.axes, drawn(figure)["axes"], strict=True)
    scales = _scales(figure)
    return [_page(ax, page, Eye(ax, off)) for ax, page in told if page["name"] != _COLORBAR and ax not in scales]


def summary(figure: Any, drawing: dict[str, Any]) -> list[dict[str, Any]]:
    """Return per axes of a figure and its `drawn`, colour bars left out, its words and how many there are of each kind.

    "artists" counts what a reader sees: bars, bins, boxes, slices, lines, points, grids, guides, error bars, or else
    shapes. Of one series of bars, bins, slices or boxes (by median) there are "tallest" and "shortest", of a single
    line "begins" and "ends" ([place, value]), of points by two numbers how closely they rise together ("link", by
    their ranks). As far as there is room, "shows" has the marks themselves (`drawn_facts`).
    """
    told = zip(figure.axes, drawing["axes"], strict=True)
    scales = _scales(figure)
    shown = [(ax, page) for ax, page in told if page["name"] != _COLORBAR and ax not in scales]
    found = [_summed(ax, page) for ax, page in shown]
    room = BUDGET - len(json.dumps([summed for summed, _ in found]))
    for left, (summed, marks) in zip(range(len(found), 0, -1), found, strict=True):
        held = told_within(marks, room // left - len(_SHOWS))
        if held:
            summed["shows"] = held
            room -= len(json.dumps(held)) + len(_SHOWS)
    return [summed for summed, _ in found]


def _scales(figure: Any) -> list[Any]:
    """Return the axes that colour bars stand in, whoever made these."""
    drawn_ones = (artist for ax in figure.axes for artist in (*ax.images, *ax.collections))
    return [bar.ax for artist in drawn_ones if (bar := getattr(artist, "colorbar", None)) is not None]


def _summed(ax: Any, page: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the words, counts and ends of an axes, and its marks."""
    shown = (shown_on(ax.xaxis), shown_on(ax.yaxis))
    read = read_page(page, [each.labels for each in shown])
    bars, bins = read_bars(ax, shown, _series(ax, page), Eye(ax))
    errors = _error_bars(ax, shown, Eye(ax))
    points = sum(count for count, *_ in read["points"]) - _caps(ax)
    counts = {"bars": len(bars), "bins": len(bins), "points": points, "error_bars": len(errors)}
    guides = _across(ax, read)
    counts |= {kind: len(read[kind]) for kind in ("boxes", "slices", "lines", "grids")} | {"guides": len(guides)}
    found = {kind: counts[kind] for kind in (*KINDS, "error_bars") if counts[kind] > 0}
    words = {"title": ax.get_title(), "xlabel": ax.get_xlabel(), "ylabel": ax.get_ylabel()}
    shapes = {"shapes": len(read["shapes"])} if read["shapes"] else {}
    lines = [_line(table, series, shown, Eye(ax)) for table, _, series in read["lines"]]
    boxes = _boxes(read["boxes"], "x" if read["lying"] else "y", Eye(ax))
    slices = [{"name": name, "length": Eye(ax).share(sum(values) / 360)} for name, _, _, values in read["slices"]]
    medians = [{"name": box["name"], "length": box["median"]} for box in boxes]
    told = _ends_of_bars(bars or bins or slices or medians) | (_ends_of_line(lines) if len(lines) == 1 else {})
    link = _link(read["points"]) if not any(each.labels for each in shown) else {}
    outliers = _outliers(ax, read["boxes"], int(read["lying"]))
    marks = {
        "bars": bars,
        "bins": bins,
        "boxes": [{**box, "outliers": count} for box, count in zip(boxes, outliers, strict=True)],
        "slices": [{"name": each["name"], "share": each["length"]} for each in slices],
        "lines": lines,
        "grids": [_grid(image, shown, ax, Eye(ax)) for image in (*ax.images, *ax.collections) if _is_grid(image)],
        "guides": [_guide(axis, at, shown, Eye(ax)) for axis, at in guides],
        "points": _points(ax, series_of(page["legend"]), shown, Eye(ax)) if 0 < points <= _FEW_POINTS else [],
        "error_bars": errors,
    }
    return {**{key: text[:200] for key, text in words.items()}, "artists": found or shapes, **told, **link}, marks


def _whiskers(ax: Any) -> list[Any]:
    return [each for each in ax.containers if "Error" in type(each).__name__]


def _across(ax: Any, read: dict[str, Any]) -> list[tuple[str, float]]:
    """Return the straight lines across a page that are no error bars: of each, the axis and the place on it."""
    strokes = _strokes(ax)
    return [each for each in read["guides"] if not any(_is_same(each, place) for place in strokes)]


def _is_same(guide: tuple[str, float], place: tuple[str, float]) -> bool:
    """Return whether a line across is an error bar, of which the place is told exactly."""
    return guide[0] == place[0] and bool(np.isclose(guide[1], place[1], rtol=1e-4))


def _caps(ax: Any) -> int:
    """Return how many marks there are that end an error bar, and are no points."""
    return sum(len(line.get_xdata()) for each in _whiskers(ax) for line in each.lines[1])


def _strokes(ax: Any) -> dict[tuple[str, float], list[tuple[float, float]]]:
    """Return of error bars the axis that each stands on and its place there, as of guides → from where to where."""
    found: dict[tuple[str, float], list[tuple[float, float]]] = {}
    for each in _whiskers(ax):
        for stroke in (segment for strokes in each.lines[2] for segment in strokes.get_segments()):
            (left, low), (right, high) = np.asarray(stroke, dtype=float).tolist()
            place, ends = (("x", left), (low, high)) if left == right else (("y", low), (left, right))
            if np.isfinite([place[1], *ends]).all():
                found.setdefault(place, []).append((min(ends), max(ends)))
    return found


def _error_bars(ax: Any, shown: tuple[Shown, Shown], eye: Eye) -> list[dict[str, Any]]:
    """Return where each error bar stands, and from where to where it goes."""
    found = []
    for (axis, place), strokes in _strokes(ax).items():
        (at,) = shown["xy".index(axis)].places([place])
        along = "y" if axis == "x" else "x"
        found += [{"at": at, "from": eye.along(along, low), "to": eye.along(along, high)} for low, high in strokes]
    return found


def _outliers(ax: Any, boxes: list[Any], across: int) -> list[int]:
    """Return how many points stand beyond the whiskers of each box."""
    marks = [np.asarray(line.get_xydata(), dtype=float) for line in ax.lines if line.get_linestyle() in _NO_LINE]
    points = np.vstack([*marks, np.empty((0, 2))])
    places = np.array([at for _, _, at, _ in boxes])
    nearest = np.abs(points[:, across, None] - places).argmin(axis=1) if len(boxes) and len(points) else np.empty(0)
    along = points[:, 1 - across]
    return [
        int(((nearest == place) & ((along < five[0]) | (along > five[-1]))).sum())
        for place, (_, _, _, five) in enumerate(boxes)
    ]


def _link(points: list[Any]) -> dict[str, float]:
    """Return the Spearman correlation of points in one series; nothing of few points, or where not all are there."""
    if len(points) != 1 or not 3 < points[0][0] == len(points[0][1]):
        return {}
    ranks = pd.DataFrame(points[0][1][:, :2]).rank()
    link = float(ranks[0].corr(ranks[1])) if ranks.nunique().min() > 1 else np.nan
    return {"link": round(link, 3)} if np.isfinite(link) else {}


def _ends_of_bars(bars: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Return what stands at the tallest and at the shortest of bars that each have a place, and its length."""
    lengths = {(bar["name"],) if "name" in bar else (bar["from"], bar["to"]): bar["length"] for bar in bars}
    if not 1 < len(lengths) == len(bars) or ("",) in lengths or not np.isfinite([*lengths.values()]).all():
        return {}
    ends = {"tallest": max(lengths, key=lengths.__getitem__), "shortest": min(lengths, key=lengths.__getitem__)}
    return {end: [*place, lengths[place]] for end, place in ends.items()}


def _ends_of_line(lines: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Return the place and the value at both ends of a line."""
    known = [
        pair for line in lines for pair in zip(line["places"], line["values"], strict=True) if np.isfinite(pair[1])
    ]
    return {"begins": [*known[0]], "ends": [*known[-1]]} if len(known) > 1 else {}


def _page(ax: Any, page: dict[str, Any], eye: Eye) -> dict[str, Any]:
    shown = (shown_on(ax.xaxis), shown_on(ax.yaxis))
    read = read_page(page, [each.labels for each in shown])
    words = {"title": ax.get_title(), "xlabel": ax.get_xlabel(), "ylabel": ax.get_ylabel()}
    bars, bins = read_bars(ax, shown, _series(ax, page), eye)
    return {
        **{key: str(text)[:200] for key, text in words.items()},
        "bars": bars,
        "bins": bins,
        "boxes": _boxes(read["boxes"], "x" if read["lying"] else "y", eye),
        "slices": [
            {"name": label, "share": eye.share(sum(values) / 360)}
            for label, _, _, values in read["slices"]
            if label and not label.startswith("[[")
        ],
        "lines": [_line(table, series, shown, eye) for table, _, series in read["lines"]],
        "points": _points(ax, series_of(page["legend"]), shown, eye) if read["points"] else [],
        "grids": [_grid(image, shown, ax, eye) for image in (*ax.images, *ax.collections) if _is_grid(image)],
        "guides": [_guide(axis, at, shown, eye) for axis, at in _across(ax, read)],
        "error_bars": _error_bars(ax, shown, eye),
    }


def _series(ax: Any, page: dict[str, Any]) -> dict[int, str]:
    """Return what the legend says of each bar, by the id of its patch."""
    told = series_of(page["legend"])
    looks = [look for kind, look, _, _ in page["artists"] if kind == "bar"]
    bars = [patch for patch in ax.patches if type(patch).__name__ == "Rectangle"]
    return {id(patch): told.get(look, "") for patch, look in zip(bars, looks, strict=True)}


def _boxes(read: list[Any], along: str, eye: Eye) -> list[dict[str, Any]]:
    parts = ("low", "lower_quartile", "median", "upper_quartile", "high")
    found = []
    for name, series, _, values in read:
        five = {part: eye.along(along, value) for part, value in zip(parts, values, strict=True)}
        found.append({"name": name or "", "series": series, **five})
    return found


def _line(table: Any, series: str, shown: tuple[Shown, Shown], eye: Eye) -> dict[str, Any]:
    places = shown[0].places(table[:, 0].tolist())
    return {
        "label": series,
        "places": [eye.along("x", at) if isinstance(at, float) else at for at in places],
        "values": [eye.along("y", value) for value in table[:, 1]],
    }


def _points(ax: Any, told: dict[str, str], shown: tuple[Shown, Shown], eye: Eye) -> list[dict[str, Any]]:
    """Return the points by what the legend calls them; ends of error bars are none."""
    bars = [part for each in _whiskers(ax) for part in each.get_children()[1:]]
    marks = [line for line in ax.lines if line.get_linestyle() in _NO_LINE]
    found: dict[str, list[Any]] = {}
    for artist in (*ax.collections, *marks):
        if any(artist is part for part in bars) or not (hasattr(artist, "get_xydata") or _scattered(artist)):
            continue
        table = artist.get_xydata() if hasattr(artist, "get_xydata") else artist.get_offsets()
        rows: Any = np.ma.filled(np.ma.asarray(table, dtype=float), np.nan)
        for name, row in zip(_names(artist, len(rows), told), rows, strict=True):
            if not np.isnan(row).any():
                found.setdefault(name, []).append(row)
    return [{"label": name, **_cloud(np.array(rows), shown, eye)} for name, rows in found.items()]


def _scattered(artist: Any) -> bool:
    return type(artist).__name__ == "PathCollection" or len(getattr(artist, "get_offsets", list)()) > 1


def _names(artist: Any, count: int, told: dict[str, str]) -> list[str]:
    """Return what the legend says of each point, by its colour."""
    line = hasattr(artist, "get_xydata")
    colours = np.round(to_rgba_array(artist.get_color() if line else artist.get_facecolor())[:, :3], 2).tolist()
    looks = [f"{[colour]} None" for colour in colours]  # as `drawn` writes the looks of a legend
    return [told.get(looks[at % len(looks)], "") if looks else "" for at in range(count)]


def _cloud(rows: Any, shown: tuple[Shown, Shown], eye: Eye) -> dict[str, list[Any]]:
    """Return the places of points along both axes; beside a label, points are scattered to be seen."""
    found: dict[str, list[Any]] = {}
    for axis, own, at in zip("xy", shown, rows.T.tolist(), strict=True):
        places = [own.label(round(each)) for each in at] if own.labels else own.places(at)
        found[axis] = [eye.along(axis, each) if isinstance(each, float) else each for each in places]
    return found


def _is_grid(artist: Any) -> bool:
    values = artist.get_array() if type(artist).__name__ in ("AxesImage", "QuadMesh") else None
    return values is not None and np.ndim(values) == 2 and np.size(values) > 0


def _grid(image: Any, shown: tuple[Shown, Shown], ax: Any, eye: Eye) -> dict[str, Any]:
    """Return the cells of a heat map as they are seen, with the labels beside them where each row has one."""
    table: Any = np.ma.filled(np.ma.asarray(image.get_array(), dtype=float), np.nan)
    across, down = _centres(image, table.shape)
    low, high = image.get_clim()
    order = slice(None) if ax.yaxis_inverted() == (down[0] < down[-1]) or len(down) == 1 else slice(None, None, -1)
    values = [[None if np.isnan(each) else eye.tone(each, low, high) for each in row] for row in table[order].tolist()]
    rows = [shown[1].label(at) for at in down] if shown[1].labels else []
    columns = [shown[0].label(at) for at in across] if shown[0].labels else []
    fits = bool(rows and columns) and None not in (*rows, *columns)
    return {"rows": rows[order] if fits else [], "columns": columns if fits else [], "values": values}


def _centres(image: Any, shape: tuple[int, ...]) -> tuple[list[float], list[float]]:
    """Return where the cells of a heat map have their middles, across and down."""
    if hasattr(image, "get_coordinates"):
        corners = np.asarray(image.get_coordinates(), dtype=float)
        edges = (corners[0, :, 0], corners[:, 0, 1])
    else:
        left, right, bottom, top = image.get_extent()
        ends = (bottom, top) if image.origin == "lower" else (top, bottom)
        edges = (np.linspace(left, right, shape[1] + 1), np.linspace(*ends, shape[0] + 1))
    across, down = ((each[1:] + each[:-1]) / 2 for each in edges)
    return across.tolist(), down.tolist()


def _guide(axis: str, at: float, shown: tuple[Shown, Shown], eye: Eye) -> dict[str, Any]:
    (place,) = shown["xy".index(axis)].places([at])
    return {"axis": axis, "at": eye.along(axis, place) if isinstance(place, float) else place}
