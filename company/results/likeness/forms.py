"""Slices, treemaps, violins, grids, areas and closed lines as they are compared: without what a drawing leaves free."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from company.results.likeness.boxes import closed
from company.results.likeness.mark import Mark, is_flat
from company.results.likeness.naming import at_names, named_places

Names = dict[str, dict[float, str]]
MIRRORED = 1e-5
"""Of its width: how far the two sides of a form may differ that is the same on both."""


def read_slices(mark: Mark, page: Any, names: Names) -> list[Mark]:
    """Return a pie as names and shares, each ring by itself, the outer one first; a hole makes it another form."""
    del names
    said = {colours[0]: text for legend in page["legends"] for text, colours in legend["entries"] if colours}
    own = mark.channels.get("name", [""] * mark.length)
    colours = mark.channels.get("colour", [""] * mark.length)
    texts = np.array([name or said.get(colour, "") for name, colour in zip(own, colours, strict=True)], dtype=object)
    start, end, radius, width = (mark.channels[name] for name in ("from", "to", "radius", "width"))
    pierced = any(series["kind"] == "ellipse" for series in page["series"])
    found = []
    for number, ring in enumerate(sorted(set(np.round(radius, 6).tolist()), reverse=True)):
        held = np.round(radius, 6) == ring
        hole = pierced or bool((width[held] < 0.999 * radius[held]).any())
        shares = (end[held] - start[held]) / 360
        channels = {"y": shares} | ({"x": named_places(texts[held].tolist())} if texts[held].any() else {})
        form = " ".join(word for word in ("hole" if hole else "", f"ring {number}" if number else "") if word)
        found.append(Mark("slice", mark.name, channels, form, mark.colours, int(held.sum()), place=mark.place))
    return found


def read_rectangles(mark: Mark, page: Any, names: Names) -> list[Mark]:
    """Return a treemap as names and shares of its area, where each rectangle has its text; else where each one is."""
    mark.channels.pop("name", None)
    x, y, width, height = (mark.channels[name] for name in ("x", "y", "width", "height"))
    left, right = np.minimum(x, x + width), np.maximum(x, x + width)
    low, high = np.minimum(y, y + height), np.maximum(y, y + height)
    texts: list[list[str]] = [[] for _ in range(mark.length)]
    for across, along, text in page["notes"]:
        if across is not None and along is not None:
            inside = np.flatnonzero((left <= across) & (across <= right) & (low <= along) & (along <= high))
            for row in inside[:1]:
                texts[row].append(text)
    if mark.length < 2 or not all(texts):
        return at_names(mark, page, names)
    area = np.abs(width * height)
    named = np.array([" ".join(each) for each in texts], dtype=object)
    mark.kind, mark.channels = "treemap", {"x": named, "y": area / area.sum()}
    return [mark]


def read_area(mark: Mark, page: Any, names: Names) -> list[Mark]:
    """Return an area as its corners, each once; one that is the same on both sides as a violin."""
    if not is_flat(mark, "area"):
        return at_names(mark, page, names)
    if page["projection"] == "polar":
        mark.channels["x"] = within_a_turn(mark.channels["x"])
    corners = np.unique(mark.corners()[np.isfinite(mark.corners()).all(axis=1)], axis=0)
    for across in (0, 1):
        half = mirrored(corners, across)
        if half is not None:
            at = float(corners[:, across].min() + corners[:, across].max()) / 2
            mark.kind, mark.form = "violin", "lying" if across else ""
            mark.channels = {"xy"[across]: np.full(len(half), at)}
            places = at_names(mark, page, names)[0].channels["xy"[across]]
            mark.channels = {"x": places, "y": half[:, 0], "width": half[:, 1] / half[:, 1].max()}
            mark.count = len(half)
            return [mark]
    mark.count = mark.count if mark.means else len(corners)
    mark.channels = dict(zip("xy", corners.T, strict=True))
    return at_names(mark, page, names)


def mirrored(corners: Any, across: int) -> Any:
    """Return how far a form that is the same on both sides reaches, at each place along it; None of another form."""
    if len(corners) < 40:
        return None
    middle = (corners[:, across].min() + corners[:, across].max()) / 2
    slack = MIRRORED * float(np.ptp(corners[:, across]) or 1.0)
    reach: dict[float, list[float]] = {}
    for along, at in zip(corners[:, 1 - across].tolist(), (corners[:, across] - middle).tolist(), strict=True):
        reach.setdefault(along, []).append(at)
    # An area that lies on something has more than two corners at one place.
    if any(len(each) > 2 or abs(sum(each)) > slack for each in reach.values()):
        return None
    half = corners[corners[:, across] > middle]
    return np.stack([half[:, 1 - across], half[:, across] - middle], axis=1)


def read_grid(mark: Mark, page: Any, names: Names) -> list[Mark]:
    """Return cells by names or places; where places only count the rows or columns, by their numbers."""
    (mark,) = at_names(mark, page, names)
    for axis in "xy":
        places = mark.channels[axis]
        if places.dtype.kind == "f" and np.isfinite(places).all():
            known = np.unique(places)
            if len(known) > 1 and np.allclose(np.diff(known), 1) and np.isclose(known[0], (0, 0.5)).any():
                mark.channels[axis] = places - known[0]
    return [mark]


def read_bar(mark: Mark, page: Any, names: Names) -> list[Mark]:
    """Return bars in space without how wide and how deep they are, and without where they begin if all do at 0."""
    gone = ("width", "depth", *(() if mark.channels["base"].any() else ("base",)))
    mark.channels = {name: values for name, values in mark.channels.items() if name not in gone}
    return at_names(mark, page, names)


def within_a_turn(angles: Any) -> Any:
    """Return angles from 0 to less than a whole turn."""
    turned = np.mod(angles, 2 * np.pi)
    return np.where(np.isclose(turned, 2 * np.pi, rtol=0, atol=1e-6), 0.0, np.round(turned, 6))


def read_line(mark: Mark, page: Any, names: Names) -> list[Mark]:
    """Return a line; of one that ends where it begins, without its end, and from its lowest corner on."""
    if is_flat(mark, "line") and page["projection"] == "polar":
        mark.channels["x"] = within_a_turn(mark.channels["x"])
    if is_flat(mark, "line") and mark.length > 3 and closed(mark.corners()):
        table = mark.corners()[:-1]
        first = int(np.lexsort(np.round(table.T[::-1], 9))[0])
        mark.channels = dict(zip("xy", np.roll(table, -first, axis=0).T, strict=True))
        mark.form = f"{mark.form} closed".strip()
        mark.count = mark.length
    return at_names(mark, page, names)


def as_it_is(mark: Mark, page: Any, names: Names) -> list[Mark]:
    """Return a mark whose names have been put in its places."""
    del page, names
    return [mark]


READERS: dict[str, Callable[[Mark, Any, Names], list[Mark]]] = {
    "bar": read_bar,
    "slice": read_slices,
    "rectangle": read_rectangles,
    "area": read_area,
    "grid": read_grid,
    "line": read_line,
    "box": as_it_is,
    "outlier": as_it_is,
}
"""By kind; what is not here is taken as it is, with names at its places."""
