"""Questions on drawings that need two facts at once, and near misses that have one of them right."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

from company.drawings.expressions import told_value
from company.drawings.margins import COLOURS
from company.drawings.scenes import Scene
from company.drawings.vocabulary import neighbours
from grammar.graphics.executed import MOST_COUNTED, Draft, Near, Thing, is_clear, things

_KINDS = ("circle", "ellipse", "rectangle", "triangle")
_ORDERS = {
    "largest": ("{} largest {}", "smallest"),
    "smallest": ("{} smallest {}", "largest"),
    "leftmost": ("{} {} from the left", "rightmost"),
    "rightmost": ("{} {} from the right", "leftmost"),
    "topmost": ("{} {} from the top", "bottommost"),
    "bottommost": ("{} {} from the bottom", "topmost"),
}
"""What one is called by its number and its kind, and the order that runs the other way."""
_OPPOSITES = {"to the left": "to the right", "to the right": "to the left", "above": "below", "below": "above"}
_MOST_NAMED = 6
"""Things beside which others are counted, and nodes that are asked about."""


def combined_colour_drafts(scene: Scene, chance: random.Random) -> Iterator[Draft]:
    """Yield questions for the colour of what is second or third in size or place; its rivals stand next to it."""
    known = [each for each in things(scene) if is_clear(f"colour({each.code})", scene)]
    others = [(f"colour({each.code})", f"the colour of {each.words}") for each in known]
    unused = [(f"unused_colour(scene, {name!r})", "a colour that nothing has") for name in COLOURS]
    for kind, (number, beside) in product(_KINDS, (("second", "third"), ("third", "second"))):
        for order, (called, reverse) in _ORDERS.items():
            near = [
                (f"colour({beside}(scene, {order!r}, {kind!r}))", f"the {beside} instead of the {number}"),
                (f"colour({order}(scene, {kind!r}))", f"the first instead of the {number}"),
                (f"colour({number}(scene, {reverse!r}, {kind!r}))", "counted from the wrong end"),
                (f"colour({reverse}(scene, {kind!r}))", f"the last instead of the {number}"),
            ]
            far = [*chance.sample(others, len(others)), *chance.sample(unused, len(unused))]
            code = f"colour({number}(scene, {order!r}, {kind!r}))"
            yield Draft(f"Which colour does the {called.format(number, kind)} have?", code, (*near, *far))


def colours_counted_drafts(scene: Scene) -> Iterator[Draft]:
    """Yield questions for how many colours things of a kind have; how many there are is the nearest rival."""
    for kind in _KINDS:
        rivals = ((f"count(scene, {kind!r})", "things instead of colours"),)
        question = f"How many different colours do the {kind}s have?"
        yield from _counted(question, f"count_colours(scene, {kind!r})", rivals, scene)


def combined_counting_drafts(scene: Scene, chance: random.Random) -> Iterator[Draft]:
    """Yield questions for how many there are of two sorts, of all but one colour, and on a side of something."""
    for kind in _KINDS:
        colours = sorted({each.colour for each in scene.elements if each.kind == kind and each.colour})
        whole = f"count(scene, {kind!r})"
        parts = {name: f"count(scene, {kind!r}, {name!r})" for name in colours}
        for name, part in parts.items():
            yield from _counted(
                f"How many {kind}s are there that are not {name}?",
                f"{whole} - {part}",
                ((part, "those that are meant to be left out"), (whole, "all of them")),
                scene,
            )
        for one, other in [chance.sample(colours, 2)] if len(colours) > 2 else ():
            rivals = ((parts[one], f"only {one} ones"), (parts[other], f"only {other} ones"), (whole, "all of them"))
            yield from _counted(
                f"How many {kind}s are {one} or {other}?", f"{parts[one]} + {parts[other]}", rivals, scene
            )
    yield from _beside_drafts(scene, chance)


def _beside_drafts(scene: Scene, chance: random.Random) -> Iterator[Draft]:
    known = things(scene, by_colour=True)
    for thing in chance.sample(known, min(_MOST_NAMED, len(known))):
        for side, opposite in _OPPOSITES.items():
            for kind in _KINDS:
                code = _beside(side, thing, kind)
                rivals = (
                    (_beside(opposite, thing, kind), "the opposite side"),
                    (f"count(scene, {kind!r})", "all of them"),
                    (_beside(side, thing, ""), "things of all kinds"),
                )
                yield from _counted(
                    f"How many {kind}s stand farther {_far(side)} than {thing.words}?", code, rivals, scene
                )


def _far(side: str) -> str:
    return {"above": "up", "below": "down"}.get(side, side)


def _beside(side: str, thing: Thing, kind: str) -> str:
    return f"count_beside(scene, {side!r}, {thing.code}, {kind!r})"


def _counted(
    question: str, code: str, rivals: Sequence[Near], scene: Scene, most: int = 2 * MOST_COUNTED
) -> Iterator[Draft]:
    """Yield a question for a number, unless it is too high to count; beside its rivals stand numbers a few off.

    None of them is greater than `most`, which it cannot be.
    """
    value = told_value(code, scene).get("value")
    if not isinstance(value, int) or not 0 < value <= MOST_COUNTED:
        return
    steps = [(f"{code} + {step}", f"{step} too many") for step in (1, 2, 3) if value + step <= most]
    steps += [(f"{code} - {step}", f"{step} too few") for step in (1, 2, 3) if step < value]
    yield Draft(question, code, (*(each for each in rivals if told_value(each[0], scene).get("value")), *steps))


def combined_layout_drafts(scene: Scene, chance: random.Random) -> Iterator[Draft]:
    """Yield questions for the node that stands second from a side."""
    others = [(f"words(node(scene, {each.text!r}))", "another node") for each in scene.nodes if each.text]
    for order in ("leftmost", "rightmost", "topmost", "bottommost"):
        called, reverse = _ORDERS[order]
        near = (
            (f"words({order}(scene))", "the first instead of the second"),
            (f"words(second(scene, {reverse!r}))", "counted from the wrong end"),
            (f"words({reverse}(scene))", "the last instead of the second"),
        )
        code = f"words(second(scene, {order!r}))"
        yield Draft(
            f"Which is the {called.format('second', 'node')}?", code, (*near, *chance.sample(others, len(others)))
        )


def combined_link_drafts(scene: Scene, chance: random.Random) -> Iterator[Draft]:
    """Yield questions for what lies two arrows away, what two nodes share, and how many can be reached."""
    texts = [each.text for each in scene.nodes if each.text]
    for text in chance.sample(texts, min(_MOST_NAMED, len(texts))):
        others = [(f"words(node(scene, {each!r}))", "another node") for each in texts if each != text]
        far = chance.sample(others, len(others))
        near = (
            *((f"heads(scene, {text!r})[{place}]", "one arrow away") for place in range(2)),
            *((f"tails(scene, {text!r})[{place}]", "the wrong way") for place in range(2)),
        )
        question = (
            f'Which is the only node that two arrows lead to from "{text}", one after the other, and no single one?'
        )
        yield Draft(question, f"the(two_steps(scene, {text!r}))", (*near, *far))
        rivals = (
            (f"len(heads(scene, {text!r}))", "only those that one arrow leads to"),
            (f"len(heads(scene, {text!r})) + len(two_steps(scene, {text!r}))", "only those within two arrows"),
            (f"len(tails(scene, {text!r}))", "the wrong way"),
        )
        reached = f"len(reached(scene, {text!r}))"
        question = (
            f'How many other nodes can be reached from "{text}" along the arrows, over as many nodes as it takes?'
        )
        yield from _counted(question, reached, rivals, scene, len(scene.nodes) - 1)
    for one, other in [chance.sample(texts, 2) for _ in range(12)] if len(texts) > 1 else ():
        near = tuple(
            (f"heads(scene, {each!r})[{place}]", "of one alone") for each in (one, other) for place in range(2)
        )
        code = f"the(shared(heads(scene, {one!r}), heads(scene, {other!r})))"
        question = f'To which node do arrows lead from both "{one}" and "{other}"?'
        yield Draft(question, code, near)
    yield from _most_linked_draft(texts, scene, chance)


def _most_linked_draft(texts: Sequence[str], scene: Scene, chance: random.Random) -> Iterator[Draft]:
    """Yield the question for the node with the most links; the nearest rivals are those with the most after it."""
    if not is_clear("most_linked(scene)", scene):
        return
    ranked = sorted(chance.sample(texts, len(texts)), key=lambda each: -len(neighbours(scene, each)))
    near = tuple((f"words(node(scene, {each!r}))", "a node with fewer links") for each in ranked[1:])
    yield Draft("Which node is linked with more nodes than any other one?", "most_linked(scene)", near)
