"""A member of staff in one conversation: asked in words, answers with a typed reply.

Each move is one AutoGen `AssistantAgent` with its own context: the prompt, the model's reply and, where that does not
parse, the error sent back, at most twice. So a prompt holds everything that its reply may depend on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from autogen_agentchat.agents import AssistantAgent, BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.messages import BaseChatMessage, StructuredMessage
from autogen_core import CancellationToken
from pydantic import BaseModel, ValidationError

from company.errors import ReplyError
from company.models.protocol import Client
from company.records import Execution, Frozen, Intent
from company.staff.adapter import ModelClient, spoken
from company.staff.manners import unfit, unread

REPAIRS = 2
"""How often a reply that does not parse goes back with its error."""
Thread = Sequence[BaseChatMessage]


@dataclass(frozen=True)
class Ask:
    """What a member is asked at one moment: the prompt, and the type that reads the reply."""

    prompt: str
    reply: type[Frozen]
    check: Callable[[Any], str | None] = lambda reply: None
    """A complaint about a reply that parses, in words for its writer; None where it will do."""
    rewrite: Callable[[Any], Any] = lambda reply: reply
    """What is done to a reply that will do, before anybody hears it."""
    pictures: tuple[bytes, ...] = ()
    """PNGs that are shown with the prompt."""


class Member(BaseChatAgent):
    """A role that is played by a model."""

    def __init__(self, name: str, system: str, client: Client, compose: Callable[[Thread], Ask]) -> None:
        super().__init__(name=name, description=system.split(".")[0])
        self._system = system
        self._client = client
        self._compose = compose
        self._thread: list[BaseChatMessage] = []

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """The types of its messages: typed replies."""
        return (StructuredMessage,)

    async def on_messages(self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken) -> Response:
        """Hear what is new, then speak; raises ReplyError when the model does not answer as asked."""
        self._thread.extend(messages)
        ask = self._compose(self._thread)
        reply = await self._reply(ask, cancellation_token)
        message = StructuredMessage[ask.reply](content=reply, source=self.name)  # type: ignore[name-defined]
        self._thread.append(message)
        return Response(chat_message=message)

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """Forget the conversation."""
        self._thread.clear()

    async def _reply(self, ask: Ask, token: CancellationToken) -> BaseModel:
        client = ModelClient(self._client)
        agent = AssistantAgent(
            name=self.name, model_client=client, system_message=self._system, output_content_type=ask.reply
        )
        message = spoken(ask.prompt, ask.pictures)
        for _ in range(REPAIRS + 1):
            reply, complaint = await self._tried(agent, client, message, ask, token)
            if complaint is None:
                assert reply is not None, "a reply without a complaint is there"
                rewritten: BaseModel = ask.rewrite(reply)
                return rewritten
            message = spoken(
                f"{complaint}\nSend the whole reply again, as one JSON object that fits its schema, and nothing else."
            )
        raise ReplyError(
            f"the {self.name} did not answer as asked after {REPAIRS} repairs ({complaint}); try a stronger model, or "
            "see the calls in the run's archive"
        )

    async def _tried(
        self, agent: AssistantAgent, client: ModelClient, message: BaseChatMessage, ask: Ask, token: CancellationToken
    ) -> tuple[BaseModel | None, str | None]:
        """Return a reply, and what is wrong with it."""
        try:
            response = await agent.on_messages([message], token)
        except ValidationError as problem:
            assert client.last is not None, "what does not parse has come"
            return None, unread(client.last) or f"Your reply does not fit its schema: {_complaint(problem)}"
        answer = response.chat_message
        if not isinstance(answer, StructuredMessage):
            raise ReplyError(f"{self.name} answered with {type(answer).__name__}; a JSON reply was asked for")
        reply = ask.reply.model_validate(answer.content.model_dump())
        return reply, unfit(reply, ask.prompt) or ask.check(reply)


class Notebook(BaseChatAgent):
    """Runs the code of the last reply and says what happened; not a model."""

    def __init__(self, name: str, run: Callable[[str, Sequence[Intent]], Awaitable[Execution]]) -> None:
        super().__init__(name=name, description="Runs code and shows what came out.")
        self._run = run

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """The types of its messages: executions."""
        return (StructuredMessage,)

    async def on_messages(self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken) -> Response:
        """Run the last message's code."""
        last = messages[-1]
        assert isinstance(last, StructuredMessage)
        execution = await self._run(last.content.code, last.content.results)
        return Response(chat_message=StructuredMessage[Execution](content=execution, source=self.name))

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """Do nothing: the state belongs to the dialogue."""


def _complaint(problem: ValidationError) -> str:
    errors = problem.errors(include_url=False, include_input=False)[:5]
    return "; ".join(f"{'.'.join(map(str, error['loc'])) or 'reply'}: {error['msg']}" for error in errors)
