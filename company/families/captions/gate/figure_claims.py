"""What captions claim of a chart, as functions of what is drawn; benchmarks have this file beside their tables.

`drawn` is what a figure shows, one dict per axes with "title", "xlabel", "ylabel" and lists of "lines" ("label",
"places", "values") and "bars" ("name", "series", "length"). A series is a line or the bars of one colour, called as in
the legend; "" is the only one. Values are read off a figure, so they hold within 5 % of the span of what is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

Pages = Sequence[Any]
Place = str | float
BRACKETS = re.compile(r"\([^()]*\)")
TOLERANCE = 0.05
"""The share of the span of all values within which a value that is said is taken to be read rightly."""
STEADY = 0.1
"""The share of that span by which a series has to change before it rises or falls."""
ORDERED = 0.5
"""Kendall's tau of values with their order from which on they go one way; below a third, they go none."""
BACK = 0.4
"""The share of a rise or a fall that may be lost again on the way."""


def series_of(drawn: Pages) -> list[dict[str, Any]]:
    """Return every series as a dict with "label", "places" and "values"."""
    found = [line for page in drawn for line in page["lines"]]
    for page in drawn:
        for name in dict.fromkeys(bar["series"] for bar in page["bars"]):
            own = [bar for bar in page["bars"] if bar["series"] == name]
            places, values = [bar["name"] for bar in own], [bar["length"] for bar in own]
            found.append({"label": name, "places": places, "values": values})
    return found


def series(drawn: Pages, label: str = "") -> dict[str, Any]:
    """Return one series. Raises LookupError where the figure has none of that name, or no single one."""
    found = [each for each in series_of(drawn) if same(each["label"], label)]
    found = found or (series_of(drawn) if label == "" else [])
    if len(found) != 1:
        raise LookupError(f"the figure shows {len(found)} series {label!r}")
    return found[0]


def same(text: object, other: object) -> bool:
    """Return whether two texts read the same, whatever their case and spaces."""
    return " ".join(str(text).split()).casefold() == " ".join(str(other).split()).casefold()


def names(drawn: Pages, *texts: str) -> bool:
    """Return whether each text is the name of an axis, with or without what stands in brackets there."""
    axes = [page[key] for page in drawn for key in ("xlabel", "ylabel")]
    return all(any(same(text, name) or same(text, BRACKETS.sub(" ", name)) for name in axes) for text in texts)


def shows(drawn: Pages, *labels: str) -> bool:
    """Return whether these are the series of the figure, all of them."""
    found = [each["label"] for each in series_of(drawn)]
    return len(found) == len(labels) and all(any(same(label, each) for each in found) for label in labels)


def count(drawn: Pages) -> int:
    """Return the number of series."""
    return len(series_of(drawn))


def spread(drawn: Pages) -> float:
    """Return how far the highest value lies above the lowest."""
    values: list[float] = [value for each in series_of(drawn) for value in each["values"]]
    return max(values) - min(values)


def at(drawn: Pages, place: Place, label: str = "") -> float:
    """Return the value of a series at a place; of places that are numbers, the nearest one counts.

    Raises LookupError where nothing is drawn there.
    """
    own = series(drawn, label)
    pairs: list[tuple[Any, float]] = list(zip(own["places"], own["values"], strict=True))
    for where, value in pairs:
        if same(where, place):
            return value
    known = [(where, value) for where, value in pairs if isinstance(where, int | float)]
    if not known or not isinstance(place, int | float):
        raise LookupError(f"nothing is drawn at {place!r}")
    across = max(where for where, _ in known) - min(where for where, _ in known)
    where, value = min(known, key=lambda pair: abs(pair[0] - place))
    if abs(where - place) > TOLERANCE * across:
        raise LookupError(f"nothing is drawn at {place!r}")
    return value


def near(drawn: Pages, value: float, said: float) -> bool:
    """Return whether a value that is said is the one that is drawn, as exactly as it can be read."""
    return abs(value - said) <= TOLERANCE * spread(drawn)


def change(drawn: Pages, label: str = "") -> float:
    """Return by how much a series is higher at its end than where it begins."""
    values: list[float] = series(drawn, label)["values"]
    return values[-1] - values[0]


def order_of(values: Sequence[float]) -> float:
    """Return Kendall's tau of values with their order: 1 where each is higher than all before it, -1 where lower."""
    pairs = [(value, later) for at, value in enumerate(values) for later in values[at + 1 :]]
    steps = [1 if later > value else -1 if later < value else 0 for value, later in pairs]
    return sum(steps) / len(steps) if steps else 0.0


def lost_again(values: Sequence[float]) -> float:
    """Return the deepest fall from any value to a later one; 0 where no value is lower than one before it."""
    top, deepest = values[0], 0.0
    for value in values:
        top = max(top, value)
        deepest = max(deepest, top - value)
    return deepest


def _climbs(values: Sequence[float], clear: float) -> bool:
    rise = values[-1] - values[0]
    return rise > clear and order_of(values) >= ORDERED and lost_again(values) <= BACK * rise


def rises(drawn: Pages, label: str = "") -> bool:
    """Return whether a series rises: it ends clearly higher than it begins, most later values are higher than those
    before them, and it never loses a large part of the rise again.
    """
    return _climbs(series(drawn, label)["values"], STEADY * spread(drawn))


def falls(drawn: Pages, label: str = "") -> bool:
    """Return whether a series falls, as `rises` has it of one that is turned upside down."""
    return _climbs([-value for value in series(drawn, label)["values"]], STEADY * spread(drawn))


def _turns(values: Sequence[float], clear: float) -> bool:
    top = max(range(len(values)), key=values.__getitem__)
    up, down = values[: top + 1], values[top:]
    least = max(clear, BACK * (max(values) - min(values)))
    return _climbs(up, least) and _climbs([-value for value in down], least)


def rises_then_falls(drawn: Pages, label: str = "") -> bool:
    """Return whether a series rises to one place between its ends, and falls from there, each by a clear part."""
    return _turns(series(drawn, label)["values"], STEADY * spread(drawn))


def falls_then_rises(drawn: Pages, label: str = "") -> bool:
    """Return whether a series falls to one place between its ends, and rises from there, each by a clear part."""
    return _turns([-value for value in series(drawn, label)["values"]], STEADY * spread(drawn))


def goes_no_way(drawn: Pages, label: str = "") -> bool:
    """Return whether a series shows no clear trend: it changes, and goes neither up nor down, nor one way and back."""
    found: list[float] = series(drawn, label)["values"]
    varies = max(found) - min(found) > STEADY * spread(drawn)
    turns = rises_then_falls(drawn, label) or falls_then_rises(drawn, label)
    return (
        varies and not turns and abs(order_of(found)) < 1 / 3 and abs(change(drawn, label)) < 0.5 * reach(drawn, label)
    )


def highest_at(drawn: Pages, place: Place, label: str = "") -> bool:
    """Return whether a series is highest at a place, or cannot be told from it there."""
    return near(drawn, at(drawn, place, label), max(series(drawn, label)["values"]))


def lowest_at(drawn: Pages, place: Place, label: str = "") -> bool:
    """Return whether a series is lowest at a place, or cannot be told from it there."""
    return near(drawn, at(drawn, place, label), min(series(drawn, label)["values"]))


def _pairs(drawn: Pages, label: str, other: str) -> list[tuple[float, float]]:
    """Return the values of two series at each place; none where one is drawn somewhere that the other is not."""
    one, two = series(drawn, label), series(drawn, other)
    theirs = {str(place): value for place, value in zip(two["places"], two["values"], strict=True)}
    if set(map(str, one["places"])) != set(theirs):
        return []
    return [(value, theirs[str(place)]) for place, value in zip(one["places"], one["values"], strict=True)]


def above(drawn: Pages, label: str, other: str) -> bool:
    """Return whether a series lies above another one throughout: both are drawn at the same places, and at each."""
    pairs = _pairs(drawn, label, other)
    return bool(pairs) and all(value > against for value, against in pairs)


def below(drawn: Pages, label: str, other: str) -> bool:
    """Return whether a series lies below another one throughout, as `above` has it."""
    pairs = _pairs(drawn, label, other)
    return bool(pairs) and all(value < against for value, against in pairs)


def higher_at(drawn: Pages, place: Place, label: str, other: str) -> bool:
    """Return whether a series is higher than another one at a place."""
    return at(drawn, place, label) > at(drawn, place, other)


def lower_at(drawn: Pages, place: Place, label: str, other: str) -> bool:
    """Return whether a series is lower than another one at a place."""
    return at(drawn, place, label) < at(drawn, place, other)


def reach(drawn: Pages, label: str) -> float:
    """Return how far the highest value of a series lies above its lowest."""
    values: list[float] = series(drawn, label)["values"]
    return max(values) - min(values)


def varies_most(drawn: Pages, label: str) -> bool:
    """Return whether no series has a wider range, from its lowest to its highest value, than this one."""
    return reach(drawn, label) >= max(reach(drawn, each["label"]) for each in series_of(drawn))


def varies_least(drawn: Pages, label: str) -> bool:
    """Return whether no series has a narrower range, from its lowest to its highest value, than this one."""
    return reach(drawn, label) <= min(reach(drawn, each["label"]) for each in series_of(drawn))


def uppermost(drawn: Pages) -> str:
    """Return the label of the series with the highest mean."""
    return str(max(series_of(drawn), key=lambda each: sum(each["values"]) / len(each["values"]))["label"])


def lowermost(drawn: Pages) -> str:
    """Return the label of the series with the lowest mean."""
    return str(min(series_of(drawn), key=lambda each: sum(each["values"]) / len(each["values"]))["label"])
