"""What a figure draws, as JSON, and when two figures draw the same."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def drawn(figure: Any) -> dict[str, Any]:
    """What is drawn, axes by axes: the kind of every artist and its data, without wording, colours and sizes."""
    import numpy as np

    def rows(values: Any) -> list[Any]:
        table = np.ma.filled(np.ma.masked_invalid(np.ma.asarray(values, dtype=float)), np.nan)
        table = table.reshape(len(table), -1)
        if len(table) > 2000:  # keep the size, the sums and 500 rows from lowest to highest
            table = table[np.lexsort(table.T[::-1])]
            some = table[np.linspace(0, len(table) - 1, 500).astype(int)]
            table = np.vstack([np.full(table.shape[1], len(table)), np.nansum(table, axis=0), some])
        return [[None if v != v else float(f"{v:.9g}") for v in row] for row in table.tolist()]

    def artists(ax: Any) -> Any:
        for line in ax.lines:
            yield "points" if line.get_linestyle() in ("None", "none", " ", "") else "line", line.get_xydata()
        for patch in ax.patches:
            if hasattr(patch, "theta1"):
                yield "wedge", [[patch.theta1, patch.theta2]]
            elif hasattr(patch, "get_x"):
                yield "bar", [[patch.get_x(), patch.get_y(), patch.get_width(), patch.get_height()]]
            else:
                yield "shape", patch.get_patch_transform().transform_path(patch.get_path()).vertices
        for many in ax.collections:
            offsets, array = many.get_offsets(), many.get_array()
            if "Path" in type(many).__name__ or len(offsets) > 1:
                yield "points", offsets
            elif array is not None:
                yield "grid", array
            else:
                yield "shape", np.vstack([path.vertices for path in many.get_paths()] or [np.empty((0, 2))])
        for image in ax.images:
            yield "grid", image.get_array()

    def ticks(axis: Any) -> list[Any]:
        places = zip(axis.get_majorticklocs(), axis.get_majorticklabels(), strict=False)
        return [[float(place), label.get_text()] for place, label in places]

    axes = [ax for ax in figure.axes if ax.get_label() != "<colorbar>"]
    return {
        "axes": [
            {
                "artists": [[kind, rows(values)] for kind, values in artists(ax) if len(values)],
                "x": ticks(ax.xaxis),
                "y": ticks(ax.yaxis),
            }
            for ax in axes
        ]
    }


def digest_drawing(drawing: dict[str, Any]) -> str:
    """16 hexadecimal digits over what is drawn."""
    return hashlib.sha256(json.dumps(drawing, sort_keys=True).encode()).hexdigest()[:16]


def summary(figure: Any) -> list[dict[str, Any]]:
    """Per axes: title, axis labels and how many artists of each kind."""
    found = []
    for ax, content in zip([a for a in figure.axes if a.get_label() != "<colorbar>"], drawn(figure)["axes"], strict=True):
        counts: dict[str, int] = {}
        for kind, _ in content["artists"]:
            counts[kind] = counts.get(kind, 0) + 1
        found.append(
            {
                "title": ax.get_title()[:200],
                "xlabel": ax.get_xlabel()[:200],
                "ylabel": ax.get_ylabel()[:200],
                "artists": counts,
            }
        )
    return found
