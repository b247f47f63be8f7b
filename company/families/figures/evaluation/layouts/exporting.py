"""A benchmark of ours in the layouts of others: what their programs need, from our lines."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.evaluation.contract import Line
from company.families.figures.evaluation.layouts import matplotbench, paperbanana
from company.families.figures.evaluation.layouts.drawing_cases import DrawingCase
from company.families.figures.files import FOLDER
from company.families.figures.gate.drawing import ANSWER, code_in
from company.families.figures.numbered import is_matplotbench

Halves = Mapping[str, Sequence[DrawingCase]]
Layout = tuple[Callable[[Path, Halves], None], Callable[[Path], bool]]
LAYOUTS: Mapping[str, Layout] = {
    "matplotbench": (
        lambda folder, halves: matplotbench.write(folder, [case for cases in halves.values() for case in cases]),
        is_matplotbench,
    ),
    "paperbanana": (paperbanana.write, paperbanana.is_paperbanana),
}
"""How each is written, of the cases by half, and how a folder of it is told."""


def export_layout(name: str, content: Benchmark, folder: Path) -> None:
    """Write a benchmark's cases into a folder in a layout of others; an earlier one there is replaced.

    Raises ConfigError where something else stands there.
    """
    write, is_own = LAYOUTS[name]
    if folder.is_dir() and is_own(folder):
        shutil.rmtree(folder)
    elif folder.exists():
        raise ConfigError(f"{folder} is there already, and no folder in the layout of {name}; move it away")
    halves: dict[str, list[DrawingCase]] = {"test": [], "reference": []}
    for line in content.entries:
        halves[line.get("half", "test")].append(case_of(line, content))
    write(folder, halves)


def case_of(line: Line, content: Benchmark) -> DrawingCase:
    """Return a line as other layouts have it. Raises ConfigError where a file that it needs is missing."""
    own = content.folder / line[FOLDER] if line.get(FOLDER) else content.resource
    files = [own / name for name in line["data_files"]]
    if missing := [file for file in files if not file.is_file()]:
        raise ConfigError(f"{missing[0]} is missing, and other programs need it; put it there (`company fetch`)")
    table = line.get("table") or (_drawn(content.folder / line["portrait"]) if line["portrait"] else "")
    return DrawingCase(
        line["data_id"],
        line["current_query"],
        content.folder / line["ground_truth"],
        line["expert_query"] or line["current_query"],
        tuple(files),
        code=code_in(line["reference_answer"], ANSWER),
        table=str(table),
        category=line["category"],
        difficulty=line["difficulty"],
        aspect=float(line["aspect"]),
    )


def _drawn(portrait: Path) -> str:
    """Return the values that a figure shows, series by series, as JSON."""
    told: dict[str, Any] = json.loads(portrait.read_text(encoding="utf-8"))
    series = [
        {"axes": place, "series": each["name"], "kind": each["kind"], **each["channels"]}
        for place, page in enumerate(told["axes"])
        for each in page["series"]
    ]
    return json.dumps(series, ensure_ascii=False)
