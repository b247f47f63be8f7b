"""Stage: a question about what an executed result means for the client's decision (paper, 2.2)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Collection
from typing import Any, Final

from company.families.dialogues.body.meanings import differs_by_number
from company.families.dialogues.budgets import within
from company.families.dialogues.client_briefs import client_brief, goal_brief
from company.families.dialogues.columns_in_texts import is_named, named_columns
from company.families.dialogues.giving_way import OTHERS, Spoken
from company.families.dialogues.programs import lines_making
from company.families.dialogues.records import Case, Persona, Scenario, Turn
from company.families.dialogues.result_briefs import result_brief
from company.families.dialogues.screened import screen
from company.families.dialogues.situations import client_of, earlier_turns, plan_of, question_of, situation, table_of
from company.families.dialogues.stages.actions.choice_replies import ChoiceDraft
from company.families.dialogues.stages.actions.drafted_choices import drafted_choice
from company.families.dialogues.stages.actions.drafting import Drafts
from company.families.dialogues.stages.actions.wording import says, spoken
from company.families.dialogues.stages.held import said_by_client
from company.families.dialogues.table_briefs import sketch
from company.families.dialogues.told_tables import loaded_columns, told_table
from company.families.shared.choices.records import Choice
from company.records import Result
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask
from company.tables.record import Table

NAME: Final = "insight_mining"
_TELLING = 5
"""Letters of a word that says what a text is about."""
_EARLIER = 12
"""Earlier results that a brief names, the latest ones."""
_SMALL = 700
"""Characters up to which a brief tells what is in an earlier result."""
_COLUMNS = 12
"""Columns of an earlier data frame that a brief names."""


async def _make(office: Office, turn: Turn) -> AsyncIterator[Case]:
    table = table_of(office, turn)
    earlier = earlier_turns(office, turn)
    here = situation(office, table, [*earlier, turn])
    (persona, scenario), plan = client_of(office, turn), plan_of(office, turn)
    screened = screen(office, table, turn)
    told = [said_by_client(one.conversation) for one in (*earlier, turn)]
    loaded = loaded_columns(table)
    latest = {each.name: each for one in earlier for each in one.results if each.type != "plot"}
    names = [_earlier(each, loaded) for each in latest.values()]
    question = question_of(plan, turn)
    named = named_columns(table, [question, turn.query, turn.code or "", scenario.goal])
    facts = {
        "table": _table_brief(table, named),
        "persona": client_brief(persona),
        "scenario": goal_brief(scenario),
        "client_said": [*said_by_client(plan.conversation)[-1:], *(said for one in told for said in one)][-1:],
        "question": question,
        "turn": turn.position,
        "query": turn.query,
        "code": lines_making(turn.code or "", [each.name for each in turn.results if each.type != "plot"]),
        "results": [result_brief(each, loaded - named) for each in turn.results if each.type != "plot"],
        "earlier_results": names[-_EARLIER:],
    }

    asked = {name for each in turn.results for name in each.facts.get("columns", ()) if is_named(name, [turn.query])}

    def compose(drafts: Drafts) -> Ask:
        brief = {"task": "find_insight", **facts, "drafts": drafts}
        return screened.asked(composed("data_scientist_insight", ChoiceDraft, within(brief, Spoken(named | asked))))

    def wrong_with(choice: Choice) -> str | None:
        return _meaningless(choice) or _undecided(choice, persona, scenario)

    made = await drafted_choice(office, turn, here, NAME, compose, wrong_with=wrong_with)
    if made is not None:
        yield screened.marked(made)


def _table_brief(table: Table, named: Collection[str]) -> dict[str, Any]:
    """Return the table with the columns that nobody speaks of by their names alone."""
    told = told_table(table, named)
    told["meanings"] = {name: sketch(table, name) for name in told["meanings"]}
    others = [name for kind in told.pop(OTHERS, {}).values() for name in kind]
    return {**told, **({"more_names": others} if others else {})}


def _earlier(result: Result, loaded: Collection[str]) -> dict[str, Any]:
    """Return an earlier result by its name and type, a small one with what is in it, a frame with its columns: those
    that the dialogue made before those that it loaded.
    """
    told = result_brief(result)
    if len(json.dumps(told["facts"], default=str)) <= _SMALL:
        return told
    columns = sorted(told["facts"].get("columns", []), key=lambda name: name in loaded)[:_COLUMNS]
    return {"name": result.name, "type": result.type, **({"columns": columns} if columns else {})}


def _meaningless(choice: Choice) -> str | None:
    """Return a complaint about options that say the same with other numbers."""
    right = next((option.text for option in choice.options if not option.slip), None)
    wrong = [option.text for option in choice.options if option.slip]
    if not differs_by_number(right, wrong):
        return None
    return (
        "options: they differ in a number alone, such as "
        f"{right or wrong[0]!r} and {wrong[-1]!r}; make them courses of action, or findings of different meaning"
    )


def _undecided(choice: Choice, persona: Persona, scenario: Scenario) -> str | None:
    """Return a complaint about a question that does not tell whose decision it is about, and which."""
    first = persona.name.split()[0]
    if says(choice.question, first) or len(_telling(choice.question) & _telling(scenario.goal)) > 1:
        return None
    return f"question: say what {first} wants to decide, and what the result means for that"


def _telling(text: str) -> set[str]:
    """Return the longer words of a text, which say what it is about."""
    return {word for word in spoken(text) if len(word) >= _TELLING}


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
