"""Stage: a turn's query in the register that its dialogue does not use, with the same reference (paper, appendix C).

The data scientist says the request in other words; the chatbot then answers these words where the turn stood. Only a
query whose answer has the turn's own results is accepted.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

from company.families.dialogues.briefs import Context
from company.families.dialogues.client_briefs import persona_brief, plan_brief, scenario_brief, texts_of
from company.families.dialogues.columns_in_texts import planned_columns
from company.families.dialogues.grounding import Grounds
from company.families.dialogues.history import history
from company.families.dialogues.records import Plan, Register, Rewording, Turn
from company.families.dialogues.replies import CodeReply, Said
from company.families.dialogues.screened import Screen, screen
from company.families.dialogues.settings import settings_of
from company.families.dialogues.situations import asked_for, client_of, earlier_turns, plan_of, table_of
from company.families.dialogues.stages.actions.drafting import Drafts, asked, drafted
from company.families.dialogues.stages.asks import seeds_for
from company.families.dialogues.stages.held import SEEN
from company.families.dialogues.states import State, state_before
from company.families.dialogues.table_briefs import table_brief
from company.prompts import prompt
from company.records import USABLE, Execution, Message, Status
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask
from company.tables.record import Table

NAME = "registers"
_DRAFTS = 3
"""How often words are drafted until they pass: those of another turn are none of this one."""
OTHER: dict[Register, Register] = {"statement": "colloquial", "colloquial": "statement"}


@dataclass(frozen=True)
class _Work:
    """All that is known of one turn while its query is put in other words."""

    office: Office
    turn: Turn
    table: Table
    earlier: list[Turn]
    plan: Plan
    state: State
    screened: Screen

    @property
    def speech(self) -> Register:
        """The register that the query is put in."""
        return OTHER[self.plan.speech]

    def _context(self, statuses: tuple[Status, ...], *about: str) -> Context:
        """Return where the dialogue stands before this turn, for a reply that is about these texts."""
        window = settings_of(self.office.settings).dialogues.history
        turns = history(self.office.archive, self.turn.parent or "", self.turn.position, window, statuses)
        return Context(self.table, self.state.variables, asked_for(self.earlier), turns, about)

    # the data scientist

    def reword(self, drafts: Drafts) -> Ask:
        """Return the prompt for the query in the other register."""
        persona, scenario = client_of(self.office, self.turn)
        context = self._context(SEEN, self.turn.query, *texts_of(self.plan, self.turn.question))
        brief = {
            "task": "reword",
            "table": table_brief(self.table, planned_columns(self.table, self.plan)),
            "persona": persona_brief(persona),
            "scenario": scenario_brief(scenario),
            "plan": plan_brief(self.plan),
            **context.asking(),
            "results_so_far": asked_for(self.earlier),
            "question": self.turn.question,
            "opening": all(turn.question != self.turn.question for turn in self.earlier),
            "query": self.turn.query,
            "speech": self.speech,
            "results": [intent.type for intent in self.turn.intents],
            "drafts": drafts,
        }
        agreed = [text for one in self.plan.questions for text in (one.text, *one.conditions)]
        queries = [turn.query for turn in self.earlier]
        grounds = Grounds.of(self.table, self.state.variables, (self.turn.query, *queries, *agreed))

        def check(reply: Said) -> str | None:
            return grounds.message(reply.message)

        ask = composed("data_scientist_reword", Said, context.within(brief, self.plan))
        return replace(self.screened.asked(ask), check=check)

    async def build(self, reply: Said) -> Rewording:
        """Return the record of other words, accepted where the chatbot's answer to them has the turn's results."""
        fault = "these are the words of the query itself"
        talk = [Message(speaker="data_scientist", text=reply.message)]
        if " ".join(reply.message.split()) != " ".join(self.turn.query.split()):
            fault = await self._fault(reply.message, talk)
        rewording = Rewording(
            id=f"{self.turn.id}.{self.speech}",
            parent=self.turn.id,
            stage=NAME,
            position=1,
            status="rejected" if fault else "accepted",
            reason=fault or None,
            conversation=tuple(talk),
            speech=self.speech,
            query=reply.message,
        )
        return self.screened.marked(rewording)

    # the chatbot

    async def _fault(self, query: str, talk: list[Message]) -> str:
        """Return why the answer to a query is not the turn's; empty where it is."""
        context = self._context(USABLE, query)
        brief = {**context.coding(), "query": query}
        told, unclear = context.within({"task": "write_code", **brief}), prompt("chatbot_code_unclear").strip()
        ask = composed("chatbot_code", CodeReply, told, unclear=unclear, now=seeds_for(query))
        failed: list[dict[str, Any]] = []
        while True:
            reply: CodeReply = await asked(self.office, "chatbot", NAME, self.turn.id, self.screened.asked(ask))
            talk.append(Message(speaker="chatbot", text=reply.message))
            if reply.code is None:
                return f"the chatbot could not answer it: {reply.message}"
            run = await self._run(reply)
            if run.ok:
                return self._other_results(run)
            assert run.error is not None, "what failed has an error"
            said = f"{run.error.type}: {run.error.message}"
            talk.append(Message(speaker="notebook", text=said))
            if len(failed) >= settings_of(self.office.settings).dialogues.corrections:
                return f"the code for it still fails: {said}"
            failed.append({"code": reply.code, "execution": {"error": run.error.model_dump(mode="json")}})
            told = context.within({"task": "correct_code", **brief, "attempts": failed})
            ask = composed("chatbot_correct", CodeReply, told)

    async def _run(self, reply: CodeReply) -> Execution:
        fork = await self.state.session.fork()
        try:
            return await fork.run(reply.code or "", reply.results)
        finally:
            await fork.close()

    def _other_results(self, run: Execution) -> str:
        wanted, made = [one.type for one in self.turn.results], [one.type for one in run.results]
        if wanted != made:
            return f"it is answered with {', '.join(made)}, where {', '.join(wanted)} is wanted"
        if [one.digest for one in self.turn.results] != [one.digest for one in run.results]:
            return "it is answered with other values than the query"
        return ""


async def _make(office: Office, turn: Turn) -> AsyncIterator[Rewording]:
    table = table_of(office, turn)
    earlier = earlier_turns(office, turn)
    screened = screen(office, table, turn)
    async with state_before(office, table, earlier) as state:
        work = _Work(office, turn, table, earlier, plan_of(office, turn), state, screened)
        made = await drafted(office, "data_scientist", NAME, turn.id, work.reword, work.build, most=_DRAFTS)
    if made is not None:
        yield made


def _has_results(turn: Turn) -> bool:
    return turn.code is not None and bool(turn.results)


STAGE = Stage(
    NAME,
    "turn",
    _make,
    prompts=(
        "data_scientist_role",
        "chatbot_role",
        "data_scientist_reword",
        "chatbot_code",
        "chatbot_code_chance",
        "chatbot_code_unclear",
        "chatbot_correct",
    ),
    wants=_has_results,
    on=lambda settings: settings_of(settings).targets.registers == "both",
)
