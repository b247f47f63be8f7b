"""Two or more members in conversation, as an AutoGen `Team` that drives its agents itself.

Same messages and terminations as AutoGen's group chats, at a fraction of their cost; exceptions keep their type, and
cancelling takes effect at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any, TypeVar

from autogen_agentchat.base import ChatAgent, Response, TaskResult, Team, TerminationCondition
from autogen_agentchat.messages import BaseAgentEvent, BaseChatMessage, StructuredMessage, TextMessage
from autogen_core import CancellationToken
from pydantic import BaseModel

from company.records import Message
from company.staff.members import Thread

TypedMessage = StructuredMessage[Any]
"""What a member of staff says: words with the typed reply that they are from."""
_Reply = TypeVar("_Reply", bound=BaseModel)
Next = Callable[[Thread], str | None]
"""Whose turn it is after what was said so far; None ends the conversation."""


class Conversation(Team):
    """Members speak as `next_speaker` says, or in turn, until it, `termination` or `max_messages` ends it."""

    component_config_schema = BaseModel

    def __init__(
        self,
        members: Sequence[ChatAgent],
        *,
        next_speaker: Next | None = None,
        termination: TerminationCondition | None = None,
        max_messages: int = 1000,
    ) -> None:
        self._members = {member.name: member for member in members}
        self._next = next_speaker or self._in_turn
        self._termination = termination
        self._max = max_messages
        self._heard = dict.fromkeys(self._members, 0)
        self.thread: list[BaseChatMessage] = []

    @property
    def name(self) -> str:
        """The names of its members."""
        return "_and_".join(self._members)

    @property
    def description(self) -> str:
        """A description of its members."""
        return f"A conversation of {' and '.join(self._members)}."

    def _in_turn(self, thread: Thread) -> str:
        names = list(self._members)
        spoken = sum(message.source in self._members for message in thread)
        return names[spoken % len(names)]

    async def run(
        self,
        *,
        task: str | BaseChatMessage | Sequence[BaseChatMessage] | None = None,
        cancellation_token: CancellationToken | None = None,
        output_task_messages: bool = True,
    ) -> TaskResult:
        """Hold the conversation to its end."""
        stream = self.run_stream(
            task=task, cancellation_token=cancellation_token, output_task_messages=output_task_messages
        )
        async for event in stream:
            if isinstance(event, TaskResult):
                return event
        raise AssertionError("a stream ends with its result")

    async def run_stream(
        self,
        *,
        task: str | BaseChatMessage | Sequence[BaseChatMessage] | None = None,
        cancellation_token: CancellationToken | None = None,
        output_task_messages: bool = True,
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | TaskResult, None]:
        """Yield every message as it is said, then the TaskResult."""
        token = cancellation_token or CancellationToken()
        out: list[BaseAgentEvent | BaseChatMessage] = []
        for message in _opening(task):
            self.thread.append(message)
            if output_task_messages:
                out.append(message)
                yield message
        stopped: str | None = "the last message allowed was said"
        for _ in range(self._max):
            if token.is_cancelled():
                raise asyncio.CancelledError
            speaker = self._next(self.thread)
            if speaker is None:
                stopped = "nobody had anything to add"
                break
            message = await self._speak(self._members[speaker], token)
            out.append(message)
            yield message
            if self._termination and (stop := await self._termination([message])):
                stopped = stop.content
                await self._termination.reset()
                break
        yield TaskResult(messages=out, stop_reason=stopped)

    async def typed_messages(self) -> AsyncGenerator[TypedMessage, None]:
        """Hold the conversation; yield every typed message as it is said."""
        async for event in self.run_stream():
            if isinstance(event, StructuredMessage):
                yield event

    async def _speak(self, member: ChatAgent, token: CancellationToken) -> BaseChatMessage:
        new = [message for message in self.thread[self._heard[member.name] :] if message.source != member.name]
        response: Response = await member.on_messages(new, token)
        self.thread.append(response.chat_message)
        self._heard[member.name] = len(self.thread)
        return response.chat_message

    async def reset(self) -> None:
        """Forget everything that was said."""
        self.thread.clear()
        self._heard = dict.fromkeys(self._members, 0)
        for member in self._members.values():
            await member.on_reset(CancellationToken())

    async def pause(self) -> None:
        """Do nothing: a conversation is paused by not taking its next message."""

    async def resume(self) -> None:
        """Do nothing: a conversation goes on with its next message."""

    async def save_state(self) -> Mapping[str, Any]:
        """Return the messages so far, as JSON."""
        return {"thread": [message.dump() for message in self.thread]}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Raise NotImplementedError: conversations are held again, with stored calls answered from the ledger."""
        raise NotImplementedError("hold the conversation again: stored calls are answered from the archive")


def _opening(task: str | BaseChatMessage | Sequence[BaseChatMessage] | None) -> list[BaseChatMessage]:
    if task is None:
        return []
    if isinstance(task, str):
        return [TextMessage(content=task, source="user")]
    return [task] if isinstance(task, BaseChatMessage) else list(task)


async def replied(member: ChatAgent, reply: type[_Reply]) -> tuple[_Reply, tuple[Message, ...]]:
    """Return what a member of staff says who speaks once, and the conversation as it is written down.

    Raises ReplyError when it is not answered as asked.
    """
    conversation = Conversation([member], max_messages=1)
    await conversation.run()
    talk = kept(conversation.thread)
    return reply.model_validate(talk[-1].content), talk


def kept(thread: Thread) -> tuple[Message, ...]:
    """Return the conversation as it is written down with the record that came out of it."""
    return tuple(_message(message) for message in thread)


def said(thread: Thread) -> list[dict[str, Any]]:
    """Return the conversation so far as a brief carries it: who spoke, the words, and what came beside them."""
    return [_spoken(message) for message in kept(thread)]


def _spoken(message: Message) -> dict[str, Any]:
    content = dict(message.content or {})
    words = {"text": message.text} if content.pop("message", message.content is None) else {}
    return {"speaker": message.speaker, **words, **({"content": content} if content else {})}


def _message(message: BaseChatMessage) -> Message:
    if not isinstance(message, StructuredMessage):
        return Message(speaker=message.source, text=message.to_text())
    content = message.content.model_dump(mode="json")
    text = content.get("message") or message.content.model_dump_json()
    return Message(speaker=message.source, text=text, content=content)
