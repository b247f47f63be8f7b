"""What Graphviz's code shows: by its parse and its layout, and again by the SVG that is drawn and by its pixels."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from company.drawings.layout import graph_of, laid_out, said_of
from company.drawings.margins import SEEN, flow_of
from company.drawings.painting import pixels_of
from company.drawings.scenes import Box, Edge, Element, Scene
from company.drawings.shapes import COARSE, Reading, agreed, changed, painted_alone, readings, seen_of
from company.drawings.trees import Tree, local, tree_of

_KINDS = {
    "ellipse": "ellipse",
    "oval": "ellipse",
    "circle": "circle",
    "doublecircle": "circle",
    "point": "circle",
    **dict.fromkeys(("box", "rect", "rectangle", "square", "record", "underline"), "rectangle"),
    "triangle": "triangle",
    **dict.fromkeys(("diamond", "hexagon", "octagon", "pentagon", "parallelogram", "trapezium", "house"), "polygon"),
    **dict.fromkeys(("plaintext", "plain", "none"), "text"),
}
"""What nodes are by their shape; "path" for all other ones."""
_PAD = "0.0555"
"""Inches around a drawing whose code does not say how many."""
_POINTS = 72.0
"""Of an inch."""


def scene_of_graph(code: str) -> Scene:
    """Return what Graphviz's code shows. Raises Undrawable."""
    graph = graph_of(code)
    tree = tree_of(laid_out(graph, "svg"))
    places = json.loads(laid_out(graph, "json"))
    groups = Groups(tree)
    boxes = boxes_of(places)
    doubts: list[str] = []
    nodes = [node_of(graph.get_node(name), groups, boxes) for name in graph.nodes() if name in groups.nodes]
    seen, faint = seen_of(nodes)
    doubts += [f"kind of node {each.name}" for each in seen if each.kind is None]
    frames = tuple(cluster_of(name, groups, boxes) for name in groups.clusters)
    edges = edges_of(graph, groups, doubts)
    return Scene(
        "graphviz",
        tree.width,
        tree.height,
        (*(each for each in frames if each.share >= SEEN), *seen),
        tuple(words for place in groups.texts for words in [text_of(tree, [place])] if words),
        seen,
        edges,
        flow_in(edges, seen, places),
        tuple(doubts),
        faint,
    )


class Groups:
    """The parts of Graphviz's SVG by what they belong to: a node, a cluster, an edge, or the graph itself."""

    def __init__(self, tree: Tree) -> None:
        """Sort the parts of a tree."""
        self.tree = tree
        self.whole = pixels_of(tree.text(), zoom=COARSE)
        self.told = readings(tree)
        self.nodes: dict[str, list[int]] = {}
        self.clusters: dict[str, list[int]] = {}
        self.edges: list[tuple[str, list[int]]] = []
        self.texts = [place for place, part in enumerate(tree.parts) if local(part) == "text"]
        known = {id(part): place for place, part in enumerate(tree.parts)}
        for group in tree.root.iter():
            title = next((each.text or "" for each in group if local(each) == "title"), "")
            places = [known[id(part)] for part in group.iter() if id(part) in known]
            match group.get("class"):
                case "node":
                    self.nodes[title] = places
                case "cluster":
                    self.clusters[title] = places
                case "edge":
                    self.edges.append((title, places))

    def share(self, places: list[int]) -> float:
        """Return how many of the pixels change where parts are left out."""
        return changed(self.whole, pixels_of(self.tree.without(*places), zoom=COARSE))

    def shapes(self, places: list[int]) -> list[int]:
        """Return the parts that are no texts."""
        return [place for place in places if place not in self.texts]


def text_of(tree: Tree, places: list[int]) -> str:
    """Return what parts say, joined by spaces."""
    said = ("".join(tree.parts[place].itertext()) for place in places if local(tree.parts[place]) == "text")
    return " ".join(" ".join(said).split())


def node_of(node: Any, groups: Groups, boxes: dict[str, Box]) -> Element:
    """Return a node with what both readings say of it."""
    kind = _KINDS.get(said_of(node.attr, "shape") or "ellipse", "path")
    if said_of(node.attr, "regular") == "true" and kind == "ellipse":
        kind = "circle"
    return _part(str(node), kind, groups.nodes[str(node)], groups, boxes)


def cluster_of(name: str, groups: Groups, boxes: dict[str, Box]) -> Element:
    """Return the frame of a cluster with what both readings say of it."""
    return _part(name, "cluster", groups.clusters[name], groups, boxes)


def _part(name: str, kind: str, places: list[int], groups: Groups, boxes: dict[str, Box]) -> Element:
    share, text = groups.share(places), text_of(groups.tree, places)
    shapes = groups.shapes(places)
    looked = shapes or places[:1]
    if not looked:
        return Element(None, name=name)
    told = groups.told.get(looked[0]) or Reading(kind, None, None, None)
    if kind == "ellipse" and told.kind == "circle":
        kind = "circle"  # as wide as it is high, which is what is seen
    first = replace(told, kind=kind, box=boxes.get(name) if shapes else told.box)
    element = agreed(first, painted_alone(groups.tree, *looked), local(groups.tree.parts[looked[0]]), share)
    return replace(element, name=name, text=text)


def boxes_of(places: Any) -> dict[str, Box]:
    """Return the boxes of nodes and clusters by the layout, in shares of the canvas."""
    left, bottom, right, top = (float(each) for each in places["bb"].split(","))
    pads = [_POINTS * float(each) for each in str(places.get("pad") or _PAD).split(",")]
    aside, over = pads[0], pads[-1]
    wide, high = right - left + 2 * aside, top - bottom + 2 * over

    def box(x0: float, y0: float, x1: float, y1: float) -> Box:
        return Box(
            (x0 - left + aside) / wide, (top - y1 + over) / high, (x1 - left + aside) / wide, (top - y0 + over) / high
        )

    found = {}
    for each in places.get("objects", ()):
        if "pos" in each:
            x, y = (float(one) for one in each["pos"].rstrip("!").split(","))
            across, up = 36 * float(each["width"]), 36 * float(each["height"])
            found[each["name"]] = box(x - across, y - up, x + across, y + up)
        elif "bb" in each:
            found[each["name"]] = box(*(float(one) for one in each["bb"].split(",")))
    return found


def edges_of(graph: Any, groups: Groups, doubts: list[str]) -> tuple[Edge, ...]:
    """Return the edges that the parse and the SVG have alike; of all others there is a doubt."""
    by_title: dict[str, list[list[int]]] = {}
    for title, places in groups.edges:
        by_title.setdefault(title, []).append(places)
    joint = "->" if graph.directed else "--"
    found = []
    for each in graph.edges(keys=True):
        edge = graph.get_edge(*each)
        if "invis" in said_of(edge.attr, "style").split(","):
            continue
        named = zip(each[:2], ("tail", "head"), strict=True)
        tail, head = (f"{name}{port(said_of(edge.attr, f'{end}port'))}" for name, end in named)
        drawn = by_title.get(f"{tail}{joint}{head}")
        if not drawn:
            doubts.append(f"edges: {tail}{joint}{head} is not drawn under this name")
            continue
        places = drawn.pop(0)
        if groups.share(places) < SEEN / 10:
            doubts.append(f"edges: {tail}{joint}{head} is hardly seen")
            continue
        ends, points = ends_of(edge, bool(graph.directed)), points_of(groups, places)
        if ends != points:
            doubts.append(f"edges: the arrows of {tail}{joint}{head} are not where its code says")
            continue
        tail, head = each[:2] if ends != {"tail"} else each[1::-1]
        found.append(Edge(str(tail), str(head), text_of(groups.tree, places), len(ends) == 1, len(ends) == 2))
    left = Counter({title: len(places) for title, places in by_title.items() if places})
    doubts += [f"edges: {title} is drawn, and not in the code" for title in left]
    return tuple(found)


def port(told: str) -> str:
    """Return a port as it stands in the title of an edge."""
    return f":{told}" if told else ""


def ends_of(edge: Any, directed: bool) -> set[str]:
    """Return at which ends an edge has an arrow, by its code."""
    way = said_of(edge.attr, "dir") or ("forward" if directed else "none")
    ends = {"forward": {"head"}, "back": {"tail"}, "both": {"head", "tail"}}.get(way, set())
    return {each for each in ends if said_of(edge.attr, f"arrow{each}") != "none"}


def points_of(groups: Groups, places: list[int]) -> set[str]:
    """Return at which ends an edge has an arrow, by what is drawn: each point stands near an end of its line."""
    lines = [place for place in places if local(groups.tree.parts[place]) == "path"]
    if not lines:
        return set()
    numbers = [float(each) for each in re.findall(r"-?[\d.]+", groups.tree.parts[lines[0]].get("d", ""))]
    ends = {"tail": numbers[:2], "head": numbers[-2:]}
    found = set()
    for place in places:
        part = groups.tree.parts[place]
        if local(part) == "polygon":
            told = [float(each) for each in re.findall(r"-?[\d.]+", part.get("points", ""))]
            middle = [float(np.mean(told[axis::2])) for axis in (0, 1)]
        elif local(part) == "ellipse":
            middle = [float(part.get("cx", 0)), float(part.get("cy", 0))]
        else:
            continue
        found.add(min(ends, key=lambda end: math.dist(ends[end], middle)))
    return found


def flow_in(edges: tuple[Edge, ...], nodes: tuple[Element, ...], places: Any) -> Any:
    """Return where the directed edges run, by the layout and by the pixels; None where these differ."""
    seen = {each.name: each.box.centre for each in nodes if each.box is not None}
    laid = {name: box.centre for name, box in boxes_of(places).items()}
    wide, high = (float(each) for each in places["bb"].split(",")[2:])
    ways = [(edge.tail, edge.head) for edge in edges if edge.directed and edge.tail != edge.head]
    if not all(tail in seen and head in seen for tail, head in ways):
        return None
    found = []
    for known in (seen, laid):
        steps = [(known[head][0] - known[tail][0], known[head][1] - known[tail][1]) for tail, head in ways]
        found.append(flow_of([(right * wide, down * high) for right, down in steps]))
    return found[0] if found[0] == found[1] else None
