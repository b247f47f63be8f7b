"""Stage: data scientist and client discuss the plan until every question is concrete (paper, figure 10)."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace
from typing import Any

from company.errors import ReplyError
from company.families.dialogues.character import consistent
from company.families.dialogues.client_briefs import (
    client_brief,
    goal_brief,
    persona_brief,
    scenario_brief,
    talk_brief,
    with_shared,
)
from company.families.dialogues.columns_in_texts import hinted_columns, named_columns, read_columns, spoken_columns
from company.families.dialogues.commissions import DialogueCommission
from company.families.dialogues.grounding import Grounds, is_concrete
from company.families.dialogues.records import Category, Persona, Plan, Question, Register, Scenario
from company.families.dialogues.replies import PlanDraft, PlanOpinion
from company.families.dialogues.screened import Screen, screen
from company.families.dialogues.table_briefs import outline_brief, rule, tied_rule
from company.prompts import prompt
from company.records import ResultType
from company.run.stage import Office, Stage, composed
from company.staff.conversation import Conversation, kept, said
from company.staff.members import Ask, Member, Thread
from company.tables.record import Table

MOST_MESSAGES = 10
_LATEST = 2
"""Messages whose words may speak of columns that a draft does not name yet: the last one, and what it answers."""
DRAWN: Category = "plot_qa"
"""The category whose cases are about figures."""
DIGGING: frozenset[ResultType] = frozenset(("value", "tuple", "list", "set", "array", "model"))
"""Types of result that are no summary by groups: of several questions, one at least comes to such."""
TURNS_PER_QUESTION = 2
"""Turns that a question takes in the colloquial register, on average, so that plans last for the turns asked for."""
QUESTIONS_OF_EVOLVING = 3
"""Questions behind an evolving dialogue: what is asked follows a timetable, and they say what it is about."""
TURNS_FOR_A_LARGE_ONE = 4
"""Turns in the statement register of which one is left for a question that takes two."""


def questions_wanted(commission: DialogueCommission) -> int:
    """Return nearly one question per turn in the statement register, so that a large one may take two; fewer, deeper
    ones in the colloquial.
    """
    if commission.evolving:
        return QUESTIONS_OF_EVOLVING
    if commission.speech == "statement":
        return commission.turns - commission.turns // TURNS_FOR_A_LARGE_ONE
    return max(1, math.ceil(commission.turns / TURNS_PER_QUESTION))


async def _discuss(office: Office, scenario: Scenario) -> AsyncIterator[Plan]:
    persona = office.archive.get(scenario.parent or "")
    assert isinstance(persona, Persona)
    table = office.archive.get(persona.parent or "")
    assert isinstance(table, Table)
    commission = office.commissions[persona.position - 1]
    assert isinstance(commission, DialogueCommission), "rounds ask for what the family commissions"
    screened = screen(office, table, scenario)
    members = _members(office, scenario, commission, screened, (persona, table))
    conversation = Conversation(members, next_speaker=_next_speaker, max_messages=MOST_MESSAGES)
    await conversation.run()
    drafted = (_grounded(question, table) for question in _draft(conversation.thread))
    questions = tuple(question for question in drafted if question is not None)
    if not questions:
        raise ReplyError(f"{scenario.id}: no question of the plan is about a column of {table.name}")
    plan = Plan(
        id=f"{scenario.id}.plan",
        parent=scenario.id,
        stage="plans",
        position=1,
        status="accepted",
        conversation=kept(conversation.thread),
        speech=commission.speech,
        turns=commission.turns,
        questions=questions,
        evolving=commission.evolving,
    )
    yield screened.marked(plan)


def _members(
    office: Office,
    scenario: Scenario,
    commission: DialogueCommission,
    screened: Screen,
    about: tuple[Persona, Table],
) -> list[Member]:
    persona, table = about
    in_person = consistent(persona)
    is_drawn = DRAWN in office.settings.targets.wanted
    interview = talk_brief(scenario.conversation)[2:-1]  # what was asked of the scenarios, and answered
    last_words = [said for said in interview if said["speaker"] == "client"][-1:]

    def told_before(said: Sequence[dict[str, str]], *, is_known: bool = False) -> dict[str, Any]:
        who, about = (client_brief, goal_brief) if is_known else (persona_brief, scenario_brief)
        return {"persona": who(persona), "scenario": about(scenario), **({"interview": said} if said else {})}

    def in_play(thread: Thread) -> set[str]:
        """Return the columns of a draft and of what is said of it; before there is one, of what it may be about."""
        if draft := _draft(thread):
            return drafted_columns(table, draft, _heard(thread))
        heard = [said["text"] for said in last_words]
        return spoken_columns(table, [*scenario_brief(scenario).values(), *heard])

    def data_scientist(thread: Thread) -> Ask:
        wanted = questions_wanted(commission)
        is_first = not _draft(thread)
        told = outline_brief(table, in_play(thread), others=is_first, is_known=not is_first)
        known = told_before(interview if is_first else last_words, is_known=not is_first)
        brief = {"task": "propose_plan", "table": told, **known, "speech": commission.speech}
        brief |= {"questions_wanted": wanted, **_so_far(thread)}
        rules = _rules(wanted, commission.speech, is_first=is_first, is_drawn=is_drawn)
        grounds = Grounds.of(table, (), _heard(thread))

        def check(draft: PlanDraft) -> str | None:
            return "\n".join(filter(None, (grounds.draft(draft), shallow(draft.questions)))) or None

        asked = composed("data_scientist_plan", PlanDraft, brief, tied=tied_rule(told), **rules)
        return replace(screened.asked(asked), check=check)

    def client(thread: Thread) -> Ask:
        draft = _draft(thread)
        questions, shared = with_shared(question.model_dump(mode="json") for question in draft)
        is_known = len(kept(thread)) > 1
        told = outline_brief(table, in_play(thread), others=False, is_known=is_known)
        brief = {"task": "discuss_plan", "table": told, **told_before(last_words, is_known=is_known)}
        brief |= {"questions": questions, **shared, "said": talk_brief(kept(thread)[1 if is_known else 0 :])}
        grounds = Grounds.of(table, (), _heard(thread))

        def check(opinion: PlanOpinion) -> str | None:
            return grounds.opinion(opinion, draft) or in_person(opinion)

        asked = composed("client_plan", PlanOpinion, brief, shared=rule("rule_shared_conditions", shared))
        return replace(screened.asked(asked), check=check)

    return [
        office.member("data_scientist", "plans", scenario.id, data_scientist),
        office.member("client", "plans", scenario.id, client),
    ]


def drafted_columns(table: Table, draft: Sequence[Question], heard: Sequence[str]) -> set[str]:
    """Return the columns of a draft, and those that it names or limits rows by, or of which the latest of the messages
    that were `heard` speak: whoever is asked for a threshold has to see where their values lie.

    A draft says itself which columns it is about, so that no word of it has to be guessed at.
    """
    texts = [text for one in draft for text in (one.text, *one.conditions)]
    told = {name for one in draft for name in one.columns} | named_columns(table, texts) | read_columns(table, texts)
    return told | hinted_columns(table, heard[-_LATEST:])


def _so_far(thread: Thread) -> dict[str, Any]:
    """Return what was said, with the questions of the last draft alone: those before are replaced by it."""
    talk = said(thread)
    drafts = [place for place, one in enumerate(talk) if "questions" in one.get("content", ())]
    for place in drafts[:-1]:
        talk[place] = {key: value for key, value in talk[place].items() if key != "content"}
    return {"said": talk} if talk else {}


def _rules(wanted: int, speech: Register, *, is_first: bool, is_drawn: bool) -> dict[str, str]:
    """Return the words that hold for a draft of so many questions, the first one or a later one.

    `is_drawn` is whether the run wants cases about figures.
    """
    state = ("rule_first_draft", "rule_open_conditions") if is_first else ("rule_later_draft", "rule_all_conditions")
    rules = [prompt("rule_several_questions", types=_any_of(DIGGING)).strip()] if wanted > 1 else []
    rules += [prompt("rule_figure").strip()] if is_drawn else []
    return {
        "task": prompt(state[0]).strip(),
        "conditions": prompt(state[1]).strip(),
        "several": f"\n\n{' '.join(rules)}".rstrip(),
        "speech": prompt(f"rule_{speech}_plan").strip(),
    }


def _any_of(types: Collection[str]) -> str:
    first = [f'"{each}"' for each in sorted(types)]
    return f"{', '.join(first[:-1])} or {first[-1]}"


def _heard(thread: Thread) -> list[str]:
    return [message.text for message in kept(thread)]


def _next_speaker(thread: Thread) -> str | None:
    """Return the next speaker in turn, until the client agrees to a plan in which every question is concrete."""
    talk = kept(thread)
    if not talk or talk[-1].speaker == "client":
        agreed = bool(talk) and bool((talk[-1].content or {}).get("agreed"))
        return None if agreed and all(is_concrete(question) for question in _draft(thread)) else "data_scientist"
    return "client"


def _draft(thread: Thread) -> tuple[Question, ...]:
    drafts = [message.content for message in kept(thread) if message.content and "questions" in message.content]
    return PlanDraft.model_validate(drafts[-1]).questions if drafts else ()


def shallow(questions: Sequence[Question]) -> str | None:
    """Return what is wrong with several questions of which none is more than a summary by groups; None else."""
    if len(questions) < 2 or any(DIGGING.intersection(question.result_types) for question in questions):
        return None
    found = "; ".join(
        f"question {number} comes to {', '.join(question.result_types) or 'nothing yet'}"
        for number, question in enumerate(questions, start=1)
    )
    return (
        f"`questions`: all are summaries in a table or figure ({found}). At least one has to ask for a test, a "
        "relation, a model, a single value or a list of names, with one of "
        f"{', '.join(sorted(DIGGING))} among its `result_types`: such as whether a difference could be chance, which "
        "comes to a tuple of a statistic and a p-value."
    )


def _grounded(question: Question, table: Table) -> Question | None:
    """Return the question with only columns that the tables have; None when it is about none of them."""
    known = {column.name for column in table.every_column}
    columns = tuple(name for name in question.columns if name in known)
    return question.model_copy(update={"columns": columns}) if columns else None


STAGE = Stage(
    "plans",
    "scenario",
    _discuss,
    prompts=(
        "data_scientist_role",
        "client_role",
        "data_scientist_plan",
        "client_plan",
        *("rule_first_draft", "rule_later_draft", "rule_open_conditions", "rule_all_conditions"),
        *("rule_several_questions", "rule_figure", "rule_statement_plan", "rule_colloquial_plan"),
        *("rule_tied_columns", "rule_shared_conditions"),
    ),
)
