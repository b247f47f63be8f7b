"""Expressions over `scene`: their values, and drawings in which just the fact is changed that a value hangs on.

It runs in the jail, beside code that nobody has read. Which facts a value hangs on is found by changing each of them in
the scene; then the same change is made to the drawing, which is drawn and read anew by whoever asked.
"""

from __future__ import annotations

import base64
import itertools
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from company.drawings.candidates import Unclear, is_ground
from company.drawings.changing import moved, recoloured, relabelled, removed, reranked, reshaped, rewritings, turned
from company.drawings.combining import COMBINED
from company.drawings.compiled import changed_pdf
from company.drawings.legends import LEGENDS
from company.drawings.margins import COLOURS, colour_name
from company.drawings.painting import Undrawable
from company.drawings.reading import scene_in
from company.drawings.scenes import Box, Edge, Element, Flow, Scene, scene_of
from company.drawings.vocabulary import VOCABULARY

LONGEST_VALUE = 80
"""Characters of a value that is a text."""
MOST_TRIED = 4
"""Changed drawings that are handed out."""
_MOST_PAIRS = 600
"""Pairs of things that change places."""
_SHAPES = {"rectangle": "box", "ellipse": "ellipse", "polygon": "diamond", "triangle": "triangle"}
_OPPOSITES: dict[Flow, Flow] = {"right": "left", "left": "right", "down": "up", "up": "down"}
_STEP = 0.35
"""Share of the canvas that something is moved by, as far as there is room."""
T = TypeVar("T")


def value_of(code: str, scene: Scene) -> str | int:
    """Return what an expression comes to: a text, or a whole number from 0 on. Raises Unclear for all else."""
    try:
        value = eval(compile(code.strip(), "option", "eval"), {**VOCABULARY, **COMBINED, **LEGENDS, "scene": scene})
    except Exception as problem:
        raise Unclear(f"{type(problem).__name__}: {problem}"[:300]) from problem
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value) or str(value).startswith("-"):
        raise Unclear(f"it is a {type(value).__name__}; a text, or a number from 0 on, is wanted")
    if len(str(value)) > LONGEST_VALUE:
        raise Unclear("it is too long")
    return value


def told_value(code: str, scene: Scene) -> dict[str, Any]:
    """Return the value of an expression as JSON, or why there is none."""
    try:
        return {"value": value_of(code, scene)}
    except Unclear as problem:
        return {"unclear": str(problem)}


@dataclass(frozen=True)
class Change:
    """A fact that is another one, in the scene and in the drawing."""

    what: str
    scene: Scene
    write: Callable[[], Mapping[str, str]]
    """Returns the changed drawing: "code", or of TikZ "pdf" in base64."""


@dataclass(frozen=True)
class Drawing:
    """A drawing as it is changed: its code, and of TikZ what it was compiled to."""

    code: str
    form: str
    content: bytes
    scene: Scene


def changes(drawing: Drawing) -> Iterator[Change]:
    """Yield each fact changed alone, as far as drawings of the format can be changed so."""
    scene = drawing.scene
    for each in scene.elements:
        if each.kind not in ("text", "cluster"):
            yield from _of_shape(drawing, each)
        if drawing.form != "graphviz" and each.kind != "cluster":
            yield from _of_place(drawing, each)
    if drawing.form == "graphviz":
        yield from _of_graph(drawing)
        return
    placed = [each for each in scene.elements if each.box is not None and each.kind is not None and not is_ground(each)]
    pairs = list(itertools.combinations(placed, 2))
    for one, other in random.Random(drawing.code).sample(pairs, min(_MOST_PAIRS, len(pairs))):
        yield _exchanged(drawing, one, other)


def _exchanged(drawing: Drawing, one: Element, other: Element) -> Change:
    """Return the change of two things to each other's places."""
    scene = drawing.scene
    steps = [_from_to(one, other), _from_to(other, one)]
    ends = zip((one, other), steps, strict=True)
    for each, (right, down) in ends:
        scene = _with(scene, each, replace(each, box=_shifted(each.box, right, down)))

    def write() -> Mapping[str, str]:
        hows = [f"{right:g} {down:g}" for right, down in steps]
        if drawing.form == "tikz":
            content = changed_pdf(drawing.content, one, "move", hows[0])
            return {"pdf": base64.b64encode(changed_pdf(content, other, "move", hows[1])).decode()}
        return {"code": moved(moved(drawing.code, one, *steps[0]), other, *steps[1])}

    return Change("exchanged", scene, write)


def _from_to(one: Element, other: Element) -> tuple[float, float]:
    """Return by which shares of the canvas another element's middle is to the right of one's, and below it."""
    if one.box is None or other.box is None:
        return 0.0, 0.0
    (x, y), (across, down) = one.box.centre, other.box.centre
    return across - x, down - y


def _of_shape(drawing: Drawing, element: Element) -> Iterator[Change]:
    scene, code, form = drawing.scene, drawing.code, drawing.form
    if element.colour:
        name, hue = _other_colour(scene)
        inked = replace(element, colour=name)
        yield Change("recoloured", _with(scene, element, inked), _changing(drawing, "recolour", element, hue))
    if form != "graphviz":
        yield Change("removed", _with(scene, element, None), _changing(drawing, "remove", element, ""))
    elif element.kind in _SHAPES:
        kind = next(each for each in _SHAPES if each != element.kind)
        other = replace(element, kind=kind)
        shape = _SHAPES[kind]
        yield Change("reshaped", _with(scene, element, other), lambda: {"code": reshaped(code, element.name, shape)})


def _of_place(drawing: Drawing, element: Element) -> Iterator[Change]:
    for right, down in _ways(element.box):
        there = replace(element, box=_shifted(element.box, right, down))
        how = f"{right:g} {down:g}"
        yield Change("moved", _with(drawing.scene, element, there), _changing(drawing, "move", element, how))


def _changing(drawing: Drawing, what: str, element: Element, how: str) -> Callable[[], Mapping[str, str]]:
    code, form = drawing.code, drawing.form
    if form == "tikz":
        return lambda: {"pdf": base64.b64encode(changed_pdf(drawing.content, element, what, how)).decode()}
    if what == "recolour":
        return lambda: {"code": recoloured(code, form, element, how)}
    if what == "remove":
        return lambda: {"code": removed(code, form, element)}
    right, down = (float(each) for each in how.split())
    return lambda: {"code": moved(code, element, right, down)}


def _of_graph(drawing: Drawing) -> Iterator[Change]:
    scene, code = drawing.scene, drawing.code
    for edge in scene.edges:
        if edge.directed and edge.tail != edge.head:
            yield Change("turned", _with_edge(scene, edge), _turning(code, edge))
    for one, other in zip(scene.nodes, [*scene.nodes[1:], *scene.nodes[:1]], strict=True):
        if one.text != other.text:
            yield Change("swapped", _swapped(scene, one, other), _swapping(code, one, other))
    for number, edge in enumerate(scene.edges):
        if edge.text:
            text = f"{edge.text}ing"
            edges = (*scene.edges[:number], replace(edge, text=text), *scene.edges[number + 1 :])
            yield Change("relabelled", replace(scene, edges=edges), _labelling(code, edge, text))
    if scene.flow is not None:
        way = _OPPOSITES[scene.flow]
        yield Change("reranked", replace(scene, flow=way), lambda: {"code": reranked(code)})


def _turning(code: str, edge: Edge) -> Callable[[], Mapping[str, str]]:
    return lambda: {"code": turned(code, edge)}


def _swapping(code: str, one: Element, other: Element) -> Callable[[], Mapping[str, str]]:
    return lambda: {"code": relabelled(code, {one.name: other.text, other.name: one.text})}


def _labelling(code: str, edge: Edge, text: str) -> Callable[[], Mapping[str, str]]:
    return lambda: {"code": relabelled(code, {(edge.tail, edge.head): text})}


def _other_colour(scene: Scene) -> tuple[str, str]:
    """Return a colour that nothing has, by its name and as #rrggbb."""
    taken = {each.colour for each in scene.elements}
    name = next((each for each in COLOURS if each not in {*taken, "white", "grey"}), "purple")
    return name, next(each for each in COLOURS[name] if colour_name(each) == name)


def _with(scene: Scene, element: Element, other: Element | None) -> Scene:
    def put(many: tuple[Element, ...]) -> tuple[Element, ...]:
        found = (other if each == element else each for each in many)
        return tuple(each for each in found if each is not None)

    return replace(scene, elements=put(scene.elements), nodes=put(scene.nodes))


def _with_edge(scene: Scene, edge: Edge) -> Scene:
    back = replace(edge, tail=edge.head, head=edge.tail)
    return replace(scene, edges=tuple(back if each is edge else each for each in scene.edges))


def _swapped(scene: Scene, one: Element, other: Element) -> Scene:
    texts = {one.name: other.text, other.name: one.text}

    def put(many: tuple[Element, ...]) -> tuple[Element, ...]:
        return tuple(replace(each, text=texts.get(each.name, each.text)) for each in many)

    return replace(scene, elements=put(scene.elements), nodes=put(scene.nodes))


def _ways(box: Box | None) -> Iterator[tuple[float, float]]:
    """Yield by how much something can be moved across or down without leaving the canvas."""
    if box is None:
        return
    for low, high, axis in ((box.left, box.right, 0), (box.top, box.bottom, 1)):
        for way in (min(_STEP, 1 - high), -min(_STEP, low)):
            if abs(way) > 0.1:
                yield (way, 0.0) if axis == 0 else (0.0, way)


def _shifted(box: Box | None, right: float, down: float) -> Box | None:
    return box and Box(box.left + right, box.top + down, box.right + right, box.bottom + down)


def telling_changes(drawing: Drawing, answer: str) -> Iterator[Change]:
    """Yield the changes that make another value of an expression, a clear one.

    Their order hangs on the drawing and the expression alone, so that whoever asks again meets the same ones.
    """
    before = value_of(answer, drawing.scene)
    found = []
    for each in changes(drawing):
        told = told_value(answer, each.scene)
        if "value" in told and told["value"] != before:
            found.append(each)
    yield from _shuffled(found, drawing, answer)


# files: the jail is asked by them


def judge_file(source: str | Path, form: str, order: str | Path, report: str | Path) -> None:
    """Write what expressions come to on a drawing, with drawings that are changed, and such that show the same.

    The order has "codes", of which the first is the answer; of TikZ "code", as the source is a PDF; and may
    have the "scene" where the drawing was read before. The report has "values", in that order, "changed" and "same".
    """
    asked = json.loads(Path(order).read_text(encoding="utf-8"))
    content = Path(source).read_bytes()
    told: dict[str, Any]
    try:
        scene = scene_of(asked["scene"]) if asked.get("scene") else scene_in(content, form)
        code = asked["code"] if form == "tikz" else content.decode("utf-8")
        drawing = Drawing(code, form, content, scene)
        told = {"values": [told_value(each, scene) for each in asked["codes"]]}
        if "value" in told["values"][0]:
            told |= {"changed": _handed_out(drawing, asked), "same": _same(drawing, asked["codes"][0])}
    except Undrawable as problem:
        told = {"problem": str(problem)}
    Path(report).write_text(json.dumps(told, allow_nan=False), encoding="utf-8")


def _handed_out(drawing: Drawing, asked: Mapping[str, Any]) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    for each in telling_changes(drawing, asked["codes"][0]):
        try:
            found.append({"what": each.what, **each.write()})
        except (Undrawable, ValueError, KeyError, StopIteration):
            continue  # what cannot be changed so in this code
        if len(found) == MOST_TRIED:
            break
    return found


def _same(drawing: Drawing, answer: str) -> list[dict[str, str]]:
    found = []
    for name, write in rewritings(drawing.code, drawing.form, drawing.scene).items():
        if (code := write()) != drawing.code:
            found.append({"what": name, "code": code})
    return _shuffled(found, drawing, answer)


def _shuffled(many: list[T], drawing: Drawing, answer: str) -> list[T]:
    return random.Random(f"{drawing.code}\n{answer}").sample(many, len(many))


def values_file(source: str | Path, form: str, order: str | Path, report: str | Path) -> None:
    """Write what the "codes" of an order come to on one more drawing; of TikZ the source is a PDF.

    Where the order has the "scene" that was read of it before, nothing is read.
    """
    asked = json.loads(Path(order).read_text(encoding="utf-8"))
    told: dict[str, Any]
    try:
        scene = scene_of(asked["scene"]) if asked.get("scene") else scene_in(Path(source).read_bytes(), form)
        told = {"values": [told_value(each, scene) for each in asked["codes"]]}
    except Undrawable as problem:
        told = {"problem": str(problem)}
    Path(report).write_text(json.dumps(told, allow_nan=False), encoding="utf-8")


def values_on(codes: Sequence[str], scene: Scene) -> list[dict[str, Any]]:
    """Return the value of each expression on a scene, as JSON."""
    return [told_value(each, scene) for each in codes]
