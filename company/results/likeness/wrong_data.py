"""Wrong versions of a portrait that show other data: values changed, shuffled, exchanged, random, or misnamed."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from company.results.likeness.boxes import places_of_boxes
from company.results.likeness.values import ORDERED

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
                    moved = {**series["channels"], name: values[half:] + values[:half]}
                    if series["kind"] in ORDERED or rows_of(moved) != rows_of(series["channels"]):
                        series["channels"] = moved

        return change

    for name in dict.fromkeys(
        name for page in portrait["axes"] for series in page["series"] for name in numbers_of(series)
    ):
        if name != "x":
            yield f"{name} shuffled", changed(portrait, shuffle(name))


def rows_of(channels: Any) -> list[Any]:
    """Return the rows of a series, in no order."""
    return sorted(zip(*channels.values(), strict=True), key=str)


def boxes_exchanged(portrait: Any) -> Iterator[Control]:
    """Yield the figure whose first box stands in the place of the last one, and the other way round."""

    def change(page: Any) -> None:
        axis, places = places_of_boxes(page)
        if len(places) < 2:
            return
        first, last = places[0], places[-1]
        near = 0.5 * min(np.diff(places))
        for series in page["series"]:
            held = series["channels"].get(axis, [])
            known = [each for each in held if isinstance(each, int | float)]
            for here, there in ((first, last), (last, first)):
                if known and all(abs(each - here) < near for each in known):
                    series["channels"][axis] = [each if each is None else each + there - here for each in held]
                    break

    yield "with two boxes exchanged", changed(portrait, change)


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


DATA = (one_value, shuffled, boxes_exchanged, random_data, exchanged, renamed)
