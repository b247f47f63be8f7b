"""What stands on an axes in space. Its attributes are private, and change with versions; they are met here alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from mpl_toolkits.mplot3d import art3d  # type: ignore[import-untyped]

from company.results.portraits.marks import NO_LINE, Series, by_colour, norm_of, plain_array, scatter_channels, series

_FACES_OF_A_BAR = 6


def solid(artist: Any) -> list[Series] | None:
    """Return what an artist draws in space; None where it is no artist of such axes, or of a kind that is not known."""
    if isinstance(artist, art3d.Line3D):
        x, y, z = (np.asarray(each, dtype=float) for each in artist.get_data_3d())
        kind = "points" if artist.get_linestyle() in NO_LINE else "line"
        return [series(kind, artist, {"x": x, "y": y, "z": z})]
    if isinstance(artist, art3d.Path3DCollection | art3d.Patch3DCollection):
        return scattered(artist)
    if isinstance(artist, art3d.Line3DCollection):
        segments: list[Any] = list(artist._segments3d)
        rows = np.vstack([np.asarray(each, dtype=float) for each in segments] or [np.empty((0, 3))])
        parts = np.repeat(np.arange(len(segments)), [len(each) for each in segments])
        return [series("wires", artist, {"part": parts, **dict(zip("xyz", rows.T, strict=True))})]
    if isinstance(artist, art3d.Poly3DCollection):
        faces = faces_of(artist)
        return [boxes(artist, faces) or surface(artist, faces)]
    return None


def scattered(artist: Any) -> list[Series]:
    """Return points in space, as points on a page are returned."""
    x, y, z = (plain_array(each).ravel() for each in artist._offsets3d)
    channels = {"x": x, "y": y, "z": z, **scatter_channels(artist, len(x))}
    if "value" in channels:
        return [series("points", artist, channels, norm=norm_of(artist))]
    return by_colour("points", artist, channels, deep=True)


def faces_of(artist: Any) -> list[Any]:
    """Return the corners of each face, in the numbers of the axes."""
    if hasattr(artist, "_faces"):  # since matplotlib 3.10
        hidden = np.broadcast_to(np.asarray(artist._invalid_vertices), artist._faces.shape[:2])
        return [np.asarray(face)[~gone] for face, gone in zip(artist._faces, hidden, strict=True)]
    corners = np.asarray(artist._vec)[:3].T
    return [corners[part] for part in artist._segslices]


def boxes(artist: Any, faces: list[Any]) -> Series | None:
    """Return the bars that faces make up; None where they make up something else."""
    if not faces or len(faces) % _FACES_OF_A_BAR or any(len(face) != 4 for face in faces):
        return None
    corners = np.array(faces).reshape(-1, _FACES_OF_A_BAR * 4, 3)
    if any(len(np.unique(bar[:, axis])) > 2 for bar in corners[:500] for axis in range(3)):
        return None
    low, high = corners.min(axis=1), corners.max(axis=1)
    middle = (low + high) / 2
    sizes = dict(zip(("width", "depth", "z"), (high - low).T, strict=True))
    return series("bar", artist, {"x": middle[:, 0], "y": middle[:, 1], **sizes, "base": low[:, 2]})


def surface(artist: Any, faces: list[Any]) -> Series:
    """Return the middle of each face."""
    middles = np.array([np.mean(face, axis=0) for face in faces if len(face)]).reshape(-1, 3)
    return series("surface", artist, dict(zip("xyz", middles.T, strict=True)))
