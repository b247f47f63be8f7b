"""Whether the number of an old report settles its question: everything that could explain it is executed again.

Only the case's line and its tables are used, so that a stranger's verification proves the same.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from company.families.dialogues.analysts import TODAY
from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.evolution import MOST_VIEWS
from company.families.shared.place import LINES_BEFORE, Place

REPORT = "reconcile"
"""The field of a line."""
_SETTLED = "company.families.dialogues.evolving.proving:settled"


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
    for each in told["terms"]:
        if not (0 <= each["hidden"] < len(each["codes"]) and 0 <= each["today"] < len(each["codes"])):
            return [f"its old report takes {each['slot']} for something that it could not be"]
    if (ways := math.prod(len(each["codes"]) for each in told["terms"])) > MOST_VIEWS:
        return [f"there are {ways:,} ways to explain its old report, and nobody tries more than {MOST_VIEWS}"]
    if not any(label.startswith(f"{TODAY}:") for label in line.get("forgetful") or ()):
        return ["nobody who goes by today's rules comes to something else than by those of its old report"]
    return []
