"""A second witness for a key: the chatbot answers a case that has passed the gate, from the case's own prompt alone.

The gate proves a key from the reference code. Whoever wrote the words of a turn and its code may have made one mistake
in both; who has seen the words alone has not. So that answer is run, and held against the key as models' answers are.
One that comes to something else is no verdict: people decide, and no case is thrown away for it, as those that are
left would be the easy ones. `gate.second` compares; `judging` asks here, once a case has passed all else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from company import config
from company.benchmark.gate import GateReport
from company.errors import ReplyError
from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.body.reference import filled, solution
from company.families.dialogues.body.second_answers import BUILT_IN, FIELD, NO_RESULT, SOMETHING_ELSE
from company.families.dialogues.evolving.replies import AnsweredAgain
from company.families.dialogues.gate.second import CameTo, came_to
from company.families.dialogues.settings import settings_of
from company.families.dialogues.stages.actions.drafting import asked
from company.run.stage import Office, composed
from company.staff.members import Ask

PROMPT = "chatbot_answer_again"
TRIES = 2
"""How often the chatbot may answer a case: whose code fails is told the error, as in a notebook."""
_IN_WORDS = {
    SOMETHING_ELSE: "a second answer, by {by} from the prompt alone, comes to something else than the key",
    NO_RESULT: "a second answer, by {by} from the prompt alone, comes to nothing ({error})",
}
_TOLD = ("by", "came_to", "slip", "script")
"""What the line of a case tells of its second answer."""


async def second_answer(office: Office, stage: str, body: CodeBody, report: GateReport) -> tuple[CodeBody, GateReport]:
    """Return a case that has passed the gate, and the gate's report, with what a second answer to it comes to.

    Both stay as they are where the settings ask for none. The report does not pass where the answer comes neither to
    the key nor to what a forgetful analyst comes to: such a case waits for people. Calls are booked on `stage`, and
    answered from the ledger where they were made before. Raises SandboxError when the sandbox itself fails.
    """
    if not settings_of(office.settings).second_answers:
        return body, report
    found: dict[str, Any] = {"by": _answering(office), **await _given(office, stage, body)}
    body = body.but(second_answer={name: found[name] for name in _TOLD if name in found})
    doubt = _IN_WORDS.get(found["came_to"])
    reasons = (doubt.format(**found),) if doubt else ()
    return body, GateReport(not reasons, reasons, {**report.measured, FIELD: found})


def _answering(office: Office) -> str:
    """Return who answers, without the seed from which the built-in company would write the same again."""
    backend = office.ledger.backends["chatbot"]
    return BUILT_IN if backend.name == config.BUILT_IN else backend.model


async def _given(office: Office, stage: str, body: CodeBody) -> dict[str, Any]:
    """Return the first answer that runs, with what it comes to; else the last, which comes to nothing."""
    attempts: list[dict[str, str]] = []
    given: dict[str, Any] = {}
    while len(attempts) < TRIES:
        try:
            ask = _ask(office, body, attempts)
            reply: AnsweredAgain = await asked(office, "chatbot", stage, body.data_id, ask)
        except ReplyError as problem:
            office.progress.note(f"{body.data_id}: no second answer, {problem}")
            return {**given, "came_to": NO_RESULT, "error": str(problem)}
        code = solution(reply.code)
        script = filled(body.answer, code)
        found = await came_to(body, script, office.resource, office.sandbox)
        given = {"message": reply.message, "script": script, **_told(found)}
        if found.came_to != NO_RESULT:
            break
        attempts.append({"code": code, "error": found.error})
    return given


def _told(found: CameTo) -> dict[str, Any]:
    told = {"came_to": found.came_to, "slip": found.slip, "error": found.error}
    results = [each.model_dump(mode="json") for each in found.results]
    return {name: value for name, value in {**told, "results": results}.items() if value}


def _ask(office: Office, body: CodeBody, attempts: Sequence[Mapping[str, str]]) -> Ask:
    """Return the prompt: the one that is released, and never the reference.

    The built-in company, which reads no conversation, is given its own code to hand in.
    """
    brief: dict[str, Any] = {"task": "answer_again"}
    if attempts:
        brief["attempts"] = list(attempts)
    if office.ledger.backends["chatbot"].name == config.BUILT_IN:
        brief["own"] = body.solution
    return composed(PROMPT, AnsweredAgain, brief, case=body.text.strip())
