"""Whole dialogues as lines for readers: who asked, what was said, what was tried, what came out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from company.families.dialogues.body.evolutions import evolution_line, rule_line, term_line
from company.families.dialogues.handbook.book import every_rule
from company.families.dialogues.ids import RecordId
from company.families.dialogues.records import Attempt, Dialogue, Persona, Scenario, Turn
from company.records import USABLE

if TYPE_CHECKING:
    from company.archive import Archive

_OUTPUT_KEPT = 2_000


def told(archive: Archive, cases: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    """Return the dialogues that cases were taken from; `cases` are pairs of a turn's id and a data_id made of it."""
    made_of: dict[str, list[str]] = {}
    for turn_id, data_id in cases:
        made_of.setdefault(turn_id, []).append(data_id)
    wanted = {RecordId.of(turn_id).dialogue_id for turn_id in made_of}
    turns: dict[str, list[Turn]] = {}
    for turn in archive.records("turn", USABLE):
        turns.setdefault(RecordId.of(turn.id).dialogue_id, []).append(turn)
    people = {persona.id: persona for persona in archive.records("persona")}
    scenarios = {scenario.id: scenario for scenario in archive.records("scenario")}
    questions = {plan.id: [each.text for each in plan.questions] for plan in archive.records("plan")}
    terms = {each.parent: each for each in archive.records("terms", USABLE)}
    handbook = [rule_line(each) for each in every_rule(archive)]
    lines = []
    for dialogue in archive.records("dialogue", USABLE):
        if dialogue.id in wanted:
            place = RecordId.of(dialogue.id)
            persona, scenario = people[place.persona_id], scenarios[place.scenario_id]
            line = _dialogue_line(dialogue, turns.get(dialogue.id, []), persona, scenario, made_of)
            agreed = terms.get(dialogue.parent or "")
            told_of = {} if agreed is None else {"terms": [term_line(each) for each in agreed.terms]}
            if agreed is not None and handbook:
                told_of["handbook"] = handbook
            lines.append({**line, "questions": questions.get(dialogue.parent or "", []), **told_of})
    return lines


def _dialogue_line(
    dialogue: Dialogue,
    turns: Sequence[Turn],
    persona: Persona,
    scenario: Scenario,
    cases: Mapping[str, Sequence[str]],
) -> dict[str, Any]:
    return {
        "dialogue": dialogue.id,
        "register": dialogue.speech,
        "ended": dialogue.ended,
        "persona": persona.model_dump(include={"name", "location", "job_title", "background"}),
        "scenario": scenario.model_dump(include={"name", "description", "goal"}),
        "prelude": dialogue.prelude,
        "turns": [_turn_line(turn, cases.get(turn.id, ())) for turn in turns],
        "closing": closing_of(dialogue) or None,
    }


def closing_of(dialogue: Dialogue) -> str:
    """Return what the data scientist says at the end; empty where a dialogue was given up."""
    return dialogue.conversation[-1].text if dialogue.conversation else ""


def client_before(turn: Turn) -> str:
    """Return what the client said of the answers just before a turn; empty where they said nothing."""
    return " ".join(message.text for message in turn.conversation if message.speaker == "client")


def _turn_line(turn: Turn, data_ids: Sequence[str]) -> dict[str, Any]:
    return {
        "turn": turn.position,
        "question": turn.question,
        "instead": turn.instead or None,
        "client": client_before(turn) or None,
        "query": turn.query,
        "answer": turn.answer,
        "code": turn.code,
        "intents": [intent.model_dump() for intent in turn.intents],
        "operations": list(turn.operations),
        "results": [{"name": each.name, "type": each.type, "shown": each.shown} for each in turn.results],
        "failed_attempts": [_attempt_line(each) for each in turn.attempts if not each.execution.ok],
        "cases": list(data_ids),
        **({} if turn.evolution is None else evolution_line(turn.evolution)),
    }


def _attempt_line(attempt: Attempt) -> dict[str, Any]:
    error = attempt.execution.error
    return {
        "code": attempt.code,
        "error": None if error is None else error.model_dump(),
        "output": attempt.execution.output[:_OUTPUT_KEPT],
    }
