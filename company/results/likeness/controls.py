"""Wrong versions of a portrait: the negative controls of a figure.

Each is labelled in words, and visibly wrong: what would not change a figure (to exchange x and y of a diagonal) is not
made. A reader that calls one of them right does not read what it changes.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from typing import Any

from company.results.likeness.content import without_free
from company.results.likeness.elements import Requirements, element_of, required
from company.results.likeness.wrong_data import DATA, Control, changed, drawn_on

OTHER_KINDS = {
    "bar": "line",
    "line": "bar",
    "step": "line",
    "points": "line",
    "area": "line",
    "stem": "bar",
    "grid": "picture",
    "cells": "points",
    "contour": "filled contour",
    "filled contour": "contour",
    "arrows": "points",
    "slice": "bar",
    "rectangle": "points",
    "segments": "points",
    "lines": "segments",
    "surface": "points",
    "stairs": "line",
}
"""What a kind of series is taken for by who draws another type."""


def controls(portrait: Any, requirements: Requirements = (), others: Iterable[Any] = ()) -> list[Control]:
    """Return labelled wrong versions of a portrait; `others` are the portraits of other figures. It stays as it is."""
    portrait = without_free(portrait)
    found = [("no axes", {**portrait, "axes": []}), ("a blank page", blank(portrait))]
    for make in (*DATA, *DRAWING):
        found += [(label, wrong) for label, wrong in make(portrait) if wrong["axes"] != portrait["axes"]]
    found += list(unfulfilled(portrait, requirements))
    return found + [("another figure", other) for other in others if other["axes"] != portrait["axes"]]


def blank(portrait: Any) -> Any:
    """Return a portrait whose axes are empty."""
    return {**portrait, "axes": [{**page, "series": []} for page in portrait["axes"]]}


def of_another_type(portrait: Any) -> Iterator[Control]:
    """Yield the figure with the same values in marks of another kind."""

    def change(page: Any) -> None:
        for series in page["series"]:
            series["kind"] = OTHER_KINDS.get(series["kind"], "points")
            if series["kind"] == "bar":
                count = len(next(iter(series["channels"].values())))
                series["channels"] |= {"base": [0.0] * count, "width": [0.8] * count}
                for missing in {"x", "y"} - series["channels"].keys():
                    series["channels"][missing] = [float(row) for row in range(count)]

    yield "of another type", changed(portrait, change)


def turned(portrait: Any) -> Iterator[Control]:
    """Yield the figure with its bars lying that stood, or standing that lay."""

    def change(page: Any) -> None:
        for series in page["series"]:
            if series["kind"] in ("bar", "stairs") and "z" not in series["channels"]:
                series["form"] = "" if series.get("form") == "lying" else "lying"
        if any(series["kind"] == "bar" for series in page["series"]):
            page["ticks"] = {**page["ticks"], "x": page["ticks"]["y"], "y": page["ticks"]["x"]}

    yield "with its bars turned", changed(portrait, change)


def on_other_scales(portrait: Any) -> Iterator[Control]:
    """Yield figures with one axis counted by logarithms, or no longer so."""
    for axis in "xyz":

        def change(page: Any, axis: str = axis) -> None:
            scale = page["scales"].get(axis)
            if scale in ("linear", "log") and page["projection"] == "rectilinear" and not page["ticks"].get(axis):
                page["scales"][axis] = "linear" if scale == "log" else "log"

        yield f"with a linear {axis} for a log one, or the other way round", changed(portrait, change)


def projected(portrait: Any) -> Iterator[Control]:
    """Yield the figure on round axes instead of rectangular ones, or the other way round."""

    def change(page: Any) -> None:
        page["projection"] = {"rectilinear": "polar", "polar": "rectilinear"}.get(page["projection"], "rectilinear")

    yield "in another projection", changed(portrait, change)


def without_axes(portrait: Any) -> Iterator[Control]:
    """Yield figures without one of their axes."""
    drawn = drawn_on(portrait)
    for missing in drawn if len(drawn) > 1 else ():
        kept = [page for place, page in enumerate(portrait["axes"]) if place != missing]
        yield "with an axes missing", {**portrait, "axes": kept}


def rearranged(portrait: Any) -> Iterator[Control]:
    """Yield the figure with two of its panels in each other's place."""
    pages = portrait["axes"]
    main = [at for at in drawn_on(portrait) if pages[at].get("twin") is None and pages[at].get("inset") is None]
    if len(main) > 1:
        wrong = copy.deepcopy(portrait)
        first, last = (wrong["axes"][place] for place in (main[0], main[-1]))
        first["place"], last["place"] = last["place"], first["place"]
        yield "with two panels exchanged", wrong


DRAWING = (of_another_type, turned, on_other_scales, projected, without_axes, rearranged)


def unfulfilled(portrait: Any, requirements: Requirements) -> Iterator[Control]:
    """Yield figures that lack one thing which is required, or have something else there."""
    for element, _ in required(requirements, "text"):
        for label, words in (("another", "something else altogether"), ("no", "")):
            wrong = copy.deepcopy(portrait)
            write(wrong, element, words)
            yield f"with {label} {element.part} where one is required", wrong
    for element, _ in required(requirements, "order"):
        wrong = copy.deepcopy(portrait)
        if out_of_order(wrong["axes"][element.axes], element.part[0]):
            yield "in another order than is required", wrong
    for each in requirements:
        if each["aspect"] == "colour":
            element = element_of(each["element"])
            wrong = copy.deepcopy(portrait)
            series = wrong["axes"][element.axes]["series"][element.series]
            series["colours"] = ["#ffffff" if int(str(each["value"])[1:3], 16) < 128 else "#000000"]
            yield "in another colour than is required", wrong


def out_of_order(page: Any, axis: str) -> bool:
    """Turn an axis round, or names around a circle away from their angles; tell whether that is another order."""
    if page["projection"] == "polar":
        page["ticks"][axis] = [[at + 0.5, text] for at, text in page["ticks"][axis]]
        for series in page["series"]:
            held = series["channels"].get(axis, [])
            series["channels"][axis] = [each + 0.5 if isinstance(each, int | float) else each for each in held]
        return True
    page["limits"][axis] = page["limits"][axis][::-1]
    return axis == "x"  # along the vertical axis, both directions are read


def write(portrait: Any, element: Any, words: str) -> None:
    """Put words in the place of an element's own."""
    page = portrait if element.axes is None else portrait["axes"][element.axes]
    if element.part == "title":
        portrait["title"] = "" if element.axes is not None else words
        for each in portrait["axes"] if element.axes is None else [page]:
            each["title"] = words
    elif element.part == "legend":
        for legend in page["legends"]:
            legend["title"] = words
    elif element.part == "note":
        for note in page["notes"]:
            note[-1] = words
    else:
        page[element.part] = words
