"""Wrong versions of a portrait: the negative controls of a figure.

Each is labelled in words, and visibly wrong: what would not change a figure (to exchange x and y of a diagonal) is not
made. A reader that calls one of them right does not read what it changes.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from company.results.likeness.content import without_free
from company.results.likeness.elements import Requirements, element_of, required

Control = tuple[str, Any]
FREE = ("part", "colour")
"""Channels that say which corner belongs to what, and how a mark looks."""
FREE_OF = {
    "bar": ("width", "depth", "base"),
    "slice": ("radius", "width", "from", "to", "x", "y"),
    "rectangle": ("x", "y", "height"),
    "table": ("row", "column"),
}
"""Channels that the drawing chooses; slices are changed apart."""
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


def changed(portrait: Any, change: Callable[[Any], None]) -> Any:
    """Return a copy of a portrait, each of its axes with something on it changed in place."""
    wrong = copy.deepcopy(portrait)
    for place in drawn_on(wrong):
        change(wrong["axes"][place])
    return wrong


def drawn_on(portrait: Any) -> list[int]:
    """Return the places of the axes that have something on them; colour bars are part of others."""
    return [place for place, page in enumerate(portrait["axes"]) if page["series"] and not page["colourbar"]]


def numbers_of(series: Any) -> list[str]:
    """Return the channels of a series that hold numbers which are data."""
    free = (*FREE, *FREE_OF.get(series["kind"], ()))
    found = []
    for name, values in series["channels"].items():
        known = [each for each in values if each is not None]
        if name not in free and known and all(isinstance(each, int | float) for each in known):
            found.append(name)
    return found


def main_series(page: Any) -> Any:
    """Return the series of an axes with the most marks, of shapes the one with the most corners."""
    return max(page["series"], key=lambda series: len(next(iter(series["channels"].values()))))


def span_of(values: list[Any]) -> float:
    """Return how far numbers lie apart; of a single one its size."""
    known = [each for each in values if each is not None]
    return (max(known) - min(known)) or abs(max(known)) or 1.0


def one_value(portrait: Any) -> Iterator[Control]:
    """Yield figures with a single value changed, one for each channel of the largest series of each axes."""
    for place in drawn_on(portrait):
        page = portrait["axes"][place]
        number = page["series"].index(main_series(page))
        for name in numbers_of(page["series"][number]):
            if name == "x" and page["series"][number]["kind"] == "bar" and any(page["ticks"].values()):
                continue  # a bar may stand beside its name
            wrong = copy.deepcopy(portrait)
            values = wrong["axes"][place]["series"][number]["channels"][name]
            known = [row for row, each in enumerate(values) if each is not None]
            middle = known[len(known) // 2]
            values[middle] += 0.6 * span_of(values)
            yield f"one value of {name} changed", wrong
        if page["series"][number]["kind"] == "table":
            wrong = copy.deepcopy(portrait)
            texts = wrong["axes"][place]["series"][number]["channels"]["text"]
            texts[-1] = f"{texts[-1]}7"
            yield "one cell changed", wrong
        if page["series"][number]["kind"] == "slice" and len(page["series"][number]["channels"]["to"]) > 1:
            wrong = copy.deepcopy(portrait)
            held = wrong["axes"][place]["series"][number]["channels"]
            less = 0.3 * (held["to"][0] - held["from"][0])
            held["to"][0] -= less
            held["from"][1] -= less
            yield "one slice smaller, the next one larger", wrong


def shuffled(portrait: Any) -> Iterator[Control]:
    """Yield figures whose values stand at others' places, by each channel that has an order to lose."""

    def shuffle(name: str) -> Callable[[Any], None]:
        def change(page: Any) -> None:
            for series in page["series"]:
                names = numbers_of(series)
                values = series["channels"].get(name, [])
                if name in names and len(names) > 1 and len(set(values)) > 2:
                    half = len(values) // 2
                    other = {**series["channels"], name: values[half:] + values[:half]}
                    if rows_of(other) != rows_of(series["channels"]):
                        series["channels"] = other

        return change

    for name in dict.fromkeys(
        name for page in portrait["axes"] for series in page["series"] for name in numbers_of(series)
    ):
        if name != "x":
            yield f"{name} shuffled", changed(portrait, shuffle(name))


def rows_of(channels: dict[str, list[Any]]) -> list[tuple[str, ...]]:
    """Return the marks of a series, whatever their order: what stands at one place cannot be shuffled."""
    return sorted(
        zip(*(map(str, values) for name, values in sorted(channels.items()) if name not in FREE), strict=False)
    )


def random_data(portrait: Any) -> Iterator[Control]:
    """Yield the figure with chance numbers between the least and the greatest of each channel, and chance slices."""
    chance = np.random.default_rng(0)

    def change(page: Any) -> None:
        for series in page["series"]:
            for name in numbers_of(series):
                values = series["channels"][name]
                low, span = min(each for each in values if each is not None), span_of(values)
                series["channels"][name] = [low + span * float(each) for each in chance.random(len(values))]
            if series["kind"] == "table":
                series["channels"]["text"] = [f"{each:.3f}" for each in chance.random(len(series["channels"]["text"]))]
            if series["kind"] == "slice":
                ends = np.sort(chance.random(len(series["channels"]["to"]) - 1)) * 360
                series["channels"] |= {"from": [0.0, *ends.tolist()], "to": [*ends.tolist(), 360.0]}

    yield "with random data", changed(portrait, change)


def exchanged(portrait: Any) -> Iterator[Control]:
    """Yield figures with two channels of their series exchanged: x and y first."""

    def exchange(one: str, other: str) -> Callable[[Any], None]:
        def change(page: Any) -> None:
            for series in page["series"]:
                channels = series["channels"]
                if one in numbers_of(series) and other in numbers_of(series):
                    channels[one], channels[other] = channels[other], channels[one]
            if (one, other) == ("x", "y"):
                for part in ("ticks", "limits", "scales"):
                    page[part] = {**page[part], "x": page[part]["y"], "y": page[part]["x"]}
                page["xlabel"], page["ylabel"] = page["ylabel"], page["xlabel"]

        return change

    names = [numbers_of(series) for page in portrait["axes"] for series in page["series"]]
    pairs = {(one, other) for each in names for place, one in enumerate(each) for other in each[place + 1 :]}
    for one, other in sorted(pairs, key=lambda pair: (pair != ("x", "y"), pair)):
        if "z" not in (one, other) and not ((one, other) == ("x", "y") and is_symmetric(portrait)):
            yield f"{one} and {other} exchanged", changed(portrait, exchange(one, other))


def is_symmetric(portrait: Any) -> bool:
    """Return whether a figure shows the same with x for y, as a matrix of correlations does."""
    for place in drawn_on(portrait):
        page = portrait["axes"][place]
        texts = [[text for _, text in page["ticks"].get(axis) or ()] for axis in "xy"]
        names = [page.get(f"{axis}label") for axis in "xy"]
        if texts[0] != texts[1] or names[0] != names[1] or page["scales"].get("x") != page["scales"].get("y"):
            return False
        for series in page["series"]:
            channels = series["channels"]
            rest = [name for name in channels if name not in ("x", "y")]
            if series["kind"] != "grid" or not {"x", "y"} <= channels.keys():
                return False
            rows, turned = (
                sorted(zip(*(map(_rounded, channels[name]) for name in (*axes, *rest)), strict=True))
                for axes in ("xy", "yx")
            )
            if rows != turned:
                return False
    return True


def _rounded(value: Any) -> float:
    return -1e300 if value is None else round(float(value), 6)


def renamed(portrait: Any) -> Iterator[Control]:
    """Yield figures whose series, slices or ticks have each other's names, and one with a name that nobody has."""
    yield "with the names of series exchanged", changed(portrait, names_on)
    yield "with other names of series", changed(portrait, other_names)
    yield "with the names of places exchanged", changed(portrait, places_on)


def names_on(page: Any) -> None:
    """Give each named series the name of the next one."""
    named = [series for series in page["series"] if series["name"]]
    names = [series["name"] for series in named]
    for series, name in zip(named, names[1:] + names[:1], strict=True):
        series["name"] = name


def other_names(page: Any) -> None:
    """Give each named series a name that none has."""
    for series in page["series"]:
        if series["name"]:
            series["name"] = "nothing that is here"


def places_on(page: Any) -> None:
    """Give each place, slice or rectangle the name of the next one."""
    for axis, ticks in page["ticks"].items():
        texts = [text for _, text in ticks]
        page["ticks"][axis] = [[at, text] for (at, _), text in zip(ticks, texts[1:] + texts[:1], strict=True)]
    for series in page["series"]:
        names = series["channels"].get("name", [])
        series["channels"] |= {"name": names[1:] + names[:1]} if names else {}
    if any(series["kind"] == "rectangle" for series in page["series"]):
        texts = [note[-1] for note in page["notes"]]
        page["notes"] = [[*note[:-1], text] for note, text in zip(page["notes"], texts[1:] + texts[:1], strict=True)]


DATA = (one_value, shuffled, random_data, exchanged, renamed)


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
    for each in requirements:
        if each["aspect"] == "colour":
            element = element_of(each["element"])
            wrong = copy.deepcopy(portrait)
            series = wrong["axes"][element.axes]["series"][element.series]
            series["colours"] = ["#ffffff" if int(str(each["value"])[1:3], 16) < 128 else "#000000"]
            yield "in another colour than is required", wrong


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
