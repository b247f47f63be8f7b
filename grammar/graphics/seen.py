"""The scene that facts of a drawing tell of, as far as they tell it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from company.drawings.compiled import nodes_of
from company.drawings.scenes import Box, Edge, Element, Format, Scene

_SMALL = "too_small_to_be_counted"
_HIDDEN = "hidden by others"
_INK = "#808080"
"""Of what is filled in a colour that is told by its name."""
_COVERED = {"circle": math.pi / 4, "ellipse": math.pi / 4, "triangle": 0.5}
"""Share of its box that a whole shape covers; of all others 1."""


def scene_told(facts: Mapping[str, Any], form: Format) -> Scene:
    """Return a scene with all that facts say; names are what things say, or their places."""
    plain = [_element(each, str(place)) for place, each in enumerate(_each(facts.get("elements", ())))]
    nodes = [_element(each, each.get("name") or each.get("text", "")) for each in facts.get("nodes", ())]
    elements = tuple([*plain, *nodes])
    edges = tuple(_edge(*each) for each in facts.get("edges", ()))
    said = [text for text in (*(each.text for each in elements), *(each.text for each in edges)) if text]
    return Scene(
        format=form,
        width=facts["size"][0],
        height=facts["size"][1],
        elements=elements,
        texts=(*said, *facts.get("texts", ())),
        nodes=tuple(nodes) if form == "graphviz" else nodes_of(elements) if form == "tikz" else (),
        edges=edges,
        flow=facts.get("flow"),
        doubts=tuple(facts.get("doubts", ())),
        faint=tuple(_element(each, f"faint {place}") for place, each in enumerate(_each(facts.get(_SMALL, ())))),
    )


def _each(told: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield things that were told as one because they look alike, one by one."""
    for each in told:
        if "boxes" not in each:
            yield each
        for box in each.get("boxes", ()):
            yield {**each, "box": box}


def _element(told: Mapping[str, Any], name: str) -> Element:
    box = Box(*told["box"]) if told.get("box") else None
    lined = told.get("kind") in ("line", "polyline") or told.get("filled") is False
    ink = told.get("ink") or _INK
    share = 0.0
    if box is not None and told.get("doubt") != _HIDDEN:
        share = (box.right - box.left) * (box.bottom - box.top) * _COVERED.get(str(told.get("kind")), 1.0)
    return Element(
        told.get("kind"),
        told.get("colour"),
        box,
        told.get("text", ""),
        name,
        fill=None if lined else ink,
        stroke=ink if lined else told.get("outline"),
        share=share,
    )


def _edge(tail: str, joint: str, head: str, text: str = "") -> Edge:
    return Edge(tail, head, text, directed=joint == "->", both=joint == "<->")
