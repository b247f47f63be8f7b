"""What a page shows in the words of somebody who describes it, and the page that such words say.

Both stand here, as each knows what the other does: a thing is named, and where it is stands behind it in parentheses.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Sequence

from company.drawings.candidates import is_ground
from company.drawings.scenes import Box, Element, Scene
from grammar.language import listed
from grammar.scenes.canvas import INKS, Page, Shape, circle, ellipse, line, polygon, polyline, rectangle, words
from grammar.voices import an

_NOUNS = {
    "circle": "circle",
    "ellipse": "ellipse",
    "rectangle": "rectangle",
    "triangle": "triangle",
    "polygon": "polygon",
    "line": "straight line",
    "polyline": "bent line",
    "path": "curved shape",
}
"""Kinds of elements as they are called."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_LARGE, _SMALL = 0.2, 0.005
"""Share of the page from where on a thing is called large, and below which it is called small."""
_LONG = 400.0
"""Of a page: its longer side, where it is drawn from words."""
_FREE = ("There {be} {what}", "The drawing shows {what}", "Then there {be} {what}", "There {be} also {what}")
_INSIDE = ("Inside it {be} {what}", "It holds {what}", "Within it there {be} {what}")
_AT = ("Right at it {be} {what}", "Close against it there {be} {what}")
_BESIDE = {
    "right": ("To its right {be} {what}", "Farther to the right there {be} {what}"),
    "left": ("To its left {be} {what}", "Farther to the left there {be} {what}"),
    "down": ("Below it {be} {what}", "Farther down there {be} {what}"),
    "up": ("Above it {be} {what}", "Farther up there {be} {what}"),
}
"""How sentences begin, by where a thing stands from the one that was named before."""
_PAGE = re.compile(r"The page is (\d+) wide and (\d+) high")
_GROUND = re.compile(r"Its background is (\w+)\.")
_PLACE = r"\(from (?P<left>\d+) to (?P<right>\d+) % across and from (?P<top>\d+) to (?P<bottom>\d+) % down\)"
_TOKEN = re.compile(
    rf'"(?P<said>[^"\n]*)"|\b(?:(?P<hue>{"|".join(INKS)}) )?(?P<noun>{"|".join(_NOUNS.values())})s?\b|{_PLACE}'
)
_KIND_OF = {noun: kind for kind, noun in _NOUNS.items()}


def page_in_words(scene: Scene, chance: random.Random) -> str:
    """Return what is on a page, from back to front: what alike things have in common is said once."""
    scale = _LONG / max(scene.width, scene.height)
    size = f"The page is {round(scene.width * scale)} wide and {round(scene.height * scale)} high"
    parts = [f"{size}. What comes later in these words lies in front."]
    shown = [each for each in scene.elements if each.box is not None and (each.kind == "text" or each.kind in _NOUNS)]
    if shown and is_ground(shown[0]) and shown[0].kind == "rectangle" and shown[0].colour:
        parts.append(f"Its background is {shown[0].colour}.")
        shown = shown[1:]
    before: Element | None = None
    for _, group in itertools.groupby(shown, lambda each: (each.kind, each.colour, each.text)):
        alike = list(group)
        lead = chance.choice(_leads(before, alike)).format(be="are" if len(alike) > 1 else "is", what=_told(alike))
        parts.append(f"{lead}.")
        before = alike[0] if len(alike) == 1 and alike[0].kind != "text" else None
    return " ".join(parts)


def _leads(before: Element | None, alike: Sequence[Element]) -> Sequence[str]:
    """Return how a sentence on things may begin; of several, only one that says nothing of where they are."""
    one = alike[0]
    if before is None or before.box is None or one.box is None or len(alike) > 1:
        return _FREE
    if _holds(before.box, one.box):
        return _INSIDE
    if before.box.meets(one.box):
        return _AT
    (x, y), (across, down) = before.box.centre, one.box.centre
    if abs(across - x) >= abs(down - y):
        return _BESIDE["right" if across > x else "left"]
    return _BESIDE["down" if down > y else "up"]


def _holds(outer: Box, inner: Box) -> bool:
    across = outer.left <= inner.left and inner.right <= outer.right
    return across and outer.top <= inner.top and inner.bottom <= outer.bottom


def _told(alike: Sequence[Element]) -> str:
    """Return things that look alike, each with where it is."""
    places = [_place(each.box) for each in alike if each.box is not None]
    one = alike[0]
    if one.kind == "text":
        noun = "the word" if " " not in one.text.strip() else "the words"
        said = noun if len(alike) == 1 else f"{_number(len(alike))} times {noun}"
        return f'{said} "{one.text}" {listed(places)}'
    look = " ".join(part for part in (one.colour, _NOUNS[str(one.kind)]) if part)
    if len(alike) > 1:
        return f"{_number(len(alike))} {look}s {listed(places)}"
    size = _size(one.box)
    return f"{an(size + look)} {places[0]}"


def _size(box: Box | None) -> str:
    share = 0.0 if box is None else (box.right - box.left) * (box.bottom - box.top)
    return "large " if share >= _LARGE else "small " if share < _SMALL else ""


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _place(box: Box) -> str:
    left, right, top, bottom = (round(100 * each) for each in (box.left, box.right, box.top, box.bottom))
    return f"(from {left} to {right} % across and from {top} to {bottom} % down)"


def page_of(caption: str) -> Page:
    """Return the page that words say, and nothing else."""
    found = _PAGE.search(caption)
    wide, high = (float(found[1]), float(found[2])) if found else (_LONG, _LONG)
    shapes = tuple(shape.placed(0, 0, 1) for shape in _shapes(caption, wide, high))
    return Page(wide, high, shapes, "what a caption says")


def _shapes(caption: str, wide: float, high: float) -> Iterator[Shape]:
    if ground := _GROUND.search(caption):
        yield rectangle(0, 0, wide, high, hue_of(ground[1]))
    named: re.Match[str] | None = None
    for token in _TOKEN.finditer(caption):
        if token["left"] is None:
            named = token
        elif named is not None:
            sides = _sides(token, wide, high)
            if named["said"] is not None:
                yield _written(named["said"], sides)
            else:
                yield _shape(_KIND_OF[named["noun"]], hue_of(named["hue"]), sides)


Sides = tuple[float, float, float, float]


def _sides(place: re.Match[str], wide: float, high: float) -> Sides:
    left, top, right, bottom = (float(place[side]) / 100 for side in ("left", "top", "right", "bottom"))
    return left * wide, top * high, max(right, left + 0.01) * wide, max(bottom, top + 0.01) * high


def hue_of(name: str | None) -> str:
    """Return the ink of a colour's name, and a grey where words name none."""
    return INKS[name][0] if name in INKS else "#555555"


def _written(said: str, sides: Sides) -> Shape:
    left, top, right, bottom = sides
    size = max(8.0, (right - left) / max(1, len(said)) * 1.75)
    return words((left + right) / 2, bottom - (bottom - top) * 0.2, said, size, "#000000")


def _shape(kind: str, hue: str, sides: Sides) -> Shape:
    left, top, right, bottom = sides
    x, y, across, up = (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2
    match kind:
        case "circle":
            return circle(x, y, (across + up) / 2, hue)
        case "ellipse":
            return ellipse(x, y, across, up, hue)
        case "rectangle":
            return rectangle(left, top, right - left, bottom - top, hue)
        case "triangle":
            return polygon(hue, (left, bottom), (x, top), (right, bottom))
        case "line":
            return line((left, top), (right, bottom), hue, 4)
        case "polyline":
            return polyline(hue, 2, (left, bottom), (x, top), (right, bottom))
    corners = ((left, y), (x - across / 2, top), (x + across / 2, top), (right, y), (x, bottom))
    return polygon(hue, *corners)
