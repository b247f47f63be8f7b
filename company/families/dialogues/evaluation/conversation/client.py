"""The client of a conversation, as a function: a question is for an item of the record, or for nothing that is on it.

No model is asked and no words are made up: what the client says is on record, or one of a few fixed sentences. What a
turn asks for (a result, its code, whether it is right) the client does not know: she asks for it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Literal

from company.families.dialogues.evaluation.conversation.matching import Matched, Matcher, asks_for_purpose
from company.families.dialogues.evaluation.conversation.record import Round, Talk, Term

Kind = Literal["item", "either", "reach", "purpose", "asked of you", "unknown", "impatient"]
ASKED_OF_YOU = "That I ask of you."
UNKNOWN = "I don't know."
IN_HANDBOOK = "That is {rule} of the handbook."
IMPATIENT = "Do as you think best."
REMADE = "{results}, and nothing else, is made again with it first."
REACHES: Mapping[str, str] = {
    "all": "It holds throughout. No result that is there has to be made again.",
    "on": "It holds from now on. What is there stays as it is.",
    "here": "It holds for this question alone. What is there stays as it is.",
}
"""What a client says of how far a change reaches."""
PURPOSE = "I want to find this out: {question}"
NO_REACH = "Nothing that is there changes."
TURNS_A_QUESTION = 10
"""Turns for each of which one more question is answered."""


@dataclass(frozen=True)
class Question:
    """A question of the model, and what came of it."""

    text: str
    item: str | None
    """The slot of the item that it is for."""
    kind: Kind
    cost: int
    """Of patience."""
    other: str | None = None
    """What the function took it to be, where a model of the client took it to be something else."""

    def as_json(self) -> dict[str, Any]:
        """Return its fields; `other` only where there is one."""
        told = asdict(self)
        return told if self.other is not None else {name: value for name, value in told.items() if name != "other"}


@dataclass
class Client:
    """The client of one conversation, whose patience wears out."""

    talk: Talk
    patience: int
    """Questions that are answered yet."""
    _free: bool = True
    """Asking back costs nothing once."""
    asked: list[str] = field(default_factory=list)
    """Slots that were answered."""

    @classmethod
    def of(cls, talk: Talk, patience: int) -> Client:
        """Return a client with so much patience beyond what the dialogue takes."""
        return cls(talk, len(talk.opened) + math.ceil(len(talk.asked) / TURNS_A_QUESTION) + patience)

    @cached_property
    def matcher(self) -> Matcher:
        """What questions are matched by."""
        return Matcher(self.talk.terms)

    def items(self, turn: Round) -> list[Term]:
        """Return the items that are on record by a turn, in the record's order."""
        return [term for term in self.talk.terms if term.slot in turn.holds or term.slot in turn.items]

    def match(self, text: str, turn: Round) -> Matched:
        """Return what a question is for, as far as that is on record by a turn."""
        if turn.serves and asks_for_purpose(text):
            return Matched("purpose")
        return self.matcher.match(text, {each.slot for each in self.items(turn)})

    def answer(self, text: str, turn: Round, chosen: Matched | None = None) -> tuple[str, Question]:
        """Return the answer to a question, and what came of it; `chosen` is what a model took it to be."""
        if self.patience <= 0:
            return IMPATIENT, Question(text, None, "impatient", 0)
        own = self.match(text, turn)
        # How far something reaches, and what it is for, are no items of the record, which a model chooses from.
        found = own if own.kind in ("reach", "purpose") else chosen or own
        other = str(own) if found != own else None
        if found.kind == "either" and self._free:
            self._free = False
            names = [self._term(slot).name for slot in found.slots]
            return f"{names[0]} or {names[1]}?", Question(text, None, "either", 0, other)
        self.patience -= 1
        if found.kind == "either":
            names = [self._term(slot).name for slot in found.slots]
            return f"{names[0]} or {names[1]}?", Question(text, None, "either", 1, other)
        if found.kind == "item":
            slot = found.slots[0]
            self.asked.append(slot)
            return says(self._term(slot), turn.holds), Question(text, slot, "item", 1, other)
        if found.kind == "reach":
            return reach_of(turn), Question(text, None, "reach", 1, other)
        if found.kind == "purpose":
            return PURPOSE.format(question=turn.serves), Question(text, None, "purpose", 1, other)
        said = ASKED_OF_YOU if found.kind == "asked of you" else UNKNOWN
        return said, Question(text, None, found.kind, 1, other)

    def _term(self, slot: str) -> Term:
        return next(each for each in self.talk.terms if each.slot == slot)


def says(term: Term, holds: Mapping[str, int | None]) -> str:
    """Return what is on record of a term as it holds now, word for word; of one that was lifted, that it was; of a rule
    of the handbook, which one it is.

    Of one that is not agreed yet, and is left open on purpose, what is on record of it first.
    """
    if term.rule:
        return IN_HANDBOOK.format(rule=term.rule)
    version = holds.get(term.slot, 0)
    return f"What we agreed about {term.name} no longer holds." if version is None else term.versions[version].says


def reach_of(turn: Round) -> str:
    """Return how far what a turn changes reaches: which results it has made again, or how long it holds."""
    if turn.remade:
        return REMADE.format(results=" and ".join(f"`{name}`" for name in turn.remade))
    return " ".join(REACHES[reach] for reach in dict.fromkeys(turn.reaches)) or NO_REACH


def needed(turns: Sequence[Round]) -> int:
    """Return how many questions the turns take: one for each item that one of them leaves open."""
    return len({slot for turn in turns for slot in turn.items})


def plain(text: str) -> str:
    """Return a question in one line, bounded."""
    return re.sub(r"\s+", " ", text).strip()[:600]
