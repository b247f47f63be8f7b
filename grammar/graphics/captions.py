"""Captions from which a drawing can be drawn again, and drawings from such captions."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from company.drawings.expressions import told_value
from company.drawings.scenes import Scene
from grammar.graphics.seen import scene_told
from grammar.scenes.canvas import INKS, Page, Shape, circle, ellipse, line, polygon, rectangle, words
from grammar.scenes.writing import svg, tikz

_KINDS = ("circle", "ellipse", "rectangle", "triangle", "polygon", "line", "path", "polyline")
_WHOLE = ("circle", "ellipse", "rectangle", "triangle")
"""Kinds that words and a box tell all of, where they are filled."""
_SHAPES = {"rectangle": "box", "ellipse": "ellipse", "circle": "circle", "polygon": "hexagon", "triangle": "triangle"}
_RANKS = {"down": "TB", "up": "BT", "right": "LR", "left": "RL"}
_LONG = 400.0
"""Of a page: its longer side, where it is drawn from words."""
_PAGE = re.compile(r"^The page is (\d+) wide and (\d+) high\.")
_PART = re.compile(
    r"^- an? (?:(\w+) )?(circle|ellipse|rectangle|triangle|polygon|line|path|polyline) "
    r"from (\d+) % to (\d+) % across and "
    r"from (\d+) % to (\d+) % down$",
    re.MULTILINE,
)
_TEXT = re.compile(
    r'^- the words "([^"\n]*)" from (\d+) % to (\d+) % across and from (\d+) % to (\d+) % down$', re.MULTILINE
)
_GRAPH = re.compile(r"^An? (directed|undirected) graph(?:, drawn so that its arrows lead (\w+))?\.")
_NODE = re.compile(r'^- "([^"\n]*)": an? (?:(\w+) )?(\w+)$', re.MULTILINE)
_EDGE = re.compile(r'^- from "([^"\n]*)" to "([^"\n]*)"(?:, with the words "([^"\n]*)")?$', re.MULTILINE)


def describe_drawing(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A caption of all that is to be seen, and facts of it that are clear."""
    scene = scene_told(brief["facts"], brief["form"])
    caption = _graph_told(scene) if scene.format == "graphviz" else _page_told(scene)
    facts = [each for each in _facts(scene, chance) if "value" in told_value(each["code"], scene)]
    fewest, most = brief["items"]
    return {"caption": caption, "checklist": facts[: max(fewest, most)]}


def _page_told(scene: Scene) -> str:
    scale = _LONG / max(scene.width, scene.height)
    rows = [
        f"The page is {round(scene.width * scale)} wide and {round(scene.height * scale)} high. From back to front:"
    ]
    for each in scene.elements:
        box = each.box
        if box is None or each.kind is None:
            continue
        place = (
            f"from {box.left:.0%} to {box.right:.0%} across and from {box.top:.0%} to {box.bottom:.0%} down".replace(
                "%", " %"
            )
        )
        if each.kind == "text":
            rows.append(f'- the words "{each.text}" {place}')
        else:
            look = f"{each.colour} {each.kind}" if each.colour else str(each.kind)
            rows.append(f"- {_article(look)} {look} {place}")
    return "\n".join(rows)


def _graph_told(scene: Scene) -> str:
    way = f", drawn so that its arrows lead {scene.flow}" if scene.flow else ""
    kind = "directed" if any(each.directed for each in scene.edges) else "undirected"
    rows = [f"{_article(kind).capitalize()} {kind} graph{way}. Its nodes:"]
    for each in scene.nodes:
        look = " ".join(part for part in (each.colour, each.kind) if part)
        rows.append(f'- "{each.text}": {_article(look)} {look}')
    says = {each.name: each.text for each in scene.nodes}
    rows.append("Its edges:")
    for edge in scene.edges:
        words_at = f', with the words "{edge.text}"' if edge.text else ""
        rows.append(f'- from "{says[edge.tail]}" to "{says[edge.head]}"{words_at}')
    return "\n".join(rows)


def _article(word: str) -> str:
    return "an" if word[:1] in "aeiou" else "a"


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
    for text in dict.fromkeys(scene.texts):
        yield {"fact": f"the words {text!r} stand in it", "code": f"words(label(scene, {text!r}))"}
    whole = list(counts)
    for one, other in [chance.sample(whole, 2) for _ in range(6)] if len(whole) > 1 else ():
        code = f"where(only(scene, {one[0]!r}, {one[1]!r}), only(scene, {other[0]!r}, {other[1]!r}))"
        yield {"fact": f"where the {one[1]} {one[0]} is, seen from the {other[1]} {other[0]}", "code": code}


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
        return {"code": _graph_drawn(caption)}
    page = _page_drawn(caption)
    return {"code": svg(page, chance) if brief["form"] == "svg" else tikz(page)}


def _page_drawn(caption: str) -> Page:
    found = _PAGE.match(caption)
    wide, high = (float(found[1]), float(found[2])) if found else (_LONG, _LONG)
    placed: list[tuple[int, Shape]] = []
    for part in _PART.finditer(caption):
        sides = _sides(part.groups()[2:], wide, high)
        placed.append((part.start(), _shape(part[2], _hue(part[1]), sides)))
    for part in _TEXT.finditer(caption):
        left, top, right, bottom = _sides(part.groups()[1:], wide, high)
        size = max(8.0, (right - left) / max(1, len(part[1])) * 1.75)
        placed.append(
            (part.start(), words((left + right) / 2, bottom - (bottom - top) * 0.2, part[1], size, "#000000"))
        )
    shapes = tuple(shape.placed(0, 0, 1) for _, shape in sorted(placed, key=lambda each: each[0]))
    return Page(wide, high, shapes, "what a caption says")


def _sides(shares: tuple[str, ...], wide: float, high: float) -> tuple[float, float, float, float]:
    left, right, top, bottom = (float(each) / 100 for each in shares)
    return left * wide, top * high, max(right, left + 0.01) * wide, max(bottom, top + 0.01) * high


def _hue(name: str | None) -> str:
    return INKS[name][0] if name in INKS else "#555555"


def _shape(kind: str, hue: str, sides: tuple[float, float, float, float]) -> Shape:
    left, top, right, bottom = sides
    x, y, across, up = (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2
    match kind:
        case "circle":
            return circle(x, y, (across + up) / 2, hue)
        case "ellipse":
            return ellipse(x, y, across, up, hue)
        case "rectangle":
            return rectangle(left, top, right - left, bottom - top, hue)
        case "triangle":
            return polygon(hue, (left, bottom), (x, top), (right, bottom))
        case "line" | "polyline":
            return line((left, top), (right, bottom), hue, 4)
    corners = ((left, y), (x - across / 2, top), (x + across / 2, top), (right, y), (x, bottom))
    return polygon(hue, *corners)


def _graph_drawn(caption: str) -> str:
    told = _GRAPH.match(caption)
    directed = told is None or told[1] == "directed"
    rank = _RANKS.get(told[2] or "", "TB") if told else "TB"
    lines = [f"{'digraph' if directed else 'graph'} G {{", f"  rankdir={rank};"]
    nodes, _, edges = caption.partition("Its edges:")
    names = {}
    for number, found in enumerate(_NODE.finditer(nodes), start=1):
        names[found[1]] = f"n{number}"
        look = f'shape={_SHAPES.get(found[3], "ellipse")}, style=filled, fillcolor="{_hue(found[2])}"'
        lines.append(f'  n{number} [label="{found[1]}", {look}];')
    for found in _EDGE.finditer(edges):
        label = f' [label="{found[3]}"]' if found[3] else ""
        lines.append(f"  {names[found[1]]} {'->' if directed else '--'} {names[found[2]]}{label};")
    return "\n".join([*lines, "}"]) + "\n"
