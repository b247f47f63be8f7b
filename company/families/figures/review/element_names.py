"""The names of a figure's elements as people read them; as requirements have them, they are made for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from company.results.likeness.elements import Element, element_of

_PARTS = {
    "title": "title",
    "xlabel": "name of the x axis",
    "ylabel": "name of the y axis",
    "zlabel": "name of the z axis",
    "xorder": "order along the x axis",
    "yorder": "order along the y axis",
    "legend": "title of the legend",
    "note": "text",
    "type": "kinds of marks",
    "data": "values",
}


def spoken_names(names: Iterable[str]) -> Mapping[str, str]:
    """Return each element's name in words; where all are of one axes, or one series of it, words leave it out."""
    known = {name: _element(name) for name in names}
    found = [each for each in known.values() if each is not None]
    several = len({each.axes for each in found if each.axes is not None}) > 1
    coloured = [each.axes for each in found if each.part == "colour"]
    return {
        name: _spoken(each, several, coloured.count(each.axes) > 1) if each is not None else name
        for name, each in known.items()
    }


def _element(name: str) -> Element | None:
    """Return the element of a name; None for one that somebody gave to what they see on a picture."""
    try:
        return element_of(name)
    except ValueError:
        return None


def _spoken(element: Element, several: bool, numbered: bool) -> str:
    if element.axes is None:
        return "title of the figure"
    part = _PARTS.get(element.part) or (f"colour of series {(element.series or 0) + 1}" if numbered else "colour")
    return f"axes {element.axes + 1}: {part}" if several else part
