"""What briefs tell of a figure: what is drawn on its axes, short enough to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

_MOST = {"bars": 40, "bins": 40, "boxes": 20, "slices": 20, "lines": 8, "grids": 2, "guides": 8, "error_bars": 40}
_PLACES = 60
_CELLS = 12
_FEW = 12
"""Points up to which each is told."""


def outline(page: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contents of an axes, short enough for a brief: long lists are cut, and points are summed up."""
    kept = {key: value for key, value in page.items() if value and key not in _MOST and key != "points"}
    for key, most in _MOST.items():
        if page.get(key):
            kept[key] = page[key][:most]
            if len(page[key]) > most:
                kept[f"more_{key}"] = len(page[key]) - most
    kept["lines"] = [_line(line) for line in kept.get("lines", ())]
    kept["grids"] = [grid for grid in kept.get("grids", ()) if len(grid["rows"]) <= _CELLS >= len(grid["columns"])]
    kept["points"] = [_points(group) for group in page["points"][:8]]
    return {key: value for key, value in kept.items() if value}


def _line(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line with every n-th of its points, where it has many."""
    step = -(-len(line["places"]) // _PLACES)
    cut = {"of": len(line["places"])} if step > 1 else {}
    return {"label": line["label"], "places": line["places"][::step], "values": line["values"][::step], **cut}


def _points(group: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    if len(group["x"]) <= _FEW:
        return {"label": group["label"], "points": [[x, y] for x, y in zip(group["x"], group["y"], strict=True)]}
    if not all(isinstance(each, float) for axis in "xy" for each in group[axis]):
        return {"label": group["label"], "count": len(group["x"])}
    x, y = np.array(group["x"]), np.array(group["y"])
    together = np.corrcoef(x, y)[0, 1] if len(x) > 2 and np.ptp(x) and np.ptp(y) else None
    ranges = {axis: [float(values.min()), float(values.max())] for axis, values in (("x", x), ("y", y))}
    highest = [[float(x[place]), float(y[place])] for place in np.argsort(-y, kind="stable")[:2]]
    found = {"label": group["label"], "count": len(x), **ranges, "highest": highest}
    return found if together is None else {**found, "correlation": round(float(together), 4)}
