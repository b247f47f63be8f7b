"""Stage: a turn becomes a benchmark case, if it passes the release gate (design, "What a good benchmark is")."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial

from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.body.entries import code_entry
from company.families.dialogues.body.reference import answer_code
from company.families.dialogues.gate.cold import foreseen
from company.families.dialogues.judging import judged
from company.families.dialogues.records import Case, Turn
from company.families.dialogues.situations import earlier_turns, situation, table_of
from company.families.dialogues.stages.paraphrasing import other_ways
from company.families.dialogues.wrong_merges import wrong_merges
from company.run.stage import Office, Stage
from company.tables.record import Table

NAME = "cases"
LENDERS = 4
"""Earlier cases of the dialogue that lend their answers as wrong ones."""


async def _make(office: Office, turn: Turn) -> AsyncIterator[Case]:
    table = table_of(office, turn)
    earlier = earlier_turns(office, turn)
    entry = entry_of(office, table, turn, earlier)
    lenders = [
        entry_of(office, table, each, earlier[: earlier.index(each)])
        for each in earlier[-LENDERS:]
        if each.code is not None
    ]
    ways = partial(other_ways, office, NAME, turn, table, earlier)
    saved = foreseen(office.sandbox).take(office.archive.run, entry)
    yield await judged(office, NAME, turn, entry, lenders=lenders, ways=ways, saved=saved)


def entry_of(office: Office, table: Table, turn: Turn, earlier: Sequence[Turn]) -> CodeBody:
    """Return the case of a turn with code, after these earlier ones.

    Raises ValueError where the turn was asked for no result: it cannot be a case.
    """
    assert turn.code is not None, "only turns with code are cases"
    here = situation(office, table, earlier)
    wrong = {
        label: answer_code(here.prelude, code, turn.intents) for label, code in wrong_merges(table, turn.code).items()
    }
    more = {"wrong_answers": wrong} if wrong else {}
    return code_entry(here, turn.query, turn.code, turn.intents, turn.id, **more)


def _has_code(turn: Turn) -> bool:
    return turn.code is not None


STAGE = Stage(
    NAME,
    "turn",
    _make,
    prompts=(
        "chatbot_role",
        "chatbot_paraphrase",
        "benchmark_case",
        "benchmark_case_request",
        "benchmark_case_setting",
    ),
    wants=_has_code,
    serves=("normal",),
)
