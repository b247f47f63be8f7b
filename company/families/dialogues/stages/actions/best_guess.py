"""Stage: a decision with a vague word in it, and the one assumption about it that needs no asking back.

Staff name what people of the field take the word to mean, and readings that nobody would hold. Our code executes the
decision under each: an assumption is right where it is one of the field's, and the decision is the same on every value
that the column has within reach of it, the field's other readings among them.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from company.families.dialogues.body.entries import choice_entry
from company.families.dialogues.briefs import (
    history_brief,
    persona_brief,
    plan_brief,
    scenario_brief,
    table_brief,
    variables_brief,
)
from company.families.dialogues.judging import judged
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.records import Action, Case, Choice, Turn
from company.families.dialogues.screened import Screen, screen
from company.families.dialogues.situations import (
    asked_for,
    client_id,
    client_of,
    earlier_turns,
    plan_of,
    recent,
    situation,
    table_of,
)
from company.families.dialogues.stages.actions.assumptions import fault, offered, read, survey_code, whole_of
from company.families.dialogues.stages.actions.drafting import drafted
from company.families.dialogues.stages.actions.replies import Decision, Decisions
from company.families.dialogues.states import State, state_before
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask
from company.tables.record import Table

NAME: Action = "best_guess"


@dataclass(frozen=True)
class _Work:
    """One turn with everything that was done by its end."""

    office: Office
    table: Table
    turn: Turn
    done: Sequence[Turn]
    state: State
    screened: Screen
    chance: random.Random

    def brief(self, wrong: tuple[str, ...]) -> Ask:
        """Return the prompt for decisions."""
        (persona, scenario), plan = client_of(self.office, self.turn), plan_of(self.office, self.turn)
        names = asked_for(self.done)
        brief = {
            "task": "decide",
            "table": table_brief(self.table, VARIABLE),
            "persona": persona_brief(persona),
            "scenario": scenario_brief(scenario),
            "plan": plan_brief(plan),
            "question": min(self.turn.question, len(plan.questions)),
            "variables": variables_brief(self.state.variables, VARIABLE, names, self.table),
            "results_so_far": names,
            "history": history_brief(recent(self.office, self.done)),
            "wrong": wrong,
        }
        return self.screened.asked(composed("data_scientist_decide", Decisions, brief))

    async def case(self, said: Decisions) -> Case | str | None:
        """Return the case of the first decision with a single safe assumption, or in words what is wrong with each."""
        if not said.decisions:
            return None
        faults = []
        for number, decision in enumerate(said.decisions, start=1):
            choice = await self._choice(decision)
            if isinstance(choice, Choice):
                return await self._judged(choice)
            faults.append(f"decision {number} (“{decision.word}”): {choice}")
        return "\n".join(faults)

    async def _choice(self, decision: Decision) -> Choice | str:
        if wrong := fault(decision, self.state.variables, VARIABLE):
            return wrong
        readings = tuple(self.chance.sample(decision.readings, len(decision.readings)))  # any of them may be offered
        decision = decision.model_copy(update={"readings": readings})
        whole = whole_of(decision, self.state.variables, VARIABLE)
        ran = await self.state.tried(survey_code(decision, whole))
        if not ran.ok:
            return f"code: it fails: {ran.error.type}: {ran.error.message}" if ran.error else "code: it fails"
        survey = read(ran.output)
        return survey if isinstance(survey, str) else offered(decision, whole, survey, self.chance)

    async def _judged(self, choice: Choice) -> Case:
        data_id = f"{self.turn.id}.{NAME}"
        entry = choice_entry(situation(self.office, self.table, self.done), choice, data_id)
        return await judged(self.office, NAME, self.turn, entry, mode="action", action=NAME, choice=choice)


async def _make(office: Office, turn: Turn) -> AsyncIterator[Case]:
    table, done = table_of(office, turn), [*earlier_turns(office, turn), turn]
    screened = screen(office, table, client_id(turn))
    async with state_before(office, table, done) as state:
        chance = random.Random(f"{turn.id}.{NAME}")
        work = _Work(office, table, turn, done, state, screened, chance)
        made = await drafted(office, "data_scientist", NAME, turn.id, work.brief, work.case)
    if made is not None:
        yield screened.marked(made)


def _may(turn: Turn) -> bool:
    return turn.code is not None


STAGE = Stage(
    NAME,
    "turn",
    _make,
    prompts=(
        "data_scientist_role",
        "data_scientist_decide",
        "benchmark_case",
        "benchmark_case_setting",
        "benchmark_choice_request",
    ),
    wants=_may,
    serves=("best_guess",),
)
