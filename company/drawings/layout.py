"""Graphviz's code, parsed and laid out in this process: texts are measured in the fonts that they are painted in."""

from __future__ import annotations

import atexit
import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from company.drawings.painting import Undrawable, fonts
from company.drawings.trees import MOST_CHARACTERS

ENGINES = ("dot", "neato", "fdp", "sfdp", "circo", "twopi", "osage", "patchwork")
MOST_NODES, MOST_EDGES = 150, 300
"""Of a graph: laying out thousands takes long."""
_OUTSIDE = ("image", "imagepath", "shapefile", "fontpath", "stylesheet", "_background", "href", "url", "class")
_LINKS = ("edgeURL", "edgehref", "headURL", "headhref", "labelURL", "labelhref", "tailURL", "tailhref", "URL")
_UNNAMED = {
    **dict.fromkeys(_OUTSIDE, "files and addresses are not looked up"),
    **{each.lower(): "files and addresses are not looked up" for each in _LINKS},
    "layers": "one picture is drawn",
}
_TOKENS = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/|(?m:^\#[^\n]*)|[{}]|<|>|[^\W]+|[^"{}<>\w]', re.DOTALL)
_FONT_FILE = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>{fonts}</dir>
<cachedir>{cache}</cachedir><match target="pattern"><edit name="family" mode="assign" binding="strong">
<string>DejaVu Sans</string></edit></match></fontconfig>"""


@cache
def graphviz() -> Any:
    """Return pygraphviz, which measures texts with the fonts of `painting`. Raises Undrawable where it is not there."""
    folder = tempfile.mkdtemp(prefix="fonts-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    place = Path(folder, "fonts.conf")
    place.write_text(_FONT_FILE.format(fonts=Path(fonts()[0]).parent, cache=folder), encoding="utf-8")
    # It is read once, when the first text is measured; nothing else in this process asks fontconfig for fonts.
    os.environ["FONTCONFIG_FILE"] = str(place)
    try:
        import pygraphviz
    except ImportError as error:
        raise Undrawable("graphviz needs pygraphviz; pip install 'decision-company[graphics]'") from error
    return pygraphviz


def graph_of(code: str) -> Any:
    """Return the one graph of Graphviz's code. Raises Undrawable, with what to do."""
    if len(code) > MOST_CHARACTERS:
        raise Undrawable(f"the code has {len(code):,} characters; {MOST_CHARACTERS:,} are the most that are drawn")
    begin, end = braces(code)
    if re.sub(r"//[^\n]*|/\*.*?\*/|(?m:^#[^\n]*)|[\s;]", "", code[end:], flags=re.DOTALL):
        raise Undrawable("the file holds more than one graph: write one")
    # Graphviz's own command does so, too; without it a label of one node would empty those of all that have none.
    whole = f'{code[:begin]}node[label="\\N"];{code[begin:end]}'
    with said() as words:
        try:
            graph = graphviz().AGraph(string=whole)
        except ValueError as error:
            raise Undrawable(f"Graphviz cannot read it: {_first(words()) or error}") from error
    check_graph(graph)
    return graph


def braces(code: str) -> tuple[int, int]:
    """Return where the first graph's body begins, and where it ends. Raises Undrawable where there is none."""
    depth, begin = 0, 0
    for found in _TOKENS.finditer(code):
        if found[0] == "{":
            depth += 1
            begin = begin or found.end()
        elif found[0] == "}":
            depth -= 1
            if depth == 0:
                return begin, found.end()
    raise Undrawable("a graph is written as digraph { … } or graph { … }: a brace is missing")


def check_graph(graph: Any) -> None:
    """Raise Undrawable where a graph is too large, or has attributes that name files, addresses or HTML."""
    for number, most, what in ((len(graph), MOST_NODES, "nodes"), (graph.number_of_edges(), MOST_EDGES, "edges")):
        if number > most:
            raise Undrawable(f"there are {number:,} {what}; {most} are the most that are drawn")
    if not len(graph):
        raise Undrawable("the graph has no node")
    for name, value in attributes(graph):
        if name.lower() in _UNNAMED and value:
            raise Undrawable(f"the attribute {name} is not allowed: {_UNNAMED[name.lower()]}")
        if name.endswith("label") and is_html(value):
            raise Undrawable(f"the {name} {value[:30]}… is HTML: write it as text in quotes")
        if name == "layout" and value not in ENGINES:
            raise Undrawable(f"there is no layout {value[:30]!r}: take one of {', '.join(ENGINES)}")


def is_html(value: str) -> bool:
    """Return whether the value of an attribute is HTML, which is written between < and >."""
    return value.startswith("<") and value.endswith(">")


def attributes(graph: Any) -> Iterator[tuple[str, str]]:
    """Yield all attributes of a graph, of its parts and of what is in it, each with its value."""
    yield from graph.graph_attr.items()
    yield from graph.node_attr.items()
    yield from graph.edge_attr.items()
    for each in graph.nodes():
        yield from graph.get_node(each).attr.items()
    for each in graph.edges(keys=True):
        yield from graph.get_edge(*each).attr.items()
    for each in clusters(graph):
        yield from each.graph_attr.items()


def said_of(attributes: Any, name: str) -> str:
    """Return what a node, an edge or a graph says of an attribute; "" where it says nothing."""
    try:
        return attributes[name] or ""
    except KeyError:
        return ""


def clusters(graph: Any) -> Iterator[Any]:
    """Yield all parts of a graph, and theirs."""
    for each in graph.subgraphs():
        yield each
        yield from clusters(each)


def laid_out(graph: Any, form: str) -> str:
    """Return a graph as "svg", or as "json" with all places. Raises Undrawable."""
    engine = said_of(graph.graph_attr, "layout") or "dot"
    with said() as words:
        try:
            drawn: bytes = graph.draw(prog=engine, format=form)
        except (ValueError, OSError, RuntimeError) as error:
            raise Undrawable(f"Graphviz cannot lay it out: {_first(words()) or error}") from error
    return drawn.decode()


def svg_of_graph(code: str) -> str:
    """Return the drawing of Graphviz's code as SVG. Raises Undrawable."""
    return laid_out(graph_of(code), "svg")


@contextlib.contextmanager
def said() -> Iterator[Any]:
    """Keep what libraries write to the error output; what is given returns it."""
    with tempfile.TemporaryFile() as place:

        def words() -> str:
            place.seek(0)
            return place.read(4000).decode(errors="replace")

        before = os.dup(2)
        os.dup2(place.fileno(), 2)
        try:
            yield words
        finally:
            os.dup2(before, 2)
            os.close(before)


def _first(text: str) -> str:
    lines = [line for line in text.splitlines() if line.startswith(("Error", "Warning"))]
    return lines[0][:200] if lines else ""
