"""Whether other ways to write the reference, made from the query alone, come to the same results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.body.reference import solution
from company.families.dialogues.gate.sense.finding import Finding
from company.families.shared.place import Place

KEY = "paraphrases"
"""Of what is measured."""
_ATTEMPT = "company.families.dialogues.gate.sense.attempting:attempt"


async def paraphrased(case: CodeBody, place: Place) -> Finding:
    """Return which of the ways that come with a case give another result than its reference.

    Those that do not run say nothing of it, and do not count. Where two or more do run, and all of them agree with one
    another and not with the reference, it is the reference that may be wrong (`against`, with one of them as `other`).
    """
    if not case.paraphrases:
        return Finding()
    answers = [case.answer, *case.paraphrases]
    order = {"history": case.history, "answers": answers, "check": case.check}
    report = await place.report(_ATTEMPT, order)
    why = report if isinstance(report, str) else report["errors"][0]
    if isinstance(report, str) or why is not None:
        return Finding(measured={KEY: _told([why] * len(case.paraphrases), [], against=False)})
    found = _told(report["errors"][1:], report["same"][1:], against=bool(report["against"]))
    if found["against"]:
        found["other"] = solution(case.paraphrases[found["differ"][0]])
    differ, ran = len(found["differ"]), len(found["differ"]) + len(found["agree"])
    many = "gives another result" if differ == 1 else "give another result"
    reasons = (f"{differ} of {ran} other ways to write it {many} than the reference",) if differ else ()
    return Finding(reasons, {KEY: found})


def _told(errors: list[str | None], same: list[bool | None], *, against: bool) -> dict[str, Any]:
    ways = list(enumerate(same))
    agree, differ = ([number for number, equal in ways if equal is wanted] for wanted in (True, False))
    failed = {str(number): error for number, error in enumerate(errors) if error is not None}
    return {"agree": agree, "differ": differ, "failed": failed, "against": against and not agree and len(differ) > 1}


def agreeing(measured: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the ways that come to the results of the reference."""
    return list(measured.get(KEY, {}).get("agree", ()))


def against(measured: Mapping[str, Any]) -> bool:
    """Return whether the other ways agree with one another, and none with the reference."""
    return bool(measured.get(KEY, {}).get("against"))
