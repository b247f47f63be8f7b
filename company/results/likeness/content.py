"""What the axes of a portrait hold, as a reader takes it: names for places, boxes for lines, shares for slices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from company.results.likeness.bars import read_all_bars
from company.results.likeness.boxes import with_boxes
from company.results.likeness.forms import READERS
from company.results.likeness.mark import Mark, mark_of
from company.results.likeness.naming import at_names, names_along

CELL_SLACK = 0.02
"""Of the page's side: edges that are no further apart are one edge."""


@dataclass(eq=False)
class Panel:
    """An axes as it is compared."""

    place: int
    """Its number among the axes of the portrait."""
    page: Any
    marks: list[Mark]
    stacked: bool
    cell: tuple[Any, ...]
    """Row and column, how many of each it spans, and whether it is a twin, or stands in another one."""


def panels_of(portrait: Any) -> list[Panel]:
    """Return what the axes of a portrait hold, without those that hold nothing, and without scales of colours."""
    pages = [(place, page) for place, page in enumerate(portrait["axes"]) if not page["colourbar"]]
    cells = cells_of([page for _, page in pages])
    found = [Panel(place, page, *marks_on(page), cell) for (place, page), cell in zip(pages, cells, strict=True)]
    return [panel for panel in found if panel.marks]


def marks_on(page: Any) -> tuple[list[Mark], bool]:
    """Return what stands on an axes, and whether its bars are stacked."""
    held = [mark_of(number, each) for number, each in enumerate(page["series"])]
    for mark in held:
        if mark.kind != "slice":  # of slices a legend may tell the names by their colours
            mark.channels.pop("colour", None)
    names = {axis: names_along(page, axis) for axis in ("x", "y", "z")}
    bars = [mark for mark in held if mark.kind == "bar" and "z" not in mark.channels]
    stacked = read_all_bars(bars, names)
    others = with_boxes(page, [mark for mark in held if mark not in bars], names)
    found = [one for mark in others for one in READERS.get(mark.kind, at_names)(mark, page, names)]
    found = without_fillings(without_doubles(without_strokes(found)))
    return [mark for mark in [*bars, *found] if mark.length], stacked


def without_doubles(marks: list[Mark]) -> list[Mark]:
    """Return marks without the points that only mark the corners of a line."""
    corners = [mark.channels for mark in marks if mark.kind in ("line", "step")]
    return [mark for mark in marks if mark.kind != "points" or not any(same(mark.channels, each) for each in corners)]


def without_fillings(marks: list[Mark]) -> list[Mark]:
    """Return marks without the areas that only fill what a closed line encloses, as on radar charts."""
    closed_lines = [rows_in(mark) for mark in marks if mark.kind == "line" and "closed" in mark.form]
    return [mark for mark in marks if mark.kind != "area" or rows_in(mark) not in closed_lines]


def rows_in(mark: Mark) -> set[tuple[Any, ...]]:
    """Return the rows of a mark, each once, numbers by six decimals."""
    columns = [np.round(each, 6) if each.dtype.kind == "f" else each for each in mark.channels.values()]
    return set(zip(*(each.tolist() for each in columns), strict=True))


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two marks have the same columns, value by value."""
    if one.keys() != other.keys():
        return False
    return all(len(each) == len(other[name]) and bool(np.all(each == other[name])) for name, each in one.items())


def without_strokes(marks: list[Mark]) -> list[Mark]:
    """Return marks without the strokes through violins and the disc that makes the hole of a pie."""
    free = free_kinds({mark.kind for mark in marks})
    return [mark for mark in marks if mark.kind not in free]


def free_kinds(kinds: set[str]) -> tuple[str, ...]:
    """Return the kinds of marks that say nothing beside others."""
    return (*(("segments",) if "violin" in kinds else ()), *(("ellipse",) if "slice" in kinds else ()))


def without_free(portrait: Any) -> Any:
    """Return a portrait without the series that no comparison looks at."""
    kinds = {panel.place: free_kinds({mark.kind for mark in panel.marks}) for panel in panels_of(portrait)}
    pages = [
        {**page, "series": [series for series in page["series"] if series["kind"] not in kinds.get(place, ())]}
        for place, page in enumerate(portrait["axes"])
    ]
    return {**portrait, "axes": pages}


def cells_of(pages: list[Any]) -> list[tuple[Any, ...]]:
    """Return of each axes its row and column, counted by edges that axes share, and how many of each it spans."""
    main = [page for page in pages if page.get("inset") is None]
    lefts = edges([page["place"][0] for page in main])
    tops = edges([1 - page["place"][1] - page["place"][3] for page in main])
    found = []
    for page in pages:
        left, bottom, width, height = page["place"]
        columns, rows = within(lefts, left, left + width), within(tops, 1 - bottom - height, 1 - bottom)
        inset = page.get("inset") is not None
        found.append(("inset",) if inset else ("twin" if page.get("twin") else "", *rows, *columns))
    return found


def edges(places: list[float]) -> list[float]:
    """Return edges from low to high, those that are close together as one."""
    found: list[float] = []
    for place in sorted(places):
        if not found or place - found[-1] > CELL_SLACK:
            found.append(place)
    return found


def within(known: list[float], low: float, high: float) -> tuple[int, int]:
    """Return which edge something begins at, and how many it reaches over."""
    first = int(np.argmin([abs(each - low) for each in known])) if known else 0
    over = sum(low - CELL_SLACK <= each < high - CELL_SLACK for each in known)
    return first, max(1, over)
