"""MatPlotBench's folder, written and read: `benchmark_instructions.json`, `data/<n>/`, `ground_truth/example_<n>.png`.

Its cases are numbered from 1 in the order of the instructions, by which its programs address them.
"""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from company.errors import ArchiveError, ConfigError
from company.families.figures.evaluation.layouts.drawing_cases import DrawingCase
from company.families.figures.numbered import DATA, EMPTY, INSTRUCTIONS, TRUTH, data_of, truth_of

INDEX = "index.json"
_FIELDS = ("simple_instruction", "expert_instruction")
_SIZE = (640, 480)
"""Pixels of the picture with nothing on it, which its evaluator shows where nothing was drawn."""


def write(folder: Path, cases: Sequence[DrawingCase]) -> None:
    """Write cases into a folder that is not there yet, or empty, and the data_id of each number beside them.

    Raises ConfigError where something stands there already.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ConfigError(f"{folder} is there already; name a folder that is not, or is empty")
    (folder / TRUTH).mkdir(parents=True)
    (folder / DATA).mkdir()
    instructions = []
    for number, case in enumerate(cases, start=1):
        instructions.append(
            {
                "simple_instruction": _with_data(case.query, case.data_files),
                "expert_instruction": _with_data(case.expert_query or case.query, case.data_files),
                "id": number,
            }
        )
        shutil.copyfile(case.truth, truth_of(folder, number))
        if case.data_files:
            (folder / DATA / str(number)).mkdir()
        for file in case.data_files:
            shutil.copyfile(file, folder / DATA / str(number) / file.name)
    (folder / TRUTH / EMPTY).write_bytes(_empty())
    _write_json(folder / INSTRUCTIONS, instructions)
    _write_json(folder / INDEX, {str(number): case.data_id for number, case in enumerate(cases, start=1)})


def read(folder: Path) -> list[DrawingCase]:
    """Return the cases of a folder, by the data_id that its index has for them, else "example_<n>".

    Raises ArchiveError for what is missing or not as the layout says, with the file.
    """
    file = folder / INSTRUCTIONS
    told = _read_json(file)
    if not isinstance(told, list) or not told:
        raise ArchiveError(f"{file} should hold a list of instructions; give a folder as MatPlotBench has it")
    index = _read_json(folder / INDEX) if (folder / INDEX).is_file() else {}
    if not isinstance(index, dict):
        raise ArchiveError(f"{folder / INDEX} should hold the data_id of each number; leave it out, or mend it")
    cases = [_case(folder, place, each, index) for place, each in enumerate(told, start=1)]
    if len({case.data_id for case in cases}) < len(cases):
        raise ArchiveError(f"{file}: two instructions have the same id; number them from 1")
    return cases


def _with_data(query: str, files: Sequence[Path]) -> str:
    """Return a query that names its files, since programs for this layout show models nothing else."""
    named = ", ".join(file.name for file in files if file.name not in query)
    return f"{query}\n\nThe data: {named}." if named else query


def _case(folder: Path, place: int, told: Any, index: dict[str, Any]) -> DrawingCase:
    where = f"{folder / INSTRUCTIONS}, instruction {place}"
    if not isinstance(told, dict) or not all(isinstance(told.get(name), str) for name in _FIELDS):
        raise ArchiveError(f"{where}: it should have {' and '.join(_FIELDS)}, both texts; mend it there")
    number = told.get("id", place)
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise ArchiveError(f"{where}: its id should be a number from 1; mend it there")
    truth = truth_of(folder, number)
    if not truth.is_file():
        raise ArchiveError(f"{where}: {truth} is missing; copy the whole folder")
    return DrawingCase(
        str(index.get(str(number)) or f"example_{number}"),
        told["simple_instruction"].strip(),
        truth,
        told["expert_instruction"].strip(),
        data_of(folder, number),
        more={"number": number},
    )


def _read_json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ArchiveError(f"{file} cannot be read ({error}); mend it, or copy it again") from None


def _write_json(file: Path, told: Any) -> None:
    file.write_text(json.dumps(told, ensure_ascii=False, indent=4) + "\n", encoding="utf-8")


def _empty() -> bytes:
    from PIL import Image

    page = io.BytesIO()
    Image.new("RGB", _SIZE, "white").save(page, "PNG")
    return page.getvalue()
