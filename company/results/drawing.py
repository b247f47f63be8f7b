"""What a figure draws, as JSON; `plot_rules.same_drawing` interprets and compares it.

An answer's template carries `drawn` to save its plot (`exported.save_code`), so it stands alone and stays short. The
legend pairs looks with texts; a slice with a text of its own has that in the place of its look. What has no place along
an axis, as a line across the whole page, has None for it.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from company.results.plot_rules import same_drawing

__all__ = ["digest_drawing", "drawn", "same_drawing"]


def drawn(figure: Any) -> dict[str, Any]:  # noqa: C901 - it is exported whole
    """What is drawn: of all axes name, ticks, legend, and of each artist or colour of points the kind, look, points."""
    from matplotlib.colors import to_rgba_array

    def look(artist: Any) -> str:
        own = artist.get_label() if hasattr(artist, "theta1") else ""
        if own and own != "_nolegend_":
            return str(own)
        colours = to_rgba_array(getattr(artist, "get_color", getattr(artist, "get_facecolor", list))())
        style = artist.get_linestyle() if hasattr(artist, "get_xydata") else "None"
        return f"{np.unique(np.round(colours[:, :3], 2), axis=0).tolist()[:9]} {style}"

    def content(artist: Any) -> Any:
        if hasattr(artist, "theta1"):
            return "wedge", [[artist.theta1, artist.theta2]]
        if hasattr(artist, "get_xydata") or hasattr(artist, "get_patch_transform"):
            kind = "bar" if type(artist).__name__ == "Rectangle" else "shape"
            if hasattr(artist, "get_xydata"):
                kind = "points" if artist.get_linestyle() in ("None", "none", " ", "") else "line"
                places = artist.get_xydata()
            else:
                places = artist.get_patch_transform().transform(artist.get_path().vertices)
            inside = artist.get_transform().contains_branch_seperately(ax.transData)
            return kind if all(inside) else "guide", np.where(inside, places, np.nan)
        if type(artist).__name__ == "PathCollection" or len(getattr(artist, "get_offsets", list)()) > 1:
            return "points", artist.get_offsets()
        if artist.get_array() is not None:
            return "grid", artist.get_array()
        ends = [path.vertices for path in artist.get_paths()]
        if type(artist).__name__ == "LineCollection" and all(len(each) == 2 for each in ends):
            return "segments", ends
        return "shape", np.vstack(ends or [np.empty((0, 2))])

    def by_colour(artist: Any) -> Any:
        kind, values = content(artist)
        face = artist.get_facecolor() if type(artist).__name__ == "PathCollection" else []
        shades = np.round(to_rgba_array(face)[:, :3], 2)
        known: Any = np.unique(shades, axis=0) if len(shades) == len(values) else []
        if not 0 < len(known) <= 9:  # of more, a scale of colours, no legend tells each
            return [(kind, values, look(artist))]
        return [(kind, values[(shades == each).all(axis=1)], f"{[each.tolist()]} None") for each in known]

    def numbers(values: Any) -> Any:
        rows: Any = np.ma.filled(np.ma.asarray(values, dtype=float), np.nan).reshape(len(values), -1)
        if len(rows) > 20_000:  # of a large plot every so many points, from lowest to highest
            rows = rows[np.lexsort(rows.T[::-1])][:: len(rows) // 500]
        return [[float(f"{x:.9g}") if np.isfinite(x) else None for x in row] for row in rows.tolist()]

    pages: list[dict[str, Any]] = []
    for ax in figure.axes:
        found = [part for a in (*ax.lines, *ax.patches, *ax.collections, *ax.images) for part in by_colour(a)]
        artists = [[kind, name, len(values), numbers(values)] for kind, values, name in found if len(values)]
        axes = [zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=False) for axis in (ax.xaxis, ax.yaxis)]
        ticks = [[[float(place), text.get_text()] for place, text in each] for each in axes]
        told = [each for each in (ax.get_legend(), *figure.legends, *(o.get_legend() for o in figure.axes)) if each][:1]
        pairs = [pair for each in told for pair in zip(each.legend_handles, each.get_texts(), strict=False)]
        shown = [[look(handle), text.get_text()] for handle, text in pairs if handle is not None]
        pages.append({"name": ax.get_label(), "ticks": ticks, "legend": shown, "artists": artists})
    return {"axes": pages}


def digest_drawing(drawing: dict[str, Any]) -> str:
    """16 hexadecimal digits over what is drawn."""
    return hashlib.sha256(json.dumps(drawing, sort_keys=True).encode()).hexdigest()[:16]
