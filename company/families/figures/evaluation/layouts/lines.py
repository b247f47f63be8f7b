"""Folders in others' layouts as lines of ours: what they do not tell is empty, and D is not there for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from company.benchmark.reading import Benchmark
from company.families.figures.evaluation.layouts import matplotbench, paperbanana
from company.families.figures.evaluation.layouts.drawing_cases import DrawingCase
from company.families.figures.files import FOLDER
from company.families.figures.numbered import is_matplotbench
from company.prompts import prompt
from company.sandbox.roots import scratch

CATEGORY = "figure"
_SHOWN = 1_000
"""Characters of a file that a prompt shows, its first ones: MatPlotBench's queries do not name columns."""


def is_elsewhere(folder: Path) -> bool:
    """Return whether a folder has a layout of others."""
    return is_matplotbench(folder) or paperbanana.is_paperbanana(folder)


def lines_elsewhere(folder: Path) -> Mapping[str, tuple[dict[str, Any], ...]] | None:
    """Return the lines of such a folder, by category; None for another. Raises ArchiveError for a damaged one."""
    if is_matplotbench(folder):
        return {CATEGORY: tuple(_line(folder, case, "matplotbench") for case in matplotbench.read(folder))}
    if paperbanana.is_paperbanana(folder):
        cases = paperbanana.read(folder).get("test", [])
        return {CATEGORY: tuple(_line(folder, case, "paperbanana") for case in cases)}
    return None


def numbered(content: Benchmark) -> dict[int, str]:
    """Return the data_id of each case by its number in MatPlotBench's layout, whichever layout it has itself."""
    return {int(line.get("number", place)): str(line["data_id"]) for place, line in enumerate(content.entries, start=1)}


@contextmanager
def data_of(line: Mapping[str, Any], content: Benchmark) -> Iterator[Path]:
    """Hold the folder with the data of a case; one that has none gets an empty one."""
    if FOLDER not in line:
        yield content.resource
    elif line[FOLDER]:
        yield content.folder / line[FOLDER]
    else:
        with scratch("no-data") as empty:
            yield empty


def _line(folder: Path, case: DrawingCase, layout: str) -> dict[str, Any]:
    text = _prompt(case)
    own = case.data_files[0].parent.relative_to(folder).as_posix() if case.data_files else ""
    return {
        "data_id": case.data_id,
        "domain_name": layout,
        "result_type": "figure",
        "current_query": case.query,
        "prompt_with_hist_txt": text,
        "prompt_with_hist_json": [{"role": "user", "content": text}],
        **dict.fromkeys(("reference_answer", "ref_code_hist", "ref_code_all", "eval_metrics", "portrait"), ""),
        "expert_query": case.expert_query,
        "data_files": [file.name for file in case.data_files],
        "ground_truth": case.truth.relative_to(folder).as_posix(),
        "requirements": [],
        "plot_type": case.category,
        "category": case.category,
        "difficulty": case.difficulty,
        "panels": 0,
        "points": 0,
        "aspect": case.aspect,
        "origin": {"from": layout},
        FOLDER: own,
        **case.more,
    }


def _prompt(case: DrawingCase) -> str:
    parts = [f"The data:\n\n{case.table}"] if case.table else []
    begins = "is in the working folder. It begins:"
    parts += [f"`{file.name}` {begins}\n\n```\n{_beginning(file)}\n```" for file in case.data_files]
    return prompt("benchmark_figure_elsewhere", query=case.query, data="\n\n".join(parts))


def _beginning(file: Path) -> str:
    with file.open(encoding="utf-8", errors="replace") as opened:
        shown = opened.read(_SHOWN)
    whole = shown.rpartition("\n")[0] if len(shown) == _SHOWN and "\n" in shown else shown
    return "\n".join(whole.splitlines()[:8])
