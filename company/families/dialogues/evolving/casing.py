"""Stage: a turn of an evolving dialogue becomes a case, where forgetting what it depends on is refused."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from functools import partial
from weakref import WeakKeyDictionary

from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.evolution import Terms
from company.families.dialogues.evolving.entries import evolving_entry, lending_entry
from company.families.dialogues.evolving.second_answers import PROMPT, second_answer
from company.families.dialogues.gate.cold import ColdRuns, Saved
from company.families.dialogues.handbook.book import handbook_of
from company.families.dialogues.history import history
from company.families.dialogues.ids import RecordId
from company.families.dialogues.judging import judged
from company.families.dialogues.records import Case, Turn
from company.families.dialogues.settings import evolving_of
from company.families.dialogues.situations import earlier_turns, table_of
from company.records import USABLE
from company.run.stage import Office, Stage
from company.sandbox import Sandbox
from company.tables.record import Table

NAME = "evolving"
_COLD: WeakKeyDictionary[Sandbox, ColdRuns] = WeakKeyDictionary()
"""By the sandbox that they ran in."""
LAST = 10_000
"""A position that no dialogue reaches."""
LENDERS = 2
"""Earlier turns that lend their answers as wrong ones."""


async def _make(office: Office, turn: Turn) -> AsyncIterator[Case]:
    terms = office.archive.records("terms", USABLE, parent=f"{RecordId.of(turn.id).scenario_id}.plan")[0]
    assert isinstance(terms, Terms)
    told = turn.evolution
    assert told is not None
    table, earlier, shown = table_of(office, turn), earlier_turns(office, turn), evolving_of(office.settings).code_shown
    handbook = handbook_of(office.archive)
    body = evolving_entry(table, terms, earlier, turn, shown, handbook)
    if told.unproved:
        yield Case(
            id=f"{turn.id}.evolving",
            parent=turn.id,
            stage=NAME,
            position=1,
            status="rejected",
            reason=f"not proved: {told.unproved}",
            mode="evolving",
            entry=body.line(),
        )
        return
    saved = await _saved(office, table, turn, body)
    lenders = [lending_entry(table, earlier[: earlier.index(each)], each) for each in earlier[-LENDERS:]]
    witness = partial(second_answer, office, NAME)
    yield await judged(office, NAME, turn, body, mode="evolving", lenders=lenders, saved=saved, witness=witness)


async def _saved(office: Office, table: Table, turn: Turn, body: CodeBody) -> Mapping[str, Saved]:
    """Return what the answers of a dialogue's turns save in a cold interpreter."""

    def cases() -> list[CodeBody]:
        turns = history(office.archive, turn.parent or "", LAST, LAST)
        return [lending_entry(table, turns[:place], each) for place, each in enumerate(turns)]

    runs = _COLD.setdefault(office.sandbox, ColdRuns())
    return await runs.of(f"{office.archive.run} {turn.parent}", body, cases, office.resource, office.sandbox)


def _evolves(turn: Turn) -> bool:
    return turn.evolution is not None


STAGE = Stage(
    NAME,
    "turn",
    _make,
    prompts=(
        "benchmark_case",
        "benchmark_case_agreements",
        "benchmark_case_request",
        "benchmark_case_setting",
        "benchmark_case_handbook",
        "chatbot_role",
        PROMPT,
    ),
    wants=_evolves,
    serves=("evolving",),
)
