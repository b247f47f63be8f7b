"""PaperBanana's folder of statistical plots, written and read: `plot/test.json`, `plot/ref.json` and `plot/images/`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from company.errors import ArchiveError, ConfigError
from company.families.figures.evaluation.layouts.drawing_cases import DrawingCase

PLOT, IMAGES = "plot", "images"
FILES: Mapping[str, str] = {"test": "test.json", "reference": "ref.json"}
"""Which half is in which file."""
RATIOS: Mapping[str, float] = {"1:1": 1.0, "5:4": 5 / 4, "4:3": 4 / 3, "3:2": 3 / 2, "16:9": 16 / 9, "21:9": 21 / 9}
"""Width to height, as makers of pictures are told it."""
_TEXTS = ("id", "visual_intent", "path_to_gt_image")


def is_paperbanana(folder: Path) -> bool:
    """Return whether a folder has this layout."""
    return any((folder / PLOT / name).is_file() for name in FILES.values())


def write(folder: Path, halves: Mapping[str, Sequence[DrawingCase]]) -> None:
    """Write the cases of each half into a folder that is not there yet, or empty. Raises ConfigError otherwise."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ConfigError(f"{folder} is there already; name a folder that is not, or is empty")
    (folder / PLOT / IMAGES).mkdir(parents=True)
    for half, name in FILES.items():
        told = []
        for case in halves.get(half, ()):
            image = f"{IMAGES}/{case.data_id}{case.truth.suffix or '.png'}"
            shutil.copyfile(case.truth, folder / PLOT / image)
            told.append(_entry(case, image))
        (folder / PLOT / name).write_text(json.dumps(told, ensure_ascii=False, indent=4) + "\n", encoding="utf-8")


def read(folder: Path) -> dict[str, list[DrawingCase]]:
    """Return the cases of each half that is there. Raises ArchiveError for what is missing or another form."""
    found: dict[str, list[DrawingCase]] = {}
    for half, name in FILES.items():
        file = folder / PLOT / name
        if not file.is_file():
            continue
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ArchiveError(f"{file} cannot be read ({error}); mend it, or copy it again") from None
        if not isinstance(told, list):
            raise ArchiveError(f"{file} should hold a list of cases; give a folder as PaperBanana has it")
        found[half] = [_case(file, place, each) for place, each in enumerate(told, start=1)]
    return found


def ratio_of(aspect: float) -> str:
    """Return the ratio of sides that is nearest to a width by height."""
    return min(RATIOS, key=lambda name: abs(RATIOS[name] - aspect))


def _entry(case: DrawingCase, image: str) -> dict[str, Any]:
    return {
        "id": case.data_id,
        "content": case.table,
        "visual_intent": case.query,
        "category": case.category,
        "difficulty": case.difficulty,
        "additional_info": {"rounded_ratio": ratio_of(case.aspect)},
        "path_to_gt_image": image,
        "gt_code": case.code,
    }


def _case(file: Path, place: int, told: Any) -> DrawingCase:
    where = f"{file}, case {place}"
    if not isinstance(told, dict) or not all(isinstance(told.get(name), str) for name in _TEXTS):
        raise ArchiveError(f"{where}: it should have {', '.join(_TEXTS)}, all texts; mend it there")
    truth = file.parent / told["path_to_gt_image"]
    if not truth.is_file():
        raise ArchiveError(f"{where}: {truth} is missing; copy the whole folder")
    content, ratio = told.get("content", ""), (told.get("additional_info") or {}).get("rounded_ratio", "1:1")
    return DrawingCase(
        told["id"],
        told["visual_intent"].strip(),
        truth,
        code=str(told.get("gt_code") or ""),
        # Their data are JSON values, or text.
        table=content if isinstance(content, str) else json.dumps(content, ensure_ascii=False),
        category=str(told.get("category") or ""),
        difficulty=str(told.get("difficulty") or ""),
        aspect=RATIOS.get(str(ratio), 1.0),
    )
