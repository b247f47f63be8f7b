"""Conversations with a model that is a function, in the tests' own process and sandbox."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from inspect_ai.model import ChatMessage

from company.benchmark.reading import Benchmark, read_benchmark
from company.evaluation.kept import Reply
from company.families.dialogues.body.reference import solution
from company.families.dialogues.evaluation.conversation.client import Client
from company.families.dialogues.evaluation.conversation.journal import Journal
from company.families.dialogues.evaluation.conversation.protocol import Conversation
from company.families.dialogues.evaluation.conversation.record import Talk, talks
from company.families.dialogues.evaluation.conversation.states import opened
from company.families.dialogues.evaluation.judge import TurnJudge
from company.families.dialogues.evaluation.places import tables_at_hand
from company.sandbox import Sandbox

Say = Callable[[int, Sequence[ChatMessage]], str]
"""A model: what it replies in a turn to what it is shown."""
TURN = re.compile(r"^# Turn (\d+)$", re.MULTILINE)


def turn_of(messages: Sequence[ChatMessage]) -> int:
    """The turn that is being asked."""
    return int(TURN.findall("\n".join(each.text for each in messages if each.role == "user"))[-1])


def handing_in(code: str) -> str:
    """A reply of code that ends the turn."""
    return f"```python\n{code}\n```\nDONE"


def careful(content: Benchmark, dialogue: str, but: Mapping[int, str] | None = None) -> Say:
    """A model that answers as the reference does, `but` for the code of some turns."""
    own = {talk.dialogue: {each.number: solution(each.reference) for each in talk.asked} for talk in talks(content)}[
        dialogue
    ]

    def say(turn: int, messages: Sequence[ChatMessage]) -> str:
        return handing_in({**own, **(but or {})}[turn])

    return say


async def held(folder: Path | Benchmark, say: Say, sandbox: Sandbox, *, of: str = "", **more: Any) -> Conversation:
    """A dialogue, the first one where none is named, after it was held."""
    content = tables_at_hand(read_benchmark(folder) if isinstance(folder, Path) else folder)
    found = talks(content, more.pop("turns", ""))
    talk: Talk = next(each for each in found if of in ("", each.dialogue))

    async def ask(messages: Sequence[ChatMessage]) -> Reply:
        return Reply(say(turn_of(messages), messages), 10, 5, 0.0, 4)

    async with opened(talk, sandbox, content.resource, TurnJudge(content)) as states:
        client = Client.of(talk, more.pop("patience", 3))
        journal = more.pop("journal", None) or Journal()
        conversation = Conversation(talk, states, client, ask, journal, "test", 30.0, **more)
        await conversation.hold()
    return conversation
