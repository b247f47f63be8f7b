"""Code without what tells and is not drawn: comments, titles, metadata, names, and the words for colours."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from company.drawings.cleaning_graphs import cleaned_graph
from company.drawings.cleaning_tikz import cleaned_tikz
from company.drawings.painting import Undrawable, pixels_of
from company.drawings.reading import svg_of
from company.drawings.trees import SVG, XLINK, local, parsed, with_namespace, written

OTHERWISE = "without its names and comments it would look otherwise: name nothing that is not drawn"
_TOLD = ("title", "desc", "metadata")
_COLOURED = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color")
_UNKNOWN = "rebeccapurple"
"""The one name of CSS that whoever draws does not know, and takes for black."""
_UNTOUCHED = ("none", "currentcolor", "inherit", "transparent", "context-fill", "context-stroke", _UNKNOWN)
_UNDRAWN = re.compile(r"(data-|aria-|on)|(role|tabindex|lang|version|baseProfile|enable-background)$")


def cleaned(code: str, form: str, draw: Callable[[str], Any] | None = None) -> str:
    """Return the code of a drawing without what tells and is not drawn; an SVG says what it is, if it did not.

    `draw` makes an array of pixels of such code; it has to be given for TikZ, which a program of its own draws. Raises
    Undrawable where the code cannot be drawn, or where its picture would not be the same pixel by pixel.
    """
    code = with_namespace(code) if form == "svg" else code
    look = draw or (lambda each: pixels_of(svg_of(each, form)))
    clean = {"svg": cleaned_svg, "graphviz": cleaned_graph, "tikz": cleaned_tikz}[form](code)
    one, other = look(code), look(clean)
    if one.shape != other.shape or not np.array_equal(one, other):
        raise Undrawable(OTHERWISE)
    return clean


def clean_file(source: str | Path, form: str, target: str | Path) -> None:
    """Write the code of a file, cleaned, as JSON with "code"; or with "problem", which says why it cannot be.

    TikZ is not drawn here: whoever does so keeps what has the same pixels.
    """
    code = Path(source).read_text(encoding="utf-8")
    try:
        told = {"code": cleaned_tikz(code) if form == "tikz" else cleaned(code, form)}
    except Undrawable as problem:
        told = {"problem": str(problem)}
    Path(target).write_text(json.dumps(told), encoding="utf-8")


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
    from matplotlib.colors import CSS4_COLORS
    from svgelements import Color

    if value.lower() in _UNTOUCHED or value.startswith("url("):
        return value
    if (named := CSS4_COLORS.get(value.strip().lower())) is not None:  # svgelements takes aliceblue for another
        return str(named).lower()
    try:
        colour = Color(value)
    except ValueError:
        return value
    if colour.value is None or colour.alpha != 255:
        return value
    return f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"
