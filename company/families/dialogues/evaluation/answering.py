"""References and answers run on the histories of their cases: each history once, and each of them in a fork of it.

Neither sees the other: what an answer leaves is compared elsewhere with what the reference has left.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from company.families.dialogues.body.bodies import answer_of
from company.families.dialogues.body.private_library import MODULE
from company.families.dialogues.body.reference import without_show
from company.families.dialogues.evaluation.histories import Entry, History
from company.records import Execution, RunError
from company.sandbox import Sandbox, Session

REFERENCE, ANSWER = "ref_result", "pred_result"
_PROBLEM = "problem.json"
READY = f'for _name in ("{REFERENCE}", "{ANSWER}"):\n    __import__("os").makedirs(_name, exist_ok=True)\ndel _name'
_TRIED = """\
try:
    exec(compile({code!r}, "answer.py", "exec", dont_inherit=True))
except BaseException as _problem:
    if not isinstance(_problem, SystemExit) or _problem.code:
        with open("{folder}/{file}", "w") as _told:
            __import__("json").dump({{"type": type(_problem).__name__, "message": str(_problem)[:500]}}, _told)
        del _told
"""


@dataclass(frozen=True)
class Ran:
    """What a piece of code has left."""

    files: Mapping[str, bytes]
    """Its saved results, by file name; what they hold was written by untrusted code."""
    error: RunError | None = None
    """Why it did not come to its end; what it had saved by then is there, unless it was stopped from outside."""
    stopped: bool = False
    """It was stopped at a limit, or its process ended."""


@dataclass(frozen=True)
class Tried:
    """A case, what its reference has left, and what the answer has."""

    entry: Entry
    reference: Ran
    answer: Ran


async def tried(
    tree: History, answers: Mapping[str, str], resource: Path, sandbox: Sandbox
) -> AsyncIterator[Sequence[Tried]]:
    """Yield the outcomes of all cases along a tree of histories, history by history.

    `answers` are the pieces of code by data_id; cases without one are passed over. Raises SandboxError when the
    sandbox itself fails.
    """
    session = await sandbox.open(given(_texts(tree, answers), resource))
    try:
        await session.run(READY, bare=True)
        async for part in _below(tree, session, answers):
            yield part
    finally:
        await session.close()


async def _below(history: History, session: Session, answers: Mapping[str, str]) -> AsyncIterator[Sequence[Tried]]:
    """Yield the outcomes of the cases before a history's piece of code, and of those of the histories after it."""
    before = await session.run(history.piece, bare=True)
    asked = [entry for entry in history.cases if entry["data_id"] in answers]
    if not before.ok:
        for each in history:
            yield [Tried(entry, _failed(before), Ran({})) for entry in each.cases if entry["data_id"] in answers]
        return
    if asked:
        yield [await _one(entry, session, answers[entry["data_id"]]) for entry in asked]
    for position, each in enumerate(history.later):
        last = position + 1 == len(history.later)
        branch = session if last else await session.fork()
        try:
            async for part in _below(each, branch, answers):
                yield part
        finally:
            if not last:
                await branch.close()


async def _one(entry: Entry, session: Session, answer: str) -> Tried:
    code = without_show(answer).replace(f"./{REFERENCE}/", f"./{ANSWER}/")
    return Tried(
        entry,
        await apart(session, as_reference(entry["reference_answer"]), REFERENCE),
        await apart(session, guarded(code), ANSWER),
    )


def as_reference(script: str) -> str:
    """Return a script that is handed in, so that it saves its results as a reference does."""
    return without_show(answer_of(script).replace(f"./{ANSWER}/", f"./{REFERENCE}/"))


def guarded(code: str) -> str:
    """Return an answer's code so that what ends it early is told, and what it had saved by then is there."""
    return _TRIED.format(code=code, folder=ANSWER, file=_PROBLEM)


async def apart(session: Session, code: str, folder: str) -> Ran:
    """Run code in a fork of the state, and return its outcome with the files that it leaves in a folder."""
    try:
        branch = await session.fork()
        try:
            done = await branch.run(code, bare=True)
            if not done.ok:
                return _failed(done)
            files = await branch.files(folder)
        finally:
            await branch.close()
    except ValueError as error:
        return Ran({}, RunError(type="OutputLimit", message=str(error)), stopped=True)
    told = files.pop(_PROBLEM, None)
    return Ran(files, None if told is None else _told(told))


def _failed(done: Execution) -> Ran:
    return Ran({}, done.error, stopped=True)


def _told(content: bytes) -> RunError:
    """Return the answer's own account of its end; it may say anything."""
    try:
        return RunError.model_validate({key: str(value)[:500] for key, value in json.loads(content).items()})
    except (ValueError, AttributeError):
        return RunError(type="Exception", message="")


def given(texts: Sequence[str], resource: Path) -> dict[str, Path]:
    """Return the resources that some of these pieces of code may want: those that they name."""
    return {
        file.name: file
        for file in sorted(resource.iterdir())
        if file.is_file() and any((MODULE if file.stem == MODULE else file.name) in text for text in texts)
    }


def _texts(tree: History, answers: Mapping[str, str]) -> list[str]:
    cases = [entry for each in tree for entry in each.cases]
    codes = [part for each in cases for part in (each["reference_answer"], answers.get(each["data_id"], ""))]
    return [*(each.piece for each in tree), *codes]
