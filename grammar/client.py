"""The built-in company as a client that answers requests."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from company.errors import BackendError
from company.models.protocol import Backend, ChatMessage, Client, Reply, Request, free
from company.records import Role
from grammar import (
    asking,
    coding,
    complaining,
    deciding,
    describing,
    diagnosing,
    hurried,
    interview,
    opening,
    personas,
    planning,
    plot_questions,
    private,
    rewording,
)
from grammar.captioning import apart, captions, claims, plotting, sections
from grammar.captioning.planning import plan_paper
from grammar.chances import chance_at, chance_of_all
from grammar.drawing import tasks as drawing
from grammar.drawing.extracting import extract_plot
from grammar.evolving.again import answer_again
from grammar.evolving.agreeing import write_terms
from grammar.evolving.asking import write_asks
from grammar.evolving.rules import draft_rules, write_rules, write_rules_anew
from grammar.evolving.telling import word_turns
from grammar.graphics import captions as graphics_told
from grammar.graphics import tasks as graphics
from grammar.insights.finding import find_insight
from grammar.paraphrasing.ways import paraphrase
from grammar.scene import OTHERS, columns_told, in_full

if TYPE_CHECKING:
    from company.config import ModelSettings

Task = Callable[[dict[str, Any], random.Random], dict[str, Any]]
OF_DIALOGUES: dict[str, Task] = {
    "describe_table": describing.describe_table,
    "invent_persona": personas.invent_persona,
    "ask_about_scenarios": interview.ask_about_scenarios,
    "propose_scenarios": interview.propose_scenarios,
    "refine_scenarios": interview.refine_scenarios,
    "choose_scenario": interview.choose_scenario,
    "propose_plan": planning.propose_plan,
    "discuss_plan": planning.discuss_plan,
    "ask": asking.ask_next,
    "close": asking.close,
    "client_reacts": planning.react,
    "write_code": coding.write_code,
    "paraphrase": paraphrase,
    "correct_code": coding.correct_code,
    "report_result": coding.report_result,
    "rewrite": private.rewrite,
    "ask_about_figure": plot_questions.ask_about_figure,
    "find_insight": find_insight,
    "write_wrong": hurried.write_wrong,
    "give_feedback": complaining.give_feedback,
    "reword": rewording.reword,
    "leave_open": opening.leave_open,
    "decide": deciding.decide,
    "diagnose": diagnosing.diagnose,
}
"""The tasks of a dialogue and its cases, in the order of a run: what is chosen hangs on the moment."""
TASKS: dict[str, Task] = {
    "write_rules": write_rules,
    "write_rules_anew": write_rules_anew,
    "draft_rules": draft_rules,
    **OF_DIALOGUES,
    "write_terms": write_terms,
    "write_asks": write_asks,
    "word_turns": word_turns,
    "answer_again": answer_again,
    "plan_paper": plan_paper,
    "plot_figure": plotting.plot_figure,
    "write_section": sections.write_section,
    "caption_of_author": captions.caption_of_author,
    "caption_of_paragraphs": captions.caption_of_paragraphs,
    "caption_of_section": captions.caption_of_section,
    "caption_of_texts": captions.caption_of_texts,
    "caption_of_picture": captions.caption_of_picture,
    "find_claims": claims.find_claims,
    "captions_apart": apart.captions_apart,
    "list_types": drawing.list_types,
    "draw_original": drawing.draw_original,
    "write_queries": drawing.write_queries,
    "revise_query": drawing.revise_query,
    "draw_figure": drawing.draw_figure,
    "align_query": drawing.align_query,
    "extract_plot": extract_plot,
    "think_of_drawings": graphics.think_of_drawings,
    "draw_graphic": graphics.draw_graphic,
    "ask_about_graphic": graphics.ask_about_graphic,
    "name_graphic": graphics.name_graphic,
    "guess": graphics.guess,
    "recognise": graphics.recognise,
    "describe_drawing": graphics_told.describe_drawing,
    "draw_from_caption": graphics_told.draw_from_caption,
}
"""Every task that a brief can carry; of those of other families, what is chosen hangs on the whole brief."""
_BRIEF = re.compile(r"```json\n(.*?)\n```", re.DOTALL)


class ProceduralClient(Client):
    """Answers the last brief in the messages; equal briefs, numbers of messages and seeds give equal replies."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def reply(self, request: Request) -> Reply:
        """Return the reply as JSON text; raises BackendError for a prompt without a brief that it knows."""
        brief = brief_in(request.messages)
        draw = chance_at if brief["task"] in OF_DIALOGUES else chance_of_all
        chance = draw(self._seed, brief, len(request.messages))
        return Reply(json.dumps(TASKS[brief["task"]](brief, chance), ensure_ascii=False))


def backend(role: Role, told: ModelSettings) -> Backend:
    """Return the built-in company in a role; the seed is all of [model] that its replies depend on."""
    return Backend(
        name="procedural",
        model=f"grammar, seed {told.seed}",
        client=ProceduralClient(told.seed),
        price=free,
        note="the built-in procedural backend, a grammar of analyses and not a language model",
        vision=True,  # what it has to know of a picture is in the prompt's brief
    )


def brief_in(messages: Sequence[ChatMessage]) -> dict[str, Any]:
    """Return the last brief in the messages, with what it leaves out of columns, questions and rows made up for;
    raises BackendError where there is none.
    """
    for message in reversed(messages):
        for block in reversed(_BRIEF.findall(message.text)):
            brief = json.loads(block)
            if isinstance(brief, dict) and brief.get("task") in TASKS:
                if "columns" in brief.get("table", {}):
                    table = brief["table"]
                    table["columns"] = [dict(in_full(each)) for each in columns_told(table)]
                    table.pop(OTHERS, None)
                _tell_shared(brief)
                _tell_shared(brief.get("plan", {}))
                for question in brief.get("plan", {}).get("questions", ()):  # of one that was asked, its text is told
                    question |= {key: [] for key in ("result_types", "columns", "conditions") if key not in question}
                for result in _results_in(brief):
                    facts = result.get("facts") or {}
                    if "columns" in facts:
                        facts.setdefault("head", [])
                        facts.setdefault("index", [*range(len(facts["head"]))])
                return brief
    raise BackendError("the procedural backend found no brief in a prompt; keep the prompt's ```json block")


def _tell_shared(asked: Mapping[str, Any]) -> None:
    """Put in full, into each question, the conditions that it has in common with others."""
    shared = asked.get("shared_conditions", {})
    for question in asked.get("questions", ()) if shared else ():
        if "conditions" in question:
            question["conditions"] = [shared.get(one, one) for one in question["conditions"]]


def _results_in(brief: dict[str, Any]) -> list[dict[str, Any]]:
    """The results that a brief tells of: those of an answer, of earlier ones, and of the history."""
    lists = [brief.get("results", ()), brief.get("earlier_results", ())]
    lists += [turn.get("results", ()) for turn in brief.get("history", ())]
    return [each for one in lists for each in one if isinstance(each, dict)]
