"""The built-in company as an AutoGen chat client."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from autogen_core import CancellationToken
from autogen_core.models import CreateResult, LLMMessage
from autogen_core.tools import Tool, ToolSchema
from pydantic import BaseModel

from company.errors import BackendError
from company.models.clients import NO_USAGE, WholeReplyClient
from grammar import (
    asking,
    coding,
    complaining,
    deciding,
    diagnosing,
    hurried,
    opening,
    people,
    planning,
    plot_questions,
    private,
    rewording,
)
from grammar.insights.finding import find_insight

Reply = Callable[[dict[str, Any], random.Random], dict[str, Any]]
TASKS: dict[str, Reply] = {
    "describe_table": people.describe_table,
    "invent_persona": people.invent_persona,
    "ask_about_scenarios": people.ask_about_scenarios,
    "propose_scenarios": people.propose_scenarios,
    "choose_scenario": people.choose_scenario,
    "propose_plan": planning.propose_plan,
    "discuss_plan": planning.discuss_plan,
    "ask": asking.ask_next,
    "write_code": coding.write_code,
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
"""Every task that a brief can carry, in the order of a run."""
_BRIEF = re.compile(r"```json\n(.*?)\n```", re.DOTALL)


class ProceduralClient(WholeReplyClient):
    """Answers the last brief in the messages; equal messages and seed give equal replies."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def create(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = (),
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
    ) -> CreateResult:
        """The reply as JSON text; raises BackendError for a prompt without a brief that it knows."""
        brief = _brief(messages)
        content = json.dumps([message.model_dump(mode="json") for message in messages], ensure_ascii=False)
        chance = random.Random(hashlib.sha256(f"{self._seed}\n{content}".encode()).hexdigest())
        reply = TASKS[brief["task"]](brief, chance)
        return CreateResult(
            finish_reason="stop", content=json.dumps(reply, ensure_ascii=False), usage=NO_USAGE, cached=False
        )


def _brief(messages: Sequence[LLMMessage]) -> dict[str, Any]:
    for message in reversed(messages):
        text = message.content if isinstance(message.content, str) else ""
        for block in reversed(_BRIEF.findall(text)):
            brief = json.loads(block)
            if isinstance(brief, dict) and brief.get("task") in TASKS:
                return brief
    raise BackendError("the procedural backend found no brief in a prompt; keep the prompt's ```json block")
