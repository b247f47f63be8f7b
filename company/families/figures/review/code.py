"""The code of a figure at the review page: it is drawn again by itself, and compared with what was drawn before."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from company.archive import Archive
from company.errors import ReviewError
from company.families.figures.files import candidate_of
from company.families.figures.gate.drawing import Drawn, drawn_alone
from company.families.figures.gate.randomness import random_source
from company.families.figures.records import Drawing
from company.families.figures.stages.aligning import elements_of
from company.families.figures.stages.drawing import same
from company.families.figures.stages.sources import coded_source_in, resource_in
from company.records import Execution, Intent, Record, Result, RunError
from company.replay.before import Before
from company.replay.code import Code, Original, check_worked
from company.results.likeness.content import panels_of
from company.sandbox import Sandbox

FOLLOWS = ("code", "portrait", "as_original", "as_simple")
"""Fields of a drawing that follow from its code, and that itself."""
_VALUES = 24
"""Values of a channel that are written out."""


class DrawingCode(Code):
    """The code that draws a case's figure."""

    by_itself = True

    def before(self, archive: Archive, record: Record) -> Before:
        """Raise ReviewError: nothing runs before a figure."""
        raise ReviewError(f"{record.id} is drawn by itself, on no state")

    async def alone(self, sandbox: Sandbox, archive: Archive, record: Record, code: str) -> Execution:
        """Return the figure that code draws over the data of the record's case, and what is on it."""
        found = await redrawn(sandbox, archive, _drawing(record), code)
        if isinstance(found, str):
            kind, _, said = found.partition(": ")
            error = RunError(type=kind, message=said) if said else RunError(type="NoFigure", message=found)
            return Execution(ok=False, error=error)
        return Execution(ok=True, results=_results(found.portrait), figures=(found.picture,))

    def changes(
        self, archive: Archive, record: Record, code: str, intents: Sequence[Intent], execution: Execution
    ) -> dict[str, Any]:
        """Return the code with the portrait of its figure. Raises ReviewError for code that draws from chance."""
        check_worked(record, execution)
        if random_source(code):
            raise ReviewError("the code asks for random numbers; draw the values that the data have, or reject it")
        (portrait,) = (each.facts[_PORTRAIT] for each in execution.results if each.type == "plot")
        return edited_changes(archive, _drawing(record), code, portrait)

    def original(self, archive: Archive, record: Record, body: Mapping[str, Any]) -> Original | None:
        """Return the figure as it was proposed; it is not drawn again."""
        return Original(record.id, None, (), _results(body["portrait"]))

    def sentence(self, archive: Archive, record: Record, *, same: bool) -> str:
        """Return also what becomes of the figure."""
        if same:
            return "It runs, and draws the same."
        return (
            "It runs, and draws another figure. Does that follow the query? The figure is aligned anew with its words "
            "when this is settled."
        )


_PORTRAIT = "portrait"


async def redrawn(sandbox: Sandbox, archive: Archive, drawing: Drawing, code: str) -> Drawn | str:
    """Return what code draws over the data of a drawing; a text says why it draws nothing that counts.

    Raises SandboxError when the sandbox itself fails.
    """
    source = coded_source_in(archive, candidate_of(drawing.id))
    return await drawn_alone(code, resource_in(archive, source), sandbox)


def edited_changes(archive: Archive, drawing: Drawing, code: str, portrait: Mapping[str, Any]) -> dict[str, Any]:
    """Return all fields of a drawing that follow from its new code, as JSON; nobody draws from its simple query."""
    source = coded_source_in(archive, candidate_of(drawing.id))
    as_original = same(source.portrait, portrait)
    return {"code": code, "portrait": portrait, "as_original": as_original, "as_simple": None}


def _results(portrait: Mapping[str, Any]) -> tuple[Result, ...]:
    """Return a figure, and what is on it element by element, as results that can be compared."""
    rows = [[each["element"], each["value"]] for each in elements_of(portrait)] + _values(portrait)
    mark = hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:16]
    whole = hashlib.sha256(json.dumps(portrait, sort_keys=True).encode()).hexdigest()[:16]
    shown = "The figure that the code draws"
    return (
        Result(
            name="figure", type="plot", shown=shown, digest=whole, facts={_PORTRAIT: portrait, "axes": _axes(portrait)}
        ),
        Result(name="drawn", type="dict", shown="", digest=mark, facts={"items": rows, "length": len(rows)}),
    )


def _axes(portrait: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the words on each axes, and how many of which marks are there, as facts of a figure tell them."""
    marks = {panel.place: panel.marks for panel in panels_of(portrait)}
    return [
        {
            **{name: page.get(name) or "" for name in ("title", "xlabel", "ylabel")},
            "artists": dict(Counter(mark.kind for mark in marks.get(place, ()))),
        }
        for place, page in enumerate(portrait["axes"])
    ]


def _values(portrait: Mapping[str, Any]) -> list[list[str]]:
    """Return the values of each series, the first ones of many."""
    found = []
    for panel in panels_of(portrait):
        for number, mark in enumerate(panel.marks):
            for channel, values in mark.channels.items():
                told = ", ".join(_said(each) for each in np.ravel(values)[:_VALUES])
                found.append([f"axes[{panel.place}].series[{number}] {mark.name or mark.kind}: {channel}", told])
    return found


def _said(value: Any) -> str:
    return str(value) if isinstance(value, str) else f"{float(value):.9g}"


def _drawing(record: Record) -> Drawing:
    assert isinstance(record, Drawing), "this is the code of drawings"
    return record
