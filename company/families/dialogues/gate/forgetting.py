"""Whether forgetting shows: a case's check must refuse each forgetful analyst, and each dependency must have one.

The scripts are run by `refusing`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.evolution import HANDBOOK
from company.families.shared.place import LINES_BEFORE, Place

_REFUSED = "company.families.dialogues.gate.refusing:refused"


async def forgetting(case: CodeBody, place: Place, reference: str = "") -> tuple[list[str], dict[str, list[str]]]:
    """Return what is wrong with the forgetful analysts of a case, and what its check says of each.

    They are held against what the reference has handed in before, or hands in now, behind the same run of the history.
    """
    forgetful: Mapping[str, Mapping[str, str]] = case.more.get("forgetful") or {}
    reasons = structure_faults(case.more)
    if not forgetful or reasons:
        return reasons, {}
    scripts = {label: each["script"] for label, each in forgetful.items()}
    order = {"check": LINES_BEFORE + case.check, "scripts": scripts, "reference": reference}
    behind = f"{LINES_BEFORE}\n{case.history}"
    report = await place.report(_REFUSED, order, behind=behind)
    if isinstance(report, str):
        return [f"its forgetful analysts cannot be run: {report}"], {}
    if "" in report:
        return [f"the reference fails in a warm run: {report['']['error']}"], {}
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
