"""A dialogue while it is held: what was said and done, whose turn it is, and what becomes of each turn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from company.errors import ReplyError, SessionLost
from company.families.dialogues.excerpts import telling
from company.families.dialogues.history import history
from company.families.dialogues.records import Attempt, Persona, Plan, Scenario, Turn
from company.families.dialogues.replies import CodeReply, Query, Reaction, Said
from company.families.dialogues.screened import Screen
from company.families.dialogues.settings import settings_of
from company.families.dialogues.stages.foreseeing import Foresight
from company.records import Execution, Intent, Message, RunError, Status, Variable
from company.results.operations import operations
from company.run.stage import Office
from company.sandbox import Session
from company.staff.conversation import TypedMessage
from company.staff.members import Thread
from company.tables.record import Table

SEEN: tuple[Status, ...] = ("accepted", "edited", "rejected")
"""Turns that staff remember: a question that could not be answered was asked all the same."""
PATIENCE = 4
"""Turns in a row without a usable answer after which a dialogue is given up."""
LEFT_OPEN = 0.08
"""How often a colloquial query leaves open what exactly is wanted, so that the chatbot asks back."""
FEWEST_HEARD = 4
"""Turns of a dialogue from which on the client is told of the first half of the answers."""
_EARLIER = 400
"""Characters of what the client said before their last words that whoever asks is told: the plan has met most of it."""
LOST = "the dialogue's state was lost"
_NO_CASE = "NoCase"
"""What the notebook calls code that was not run, as its message could be no case."""


@dataclass(frozen=True)
class Withdrawn:
    """A message that was taken back before anybody read an answer to it."""

    message: str
    question: int
    instead: str
    also: str
    found: str
    """What the code that answers it would show: why the turn could be no case."""


@dataclass
class Held:
    """One dialogue while it is held: what was said in the present turn, and what stands in the session."""

    office: Office
    screened: Screen
    id: str
    table: Table
    persona: Persona
    scenario: Scenario
    plan: Plan
    session: Session
    variables: tuple[Variable, ...]
    foresees: Foresight | None = None
    """None where no turn is looked at before its code is run."""
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
    also: dict[int, list[str]] = field(default_factory=dict)
    """Question → what the client wishes to know on top of it."""
    wishes: list[str] = field(default_factory=list)
    """What the client has said of the plan's drafts, and of the first answers."""
    is_told: bool = False
    """The client has been asked about the first answers."""
    has_new_wish: bool = False
    """The client has just said what the first answers mean for the plan, and no message has taken that up yet."""
    asked_back: bool = False
    """The last turn was a question of the chatbot's."""
    query: Query | None = None
    withdrawn: Withdrawn | None = None
    """The first message of the present turn, where it was taken back."""
    attempts: list[Attempt] = field(default_factory=list)
    talk: list[Message] = field(default_factory=list)
    figures: tuple[bytes, ...] = ()
    lost: bool = False
    """The session's state is gone: there can be no further turn."""
    is_through: bool = False
    """The data scientist has nothing left to ask."""

    @property
    def _id(self) -> str:
        """The id of the present turn."""
        return f"{self.id}.t{self.position:02d}"

    @property
    def results(self) -> list[str]:
        """Return the names of the variables that were asked for, in order; others are the chatbot's own."""
        return [intent.name for intents in self.asked_for for intent in intents if intent.type != "plot"]

    @property
    def turns_left(self) -> int:
        """How many turns that lead to code are still wanted."""
        return self.plan.turns - self.answered

    def leaves_open(self) -> bool:
        """Return whether the next message may leave open what exactly is wanted: where a question is talked about."""
        if self.plan.speech == "statement" or self.asked_back or not self.on_question or self.turns_left < 1:
            return False
        return random.Random(f"{self._id}.open").random() < LEFT_OPEN

    @property
    def taken_up(self) -> list[str]:
        """What is asked in place of the question in hand, and what the client wishes to know on top of it."""
        instead = self.instead.get(self.question, "")
        return [*filter(None, [instead]), *self.also.get(self.question, ())]

    @property
    def expected(self) -> list[str]:
        """What the client said before the plan was made."""
        return said_by_client(self.scenario.conversation)

    def wished(self, most: int, about: Sequence[str] = ()) -> list[str]:
        """Return what the client has said of the plan and since, within `most` characters as `said_by_client` is, of
        earlier words what has to do with `about`; of what was said before the plan, the last words, where there is
        nothing else.
        """
        return _recent([], self.wishes, most, about) if self.wishes else self.expected[-1:]

    def said_by_client(self, most: int) -> list[str]:
        """Return what the client has said, oldest first, in at most so many characters where that can be.

        What was said before the plan gives way first, then what was said before the last words, of which is told what
        has to do with the client's aim. The last words never do.
        """
        return _recent(self.expected, self.wishes, most, [self.scenario.goal])

    @property
    def agreed(self) -> list[str]:
        """The texts of the plan: names that it gives to results are known to everybody."""
        return [text for question in self.plan.questions for text in (question.text, *question.conditions)]

    async def run(self, code: str, intents: Sequence[Intent]) -> Execution:
        """Try code on the dialogue's state. Raises SessionLost, with the code that did it among the attempts.

        What could be no case is not run the first time: the message is written anew.
        """
        found = await self._foreseen(code, intents)
        if found is not None:
            return Execution(ok=False, error=RunError(type=_NO_CASE, message=found))
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

    async def _foreseen(self, code: str, intents: Sequence[Intent]) -> str | None:
        """Return why this code could lead to no case, as long as its message can still be written anew.

        Nothing is held against a message that was to leave something open: what it lacks, the chatbot may ask for.
        """
        if self.foresees is None or self.withdrawn is not None or self.leaves_open():
            return None
        return await self.foresees(self._provisional(code, intents))

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
        return not self.is_through and self.turns_left > 0 and self.in_vain < PATIENCE

    def history(self, statuses: Sequence[Status], fewest: int = 0) -> list[Turn]:
        """Return the latest turns of these statuses, as many as the settings show and at least the `fewest`."""
        window = max(fewest, settings_of(self.office.settings).dialogues.history)
        return history(self.office.archive, self.id, self.position, window, statuses)

    def _provisional(self, code: str, intents: Sequence[Intent]) -> Turn:
        """Return the present turn as it would stand if it were answered by this code."""
        assert self.query is not None
        return Turn(
            id=self._id,
            parent=self.id,
            stage="dialogues",
            position=self.position,
            query=self.query.message,
            question=self.query.question,
            answer="",
            code=code,
            intents=tuple(intents),
        )

    # what becomes of a turn

    def heard(self, message: TypedMessage) -> Turn | None:
        """Take in a message; the turn that it completes, if it does."""
        said = message.content
        if isinstance(said, Query) and said.finished:
            self.is_through = True
            return None
        self.talk.append(Message(speaker=message.source, text=_words(said)))
        if isinstance(said, Reaction):
            self.wishes.append(said.message)
            self.has_new_wish = True
            return None
        if isinstance(said, Query):
            self.query = said
            return None
        if isinstance(said, CodeReply):
            return self._turn("accepted", said.message, None) if not said.code else None
        if isinstance(said, Execution) and said.error is not None and said.error.type == _NO_CASE:
            self._take_back(said.error)
            return None
        if isinstance(said, Execution):
            given_up = not said.ok and len(self.attempts) > settings_of(self.office.settings).dialogues.corrections
            return self._turn("rejected", "", self._failure()) if given_up else None
        return self._turn("accepted", said.message, None)

    def _take_back(self, error: RunError) -> None:
        """Have the message written anew; what the client has said stands."""
        assert self.query is not None
        self.talk = [message for message in self.talk if message.speaker == "client"]
        said = self.query
        self.withdrawn = Withdrawn(said.message, said.question, said.instead, said.also, error.message)
        self.query = None
        self.attempts = []

    def unanswered(self, problem: ReplyError) -> Turn | None:
        """Return the turn in which somebody did not answer as asked; None where there was no query yet."""
        if self.query is None:
            self.office.lost(self._id, "dialogues", str(problem))
            self.in_vain += 1
            return None
        return self._turn("rejected", "", str(problem))

    def broken_off(self) -> Turn:
        """Return the turn in which the state was lost."""
        return self._turn("rejected", "", f"while its code ran, {LOST}")

    def _failure(self) -> str:
        error = self.attempts[-1].execution.error
        return f"the code still failed after {len(self.attempts) - 1} corrections: {error.type if error else 'unknown'}"

    def _turn(self, status: Status, answer: str, reason: str | None) -> Turn:
        assert self.query is not None
        number = min(self.query.question, len(self.plan.questions))
        last = self.attempts[-1] if self.attempts else None
        solved = last if last and last.execution.ok and status == "accepted" else None
        turn = Turn(
            id=self._id,
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
        if self.query is not None and self.query.also:
            self.also.setdefault(turn.question, []).append(self.query.also)
        self.answers += [(turn.query, turn.answer)] if turn.code is not None else []
        self.asked_back = turn.status == "accepted" and turn.code is None
        self.answered += turn.code is not None
        self.in_vain = 0 if turn.code is not None else self.in_vain + 1
        self.position += 1
        self.has_new_wish = self.has_new_wish and turn.code is None
        self.query = None
        self.withdrawn = None
        self.attempts = []
        self.talk = []
        self.figures = ()


def said_by_client(talk: Sequence[Message]) -> list[str]:
    """Return what the client has said in a conversation, oldest first."""
    return [message.text for message in talk if message.speaker == "client"]


def _recent(expected: Sequence[str], wishes: Sequence[str], most: int, about: Sequence[str]) -> list[str]:
    """Return as many of the latest of these as `most` characters hold, and the very last in any case."""
    before = [*expected, *(telling(said, _EARLIER, about) for said in wishes[:-1])]
    while before and sum(map(len, (*before, *wishes[-1:]))) > most:
        before.pop(0)
    return [*before, *wishes[-1:]]


def _words(said: Query | CodeReply | Execution | Said | Reaction) -> str:
    """Return the words of a message, or how the code went; the code itself is in the turn's attempts."""
    if not isinstance(said, Execution):
        return said.message
    return f"{said.error.type}: {said.error.message}" if said.error else "The code has run."


def _brief_execution(execution: Execution) -> Execution:
    """Return the execution as it is kept: the state is the sum of the turns and need not be kept with each."""
    return execution.model_copy(update={"variables": (), "figures": ()})
