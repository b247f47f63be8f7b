"""Whether forgetting shows: a case's check must refuse each forgetful analyst, and each dependency must have one.

The history runs once; each analyst's script goes on from what it leaves, on copies of the tables.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.evolution import HANDBOOK
from company.families.shared.place import LINES_BEFORE, Place
from company.results.printed import printed

_REFUSED = "company.families.dialogues.gate.forgetting:refused"
ANSWER = Path("pred_result")


async def forgetting(case: CodeBody, place: Place) -> tuple[list[str], dict[str, list[str]]]:
    """Return what is wrong with the forgetful analysts of a case, and what its check says of each."""
    forgetful: Mapping[str, Mapping[str, str]] = case.more.get("forgetful") or {}
    reasons = structure_faults(case.more)
    if not forgetful or reasons:
        return reasons, {}
    scripts = {label: each["script"] for label, each in forgetful.items()}
    order = {"check": LINES_BEFORE + case.check, "scripts": scripts}
    behind = f"{LINES_BEFORE}\n{case.history}"
    report = await place.report(_REFUSED, order, behind=behind)
    if isinstance(report, str):
        return [f"its forgetful analysts cannot be run: {report}"], {}
    right = ["True"] * len(case.types)
    for label, told in report.items():
        if told["error"]:
            reasons.append(f"the forgetful analyst {label!r} fails ({told['error']}): a name is missing, nothing else")
        elif told["lines"] == right:
            reasons.append(f"the check accepts a wrong answer ({label})")
    return reasons, {label: told["lines"] for label, told in report.items()}


def structure_faults(line: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with what a line says that it depends on."""
    forgetful: Mapping[str, Mapping[str, str]] = line.get("forgetful") or {}
    depends_on: Sequence[Mapping[str, Any]] = line.get("depends_on") or ()
    faults = []
    terms = {each["term"] for each in forgetful.values() if each["how"] == "here"}
    since = any(each["how"] == "since" for each in forgetful.values())
    for each in depends_on:
        is_rule = each["via"] == HANDBOOK
        if is_rule and (each["turn"], each["distance"]) != (0, 0):
            faults.append(
                f"it says that the rule {each['term']} is {each['distance']} turns back: every prompt shows it"
            )
        elif not is_rule and (each["distance"] != line["turn"] - each["turn"] or each["distance"] < 1):
            faults.append(f"it says that turn {each['turn']} is {each['distance']} turns back from {line['turn']}")
        is_proved = since if each["via"] == "result" else each["term"] in terms
        if not is_proved:
            named = each["term"] or f"the result of turn {each['turn']}"
            faults.append(f"nobody who forgets {named} comes to something else")
    if line.get("distance") != max((each["distance"] for each in depends_on), default=0):
        faults.append("its distance is not that of the farthest turn that it depends on")
    if line.get("breadth") != len({each["turn"] for each in depends_on if each["via"] != HANDBOOK}):
        faults.append("its breadth is not the number of turns that it depends on")
    return faults


def refused(names: dict[str, Any], order: Path, report: Path) -> None:
    """Write what the check says of each forgetful analyst's answer. Runs inside the sandbox, behind the history."""
    asked = json.loads(order.read_text())
    check = compile(asked["check"], "eval_metrics.py", "exec")
    told = {}
    for label, script in asked["scripts"].items():
        shutil.rmtree(ANSWER, ignore_errors=True)
        ANSWER.mkdir()
        error = _ran(script, {name: _copied(value) for name, value in names.items()})
        told[label] = {"error": error, "lines": printed(check)}
    report.write_text(json.dumps(told))


def _ran(script: str, names: dict[str, Any]) -> str:
    names["__name__"] = "__main__"
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(script, "pred.py", "exec"), names)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - code that nobody has read may raise anything
        return f"{type(error).__name__}: {str(error)[:120]}"
    return ""


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, pd.DataFrame | pd.Series) else _deep(value)


def _deep(value: Any) -> Any:
    return copy.deepcopy(value) if isinstance(value, list | dict | set) else value
