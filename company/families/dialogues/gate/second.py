"""What a second answer to a case comes to, by the rules that models' answers are judged by: key, slip, or neither.

Each is run on the state that the history leaves, in a fork of it, and none sees another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from company.errors import SandboxError, SessionLost
from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.body.reference import solution
from company.families.dialogues.body.second_answers import A_SLIP, NO_RESULT, SOMETHING_ELSE, THE_KEY
from company.families.dialogues.evaluation.answering import (
    ANSWER,
    READY,
    Ran,
    apart,
    given,
    guarded,
)
from company.families.dialogues.evaluation.comparing import first_alike
from company.records import Intent, Result
from company.sandbox import Sandbox, Session


@dataclass(frozen=True)
class CameTo:
    """What an answer comes to."""

    came_to: str
    """One of `OUTCOMES`."""
    slip: str = ""
    """The label of the forgetful analyst who comes to the same, where one does."""
    error: str = ""
    """Why there is no result."""
    results: tuple[Result, ...] = ()
    """Those of an answer that comes to something else, for people."""


async def came_to(case: CodeBody, script: str, resource: Path, sandbox: Sandbox) -> CameTo:
    """Return what an answer, as a script that is handed in, comes to; one that ends its process comes to nothing.

    Raises SandboxError when the sandbox itself fails.
    """
    slips: Mapping[str, str] = {label: each["script"] for label, each in (case.more.get("forgetful") or {}).items()}
    texts = [case.history, case.answer, script, *slips.values()]
    session = await sandbox.open(given(texts, resource))
    try:
        for code in (READY, case.history):
            done = await session.run(code, bare=True)
            if not done.ok:
                raise SandboxError(f"{case.data_id}: the code before it has run, and now does not: {done.error}")
        return await _judged(case, script, slips, _Before(session, resource, sandbox))
    except SessionLost as lost:
        return CameTo(NO_RESULT, error=str(lost))
    finally:
        await session.close()


@dataclass(frozen=True)
class _Before:
    """The state before a case, and what it takes to compare results."""

    session: Session
    resource: Path
    sandbox: Sandbox

    async def alike(self, case: CodeBody, others: Sequence[str], answer: Ran) -> int | None:
        """Return which of several scripts first comes to what an answer has come to; None where none does."""
        return await first_alike(others, case.line(), answer, self.session, self.resource, self.sandbox)


async def _judged(case: CodeBody, script: str, slips: Mapping[str, str], before: _Before) -> CameTo:
    answer = await apart(before.session, guarded(script), ANSWER)
    if answer.error is not None or answer.stopped:
        why = answer.error
        return CameTo(NO_RESULT, error=f"{why.type}: {why.message}" if why else "it was stopped")
    if await before.alike(case, [case.answer], answer) is not None:
        return CameTo(THE_KEY)
    slip = await before.alike(case, [*slips.values()], answer)
    if slip is not None:
        return CameTo(A_SLIP, slip=[*slips][slip])
    return CameTo(SOMETHING_ELSE, results=await _shown(case, script, before.session))


async def _shown(case: CodeBody, script: str, session: Session) -> tuple[Result, ...]:
    """Return results as people see them; none where they are not of the types that were asked for."""
    intents = [Intent.model_validate({"name": name, "type": kind}) for name, kind in case.wanted]
    branch = await session.fork()
    try:
        return (await branch.run(solution(script), intents)).results
    finally:
        await branch.close()
