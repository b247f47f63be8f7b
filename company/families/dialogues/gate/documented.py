"""What the gate holds of a private library's documentation: its examples are true, and where reading it pays."""

from __future__ import annotations

import ast
from collections.abc import Awaitable, Callable
from pathlib import Path

from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.body.documentation import documentation, examples_code, unread
from company.families.dialogues.body.private_library import SOURCE_FILE, functions_called
from company.families.shared.place import LINES_BEFORE, Place, fault

Answered = Callable[[str], Awaitable[list[str]]]
"""Runs an answer to the case and its check, and returns what the check prints."""


async def documented(case: CodeBody, place: Place, answered: Answered) -> tuple[list[str], bool]:
    """Return what is wrong with the documentation that a case relies on, and whether reading it pays.

    It pays where the reference's calls, without the arguments that speak to rules of the house, give another result.
    A line that says so itself (`differs`) has to say what is found.
    """
    defined = _defined(place.resource / SOURCE_FILE)
    reasons = await _examples(case, defined, place)
    differs = await _differs(case, defined, answered)
    told = case.more.get("differs")
    if told is not None and told != differs:
        reasons.append(
            f"the line says that reading the library's documentation {'pays' if told else 'does not pay'}, "
            f"and without it the reference gives {'another result' if differs else 'the same results'}"
        )
    return reasons, differs


def _defined(file: Path) -> list[ast.FunctionDef]:
    return [node for node in ast.parse(file.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]


async def _examples(case: CodeBody, defined: list[ast.FunctionDef], place: Place) -> list[str]:
    """Return that an example of a called function comes out otherwise; functions without one pass."""
    shown = [node.name for node in defined if documentation(node).example]
    called = functions_called(case.solution, shown)
    if not called:
        return []
    run = await place.run("examples.py", LINES_BEFORE + examples_code(called), cold=False)
    return [f"an example in the library's documentation does not hold: {fault(run)}"] if run.exit_code else []


async def _differs(case: CodeBody, defined: list[ast.FunctionDef], answered: Answered) -> bool:
    naive = unread(case.solution, defined)
    if naive is None:
        return False
    return await answered(case.answer.replace(case.solution, naive, 1)) != ["True"] * len(case.types)
