"""Who a client is, what they want to find out, what was said of it and agreed on, as prompts tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from company.families.dialogues.records import Persona, Plan, Scenario
from company.records import Message

SHARED = "shared_conditions"
"""Where a brief tells the conditions that several questions have: key → condition."""
_WORTHWHILE = 150
"""Characters of repeated conditions from which on each is told once: to say how to read that takes some, too."""


def persona_brief(persona: Persona) -> dict[str, str]:
    """Return the facts about the client, with what they most want to know where it was written down."""
    known = {key: getattr(persona, key) for key in ("name", "location", "job_title", "background")}
    return {**known, **({"interest": interest} if (interest := _interest(persona)) else {})}


def client_brief(persona: Persona) -> dict[str, str]:
    """Return who the client is, for whoever speaks of them."""
    return {key: getattr(persona, key) for key in ("name", "job_title")}


def colleagues_brief(others: Iterable[Persona]) -> list[dict[str, str]]:
    """Return what other clients do, and what they most want to know where it was written down."""
    return [{"job_title": other.job_title, "interest": _interest(other)} for other in others if other.conversation]


def _interest(persona: Persona) -> str:
    told = persona.conversation[-1].content or {} if persona.conversation else {}
    return str(told.get("interest", ""))


def scenario_brief(scenario: Scenario) -> dict[str, str]:
    """Return what the client wants to find out."""
    return {key: getattr(scenario, key) for key in ("name", "description", "goal")}


def goal_brief(scenario: Scenario) -> dict[str, str]:
    """Return what the client wants to find out, for whoever has its plan or its results before them."""
    return {key: getattr(scenario, key) for key in ("name", "goal")}


def talk_brief(talk: Iterable[Message]) -> list[dict[str, str]]:
    """Return what was said before, without what came beside the words."""
    return [{"speaker": message.speaker, "text": message.text} for message in talk]


def plan_brief(plan: Plan) -> dict[str, Any]:
    """Return the questions that were agreed on."""
    return {"speech": plan.speech, "questions": [question.model_dump(mode="json") for question in plan.questions]}


def with_shared(questions: Iterable[Mapping[str, Any]]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return questions with conditions that several of them have by their keys, and the field of a brief that has these
    in full, once; all as it was where that would hardly be shorter.
    """
    told = [{**each} for each in questions]
    times = Counter(condition for each in told for condition in dict.fromkeys(each.get("conditions", ())))
    repeated = [condition for condition, count in times.items() if count > 1]
    if sum((times[condition] - 1) * len(condition) for condition in repeated) < _WORTHWHILE:
        return told, {}
    shared = {condition: f"C{at}" for at, condition in enumerate(repeated, start=1)}
    for each in told:
        if "conditions" in each:
            each["conditions"] = [shared.get(one, one) for one in each["conditions"]]
    return told, {SHARED: {key: condition for condition, key in shared.items()}}


def texts_of(plan: Plan, question: int) -> list[str]:
    """Return the texts and columns of a plan's question, numbered from 1, and of the one that follows it; at 0, where
    none was asked yet, of the first one alone.
    """
    following = plan.questions[max(question - 1, 0) :][: 2 if question else 1]
    return [text for one in following for text in (one.text, *one.columns, *one.conditions)]
