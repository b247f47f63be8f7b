"""What a drawing shows, as read-only values; the same for SVG, TikZ and Graphviz.

Places are shares of the canvas: (0, 0) is its left upper corner, (1, 1) its right lower one. A fact that two readings
do not agree on is None, and nothing may be asked about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Format = Literal["svg", "tikz", "graphviz"]
FORMATS: tuple[Format, ...] = ("svg", "tikz", "graphviz")
Flow = Literal["right", "left", "down", "up"]
KINDS = (
    "circle",
    "ellipse",
    "rectangle",
    "triangle",
    "polygon",
    "line",
    "polyline",
    "path",
    "text",
    "image",
    "cluster",
)
"""What an element can be. "polygon" has four corners or more and is no rectangle; "path" is anything else with curves;
"cluster" is the frame around a group of Graphviz's nodes."""


@dataclass(frozen=True)
class Box:
    """The smallest rectangle around all that an element paints, its lines' widths included; in shares of the canvas."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle: shares from the left and from the top."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def meets(self, other: Box) -> bool:
        """Return whether the two have a point in common."""
        apart = self.right < other.left or other.right < self.left
        return not (apart or self.bottom < other.top or other.bottom < self.top)


@dataclass(frozen=True)
class Element:
    """One thing that is painted and seen: a shape, a line, a text, or a node of a graph with its label."""

    kind: str | None
    """One of `KINDS`; None where the code and the pixels do not agree on one."""
    colour: str | None = None
    """One of `margins.COLOURS`: its fill, or the line of what is not filled; None of two, of none, or in doubt."""
    box: Box | None = None
    text: str = ""
    """What is written in it, lines joined by a space; "" of a shape without."""
    name: str = ""
    """What the code calls a node or a cluster; of SVG, which of all that its code paints it is, from "0" on."""
    fill: str | None = None
    """#rrggbb as it looks on white; None where it is not filled, or with a gradient or a pattern."""
    stroke: str | None = None
    """#rrggbb of its outline as it looks on white; None where it has none."""
    share: float = 0.0
    """Of the canvas's pixels: how many change where it alone is left out; `margins.SEEN` at the least."""


@dataclass(frozen=True)
class Edge:
    """A line between two nodes. Of an edge without a direction, `tail` is the node that the code names first."""

    tail: str
    head: str
    """The names of nodes. The arrow's point is at `head`, whatever the code says of `dir`."""
    text: str = ""
    directed: bool = True
    """Whether it has an arrow at one end alone."""
    both: bool = False
    """Whether it has an arrow at each end."""


def joint_of(edge: Edge) -> str:
    """Return where an edge has arrows, as a sign: "->", "<->" or "--"."""
    return "<->" if edge.both else "->" if edge.directed else "--"


@dataclass(frozen=True)
class Scene:
    """All that can be told of a drawing for certain."""

    format: Format
    width: int
    """Of the picture, in pixels."""
    height: int
    elements: tuple[Element, ...] = ()
    """All that are seen, from back to front. Texts of SVG and TikZ are elements of their own."""
    texts: tuple[str, ...] = ()
    """All that is written, in the code's order; the same text as often as it stands there."""
    nodes: tuple[Element, ...] = ()
    """The elements that are nodes of a graph, in the code's order; the names are different."""
    edges: tuple[Edge, ...] = ()
    flow: Flow | None = None
    """The direction that `margins.FLOWING` of the directed edges have; None where there is no such direction."""
    doubts: tuple[str, ...] = ()
    """What was read in two ways, in words for whoever asks why a fact is missing. With a doubt about the number of
    elements or edges, nothing may be counted."""
    faint: tuple[Element, ...] = ()
    """What is painted and too small to be seen for certain: nothing may be counted that it could be one of."""


def as_json(scene: Scene) -> dict[str, Any]:
    """Return the scene as what JSON can hold."""
    return asdict(scene)


def scene_of(told: Mapping[str, Any]) -> Scene:
    """Return the scene that `as_json` told of. Raises ValueError, KeyError or TypeError for anything else."""
    if told["format"] not in FORMATS:
        raise ValueError(f"{told['format']!r} is no format of a drawing")
    return Scene(
        format=told["format"],
        width=int(told["width"]),
        height=int(told["height"]),
        elements=tuple(element_of(each) for each in told["elements"]),
        texts=tuple(map(str, told["texts"])),
        nodes=tuple(element_of(each) for each in told["nodes"]),
        edges=tuple(Edge(**each) for each in told["edges"]),
        flow=told["flow"],
        doubts=tuple(map(str, told["doubts"])),
        faint=tuple(element_of(each) for each in told.get("faint", ())),
    )


def element_of(told: Mapping[str, Any]) -> Element:
    """Return the element that `as_json` told of."""
    box = None if told["box"] is None else Box(**told["box"])
    return Element(**{**told, "box": box})
