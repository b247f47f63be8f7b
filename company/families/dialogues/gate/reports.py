"""Whether the number of an old report settles its question: everything that could explain it is executed again.

Only the case's line and its tables are used, so that a stranger's verification proves the same.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.evolving.reports import MOST_VIEWS, Executed, Printed, Space
from company.families.dialogues.evolving.searching import Search
from company.families.dialogues.evolving.views import TODAY
from company.families.shared.place import LINES_BEFORE, Place

REPORT = "reconcile"
"""The field of a line."""
_SETTLED = "company.families.dialogues.gate.reports:settled"
_POSITION = 1


async def explained(case: CodeBody, place: Place) -> list[str]:
    """Return why the number that a case begins with does not settle it; nothing for other cases."""
    told: Mapping[str, Any] | None = case.more.get(REPORT)
    if told is None:
        return []
    if reasons := report_faults(case.more):
        return reasons
    report = await place.report(_SETTLED, dict(told), behind=f"{LINES_BEFORE}\n{case.history}")
    if isinstance(report, str):
        return [f"the ways to explain its old report cannot be executed: {report}"]
    return [f"its old report does not settle it: {report['unsettled']}"] if report["unsettled"] else []


def report_faults(line: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with what a line says of an old report."""
    told = line[REPORT]
    ways = 1
    for each in told["terms"]:
        ways *= len(each["codes"])
        if not (0 <= each["hidden"] < len(each["codes"]) and 0 <= each["today"] < len(each["codes"])):
            return [f"its old report takes {each['slot']} for something that it could not be"]
    if ways > MOST_VIEWS:
        return [f"there are {ways:,} ways to explain its old report, and nobody tries more than {MOST_VIEWS}"]
    if not any(label.startswith(f"{TODAY}:") for label in line.get("forgetful") or ()):
        return ["nobody who goes by today's rules comes to something else than by those of its old report"]
    return []


def settled(names: dict[str, Any], order: Path, report: Path) -> None:
    """Write why a number does not settle a question, "" where it does. Runs inside the sandbox, behind the history."""
    asked = json.loads(order.read_text())
    with contextlib.redirect_stdout(io.StringIO()):
        executed, hidden = _executed(names, asked)
    unsettled = executed.unsettled(hidden, asked["at"], Printed(asked["shown"], asked["unit"]))
    report.write_text(json.dumps({"unsettled": unsettled}))


def _executed(names: dict[str, Any], asked: Mapping[str, Any]) -> tuple[Executed, tuple[int, ...]]:
    terms, options = {}, {}
    for each in asked["terms"]:
        terms[each["slot"]] = {
            "variable": each["slot"],
            "naive": "",
            "code": "{value}",
            "candidates": each["codes"],
            "chosen": [*range(len(each["codes"]))],
            "standing": each["standing"],
        }
        options[each["slot"]] = _options(each["slot"], each["codes"])
    turn = {
        "position": _POSITION,
        "name": asked["name"],
        "type": asked["type"],
        "ask": asked["ask"],
        "goes_on_from": [],
        "pieces": [],
        "controls": [],
    }
    space = Space(options, tuple(each["today"] for each in asked["terms"]))
    hidden = tuple(each["hidden"] for each in asked["terms"])
    return Executed.of(Search(names, terms, [turn], fixed=True, anew=None), turn, space), hidden


def _options(slot: str, codes: Sequence[str]) -> list[tuple[str, int] | None]:
    return [(slot, at) if code else None for at, code in enumerate(codes)]
