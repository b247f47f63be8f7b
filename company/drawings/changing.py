"""Drawings with one fact changed, and drawings written otherwise that show the same: they try whoever reads them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from company.drawings.cleaning import cleaned_svg
from company.drawings.cleaning_graphs import cleaned_graph
from company.drawings.cleaning_tikz import cleaned_tikz
from company.drawings.layout import graph_of, said_of
from company.drawings.scenes import Edge, Element, Scene
from company.drawings.trees import MARK, Tree, canvas_of, local, parsed, tree_of, written

_OPPOSITE = {"TB": "BT", "BT": "TB", "LR": "RL", "RL": "LR"}
_PICTURE = re.compile(r"(\\begin\{tikzpicture\}\s*(?:\[[^\]]*\])?)(.*?)(\\end\{tikzpicture\})", re.DOTALL)
_FORMED = {
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
}
"""What of an element in SVG says where it is, and how large."""
_OTHERWISE_SHAPED = {"rectangle": "ellipse", "ellipse": "box", "circle": "box", "polygon": "box", "triangle": "box"}
"""Of a graph's node: its kind, and how another one is written."""
_SHIFT = 0.01
"""Share of the canvas that a drawing is shifted by."""


def recoloured(code: str, form: str, element: Element, colour: str) -> str:
    """Return the code of a drawing in which one element has another colour, #rrggbb."""
    if form == "graphviz":
        graph = graph_of(code)
        filled = element.fill is not None
        if element.kind == "cluster":
            inner = _cluster(graph, element.name)
            inner.graph_attr["bgcolor" if filled else "pencolor"] = colour
        else:
            node = graph.get_node(element.name)
            node.attr["fillcolor" if filled else "color"] = colour
        return str(graph.string())
    tree = tree_of(code)
    part = tree.parts[int(element.name)]
    key = "stroke" if element.fill is None and element.stroke else "fill"
    part.set("style", f"{part.get('style', '')};{key}:{colour}".lstrip(";"))
    return _unmarked(tree)


def _cluster(graph: Any, name: str) -> Any:
    return next(each for each in graph.subgraphs() if each.name == name)


def removed(code: str, form: str, element: Element) -> str:
    """Return the code of a drawing without one element; of a graph's node, its edges go with it."""
    if form == "graphviz":
        graph = graph_of(code)
        graph.delete_node(element.name)
        return str(graph.string())
    tree = tree_of(code)
    part = tree.parts[int(element.name)]
    next(each for each in tree.root.iter() if part in list(each)).remove(part)
    return _unmarked(tree)


def renamed(code: str, form: str, element: Element, text: str) -> str:
    """Return the code of a drawing in which another text stands in an element that has one."""
    if form == "graphviz":
        graph = graph_of(code)
        graph.get_node(element.name).attr["label"] = text
        return str(graph.string())
    tree = tree_of(code)
    part = tree.parts[int(element.name)]
    for child in list(part):
        part.remove(child)
    part.text = text
    return _unmarked(tree)


def moved(code: str, element: Element, right: float, down: float) -> str:
    """Return the code of an SVG in which one element stands elsewhere, by shares of the canvas."""
    tree = tree_of(code)
    part = tree.parts[int(element.name)]
    wide, high = canvas_of(parsed(code))
    part.set("transform", f"translate({right * wide:g},{down * high:g}) {part.get('transform', '')}".strip())
    return _unmarked(tree)


def turned(code: str, edge: Edge) -> str:
    """Return Graphviz's code in which one directed edge leads the other way."""
    graph = graph_of(code)
    for tail, head, key in graph.edges(keys=True):
        if {tail, head} == {edge.tail, edge.head}:
            told = dict(graph.get_edge(tail, head, key).attr.items())
            graph.delete_edge(tail, head, key)
            graph.add_edge(head, tail, key=None, **{name: value for name, value in told.items() if value})
            return str(graph.string())
    raise ValueError(f"there is no edge between {edge.tail} and {edge.head}")


def reshaped(code: str, name: str, shape: str) -> str:
    """Return Graphviz's code in which a node has another shape."""
    graph = graph_of(code)
    graph.get_node(name).attr["shape"] = shape
    graph.get_node(name).attr["regular"] = ""
    return str(graph.string())


def reformed(code: str, element: Element) -> str:
    """Return an SVG in which a rectangle is an ellipse of its size, or a circle or an ellipse is a rectangle.

    Raises ValueError for an element that is written as something else.
    """
    tree = tree_of(code)
    part = tree.parts[int(element.name)]
    tag = local(part)
    if tag not in _FORMED:
        raise ValueError(f"<{tag}> is neither a rectangle nor round")
    told = {name: float(part.attrib.pop(name, "0")) for name in _FORMED[tag]}
    if tag == "rect":
        across, up = told["width"] / 2, told["height"] / 2
        sides = {"cx": told["x"] + across, "cy": told["y"] + up, "rx": across, "ry": up}
    else:
        across, up = (told["r"], told["r"]) if tag == "circle" else (told["rx"], told["ry"])
        sides = {"x": told["cx"] - across, "y": told["cy"] - up, "width": 2 * across, "height": 2 * up}
    part.tag = part.tag.removesuffix(tag) + ("ellipse" if tag == "rect" else "rect")
    part.attrib.update({name: f"{value:g}" for name, value in sides.items()})
    return _unmarked(tree)


def relabelled(code: str, texts: Mapping[str | tuple[str, str], str]) -> str:
    """Return Graphviz's code in which nodes, by their names, and edges, by those of their ends, say something else.

    Raises ValueError for an edge that there is not.
    """
    graph = graph_of(code)
    for name, text in texts.items():
        if isinstance(name, str):
            graph.get_node(name).attr["label"] = text
            continue
        found = [each for each in graph.edges(keys=True) if set(each[:2]) == set(name)]
        if not found:
            raise ValueError(f"there is no edge between {name[0]} and {name[1]}")
        graph.get_edge(*found[0]).attr["label"] = text
    return str(graph.string())


def reranked(code: str) -> str:
    """Return Graphviz's code whose ranks follow each other the other way."""
    graph = graph_of(code)
    graph.graph_attr["rankdir"] = _OPPOSITE[said_of(graph.graph_attr, "rankdir") or "TB"]
    return str(graph.string())


def _unmarked(tree: Tree) -> str:
    for part in tree.parts:
        part.attrib.pop(MARK, None)
    return tree.text()


def shifted(code: str) -> str:
    """Return an SVG that is moved on its page by a hundredth."""
    root = parsed(code)
    wide, high = canvas_of(root)
    view = [float(each) for each in re.findall(r"[-+]?[\d.]+", root.get("viewBox", f"0 0 {wide} {high}"))]
    left, top = view[0] - _SHIFT * view[2], view[1] - _SHIFT * view[3]
    root.set("viewBox", f"{left:g} {top:g} {view[2]:g} {view[3]:g}")
    return written(root)


def reordered(code: str, scene: Scene) -> str:
    """Return an SVG whose attributes stand in another order, and whose elements do where they do not meet."""
    tree = tree_of(code)
    boxes = {int(each.name): each.box for each in scene.elements}
    places = {id(part): place for place, part in enumerate(tree.parts)}
    for parent in tree.root.iter():
        children = list(parent)
        for number in range(len(children) - 1):
            pair = [boxes.get(places.get(id(each), -1)) for each in children[number : number + 2]]
            if pair[0] and pair[1] and not pair[0].meets(pair[1]):
                children[number : number + 2] = reversed(children[number : number + 2])
        parent[:] = children
    for element in tree.root.iter():
        told = list(element.attrib.items())
        element.attrib.clear()
        element.attrib.update(reversed(told))
    return _unmarked(tree)


def relisted(code: str) -> str:
    """Return Graphviz's code in which the attributes of each list stand in the opposite order."""

    def opposite(found: re.Match[str]) -> str:
        told = re.findall(r'[^\s,;=\["]+\s*=\s*(?:"(?:\\.|[^"\\])*"|[^\s,;\]]+)', found[1])
        return f"[{', '.join(reversed(told))}]"

    return re.sub(r'\[((?:"(?:\\.|[^"\\])*"|[^\]"])*)\]', opposite, code)


def regrouped(code: str) -> str:
    """Return TikZ code whose picture is drawn within a scope of its own."""
    return _PICTURE.sub(lambda found: f"{found[1]}\n\\begin{{scope}}{found[2]}\\end{{scope}}\n{found[3]}", code, 1)


def respelt(code: str) -> str:
    """Return TikZ code whose colours have other names."""
    return re.sub(r"(?<![\w\\#])c(\d+)(?!\w)", r"tint\1", cleaned_tikz(code))


def rewritings(code: str, form: str, scene: Scene) -> dict[str, Callable[[], str]]:
    """Return the ways in which a drawing can be written otherwise without a change to what it shows."""
    if form == "graphviz":
        return {"renamed": lambda: cleaned_graph(code), "reordered": lambda: relisted(code)}
    if form == "tikz":
        return {"regrouped": lambda: regrouped(code), "renamed": lambda: respelt(code)}
    return {
        "shifted": lambda: shifted(code),
        "renamed": lambda: cleaned_svg(code),
        "reordered": lambda: reordered(code, scene),
    }


def _formed(code: str, form: str, elements: Sequence[Element]) -> list[Element]:
    """Return those of some elements that are filled and of a form that can be another one."""
    found = [each for each in elements if each.fill is not None and each.kind in _OTHERWISE_SHAPED]
    if form == "graphviz" or not found:
        return found
    parts = tree_of(code).parts
    return [each for each in found if local(parts[int(each.name)]) in _FORMED]


def mutations(code: str, form: str, scene: Scene, colour: str) -> dict[str, Callable[[], str]]:
    """Return the ways in which one fact of a drawing can be changed; `colour` is one that it does not have.

    Each is a fact of an element that is chosen by the drawing itself, so that the same one comes again.
    """
    chance = random.Random(code)
    whole = [each for each in scene.elements if each.box and each.kind not in ("text", "cluster", None)]
    small = [each for each in whole if each.box and each.box.right - each.box.left < 0.6]
    found: dict[str, Callable[[], str]] = {}
    if tinted := [each for each in whole if each.colour]:
        one = chance.choice(tinted)
        found["recoloured"] = lambda: recoloured(code, form, one, colour)
    if small and len(scene.elements) > 1:
        other = chance.choice(small)
        found["removed"] = lambda: removed(code, form, other)
        if form == "svg" and other.box:
            right, down = (-0.2 if each > 0.5 else 0.2 for each in other.box.centre)
            found["moved"] = lambda: moved(code, other, right, down)
    if said := [each for each in scene.elements if each.text and each.kind != "cluster"]:
        third = chance.choice(said)
        found["renamed"] = lambda: renamed(code, form, third, f"{third.text}ing")
    if form == "svg" and (written_in := [each for each in scene.elements if each.kind == "text" and each.colour]):
        letters = chance.choice(written_in)
        found["reinked"] = lambda: recoloured(code, form, letters, colour)
    if formed := _formed(code, form, whole):
        fourth = chance.choice(formed)
        if form == "svg":
            found["reshaped"] = lambda: reformed(code, fourth)
        else:
            found["reshaped"] = lambda: reshaped(code, fourth.name, _OTHERWISE_SHAPED[str(fourth.kind)])
    if arrows := [each for each in scene.edges if each.directed and each.tail != each.head]:
        edge = chance.choice(arrows)
        found["turned"] = lambda: turned(code, edge)
    return found
