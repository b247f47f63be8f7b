"""Runs several answers to one case, each on the state that its history leaves. Runs inside the sandbox.

Called by a small script in the folder of a case. Everything that is found goes to one JSON file; nothing is decided
here. The history runs once, and each answer on copies of what it left.
"""

from __future__ import annotations

import json
import shutil
import types
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from company.families.dialogues.gate.sense.states import copies, run, state_after
from company.results.printed import printed

REFERENCE, ANSWER = Path("ref_result"), Path("pred_result")
_LONGEST = 200


def attempt(order: Path, report: Path) -> None:
    """Run answers in the current folder, compare them by the case's check, and write what came of it.

    `order` is JSON: `history`, `answers` (the reference first) and `check`, all sources. The report holds, for each
    answer, `errors` (why it cannot be run, or None) and `same` (whether the check calls it equal to the reference;
    None where there is no result), and `against` (whether all that are not equal to the reference equal one another).
    """
    warnings.filterwarnings("ignore")
    asked = json.loads(order.read_text())
    state = state_after(asked["history"])
    errors = [_attempted(answer, state, _folder(number)) for number, answer in enumerate(asked["answers"])]
    check = compile(asked["check"], "eval_metrics.py", "exec")
    missing = [error or _missing(_folder(number)) for number, error in enumerate(errors)]
    same = [None if why or missing[0] else _alike(check, 0, number) for number, why in enumerate(missing)]
    others = [number for number, equal in enumerate(same) if equal is False]
    against = all(_alike(check, others[0], number) for number in others[1:])
    report.write_text(json.dumps({"errors": missing, "same": same, "against": against}))


def _attempted(answer: str, state: Mapping[str, Any], folder: Path) -> str | None:
    """Run an answer and put its results aside; return why it fails, None where it does not."""
    _renew(ANSWER)
    try:
        run(answer, copies(state))
    except (Exception, SystemExit) as problem:  # noqa: BLE001 - whatever generated code does is a finding
        return f"{type(problem).__name__}: {problem}"[:_LONGEST]
    ANSWER.rename(folder)
    return None


def _missing(folder: Path) -> str | None:
    """Return which result an answer lacks that the reference has."""
    lacks = {path.name for path in _folder(0).glob("*")} - {path.name for path in folder.glob("*")}
    return f"it does not save {min(lacks)}" if lacks else None


def _alike(check: types.CodeType, one: int, other: int) -> bool:
    """Return whether the check calls the results of two answers equal."""
    for link, number in ((REFERENCE, one), (ANSWER, other)):
        _removed(link).symlink_to(_folder(number), target_is_directory=True)
    lines = printed(check)
    return bool(lines) and set(lines) == {"True"}


def _folder(number: int) -> Path:
    return Path(f"answer{number}")


def _renew(folder: Path) -> None:
    _removed(folder).mkdir()


def _removed(folder: Path) -> Path:
    """Return the path, at which nothing is left."""
    if folder.is_dir() and not folder.is_symlink():
        shutil.rmtree(folder)
    folder.unlink(missing_ok=True)
    return folder
