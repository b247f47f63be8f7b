"""A wrong version is run where its turn stood, and what comes of it is measured against the reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from company.families.dialogues.gate.differences import Difference, Wrong, difference, size_of
from company.families.dialogues.records import Turn
from company.records import Execution, Intent, Result, ResultType, RunError
from company.sandbox import Session

_LINES, _CHARACTERS = 24, 1500
"""How much of what a notebook shows is put into a prompt."""


@dataclass(frozen=True)
class Tried:
    """What came of code that was to be wrong."""

    notebook: str
    """What a notebook shows of it: what it printed or left, or its error."""
    wrong: Wrong | None = None
    error: RunError | None = None
    results: tuple[Result, ...] = ()
    fault: str = ""
    """Why it cannot serve as a wrong version; empty where it can."""


async def tried(session: Session, turn: Turn, code: str) -> Tried:
    """Run code instead of a turn's own, on a fork of the state before the turn.

    Raises SessionLost and SandboxError as a session does.
    """
    fork = await session.fork()
    try:
        whole = await fork.run(code, turn.intents)
        if whole.error and whole.error.type != _UNFIT:
            return _raised(whole.error)
        if whole.ok:
            return _compared(whole, turn)
        return await _of_another_kind(fork, turn, code)
    finally:
        await fork.close()


_UNFIT = "ResultError"
"""What a session says of results that are not there, are empty, or are of another type than was asked for."""


def _raised(error: RunError) -> Tried:
    return Tried(_cut(f"{error.type}: {error.message}"), Wrong(kind="raises", error=error.type), error)


def _compared(run: Execution, turn: Turn) -> Tried:
    notebook = _shown(run.output, run.results)
    for wanted, made in zip(turn.results, run.results, strict=True):
        found = difference(wanted, made.type, size_of(made), made.digest)
        if found:
            return Tried(notebook, Wrong(kind="other result", difference=found), results=run.results)
    return Tried(notebook, fault="it gives the same results as the right code")


async def _of_another_kind(fork: Session, turn: Turn, code: str) -> Tried:
    """Try code that runs, with a result of another type, or an empty one."""
    run = await fork.run(code)
    if run.error:
        return _raised(run.error)
    made = {variable.name: variable for variable in run.variables}
    types = {name: variable.type for name, variable in made.items() if variable.type in get_args(ResultType)}
    fitting = [{"name": one.name, "type": types[one.name]} for one in turn.intents if one.name in types]
    results = (await fork.run("pass", [Intent.model_validate(one) for one in fitting])).results
    digests = {result.name: result.digest for result in results}
    differences: list[Difference] = []
    for wanted in turn.results:
        if wanted.type == "plot":
            continue  # the figure is closed by now; another result tells
        if wanted.name not in made:
            return Tried("", fault=f"it leaves no variable `{wanted.name}`")
        variable = made[wanted.name]
        found = difference(wanted, variable.type, variable.shape, digests.get(wanted.name))
        differences += [found] if found else []
    if not differences:
        return Tried("", fault="it draws no figure")
    way: Difference = "type" if "type" in differences else differences[0]
    return Tried(_shown(run.output, results), Wrong(kind="other result", difference=way), results=results)


def _shown(output: str, results: Sequence[Result]) -> str:
    """Return the printed output; of code that prints nothing, its results; and that a figure was drawn."""
    parts = [output.strip()] if output.strip() else [one.shown.strip() for one in results if one.type != "plot"]
    parts += [f"[a figure: {' '.join(one.shown.split()[1:])}]" for one in results if one.type == "plot"]
    return _cut("\n".join(parts)) or "(nothing is printed)"


def _cut(text: str) -> str:
    lines = text[:_CHARACTERS].splitlines()
    more = len(lines) > _LINES or len(text) > _CHARACTERS
    return "\n".join([*lines[:_LINES], *(["…"] if more else [])])
