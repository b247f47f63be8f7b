"""From a body to a case: the release gate judges it, and a case that does not pass is kept with its reason."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType

from company.benchmark.gate import GateReport
from company.families.dialogues.body.bodies import NEEDS_HISTORY, AnyBody, CodeBody
from company.families.dialogues.body.difficulty import DIFFICULTY
from company.families.dialogues.body.second_answers import waits
from company.families.dialogues.gate.code import gate
from company.families.dialogues.gate.cold import Saved
from company.families.dialogues.gate.sense.paraphrases import against, agreeing, paraphrased
from company.families.dialogues.records import Action, Case, Mode
from company.families.shared.choices.records import Choice
from company.families.shared.place import Place
from company.records import Record, Status
from company.reviewing import UNDECIDED
from company.run.stage import Office

_TOLD = ("needs", "differs", NEEDS_HISTORY, DIFFICULTY)
"""What the gate measures that the line of a case tells, in this order."""
OF_GATE = "release gate: "
"""How the reason of a case begins that did not pass: staff who drafted it are told the rest."""
Ways = Callable[[], Awaitable[Sequence[str]]]
"""Makes other ways to write a reference, as answers that are handed in."""
Witness = Callable[[CodeBody, GateReport], Awaitable[tuple[CodeBody, GateReport]]]
"""Answers a case that has passed all else a second time, and says in both what came of that."""


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
    ways: Ways | None = None,
    witness: Witness | None = None,
    saved: Mapping[str, Saved] = MappingProxyType({}),
) -> Case:
    """Return the case of a body, accepted where it passes the gate, else rejected with the first reason.

    `position` tells cases of one category and parent apart; `lenders` are cases whose answers are wrong ones here; what
    answers have `saved` in a cold interpreter is told by `cold.key`.
    `ways` are made of a case that passes, and have to come to its results; those that do come with it. A case whose
    other ways agree with one another and not with it is proposed to people, and so is one whose `witness` comes to
    something else. Raises SandboxError when the sandbox itself fails.
    """
    report = await gate(body, office.resource, office.sandbox, lenders, cold_check=False, saved=saved)
    if report.passed and ways is not None and isinstance(body, CodeBody):
        body, report = await _written_otherwise(office, body, report, await ways())
    if report.passed and witness is not None and isinstance(body, CodeBody):
        body, report = await witness(body, report)
    status, reason = _fate(report)
    data_id = body.data_id
    body = body.but(**{name: report.measured[name] for name in _TOLD if name in report.measured})
    return Case(
        # A plain case is called as its turn is, where it is read.
        id=f"{data_id}.{mode}" if data_id == parent.id else data_id,
        parent=parent.id,
        stage=stage,
        position=position,
        status=status,
        reason=reason,
        mode=mode,
        action=action,
        choice=choice,
        entry=body.line(),
        gate={"reasons": list(report.reasons), **report.measured},
    )


async def refused(office: Office, body: CodeBody) -> str | None:
    """Return why the gate refuses the reference of a body as it is; None where it does not.

    For stages that make a case of a turn's right code: nobody is asked for words around code that cannot pass. Raises
    SandboxError when the sandbox itself fails.
    """
    report = await gate(body, office.resource, office.sandbox, cold_check=False)
    return None if report.passed else f"release gate, of the right code: {report.reasons[0]}"


async def _written_otherwise(
    office: Office, body: CodeBody, report: GateReport, ways: Sequence[str]
) -> tuple[CodeBody, GateReport]:
    """Return a case with those of its other ways that come to its results, and what is found of all of them."""
    with Place.temporary(office.resource, office.sandbox) as place:
        found = await paraphrased(body.but(paraphrases=list(ways)), place)
    same = [ways[number] for number in agreeing(found.measured)]
    measured = {**report.measured, **found.measured}
    return body.but(paraphrases=same) if same else body, GateReport(not found.reasons, found.reasons, measured)


def _fate(report: GateReport) -> tuple[Status, str | None]:
    if report.passed:
        return "accepted", None
    if against(report.measured):
        return "proposed", f"{UNDECIDED}{report.reasons[0]}, and all of them the same"
    if waits(report.measured):
        return "proposed", f"{UNDECIDED}{report.reasons[0]}"
    return "rejected", f"{OF_GATE}{report.reasons[0]}"
