"""What can be read off a figure, as plain names and numbers: for questions about it, and for their answers.

`plots.read_page` tells which bars, boxes and lines there are; here they get the names that a viewer sees.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from company.results.drawing import drawn
from company.results.plots import name_at, read_page, tick_names

_COLORBAR = "<colorbar>"


def pages(figure: Any) -> list[dict[str, Any]]:
    """Return one dict per axes of a figure, colour bars left out, each with "title", "xlabel", "ylabel" and lists of

    - "bars": {"name", "series", "length"} of bars with a name at their tick; "series" is "" where there is no legend;
    - "bins": {"from", "to", "length"} of bars without, from left to right, as a histogram has them;
    - "boxes": {"name", "low", "lower_quartile", "median", "upper_quartile", "high"} (ends of whiskers);
    - "slices": {"name", "share"}, the shares out of 1;
    - "lines": {"label", "places", "values"}; a place is the text at its tick, or a number where there is none;
    - "points": {"label", "x", "y"};
    - "grids": {"rows", "columns", "values"} of heat maps, values row by row from the top.
    """
    shown = zip(figure.axes, drawn(figure)["axes"], strict=True)
    return [_page(ax, page) for ax, page in shown if page["name"] != _COLORBAR]


def _page(ax: Any, page: dict[str, Any]) -> dict[str, Any]:
    names = [tick_names(ticks) for ticks in page["ticks"]]
    read = read_page(page)
    words = {"title": ax.get_title(), "xlabel": ax.get_xlabel(), "ylabel": ax.get_ylabel()}
    bars = _bars(ax, read["bars"])
    named = [bar for bar in bars if bar["name"]] if all(bar["name"] for bar in bars) else []
    return {
        **{key: str(text)[:200] for key, text in words.items()},
        "bars": named,
        "bins": [] if named else _bins(ax, read["bars"]),
        "boxes": [_box(name, values) for name, _, values in read["boxes"]],
        "slices": [
            {"name": str(label or ""), "share": _number(sum(values) / 360)}
            for label, _, values in read["slices"]
            if label and not str(label).startswith("_")
        ],
        "lines": _lines(ax, [line for line, _ in read["lines"]], names[0]),
        "points": _points(ax) if read["points"] else [],
        "grids": [_grid(table, names, ax) for table in read["grids"] if table.size],
    }


def _bars(ax: Any, read: list[Any]) -> list[dict[str, Any]]:
    """Return bars with the series that a legend names; a container of bars is a series."""
    series = [
        str(container.get_label())
        for container in ax.containers
        for patch in getattr(container, "patches", [])
        if patch.get_width() and patch.get_height()
    ]
    told = series if len(series) == len(read) else [""] * len(read)
    return [
        {"name": name, "series": "" if label.startswith("_") else label, "length": _number(values[0])}
        for (name, _, values), label in zip(read, told, strict=True)
    ]


def _bins(ax: Any, read: list[Any]) -> list[dict[str, Any]]:
    patches = [patch for patch in ax.patches if getattr(patch, "get_width", None) and patch.get_width()]
    spans = [(patch.get_x(), patch.get_x() + patch.get_width(), patch.get_height()) for patch in patches]
    if not read or len(ax.containers) > 1:
        return []
    return [
        {"from": _number(low), "to": _number(high), "length": _number(length)} for low, high, length in sorted(spans)
    ]


def _box(name: str | None, values: Any) -> dict[str, Any]:
    parts = ("low", "lower_quartile", "median", "upper_quartile", "high")
    return {"name": name or "", **{part: _number(value) for part, value in zip(parts, values, strict=True)}}


def _lines(ax: Any, wanted: list[Any], names: dict[float, str]) -> list[dict[str, Any]]:
    """Return the lines that show data, with the labels of the legend."""
    found = []
    for line in ax.lines:
        table = np.asarray(line.get_xydata(), dtype=float)
        table = table[~np.isnan(table).any(axis=1)]
        if len(table) < 2 or not any(each.shape == table.shape and np.allclose(each, table) for each in wanted):
            continue
        label = str(line.get_label())
        places = [name_at(names, at) if names else None for at in table[:, 0]]
        named = None not in places and len(set(places)) == len(places)
        found.append(
            {
                "label": "" if label.startswith("_") else label,
                "places": places if named else [_number(at) for at in table[:, 0]],
                "values": [_number(value) for value in table[:, 1]],
            }
        )
    return found


def _points(ax: Any) -> list[dict[str, Any]]:
    found = []
    for artist in (*ax.collections, *(line for line in ax.lines if line.get_linestyle() in ("None", "none", " ", ""))):
        table = artist.get_xydata() if hasattr(artist, "get_xydata") else artist.get_offsets()
        rows: Any = np.ma.filled(np.ma.asarray(table, dtype=float), np.nan)
        rows = rows[~np.isnan(rows).any(axis=1)] if rows.ndim == 2 else rows[:0]
        if len(rows):
            label = str(artist.get_label())
            x, y = ([_number(value) for value in rows[:, axis]] for axis in (0, 1))
            found.append({"label": "" if label.startswith("_") else label, "x": x, "y": y})
    return found


def _grid(table: Any, names: list[dict[float, str]], ax: Any) -> dict[str, Any]:
    across, down = ([text for _, text in sorted(each.items())] for each in names)
    low, high = sorted(ax.get_ylim()), ax.get_ylim()
    upright = list(low) == list(high)
    values = [[None if np.isnan(value) else _number(value) for value in row] for row in table.tolist()]
    fits = len(down) == len(values) and values and len(across) == len(values[0])
    return {
        "rows": (down[::-1] if upright else down) if fits else [],
        "columns": across if fits else [],
        "values": values[::-1] if upright else values,
    }


def _number(value: Any) -> float:
    return float(f"{float(value):.9g}")
