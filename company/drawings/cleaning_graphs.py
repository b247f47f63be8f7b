"""Graphviz's code without what tells and is not drawn: its tokens are gone through once."""

from __future__ import annotations

import re
from typing import Any

from company.drawings.layout import graph_of, said_of

_TELLING = ("comment", "tooltip", "edgetooltip", "headtooltip", "labeltooltip", "tailtooltip", "id", "class")
_TOKEN = re.compile(
    r'(?P<aside>//[^\n]*|/\*.*?\*/|(?m:^\#[^\n]*))|(?P<name>"(?:\\.|[^"\\])*"'
    r"|-?(?:\.\d+|\d+(?:\.\d*)?)|[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)"
    r"|(?P<sign>->|--|[\[\]{}=:;,+])|(?P<space>\s+)",
    re.DOTALL,
)
_WORDS = ("strict", "graph", "digraph", "node", "edge", "subgraph")


def cleaned_graph(code: str) -> str:
    """Return Graphviz's code without comments, with nodes n1, n2 …; what a node's name said stands as its label."""
    graph = graph_of(code)
    tokens = [(found.lastgroup, found[0]) for found in _TOKEN.finditer(code) if found.lastgroup != "aside"]
    return "".join(_Renaming(graph, tokens).written()).strip() + "\n"


class _Renaming:
    """Goes through the tokens of a graph once and gives its nodes, its parts and itself new names."""

    def __init__(self, graph: Any, tokens: list[tuple[str | None, str]]) -> None:
        self._graph, self._tokens = graph, tokens
        self._nodes: dict[str, str] = {}
        self._parts: dict[str, str] = {}
        self._labels: list[str] = []
        """What the names of nodes said; it is set at the end, as the last value of an attribute is what counts."""

    def written(self) -> list[str]:
        """Return the new tokens."""
        out: list[str] = []
        solid = [number for number, (kind, _) in enumerate(self._tokens) if kind != "space"]
        after = dict(zip(solid, [*solid[1:], -1], strict=True))
        before = dict(zip(solid[1:], solid, strict=False))
        place, depth, listing = 0, 0, False
        while place < len(self._tokens):
            kind, text = self._tokens[place]
            following = self._tokens[after[place]][1] if after.get(place, -1) >= 0 else ""
            previous = self._tokens[before[place]][1] if place in before else ""
            if kind == "sign":
                listing = text == "[" or (listing and text != "]")
                depth += {"{": 1, "}": -1}.get(text, 0)
                if text == "}" and not depth:
                    out += self._labels
            if listing and kind == "name" and following == "=" and text.lower() in _TELLING:
                place = self._past(place, after)
                continue
            named = kind == "name" and not listing and following != "=" and previous not in ("=", ":")
            out.append(self._named(text, previous, depth) if named else text)
            place += 1
        return out

    def _past(self, place: int, after: dict[int, int]) -> int:
        """Return the place behind an attribute that tells something."""
        value = after[after[place]]
        behind = after[value]
        return behind + 1 if behind >= 0 and self._tokens[behind][1] in ",;" else value + 1

    def _named(self, text: str, previous: str, depth: int) -> str:
        if text.lower() in _WORDS:
            return text
        name = re.sub(r'\\"', '"', text[1:-1]) if text.startswith('"') else text
        if not depth:
            return "G"
        if previous.lower() == "subgraph":
            begin = "cluster_n" if name.startswith("cluster") else "n"
            return self._parts.setdefault(name, f"{begin}{len(self._parts) + 1}")
        if name not in self._nodes:
            self._nodes[name] = f"n{len(self._nodes) + 1}"
            label = said_of(self._graph.get_node(name).attr, "label")
            if "\\N" in label:
                said = label.replace("\\N", name).replace('"', '\\"')
                self._labels.append(f'  {self._nodes[name]} [label="{said}"];\n')
        return self._nodes[name]
