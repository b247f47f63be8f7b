"""Stage: the data scientist puts the plan's questions to the chatbot, which writes code (paper, figures 11 and 12).

The chatbot sees its code's execution, corrects itself at most so many times as the settings allow, and answers. The
dialogue's Python state lives in a sandbox session; code that fails leaves no trace in it.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from company.errors import ReplyError, SandboxError, SessionLost
from company.families.dialogues.briefs import (
    Context,
    named_columns,
    persona_brief,
    plan_brief,
    planned_columns,
    result_brief,
    scenario_brief,
    table_brief,
    texts_of,
)
from company.families.dialogues.budgets import Spoken, within
from company.families.dialogues.character import consistent
from company.families.dialogues.grounding import Grounds
from company.families.dialogues.history import history
from company.families.dialogues.known_numbers import Numbers
from company.families.dialogues.prelude import VARIABLE, prelude
from company.families.dialogues.records import WORKED_THROUGH, Attempt, Dialogue, Persona, Plan, Scenario, Turn
from company.families.dialogues.replies import CodeReply, Query, Reaction, Said
from company.families.dialogues.reported import unfounded
from company.families.dialogues.screened import Screen, screen
from company.families.dialogues.settings import settings_of
from company.records import Execution, Intent, Message, Record, RunError, Status, Variable
from company.results.operations import operations
from company.results.plain import steady_text
from company.run.stage import Office, Stage, composed
from company.sandbox import Session
from company.staff.conversation import Conversation, TypedMessage, kept
from company.staff.members import Ask, Notebook, Thread
from company.tables.record import Table

SEEN: tuple[Status, ...] = ("accepted", "edited", "rejected")
"""Turns that staff remember: a question that could not be answered was asked all the same."""
PATIENCE = 4
"""Turns in a row without a usable answer after which a dialogue is given up."""
LEFT_OPEN = 0.08
"""How often a colloquial query leaves open what exactly is wanted, so that the chatbot asks back."""
FEWEST_HEARD = 4
"""Turns of a dialogue from which on the client is told of the first half of the answers."""
MOST_HEARD = 8
"""Answers that the client is told of, the latest ones."""
_LOST = "the dialogue's state was lost"


@dataclass
class _Dialogue:
    """One dialogue while it is held: what was said in the present turn, and what stands in the session."""

    office: Office
    screened: Screen
    id: str
    table: Table
    facts: dict[str, Any]
    persona: Persona
    plan: Plan
    session: Session
    variables: tuple[Variable, ...]
    position: int = 1
    served: Counter[int] = field(default_factory=Counter)
    on_question: int = 0
    """Turns since the question that is talked about was begun, all of which whoever asks has in mind."""
    question: int = 0
    queries: list[str] = field(default_factory=list)
    asked_for: list[tuple[Intent, ...]] = field(default_factory=list)
    """The results of each query, as far as it was answered by code."""
    answered: int = 0
    in_vain: int = 0
    answers: list[tuple[str, str]] = field(default_factory=list)
    """The queries that were answered by code, with the answers."""
    instead: dict[int, str] = field(default_factory=dict)
    """Question → what is asked in its place, where a result has changed the plan."""
    wishes: list[str] = field(default_factory=list)
    """What the client has said last of the plan, and of the first answers."""
    is_told: bool = False
    """The client has been asked about the first answers."""
    asked_back: bool = False
    """The last turn was a question of the chatbot's."""
    query: Query | None = None
    attempts: list[Attempt] = field(default_factory=list)
    talk: list[Message] = field(default_factory=list)
    figures: tuple[bytes, ...] = ()
    lost: bool = False
    """The session's state is gone: there can be no further turn."""

    @property
    def results(self) -> list[str]:
        """Return the names of the variables that were asked for, in order; others are the chatbot's own."""
        return [intent.name for intents in self.asked_for for intent in intents if intent.type != "plot"]

    # what is asked of each role

    def data_scientist(self, thread: Thread) -> Ask:
        """Return the prompt for the next query."""
        recent = self._history(SEEN, fewest=self.on_question)
        context = self._context(recent, texts_of(self.plan, self.question))
        brief = {
            "task": "ask",
            **self.facts,
            "plan": self._plan(),
            "wishes": self.wishes,
            **context.asking(),
            "results_so_far": self.results,
            "asked_before": self._asked_before(len(recent)),
            "turns_per_question": [self.served[number] for number in range(1, len(self.plan.questions) + 1)],
            "turns_left": self._turns_left,
            "leaves_open": self._leaves_open(),
        }
        ask = composed("data_scientist_ask", Query, context.within(brief, self.plan))
        return replace(self.screened.asked(ask), check=self._query_fault)

    def _query_fault(self, query: Query) -> str | None:
        """Return what is wrong with a message of the data scientist's; None where nothing is."""
        if not self._turns_left and not query.finished:
            return (
                "`turns_left` is 0, and your message asks for more, which nobody answers any more. Set `finished` to "
                "true, and say what came out and which questions stay open."
            )
        if query.instead and not self.answers:
            return (
                "`instead` is given, and no result is there yet that could have changed the plan. Leave it empty, and "
                "ask for what the plan's question needs."
            )
        grounds = Grounds.of(self.table, self.variables, (*self.queries, *self._agreed()))
        return grounds.query(query) or self._wrongly_closed(query)

    def client(self, thread: Thread) -> Ask:
        """Return the prompt for what the client says to the first answers."""
        self.is_told = True
        brief = {
            "task": "client_reacts",
            **{name: fact for name, fact in self.facts.items() if name != "table"},
            "questions": [question.text for question in self.plan.questions],
            "answers": [{"asked": query, "answer": answer} for query, answer in self.answers[-MOST_HEARD:]],
            "question": self.question,
            "turns_left": self._turns_left,
        }
        grounds = Grounds.of(self.table, self.variables, (*self.queries, *self._agreed()))
        in_person = consistent(self.persona)

        def check(reaction: Reaction) -> str | None:
            return grounds.message(reaction.message) or in_person(reaction)

        return replace(self.screened.asked(composed("client_reacts", Reaction, brief)), check=check)

    def chatbot(self, thread: Thread) -> Ask:
        """Return the prompt for code, for its correction, or for the answer once the code has run."""
        assert self.query is not None
        if self.attempts and (last := self.attempts[-1].execution).ok:
            results = [result_brief(result) for result in last.results]
            done = {"task": "report_result", "query": self.query.message, "code": self.attempts[-1].code}
            brief = {**done, "output": steady_text(last.output), "results": results}
            named = Spoken(named_columns(self.table, [self.query.message]))
            numbers = Numbers.of(last.results, last.output, self.attempts[-1].code, [self.query.message])
            ask = self.screened.asked(composed("chatbot_report", Said, within(brief, named)))
            return replace(ask, check=lambda said: unfounded(said.message, numbers))
        earlier = self._history(("accepted", "edited"))
        context = self._context(earlier, [self.query.message])
        brief = {**context.coding(), "query": self.query.message}
        if not self.attempts:
            ask = composed("chatbot_code", CodeReply, context.within({"task": "write_code", **brief}))
            return replace(self.screened.asked(ask), check=self._code_fault)
        failed = [attempt.model_dump(mode="json", include={"code": True, "execution": {"error"}}) for attempt in
                  self.attempts]  # fmt: skip
        told = context.within({"task": "correct_code", **brief, "attempts": failed})
        return self.screened.asked(composed("chatbot_correct", CodeReply, told))

    def _context(self, turns: Sequence[Turn], about: Sequence[str]) -> Context:
        return Context(self.table, self.variables, self.results, turns, about)

    def _wrongly_closed(self, query: Query) -> str | None:
        """Return what is wrong with the numbers of the words that end the dialogue; None for other words."""
        if not query.finished:
            return None
        turns = self._history(SEEN, fewest=self.position)
        told = [text for turn in turns for text in (turn.query, turn.answer)]
        told += [*self.facts["expected"], *self.wishes]
        results = [result for turn in turns for result in turn.results]
        return unfounded(query.message, Numbers.of(results, texts=[*told, *self._agreed(), self.table.description]))

    def _asked_before(self, recent: int) -> list[dict[str, Any]]:
        """Return the queries before those that are shown as recent, with what each has left."""
        before = zip(self.queries, self.asked_for, strict=True)
        return [
            {"query": query, "results": [intent.model_dump(mode="json") for intent in intents]}
            for query, intents in itertools.islice(before, max(0, len(self.queries) - recent))
        ]

    def _code_fault(self, reply: CodeReply) -> str | None:
        """Return what is wrong with a reply to a query before its code has run; None where nothing is."""
        if reply.code or not self.asked_back or not reply.message.rstrip().endswith("?"):
            return None
        return (
            "You asked back in the last turn, the query answers that, and you ask once more. Give code for what is "
            "most likely meant, and say in `message` how you take it."
        )

    def _plan(self) -> dict[str, Any]:
        """Return the plan, with what results have put in place of its questions."""
        brief = plan_brief(self.plan)
        for number, words in self.instead.items():
            brief["questions"][number - 1]["instead"] = words
        return brief

    @property
    def _turns_left(self) -> int:
        return self.plan.turns - self.answered

    def _leaves_open(self) -> bool:
        """Return whether the next message may leave open what exactly is wanted: where a question is talked about."""
        if self.plan.speech == "statement" or self.asked_back or not self.on_question or self._turns_left < 1:
            return False
        return random.Random(f"{self.id}.t{self.position:02d}.open").random() < LEFT_OPEN

    def _agreed(self) -> list[str]:
        """Return the texts of the plan: names that it gives to results are known to everybody."""
        return [text for question in self.plan.questions for text in (question.text, *question.conditions)]

    async def run(self, code: str, intents: Sequence[Intent]) -> Execution:
        """Try code on the dialogue's state. Raises SessionLost, with the code that did it among the attempts."""
        try:
            execution = await self.session.run(code, intents)
        except SessionLost as lost:
            end = Execution(ok=False, error=RunError(type=SessionLost.__name__, message=str(lost)))
            self.attempts.append(Attempt(code=code, intents=tuple(intents), execution=end))
            self.lost = True
            raise
        if execution.ok:
            self.variables = execution.variables
            self.figures = execution.figures
        self.attempts.append(Attempt(code=code, intents=tuple(intents), execution=_brief_execution(execution)))
        return execution

    def next_speaker(self, thread: Thread) -> str | None:
        """Query, code, execution, answer; a failed execution goes back to the chatbot while it may correct."""
        if self.query is None and self._goes_on():
            return "client" if self._is_to_be_told() else "data_scientist"
        if self.query is None:
            return None
        last = thread[-1]
        if last.source == "data_scientist":
            return "chatbot"
        if last.source == "chatbot":
            return "notebook"
        return "chatbot"

    def _is_to_be_told(self) -> bool:
        """Return whether the client is to hear of the first answers now: once, when half of the turns are done."""
        return not self.is_told and self.plan.turns >= FEWEST_HEARD and self.answered >= self.plan.turns // 2

    def _goes_on(self) -> bool:
        return self.answered < self.plan.turns and self.in_vain < PATIENCE

    def _history(self, statuses: Sequence[Status], fewest: int = 0) -> list[Turn]:
        window = max(fewest, settings_of(self.office.settings).dialogues.history)
        return history(self.office.archive, self.id, self.position, window, statuses)

    # what becomes of a turn

    def heard(self, message: TypedMessage) -> Turn | None:
        """Take in a message; the turn that it completes, if it does."""
        said = message.content
        self.talk.append(Message(speaker=message.source, text=_words(said)))
        if isinstance(said, Reaction):
            self.wishes.append(said.message)
            return None
        if isinstance(said, Query):
            self.query = said
            return None
        if isinstance(said, CodeReply):
            return self._turn("accepted", said.message, None) if not said.code else None
        if isinstance(said, Execution):
            given_up = not said.ok and len(self.attempts) > settings_of(self.office.settings).dialogues.corrections
            return self._turn("rejected", "", self._failure()) if given_up else None
        return self._turn("accepted", said.message, None)

    def unanswered(self, problem: ReplyError) -> Turn | None:
        """Return the turn in which somebody did not answer as asked; None where there was no query yet."""
        if self.query is None:
            self.office.lost(f"{self.id}.t{self.position:02d}", "dialogues", str(problem))
            self.in_vain += 1
            return None
        return self._turn("rejected", "", str(problem))

    def broken_off(self) -> Turn:
        """Return the turn in which the state was lost."""
        return self._turn("rejected", "", f"while its code ran, {_LOST}")

    def _failure(self) -> str:
        error = self.attempts[-1].execution.error
        return f"the code still failed after {len(self.attempts) - 1} corrections: {error.type if error else 'unknown'}"

    def _turn(self, status: Status, answer: str, reason: str | None) -> Turn:
        assert self.query is not None
        number = min(self.query.question, len(self.plan.questions))
        last = self.attempts[-1] if self.attempts else None
        solved = last if last and last.execution.ok and status == "accepted" else None
        turn = Turn(
            id=f"{self.id}.t{self.position:02d}",
            parent=self.id,
            stage="dialogues",
            position=self.position,
            status=status,
            reason=reason,
            conversation=tuple(self.talk),
            question=number,
            instead=self.query.instead or self.instead.get(number, ""),
            query=self.query.message,
            answer=answer,
            code=solved.code if solved else None,
            intents=solved.intents if solved else (),
            attempts=tuple(self.attempts),
            results=solved.execution.results if solved else (),
            operations=operations(solved.code) if solved else (),
        )
        return self.screened.marked(turn)

    def turned(self, turn: Turn) -> None:
        """Begin the next turn."""
        self.queries.append(turn.query)
        self.asked_for.append(turn.intents)
        self.served[turn.question] += 1
        self.on_question = self.on_question + 1 if turn.question == self.question else 1
        self.question = turn.question
        self.instead |= {turn.question: turn.instead} if turn.instead else {}
        self.answers += [(turn.query, turn.answer)] if turn.code is not None else []
        self.asked_back = turn.status == "accepted" and turn.code is None
        self.answered += turn.code is not None
        self.in_vain = 0 if turn.code is not None else self.in_vain + 1
        self.position += 1
        self.query = None
        self.attempts = []
        self.talk = []
        self.figures = ()


def _said_by_client(talk: Sequence[Message]) -> list[str]:
    """Return what the client has said in a conversation, oldest first."""
    return [message.text for message in talk if message.speaker == "client"]


def _words(said: Query | CodeReply | Execution | Said | Reaction) -> str:
    """Return the words of a message, or how the code went; the code itself is in the turn's attempts."""
    if not isinstance(said, Execution):
        return said.message
    return f"{said.error.type}: {said.error.message}" if said.error else "The code has run."


def _brief_execution(execution: Execution) -> Execution:
    """Return the execution as it is kept: the state is the sum of the turns and need not be kept with each."""
    return execution.model_copy(update={"variables": (), "figures": ()})


async def _converse(office: Office, plan: Plan) -> AsyncIterator[Record]:
    scenario = office.archive.get(plan.parent or "")
    assert isinstance(scenario, Scenario)
    persona = office.archive.get(scenario.parent or "")
    assert isinstance(persona, Persona)
    table = office.archive.get(persona.parent or "")
    assert isinstance(table, Table)
    facts = {
        "table": table_brief(table, planned_columns(table, plan)),
        "persona": persona_brief(persona),
        "scenario": scenario_brief(scenario),
        "expected": _said_by_client(scenario.conversation),
    }
    session = await office.sandbox.open({table.file: office.resource / table.file})
    try:
        start = await session.run(prelude(table))
        if not start.ok:
            raise SandboxError(f"{table.file} could not be loaded for a dialogue: {start.error}")
        screened = screen(office, table, plan)
        held = _Dialogue(
            office,
            screened,
            f"{scenario.id}.d1",
            table,
            facts,
            persona,
            plan,
            session,
            start.variables,
            wishes=_said_by_client(plan.conversation)[-1:],
        )
        talk: list[Message] = []
        try:
            async for turn in _turns(held, office, plan, talk):
                yield turn
        except SessionLost as lost:
            # One dialogue has come to harm, by its own code or by chance; the run goes on without it.
            office.progress.failure()
            office.progress.note(f"{held.id} is given up, the others go on: {lost}")
            office.progress.turn(False)
            yield held.broken_off()
        if held.answered >= plan.turns:
            talk += await _last_words(held, office, plan)
        yield screened.marked(_finished(held, plan, table, talk))
    finally:
        await session.close()


async def _turns(held: _Dialogue, office: Office, plan: Plan, talk: list[Message]) -> AsyncIterator[Turn]:
    conversation = Conversation(
        [
            office.member("data_scientist", "dialogues", plan.id, held.data_scientist),
            office.member("chatbot", "dialogues", plan.id, held.chatbot),
            office.member("client", "dialogues", plan.id, held.client),
            Notebook("notebook", held.run),
        ],
        next_speaker=held.next_speaker,
        max_messages=40 * plan.turns + 40,
    )
    while True:
        try:
            async for event in conversation.typed_messages():
                if isinstance(event.content, Query) and event.content.finished:
                    talk.extend((*held.talk, *kept([event])))
                    return
                if (turn := held.heard(event)) is not None:
                    yield _noted(office, held, turn)
                    held.turned(turn)
            return
        except ReplyError as problem:
            # One turn has come to nothing; what was said before stands, and the next one begins.
            if (turn := held.unanswered(problem)) is not None:
                yield _noted(office, held, turn)
                held.turned(turn)


async def _last_words(held: _Dialogue, office: Office, plan: Plan) -> tuple[Message, ...]:
    """Return what the data scientist says when all turns are done; nothing where it would go on asking, or fails."""
    conversation = Conversation(
        [office.member("data_scientist", "dialogues", plan.id, held.data_scientist)], max_messages=1
    )
    try:
        said = [event async for event in conversation.typed_messages()]
    except ReplyError:
        return ()
    return kept([event for event in said if event.content.finished])


def _noted(office: Office, held: _Dialogue, turn: Turn) -> Turn:
    office.progress.turn(turn.status == "accepted")
    office.archive.put_figures(turn.id, held.figures)
    return turn


def _finished(held: _Dialogue, plan: Plan, table: Table, talk: list[Message]) -> Dialogue:
    if held.lost:
        ended = f"given up: {_LOST}"
    elif held.answered >= plan.turns:
        ended = "the turns that were asked for are done"
    elif talk:
        ended = WORKED_THROUGH
    else:
        ended = f"given up: {PATIENCE} turns in a row had no usable answer"
    return Dialogue(
        id=held.id,
        parent=plan.id,
        stage="dialogues",
        position=1,
        status="accepted",
        conversation=tuple(talk),
        speech=plan.speech,
        table_variable=VARIABLE,
        prelude=prelude(table),
        turns=held.answered,
        ended=ended,
    )


STAGE = Stage(
    "dialogues",
    "plan",
    _converse,
    prompts=(
        "data_scientist_role",
        "chatbot_role",
        "client_role",
        "data_scientist_ask",
        "client_reacts",
        "chatbot_code",
        "chatbot_correct",
        "chatbot_report",
    ),
    below=lambda plan: plan.parent,
)
