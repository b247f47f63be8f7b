"""One conversation: words, actions, what is handed in, its verdict, and the next words whatever that is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageSystem, ChatMessageUser

from company.errors import SandboxError
from company.evaluation.kept import Reply
from company.families.dialogues.evaluation.conversation.attribution import Wrong, class_of, lapse_of
from company.families.dialogues.evaluation.conversation.client import Client, Question, plain
from company.families.dialogues.evaluation.conversation.journal import Journal, key_of
from company.families.dialogues.evaluation.conversation.lines import TurnLine
from company.families.dialogues.evaluation.conversation.matching import Matched
from company.families.dialogues.evaluation.conversation.record import Round, Talk
from company.families.dialogues.evaluation.conversation.replies import Move, move_in
from company.families.dialogues.evaluation.conversation.states import FIGURE, States
from company.families.dialogues.evaluation.conversation.view import WHOLE, Exchange, View, transcript
from company.families.dialogues.evaluation.conversation.words import rules, shortened, wanted_words
from company.families.dialogues.evaluation.scored import ScoredTurn
from company.prompts import prompt

ACTIONS = 6
"""Runs of code and questions in one turn, at the most."""
_FORM = (
    "That was neither code in a ```python block, nor a line `ASK: …`, nor the line `DONE`. Do one of these; with "
    "`DONE`, this turn ends."
)
_SILENT = "(It printed nothing.)"
Ask = Callable[[Sequence[ChatMessage]], Awaitable[Reply]]
Choose = Callable[[str, Round], Awaitable[Matched | None]]
"""Says what a question is for, by a model; None: as the function has it."""


@dataclass
class _Doing:
    """What a model does in one turn."""

    actions: int = 0
    most: int = ACTIONS
    reminded: bool = False
    told_missing: bool = False
    replies: list[Reply] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    differs: list[int] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """What was not there when the turn ended."""


@dataclass
class Conversation:
    """A dialogue that is held with a model."""

    talk: Talk
    states: States
    client: Client
    ask: Ask
    journal: Journal
    manner: str
    """Whatever sets its outputs apart from those of other evaluations."""
    seconds: float
    view: View = WHOLE
    choose: Choose | None = None
    lines: list[TurnLine] = field(default_factory=list)
    scored: list[tuple[ScoredTurn, str, list[Reply]]] = field(default_factory=list)
    """Each checked turn, the code of the model in it, and the replies that it took."""
    _exchanges: list[Exchange] = field(default_factory=list)
    _wrong: dict[int, Wrong] = field(default_factory=dict)
    _notes: str = ""
    """What the model has written down, where it is to."""
    _pending: str = ""
    """What is said before the next words: the outcome of the last action of a turn that has ended with it."""

    async def hold(self) -> None:
        """Hold it to its end. Raises SandboxError when the sandbox itself fails, and whatever asking a model raises."""
        for turn in self.talk.rounds:
            if turn.number < self.talk.first:
                told = turn.answer or "(answered)"
                self._exchanges.append(Exchange(turn.query, [ChatMessageAssistant(content=told)]))
            else:
                await self._turn(turn)

    async def _turn(self, turn: Round) -> None:
        await self.states.begin(turn.number)
        words = prompt(
            "solver_conversation_turn",
            number=turn.number,
            query=turn.query,
            wanted=await wanted_words(turn, self.states, self.talk.setting),
        )
        self._exchanges.append(Exchange(f"{self._pending}{words}", notes=self._notes))
        self._pending = ""
        doing = _Doing()
        while not await self._step(turn, doing):
            pass
        line = await self._judged(turn, doing)
        self.lines.append(line)
        await self.states.end(turn.number, right=line.right is not False)

    # what a model does

    async def _step(self, turn: Round, doing: _Doing) -> bool:
        """Ask once, and do what the reply says; return whether the turn has ended with it."""
        messages = self._shown()
        reply = await self.ask(messages)
        doing.replies.append(reply)
        tail = self._exchanges[-1].tail
        tail.append(ChatMessageAssistant(content=reply.text or "(nothing)"))
        move = move_in(reply.text)
        said, failed = await self._done(turn, doing, move, messages)
        if move.notes is not None:
            self._notes, cut = self.view.kept(move.notes)
            said += cut
        if not move.actions and not move.done and not doing.reminded:
            doing.reminded = True
            tail.append(ChatMessageUser(content="\n\n".join([*said, _FORM])))
            return False
        spent = doing.actions >= doing.most
        if (move.done and not failed) or spent or not (move.actions or move.done):
            return await self._ended(turn, doing, said, spent=spent and not move.done)
        tail.append(ChatMessageUser(content="\n\n".join([*said, _left(doing)])))
        return False

    async def _done(
        self, turn: Round, doing: _Doing, move: Move, messages: Sequence[ChatMessage]
    ) -> tuple[list[str], bool]:
        """Do the actions of a reply; return what came of each, and whether code has failed."""
        said: list[str] = []
        failed = False
        for place, action in enumerate(move.actions):
            if doing.actions >= doing.most:
                said.append("No action is left in this turn.")
                break
            doing.actions += 1
            if action.kind == "ask_client":
                said.append(f"The client: {await self._asked(turn, doing, action.text)}")
                continue
            done = await self.states.run(turn.number, action.text)
            failed = failed or not done.ok
            problem = f"\n{done.error.type}: {done.error.message}" if done.error else ""
            now = shortened(f"{done.output}{problem}".strip())
            key = key_of(self.manner, [*messages, self._exchanges[-1].tail[-1]], place)
            output, differs = self.journal.output(key, now)
            if differs:
                doing.differs.append(doing.actions)
            said.append(f"```text\n{output}\n```" if output else _SILENT)
        return said, failed

    async def _asked(self, turn: Round, doing: _Doing, text: str) -> str:
        asked = plain(text)
        chosen = await self.choose(asked, turn) if self.choose and self.client.patience > 0 else None
        answer, question = self.client.answer(asked, turn, chosen)
        doing.questions.append(question)
        return answer

    async def _ended(self, turn: Round, doing: _Doing, said: list[str], *, spent: bool) -> bool:
        """Return whether the turn ends here: a name that is missing is told once, and may be made good."""
        missing = doing.missing = await self.states.missing(turn)
        if missing and not doing.told_missing:
            doing.told_missing = True
            doing.most = max(doing.most, doing.actions + 1)
            names = ", ".join(each if each == FIGURE else f"`{each}`" for each in missing)
            what = f"{names} {'is' if len(missing) == 1 else 'are'} not there. Make what is missing, and end with DONE."
            self._exchanges[-1].tail.append(ChatMessageUser(content="\n\n".join([*said, what])))
            return False
        said = [each for each in said if each != _SILENT]
        over = (
            [*said, f"That was action {doing.actions} of {doing.most}: the turn ends as it stands."] if spent else said
        )
        self._pending = "\n\n".join([*over, ""]) if over else ""
        return True

    def transcript(self) -> list[ChatMessage]:
        """Return all that was said."""
        return [self._rules(), *transcript(self._exchanges)]

    def _shown(self) -> list[ChatMessage]:
        """Return what the model is shown: as much as is in view."""
        return [self._rules(), *self.view.shown(self._exchanges, self.talk.first)]

    def _rules(self) -> ChatMessageSystem:
        return ChatMessageSystem(content=rules(self.talk, ACTIONS, self.seconds) + self.view.rules())

    # what it is worth

    async def _judged(self, turn: Round, doing: _Doing) -> TurnLine:
        code = "\n".join(self.states.codes.get(turn.number, ()))
        known: dict[str, Any] = {
            "dialogue": self.talk.dialogue,
            "turn": turn.number,
            "actions": doing.actions,
            "calls": len(doing.replies),
            "handed": [name for name, kind in turn.wanted if (FIGURE if kind == "plot" else name) not in doing.missing],
            "questions": [each.as_json() for each in doing.questions],
            "items": list(turn.items),
            "patience": self.client.patience,
            "tokens": _tokens(doing.replies),
            "differs": doing.differs,
            "notes": None if self.view.notes is None else self._notes,
        }
        if turn.entry is None:
            return TurnLine(**known, data_id=None, right=None, lines=[], failure=None, outcome=None)
        scored = await self.states.verdict(turn)
        if scored.failure == "reference failed":
            raise SandboxError(f"{scored.data_id}: {scored.reason}; `company verify` tells more")
        self.scored.append((scored, code, doing.replies))
        known |= {"data_id": scored.data_id, "right": scored.right, "lines": list(scored.intents)}
        known |= {"failure": scored.failure, "outcome": scored.outcome, "features": turn.features}
        wrong_before = [each for each in turn.rests_on if each in self._wrong]
        known |= {"wrong_before": wrong_before, "rests": bool(turn.rests_on)}
        if scored.right:
            return TurnLine(**known)
        lapse = await lapse_of(turn, self._wrong, self.talk.asked, self.states)
        here = Wrong(turn.number, lapse, turn.controls[lapse].get("term") if lapse else None)
        whose = await class_of(turn, here, self._wrong, self.talk.asked, self.states)
        self._wrong[turn.number] = here
        return TurnLine(**known, lapse=lapse, term=here.term, whose=whose)


def _left(doing: _Doing) -> str:
    left = doing.most - doing.actions
    return f"({left} {'action' if left == 1 else 'actions'} left in this turn.)"


def _tokens(replies: Sequence[Reply]) -> dict[str, int]:
    return {
        "input": sum(each.input_tokens for each in replies),
        "cached": sum(each.cached_tokens for each in replies),
        "output": sum(each.output_tokens for each in replies),
    }
