"""Questions on drawings whose answers are executed: expressions that are clear, and near misses of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from company.drawings.expressions import told_value
from company.drawings.margins import COLOURS, COUNTS
from company.drawings.scenes import Scene

Near = tuple[str, str]
"""Code, and what is wrong with it."""
_KINDS = ("circle", "ellipse", "rectangle", "triangle")
_OTHER_KINDS = {"polyline": "bent line", "path": "curved shape", "polygon": "shape with corners"}
"""Kinds that are singled out by where they stand, and not by their size: they fill their boxes less than others."""
_SIDES = {
    "leftmost": "farthest to the left",
    "rightmost": "farthest to the right",
    "topmost": "farthest up",
    "bottommost": "farthest down",
}
_NODE_KINDS = ("circle", "ellipse", "rectangle", "triangle", "polygon")
MOST_COUNTED = max(COUNTS)
GROUND = "Which colour does the background have?"
_OF_GROUND = 1 / 8
"""Share of drawings of which that may be asked: of most it can be, and it needs the least."""
_MOST_NAMED = 14
"""Things of a drawing that are spoken of."""


@dataclass(frozen=True)
class Draft:
    """A question with its answer and near misses, as code."""

    question: str
    right: str
    near: tuple[Near, ...]


@dataclass(frozen=True)
class Thing:
    """An element that words and code single out."""

    words: str
    code: str


def is_clear(code: str, scene: Scene) -> bool:
    """Return whether an expression comes to something."""
    return "value" in told_value(code, scene)


def things(scene: Scene, *, by_colour: bool = False) -> list[Thing]:
    """Return the elements that can be singled out by form, size, place, text and, where that is wanted, by colour."""
    found: list[Thing] = []
    for kind in _KINDS:
        found.append(Thing(f"the {kind}", f"only(scene, {kind!r})"))
        found += [Thing(f"the {size} {kind}", f"{size}(scene, {kind!r})") for size in ("largest", "smallest")]
        found += [Thing(f"the {kind} {side}", f"{name}(scene, {kind!r})") for name, side in _SIDES.items()]
    colours = sorted({each.colour for each in scene.elements if each.colour}) if by_colour else []
    found += [Thing(f"the {name} {kind}", f"only(scene, {kind!r}, {name!r})") for kind in _KINDS for name in colours]
    labels = dict.fromkeys(each.text for each in scene.elements if each.kind == "text")
    for kind, called in _OTHER_KINDS.items():
        found.append(Thing(f"the {called}", f"only(scene, {kind!r})"))
        found += [Thing(f"the {called} {side}", f"{name}(scene, {kind!r})") for name, side in _SIDES.items()]
    found += [Thing(f'the shape with the text "{text}"', f"behind(scene, {text!r})") for text in labels]
    found = [each for each in found if is_clear(f"kind({each.code})", scene)]
    return [*found, *_written(scene)] if by_colour else found


def _written(scene: Scene) -> list[Thing]:
    """Return the texts that are written once."""
    labels = dict.fromkeys(each.text for each in scene.elements if each.kind == "text")
    found = [Thing(f'the text "{text}"', f"label(scene, {text!r})") for text in labels]
    return [each for each in found if is_clear(f"kind({each.code})", scene)]


def colour_drafts(scene: Scene, chance: random.Random) -> Iterator[Draft]:
    """Yield questions for the colour of something."""
    known = [each for each in things(scene) if is_clear(f"colour({each.code})", scene)]
    for thing in known:
        near = _other_colours([each for each in known if each is not thing], chance)
        yield Draft(f"Which colour does {thing.words} have?", f"colour({thing.code})", near)
    yield from _legend_drafts(scene, known, chance)
    for kind in _KINDS:
        question = f"Which colour do most of the {kind}s have?"
        yield Draft(question, f"usual_colour(scene, {kind!r})", _other_colours(known, chance))
    if chance.random() < _OF_GROUND and is_clear("colour(ground(scene))", scene):
        yield Draft(GROUND, "colour(ground(scene))", _other_colours(known, chance))


def _legend_drafts(scene: Scene, known: Sequence[Thing], chance: random.Random) -> Iterator[Draft]:
    """Yield questions for the colour that stands for a text; the others of the legend are its nearest rivals."""
    labels = dict.fromkeys(each.text for each in (*scene.elements, *scene.faint) if each.kind == "text")
    keys = {text: code for text in labels if is_clear(code := f"colour(key(scene, {text!r}))", scene)}
    for text, code in keys.items():
        rivals = [(each, f"what stands for {other}") for other, each in keys.items() if other != text]
        near = (*chance.sample(rivals, len(rivals)), *_other_colours(known, chance))
        yield Draft(f'Which colour stands for "{text}" in the legend?', code, near)


def _other_colours(known: Sequence[Thing], chance: random.Random) -> tuple[Near, ...]:
    """Return the colours of things, and after them those that nothing has."""
    others = [(f"colour({each.code})", f"the colour of {each.words}") for each in known]
    unused = [(f"unused_colour(scene, {name!r})", "a colour that nothing has") for name in COLOURS]
    return (*chance.sample(others, len(others)), *chance.sample(unused, len(unused)))


def counting_drafts(scene: Scene, chance: random.Random) -> Iterator[Draft]:
    """Yield questions for how many there are."""
    colours = sorted({each.colour for each in scene.elements if each.colour})
    filters = [(kind, "") for kind in _KINDS] + [(kind, name) for kind in _KINDS for name in colours]
    codes = {(kind, name): f"count(scene, {kind!r}, {name!r})" for kind, name in filters}
    for (kind, name), code in codes.items():
        value = told_value(code, scene).get("value", 0)
        if not isinstance(value, int):
            continue
        others = [(each, "another filter's number") for key, each in codes.items() if key != (kind, name)]
        near = [(f"{code} + {step}", f"{step} too many") for step in (1, 2, 3)]
        near += [(f"{code} - {step}", f"{step} too few") for step in (1, 2, 3) if step < value]
        yield Draft(f"How many {f'{name} ' if name else ''}{kind}s are there?", code, (*near, *others))
    words = "count_words(scene)"
    value = told_value(words, scene).get("value", 0)
    if isinstance(value, int) and value:
        steps = [(f"{words} + {step}", f"{step} too many") for step in (1, 2, 3)]
        steps += [(f"{words} - {step}", f"{step} too few") for step in (1, 2, 3) if step < value]
        yield Draft("How many separate texts are written in the drawing?", words, tuple(steps))


def place_drafts(known: Sequence[Thing], scene: Scene, chance: random.Random) -> Iterator[Draft]:
    """Yield questions for where one thing stands, seen from another one."""
    some = chance.sample(known, min(_MOST_NAMED, len(known)))
    pairs = [(one, other) for one in some for other in some if one is not other]
    for one, other in chance.sample(pairs, len(pairs)):
        code = f"where({one.code}, {other.code})"
        if not is_clear(code, scene):
            continue
        near = [(f"mirrored({code}, {axis!r})", "the opposite side") for axis in ("across", "down", "both")]
        near.append((f"quarter_turned({code})", "a quarter turned"))
        near += [
            (f"quarter_turned(mirrored({code}, {axis!r}))", "a quarter turned") for axis in ("across", "down", "both")
        ]
        yield Draft(f"Where is {one.words}, seen from {other.words}?", code, tuple(near))


def layout_drafts(scene: Scene, chance: random.Random) -> Iterator[Draft]:
    """Yield questions for how a graph is laid out."""
    texts = [each.text for each in scene.nodes if each.text]
    nodes = [Thing(f'the node "{text}"', f"node(scene, {text!r})") for text in texts]
    if is_clear("flow(scene)", scene):
        near = (
            ("opposite(flow(scene))", "the opposite way"),
            ("aside(flow(scene), 0)", "across"),
            ("aside(flow(scene), 1)", "across"),
        )
        yield Draft("In which direction do the arrows of this graph lead as it is drawn?", "flow(scene)", near)
    unused = [(f"unused_kind(scene, {name!r})", "a form that nothing has") for name in _NODE_KINDS]
    for thing in chance.sample(nodes, len(nodes))[:4]:
        others = [(f"kind({each.code})", f"the form of {each.words}") for each in nodes if each is not thing]
        yield Draft(f"Which form does {thing.words} have?", f"kind({thing.code})", (*others, *unused))
    for name, side in _SIDES.items():
        own = f"words({name}(scene))"
        far = [(f"words({each}(scene))", f"the one {_SIDES[each]}") for each in _SIDES if each != name]
        others = [(f"words({each.code})", "another node") for each in nodes]
        yield Draft(f"Which node stands {side}?", own, (*far, *chance.sample(others, len(others))))
    yield from place_drafts(nodes, scene, chance)


def link_drafts(scene: Scene, chance: random.Random) -> Iterator[Draft]:
    """Yield questions for what is linked with what in a graph."""
    texts = [each.text for each in scene.nodes if each.text]
    directed = any(each.directed for each in scene.edges)
    forms = (
        [("heads", "Which node does the only arrow from {} lead to?"), ("tails", "Which node leads to {}?")]
        if directed
        else [("neighbours", "Which is the only node that {} is linked with?")]
    )
    for text in chance.sample(texts, len(texts)):
        others = [(f"words(node(scene, {each!r}))", "another node") for each in texts if each != text]
        for name, question in forms:
            code = f"the({name}(scene, {text!r}))"
            far = [(f"the({each}(scene, {text!r}))", "the wrong way") for each, _ in forms if each != name]
            near = (*_beyond(scene, text, name), *far, *chance.sample(others, len(others)))
            yield Draft(question.format(f'"{text}"'), code, near)
    for one, other in _pairs(texts, chance):
        others = [(f"words(node(scene, {each!r}))", "another node") for each in texts if each not in (one, other)]
        code = f"linking(scene, {one!r}, {other!r})"
        yield Draft(f'Which node is linked with both "{one}" and "{other}"?', code, tuple(others))


def _beyond(scene: Scene, text: str, name: str) -> list[Near]:
    """Return two steps away: from what a node leads to, where that leads."""
    return [(f"the({name}(scene, the({name}(scene, {text!r}))))", "two steps away")]


def _pairs(texts: Sequence[str], chance: random.Random) -> Iterator[tuple[str, str]]:
    for _ in range(min(12, len(texts))):
        one, other = chance.sample(texts, 2)
        yield one, other
