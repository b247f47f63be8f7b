"""How types of plot are told on a portrait, and what is counted on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from company.families.figures.types import FEW, OTHER, Difficulty
from company.results.likeness.content import Panel, panels_of

Shape = Callable[[list[Panel]], bool]
"""Whether panels show a type of plot."""


def kinds_in(panel: Panel) -> set[str]:
    """Return the kinds of marks on an axes, what only guides the eye left out."""
    return {mark.kind for mark in panel.marks} - {"guide", "band"}


def _all(*kinds: str, projection: str = "rectilinear", least: int = 1, most: int = 1_000) -> Shape:
    """Return whether each panel has marks of these kinds and of no other, so many at least and at the most."""

    def shape(panels: list[Panel]) -> bool:
        return all(
            panel.page["projection"] == projection and kinds_in(panel) <= {*kinds} and least <= len(panel.marks) <= most
            for panel in panels
        )

    return shape


def _both(one: Shape, other: Shape) -> Shape:
    return lambda panels: one(panels) and other(panels)


def _has(channel: str) -> Shape:
    return lambda panels: all(any(channel in mark.channels for mark in panel.marks) for panel in panels)


def _lacks(*channels: str) -> Shape:
    return lambda panels: (
        not any(channel in mark.channels for panel in panels for mark in panel.marks for channel in channels)
    )


def _lies(yes: bool) -> Shape:
    return lambda panels: all(mark.form.startswith("lying") == yes for panel in panels for mark in panel.marks)


def _stacks(yes: bool) -> Shape:
    return lambda panels: all(panel.stacked == yes for panel in panels)


def _pierced(yes: bool) -> Shape:
    return lambda panels: all(("hole" in mark.form) == yes for panel in panels for mark in panel.marks)


def _touches(panels: list[Panel]) -> bool:
    """Return whether bars stand side by side without a gap, as those of histograms."""
    for panel in panels:
        for series in panel.page["series"]:
            if series["kind"] != "bar":
                continue
            held = sorted(zip(series["channels"]["x"], series["channels"]["width"], strict=True))
            ends = [(at - wide / 2, at + wide / 2) for at, wide in held]
            if any(later[0] - one[1] > 0.02 * held[0][1] for one, later in pairwise(ends)):
                return False
    return True


def _square(panels: list[Panel]) -> bool:
    cells = {panel.cell[1::2] for panel in panels if panel.cell[0] == ""}
    return {(row, column) for row in (0, 1) for column in (0, 1)} == cells


def _marked(word: str) -> Shape:
    return lambda panels: any(panel.cell[0] == word for panel in panels)


_BAR, _ERRORS = "bar", ("y_low", "x_low")
_UPRIGHT = _both(_all(_BAR), _both(_lies(False), _lacks(*_ERRORS)))
SHAPES: Mapping[str, Shape] = {
    "bar": _both(_UPRIGHT, _all(_BAR, most=1)),
    "grouped bar": _both(_UPRIGHT, _both(_stacks(False), _all(_BAR, least=2))),
    "stacked bar": _both(_all(_BAR, least=2), _stacks(True)),
    "lying bar": _both(_all(_BAR), _lies(True)),
    "line": _both(_all("line", most=1), _lacks(*_ERRORS)),
    "multi-line": _both(_all("line", least=2), _lacks(*_ERRORS)),
    "step": _all("step", "stairs"),
    "area": _all("area", "line", most=2),
    "stacked area": _all("area", least=2),
    "scatter": _both(_all("points"), _lacks("size", *_ERRORS)),
    "bubble": _both(_all("points"), _has("size")),
    "histogram": _both(_all(_BAR, "stairs"), _touches),
    "density": _all("line", "area"),
    "box": _all("box", "outlier"),
    "violin": _all("violin", "area", "segments"),
    "error bar": _both(_all(_BAR), _has("y_low")),
    "error point": _both(_all("points", "line"), _has("y_low")),
    "heatmap": _all("grid", "picture"),
    "contour": _all("contour", "filled contour"),
    "hexbin": _all("cells"),
    "pie": _both(_all("slice"), _pierced(False)),
    "donut": _both(_all("slice"), _pierced(True)),
    "treemap": _all("treemap"),
    "radar": _all("line", "area", projection="polar"),
    "polar bar": _all(_BAR, projection="polar"),
    "3D scatter": _all("points", projection="3d"),
    "3D bar": _all(_BAR, projection="3d"),
    "2x2 panels": _square,
    "twin axes": _marked("twin"),
    "inset": _marked("inset"),
}
"""By the names of types."""
_FIRST = ("2x2 panels", "twin axes", "inset", "error bar", "error point", "histogram", "bubble", "stacked area")
"""Types that are told before those whose form they have, too."""
_MANY_BARS = 4
"""Bars that touch from which on they are those of a histogram."""
_NEVER_TOLD = "density"
"""A type that looks as lines and areas do."""


def shows(name: str, portrait: Any) -> bool:
    """Return whether a portrait is of this type."""
    if name == OTHER.name:
        return type_of(portrait) == name
    panels = panels_of(portrait)
    return bool(panels) and SHAPES[name](panels)


def type_of(portrait: Any) -> str:
    """Return the type that a portrait is of, as far as its marks tell."""
    names = [name for name in dict.fromkeys((*_FIRST, *SHAPES)) if name != _NEVER_TOLD and shows(name, portrait)]
    panels = panels_of(portrait)
    many = all(mark.length >= _MANY_BARS for panel in panels for mark in panel.marks)
    return next((name for name in names if name != "histogram" or (many and _lies(False)(panels))), OTHER.name)


def counted(portrait: Any) -> dict[str, Any]:
    """Return what is counted on a portrait: its panels, the values that are drawn, and by both its difficulty."""
    panels = panels_of(portrait)
    main = [panel for panel in panels if panel.cell[0] == ""]
    values = sum(_values(mark, kinds_in(panel)) for panel in panels for mark in panel.marks)
    difficulty: Difficulty = "hard" if len(main) > 1 or values > FEW else "easy"
    return {"difficulty": difficulty, "panels": len(main), "points": values}


def _values(mark: Any, beside: set[str]) -> int:
    """Return the number of values that a mark shows; of a box and of a violin, five; of what only guides the eye, none.

    `beside` are the kinds on its axes: strokes stand through violins, which are areas.
    """
    rows = int(mark.count)
    if mark.kind in ("guide", "band") or (mark.kind == "segments" and "area" in beside):
        return 0
    if mark.kind == "box":
        return 5 * rows
    if mark.kind == "violin" or (mark.kind == "area" and beside & {"violin", "segments"}):
        return 5
    return (rows + 1) // 2 if mark.kind == "area" else rows
