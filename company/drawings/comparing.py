"""What two drawings show differently, fact by fact; code that is only written otherwise shows no difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from company.drawings.margins import APART, same_colour
from company.drawings.scenes import Box, Element, Scene, joint_of
from company.results.likeness.assignment import assignment

_EACH = 10.0
"""What each fact in which two elements differ counts for where they are paired; their distance counts for 1 at most."""
_MOST = 2


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
        yield (*(ends if edge.directed else sorted(ends)), edge.text, joint_of(edge))


def _elements(ones: Sequence[Element], others: Sequence[Element], *, places: bool) -> Iterator[Difference]:
    """Yield in what the elements differ, paired so that they differ in as little as can be."""
    told = [[list(_parts(one, other, places=places)) for other in others] for one in ones]
    costs = [
        [_EACH * len(parts) + _apart(one, other) for parts, other in zip(row, others, strict=True)]
        for row, one in zip(told, ones, strict=True)
    ]
    pairs = dict(assignment(costs)) if others else {}
    # What differs in more than two facts is another element.
    kept = {row: column for row, column in pairs.items() if len(told[row][column]) <= _MOST}
    for row, each in enumerate(ones):
        if row in kept:
            yield from told[row][kept[row]]
        else:
            yield Difference("elements", _named(each), "")
    for column in sorted(set(range(len(others))) - set(kept.values())):
        yield Difference("elements", "", _named(others[column]))


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
