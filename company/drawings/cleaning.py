"""Code without what tells and is not drawn: comments, titles, metadata, names, and the words for colours."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from company.drawings.layout import graph_of, said_of
from company.drawings.painting import Undrawable, pixels_of
from company.drawings.reading import svg_of
from company.drawings.trees import SVG, XLINK, local, parsed, written

_TOLD = ("title", "desc", "metadata")
_COLOURED = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color")
_UNTOUCHED = ("none", "currentcolor", "inherit", "transparent", "context-fill", "context-stroke")
_UNDRAWN = re.compile(r"(data-|aria-|on)|(role|tabindex|lang|version|baseProfile|enable-background)$")
_TELLING = ("comment", "tooltip", "edgetooltip", "headtooltip", "labeltooltip", "tailtooltip", "id", "class")


def cleaned(code: str, form: str) -> str:
    """Return the code of a drawing, SVG's or Graphviz's, without what tells and is not drawn.

    Raises Undrawable where it cannot be drawn, or where its picture would not be the same pixel by pixel.
    """
    clean = cleaned_svg(code) if form == "svg" else cleaned_graph(code)
    one, other = (pixels_of(svg_of(each, form)) for each in (code, clean))
    if one.shape != other.shape or not np.array_equal(one, other):
        raise Undrawable("without its names and comments it would look otherwise: name nothing that is not drawn")
    return clean


def cleaned_svg(code: str) -> str:
    """Return an SVG without what is not drawn, with ids n1, n2 …, classes c1, c2 … and colours as #rrggbb."""
    root = parsed(code)
    _drop(root)
    names, classes = _numbered(root, "id", "n"), _numbered(root, "class", "c")
    for element in root.iter():
        for key in list(element.attrib):
            value = element.attrib[key]
            if (key.startswith("{") and key != XLINK and not key.endswith("}space")) or _UNDRAWN.match(key):
                del element.attrib[key]
            elif key == "id":
                element.set(key, names[value])
            elif key == "class":
                element.set(key, " ".join(classes[each] for each in value.split()))
            else:
                element.set(key, _value(key, value, names))
        if local(element) == "style":
            element.text = _sheet(element.text or "", names, classes)
    return written(root)


def _drop(element: Any) -> None:
    for child in list(element):
        if local(child) in _TOLD or not str(child.tag).startswith(SVG):
            _take_out(element, child)
        else:
            _drop(child)


def _take_out(parent: Any, child: Any) -> None:
    """Remove an element, and leave the text that follows it."""
    place = list(parent).index(child)
    if child.tail and child.tail.strip():
        if place:
            parent[place - 1].tail = (parent[place - 1].tail or "") + child.tail
        else:
            parent.text = (parent.text or "") + child.tail
    parent.remove(child)


def _numbered(root: Any, key: str, letter: str) -> dict[str, str]:
    """Return a new name for each one that an attribute gives, in the order in which they come."""
    found: dict[str, str] = {}
    for element in root.iter():
        value = element.get(key, "")
        for name in value.split() if key == "class" else [value] * bool(value):
            found.setdefault(name, f"{letter}{len(found) + 1}")
    return found


def _value(key: str, value: str, names: dict[str, str]) -> str:
    if key in ("href", XLINK):
        return f"#{names.get(value[1:], 'n0')}"
    value = re.sub(r"url\(\s*['\"]?#([^)'\"]+)['\"]?\s*\)", lambda found: f"url(#{names.get(found[1], 'n0')})", value)
    if key in _COLOURED:
        return _hex(value)
    return _declared(value) if key == "style" else value


def _declared(text: str) -> str:
    """Return declarations of a style with its colours as #rrggbb."""
    words = rf"(?<![\w-])({'|'.join(_COLOURED)})\s*:\s*([^;{{}}!]+)"
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(words, lambda found: f"{found[1]}:{_hex(found[2].strip())}", text)


def _sheet(text: str, names: dict[str, str], classes: dict[str, str]) -> str:
    """Return a style sheet with the new names in its selectors, and its colours as #rrggbb."""
    rules = []
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
        selector = re.sub(r"#([\w-]+)", lambda found: f"#{names.get(found[1], 'n0')}", selector.strip())
        selector = re.sub(r"\.([A-Za-z_][\w-]*)", lambda found: f".{classes.get(found[1], 'c0')}", selector)
        rules.append(f"{selector}{{{_value('style', body.strip(), names)}}}")
    return "\n".join(rules)


def _hex(value: str) -> str:
    """Return a colour as #rrggbb; what is none, or is seen through, as it is."""
    from svgelements import Color

    if value.lower() in _UNTOUCHED or value.startswith("url("):
        return value
    try:
        colour = Color(value)
    except ValueError:
        return value
    if colour.value is None or colour.alpha != 255:
        return value
    return f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"


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
