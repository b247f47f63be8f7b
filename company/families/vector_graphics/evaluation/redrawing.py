"""The pictures of what models answered, drawn again in the jail, beside those of the references."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from company.benchmark.reading import Benchmark
from company.console.progress import Progress
from company.drawings.jailed import drawn_in
from company.drawings.painting import Undrawable
from company.evaluation.contract import Line
from company.evaluation.sittings import Sitting
from company.families.vector_graphics.body import is_drawn
from company.families.vector_graphics.gate.drawn import code_in
from company.sandbox import Sandbox


@dataclass(frozen=True)
class Beside:
    """A case: its reference, its caption, and what each model drew from that."""

    data_id: str
    form: str
    caption: str
    reference: bytes
    """A PNG, as all pictures here are."""
    drawn: Mapping[str, bytes | None] = field(default_factory=dict)
    """By the model's name; None where nothing could be drawn."""


async def redrawn(
    content: Benchmark, sittings: Mapping[str, Sitting], sandbox: Sandbox, progress: Progress
) -> list[Beside]:
    """Return the cases that a model was to draw, in the benchmark's order. Raises SandboxError."""
    answers = {
        name: {each.scored.data_id: each.response for each in sitting.answers} for name, sitting in sittings.items()
    }
    lines = [
        line
        for line in content.entries
        if is_drawn(line) and any(line["data_id"] in given for given in answers.values())
    ]
    progress.stage("draw", started=sum(line["data_id"] in given for line in lines for given in answers.values()))
    found = []
    for line in lines:
        data_id = str(line["data_id"])
        pictures = {}
        for name, given in answers.items():
            if data_id in given:
                pictures[name] = await _picture(line, given[data_id], sandbox)
                progress.stage("draw", done=1, rejected=int(pictures[name] is None))
        reference = (content.folder / str(line["reference_picture"])).read_bytes()
        found.append(Beside(data_id, str(line["format"]), str(line["current_query"]), reference, pictures))
    return found


async def _picture(line: Line, response: str, sandbox: Sandbox) -> bytes | None:
    if not response.strip():
        return None
    try:
        with tempfile.TemporaryDirectory(prefix="company-redrawing-") as name:
            return (await drawn_in(sandbox, Path(name), code_in(response), str(line["format"]))).picture
    except Undrawable:
        return None
