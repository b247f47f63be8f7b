"""What a graph shows in the words of somebody who describes it, and the graph that such words say."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence

from company.drawings.scenes import Edge, Element, Scene
from grammar.graphics.page_words import hue_of
from grammar.language import listed
from grammar.scenes.canvas import INKS
from grammar.voices import an, capital

_SHAPES = {"rectangle": "box", "ellipse": "ellipse", "circle": "circle", "polygon": "hexagon", "triangle": "triangle"}
_RANKS = {"down": "TB", "up": "BT", "right": "LR", "left": "RL"}
_ARROWS = ('{verb} from "{tail}" to {heads}.', 'From "{tail}", {verb} to {heads}.')
_LINES = ('"{tail}" is joined with {heads}.', 'A line each joins "{tail}" with {heads}.')
_KIND = re.compile(r"^An? (directed|undirected) graph of \d+ nodes?(?:, drawn so that its arrows lead (\w+))?\.")
_MANY = r'(?:"[^"\n]*"(?:(?: \(both ways\))?(?: \(with the words "[^"\n]*"\))?)(?:, | and )?)+'
_NODES = re.compile(rf"({_MANY}) (?:is|are) (?:an? )?(?:({'|'.join(INKS)}) )?(\w+?)s?\.")
_EDGES = re.compile(
    rf'(?:(?:An arrow leads|Arrows lead) from "([^"\n]*)" to|From "([^"\n]*)", (?:an arrow leads|arrows lead) to'
    rf'|"([^"\n]*)" is joined with|A line each joins "([^"\n]*)" with) ({_MANY})\.'
)
_NAMED = re.compile(r'"([^"\n]*)"(?P<both> \(both ways\))?(?: \(with the words "([^"\n]*)"\))?')


def graph_in_words(scene: Scene, chance: random.Random) -> str:
    """Return what is in a graph: nodes that look alike at once, and then where each leads."""
    directed = any(each.directed or each.both for each in scene.edges)
    kind = "directed" if directed else "undirected"
    way = f", drawn so that its arrows lead {scene.flow}" if scene.flow else ""
    count = f"{len(scene.nodes)} node{'s' if len(scene.nodes) != 1 else ''}"
    parts = [f"{capital(an(kind))} graph of {count}{way}."]
    parts += [
        _looks(list(group), look)
        for look, group in itertools.groupby(scene.nodes, lambda each: (each.colour, each.kind))
    ]
    says = {each.name: each.text for each in scene.nodes}
    for tail, group in itertools.groupby(scene.edges, lambda each: each.tail):
        parts.append(_links(says[tail], list(group), says, chance.choice(_ARROWS if directed else _LINES)))
    return " ".join(parts)


def _looks(nodes: Sequence[Element], look: tuple[str | None, str | None]) -> str:
    called = " ".join(part for part in look if part) or "thing"
    names = listed([f'"{each.text}"' for each in nodes])
    return f"{names} are {called}s." if len(nodes) > 1 else f"{names} is {an(called)}."


def _links(tail: str, edges: Sequence[Edge], says: dict[str, str], form: str) -> str:
    heads = listed([_head(each, says) for each in edges])
    verb = "arrows lead" if len(edges) > 1 else "an arrow leads"
    told = form.format(tail=tail, heads=heads, verb=verb)
    return told[0].upper() + told[1:] if told[0] != '"' else told


def _head(edge: Edge, says: dict[str, str]) -> str:
    both = " (both ways)" if edge.both else ""
    return f'"{says[edge.head]}"{both}' + (f' (with the words "{edge.text}")' if edge.text else "")


def graph_of(caption: str) -> str:
    """Return the graph that words say, in Graphviz's language, and nothing else."""
    told = _KIND.match(caption)
    directed = told is None or told[1] == "directed"
    rank = _RANKS.get(told[2] or "", "TB") if told else "TB"
    lines = [f"{'digraph' if directed else 'graph'} G {{", f"  rankdir={rank};"]
    names: dict[str, str] = {}
    for found in _NODES.finditer(caption):
        look = f'shape={_SHAPES.get(found[3], "ellipse")}, style=filled, fillcolor="{hue_of(found[2])}"'
        for name in (each[1] for each in _NAMED.finditer(found[1])):
            names[name] = f"n{len(names) + 1}"
            lines.append(f'  {names[name]} [label="{name}", {look}];')
    for found in _EDGES.finditer(caption):
        tail = next(each for each in found.groups()[:4] if each is not None)
        for head in _NAMED.finditer(found[5]):
            if tail in names and head[1] in names:
                lines.append(f"  {names[tail]} {'->' if directed else '--'} {names[head[1]]}{_as_told(head)};")
    return "\n".join([*lines, "}"]) + "\n"


def _as_told(head: re.Match[str]) -> str:
    told = [*(["dir=both"] if head["both"] else []), *([f'label="{head[3]}"'] if head[3] else [])]
    return f" [{', '.join(told)}]" if told else ""
