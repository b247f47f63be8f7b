"""What stands on an axes as a whole: contours, arrows of a field, meshes, images, bundles of lines, tables."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib import collections, contour, quiver

from company.results.portraits.marks import Series, areas, is_scatter, norm_of, plain_array, points, series

MOST_CELLS = 64
"""Rows, and columns, of a mesh or an image; of a larger one evenly spaced ones are kept."""


def collected(artist: Any) -> list[Series]:
    """Return what a collection draws."""
    if isinstance(artist, contour.ContourSet):
        return [contours(artist)]
    if isinstance(artist, quiver.Quiver):
        return [arrows(artist, artist.X, artist.Y, artist.U, artist.V)]
    if isinstance(artist, quiver.Barbs):
        return [arrows(artist, artist.x, artist.y, artist.u, artist.v)]
    if isinstance(artist, collections.LineCollection):
        return bundles(artist)
    if hasattr(artist, "get_coordinates"):
        return [mesh(artist)]
    if is_scatter(artist):
        return points(artist)
    if artist.get_array() is not None:
        return [cells(artist)]
    return areas(artist) if isinstance(artist, collections.PolyCollection) else forms(artist)


def contours(artist: Any) -> Series:
    """Return the corners of all lines, or filled parts, each with its level; of parts the lower one."""
    rows = [
        (level, part, *corner)
        for level, path in zip(artist.levels, artist.get_paths(), strict=False)
        for part, corner in zip(parts_of(path), path.vertices, strict=True)
    ]
    table = np.array(rows, dtype=float).reshape(-1, 4)
    channels = dict(zip(("level", "part", "x", "y"), table.T, strict=True))
    kind = "filled contour" if artist.filled else "contour"
    return {**series(kind, artist, channels, norm=norm_of(artist)), "colours": []}


def parts_of(path: Any) -> Any:
    """Return of each corner of a path how many parts begin before it, or with it."""
    return np.zeros(len(path.vertices)) if path.codes is None else np.cumsum(path.codes == path.MOVETO)


def arrows(artist: Any, x: Any, y: Any, u: Any, v: Any) -> Series:
    """Return the arrows of a field: where each stands, what it shows, and its colour's value where there is one."""
    names = ("x", "y", "u", "v")
    channels = {name: plain_array(each).ravel() for name, each in zip(names, (x, y, u, v), strict=True)}
    values = artist.get_array()
    if values is not None and np.size(values) == len(channels["x"]):
        channels["value"] = plain_array(values).ravel()
    return series("arrows" if isinstance(artist, quiver.Quiver) else "barbs", artist, channels)


def bundles(artist: Any) -> list[Series]:
    """Return straight strokes as segments, other lines corner by corner."""
    held = [np.asarray(each, dtype=float).reshape(-1, 2) for each in artist.get_segments()]
    held = [each for each in held if len(each)]
    if not held:
        return []
    values = artist.get_array()
    more = {} if values is None or len(values) != len(held) else {"value": plain_array(values)}
    if all(len(each) == 2 for each in held):
        table = np.array(held).reshape(-1, 4)
        return [series("segments", artist, dict(zip(("x", "y", "x_to", "y_to"), table.T, strict=True)) | more)]
    parts = np.repeat(np.arange(len(held)), [len(each) for each in held])
    x, y = np.vstack(held).T
    more = {name: each[parts] for name, each in more.items()}
    return [series("lines", artist, {"part": parts, "x": x, "y": y, **more})]


def mesh(artist: Any) -> Series:
    """Return the cells of a mesh, each at its middle."""
    corners = np.asarray(artist.get_coordinates(), dtype=float)
    values = plain_array(artist.get_array())
    shape = corners.shape[0] - 1, corners.shape[1] - 1
    if values.size == shape[0] * shape[1]:
        middles = (corners[:-1, :-1] + corners[1:, :-1] + corners[:-1, 1:] + corners[1:, 1:]) / 4
        values = values.reshape(shape)
    else:  # shaded from corner to corner
        middles, values = corners, values.reshape(corners.shape[:2])
    return grid("grid", artist, middles[..., 0], middles[..., 1], values)


def image(artist: Any) -> list[Series]:
    """Return the cells of an image, each at its middle; of a picture in colours, how light they are."""
    values = artist.get_array()
    if values is None or not np.size(values):
        return []
    values = plain_array(values)
    rows, columns = values.shape[:2]
    left, right, bottom, top = artist.get_extent()
    across = left + (np.arange(columns) + 0.5) * (right - left) / columns
    along = bottom + (np.arange(rows) + 0.5) * (top - bottom) / rows
    x, y = np.meshgrid(across, along if artist.origin == "lower" else along[::-1])
    if values.ndim == 2:
        return [grid("grid", artist, x, y, values)]
    light = values[..., :3] @ np.array([0.299, 0.587, 0.114]) if values.shape[-1] >= 3 else values[..., 0]
    return [grid("picture", artist, x, y, light)]


def grid(kind: str, artist: Any, x: Any, y: Any, values: Any) -> Series:
    """Return cells as a series; of many, evenly spaced rows and columns, and how many there are."""
    rows, columns = values.shape
    kept = np.ix_(*(np.unique(np.linspace(0, n - 1, min(n, MOST_CELLS)).round().astype(int)) for n in (rows, columns)))
    channels = {"x": x[kept].ravel(), "y": y[kept].ravel(), "value": values[kept].ravel()}
    made = series(kind, artist, channels, norm=norm_of(artist))
    known = values[np.isfinite(values)]
    more = {"count": rows * columns, "means": {"value": float(known.mean()) if len(known) else None}}
    return {**made, "colours": [], "shape": [rows, columns], **more}


def cells(artist: Any) -> Series:
    """Return forms that are coloured by a value, as hexagons are: each at its middle."""
    values = plain_array(artist.get_array()).ravel()
    places = np.asarray(artist.get_offsets(), dtype=float).reshape(-1, 2)
    if len(places) != len(values):
        ends = [np.asarray(path.vertices, dtype=float) for path in artist.get_paths()]
        places = np.array([(each.min(axis=0) + each.max(axis=0)) / 2 for each in ends]).reshape(-1, 2)
    count = min(len(values), len(places))
    channels = {"x": places[:count, 0], "y": places[:count, 1], "value": values[:count]}
    return {**series("cells", artist, channels, norm=norm_of(artist)), "colours": []}


def forms(artist: Any) -> list[Series]:
    """Return what else a collection holds, each form as an area."""
    found = []
    for path in artist.get_paths():
        corners = np.asarray(path.vertices, dtype=float)
        found.append(series("area", artist, {"x": corners[:, 0], "y": corners[:, 1]}))
    return found


def table(artist: Any) -> list[Series]:
    """Return the cells of a table and what stands in them."""
    held = sorted(artist.get_celld().items())
    channels = {
        "row": [place[0] for place, _ in held],
        "column": [place[1] for place, _ in held],
        "text": [cell.get_text().get_text()[:200] for _, cell in held],
    }
    return [{"kind": "table", "name": "", "channels": channels, "colours": []}]
