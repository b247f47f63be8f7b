"""SVG as a tree: read without following anything, and unfolded so that each thing that is painted stands once in it."""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from company.drawings.painting import Undrawable, fitted

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"
MOST_CHARACTERS = 200_000
"""Of a drawing's code."""
MOST_PARTS = 3_000
"""Of an SVG: elements, uses unfolded."""
MOST_SEEN = 400
"""Things that are painted in a drawing whose facts are read."""
DEEPEST = 60
"""Levels of elements within elements: resvg crashes at very many."""
PAINTED = ("rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "image")
_ASIDE = frozenset(
    ("defs", "symbol", "clipPath", "mask", "pattern", "marker", "linearGradient", "radialGradient", "style")
) | {"filter", "title", "desc", "metadata"}
"""Elements whose contents are not painted where they stand."""
_REFUSED = {
    "script": "scripts are not run",
    "foreignObject": "contents in other languages are not drawn",
    "filter": "filters are not drawn",
    "image": "pictures within a drawing are not drawn; draw with shapes",
    "animate": "nothing moves",
    "animateTransform": "nothing moves",
    "animateMotion": "nothing moves",
    "set": "nothing moves",
}
MARK = "data-part"
"""The attribute that tells what is painted apart in an unfolded tree."""


@dataclass
class Tree:
    """An SVG, read: its root has the size of the picture in pixels, and no `use` is left in it."""

    root: Any
    width: int
    height: int
    parts: list[Any] = field(default_factory=list)
    """What is painted, from back to front; each has its place in this list as `MARK`."""
    pieces: Pieces | None = None
    """The text of the tree in pieces, once a part was looked at alone; whoever changes parts then has none."""

    def text(self) -> str:
        """Return the tree as SVG."""
        return written(self.root)

    def without(self, *places: int) -> str:
        """Return the SVG in which some of the parts are not painted, and all else is as it was."""
        before = [(self.parts[place], self.parts[place].get("style")) for place in places]
        for part, style in before:
            part.set("style", f"{style};display:none !important" if style else "display:none !important")
        text = self.text()
        for part, style in before:
            part.attrib.pop("style")
            if style is not None:
                part.set("style", style)
        return text

    def alone(self, *places: int) -> str:
        """Return the SVG in which only some parts are painted: the others are not in it at all, which is faster.

        Where a style asks for what stands beside something, the others are there, and are hidden.
        """
        if self.pieces is None:
            self.pieces = pieces_of(self)
        if self.pieces.hang_together:
            return self.without(*(each for each in range(len(self.parts)) if each not in places))
        return self.pieces.text(places)


@dataclass(frozen=True)
class Pieces:
    """The text of an SVG, cut so that each part is a piece of its own."""

    between: Sequence[str]
    """What stands before the first part, between parts, and after the last one."""
    parts: Sequence[str]
    hang_together: bool
    """Whether how one part looks may hang on which others are there."""

    def text(self, places: Collection[int]) -> str:
        """Return the text with some of its parts alone."""
        kept = (part if place in places else "" for place, part in enumerate(self.parts))
        return "".join(itertools.chain.from_iterable(zip(self.between, (*kept, ""), strict=True)))


def pieces_of(tree: Tree) -> Pieces:
    """Return the text of a tree in pieces."""
    from xml.etree import ElementTree

    root, cuts = copy.deepcopy(tree.root), []
    for number, part in enumerate(list(painted(root))):
        own = copy.copy(part)
        own.tail = None
        cuts.append(written(own))
        tail = part.tail
        part.clear()
        part.tag, part.text, part.tail = ElementTree.Comment, f"{MARK}{number}", tail
    between = re.split(rf"<!--{MARK}\d+-->", written(root))
    sheets = " ".join(each.text or "" for each in root.iter() if local(each) == "style")
    return Pieces(between, cuts, re.search(r":[a-z-]*child|:[a-z-]*of-type|[+~]", sheets) is not None)


def local(element: Any) -> str:
    """Return an element's name without its namespace; "" of a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def written(root: Any) -> str:
    """Return a tree as text, with the usual prefixes."""
    from xml.etree import ElementTree

    ElementTree.register_namespace("", SVG[1:-1])
    ElementTree.register_namespace("xlink", XLINK[1:].partition("}")[0])
    return ElementTree.tostring(root, encoding="unicode")


def parsed(code: str) -> Any:
    """Return the root of an SVG, in which nothing outside of it is named. Raises Undrawable."""
    if len(code) > MOST_CHARACTERS:
        raise Undrawable(f"the code has {len(code):,} characters; {MOST_CHARACTERS:,} are the most that are drawn")
    try:
        from defusedxml import ElementTree
        from defusedxml.common import DefusedXmlException
    except ImportError as error:
        raise Undrawable("drawings need defusedxml; pip install 'decision-company[graphics]'") from error
    try:
        root = ElementTree.fromstring(code.encode(), forbid_dtd=False, forbid_entities=True, forbid_external=True)
    except DefusedXmlException as error:
        raise Undrawable("the SVG defines entities, or names a file outside of it: write it without") from error
    except (ElementTree.ParseError, ValueError, RecursionError) as error:
        raise Undrawable(f"the SVG is not well-formed XML: {error}") from error
    if root.tag != f"{SVG}svg":
        hint = f'write <svg xmlns="{SVG[1:-1]}" …>'
        raise Undrawable(f"the first element is <{root.tag[:60]}>, and has to be an SVG's: {hint}")
    check(root)
    return root


def with_namespace(code: str) -> str:
    """Return an SVG whose first element says that it is one, and whose `xlink:` is known, where either is left out."""
    begun = re.search(r"<svg(?=[\s>/])[^>]*", code)
    if begun is None:
        return code
    told = "" if re.search(r"\sxmlns\s*=", begun[0]) else f' xmlns="{SVG[1:-1]}"'
    if "xlink:" in code and "xmlns:xlink" not in code:
        told += f' xmlns:xlink="{XLINK[1:].partition("}")[0]}"'
    place = begun.start() + len("<svg")
    return code[:place] + told + code[place:]


def check(root: Any) -> None:
    """Raise Undrawable where a tree is too large, or holds what is not drawn."""
    number = 0
    waiting = [(root, 1)]
    while waiting:
        element, depth = waiting.pop()
        number += 1
        if depth > DEEPEST:
            raise Undrawable(f"elements stand in each other {DEEPEST} levels deep; write it with fewer groups")
        if number > MOST_PARTS:
            raise Undrawable(f"there are more than {MOST_PARTS:,} elements; draw with fewer")
        name = local(element)
        if name in _REFUSED:
            raise Undrawable(f"<{name}> is not allowed: {_REFUSED[name]}")
        for key, value in element.attrib.items():
            check_value(name, key, value)
        if name == "style":
            check_value(name, "its text", element.text or "")
        waiting += [(child, depth + 1) for child in element]


def check_value(name: str, key: str, value: str) -> None:
    """Raise Undrawable where an attribute names something outside of the drawing."""
    if key.rpartition("}")[2] == "href" and not value.startswith("#"):
        raise Undrawable(f"<{name}> names {value[:60]!r}: only #names of the drawing itself are followed")
    for found in re.findall(r"url\(\s*['\"]?([^)]{0,60})", value):
        if not found.startswith("#"):
            raise Undrawable(f"{key} of <{name}> names {found!r}: only #names of the drawing itself are followed")
    if "@import" in value:
        raise Undrawable(f"{key} of <{name}> imports a style: write it out")


def canvas_of(root: Any) -> tuple[float, float]:
    """Return a canvas's width and height in its own units. Raises Undrawable where neither is told."""
    view = [float(each) for each in re.findall(r"[-+]?[\d.]+(?:[eE][-+]?\d+)?", root.get("viewBox", ""))]
    sizes = [length(root.get(key, "")) for key in ("width", "height")]
    if len(view) == 4:
        shape = (view[2], view[3])
        return (sizes[0], sizes[1]) if sizes[0] and sizes[1] else shape
    if sizes[0] and sizes[1]:
        return sizes[0], sizes[1]
    raise Undrawable("the size of the canvas is not told: give <svg> a viewBox, such as 0 0 400 300")


def length(text: str) -> float | None:
    """Return a length in pixels; None of a share, and of what is none."""
    units = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4}
    found = re.fullmatch(r"\s*([\d.]+(?:e[-+]?\d+)?)\s*([a-z]*)\s*", text)
    try:
        return float(found[1]) * units[found[2]] if found else None
    except (KeyError, ValueError):
        return None


def tree_of(code: str) -> Tree:
    """Return an SVG unfolded: in the size of its picture, with a copy of what it names in place of each `use`.

    Raises Undrawable.
    """
    root = sized(code)
    width, height = int(root.get("width")), int(root.get("height"))
    Unfolding(root).unfold()
    tree = Tree(root, width, height)
    for element in painted(root):
        element.set(MARK, str(len(tree.parts)))
        tree.parts.append(element)
    return tree


def sized(code: str) -> Any:
    """Return the root of an SVG that has the size of its picture. Raises Undrawable."""
    root = parsed(code)
    wide, high = canvas_of(root)
    width, height = fitted(wide, high)
    if "viewBox" not in root.attrib:
        root.set("viewBox", f"0 0 {wide:g} {high:g}")
    root.set("width", str(width))
    root.set("height", str(height))
    return root


def painted(root: Any) -> Iterator[Any]:
    """Yield what is painted where it stands, in the order of painting."""
    for child in root:
        name = local(child)
        if name in PAINTED:
            yield child
        elif name and name not in _ASIDE:
            yield from painted(child)


class Unfolding:
    """Puts copies in place of `use`."""

    def __init__(self, root: Any) -> None:
        """Look up all names of a tree."""
        self._root = root
        self._named = {each.get("id"): copy.deepcopy(each) for each in root.iter() if each.get("id")}
        self._left = MOST_PARTS

    def unfold(self) -> None:
        """Do so in the whole tree. Raises Undrawable where that gives too much, or never ends."""
        self._within(self._root, ())

    def _within(self, element: Any, names: tuple[str, ...]) -> None:
        for place, child in enumerate(list(element)):
            if local(child) in _ASIDE:
                continue
            self._left -= 1
            if self._left < 0:
                raise Undrawable(f"its `use` unfolds to more than {MOST_PARTS:,} elements; draw with fewer")
            inner = names
            if local(child) == "use":
                name = (child.get("href") or child.get(XLINK) or "").removeprefix("#")
                if name in names or len(names) > DEEPEST:
                    raise Undrawable(f"`use` of #{name[:60]} is within #{name[:60]} itself")
                inner = (*names, name)
                child = self._copied(child, name)
                element[place] = child
            self._within(child, inner)

    def _copied(self, use: Any, name: str) -> Any:
        group = use.makeelement(f"{SVG}g", {})
        for key, value in use.attrib.items():
            if key not in ("x", "y", "width", "height", "href", XLINK):
                group.set(key, value)
        x, y = (length(use.get(key, "0").lstrip("-")) or 0.0 for key in "xy")
        x, y = (-each if use.get(key, "").startswith("-") else each for key, each in (("x", x), ("y", y)))
        if x or y:
            group.set("transform", f"{use.get('transform', '')} translate({x:.12g},{y:.12g})".strip())
        if name not in self._named:
            return group  # it paints nothing, as in a browser
        found = copy.deepcopy(self._named[name])
        for each in found.iter():
            each.attrib.pop("id", None)
        if local(found) == "symbol":
            found.tag = f"{SVG}svg"
            for key in ("width", "height"):
                found.set(key, use.get(key, found.get(key, "100%")))
        group.append(found)
        return group
