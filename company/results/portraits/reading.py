"""A figure as its portrait: every axes with its place, its scales, its words, and the series that stand on it.

A portrait is plain JSON: "version", "size" (inches), "axes", "texts" (the title of the whole), and "left_out", what was
too much to keep. It is as large as `MOST_NUMBERS` allows, whatever is drawn: of long series every so many marks are
kept, with how many there are ("count") and the means of each channel ("means").
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from company.results.portraits.apart import share_names, share_words, with_loose_errors
from company.results.portraits.fields import collected, image, table
from company.results.portraits.marks import Series, contained, is_seen, lines, patched
from company.results.portraits.solids import solid
from company.results.portraits.wording import MOST_TEXTS, categories, days_of, legends, named, notes, said, titles

Reader = Callable[[Any], list[Series]]
VERSION = 1
MOST_AXES = 100
MOST_SERIES = 400
"""Series of an axes that are kept."""
MOST_ROWS = 5000
"""Marks of a series up to which all are kept."""
FEW_ROWS = 500
"""Marks of a longer series that are kept."""
MOST_NUMBERS = 200_000
ORDERED = ("line", "step", "outline", "contour", "filled contour", "lines", "wires", "surface", "area", "stairs")
"""Kinds whose marks have an order."""


def portrait(figure: Any) -> dict[str, Any]:
    """Return what a figure draws; it has to have been drawn, as it has been when its picture is saved."""
    every = every_axes(figure)
    kept = every[:MOST_AXES]
    bars = colourbars_of(kept)
    pages = [page_of(ax, kept, id(ax) in bars) for ax in kept]
    share_words(pages, kept)
    share_names(pages)
    left_out = {"axes": len(every) - len(pages), "series": 0, "numbers": 0}
    room = MOST_NUMBERS
    for page in pages:
        left_out["series"] += max(0, len(page["series"]) - MOST_SERIES)
        page["series"] = [bounded(each, room > 0) for each in page["series"][:MOST_SERIES]]
        for each in page["series"]:
            size = sum(len(values) for values in each["channels"].values())
            room -= size
            left_out["numbers"] += max(0, each["count"] * len(each["channels"]) - size)
    whole = getattr(figure, "_suptitle", None)  # there is no public way before matplotlib 3.8
    return {
        "version": VERSION,
        "size": [float(each) for each in figure.get_size_inches()],
        "title": said(whole) if whole is not None else "",
        "axes": pages,
        "texts": [said(text) for text in figure.texts if text is not whole][:MOST_TEXTS],
        "left_out": left_out,
    }


def every_axes(figure: Any) -> list[Any]:
    """Return the axes of a figure that can be seen, those inside others among them, parents first."""
    found: dict[int, Any] = {}
    for ax in figure.axes:
        for each in (ax, *getattr(ax, "child_axes", ())):
            if each.get_visible() and "Secondary" not in type(each).__name__:  # another scale beside the same data
                found.setdefault(id(each), each)
    return list(found.values())


def page_of(ax: Any, every: list[Any], colourbar: bool) -> dict[str, Any]:
    """Return one of `every` axes, its series not yet bounded."""
    axes = [axis for axis in "xyz" if hasattr(ax, f"get_{axis}lim")]
    held = series_on(ax)
    shown = legends(ax)
    named(held, shown)
    box = ax.get_position(original=True)
    return {
        "place": [float(each) for each in box.bounds],
        "projection": str(getattr(ax, "name", "rectilinear")),
        "scales": {axis: str(getattr(ax, f"get_{axis}scale")()) for axis in axes},
        "limits": {axis: [finite(each) for each in limits_of(ax, axis)] for axis in axes},
        "twin": twin_of(ax, every),
        "inset": None if colourbar else inset_of(ax, every),
        "colourbar": colourbar,
        "frame": bool(ax.axison),
        **titles(ax),
        "ticks": {axis: categories(getattr(ax, f"{axis}axis")) for axis in axes},
        "legends": shown,
        "notes": notes(ax),
        "series": held,
    }


def series_on(ax: Any) -> list[Series]:
    """Return what stands on an axes, whatever drew it."""
    found: list[Series] = []
    own: set[int] = set()
    for holder in ax.containers:
        made, held = contained(holder)
        found += made
        own |= {id(each) for each in held}
    free = [each for each in ax.get_children() if id(each) not in own and is_seen(each)]
    loose: list[Any] = []
    patches = {id(each) for each in ax.patches}
    kinds: tuple[tuple[Any, Reader], ...] = (
        (ax.lines, lines),
        (ax.collections, collected),
        (ax.images, image),
        (ax.tables, table),
    )
    readers = {id(artist): reader for artists, reader in kinds for artist in artists}
    for artist in free:
        in_space = solid(artist)
        if in_space is not None:
            found += in_space
        elif id(artist) in patches:
            loose.append(artist)
        elif id(artist) in readers:
            found += readers[id(artist)](artist)
    found = with_loose_errors([*found, *patched(ax, loose)])
    for each in found:
        for axis in "xy":
            if axis in each["channels"] and each.get("form") != "lying":
                each["channels"][axis] = days_of(getattr(ax, f"{axis}axis"), each["channels"][axis])
    return [each for each in found if len(next(iter(each["channels"].values()), ()))]


def bounded(series: Series, room: bool) -> Series:
    """Return a series as JSON: of a long one, or where there is no room left, every so many marks."""
    channels = {name: np.asarray(values) for name, values in series["channels"].items()}
    count = len(next(iter(channels.values())))
    found = {**series, "count": series.get("count", count)}
    if count > (MOST_ROWS if room else 20):
        kept = FEW_ROWS if room else 20
        numbers = {name: np.asarray(each, dtype=float) for name, each in channels.items() if each.dtype.kind in "iuf"}
        known = {name: each[np.isfinite(each)] for name, each in numbers.items()}
        found["means"] = {name: finite(each.mean()) for name, each in known.items() if len(each)}
        order = np.arange(count)
        if series["kind"] not in ORDERED and numbers:
            order = np.lexsort([np.nan_to_num(each) for each in reversed(numbers.values())])
        order = order[np.unique(np.linspace(0, count - 1, kept).round().astype(int))]
        channels = {name: each[order] for name, each in channels.items()}
    found["channels"] = {name: plain(each) for name, each in channels.items()}
    return found


def plain(values: Any) -> list[Any]:
    """Return values as JSON holds them: numbers by nine digits, None for what is none, texts."""
    if values.dtype.kind in "iufb":
        return [finite(each) for each in values.tolist()]
    return [said(str(each)) for each in values.tolist()]


def finite(value: Any) -> float | None:
    """Return a number by nine digits; None where it is none."""
    number = float(value)
    return float(f"{number:.9g}") if np.isfinite(number) else None


def limits_of(ax: Any, axis: str) -> Any:
    """Return from where to where an axis goes."""
    low, high = getattr(ax, f"get_{axis}lim")()
    if axis == "z":
        return low, high
    return days_of(getattr(ax, f"{axis}axis"), np.array([low, high], dtype=float)).tolist()


def twin_of(ax: Any, every: list[Any]) -> list[Any] | None:
    """Return the axis that an axes shares with an earlier one on the same place, and the number of that one."""
    box = ax.get_position(original=True).bounds
    for place, other in enumerate(every):
        if other is ax:
            return None
        shared = [axis for axis in "xy" if getattr(ax, f"get_shared_{axis}_axes")().joined(ax, other)]
        if shared and np.allclose(box, other.get_position(original=True).bounds):
            return [shared[0], place]
    return None


def inset_of(ax: Any, every: list[Any]) -> int | None:
    """Return the number of the axes that an axes stands in."""
    for place, other in enumerate(every):
        if any(ax is each for each in getattr(other, "child_axes", ())):
            return place
    mine = ax.get_position(original=True)
    for place, other in enumerate(every):
        box = other.get_position(original=True)
        inside = box.x0 <= mine.x0 and box.y0 <= mine.y0 and mine.x1 <= box.x1 and mine.y1 <= box.y1
        if other is not ax and inside and mine.width * mine.height < 0.8 * box.width * box.height:
            return place
    return None


def colourbars_of(every: list[Any]) -> set[int]:
    """Return the `id` of each axes that holds nothing but a scale of colours."""
    drawn = (artist for ax in every for artist in (*ax.images, *ax.collections))
    held = {id(bar.ax) for artist in drawn if (bar := getattr(artist, "colorbar", None)) is not None}
    return held | {id(ax) for ax in every if ax.get_label() == "<colorbar>" or hasattr(ax, "_colorbar")}
