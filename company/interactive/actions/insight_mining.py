"""Stage: a question about what an executed result means for the client's decision (paper, 2.2)."""

from __future__ import annotations

import hashlib
import random
from collections.abc import AsyncIterator

from company.benchmark.entries import Situation, choice_entry
from company.interactive.actions.choice_replies import ChoiceDraft
from company.interactive.actions.composing import chosen
from company.interactive.actions.drafting import drafted
from company.interactive.briefs import persona_brief, result_brief, scenario_brief, table_brief
from company.interactive.judging import judged
from company.interactive.screened import screen
from company.interactive.situations import client_of, earlier_turns, plan_of, situation, table_of
from company.interactive.tables import VARIABLE
from company.records import Case, Turn
from company.staff.members import Ask
from company.stage import Office, Stage, composed

NAME = "insight_mining"
_EARLIER = 12
"""Earlier results that a brief names, the latest ones."""


async def _make(office: Office, turn: Turn) -> AsyncIterator[Case]:
    table = table_of(office, turn)
    earlier = earlier_turns(office, turn)
    here = situation(office, table, [*earlier, turn])
    (persona, scenario), plan = client_of(office, turn), plan_of(office, turn)
    screened = screen(office, table, persona.id)
    names = [{"name": each.name, "type": each.type} for one in earlier for each in one.results if each.type != "plot"]
    facts = {
        "table": table_brief(table, VARIABLE),
        "persona": persona_brief(persona),
        "scenario": scenario_brief(scenario),
        "question": plan.questions[turn.question - 1].text,
        "turn": turn.position,
        "query": turn.query,
        "code": turn.code,
        "results": [result_brief(result) for result in turn.results if result.type != "plot"],
        "earlier_results": names[-_EARLIER:],
    }

    def compose(wrong: tuple[str, ...]) -> Ask:
        brief = {"task": "find_insight", **facts, "wrong": wrong}
        return screened.asked(composed("data_scientist_insight", ChoiceDraft, brief))

    async def build(draft: ChoiceDraft) -> Case | str | None:
        return await _case(office, turn, here, draft) if draft.possible else None

    made = await drafted(office, "data_scientist", NAME, turn.id, compose, build)
    if made is not None:
        yield made


async def _case(office: Office, turn: Turn, here: Situation, draft: ChoiceDraft) -> Case | str:
    data_id = f"{turn.id}.{NAME}"
    chance = random.Random(hashlib.sha256(f"{data_id}\n{draft.question}".encode()).hexdigest())
    choice = await chosen(office, here, draft, chance)
    if isinstance(choice, str):
        return choice
    entry = choice_entry(here, choice, data_id)
    return await judged(office, NAME, turn, entry, mode="action", action="insight_mining", choice=choice)


def _came_to_something(turn: Turn) -> bool:
    return turn.code is not None and any(result.type not in ("plot", "function") for result in turn.results)


STAGE = Stage(
    NAME,
    "turn",
    _make,
    prompts=(
        "data_scientist_role",
        "data_scientist_insight",
        "benchmark_case",
        "benchmark_case_setting",
        "benchmark_choice_request",
    ),
    wants=_came_to_something,
    serves=("insight_mining",),
)
