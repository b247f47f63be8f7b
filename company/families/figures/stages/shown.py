"""What a figure shows of its files: of each series, which column is in which of its channels."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from company.families.figures.stages.shown_columns import Frames
from company.families.figures.stages.shown_marks import READERS, plain_marks
from company.results.likeness.aspects import cuts
from company.results.likeness.content import Panel, panels_of
from company.results.likeness.mark import Mark

Told = dict[str, Any]
_WORDS = ("title", "xlabel", "ylabel", "zlabel")


def frame_of(file: Path) -> pd.DataFrame | None:
    """Return a file as a table; None for what is none."""
    try:
        return pd.read_csv(file, sep="," if file.suffix == ".csv" else None, engine="python")
    except (ValueError, OSError, pd.errors.ParserError, csv.Error):
        return None


def shown_of(portrait: Any, frames: Frames) -> Told:
    """Return what a figure shows: its title and size, and of each axes place, words and series.

    A channel is {"file", "column"}, {"from", "step"} of places that count, {"constant"}, or {"texts"}; what stands in
    no column is in "unknown".
    """
    panels = [_panel(panel, portrait, frames) for panel in panels_of(portrait)]
    return {"title": portrait["title"], "size": [round(each, 2) for each in portrait["size"]], "panels": panels}


def _panel(panel: Panel, portrait: Any, frames: Frames) -> Told:
    page = panel.page
    kind, *cell = panel.cell
    told: Told = {"place": cell, "projection": page["projection"]}
    told |= {"beside": kind} if kind else {}
    told |= {word: page[word] for word in _WORDS if page.get(word)}
    told |= {"log": [axis for axis, scale in page["scales"].items() if scale == "log"]}
    told |= {"window": {axis: page["limits"][axis] for axis in "xy" if cuts(panel, axis)}}
    if page["legends"]:
        told["legend"] = page["legends"][0]["title"]
    if panel.stacked:
        told["stacked"] = True
    if page.get("twin"):
        told["shared"] = page["twin"][0]
    scales = [each for each in portrait["axes"] if each["colourbar"]]
    if scales and any(_is_shaded(mark) for mark in panel.marks):
        told["colourbar"] = True
        text = scales[0].get("ylabel") or scales[0].get("xlabel")
        told |= {"scale": text} if text else {}
    told["series"] = _series(panel, frames)
    told |= notes_of(page, panel)
    return {key: value for key, value in told.items() if value not in ([], {}, None)}


def _is_shaded(mark: Mark) -> bool:
    return "value" in mark.channels or "contour" in mark.kind


def _series(panel: Panel, frames: Frames) -> list[Told]:
    found: list[Told] = []
    for kind in dict.fromkeys(mark.kind for mark in panel.marks):
        marks = [mark for mark in panel.marks if mark.kind == kind]
        reader: Callable[[Sequence[Mark], Panel, Frames], list[Told]] = READERS.get(kind, plain_marks)
        found += reader(marks, panel, frames)
    return found


def notes_of(page: Any, panel: Panel) -> Told:
    """Return what is written on an axes: the values of a series in some form, or texts."""
    texts = [str(note[-1]) for note in page["notes"]]
    if slices := [mark for mark in panel.marks if mark.kind == "slice"]:
        return _on_slices(texts, slices)
    for name in ("y", "value"):
        for mark in panel.marks:
            values = mark.channels.get(name)
            if values is None or values.dtype.kind != "f" or len(texts) != mark.length:
                continue
            for places in range(4):
                for ending in ("", "%", " %"):
                    if texts == [f"{value:.{places}f}{ending}" for value in values.tolist()]:
                        return {"written": {"decimals": places, "ending": ending}}
    return {"notes": texts} if texts else {}


def _on_slices(texts: Sequence[str], slices: Sequence[Mark]) -> Told:
    """Return what is written on a pie beside the names of its slices: percentages, or texts."""
    names = {str(name) for mark in slices if "x" in mark.channels for name in mark.channels["x"].tolist()}
    rest = [text for text in texts if text not in names]
    shares = [100 * share for mark in slices for share in mark.channels["y"].tolist()]
    for places in range(3):
        for ending in ("%", " %", ""):
            if rest and sorted(rest) == sorted(f"{share:.{places}f}{ending}" for share in shares):
                return {"percent": {"decimals": places, "ending": ending}}
    return {"notes": rest} if rest else {}
