"""What an expression over `scene` may call: facts of a drawing that are clear, as texts and numbers.

Whatever two readings do not agree on, whatever several things could be meant by, and whatever is nearer to its
opposite than the margins allow, is `Unclear`: no answer may be made of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from company.drawings.candidates import (
    Unclear,
    area_of,
    box_of,
    candidates,
    is_ground,
    may_have,
    shapes,
    told_briefly,
)
from company.drawings.margins import APART, COLOURS, counted
from company.drawings.scenes import KINDS, Box, Edge, Element, Scene

LARGER = 1.5
"""How many times as large as the next one the largest of some things is at the least."""
LEVEL = 0.03
"""Share of the canvas that the centres of two things are apart at the most where they are level."""
_FULL_BOXES = ("rectangle", "circle", "ellipse")
"""Kinds that fill their boxes, but for corners."""
_WAYS = {"right": "left", "left": "right", "down": "up", "up": "down"}


# elements


def ground(scene: Scene) -> Element:
    """Return what everything else stands on, where it covers all of the canvas."""
    found: Element = _one([each for each in scene.elements if is_ground(each)], "the ground")
    return found


def count(scene: Scene, kind: str = "", colour: str = "") -> int:
    """Return how many there are, as far as anybody counts without a slip."""
    number = counted(len(shapes(scene, kind, colour)))
    if number is None:
        raise Unclear("there are none, or more than anybody counts")
    return number


def count_words(scene: Scene) -> int:
    """Return how many texts there are."""
    if any(each.kind in (None, "text") for each in scene.faint):
        raise Unclear("a text is too small to be seen for certain")
    number = counted(sum(each.kind == "text" for each in scene.elements))
    if number is None:
        raise Unclear("there are none, or more than anybody counts")
    return number


def only(scene: Scene, kind: str = "", colour: str = "") -> Element:
    """Return the one that there is of a kind and a colour."""
    found: Element = _one(shapes(scene, kind, colour), f"{colour} {kind}".strip())
    return found


def _one(found: Sequence[Any], what: str) -> Any:
    if len(found) != 1:
        raise Unclear(f"there are {len(found)} of {what or 'it'}, and one is meant")
    return found[0]


def largest(scene: Scene, kind: str = "", colour: str = "") -> Element:
    """Return the largest one."""
    return _by_size(scene, kind, colour, 1)


def smallest(scene: Scene, kind: str = "", colour: str = "") -> Element:
    """Return the smallest one."""
    return _by_size(scene, kind, colour, -1)


def _by_size(scene: Scene, kind: str, colour: str, sign: int) -> Element:
    certain, possible = candidates(scene, kind, colour)
    if len(certain) + len(possible) < 2:
        raise Unclear("there are no two of which one could be larger")
    sizes = sorted((area_of(box_of(each)), place, each) for place, each in enumerate([*certain, *possible]))
    (one, place, found), (other, _, _) = sizes[::-sign][:2]
    if place >= len(certain):
        raise Unclear(f"whether it is one is in doubt: {told_briefly(found)}")
    if max(one, other) < LARGER * min(one, other):
        raise Unclear(
            f"two are about as large: {max(one, other):.3f} and {min(one, other):.3f} of the canvas, "
            f"and the one has to be {LARGER:g} times the other"
        )
    return found


def leftmost(scene: Scene, kind: str = "", colour: str = "") -> Element:
    """Return the one that stands farthest to the left."""
    return _outermost(candidates(scene, kind, colour), 0, 1)


def rightmost(scene: Scene, kind: str = "", colour: str = "") -> Element:
    """Return the one that stands farthest to the right."""
    return _outermost(candidates(scene, kind, colour), 0, -1)


def topmost(scene: Scene, kind: str = "", colour: str = "") -> Element:
    """Return the one that stands highest."""
    return _outermost(candidates(scene, kind, colour), 1, 1)


def bottommost(scene: Scene, kind: str = "", colour: str = "") -> Element:
    """Return the one that stands lowest."""
    return _outermost(candidates(scene, kind, colour), 1, -1)


def _outermost(found: tuple[Sequence[Element], Sequence[Element]], axis: int, sign: int) -> Element:
    certain, possible = found
    if len(certain) + len(possible) < 2:
        raise Unclear("there are no two of which one could stand farther out")
    places = sorted((sign * box_of(each).centre[axis], place, each) for place, each in enumerate([*certain, *possible]))
    if places[0][1] >= len(certain):
        raise Unclear(f"whether it is one is in doubt: {told_briefly(places[0][2])}")
    if places[1][0] - places[0][0] < APART:
        raise Unclear(
            f"two stand about as far out: {places[1][0] - places[0][0]:.2f} of the canvas apart, "
            f"and {APART:.2f} is the least"
        )
    return places[0][2]


def label(scene: Scene, text: str) -> Element:
    """Return a text by what it says; of a graph the node or the cluster that says it."""
    graph = scene.format == "graphviz"
    said = [each for each in scene.elements if (graph or each.kind == "text") and each.text == text]
    found: Element = _one(said, repr(text))
    return found


def behind(scene: Scene, text: str) -> Element:
    """Return the smallest shape that a text is written in."""
    inner = box_of(label(scene, text))
    around = [each for each in shapes(scene) if each.box is not None and _holds(each.box, inner)]
    if not around:
        raise Unclear(f"{text!r} stands in no shape")
    found = min(around, key=lambda each: area_of(box_of(each)))
    if found.kind not in _FULL_BOXES and not _is_amid(inner, box_of(found)):
        raise Unclear(f"whether {text!r} stands in {told_briefly(found)} is no matter of course")
    return found


def _is_amid(inner: Box, outer: Box) -> bool:
    """Return whether the middle of a box is in the middle half of another one, across and down."""
    middles = zip(inner.centre, outer.centre, strict=True)
    sides = (outer.right - outer.left, outer.bottom - outer.top)
    return all(abs(one - other) <= side / 4 for (one, other), side in zip(middles, sides, strict=True))


def _holds(outer: Box, inner: Box) -> bool:
    across = outer.left <= inner.left and inner.right <= outer.right
    return across and outer.top <= inner.top and inner.bottom <= outer.bottom


def colour(element: Element) -> str:
    """Return the name of its colour."""
    if element.colour is None:
        raise Unclear("its colour is in doubt")
    return element.colour


def kind(element: Element) -> str:
    """Return what it is."""
    if element.kind is None:
        raise Unclear("what it is is in doubt")
    return element.kind


def words(element: Element) -> str:
    """Return what is written in it."""
    if not element.text:
        raise Unclear("nothing is written in it")
    return element.text


def usual_colour(scene: Scene, kind: str) -> str:
    """Return the colour that more than half of those of a kind have, three of them at the least."""
    certain, possible = candidates(scene, kind)
    colours = Counter(each.colour for each in certain if each.colour)
    name, number = max(colours.items(), key=lambda each: each[1], default=("", 0))
    if number < 3 or 2 * number <= len(certain) + len(possible):
        raise Unclear(f"no colour is that of most of kind {kind}")
    return name


def unused_colour(scene: Scene, name: str) -> str:
    """Return the name of a colour that nothing has."""
    if name not in COLOURS:
        raise Unclear(f"{name} is none of the colours: {', '.join(COLOURS)}")
    if any(each.startswith("elements") for each in scene.doubts):
        raise Unclear("what is drawn is in doubt")
    drawn = (each for each in (*scene.elements, *scene.faint) if each.kind != "cluster")
    if having := [each for each in drawn if each.colour == name or (each.kind != "text" and may_have(each, name))]:
        raise Unclear(f"{name} is no colour that nothing has: {told_briefly(having[0])} has it, or may have it")
    return name


def unused_kind(scene: Scene, name: str) -> str:
    """Return a kind that nothing is of."""
    if name not in KINDS or any(each.kind in (name, None) for each in (*scene.elements, *scene.faint)):
        raise Unclear(f"{name} is no kind that nothing is of")
    return name


def where(one: Element, other: Element) -> str:
    """Return where one thing stands, seen from the other one: "above", "to the left", "above, to the left" …"""
    first, second = box_of(one), box_of(other)
    if one is other or first.meets(second):
        raise Unclear("the two overlap")
    across, down = (first.centre[axis] - second.centre[axis] for axis in (0, 1))
    if any(LEVEL < abs(each) < APART for each in (across, down)):
        raise Unclear(
            f"they are neither level nor clearly apart: {abs(across):.2f} across and {abs(down):.2f} down, "
            f"and each is to be below {LEVEL:.2f} or {APART:.2f} at the least"
        )
    return _place((across > 0) - (across < -LEVEL), (down > 0) - (down < -LEVEL), (abs(across), abs(down)))


def _place(across: int, down: int, far: tuple[float, float]) -> str:
    sides = ("to the left", "", "to the right")[across + 1] if far[0] >= APART else ""
    heights = ("above", "", "below")[down + 1] if far[1] >= APART else ""
    if not (sides or heights):
        raise Unclear("they stand at one place")
    return ", ".join(each for each in (heights, sides) if each)


def mirrored(place: str, axis: str) -> str:
    """Return the opposite of a place: "across", "down", or "both"."""
    pairs = {"across": ("to the left", "to the right"), "down": ("above", "below")}
    turned = place
    for name, (one, other) in pairs.items():
        if axis in (name, "both"):
            turned = ", ".join({one: other, other: one}.get(each, each) for each in turned.split(", "))
    if turned == place:
        raise Unclear(f"{place} has no opposite {axis}")
    return turned


def quarter_turned(place: str) -> str:
    """Return a place after a quarter of a turn, to the right."""
    ring = (
        "above",
        "above, to the right",
        "to the right",
        "below, to the right",
        "below",
        "below, to the left",
        "to the left",
        "above, to the left",
    )
    return ring[(ring.index(place) + 2) % len(ring)]


# graphs


def node(scene: Scene, text: str) -> Element:
    """Return the node that says this."""
    found: Element = _one([each for each in scene.nodes if each.text == text], repr(text))
    return found


def _edges(scene: Scene) -> tuple[Edge, ...]:
    if any(each.startswith("edges") for each in scene.doubts):
        raise Unclear("which edges there are is in doubt")
    return scene.edges


def _said(scene: Scene, name: str) -> str:
    return words(_one([each for each in scene.nodes if each.name == name], name))


def _ends(scene: Scene, text: str, ends: Callable[[Edge, str], set[str]]) -> list[str]:
    name = node(scene, text).name
    return sorted({_said(scene, each) for edge in _edges(scene) for each in ends(edge, name) if each != name})


def _arrows(edge: Edge) -> list[tuple[str, str]]:
    """Return from where to where an edge has arrows."""
    there, back = (edge.tail, edge.head), (edge.head, edge.tail)
    return [there, back] if edge.both else [there] if edge.directed else []


def heads(scene: Scene, text: str) -> list[str]:
    """Return what the nodes say that arrows lead to from a node."""
    return _ends(scene, text, lambda edge, name: {head for tail, head in _arrows(edge) if tail == name})


def tails(scene: Scene, text: str) -> list[str]:
    """Return what the nodes say from which arrows lead to a node."""
    return _ends(scene, text, lambda edge, name: {tail for tail, head in _arrows(edge) if head == name})


def neighbours(scene: Scene, text: str) -> list[str]:
    """Return what the nodes say that a node is linked with."""
    return _ends(scene, text, lambda edge, name: {edge.tail, edge.head} if name in (edge.tail, edge.head) else set())


def the(found: Sequence[str]) -> str:
    """Return the one that there is."""
    return str(_one(found, "them"))


def linking(scene: Scene, one: str, other: str) -> str:
    """Return what the one node says that is linked with both of two."""
    return the(sorted(set(neighbours(scene, one)) & set(neighbours(scene, other))))


def on_edge(scene: Scene, tail: str, head: str) -> str:
    """Return what is written at the edge from one node to another one."""
    ends = (node(scene, tail).name, node(scene, head).name)
    found = [
        each
        for each in _edges(scene)
        if (each.tail, each.head) == ends or (not each.directed and (each.head, each.tail) == ends)
    ]
    text = str(_one(found, "the edge").text)
    if not text:
        raise Unclear("nothing is written at it")
    return text


def flow(scene: Scene) -> str:
    """Return where the arrows lead: "right", "left", "down" or "up"."""
    if scene.flow is None:
        raise Unclear("the arrows lead nowhere in particular")
    return scene.flow


def opposite(way: str) -> str:
    """Return the opposite way."""
    return _WAYS[way]


def aside(way: str, side: int) -> str:
    """Return one of the two ways across a way."""
    return ("left", "right")[side] if way in ("up", "down") else ("up", "down")[side]


VOCABULARY: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (
        *(count, count_words, only, largest, smallest, leftmost, rightmost, topmost, bottommost, label, behind, ground),
        *(colour, kind, words, usual_colour, unused_colour, unused_kind, where, mirrored, quarter_turned),
        *(node, heads, tails, neighbours, the, linking, on_edge, flow, opposite, aside),
    )
}
"""The functions of expressions by name."""
