"""What a legend says: which mark stands beside a text, and so which colour stands for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from company.drawings.candidates import Unclear, box_of, is_ground
from company.drawings.scenes import Element, Scene

_LEAST = 0.03
"""Share of the canvas's height that a text is taken to be high at the least: small letters reach less far."""
_TALL, _WIDE, _GAP = 1.5, 6.0, 3.0
"""Of a text's height: how high and how wide a mark is at the most, and how far in front of the text it ends."""


def key(scene: Scene, text: str) -> Element:
    """Return the mark that stands in front of a text in a legend, of which there are two with other colours at least.

    Something else that is seen has its colour: that is what it stands for.
    """
    marks = _marks(scene)
    found = [(each.name, marks.get(each.name)) for each in _texts(scene) if each.text == text]
    colours = {mark.colour if mark else None for _, mark in found}
    if len(colours) != 1 or None in colours or len({each.colour for each in marks.values()}) < 2:
        raise Unclear(f"{text!r} stands in no legend, or with several colours")
    mark = marks[found[0][0]]
    if not any(each.colour == mark.colour and each.name != mark.name for each in scene.elements):
        raise Unclear(f"nothing is drawn in the colour that stands for {text!r}")
    return mark


def _texts(scene: Scene) -> list[Element]:
    return [each for each in (*scene.elements, *scene.faint) if each.kind == "text" and each.box is not None]


def _marks(scene: Scene) -> Mapping[str, Element]:
    """Return the mark in front of each text that has one, by the text's name."""
    found = {}
    for text in _texts(scene):
        near = [each for each in (*scene.elements, *scene.faint) if _is_mark(each, text, scene)]
        if near and near[0].colour and {each.colour for each in near} == {near[0].colour}:
            found[text.name] = near[0]
    return found


def _is_mark(element: Element, text: Element, scene: Scene) -> bool:
    """Return whether an element stands in front of a text, level with it and as small; a tick has the text's colour."""
    box, inner = element.box, box_of(text)
    if box is None or element.kind in ("text", "cluster") or element.colour == text.colour or is_ground(element):
        return False
    high = max(inner.bottom - inner.top, _LEAST)
    wide = high * scene.height / scene.width
    level = abs(box.centre[1] - inner.centre[1]) <= high / 2 and box.bottom - box.top <= _TALL * high
    return level and box.right - box.left <= _WIDE * wide and -wide / 2 <= inner.left - box.right <= _GAP * wide


LEGENDS: dict[str, Callable[..., Any]] = {"key": key}
"""Its functions by name."""
