"""What stands on an axes, mark by mark: bars, lines, points, slices, rectangles, arrows, areas.

A series is a dict: "kind", "name" (what it is called by whoever drew it), "channels" (name → one value per mark or
corner), "colours" (as #rrggbb, each once), and where they say something "form" (a lying bar, a kind of steps) and
"norm" (a scale of colours). Nothing here interprets: `likeness` finds out which bars are stacked, and what places are.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib import collections, container, patches
from matplotlib.colors import to_hex, to_rgba_array

Series = dict[str, Any]
NO_LINE = ("None", "none", " ", "")
SHADES = 20
"""Colours of the points of one artist up to which each is a series; where there are more, they are a scale."""


def series(kind: str, artist: Any, channels: dict[str, Any], **more: Any) -> Series:
    """Return a series with the label and the colours of an artist."""
    label = str(artist.get_label() or "")
    made = {"kind": kind, "name": "" if label.startswith("_") else label, "channels": channels}
    return {**made, "colours": colours_of(artist), **{key: value for key, value in more.items() if value}}


def colours_of(artist: Any) -> list[str]:
    """Return the colours of an artist, or of the first mark of a container, each once: what is filled before edges."""
    for name in ("get_markerfacecolor", "get_facecolor", "get_color", "get_edgecolor"):
        if name == "get_markerfacecolor" and getattr(artist, "get_linestyle", str)() not in NO_LINE:
            continue
        found = to_rgba_array(getattr(artist, name)()) if hasattr(artist, name) else np.empty((0, 4))
        seen = found[found[:, 3] > 0]
        if len(seen):
            return list(dict.fromkeys(to_hex(each) for each in seen[: 50 * SHADES]))[:SHADES]
    return []


def is_seen(artist: Any) -> bool:
    """Return whether an artist leaves anything on the page."""
    alpha = artist.get_alpha()
    return bool(artist.get_visible() and (alpha is None or np.max(alpha, initial=0) > 0))


def placed(ax: Any, artist: Any) -> tuple[bool, bool]:
    """Return whether an artist has its place along x, and along y, in the numbers of the axes."""
    across, along = artist.get_transform().contains_branch_seperately(ax.transData)
    return bool(across), bool(along)


def contained(holder: Any) -> tuple[list[Series], list[Any]]:
    """Return the series of a container, and the artists that belong to it."""
    held: list[Any]
    if isinstance(holder, container.BarContainer):
        found, held = bars(holder), list(holder.patches)
        if holder.errorbar is not None:
            held += [part for each in holder.errorbar.lines[1:] for part in each]
        return with_errors(found, holder.errorbar), held
    if isinstance(holder, container.ErrorbarContainer):
        line, caps, strokes = holder.lines
        found = [{**each, "name": each["name"] or public_label(holder)} for each in lines(line)] if line else []
        if not found:  # they stand on what another call has drawn
            return [], [*caps, *([line] if line else [])]
        return with_errors(found, holder), [line, *caps, *strokes]
    if isinstance(holder, container.StemContainer):
        line, stems = holder.markerline, holder.stemlines
        x, y = np.asarray(line.get_xydata(), dtype=float).reshape(-1, 2).T
        held = [line, holder.baseline, *(stems if isinstance(stems, list | tuple) else [stems])]
        return [{**series("stem", line, {"x": x, "y": y}), "name": public_label(holder)}], held
    return [], []


def with_errors(found: list[Series], holder: Any) -> list[Series]:
    """Return series with the ends of their error bars, a channel for the lower and one for the upper ones."""
    for each in found:
        for strokes in holder.lines[2] if holder is not None else ():
            table = [np.asarray(stroke, dtype=float) for stroke in strokes.get_segments()]
            if len(table) != len(each["channels"]["x"]) or any(stroke.shape != (2, 2) for stroke in table):
                continue
            reach = np.nanmax(np.ptp(np.array(table), axis=1), axis=0)
            axis = int(reach[1] >= reach[0])
            ends = np.sort(np.array(table)[:, :, axis], axis=1)
            along = "yx"[axis] if each.get("form") == "lying" else "xy"[axis]
            each["channels"] |= {f"{along}_low": ends[:, 0], f"{along}_high": ends[:, 1]}
    return found


def public_label(artist: Any) -> str:
    """Return the label of an artist; "" where matplotlib made it up."""
    label = str(artist.get_label() or "")
    return "" if label.startswith("_") else label


def bars(holder: Any) -> list[Series]:
    """Return the bars of a container: where each stands ("x"), how long ("y") and wide it is, and where it begins."""
    held = [each for each in holder.patches if isinstance(each, patches.Rectangle) and is_seen(each)]
    if not held:
        return []
    x, y, width, height = np.array([(*each.get_xy(), each.get_width(), each.get_height()) for each in held]).T
    lying = getattr(holder, "orientation", None) == "horizontal"
    at, base, wide, long = (y, x, height, width) if lying else (x, y, width, height)
    channels = {"x": at + wide / 2, "y": long, "base": base, "width": np.abs(wide)}
    colours = list(dict.fromkeys(colour for each in held[: 50 * SHADES] for colour in colours_of(each)))[:SHADES]
    made = series("bar", held[0], channels, form="lying" if lying else "")
    return [{**made, "name": public_label(holder), "colours": colours}]


def lines(line: Any) -> list[Series]:
    """Return a line as a line, as steps, as points where only its markers are drawn, or as a guide across the page."""
    drawn = line.get_linestyle() not in NO_LINE and line.get_linewidth() > 0
    marked = str(line.get_marker()) not in NO_LINE
    inside = placed(line.axes, line)
    if not (drawn or marked) or not any(inside):
        return []
    x, y = np.asarray(line.get_xydata(), dtype=float).reshape(-1, 2).T
    if not all(inside):
        free = np.full(len(x), np.nan)
        return [series("guide", line, {"x": x if inside[0] else free, "y": y if inside[1] else free})]
    steps = str(line.get_drawstyle())
    if not drawn:
        return [series("points", line, {"x": x, "y": y})]
    if steps.startswith("steps"):
        return [series("step", line, {"x": x, "y": y}, form=steps.replace("steps-", "").replace("steps", "pre"))]
    return [series("line", line, {"x": x, "y": y})]


def points(artist: Any) -> list[Series]:
    """Return the points of a scatter, with sizes and values where these differ; of few colours, each is a series."""
    x, y = plain_array(artist.get_offsets()).reshape(-1, 2).T
    channels = {"x": x, "y": y, **scatter_channels(artist, len(x))}
    if "value" in channels:
        return [series("points", artist, channels, norm=norm_of(artist))]
    return by_colour("points", artist, channels)


def scatter_channels(artist: Any, count: int) -> dict[str, Any]:
    """Return the size and the value of each point, where these differ."""
    found = {}
    sizes = np.asarray(getattr(artist, "_sizes3d", artist.get_sizes()), dtype=float)
    if len(sizes) == count and len(np.unique(sizes)) > 1:
        found["size"] = sizes
    values = artist.get_array()
    if values is not None and np.size(values) == count:
        found["value"] = plain_array(values).ravel()
    return found


def by_colour(kind: str, artist: Any, channels: dict[str, Any], *, deep: bool = False) -> list[Series]:
    """Return marks as a series for each of their colours; as one where there is one colour, or a scale of them.

    In space (`deep`), what is paler is only further away.
    """
    shades = to_rgba_array(artist.get_facecolor())
    if deep and len(shades):
        shades[:, 3] = 1.0
    known, group = np.unique(np.round(shades, 3), axis=0, return_inverse=True)
    if len(shades) != len(channels["x"]) or not 1 < len(known) <= SHADES:
        return [series(kind, artist, channels)]
    return [
        {
            **series(kind, artist, {name: values[group.ravel() == place] for name, values in channels.items()}),
            "colours": [to_hex(known[place])],
        }
        for place in range(len(known))
    ]


def norm_of(artist: Any) -> str:
    """Return what sort of scale the colours of an artist are; "" where it is a linear one."""
    name = type(artist.norm).__name__
    return "" if name in ("Normalize", "NoNorm") else name


def plain_array(values: Any) -> Any:
    """Return numbers that may be masked as numbers with NaN."""
    return np.ma.filled(np.ma.asarray(values, dtype=float), np.nan)


def patched(ax: Any, held: list[Any]) -> list[Series]:
    """Return what patches draw that no container holds: slices, rectangles and arrows together, shapes one by one."""
    groups: dict[str, list[Any]] = {"slice": [], "rectangle": [], "arrow": [], "ellipse": []}
    found: list[Series] = []
    for patch in held:
        inside = placed(ax, patch)
        if isinstance(patch, patches.FancyArrowPatch):
            if not isinstance(patch, patches.ConnectionPatch) and getattr(patch, "_posA_posB", None):
                groups["arrow"].append(patch)
        elif isinstance(patch, patches.Shadow) or not any(inside):
            continue
        elif not all(inside):
            found.append(band(patch, inside))
        elif isinstance(patch, patches.Wedge):
            groups["slice"].append(patch)
        elif isinstance(patch, patches.Rectangle):
            groups["rectangle"].append(patch)
        elif isinstance(patch, patches.Ellipse):
            groups["ellipse"].append(patch)
        elif isinstance(patch, patches.StepPatch):
            found.append(stairs(patch))
        else:
            found.append(shape(patch))
    return [*(grouped(kind, each) for kind, each in groups.items() if each), *found]


def grouped(kind: str, held: list[Any]) -> Series:
    """Return patches of one kind as one series, with the names that they have."""
    columns: tuple[str, ...]
    rows: list[Any]
    if kind == "slice":
        columns = ("from", "to", "radius", "width", "x", "y")
        rows = [(each.theta1, each.theta2, each.r, each.width or each.r, *each.center) for each in held]
    elif kind == "rectangle":
        columns = ("x", "y", "width", "height")
        rows = [(*each.get_xy(), each.get_width(), each.get_height()) for each in held]
    elif kind == "ellipse":
        columns = ("x", "y", "width", "height")
        rows = [(*each.get_center(), each.get_width(), each.get_height()) for each in held]
    else:
        columns = ("x", "y", "x_to", "y_to")
        rows = [tuple(np.ravel(each._posA_posB)) for each in held]
    channels: dict[str, Any] = dict(zip(columns, np.array(rows, dtype=float).T, strict=True))
    if any(public_label(each) for each in held):
        channels["name"] = [public_label(each) for each in held]
    channels["colour"] = [next(iter(colours_of(each)), "") for each in held]
    colours = [each for each in dict.fromkeys(channels["colour"]) if each]
    return {"kind": kind, "name": "", "channels": channels, "colours": colours[:SHADES]}


def band(patch: Any, inside: tuple[bool, bool]) -> Series:
    """Return a patch across the whole page, as from where to where it goes."""
    corners = patch.get_patch_transform().transform(patch.get_path().vertices)
    axis = inside.index(True)
    return series(
        "band", patch, {"low": corners[:, axis].min(keepdims=True), "high": corners[:, axis].max(keepdims=True)}
    ) | {"form": "xy"[axis]}


def stairs(patch: Any) -> Series:
    """Return the values of the outline of a histogram, each at the left edge of its bin, and the last edge."""
    values, edges, _ = patch.get_data()
    lying = getattr(patch, "orientation", "vertical") == "horizontal"
    heights = np.append(np.asarray(values, dtype=float), np.nan)
    return series("stairs", patch, {"x": np.asarray(edges, dtype=float), "y": heights}, form="lying" if lying else "")


def shape(patch: Any) -> Series:
    """Return a free form: an area where it is filled, an outline where it is not."""
    corners = patch.get_patch_transform().transform(patch.get_path().vertices)
    return series("area" if patch.get_fill() else "outline", patch, {"x": corners[:, 0], "y": corners[:, 1]})


def areas(artist: Any) -> list[Series]:
    """Return filled polygons: each an area with its corners; as bars where all of them are rectangles."""
    corners = [np.asarray(path.vertices, dtype=float) for path in artist.get_paths() if len(path.vertices) > 2]
    boxes = [box for each in corners if (box := box_of(each)) is not None]
    if boxes and len(boxes) == len(corners):
        x, y, width, height = np.array(boxes).T
        channels = {"x": y + height / 2, "y": width, "base": x, "width": height}
        return [{**each, "form": "lying"} for each in by_colour("bar", artist, channels)]
    return [series("area", artist, {"x": each[:, 0], "y": each[:, 1]}) for each in corners]


def box_of(corners: Any) -> tuple[float, float, float, float] | None:
    """Return left, bottom, width and height of an upright rectangle; None for other forms, or with more corners."""
    each = np.unique(np.round(corners, 12), axis=0)
    if len(corners) > 5 or len(each) != 4 or any(len(np.unique(each[:, axis])) != 2 for axis in (0, 1)):
        return None
    (left, bottom), (width, height) = corners.min(axis=0), np.ptp(corners, axis=0)
    return float(left), float(bottom), float(width), float(height)


def is_scatter(artist: Any) -> bool:
    """Return whether an artist is marks at places, and not forms."""
    return isinstance(artist, collections.PathCollection | collections.RegularPolyCollection)
