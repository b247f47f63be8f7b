"""What staff are told that a drawing shows: each thing once, in as few words as can be."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from company.drawings.candidates import is_hidden, is_thin
from company.drawings.scenes import Box, Edge, Element, Scene, joint_of, scene_of

_DIGITS = 2
"""Of shares of the canvas."""
SMALL = "too_small_to_be_counted"
HIDDEN, THIN = "hidden by others", "so thin that it is taken for a line"
"""Why nothing is asked of the kind of a thing."""


def facts_of(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a scene shows as JSON: of a graph its nodes with what they say, and edges by what their ends say.

    Without a kind or a colour, that is in doubt. What has no fill is told so; names only where two nodes say the same.
    """
    scene = scene_of(told)
    named = _named(scene)
    nodes = {each.name for each in scene.nodes} if scene.format == "graphviz" else set()
    facts = {
        "size": [scene.width, scene.height],
        "elements": _grouped([_thing(each, scene, named) for each in scene.elements if each.name not in nodes]),
        "nodes": [_thing(each, scene, named) for each in scene.elements if each.name in nodes],
        "edges": [_edge(each, named) for each in scene.edges],
        "texts": _other_texts(scene),
        "flow": scene.flow,
        SMALL: _grouped([_thing(each, scene, named) for each in scene.faint]),
        "doubts": [each for each in scene.doubts if not each.startswith("kind of")],  # these lack their kind
    }
    return {name: value for name, value in facts.items() if value}


def outline_of(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what who names a drawing is told beside its picture: kinds of shapes from back to front, and all words."""
    scene = scene_of(told)
    kinds = [each.kind or "thing" for each in scene.elements if each.kind != "text"]
    facts = {"kinds": kinds if scene.format != "graphviz" else [], "texts": list(scene.texts)}
    return {name: value for name, value in facts.items() if value}


def _named(scene: Scene) -> Mapping[str, str]:
    """Return what each node is called in facts: what it says, or its name where that is not its own."""
    says = Counter(each.text for each in scene.nodes)
    return {each.name: each.text if each.text and says[each.text] == 1 else each.name for each in scene.nodes}


def _thing(element: Element, scene: Scene, named: Mapping[str, str]) -> dict[str, Any]:
    told = {
        "kind": element.kind,
        "colour": element.colour,
        **_inks(element),
        "text": element.text,
        "name": element.name if scene.format == "graphviz" and named.get(element.name) == element.name else "",
        "box": _box(element.box),
        "doubt": _doubt(element, scene),
    }
    return {name: value for name, value in told.items() if value not in (None, "")}


def _grouped(things: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return things with those that look alike and follow one another as one, with the `boxes` of all."""
    found = []
    for look, alike in itertools.groupby(things, lambda each: {**each, "box": "box" in each}):
        many = list(alike)
        if len(many) == 1 or not look["box"]:
            found += many
        else:
            plain = {name: value for name, value in many[0].items() if name != "box"}
            found.append({**plain, "boxes": [each["box"] for each in many]})
    return found


def _inks(element: Element) -> dict[str, Any]:
    """Return the ink where it has no one name, and of a closed shape whether it has an outline or no fill."""
    if element.kind in ("text", "line", "polyline"):
        return {} if element.colour else {"ink": element.fill or element.stroke}
    if element.fill is None:
        return {"filled": False} | ({} if element.colour else {"ink": element.stroke})
    outline = element.stroke if element.stroke != element.fill else None
    return ({} if element.colour else {"ink": element.fill}) | ({"outline": outline} if outline else {})


def _doubt(element: Element, scene: Scene) -> str:
    if is_hidden(element, scene):
        return HIDDEN
    return THIN if element.kind == "rectangle" and is_thin(element, scene) else ""


def _box(box: Box | None) -> list[float] | None:
    return None if box is None else [round(each, _DIGITS) for each in (box.left, box.top, box.right, box.bottom)]


def _edge(edge: Edge, named: Mapping[str, str]) -> list[str]:
    ends = [named.get(edge.tail, edge.tail), joint_of(edge), named.get(edge.head, edge.head)]
    return [*ends, edge.text] if edge.text else ends


def _other_texts(scene: Scene) -> list[str]:
    """Return what is written and said by no element and no edge."""
    said = Counter([*(each.text for each in scene.elements), *(each.text for each in scene.edges)])
    return list((Counter(scene.texts) - said).elements())
