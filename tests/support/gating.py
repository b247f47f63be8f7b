"""The release gate on lines, as it judges those of strangers: parsed first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from company.benchmark.gate import GateReport
from company.families.dialogues.body.bodies import AnyBody, CodeBody, body_of
from company.families.dialogues.gate.code import gate
from company.families.shared.choices.bodies import ChoiceBody
from company.sandbox import Sandbox

Judged = Mapping[str, Any] | AnyBody


async def gate_of(
    case: Judged, resource: Path, sandbox: Sandbox, other: Sequence[Judged] = (), *, cold_check: bool = True
) -> GateReport:
    """Judge a case by its line, or by the body that the house has composed."""
    return await gate(_body(case), resource, sandbox, [_body(each) for each in other], cold_check=cold_check)


def _body(case: Judged) -> AnyBody:
    return case if isinstance(case, CodeBody | ChoiceBody) else body_of(case)
