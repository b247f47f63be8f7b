"""A client for any OpenAI-compatible server.

Usage is taken before anything is made of a reply, so a reply that is of no use is paid for and known. Retries, waits
and limits are the work of the `Line`; the `openai` client makes each request once.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import openai

from company.models.openai.dialect import Dialect
from company.models.openai.trouble import Refusal, completion_in, cut, exception_for
from company.models.openai.wire import messages_of, reply_of
from company.models.pressure import Line, Setback
from company.models.protocol import Client, Reply, Request

Answer = TypeVar("Answer")
Send = Callable[[dict[str, Any]], Awaitable[Mapping[str, Any]]]
"""Sends the body of a request and returns the completion. Raises Refusal, Setback and BackendError."""


class Server:
    """One server and all that is shared between the models on it: connections, and how hard it is pressed."""

    def __init__(self, api: openai.AsyncOpenAI, line: Line, name: str, key: str, timeout: float) -> None:
        """Create the server.

        `name` is what messages call it; `key` is the environment variable of its key; `timeout` is in seconds.
        """
        self.api, self.line, self.name, self.key, self.timeout = api, line, name, key, timeout

    async def models(self) -> list[str] | None:
        """Return the models that it says it has; None where it does not say."""
        try:
            async with asyncio.timeout(min(self.timeout, 30)):
                return sorted([model.id async for model in self.api.models.list()])
        except (openai.OpenAIError, TimeoutError):
            return None

    async def asked(self, send: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return what `send` brings from the server. Raises Refusal, and Setback where nothing comes."""
        try:
            async with asyncio.timeout(self.timeout):
                return await send()
        except openai.APIStatusError as error:
            raise Refusal.of(error) from error
        except (TimeoutError, openai.APITimeoutError):
            raise Setback("failed", f"no reply within {self.timeout:g} s") from None
        except openai.APIConnectionError as error:
            raise Setback("failed", cut(str(error.__cause__ or error))) from error
        except (openai.OpenAIError, ValueError, OSError) as error:
            raise Setback("failed", f"an answer that cannot be read ({cut(str(error))})") from error


class OpenAIClient(Client):
    """One model of one server."""

    def __init__(self, server: Server, model: str, parameters: Mapping[str, Any], dialect: Dialect) -> None:
        """Create the client.

        `parameters` go with every request: temperature, max_tokens, and the server's own under `extra_body`.
        """
        self.server, self.model, self._parameters = server, model, dict(parameters)
        self.dialect = dialect

    async def reply(self, request: Request) -> Reply:
        """Return the server's reply, whatever it is.

        Raises BackendError when the server is down beyond patience or will answer nothing (key, model, quota), and
        CallFailed when it will not answer this.
        """
        return await self.server.line.call(lambda: self.reply_by(self._sent, request))

    async def reply_by(self, send: Send, request: Request) -> Reply:
        """Return the reply that `send` brings, in words that the server understands. Raises what `send` raises, too."""
        messages = messages_of(request.messages)
        whole = {"model": self.model, "messages": messages, **self._parameters, **request.parameters}
        while True:
            dialect = self.dialect
            worded = dialect.worded(whole, request.reply)
            try:
                return reply_of(await send(_flat(worded)))
            except Refusal as refused:
                better = dialect.adapted(worded, refused.complaint) if refused.status in (400, 422) else None
                if better is None:
                    return self._refused(refused)
                if self.dialect is dialect:  # else another call has found out meanwhile
                    self.dialect = better

    async def _sent(self, body: dict[str, Any]) -> Mapping[str, Any]:
        async def post() -> object:
            # Half of what `chat.completions.create` costs a call goes into checking the words of the request.
            answer = await self.server.api.post("/chat/completions", cast_to=object, body=body)
            return json.loads(answer) if isinstance(answer, str) else answer  # of a server that does not call it JSON

        return completion_in(await self.server.asked(post))

    def _refused(self, refused: Refusal) -> Reply:
        """Return a reply for a prompt that the server's filter keeps from the model. Raises for other refusals."""
        if refused.status in (400, 422) and refused.code == "content_filter":
            return Reply(refused.words, "content_filter")
        raise exception_for(refused, self.server.name, self.server.key, self.model) from refused

    def hang_up(self) -> None:
        """Let calls under way end, and begin no more."""
        self.server.line.hang_up()

    async def close(self) -> None:
        """Let go of the server's connections."""
        await self.server.api.close()


def _flat(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the request as it is sent: the server's own fields are among the others."""
    sent = {key: value for key, value in request.items() if key != "extra_body"}
    return sent | dict(request.get("extra_body", {}))
