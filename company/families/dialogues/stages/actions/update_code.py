"""Stage: a wrong answer, the data scientist's feedback on it, and the corrected code as the reference (paper, 2.2).

The wrong answer holds a slip of meaning: it runs, and leaves another result of the same type. Where the chatbot really
failed in the dialogue, its last failed attempt may serve instead (`slips.may_serve`). Either is run where the turn
stood, and what is seen to be wrong with its results (`symptoms`) is all that the data scientist learns of it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from company.families.dialogues.body.entries import Situation, code_entry
from company.families.dialogues.body.histories import CHATBOT, in_vain
from company.families.dialogues.body.reference import answer_code
from company.families.dialogues.briefs import Context
from company.families.dialogues.excerpts import telling, telling_lines
from company.families.dialogues.gate.code import SLIPPED
from company.families.dialogues.grounding import Grounds
from company.families.dialogues.judging import OF_GATE, judged, refused
from company.families.dialogues.records import Case, Category, Mode, Rewrite, Turn
from company.families.dialogues.screened import Screen, screen
from company.families.dialogues.situations import (
    asked_for,
    earlier_turns,
    plan_of,
    recent,
    situation,
    table_of,
)
from company.families.dialogues.stages.actions.attempts import Tried, tried
from company.families.dialogues.stages.actions.drafting import Drafts, asked, drafted
from company.families.dialogues.stages.actions.drawn_otherwise import drawn_otherwise
from company.families.dialogues.stages.actions.repair import gives_away, repair_words
from company.families.dialogues.stages.actions.replies import Feedback, PublicWrongVersion, WrongVersion
from company.families.dialogues.stages.actions.slips import failed_slip, may_serve, offered
from company.families.dialogues.stages.actions.symptoms import symptoms
from company.families.dialogues.stages.actions.told_parts import worked_on
from company.families.dialogues.stages.paraphrasing import ways_from
from company.families.dialogues.stages.private_cases import Standing, standing
from company.families.dialogues.states import State, state_before
from company.prompts import prompt
from company.records import Message, Record
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask
from company.tables.record import Table

NAME = "update_code"
_LATEST = 2
"""Turns before the answer that whoever writes a wrong version of it is told."""
_QUERY, _NOTEBOOK = 1_000, 900
"""Characters of the query, and of what the notebook showed, that whoever gives feedback is told: what has to do with
what is seen of the mistake.
"""


@dataclass(frozen=True)
class _Exchange:
    """A wrong answer."""

    message: str
    code: str
    slip: str
    """What is wrong with it, in words for reviewers; empty where an error tells."""
    kind: str
    """The kind of slip."""


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

    @property
    def _context(self) -> Context:
        latest, about = recent(self.office, self.earlier)[-_LATEST:], [self.turn.query]
        code = self.turn.code or ""
        return Context(self.table, self.state.variables, asked_for(self.earlier), latest, about, code=code)

    @property
    def _here(self) -> Situation:
        here = situation(self.office, self.table, self.earlier)
        return replace(here, library=self.private.library) if self.private else here

    async def refused(self) -> str | None:
        """Return why the right code can be no reference, whatever goes before it; None where it can."""
        right, fields = self.turn.code or "", self.private.fields if self.private else {}
        return await refused(
            self.office, code_entry(self._here, self.turn.query, right, self.turn.intents, self.data_id, **fields)
        )

    # the chatbot

    def failed(self) -> _Exchange | None:
        """Return what the chatbot really answered before it corrected itself; None where it was right at once."""
        failed = [attempt for attempt in self.turn.attempts if not attempt.execution.ok]
        if not failed:
            return None
        said = [message.text for message in self.turn.conversation if message.speaker == CHATBOT]
        message = said[len(failed) - 1] if len(said) >= len(failed) else ""
        return _Exchange(message, failed[-1].code, "", failed_slip(failed[-1].execution.error))

    def wrong_version(self, drafts: Drafts) -> Ask:
        """Return the prompt for a wrong version of the turn's answer."""
        brief = {
            "task": "write_wrong",
            **self._worked_on,
            "query": self.turn.query,
            "code": self.turn.code,
            "results": [intent.model_dump() for intent in self.turn.intents],
            "kinds": offered(self.data_id, private=self.private is not None),
            **({"library": self.private.called} if self.private else {}),
            "drafts": drafts,
        }
        rule = "\n" + prompt("chatbot_wrong_house_rule").strip() if self.private else ""
        told = self._context.within(brief)
        reply = WrongVersion if self.private else PublicWrongVersion
        return self.screened.asked(composed("chatbot_wrong", reply, told, house_rule=rule))

    @property
    def _worked_on(self) -> dict[str, Any]:
        """What the code works on: of the table's columns, what they mean is not told."""
        told = self._context.coding(coded=0)
        table = {key: value for key, value in told["table"].items() if key != "meanings"}
        return worked_on({"table": table, "variables": told["variables"]}, self.turn.code or "")

    async def build(self, reply: WrongVersion) -> Case | str | None:
        """Return the case of a wrong version, or what is wrong with it as one."""
        if reply.code is None:
            return None
        outcome = await tried(self.state.session, self.turn, reply.code)
        seen = symptoms(self.turn.results, outcome.results)
        if fault := _fault(reply, outcome, seen):
            return fault
        wrong = _Exchange(reply.message, reply.code, reply.slip, str(reply.kind))
        case = await self.case(wrong, outcome, seen)
        return _PASSES if (case.reason or "").startswith(f"{OF_GATE}{SLIPPED}") else case

    # the data scientist

    def feedback(self, wrong: _Exchange, outcome: Tried, seen: Sequence[str]) -> Ask:
        """Return the prompt for feedback on a wrong version: what is seen of it, and what is not to be said."""
        right = self.turn.code or ""
        unsaid = repair_words(right, wrong.code)
        about = [*seen, outcome.error.message] if outcome.error else [*seen]
        figure = drawn_otherwise(self.turn.results, outcome.results) if not outcome.error else {}
        brief = {
            "task": "give_feedback",
            "speech": plan_of(self.office, self.turn).speech,
            "query": telling(self.turn.query, _QUERY, about),
            "answer": wrong.message,
            "notebook": telling_lines(outcome.notebook, _NOTEBOOK, about),
            "error": outcome.error.model_dump() if outcome.error else None,
            "seen": [line for line in seen if not gives_away(line, right, wrong.code)],
            **({"figure": figure} if figure else {}),
            **({"unsaid": unsaid} if unsaid else {}),
        }
        names = " ".join(f"`{variable.name}`" for variable in self.state.variables)
        error = f"`{outcome.error.message}`" if outcome.error else ""
        grounds = Grounds.of(self.table, self.state.variables, (self.turn.query, outcome.notebook, names, error, *seen))

        def check(reply: Feedback) -> str | None:
            return gives_away(reply.message, right, wrong.code) or grounds.message(reply.message)

        words = prompt("data_scientist_feedback_figure").strip() if figure else ""
        asked = composed("data_scientist_feedback", Feedback, brief, figure=words)
        return replace(self.screened.asked(asked), check=check)

    # the case

    async def case(self, wrong: _Exchange, outcome: Tried, seen: Sequence[str]) -> Case:
        """Return the case of a wrong version and the feedback on it, judged."""
        assert self.turn.code is not None and outcome.wrong is not None, "the turn has code, the version was run"
        ask = self.feedback(wrong, outcome, seen)
        feedback: Feedback = await asked(self.office, "data_scientist", self.category, self.turn.id, ask)
        here = self._here
        exchange = in_vain(self.turn.query, wrong.message, wrong.code, outcome.notebook)
        here = replace(here, shown=[*here.shown, exchange], undone=True)
        entry = code_entry(
            here,
            feedback.message,
            self.turn.code,
            self.turn.intents,
            self.data_id,
            wrong=outcome.wrong.model_copy(update={"slip": wrong.kind}).model_dump(mode="json", exclude_none=True),
            wrong_answers={"the wrong version": answer_code(here.prelude, wrong.code, self.turn.intents)},
            **(self.private.fields if self.private else {}),
        )
        mode: Mode = "private_action" if self.private else "action"
        ways = None if self.private else self._ways
        case = await judged(self.office, self.category, self.parent, entry, mode=mode, action="update_code", ways=ways)
        talk = (
            Message(speaker=CHATBOT, text=wrong.message, content={"message": wrong.message, "slip": wrong.slip}),
            Message(speaker="notebook", text=outcome.notebook),
            Message(speaker="data_scientist", text=feedback.message),
        )
        return self.screened.marked(case.model_copy(update={"conversation": talk}))

    async def _ways(self) -> Sequence[str]:
        return await ways_from(self.office, self.category, self.turn, self.table, self.earlier, self.state)


_PASSES = (
    "what it comes to passes for right where results are compared: of a figure marks, titles and names of axes, of all "
    "else the values, rounded; make a slip that changes those"
)


_UNSEEN = (
    "who knows what they asked for sees nothing wrong in what the notebook shows of it: the results have the numbers, "
    "labels, order and lengths that one would believe; make a slip that is seen, in a figure that goes another way, a "
    "group that is missing or first, a size that cannot be"
)


def _fault(reply: WrongVersion, outcome: Tried, seen: Sequence[str]) -> str:
    """Return why a wrong version cannot serve, all reasons at once; "" where it can."""
    faults = [outcome.fault] if outcome.fault else []
    if outcome.error:
        faults.append(f"it has to run to its end, and stops with {outcome.error.type}: {outcome.error.message}")
    elif outcome.wrong and outcome.wrong.difference == "type":
        faults.append("its result is of another type, which is no slip of meaning: keep the types of `results`")
    elif not outcome.fault and not seen:
        faults.append(_UNSEEN)
    if not reply.slip or reply.kind is None:
        faults.append("`slip` and `kind` have to say what is wrong with it")
    return "; ".join(faults)


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
    screened = screen(office, table, turn)
    async with state_before(office, table, earlier) as state:
        work = _Work(office, parent, turn, table, earlier, state, screened, private)
        if why := await work.refused():
            office.lost(turn.id, work.category, why)
            return
        made = await _case(work)
    if made is not None:
        yield made


async def _case(work: _Work) -> Case | None:
    if not work.private and (real := work.failed()) and may_serve(real.kind, work.data_id):
        outcome = await tried(work.state.session, work.turn, real.code)
        if not outcome.fault and (outcome.error or (outcome.wrong and outcome.wrong.difference == "type")):
            case = await work.case(real, outcome, symptoms(work.turn.results, outcome.results))
            if case.status != "rejected":
                return case
    return await drafted(work.office, "chatbot", work.category, work.turn.id, work.wrong_version, work.build)


def _has_results(turn: Turn) -> bool:
    return turn.code is not None and bool(turn.intents)


_PROMPTS = (
    "chatbot_role",
    "data_scientist_role",
    "chatbot_wrong",
    "chatbot_wrong_house_rule",
    "data_scientist_feedback",
    "benchmark_case",
    "benchmark_case_request",
    "benchmark_case_setting",
)
STAGE = Stage(
    NAME,
    "turn",
    _make,
    prompts=(*_PROMPTS, "chatbot_paraphrase"),
    wants=_has_results,
    serves=("update_code",),
)
PRIVATE_STAGE = Stage(
    f"private_{NAME}",
    "rewrite",
    _make_private,
    prompts=(*_PROMPTS, "benchmark_case_library"),
    serves=("private_update_code",),
)
"""The same on the private library: the wrong version is one of the turn's code there."""
