"""Stage: a wrong answer, the data scientist's feedback on it, and the corrected code as the reference (paper, 2.2).

Where the chatbot really failed in the dialogue, its last failed attempt is the wrong answer. Elsewhere it is asked for
one as it would write it in a hurry. Either is run where the turn stood: it must raise, or leave another result.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from company.families.dialogues.body.entries import code_entry
from company.families.dialogues.body.histories import CHATBOT, in_vain
from company.families.dialogues.body.reference import answer_code
from company.families.dialogues.briefs import history_brief, result_brief, table_brief, variables_brief
from company.families.dialogues.gate.differences import SHAPED, Difference, Way
from company.families.dialogues.grounding import Grounds
from company.families.dialogues.judging import judged
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.records import Case, Category, Mode, Rewrite, Turn
from company.families.dialogues.screened import Screen, screen
from company.families.dialogues.situations import (
    asked_for,
    client_id,
    earlier_turns,
    plan_of,
    recent,
    situation,
    table_of,
)
from company.families.dialogues.stages.actions.attempts import Tried, tried
from company.families.dialogues.stages.actions.drafting import asked, drafted
from company.families.dialogues.stages.actions.replies import Feedback, WrongVersion
from company.families.dialogues.stages.private_cases import Standing, standing
from company.families.dialogues.states import State, state_before
from company.records import Message, Record, ResultType
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask
from company.tables.record import Table

NAME = "update_code"
RAISES = 0.22
"""How often a wrong version that is written on purpose is to raise: with those that really failed, about 19 of 50."""
_SIZED: dict[Difference, float] = {"shape": 90, "type": 8, "values": 2}
_COUNTED: dict[Difference, float] = {"length": 50, "type": 25, "values": 25}
_SINGLE: dict[Difference, float] = {"values": 60, "type": 40}
"""In what another result is to differ, by weight: what its type allows, and over all types as in models' answers."""


@dataclass(frozen=True)
class _Exchange:
    """A wrong answer."""

    message: str
    code: str
    slip: str


@dataclass(frozen=True)
class _Work:
    """All that is known of one turn while its case is made."""

    office: Office
    parent: Record
    """What the case is made of: the turn, or its rewrite."""
    turn: Turn
    table: Table
    earlier: list[Turn]
    state: State
    screened: Screen
    private: Standing | None = None
    """Where it stands on the private library, if it is to."""

    @property
    def category(self) -> Category:
        """The category of its case."""
        return "private_update_code" if self.private else "update_code"

    @property
    def data_id(self) -> str:
        """The id of its case."""
        return f"{self.turn.id}.{self.category}"

    # the chatbot

    def failed(self) -> _Exchange | None:
        """Return what the chatbot really answered before it corrected itself; None where it was right at once."""
        failed = [attempt for attempt in self.turn.attempts if not attempt.execution.ok]
        if not failed:
            return None
        said = [message.text for message in self.turn.conversation if message.speaker == CHATBOT]
        return _Exchange(said[len(failed) - 1] if len(said) >= len(failed) else "", failed[-1].code, "")

    def wrong_version(self, drafts: tuple[str, ...]) -> Ask:
        """Return the prompt for a wrong version of the turn's answer."""
        chance = random.Random(self.data_id)
        kind: Way = "raises" if chance.random() < RAISES else "other result"
        weights = _weights(self.turn.intents[-1].type)
        (difference,) = chance.choices(list(weights), list(weights.values()))
        brief = {
            "task": "write_wrong",
            "table": table_brief(self.table, VARIABLE),
            "variables": variables_brief(self.state.variables, VARIABLE, asked_for(self.earlier)),
            "history": history_brief(recent(self.office, self.earlier)),
            "query": self.turn.query,
            "code": self.turn.code,
            "results": [intent.model_dump() for intent in self.turn.intents],
            "wanted": {"kind": kind} | ({"difference": difference} if kind == "other result" else {}),
            "drafts": drafts,
        }
        return self.screened.asked(composed("chatbot_wrong", WrongVersion, brief))

    async def build(self, reply: WrongVersion) -> Case | str | None:
        """Return the case of a wrong version, or what is wrong with it as one."""
        if reply.code is None:
            return None
        wrong = _Exchange(reply.message, reply.code, reply.slip)
        outcome = await tried(self.state.session, self.turn, wrong.code)
        if outcome.fault:
            return f"Your wrong version cannot serve as one: {outcome.fault}."
        if not outcome.error and not wrong.slip:
            return "Your wrong version gives another result, but `slip` does not say what is wrong with it."
        return await self.case(wrong, outcome)

    # the data scientist

    def feedback(self, wrong: _Exchange, outcome: Tried) -> Ask:
        """Return the prompt for feedback on a wrong version."""
        brief = {
            "task": "give_feedback",
            "speech": plan_of(self.office, self.turn).speech,
            "query": self.turn.query,
            "answer": wrong.message,
            "code": wrong.code,
            "notebook": outcome.notebook,
            "error": outcome.error.model_dump() if outcome.error else None,
            "slip": "" if outcome.error else wrong.slip,
            "difference": outcome.wrong.difference if outcome.wrong else None,
            "results": [result_brief(result) for result in outcome.results],
            "expected": [intent.model_dump() for intent in self.turn.intents],
        }
        names = " ".join(f"`{variable.name}`" for variable in self.state.variables)
        error = f"`{outcome.error.message}`" if outcome.error else ""
        said = (self.turn.query, wrong.code, wrong.slip, outcome.notebook, names, error)
        grounds = Grounds.of(self.table, self.state.variables, said)

        def check(reply: Feedback) -> str | None:
            return self._gives_away(reply.message, wrong.code) or grounds.message(reply.message)

        return replace(self.screened.asked(composed("data_scientist_feedback", Feedback, brief)), check=check)

    def _gives_away(self, words: str, wrong: str) -> str | None:
        """Return a complaint about feedback that holds the correction as code."""
        right, there = ({line.strip() for line in code.splitlines()} for code in (self.turn.code or "", wrong))
        held = next((line for line in sorted(right - there) if len(line) > _SHORT and line in words), None)
        if held or "```" in words:
            return "Your feedback holds code; say in words what is wrong, and leave the correction to the chatbot."
        return None

    # the case

    async def case(self, wrong: _Exchange, outcome: Tried) -> Case:
        """Return the case of a wrong version and the feedback on it, judged."""
        assert self.turn.code is not None and outcome.wrong is not None, "the turn has code, the version was run"
        ask = self.feedback(wrong, outcome)
        feedback: Feedback = await asked(self.office, "data_scientist", self.category, self.turn.id, ask)
        here = situation(self.office, self.table, self.earlier)
        if self.private:
            here = replace(here, library=self.private.library)
        exchange = in_vain(self.turn.query, wrong.message, wrong.code, outcome.notebook)
        here = replace(here, shown=[*here.shown, exchange], undone=True)
        entry = code_entry(
            here,
            feedback.message,
            self.turn.code,
            self.turn.intents,
            self.data_id,
            wrong=outcome.wrong.model_dump(mode="json", exclude_none=True),
            wrong_answers={"the wrong version": answer_code(here.prelude, wrong.code, self.turn.intents)},
            **(self.private.fields if self.private else {}),
        )
        mode: Mode = "private_action" if self.private else "action"
        case = await judged(self.office, self.category, self.parent, entry, mode=mode, action="update_code")
        talk = (
            Message(speaker=CHATBOT, text=wrong.message, content={"message": wrong.message, "slip": wrong.slip}),
            Message(speaker="notebook", text=outcome.notebook),
            Message(speaker="data_scientist", text=feedback.message),
        )
        return self.screened.marked(case.model_copy(update={"conversation": talk}))


def _weights(kind: ResultType) -> dict[Difference, float]:
    if kind in ("plot", "model"):
        return {"values": 1}
    if kind == "value":
        return _SINGLE
    return _SIZED if kind in SHAPED else _COUNTED


_SHORT = 12
"""Characters up to which a line of code may stand in a sentence by chance."""


async def _make(office: Office, turn: Turn) -> AsyncIterator[Case]:
    earlier = earlier_turns(office, turn)
    async for case in _made(office, turn, turn, earlier, None):
        yield case


async def _make_private(office: Office, rewrite: Rewrite) -> AsyncIterator[Case]:
    here = standing(office, rewrite)
    async for case in _made(office, rewrite, here.turn, here.earlier, here):
        yield case


async def _made(
    office: Office, parent: Record, turn: Turn, earlier: list[Turn], private: Standing | None
) -> AsyncIterator[Case]:
    table = table_of(office, turn)
    screened = screen(office, table, client_id(turn))
    async with state_before(office, table, earlier) as state:
        work = _Work(office, parent, turn, table, earlier, state, screened, private)
        made = await _case(work)
    if made is not None:
        yield made


async def _case(work: _Work) -> Case | None:
    if not work.private and (real := work.failed()):
        outcome = await tried(work.state.session, work.turn, real.code)
        if not outcome.fault and (outcome.error or (outcome.wrong and outcome.wrong.difference == "type")):
            case = await work.case(real, outcome)
            if case.status != "rejected":
                return case
    return await drafted(work.office, "chatbot", work.category, work.turn.id, work.wrong_version, work.build)


def _has_results(turn: Turn) -> bool:
    return turn.code is not None and bool(turn.intents)


_PROMPTS = (
    "chatbot_role",
    "data_scientist_role",
    "chatbot_wrong",
    "data_scientist_feedback",
    "benchmark_case",
    "benchmark_case_request",
    "benchmark_case_setting",
)
STAGE = Stage(NAME, "turn", _make, prompts=_PROMPTS, wants=_has_results, serves=("update_code",))
PRIVATE_STAGE = Stage(
    f"private_{NAME}",
    "rewrite",
    _make_private,
    prompts=(*_PROMPTS, "benchmark_case_library"),
    serves=("private_update_code",),
)
"""The same on the private library: the wrong version is one of the turn's code there."""
