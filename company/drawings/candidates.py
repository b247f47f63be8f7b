"""Which elements of a drawing are meant by a kind and a colour: those that are so for certain, and those that may be.

A fact that stays the same whatever the doubtful ones are is no matter of doubt.
"""

from __future__ import annotations

import math

from company.drawings.margins import may_be_called
from company.drawings.scenes import Box, Element, Scene

HALF_SEEN = 0.55
"""Share of a shape that is not covered at the least, where it may be counted or spoken of by its form."""
THIN = 1 / 6
"""A rectangle whose one side is shorter by the other one may be taken for a line by who sees it,"""
THICK = 0.04
"""unless it is as thick as this share of the canvas's shorter side: that is a bar."""
_WHOLE = 0.97
"""Share of the canvas, across and down, from where on a rectangle is the ground that others stand on."""
_COVER_NOTHING = ("text", "line", "cluster")
"""Kinds behind which no shape is hidden, and which stand behind all that is in them."""
_AREAS = {"rectangle": 1.0, "circle": math.pi / 4, "ellipse": math.pi / 4, "triangle": 0.5}
"""Share of its box that a whole shape covers; of a triangle about."""


class Unclear(ValueError):
    """A fact that a drawing does not tell for certain; the message says why."""


def shapes(scene: Scene, kind: str = "", colour: str = "") -> list[Element]:
    """Return what is no text, no cluster and not the ground, of a kind and a colour where they are named."""
    if any(each.startswith("elements") for each in scene.doubts):
        raise Unclear("how many things are drawn is in doubt")
    what = f"{colour} {kind}".strip() or "thing"
    if small := [each for each in scene.faint if _may_be(each, kind, colour)]:
        raise Unclear(f"what is too small to be seen for certain may be a {what}: {len(small)} of it")
    found = [each for each in scene.elements if not is_ground(each) and _may_be(each, kind, colour)]
    if kind and (doubtful := next((each for each in found if each.kind is None), None)):
        raise Unclear(f"of which kind something is is in doubt: {told_briefly(doubtful)} may be a {what}")
    if colour and (doubtful := next((each for each in found if each.colour is None), None)):
        raise Unclear(f"which colour something has is in doubt: {told_briefly(doubtful)} may be a {what}")
    if kind and (hidden := next((each for each in found if is_hidden(each, scene)), None)):
        raise Unclear(f"a {kind} is hidden by others for the most part: {told_briefly(hidden)}")
    if kind == "rectangle" and (thin := next((each for each in found if is_thin(each, scene)), None)):
        raise Unclear(f"a rectangle is so thin that it is taken for a line: {told_briefly(thin)}")
    return found


def candidates(scene: Scene, kind: str = "", colour: str = "") -> tuple[list[Element], list[Element]]:
    """Return what is of a kind and a colour for certain, and what may be: too small, hidden, thin, or in doubt."""
    if any(each.startswith("elements") for each in scene.doubts):
        raise Unclear("how many things are drawn is in doubt")
    found = [each for each in scene.elements if not is_ground(each) and _may_be(each, kind, colour)]
    certain = [each for each in found if not _is_doubtful(each, scene, kind, colour)]
    possible = [each for each in found if each not in certain]
    return certain, [*possible, *(each for each in scene.faint if _may_be(each, kind, colour))]


def _is_doubtful(element: Element, scene: Scene, kind: str, colour: str) -> bool:
    if colour and element.colour is None:
        return True
    if not kind:
        return False
    return element.kind is None or is_hidden(element, scene) or (kind == "rectangle" and is_thin(element, scene))


def _may_be(element: Element, kind: str, colour: str) -> bool:
    """Return whether an element is a shape of a kind and a colour, as far as that is known."""
    if element.kind in ("text", "cluster") or (kind and element.kind not in (None, kind)):
        return False
    return not colour or may_have(element, colour)


def may_have(element: Element, colour: str) -> bool:
    """Return whether an element has a colour, or its inks could be called so by somebody."""
    if element.colour is not None:
        return element.colour == colour
    inks = [each for each in (element.fill, element.stroke) if each]
    return not inks or any(may_be_called(each, colour) for each in inks)


def told_briefly(element: Element) -> str:
    """Return an element in words: its colour, its kind, and where its middle is."""
    look = " ".join(
        each for each in (element.colour or element.fill or element.stroke, element.kind or "thing") if each
    )
    if element.box is None:
        return f"the {look}"
    across, down = element.box.centre
    return f"the {look} at {across:.2f}, {down:.2f}"


def is_hidden(element: Element, scene: Scene) -> bool:
    """Return whether the most part of a shape is covered by others, or may be.

    What changes few pixels where it is left out is hidden where what is painted after it could cover so much of it. It
    may also be of the colour of the page: whole where an outline shows it, or where nothing is behind it, and else in
    part, as it is seen on what is behind it alone.
    """
    if element.box is None or element.kind not in _AREAS or element.fill is None:
        return False
    area = _AREAS[element.kind] * area_of(element.box)
    if element.share >= HALF_SEEN * area:
        return False
    before, after = _painted_around(element, scene)
    if sum(_shared_area(each, element.box) for each in after) > (1 - HALF_SEEN) * area:
        return True
    outlined = element.stroke not in (None, element.fill)
    return not outlined and any(_shared_area(each, element.box) for each in before)


def _painted_around(element: Element, scene: Scene) -> tuple[list[Element], list[Element]]:
    """Return what could hide an element or stand behind it: painted before it, and painted after it.

    What is not among all that is seen counts as painted before everything.
    """
    names = [each.name for each in scene.elements]
    place = names.index(element.name) if element.name in names else -1
    before, after = (
        [each for each in some if each.kind not in _COVER_NOTHING and not is_ground(each)]
        for some in (scene.elements[: max(place, 0)], scene.elements[place + 1 :])
    )
    return before, after


def _shared_area(other: Element, box: Box) -> float:
    """Return the share of the canvas that a box has in common with another thing's; its own where that is in doubt."""
    if other.box is None:
        return area_of(box)
    across = min(box.right, other.box.right) - max(box.left, other.box.left)
    down = min(box.bottom, other.box.bottom) - max(box.top, other.box.top)
    return max(across, 0.0) * max(down, 0.0)


def is_ground(element: Element) -> bool:
    """Return whether an element fills the whole canvas."""
    box = element.box
    return box is not None and min(box.right - box.left, box.bottom - box.top) >= _WHOLE


def is_thin(element: Element, scene: Scene) -> bool:
    """Return whether somebody takes a rectangle for a line."""
    if element.box is None:
        return False
    sides = (element.box.right - element.box.left) * scene.width, (element.box.bottom - element.box.top) * scene.height
    return min(sides) < min(THIN * max(sides), THICK * min(scene.width, scene.height))


def area_of(box: Box) -> float:
    """Return the share of the canvas that a box covers."""
    return (box.right - box.left) * (box.bottom - box.top)


def box_of(element: Element) -> Box:
    """Return where an element stands. Raises Unclear where that is in doubt."""
    if element.box is None:
        raise Unclear("where something stands is in doubt")
    return element.box
