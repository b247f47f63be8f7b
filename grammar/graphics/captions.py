"""Captions from which a drawing can be drawn again, and drawings from such captions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from company.drawings.expressions import told_value
from company.drawings.scenes import Box, Scene
from grammar.graphics.graph_words import graph_in_words, graph_of
from grammar.graphics.page_words import page_in_words, page_of
from grammar.graphics.seen import scene_told
from grammar.scenes.writing import svg, tikz

_PAIRS = 3
"""Of words whose places are compared."""
_OTHERS = {"polyline": "bent line", "polygon": "shape with corners", "path": "curved shape"}
"""Kinds of which words and a box tell the colour, and not the form."""
_WHOLE = ("circle", "ellipse", "rectangle", "triangle")
"""Kinds that words and a box tell all of, where they are filled."""


def describe_drawing(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A caption of all that is to be seen, and facts of it that are clear."""
    scene = scene_told(brief["facts"], brief["form"])
    told = graph_in_words if scene.format == "graphviz" else page_in_words
    caption = told(scene, chance)
    facts = [each for each in _facts(scene, chance) if "value" in told_value(each["code"], scene)]
    fewest, most = brief["items"]
    return {"caption": caption, "checklist": facts[: max(fewest, most)]}


def _facts(scene: Scene, chance: random.Random) -> Iterator[dict[str, str]]:
    if scene.format == "graphviz":
        yield from _graph_facts(scene)
        return
    whole_kinds = [kind for kind in _WHOLE if all(each.fill for each in scene.elements if each.kind == kind)]
    counts = Counter((each.kind, each.colour) for each in scene.elements if each.kind in whole_kinds and each.colour)
    for kind, colour in counts:
        yield {"fact": f"how many {colour} shapes are a {kind}", "code": f"count(scene, {kind!r}, {colour!r})"}
    yield {"fact": "the colour of the ground", "code": "colour(ground(scene))"}
    for kind in whole_kinds:
        yield {"fact": f"how many there are of the kind {kind}", "code": f"count(scene, {kind!r})"}
        for name in ("largest", "leftmost", "topmost"):
            yield {"fact": f"the colour of the {name} {kind}", "code": f"colour({name}(scene, {kind!r}))"}
    for kind, called in _OTHERS.items():
        yield {"fact": f"the colour of the {called}", "code": f"colour(only(scene, {kind!r}))"}
    for kind, called in (*zip(whole_kinds, whole_kinds, strict=True), *_OTHERS.items()):
        yield {"fact": f"the colour of most of the {called}s", "code": f"usual_colour(scene, {kind!r})"}
    for text in dict.fromkeys(scene.texts):
        yield {"fact": f"the words {text!r} stand in it", "code": f"words(label(scene, {text!r}))"}
    yield from _text_facts(scene, chance)
    whole = list(counts)
    for one, other in [chance.sample(whole, 2) for _ in range(6)] if len(whole) > 1 else ():
        code = f"where(only(scene, {one[0]!r}, {one[1]!r}), only(scene, {other[0]!r}, {other[1]!r}))"
        yield {"fact": f"where the {one[1]} {one[0]} is, seen from the {other[1]} {other[0]}", "code": code}


def _text_facts(scene: Scene, chance: random.Random) -> Iterator[dict[str, str]]:
    """Yield facts of where words that run across stand, seen from others."""
    level = [each for each in scene.elements if each.kind == "text" and each.box is not None and _is_level(each.box)]
    for one, other in [chance.sample(level, 2) for _ in range(_PAIRS)] if len(level) > 1 else ():
        code = f"where(label(scene, {one.text!r}), label(scene, {other.text!r}))"
        yield {"fact": f"where the words {one.text!r} stand, seen from {other.text!r}", "code": code}


def _is_level(box: Box) -> bool:
    return box.right - box.left > box.bottom - box.top


def _graph_facts(scene: Scene) -> Iterator[dict[str, str]]:
    yield {"fact": "where its arrows lead", "code": "flow(scene)"}
    yield {"fact": "how many nodes there are", "code": "len(scene.nodes)"}
    yield {"fact": "how many edges there are", "code": "len(scene.edges)"}
    for each in scene.nodes:
        yield {"fact": f"the colour of {each.text!r}", "code": f"colour(node(scene, {each.text!r}))"}
        yield {"fact": f"the form of {each.text!r}", "code": f"kind(node(scene, {each.text!r}))"}
        yield {"fact": f"how many {each.text!r} leads to", "code": f"len(heads(scene, {each.text!r}))"}
        yield {"fact": f"what {each.text!r} leads to", "code": f"the(heads(scene, {each.text!r}))"}


def draw_from_caption(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """What the words say, and nothing else."""
    caption = brief["caption"]
    if brief["form"] == "graphviz":
        return {"code": graph_of(caption)}
    page = page_of(caption)
    return {"code": svg(page, chance) if brief["form"] == "svg" else tikz(page)}
