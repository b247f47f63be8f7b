"""Stage: a query that leaves something open, the question back and its answer, and the code that follows from both.

Where a question was really asked back in the dialogue, that exchange is taken; else a turn's own query has the words
taken out of it that settled something, and the answer brings them back. The turn's code is the reference, and each
other reading's code must come to another result.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.body.entries import Situation, code_entry
from company.families.dialogues.body.histories import Shown
from company.families.dialogues.body.reference import answer_code
from company.families.dialogues.briefs import Context
from company.families.dialogues.gate.code import SLIPPED
from company.families.dialogues.judging import OF_GATE, judged, refused
from company.families.dialogues.records import Action, Case, Category, Mode, Rewrite, Turn
from company.families.dialogues.screened import Screen, screen
from company.families.dialogues.situations import asked_for, earlier_turns, recent, situation, table_of
from company.families.dialogues.stages.actions.drafting import Drafts, drafted
from company.families.dialogues.stages.actions.left_open import KINDS, fault, kinds_told, may_leave_open, mislabelled
from company.families.dialogues.stages.actions.replies import Clarified
from company.families.dialogues.stages.actions.told_parts import worked_on
from company.families.dialogues.stages.paraphrasing import ways_from
from company.families.dialogues.stages.private_cases import Standing, standing
from company.families.dialogues.states import State, state_before
from company.prompts import prompt
from company.records import Intent, Record
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask
from company.tables.record import Table

_LATEST = 2
"""Turns before the query that whoever leaves something of it open is told."""


@dataclass(frozen=True)
class _Work:
    """One turn, and everything before it."""

    office: Office
    parent: Record
    """What the case is made of: the turn, or its rewrite."""
    table: Table
    turn: Turn
    earlier: Sequence[Turn]
    state: State
    screened: Screen
    private: Standing | None = None
    """Where it stands on the private library, if it is to."""

    @property
    def category(self) -> Category:
        """The category of its case."""
        return "private_clarification" if self.private else "clarification"

    @property
    def asked_back(self) -> Turn | None:
        """The vague turn before this one, where the chatbot asked back instead of writing code."""
        last = self.earlier[-1] if self.earlier else None
        return last if last is not None and last.code is None and last.answer.strip() else None

    def brief(self, drafts: Drafts) -> Ask:
        """Return the prompt for the exchange, or for the other readings of one that took place."""
        names = asked_for(self.earlier)
        back = self.asked_back
        latest, about = recent(self.office, self.earlier)[-_LATEST:], [self.turn.query]
        context = Context(self.table, self.state.variables, names, latest, about, code=self.turn.code or "")
        coding = context.coding(coded=0)
        open_kinds = may_leave_open(self.turn.id)
        brief = {
            "task": "leave_open",
            **worked_on({"table": coding["table"], "variables": coding["variables"]}, self.turn.code or ""),
            "results_so_far": names,
            "query": self.turn.query,
            "code": self.turn.code,
            "results": [intent.model_dump() for intent in self.turn.intents],
            "open": open_kinds,
            **({"asked_back": {"query": back.query, "question": back.answer}} if back is not None else {}),
            "drafts": drafts,
        }
        asked = prompt("data_scientist_leave_open_asked").strip() if back is not None else ""
        told = context.within(brief)
        kinds = kinds_told(prompt("data_scientist_leave_open_kinds"), KINDS if back is not None else open_kinds)
        ask = composed("data_scientist_leave_open", Clarified, told, kinds=kinds, asked_back=asked)
        return self.screened.asked(ask)

    async def case(self, said: Clarified) -> Case | str | None:
        """Return the case of a draft, what is wrong with it in words, or None where there is nothing to leave open."""
        if not said.readings:
            return None
        back = self.asked_back
        if back is not None:
            said = said.model_copy(update={"query": back.query, "question": back.answer, "answer": self.turn.query})
        allowed = KINDS if back is not None else may_leave_open(self.turn.id)
        wrong = fault(said, self.turn.query, allowed) or mislabelled(said, self.turn.code or "")
        if wrong is not None or (wrong := await self._executed(said)) is not None:
            return wrong
        return await self._judged(said)

    async def _executed(self, said: Clarified) -> str | None:
        """Return why another reading is none: its code fails, or has the same result."""
        ours = [result.digest for result in self.turn.results]
        for reading in said.readings:
            run = await self.state.tried(reading.code, self.turn.intents)
            if not run.ok:
                return f"the code for {reading.text!r} fails: {run.error}"
            if ours and [result.digest for result in run.results] == ours:
                return f"{reading.text!r} comes to the same result as what is meant, so nothing is left open"
        return None

    @property
    def _here(self) -> Situation:
        here = situation(self.office, self.table, self.earlier)
        return replace(here, library=self.private.library) if self.private else here

    async def refused(self) -> str | None:
        """Return why the turn's code can be no reference, whatever is left open before it; None where it can."""
        code, data_id = self.turn.code or "", f"{self.turn.id}.{self.category}"
        body = code_entry(self._here, self.turn.query, code, self.turn.intents, data_id)
        return await refused(self.office, body.but(**self.private.fields) if self.private else body)

    async def _judged(self, said: Clarified) -> Case:
        here = exchange(self._here, said)
        entry = entry_of(here, said, self.turn.code or "", self.turn.intents, f"{self.turn.id}.{self.category}")
        entry = entry.but(**self.private.fields) if self.private else entry
        mode: Mode = "private_action" if self.private else "action"
        # Where the chatbot really asked back, the query alone does not say all.
        ways = None if self.private or self.asked_back else self._ways
        action: Action = "clarification"
        return await judged(self.office, self.category, self.parent, entry, mode=mode, action=action, ways=ways)

    async def _ways(self) -> Sequence[str]:
        return await ways_from(self.office, self.category, self.turn, self.table, self.earlier, self.state)


def exchange(before: Situation, said: Clarified) -> Situation:
    """Return the situation with the vague query and the question back shown last."""
    return replace(before, shown=(*before.shown, Shown(said.query, said.question)))


def entry_of(here: Situation, said: Clarified, code: str, intents: Sequence[Intent], data_id: str) -> CodeBody:
    """Return the exported line: the answer is the query, and each other reading's code is an answer that must fail."""
    wrong = {reading.text: answer_code(here.prelude, reading.code, intents) for reading in said.readings}
    return code_entry(
        here,
        said.answer,
        code,
        intents,
        data_id,
        open=said.open,
        clarifications=[{"question": said.question, "answer": said.answer}],
        readings=[{"text": said.meant}, *({"text": reading.text} for reading in said.readings)],
        wrong_answers=wrong,
    )


async def _make(office: Office, turn: Turn) -> AsyncIterator[Case]:
    async for case in _made(office, turn, turn, earlier_turns(office, turn), None):
        yield case


async def _make_private(office: Office, rewrite: Rewrite) -> AsyncIterator[Case]:
    here = standing(office, rewrite)
    if _may(here.turn):
        async for case in _made(office, rewrite, here.turn, here.earlier, here):
            yield case


async def _made(
    office: Office, parent: Record, turn: Turn, earlier: Sequence[Turn], private: Standing | None
) -> AsyncIterator[Case]:
    table = table_of(office, turn)
    screened = screen(office, table, turn)
    async with state_before(office, table, earlier) as state:
        work = _Work(office, parent, table, turn, earlier, state, screened, private)
        if work.asked_back is None and (why := await work.refused()):
            office.lost(turn.id, work.category, why)
            return
        made = await drafted(office, "data_scientist", work.category, turn.id, work.brief, work.case, _is_of_the_draft)
    if made is not None:
        yield screened.marked(made)


def _is_of_the_draft(case: Case) -> bool:
    """Return whether another draft could mend what is wrong with a case: the code of its reference is given."""
    return (case.reason or "").startswith(f"{OF_GATE}{SLIPPED}")


def _may(turn: Turn) -> bool:
    """Return whether a turn has code and no figure: that two figures differ says little about two readings."""
    return turn.code is not None and all(intent.type not in ("plot", "model") for intent in turn.intents)


_PROMPTS = (
    "data_scientist_role",
    "data_scientist_leave_open",
    "data_scientist_leave_open_asked",
    "data_scientist_leave_open_kinds",
    "benchmark_case",
    "benchmark_case_request",
    "benchmark_case_setting",
)
STAGE = Stage(
    "clarification",
    "turn",
    _make,
    prompts=(*_PROMPTS, "chatbot_role", "chatbot_paraphrase"),
    wants=_may,
    serves=("clarification",),
)
PRIVATE_STAGE = Stage(
    "private_clarification",
    "rewrite",
    _make_private,
    prompts=(*_PROMPTS, "benchmark_case_library"),
    serves=("private_clarification",),
)
"""The same on the private library: the code that follows is the turn's code there."""
