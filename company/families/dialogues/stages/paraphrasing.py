"""Other ways to write a turn's answer: the chatbot is given the query alone, and not the answer."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from company.errors import ReplyError
from company.families.dialogues.body.reference import answer_code
from company.families.dialogues.briefs import Context
from company.families.dialogues.prelude import prelude
from company.families.dialogues.programs import program
from company.families.dialogues.records import Turn
from company.families.dialogues.replies import Ways
from company.families.dialogues.settings import settings_of
from company.families.dialogues.situations import asked_for, recent
from company.families.dialogues.stages.actions.drafting import asked
from company.families.dialogues.states import State, state_before
from company.run.stage import Office, composed
from company.staff.members import Ask
from company.tables.record import Table


async def other_ways(office: Office, stage: str, turn: Turn, table: Table, earlier: Sequence[Turn]) -> Sequence[str]:
    """Return answers to a turn's query in other words of code, as many as the settings ask for and the chatbot knows.

    Each is a script that is handed in; calls are booked on `stage`. Raises SessionLost and SandboxError as
    `state_before` does.
    """
    if not _number(office):
        return ()
    async with state_before(office, table, earlier) as state:
        return await ways_from(office, stage, turn, table, earlier, state)


async def ways_from(
    office: Office, stage: str, turn: Turn, table: Table, earlier: Sequence[Turn], state: State
) -> Sequence[str]:
    """Return the same from the state before the turn, which stays as it is."""
    number = _number(office)
    if not number:
        return ()
    try:
        reply: Ways = await asked(office, "chatbot", stage, turn.id, _ask(office, turn, table, earlier, state, number))
    except ReplyError as problem:
        # The case stands without them: its reference has passed all else.
        office.progress.note(f"{turn.id}: no other ways to write it, {problem}")
        return ()
    ways = distinct(reply.ways, turn.code or "")[:number]
    return [answer_code(prelude(table), code, turn.intents) for code in ways]


def _number(office: Office) -> int:
    return settings_of(office.settings).paraphrases(office.ledger.backends["chatbot"].name)


def distinct(ways: Sequence[str], reference: str) -> list[str]:
    """Return the programs that differ from the reference, and from those before them, in more than layout and comments.

    What is no program is left out.
    """
    found = {_shape(reference): reference}
    for code in ways:
        found.setdefault(_shape(code), code)
    return [code for shape, code in found.items() if shape and code is not reference]


def _shape(code: str) -> str:
    """Return what makes a program another one: not what it prints."""
    tree = program(code)
    if tree is None:
        return ""
    tree.body = [each for each in tree.body if not _prints(each)]
    return ast.dump(tree)


def _prints(statement: ast.stmt) -> bool:
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print"


def _ask(office: Office, turn: Turn, table: Table, earlier: Sequence[Turn], state: State, number: int) -> Ask:
    """Return the prompt: what a model that solves the case is shown, and never the reference."""
    context = Context(table, state.variables, asked_for(earlier), recent(office, earlier), [turn.query], [turn.query])
    brief = {
        "task": "paraphrase",
        **context.coding(),
        "query": turn.query,
        "results": [intent.model_dump() for intent in turn.intents],
        "number": number,
    }
    return composed("chatbot_paraphrase", Ways, context.within(brief))
