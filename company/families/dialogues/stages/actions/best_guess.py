"""Stage: a decision with a vague word in it, and the one assumption about it that needs no asking back.

Staff name what people of the field take the word to mean, and readings that nobody would hold. Our code executes the
decision under each: an assumption is right where it is one of the field's, and the decision is the same on every value
that the column has within reach of it, the field's other readings among them. Which options can stand beside each
other is told at a glance, for all decisions of a draft in one run; every value is tried for what is offered alone.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from company.families.dialogues.body.entries import choice_entry
from company.families.dialogues.briefs import Context
from company.families.dialogues.client_briefs import client_brief, goal_brief, plan_brief, texts_of
from company.families.dialogues.excerpts import clause
from company.families.dialogues.judging import judged
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.records import Action, Case, Turn
from company.families.dialogues.screened import Screen, screen
from company.families.dialogues.situations import (
    asked_for,
    client_of,
    earlier_turns,
    plan_of,
    recent,
    situation,
    table_of,
)
from company.families.dialogues.stages.actions.assumptions import (
    Survey,
    fault,
    held_code,
    not_held,
    offered,
    read,
    survey_code,
    whole_of,
)
from company.families.dialogues.stages.actions.drafting import Drafts, drafted
from company.families.dialogues.stages.actions.other_readings import completed
from company.families.dialogues.stages.actions.replies import Decision, Decisions
from company.families.dialogues.stages.actions.standing import Standing
from company.families.dialogues.states import State, state_before
from company.families.shared.choices.records import Choice
from company.records import Column, Execution
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask
from company.tables.record import Table

NAME: Action = "best_guess"


_GROUPED = 40
"""Groups up to which somebody asks which of them leads."""
_FEWEST_ROWS = 20
"""Rows from which a data frame may have some that a vague word holds for, and others."""
_MEANT = 160
"""Characters that are told of what a column means."""
_UNUSED = frozenset(("odd", "mean", "tied_to"))
"""What is not told of a column: nobody draws a line by it."""


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

    def brief(self, drafts: Drafts) -> Ask:
        """Return the prompt for decisions."""
        (persona, scenario), plan = client_of(self.office, self.turn), plan_of(self.office, self.turn)
        names, number = asked_for(self.done), min(self.turn.question, len(plan.questions))
        turns = recent(self.office, self.done)
        context = Context(self.table, self.state.variables, names, turns, texts_of(plan, number))
        brief = {
            "task": "decide",
            "persona": client_brief(persona),
            "scenario": goal_brief(scenario),
            "plan": {"questions": plan_brief(plan)["questions"][number - 1 : number]},
            **_groups_and_measures(context.deciding()),
            "results_so_far": names,
            "lines": self._drawn("middle", None).wanted,
            "drafts": drafts,
        }
        return self.screened.asked(composed("data_scientist_decide", Decisions, context.within(brief)))

    async def case(self, said: Decisions) -> Case | str | None:
        """Return the case of the first decision with a single safe assumption, or in words what is wrong with each."""
        if not said.decisions:
            return None
        faults: list[str] = []
        for number, choice in enumerate(await self._choices(said.decisions)):
            wrong = choice if isinstance(choice, str) else await self._not_held(choice)
            if wrong is None and not isinstance(choice, str):
                return await self._judged(choice)
            faults.append(f"decision {number + 1} (“{said.decisions[number].word}”): {wrong}")
        return "\n".join(faults)

    async def _not_held(self, choice: Choice) -> str | None:
        """Return why the right assumption of a choice does not hold at every value within reach; None where it does."""
        ran = await self.state.tried(held_code(choice))
        return not_held(ran.output) if ran.ok else _failed(ran)

    async def _choices(self, decisions: Sequence[Decision]) -> list[Choice | str]:
        """Return for each decision the choice, or what is wrong with it."""
        wrong = [fault(each, self.state.variables, VARIABLE) for each in decisions]
        sound = [self._shuffled(self._completed(each)) for each, why in zip(decisions, wrong, strict=True) if not why]
        surveys = iter(await self._surveyed(sound))
        shuffled = iter(sound)
        return [self._choice(next(shuffled), next(surveys)) if why is None else why for why in wrong]

    def _completed(self, decision: Decision) -> Decision:
        """Return a decision with other readings beside those that its writer thought of."""
        return completed(decision, self._column(decision, decision.source), self.chance)

    def _column(self, decision: Decision, frame: str) -> Column | None:
        columns = (each.columns for each in self.state.variables if each.name == frame)
        return next((one for all_of in columns for one in all_of if one.name == decision.column), None)

    def _shuffled(self, decision: Decision) -> Decision:
        """Return a decision with its readings in any order: each of them may be offered."""
        readings = tuple(self.chance.sample(decision.readings, len(decision.readings)))
        return decision.model_copy(update={"readings": readings})

    async def _surveyed(self, decisions: Sequence[Decision]) -> list[Survey | str]:
        """Return what executing shows of each decision; one by one where together they do not run to their end."""
        if not decisions:
            return []
        ran = await self.state.tried(survey_code([(each, self._whole(each)) for each in decisions]))
        if ran.ok:
            return read(ran.output, len(decisions))
        if len(decisions) > 1:
            return [survey for each in decisions for survey in await self._surveyed([each])]
        return [_failed(ran)]

    def _choice(self, decision: Decision, survey: Survey | str) -> Choice | str:
        if isinstance(survey, str):
            return survey
        return offered(decision, self._whole(decision), survey, self._standing(decision), self.chance)

    def _whole(self, decision: Decision) -> str:
        return whole_of(decision, self.state.variables, VARIABLE)

    def _standing(self, decision: Decision) -> Standing:
        """Return how the right assumption of a decision is to stand among others."""
        return self._drawn(decision.side, self._column(decision, self._whole(decision)))

    def _drawn(self, side: str, column: Column | None) -> Standing:
        """Return the standing of the turn's assumption, by ranks that the dialogue's turns share out."""
        begin, chance = (random.Random(f"{name}.{NAME}.standing") for name in (self.turn.parent, self.turn.id))
        return Standing.drawn(side, column, chance, begin, self.turn.position)

    async def _judged(self, choice: Choice) -> Case:
        data_id = f"{self.turn.id}.{NAME}"
        entry = choice_entry(situation(self.office, self.table, self.done), choice, data_id)
        return await judged(self.office, NAME, self.turn, entry, mode="action", action=NAME, choice=choice)


def _failed(ran: Execution) -> str:
    return f"code: it fails: {ran.error.type}: {ran.error.message}" if ran.error else "code: it fails"


def _groups_and_measures(told: dict[str, Any]) -> dict[str, Any]:
    """Return the table and the data frames of a brief with what decisions can be about alone: numbers, groups that are
    not too many, and frames of enough rows.
    """
    table, bases = told["table"], {each.get("as") for each in told["variables"]}
    columns = _decisive(table["columns"])
    known = {column["name"] for column in columns if isinstance(column, dict)}
    meanings = {name: clause(meant, _MEANT) for name, meant in table.get("meanings", {}).items() if name in known}
    return {
        "table": {**table, "columns": columns, "meanings": meanings},
        "variables": [
            {**{key: value for key, value in each.items() if key != "preview"}, **_columns_of(each)}
            for each in told["variables"]
            if (each.get("shape") or (0,))[0] >= _FEWEST_ROWS or each["name"] in bases
        ],
    }


def _columns_of(variable: dict[str, Any]) -> dict[str, Any]:
    return {"columns": _decisive(variable["columns"])} if "columns" in variable else {}


def _decisive(columns: Sequence[Any]) -> list[Any]:
    """Return columns without dates and texts of too many values, and of the others what a line is drawn by."""
    kept = [each for each in columns if not isinstance(each, dict) or _is_decisive(each)]
    return [
        {key: value for key, value in each.items() if key not in _UNUSED} if isinstance(each, dict) else each
        for each in kept
    ]


def _is_decisive(column: dict[str, Any]) -> bool:
    """Return whether a column has numbers, or groups that are not too many."""
    values = len(column.get("values", ())) + column.get("more_values", 0)
    is_number = "quartiles" in column or "minimum" in column
    return column.get("role") != "date" and (is_number or max(values, column.get("distinct", 0)) <= _GROUPED)


async def _make(office: Office, turn: Turn) -> AsyncIterator[Case]:
    table, done = table_of(office, turn), [*earlier_turns(office, turn), turn]
    screened = screen(office, table, turn)
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
