"""From a body to a case: the release gate judges it, and a case that does not pass is kept with its reason."""

from __future__ import annotations

from collections.abc import Sequence

from company.families.dialogues.body.bodies import AnyBody
from company.families.dialogues.gate.code import gate
from company.families.dialogues.records import Action, Case, Choice, Mode
from company.records import Record
from company.run.stage import Office


async def judged(  # noqa: PLR0913 - what a case is made of, named where it is used
    office: Office,
    stage: str,
    parent: Record,
    body: AnyBody,
    *,
    mode: Mode = "normal",
    action: Action | None = None,
    choice: Choice | None = None,
    position: int = 1,
    lenders: Sequence[AnyBody] = (),
) -> Case:
    """Return the case of a body, accepted where it passes the gate, else rejected with the first reason.

    `position` tells cases of one category and parent apart; `lenders` are cases whose answers are wrong ones here.
    Raises SandboxError when the sandbox itself fails.
    """
    report = await gate(body, office.resource, office.sandbox, lenders, cold_check=False)
    data_id = body.data_id
    if "needs" in report.measured:
        body = body.but(needs=report.measured["needs"])
    return Case(
        # A plain case is called as its turn is, where it is read.
        id=f"{data_id}.{mode}" if data_id == parent.id else data_id,
        parent=parent.id,
        stage=stage,
        position=position,
        status="accepted" if report.passed else "rejected",
        reason=None if report.passed else f"release gate: {report.reasons[0]}",
        mode=mode,
        action=action,
        choice=choice,
        entry=body.line(),
        gate={"reasons": list(report.reasons), **report.measured},
    )
