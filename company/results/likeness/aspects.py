"""How alike two portraits are: six aspects from 0 to 1, what they add up to, and when the second portrait is right.

What the reference's query leaves open is free: texts, colours and orders of names count only as far as they are
required, sizes, resolutions, the order of series, looks and legends' places never do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from company.results.likeness.colours import difference
from company.results.likeness.content import Panel, panels_of
from company.results.likeness.elements import Element, Requirements, element_of, required, texts_at
from company.results.likeness.matching import Pair, PanelPair, paired
from company.results.likeness.order import is_in_order
from company.results.likeness.wording import alike, plain_text

WEIGHTS = {"data": 0.40, "type": 0.20, "encoding": 0.15, "text": 0.15, "layout": 0.05, "colour": 0.05}
NEAR = 10.0
"""Of CIEDE2000: colours that are no further apart have one name."""
WINDOW = 0.02
"""Of what an axis shows: how far limits may be apart where they cut something off."""


@dataclass(frozen=True)
class Likeness:
    """How alike two portraits are."""

    aspects: dict[str, float]
    """From 0 to 1; an aspect is left out of which the reference has nothing."""

    @property
    def right(self) -> bool:
        """Whether the second portrait shows all that the reference shows and that its query requires."""
        return bool(self.aspects) and all(share == 1 for share in self.aspects.values())

    @property
    def score(self) -> float:
        """What the aspects add up to, from 0 to 100."""
        weight = sum(WEIGHTS[aspect] for aspect in self.aspects)
        return 100 * sum(WEIGHTS[aspect] * share for aspect, share in self.aspects.items()) / weight if weight else 0.0


def likeness(reference: Any, answer: Any, requirements: Requirements = ()) -> Likeness:
    """Return how alike an answer's portrait is to the reference's; nothing is like a reference with nothing on it.

    Raises ValueError where a requirement names no element of a figure.
    """
    ours, theirs = panels_of(reference), panels_of(answer)
    pages = paired(ours, theirs)
    if not ours:
        return Likeness({"data": 0.0})
    found = {
        "data": data(ours, theirs, pages),
        "type": f1(kinds(ours, pages, 0), kinds(theirs, pages, 1)),
        "encoding": encoding(ours, theirs, pages, required(requirements, "order")),
        "layout": f1(cells(ours, pages, 0), cells(theirs, pages, 1)),
    }
    texts, colours = required(requirements, "text"), required(requirements, "colour")
    whole = (reference, answer)
    if texts:
        found["text"] = text(whole, pages, texts)
    if colours:
        found["colour"] = sum(is_coloured(pages, each, value) for each, value in colours) / len(colours)
    return Likeness({aspect: exact(found[aspect]) for aspect in WEIGHTS if aspect in found})


def right(reference: Any, answer: Any, requirements: Requirements = ()) -> bool:
    """Return whether an answer's portrait shows what the reference's does; one that cannot be compared does not."""
    for each in requirements:
        element_of(each["element"])
    try:
        return likeness(reference, answer, requirements).right
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError):
        return False


def exact(share: float) -> float:
    """Return a share without what adding up fractions leaves."""
    return 1.0 if share > 1 - 1e-12 else max(0.0, float(share))


def data(ours: list[Panel], theirs: list[Panel], pages: list[PanelPair]) -> float:
    """Return how much of the values of both is in the other, series by series."""
    total = sum(len(panel.marks) for panel in (*ours, *theirs))
    return 2 * sum(pair.share for page in pages for pair in page.pairs) / total


def f1(one: Counter[Any], other: Counter[Any]) -> float:
    """Return the harmonic mean of the share of the first that is in the second, and the other way round."""
    return 2 * (one & other).total() / max(one.total() + other.total(), 1)


def numbers(pages: list[PanelPair], side: int) -> dict[int, int]:
    """Return the number of the pair that each axes of one side is in."""
    return {id((page.one, page.other)[side]): number for number, page in enumerate(pages)}


def kinds(panels: list[Panel], pages: list[PanelPair], side: int) -> Counter[Any]:
    """Return the kinds of all series by the axes that they stand on."""
    known = numbers(pages, side)
    return Counter((known.get(id(panel), f"{side}: none"), mark.kind) for panel in panels for mark in panel.marks)


def cells(panels: list[Panel], pages: list[PanelPair], side: int) -> Counter[Any]:
    """Return row, column and spans of all axes, each with which one it is."""
    known = numbers(pages, side)
    return Counter((known.get(id(panel), f"{side}: none"), panel.cell) for panel in panels)


def encoding(
    ours: list[Panel], theirs: list[Panel], pages: list[PanelPair], orders: Sequence[tuple[Element, str]] = ()
) -> float:
    """Return the share of the ways in which values are shown that are the same, required orders among them; what stands
    alone has none.
    """
    judged = [
        each for page in pages for each in (*on_axes(page), *(one for pair in page.pairs for one in of_series(pair)))
    ]
    judged += [is_ordered(pages, element) for element, _ in orders]
    matched = sum(len(page.pairs) for page in pages)
    alone = sum(len(panel.marks) for panel in (*ours, *theirs)) - 2 * matched
    alone += len(ours) + len(theirs) - 2 * len(pages)
    return sum(judged) / (len(judged) + alone) if judged or alone else 0.0


def is_ordered(pages: list[PanelPair], element: Element) -> bool:
    """Return whether names stand in the order that is required."""
    found = (page for page in pages if page.one.place == element.axes)
    return any(is_in_order(page.one, page.other, element.part[0]) for page in found)


def on_axes(page: PanelPair) -> list[bool]:
    """Return of two axes whether they have the same projection, scales, stacks, and what is cut off."""
    one, other = page.one.page, page.other.page
    found = [one["projection"] == other["projection"], page.one.stacked == page.other.stacked]
    found += [one["scales"].get(axis, "linear") == other["scales"].get(axis, "linear") for axis in "xyz"]
    return found + [is_same_window(page, axis) for axis in "xy"]


def is_same_window(page: PanelPair, axis: str) -> bool:
    """Return whether two axes show the same part of what is drawn; where nothing is cut off, they do."""
    limits = [sorted(each.page["limits"].get(axis) or [0, 0]) for each in (page.one, page.other)]
    if not any(cuts(each, axis) for each in (page.one, page.other)):
        return True
    slack = WINDOW * (limits[0][1] - limits[0][0])
    return all(abs(a - b) <= slack for a, b in zip(*limits, strict=True))


def cuts(panel: Panel, axis: str) -> bool:
    """Return whether marks stand outside of what an axes shows."""
    low, high = sorted(panel.page["limits"].get(axis) or [0, 0])
    slack = 1e-6 * (high - low)
    drawn = [values for series in panel.page["series"] for values in [corners_along(series, axis)] if values]
    return any(each < low - slack or each > high + slack for values in drawn for each in values if each is not None)


def corners_along(series: Any, axis: str) -> list[Any]:
    """Return where the marks of a series stand along an axis."""
    turned = series.get("form") == "lying"
    name = {"x": "y", "y": "x"}[axis] if turned else axis
    if series["kind"] == "bar" and name == "y":
        lengths, bases = series["channels"]["y"], series["channels"].get("base", [])
        return [a + b for a, b in zip(lengths, bases, strict=True) if a is not None and b is not None]
    return [each for each in series["channels"].get(name, []) if not isinstance(each, str)]


def of_series(pair: Pair) -> list[bool]:
    """Return of two series whether the same channels hold the same columns, in the same form, under the same name."""
    one, other = pair.one, pair.other
    found = [pair.channels.get(name) == name for name in one.channels]
    found += [False for name in other.channels if name not in one.channels]
    found.append(one.form == other.form)
    return found + ([plain_text(one.name) == plain_text(other.name)] if one.name else [])


def text(whole: tuple[Any, Any], pages: list[PanelPair], wanted: list[tuple[Any, str]]) -> float:
    """Return how far the required texts are there, and nothing else in their places."""
    scales = [[place for place, page in enumerate(each["axes"]) if page["colourbar"]] for each in whole]
    places = {page.one.place: page.other.place for page in pages} | dict(zip(*scales, strict=False))
    alone = len(pages) <= 1
    found, given = 0.0, 0
    for element, value in wanted:
        axes = places.get(element.axes, -1) if element.axes is not None else next(iter(places.values()), None)
        texts = texts_at(whole[1], element, axes, alone)
        found += max((alike(value, each) for each in texts), default=0.0)
        given += bool(texts)
    return 2 * found / (len(wanted) + given)


def is_coloured(pages: list[PanelPair], element: Any, value: str) -> bool:
    """Return whether the series in the place of one of the reference has the colour that is required."""
    for page in pages:
        for pair in page.pairs:
            if (page.one.place, pair.one.place) == (element.axes, element.series):
                return bool(pair.other.colours) and difference(value, pair.other.colours[0]) <= NEAR
    return False
