"""What two drawings show differently, fact by fact; code that is only written otherwise shows no difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from company.drawings.margins import APART, same_colour
from company.drawings.scenes import Box, Element, Scene


@dataclass(frozen=True)
class Difference:
    """A fact in which two drawings differ."""

    what: str
    """"colour", "kind", "text", "place", "elements", "texts", "edges" or "flow"."""
    one: str
    other: str
    """What each of the two shows, for people."""


def differences(one: Scene, other: Scene, *, places: bool = True) -> tuple[Difference, ...]:
    """Return what two scenes show differently. What either of them leaves in doubt is no difference.

    Elements are paired by what they are like, so their order is free. Without `places`, where they stand is, too.
    """
    found = [*_elements(one.elements, other.elements, places=places)]
    if Counter(one.texts) != Counter(other.texts):
        found.append(Difference("texts", _listed(one.texts, other.texts), _listed(other.texts, one.texts)))
    edges = [sorted(map(str, _told(scene))) for scene in (one, other)]
    if edges[0] != edges[1]:
        found.append(Difference("edges", _listed(*edges), _listed(*reversed(edges))))
    if one.flow != other.flow:
        found.append(Difference("flow", str(one.flow), str(other.flow)))
    return tuple(found)


def _listed(some: Sequence[str], others: Sequence[str]) -> str:
    return ", ".join((Counter(some) - Counter(others)).elements())


def _told(scene: Scene) -> Iterator[tuple[str, ...]]:
    """Yield each edge by what its nodes say: their names are nobody's business."""
    says = {node.name: node.text or node.name for node in scene.nodes}
    for edge in scene.edges:
        ends = [says.get(end, end) for end in (edge.tail, edge.head)]
        yield (*(ends if edge.directed else sorted(ends)), edge.text, "->" if edge.directed else "--")


def _elements(ones: Sequence[Element], others: Sequence[Element], *, places: bool) -> Iterator[Difference]:
    left = list(others)
    unpaired = []
    for each in ones:
        alike = [other for other in left if not list(_parts(each, other, places=places))]
        if alike:
            left.remove(_nearest(each, alike, places=places))
        else:
            unpaired.append(each)
    for each in unpaired:
        near = _nearest(each, left, places=places) if left else None
        told = list(_parts(each, near, places=places)) if near else []
        if near is None or len(told) > 2:
            yield Difference("elements", _named(each), "")
            continue
        left.remove(near)
        yield from told
    for each in left:
        yield Difference("elements", "", _named(each))


def _nearest(element: Element, others: Sequence[Element], *, places: bool) -> Element:
    ranked = [
        (len(list(_parts(element, each, places=places))), _apart(element, each), n) for n, each in enumerate(others)
    ]
    return others[min(ranked)[2]]


def _parts(one: Element, other: Element, *, places: bool) -> Iterator[Difference]:
    if one.kind and other.kind and one.kind != other.kind:
        yield Difference("kind", one.kind, other.kind)
    inks = [each.fill or each.stroke for each in (one, other)]
    if one.colour != other.colour and one.colour and other.colour:
        yield Difference("colour", one.colour, other.colour)
    elif inks[0] and inks[1] and not same_colour(inks[0], inks[1]):
        yield Difference("colour", inks[0], inks[1])
    if one.text != other.text:
        yield Difference("text", one.text, other.text)
    if places and one.box and other.box and _apart(one, other) > APART:
        yield Difference("place", _where(one.box), _where(other.box))


def _apart(one: Element, other: Element) -> float:
    if one.box is None or other.box is None:
        return 0.0
    return max(abs(a - b) for a, b in zip(one.box.centre, other.box.centre, strict=True))


def _named(element: Element) -> str:
    return " ".join(each for each in (element.colour, element.kind, repr(element.text) if element.text else "") if each)


def _where(box: Box) -> str:
    return f"{box.centre[0]:.2f}, {box.centre[1]:.2f}"
