"""What a figure draws, as JSON; `plots.same_drawing` interprets and compares it.

An answer's template carries `drawn` to save its plot (`exported.save_code`), so it stands alone and stays short.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from company.results.plots import same_drawing

__all__ = ["digest_drawing", "drawn", "same_drawing", "summary"]


def drawn(figure: Any) -> dict[str, Any]:
    """What is drawn: per axes its name, its ticks, and of each artist the kind, label, number of points, and points."""

    def content(artist: Any) -> Any:
        if hasattr(artist, "get_xydata"):
            return "points" if artist.get_linestyle() in ("None", "none", " ", "") else "line", artist.get_xydata()
        if hasattr(artist, "theta1"):
            return "wedge", [[artist.theta1, artist.theta2]]
        if hasattr(artist, "get_patch_transform"):
            corners = artist.get_patch_transform().transform(artist.get_path().vertices)
            return "bar" if type(artist).__name__ == "Rectangle" else "shape", corners
        if type(artist).__name__ == "PathCollection" or len(getattr(artist, "get_offsets", list)()) > 1:
            return "points", artist.get_offsets()
        if artist.get_array() is not None:
            return "grid", artist.get_array()
        return "shape", np.vstack([path.vertices for path in artist.get_paths()] or [np.empty((0, 2))])

    def numbers(values: Any) -> Any:
        rows: Any = np.ma.filled(np.ma.asarray(values, dtype=float), np.nan).reshape(len(values), -1)
        if len(rows) > 20_000:  # of a large plot every so many points, from lowest to highest
            rows = rows[np.lexsort(rows.T[::-1])][:: len(rows) // 500]
        return [[float(f"{x:.9g}") if np.isfinite(x) else None for x in row] for row in rows.tolist()]

    pages: list[dict[str, Any]] = []
    for ax in figure.axes:
        found = [(*content(a), a.get_label()) for a in (*ax.lines, *ax.patches, *ax.collections, *ax.images)]
        artists = [[kind, label, len(values), numbers(values)] for kind, values, label in found if len(values)]
        axes = [zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=False) for axis in (ax.xaxis, ax.yaxis)]
        ticks = [[[float(place), text.get_text()] for place, text in each] for each in axes]
        pages.append({"name": ax.get_label(), "ticks": ticks, "artists": artists})
    return {"axes": pages}


def digest_drawing(drawing: dict[str, Any]) -> str:
    """16 hexadecimal digits over what is drawn."""
    return hashlib.sha256(json.dumps(drawing, sort_keys=True).encode()).hexdigest()[:16]


def summary(figure: Any, drawing: dict[str, Any]) -> list[dict[str, Any]]:
    """Per axes of a figure and its `drawn`: title, axis labels and the number of artists of each kind."""
    found = []
    for ax, page in zip(figure.axes, drawing["axes"], strict=True):
        counts: dict[str, int] = {}
        for kind, _, size, _ in page["artists"]:
            name = {"bar": "bars", "line": "lines", "wedge": "wedges"}.get(kind, kind)
            counts[name] = counts.get(name, 0) + (size if kind == "points" else 1)
        words = {"title": ax.get_title(), "xlabel": ax.get_xlabel(), "ylabel": ax.get_ylabel()}
        found.append({**{key: text[:200] for key, text in words.items()}, "artists": counts})
    return found
