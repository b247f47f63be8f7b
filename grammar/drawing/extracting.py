"""What the built-in company extracts from a script that draws a plot: a table, a description, and what is amiss."""

from __future__ import annotations

import ast
import csv
import io
import random
import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

_CHANCE = re.compile(r"\brandom\b|\bdefault_rng\b|\.sample\(|\.rvs\(|\bmake_blobs\b")
_COMPUTED = re.compile(r"\b(?:np|numpy|math)\.(?:linspace|sin|cos|tan|exp|log|sqrt|power|cumsum|meshgrid|hypot)\b")
_SHAPES = re.compile(r"\b(?:Polygon|PathPatch|Wedge|Circle|Ellipse|FancyBboxPatch)\(")
_NO_AXES = re.compile(r"set_axis_off\(|axis\(\s*(?:False|['\"]off['\"])")
_HOW = re.compile(r"colou?r|marker|style|size|lim|tick|hatch|explode|width|height|palette|alpha|edge|font|bins|bbox")
_PLACES = {
    **dict.fromkeys(("plot", "scatter", "errorbar", "bar", "step", "fill_between", "stem"), ("x", "y")),
    "barh": ("y", "x"),
}
"""What the first two arguments of functions that draw are."""
_MARKS = {"bar": "bars", "line": "lines", "step": "steps", "points": "points", "area": "areas", "slice": "slices"}
_SEVERAL = ("2x2 panels", "twin axes", "inset")
"""Types that do not tell what stands on their axes."""
_UNNAMED = "values"
_LEAST = 2
_FEW = 50
_MOST_NAMES = 12
_NOUNS = {
    "bar": "a bar chart",
    "grouped bar": "a grouped bar chart",
    "stacked bar": "a stacked bar chart",
    "lying bar": "a chart of lying bars",
    "line": "a line chart",
    "multi-line": "a chart of several lines",
    "step": "a step chart",
    "area": "an area chart",
    "stacked area": "a stacked area chart",
    "scatter": "a scatter plot",
    "bubble": "a bubble chart",
    "histogram": "a histogram",
    "box": "a box plot",
    "violin": "a violin plot",
    "error bar": "a bar chart with error bars",
    "error point": "a plot of points with error bars",
    "heatmap": "a heatmap",
    "contour": "a contour plot",
    "hexbin": "a plot of hexagonal bins",
    "pie": "a pie chart",
    "donut": "a donut chart",
    "treemap": "a treemap",
    "radar": "a radar chart",
    "polar bar": "a chart of bars on polar axes",
    "3D scatter": "a scatter plot in space",
    "3D bar": "a bar chart in space",
    "2x2 panels": "a figure of four panels",
    "twin axes": "a chart with two vertical axes",
    "inset": "a chart with a smaller one within it",
}
_AXES = (("xlabel", "horizontal"), ("ylabel", "vertical"), ("zlabel", "upright"))


def extract_plot(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to an `extract_plot` brief: lists of the code as a table, and what is on the plot in sentences."""
    columns = list(_columns(brief["code"]))
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow([name for name, _ in columns])
    writer.writerows(zip_longest(*(cells for _, cells in columns), fillvalue=""))
    files = "".join(each["content"] for each in brief["files"][:1])
    numbers = sum(not isinstance(cell, str) for _, cells in columns for cell in cells)
    panels = [each for each in brief["drawn"] if "marks" in each]
    return {
        "table": page.getvalue() if columns else files,
        "description": _description(brief["type"], brief["drawn"]),
        "difficulty": "hard" if len(panels) > 1 or numbers > _FEW else "easy",
        "unfit": _unfit(brief["code"]),
    }


def _unfit(code: str) -> str:
    if _CHANCE.search(code):
        return "random"
    if _COMPUTED.search(code):
        return "computed"
    return "geometry" if _SHAPES.search(code) and _NO_AXES.search(code) else ""


def _columns(code: str) -> Iterator[tuple[str, list[Any]]]:
    """Yield the lists of literals in code by their names, but for those that say how something is drawn."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return
    labels = dict(_labelled(tree))
    named = [(labels.get(id(node)), said, ast.literal_eval(node)) for node, said in _named(tree, _UNNAMED)]
    found = [(label or said, held) for label, said, held in named if label or not _HOW.search(said.lower())]
    names: dict[str, int] = {}
    for name, cells in (column for said, held in _headed(found) for column in _lists(said, held)):
        names[name] = names.get(name, 0) + 1
        yield (name if names[name] == 1 else f"{name}_{names[name]}"), cells


def _named(node: ast.AST, name: str) -> Iterator[tuple[ast.expr, str]]:
    """Yield the outermost lists and dicts with what they are called; what chooses out of others is none."""
    for child in ast.iter_child_nodes(node):
        own = name
        if isinstance(node, ast.Subscript) and child is node.slice:
            continue
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            own = node.targets[0].id
        elif isinstance(child, ast.keyword):
            own = child.arg or name
        elif isinstance(node, ast.Call) and len(node.args) > 1 and child in node.args[:2]:
            own = dict(enumerate(_PLACES.get(_called(node), ()))).get(node.args.index(child), name)
        if isinstance(child, ast.List | ast.Tuple | ast.Dict) and _is_literal(child):
            yield child, own
        else:
            yield from _named(child, own)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _labelled(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the lists that are drawn under a label, as an argument or by the variable that holds them just then."""
    held: dict[str, ast.expr] = {}
    calls = (ast.Assign, ast.Call)
    for node in sorted((each for each in ast.walk(tree) if isinstance(each, calls)), key=lambda each: each.lineno):
        if isinstance(node, ast.Assign):
            if isinstance(node.targets[0], ast.Name):
                held[node.targets[0].id] = node.value
            continue
        label = next((each.value for each in node.keywords if each.arg == "label"), None)
        if not isinstance(label, ast.Constant) or not isinstance(label.value, str) or not node.args:
            continue
        last = node.args[-1]
        yield id(held.get(last.id, last) if isinstance(last, ast.Name) else last), label.value


def _headed(found: list[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield lists with their names; groups that names stand for, one each, as a dict by these names."""
    heads: dict[int, Any] = {}
    for place, (_, groups) in enumerate(found):
        is_grouped = isinstance(groups, list | tuple) and all(isinstance(each, list) for each in groups)
        free = (each for each in range(len(found)) if each not in heads.values())
        if is_grouped and (at := next((each for each in free if _are_heads(found[each][1], groups)), None)) is not None:
            heads[place] = at
    for place, (said, held) in enumerate(found):
        if place in heads:
            yield said, dict(zip(found[heads[place]][1], held, strict=True))
        elif place not in heads.values():
            is_text = isinstance(held, list | tuple) and all(isinstance(each, str) for each in held)
            yield ("names" if is_text and said == _UNNAMED else said), held


def _are_heads(names: Any, groups: Any) -> bool:
    """Return whether texts are the names of groups, and not of what each group has one of."""
    is_named = isinstance(names, list) and len(names) == len(groups) and all(isinstance(each, str) for each in names)
    return is_named and all(len(each) != len(names) for each in groups)


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return False
    return True


def _lists(name: str, held: Any) -> Iterator[tuple[str, list[Any]]]:
    """Yield a list as a column; a dict of lists, and a list of lists, as several; a dict of numbers as two."""
    if isinstance(held, dict):
        if all(isinstance(each, list | tuple) for each in held.values()):
            for key, each in held.items():
                yield from _lists(str(key), each)
        elif len(held) >= _LEAST:
            yield f"{name}_name", [str(key) for key in held]
            yield name, list(held.values())
    elif held and all(isinstance(each, list | tuple) for each in held):
        for place, each in enumerate(held, start=1):
            yield from _lists(f"{name}_{place}", each)
    elif len(held) >= _LEAST and all(isinstance(each, int | float | str) for each in held):
        yield name, list(held)


def _description(plot_type: str, drawn: list[dict[str, Any]]) -> str:
    """Return sentences on what is on a plot, with its texts in quotes."""
    whole = next((each["title"] for each in drawn if "marks" not in each), "")
    panels = [each for each in drawn if "marks" in each]
    said = [f"Draw {_NOUNS.get(plot_type, 'a plot')}{_quoted(', titled {}', whole)}."]
    for place, panel in enumerate(panels, start=1):
        called = "" if len(panels) == 1 else f"chart {place}" if plot_type == "twin axes" else f"panel {place}"
        said += _of_panel(panel, called, plot_type not in _NOUNS or plot_type in _SEVERAL)
    return " ".join(said)


def _of_panel(panel: dict[str, Any], called: str, tells_marks: bool) -> Iterator[str]:
    subject, of = called.capitalize() or "It", f" of {called}" if called else ""
    if tells_marks and panel["marks"]:
        yield f"{subject} shows {' and '.join(_MARKS.get(each, each) for each in panel['marks'])}."
    if title := _quoted("{}", panel.get("title", "")):
        yield f"{subject} is titled {title}."
    for key, word in _AXES:
        if text := _quoted("{}", panel.get(key, "")):
            yield f"The {word} axis{of} is named {text}."
    names = [text for each in panel.get("names", ())[:_MOST_NAMES] if (text := _quoted("{}", each))]
    if names:
        yield f"{'Its series' if not called else f'The series of {called}'} are called {', '.join(names)}."


def _quoted(form: str, text: str) -> str:
    """Return a text in quotes, in some form; empty of one that has quotes or line breaks itself."""
    return form.format(f"“{text}”") if text and not re.search(r"[“”\n]|\.(?:png|jpe?g|pdf|svg)\b", text) else ""
