"""Stage: a question about what an executed result means for the client's decision (paper, 2.2)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from company.families.dialogues.briefs import persona_brief, result_brief, scenario_brief, table_brief
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.records import Case, Turn
from company.families.dialogues.screened import screen
from company.families.dialogues.situations import client_of, earlier_turns, plan_of, situation, table_of
from company.families.dialogues.stages.actions.choice_replies import ChoiceDraft
from company.families.dialogues.stages.actions.drafted_choices import drafted_choice
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask

NAME: Final = "insight_mining"
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

    made = await drafted_choice(office, turn, here, NAME, compose)
    if made is not None:
        yield screened.marked(made)


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
