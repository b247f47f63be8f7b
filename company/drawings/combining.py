"""What an expression over `scene` may call that puts several facts together: a second place, a side, a way, a choice.

It is held to the same margins as the vocabulary of single facts, at each of the facts that it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from company.drawings.candidates import Unclear, area_of, box_of, candidates, shapes, told_briefly
from company.drawings.margins import APART, counted
from company.drawings.scenes import Box, Element, Scene
from company.drawings.vocabulary import LARGER, LEVEL, colour, heads, neighbours, words

_OUTERMOST = {"leftmost": (0, 1), "rightmost": (0, -1), "topmost": (1, 1), "bottommost": (1, -1)}
"""Axis, and the sign with which places grow from there on."""
_SIZES = {"largest": -1, "smallest": 1}
_SIDES = {"to the left": (0, -1), "to the right": (0, 1), "above": (1, -1), "below": (1, 1)}
"""Axis, and the sign of a place on that side."""


def second(scene: Scene, order: str, kind: str = "", colour: str = "") -> Element:
    """Return the second one, such as the second "largest"; it is as clear of the first as of the third."""
    return _nth(scene, order, kind, colour, 2)


def third(scene: Scene, order: str, kind: str = "", colour: str = "") -> Element:
    """Return the third one, such as the third "largest"; all up to the fourth, if there is one, are clearly apart."""
    return _nth(scene, order, kind, colour, 3)


def _nth(scene: Scene, order: str, kind: str, colour: str, number: int) -> Element:
    certain, possible = candidates(scene, kind, colour)
    if len(certain) < 3:
        raise Unclear(f"there are no three of which one could be number {number}")
    near = sorted((_rank(order, box_of(each)), place, each) for place, each in enumerate([*certain, *possible]))
    near = near[: number + 1]
    if doubtful := next((each for _, place, each in near[:number] if place >= len(certain)), None):
        raise Unclear(f"whether it is one of them is in doubt: {told_briefly(doubtful)}")
    if not all(_clear(order, one, other) for (one, _, _), (other, _, _) in pairwise(near)):
        raise Unclear(f"which one is number {number} of the {order} is no matter of course")
    return near[number - 1][2]


def count_colours(scene: Scene, kind: str) -> int:
    """Return how many colours those of a kind have together, two of them at the least."""
    certain, possible = candidates(scene, kind)
    if len(certain) < 2:
        raise Unclear(f"there are no two of kind {kind}")
    colours = {colour(each) for each in certain}
    if doubtful := next((each for each in possible if each.colour not in colours), None):
        raise Unclear(f"whether the colour of something counts is in doubt: {told_briefly(doubtful)}")
    number = counted(len(colours))
    if number is None:
        raise Unclear("there are more colours than anybody counts")
    return number


def _rank(order: str, box: Box) -> float:
    if order in _SIZES:
        return _SIZES[order] * area_of(box)
    if order not in _OUTERMOST:
        raise Unclear(f"{order!r} is none of the orders: {', '.join([*_SIZES, *_OUTERMOST])}")
    axis, sign = _OUTERMOST[order]
    return sign * box.centre[axis]


def _clear(order: str, one: float, other: float) -> bool:
    low, high = sorted((abs(one), abs(other)))
    return high >= LARGER * low if order in _SIZES else other - one >= APART


def count_beside(scene: Scene, side: str, element: Element, kind: str = "", colour: str = "") -> int:
    """Return how many there are on a side of something, such as "above" it, wherever they are across that side."""
    if side not in _SIDES:
        raise Unclear(f"{side!r} is none of the sides: {', '.join(_SIDES)}")
    others = [each for each in shapes(scene, kind, colour) if each is not element]
    number = counted(sum(_stands(side, each, element) for each in others))
    if number is None:
        raise Unclear("there are none, or more than anybody counts")
    return number


def _stands(side: str, one: Element, other: Element) -> bool:
    """Return whether one thing is on a side of another one. Raises Unclear where somebody could say otherwise."""
    axis, sign = _SIDES[side]
    first, second_box = box_of(one), box_of(other)
    far = sign * (first.centre[axis] - second_box.centre[axis])
    if LEVEL < abs(far) < APART or (far >= APART and first.meets(second_box)):
        raise Unclear(f"whether {told_briefly(one)} is {side} of {told_briefly(other)} is no matter of course")
    return far >= APART


def reached(scene: Scene, text: str) -> list[str]:
    """Return what the nodes say to which arrows lead from a node, over others, too; not the node itself."""
    found: set[str] = set()
    todo = [text]
    while todo:
        new = set(heads(scene, todo.pop())) - found
        found |= new
        todo += sorted(new)
    return sorted(found - {text})


def two_steps(scene: Scene, text: str) -> list[str]:
    """Return what the nodes say to which two arrows lead from a node, one after the other, and no single arrow."""
    near = heads(scene, text)
    return sorted({far for each in near for far in heads(scene, each)} - {*near, text})


def shared(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """Return what stands in both lists."""
    return sorted(set(one) & set(other))


def most_linked(scene: Scene) -> str:
    """Return what the node says that more nodes are linked with than with any other one."""
    numbers = sorted(((len(neighbours(scene, text)), text) for text in map(words, scene.nodes)), reverse=True)
    if len(numbers) < 2 or numbers[0][0] == numbers[1][0]:
        raise Unclear("no node has more links than all others")
    return numbers[0][1]


COMBINED: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (second, third, count_colours, count_beside, reached, two_steps, shared, most_linked)
}
"""Its functions by name."""
