"""What a script has to pass to be a statistical plot, step by step in this order, each with the reason that it gives.

What it draws is known before: a script that fails, or draws something else the second time, comes no further.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from company.families.figures.curation.given_values import Given, given_by_code, given_share
from company.families.figures.gate.complaints import MOST_SHAPES
from company.families.figures.gate.randomness import random_source
from company.results.likeness.content import panels_of

FAILS, UNSTABLE = "fails", "unstable"
STEPS: Mapping[str, str] = {
    FAILS: "draws no figure, or none that can be compared",
    UNSTABLE: "draws another figure under another hash seed and other random numbers",
    "random": "asks for random numbers",
    "computed": "draws values that stand neither in its code nor in its files",
    "geometry": "draws its data as free shapes",
    "aspect": "is too narrow, or too wide",
}
"""The steps in their order, each with what a script that it refuses does."""
JUDGED = ("random", "computed", "geometry")
"""Those that a model is asked about as well."""
LEAST_GIVEN = 0.9
"""Share of the drawn values that have to be given."""
_SHAPES = ("outline", "rectangle", "ellipse")


@dataclass(frozen=True)
class Plot:
    """A script that draws the same figure each time, with all that the filters look at."""

    code: str
    files: Mapping[str, bytes]
    portrait: Any
    aspect: float
    """Of the picture: width by height."""


@dataclass(frozen=True)
class Refusal:
    """The step that refuses a script, and why."""

    step: str
    why: str

    def __str__(self) -> str:
        """Return both, as a reason that can be counted by what stands before the colon."""
        return f"{self.step}: {self.why}"


def refusal(plot: Plot, aspects: tuple[float, float]) -> Refusal | None:
    """Return the first step that refuses a script; None where it passes them all."""
    steps: tuple[tuple[str, Callable[[], str | None]], ...] = (
        ("random", lambda: _random(plot)),
        ("computed", lambda: _computed(plot, given_by_code(plot.code, plot.files))),
        ("geometry", lambda: _geometry(plot.portrait)),
        ("aspect", lambda: aspect_fault(plot.aspect, aspects)),
    )
    return next((Refusal(step, why) for step, look in steps if (why := look()) is not None), None)


def _random(plot: Plot) -> str | None:
    source = random_source(plot.code)
    return None if source is None else f"it asks {source}"


def _computed(plot: Plot, given: Given) -> str | None:
    share = given_share(plot.portrait, given)
    return None if share >= LEAST_GIVEN else f"{100 * share:.0f} % of the drawn values stand in its code or its files"


def _geometry(portrait: Any) -> str | None:
    """Return why a figure is geometry: free shapes carry most of what it shows, without axes or many of them."""
    panels = panels_of(portrait)
    marks = [(mark, panel) for panel in panels for mark in panel.marks if mark.kind not in ("guide", "band")]
    no_axes = all(not panel.page["frame"] for panel in panels)
    free = sum(mark.length for mark, panel in marks if _is_free(mark, panel, no_axes=no_axes))
    shapes = sum(
        mark.length if mark.kind != "outline" else 1 for mark, panel in marks if _is_free(mark, panel, no_axes=no_axes)
    )
    if 2 * free < sum(mark.length for mark, _ in marks) or not free:
        return None
    return f"{shapes} free shapes carry its data" if no_axes or shapes > MOST_SHAPES else None


def _is_free(mark: Any, panel: Any, *, no_axes: bool) -> bool:
    return mark.kind in _SHAPES or (no_axes and mark.kind == "area" and panel.page["projection"] != "polar")


def aspect_fault(aspect: float, aspects: tuple[float, float]) -> str | None:
    """Return what is wrong with how many times as wide as high a picture is; None where it will do."""
    low, high = aspects
    return None if low <= aspect <= high else f"{aspect:.2f} is outside {low:g} to {high:g}"
