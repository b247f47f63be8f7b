"""The types of plot: what each is called, and which of seven categories it is of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Difficulty = Literal["easy", "hard"]
Half = Literal["test", "reference"]
"""Of statistical plots: those that models are asked for, and those that they may look at."""
FEW = 50
"""Values up to which a figure of one panel is easy."""


@dataclass(frozen=True)
class PlotType:
    """A type of plot."""

    name: str
    category: str
    """One of the seven of PaperBanana: bar; line; tree, pie; scatter; heatmap; radar; miscellaneous."""
    easy: bool = True
    """Whether one can be drawn that has one panel and few values."""


TYPES: Mapping[str, PlotType] = {
    each.name: each
    for each in (
        PlotType("bar", "bar"),
        PlotType("grouped bar", "bar"),
        PlotType("stacked bar", "bar"),
        PlotType("lying bar", "bar"),
        PlotType("line", "line"),
        PlotType("multi-line", "line"),
        PlotType("step", "line"),
        PlotType("area", "line"),
        PlotType("stacked area", "line"),
        PlotType("scatter", "scatter"),
        PlotType("bubble", "scatter"),
        PlotType("histogram", "bar"),
        PlotType("density", "line"),
        PlotType("box", "miscellaneous"),
        PlotType("violin", "miscellaneous"),
        PlotType("error bar", "bar"),
        PlotType("error point", "scatter"),
        PlotType("heatmap", "heatmap"),
        PlotType("contour", "heatmap", easy=False),
        PlotType("hexbin", "heatmap"),
        PlotType("pie", "tree, pie"),
        PlotType("donut", "tree, pie"),
        PlotType("radar", "radar"),
        PlotType("polar bar", "radar"),
        PlotType("3D scatter", "scatter"),
        PlotType("3D bar", "bar"),
        PlotType("2x2 panels", "miscellaneous", easy=False),
        PlotType("twin axes", "miscellaneous"),
        PlotType("inset", "miscellaneous"),
    )
}
"""By name, in the order in which they take turns."""
OTHER = PlotType("other", "miscellaneous")
"""What is given and is of none of them."""
TREEMAP = PlotType("treemap", "tree, pie")
"""What is given, and drawn by no prompt of ours."""
KNOWN: Mapping[str, PlotType] = {**TYPES, TREEMAP.name: TREEMAP, OTHER.name: OTHER}
