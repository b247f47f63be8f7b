"""A model that says which item of the record a question is for: a number, and not a word of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from inspect_ai.model import ChatMessageUser, GenerateConfig, Model

from company.evaluation.kept import Kept
from company.families.dialogues.evaluation.conversation.client import Client
from company.families.dialogues.evaluation.conversation.matching import Matched
from company.families.dialogues.evaluation.conversation.record import Round, Term
from company.prompts import prompt

_NUMBER = re.compile(r"-?\d+")


@dataclass(frozen=True)
class Chooser:
    """Asks a model, unless it was asked the same before."""

    client: Client
    model: Model
    kept: Kept

    async def choose(self, question: str, turn: Round) -> Matched | None:
        """Return what the model takes a question to be for; None where its reply is no number of the list."""
        items = self.client.items(turn)
        asked = prompt("client_choose_item", question=question, listed=_listed(items))
        reply = await self.kept.ask(self.model, [ChatMessageUser(content=asked)], GenerateConfig(temperature=0.0))
        found = _NUMBER.findall(reply.text)
        number = int(found[0]) if len(found) == 1 else None
        if number is None or number > len(items) or number < -1:
            return None
        if number <= 0:
            return Matched("unknown" if number == 0 else "asked of you")
        return Matched("item", (items[number - 1].slot,))


def _listed(items: Sequence[Term]) -> str:
    lines = [f"{number}. {term.name}" for number, term in enumerate(items, start=1)]
    return "\n".join(lines) or "(nothing has been agreed)"
