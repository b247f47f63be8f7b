"""What a query can ask of a figure beside its data: texts and colours, each by the name of its element.

    title                          of the whole figure
    axes[0].title, axes[0].xlabel, axes[0].ylabel, axes[0].zlabel
    axes[0].legend                 the title of its legend
    axes[0].note                   something that is written on it
    axes[0].xorder, axes[0].yorder the names along an axis, in the order in which they stand
    axes[0].series[2].colour       #rrggbb, of what is drawn third
    axes[0].type, axes[0].data     that marks of these kinds, and these values, are asked for at all

Axes and series are counted from 0 as in the reference's portrait. A requirement has "aspect" ("text", "order" or
"colour"; of type and data, all of the reference counts anyhow), "element", "value", and may say more, such as the words
of the query that ask for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.results.likeness.content import panels_of
from company.results.likeness.order import names_in_order

Requirements = Sequence[Mapping[str, Any]]
WORDS = ("title", "xlabel", "ylabel", "zlabel")
MOST = 300
"""Characters of an order that are told."""
_ELEMENT = re.compile(
    r"^axes\[(\d+)\]\.(?:(title|[xyz]label|[xy]order|legend|note|type|data)|series\[(\d+)\]\.colour)$"
)


@dataclass(frozen=True)
class Element:
    """A part of a figure: of which axes (None: of the whole), which of its words, or the colour of which series."""

    axes: int | None
    part: str
    series: int | None = None


def element_of(name: str) -> Element:
    """Return the element of a name. Raises ValueError where there is none of this form."""
    if name == "title":
        return Element(None, "title")
    found = _ELEMENT.match(name)
    if found is None:
        raise ValueError(f"{name!r} is no element of a figure: write title, axes[0].xlabel, axes[0].series[0].colour …")
    axes, part, series = found.groups()
    return Element(int(axes), part or "colour", None if series is None else int(series))


def elements(portrait: Any) -> list[dict[str, str]]:
    """Return everything on a figure that a query can require, as requirements that the figure fulfils."""
    found = [("text", "title", portrait["title"])]
    for place, page in enumerate(portrait["axes"]):
        found += [("text", f"axes[{place}].{word}", str(page.get(word) or "")) for word in WORDS]
        found += [("text", f"axes[{place}].legend", str(each["title"])) for each in page["legends"]]
        found += [("text", f"axes[{place}].note", str(note[-1])) for note in page["notes"]]
    for panel in panels_of(portrait):
        for axis in "xy":
            found.append(("order", f"axes[{panel.place}].{axis}order", ", ".join(names_in_order(panel, axis))[:MOST]))
        for mark in panel.marks:
            if len(mark.colours) == 1 and mark.place >= 0:
                found.append(("colour", f"axes[{panel.place}].series[{mark.place}].colour", mark.colours[0]))
    return [{"aspect": aspect, "element": name, "value": value} for aspect, name, value in found if value]


def texts_at(portrait: Any, element: Element, axes: int | None, alone: bool) -> list[str]:
    """Return the texts of a portrait at an element of the axes `axes`; if it is `alone`, the title may stand above."""
    pages = portrait["axes"]
    page = pages[axes] if axes is not None and 0 <= axes < len(pages) else None
    whole, own = portrait["title"], page["title"] if page is not None else ""
    if element.part == "title":
        first, second = (whole, own) if element.axes is None else (own, whole)
        return [each for each in (first, second if alone and not first else "") if each]
    if page is None:
        return []
    if element.part == "legend":
        held = page["legends"] or [legend for other in pages for legend in other["legends"]]
        return [each["title"] for each in held if each["title"]]
    if element.part == "note":
        return [str(note[-1]) for note in page["notes"]]
    return [page[element.part]] if page.get(element.part) else []


def required(requirements: Requirements, aspect: str) -> list[tuple[Element, str]]:
    """Return the elements of one aspect that are required, with what they have to be. Raises ValueError as above."""
    return [(element_of(each["element"]), str(each["value"])) for each in requirements if each["aspect"] == aspect]
