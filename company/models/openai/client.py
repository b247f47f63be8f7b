"""A client for any OpenAI-compatible server.

Usage is taken before anything is made of a reply, so a reply that is of no use is paid for and known. Retries, waits
and limits are the work of the `Line`; the `openai` client makes each request once.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

import openai
from pydantic import BaseModel

from company.errors import BackendError, CallFailed
from company.models.openai.dialect import Dialect
from company.models.openai.wire import messages_of, reply_of
from company.models.pressure import Line, Setback
from company.models.protocol import Client, Reply, Request

_TROUBLE = 300
"""Characters of a server's complaint that are passed on."""
_AGAIN = (408, 409, 425)
"""Refusals that may go well the next time."""


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


class OpenAIClient(Client):
    """One model of one server."""

    def __init__(self, server: Server, model: str, parameters: Mapping[str, Any], dialect: Dialect) -> None:
        """Create the client.

        `parameters` go with every request: temperature, max_tokens, and the server's own under `extra_body`.
        """
        self.server, self._model, self._parameters = server, model, dict(parameters)
        self.dialect = dialect

    async def reply(self, request: Request) -> Reply:
        """Return the server's reply, whatever it is.

        Raises BackendError when the server is down beyond patience or will answer nothing (key, model, quota), and
        CallFailed when it will not answer this.
        """
        messages = messages_of(request.messages)
        whole = {"model": self._model, "messages": messages, **self._parameters, **request.parameters}
        return await self.server.line.call(lambda: self._reply(whole, request.reply))

    async def _reply(self, whole: dict[str, Any], reply: type[BaseModel] | None) -> Reply:
        while True:
            dialect = self.dialect
            request = dialect.worded(whole, reply)
            try:
                return reply_of(await self._sent(request))
            except (openai.BadRequestError, openai.UnprocessableEntityError) as refused:
                complaint = f"{refused.message} {json.dumps(refused.body, default=str)}"
                better = dialect.adapted(request, complaint)
                if better is None:
                    return self._refused(refused)
                if self.dialect is dialect:  # else another call has found out meanwhile
                    self.dialect = better

    async def _sent(self, request: dict[str, Any]) -> Mapping[str, Any]:
        """Return the body of the answer.

        Raises Setback, BackendError, and openai's errors for a request that is refused.
        """
        server = self.server
        try:
            async with asyncio.timeout(server.timeout):
                # Half of what `chat.completions.create` costs a call goes into checking the words of the request.
                body = await server.api.post("/chat/completions", cast_to=object, body=_flat(request))
            body = json.loads(body) if isinstance(body, str) else body  # of a server that does not call it JSON
        except (openai.BadRequestError, openai.UnprocessableEntityError):
            raise
        except openai.APIStatusError as error:
            raise self._trouble(error) from error
        except (TimeoutError, openai.APITimeoutError):
            raise Setback("failed", f"no reply within {server.timeout:g} s") from None
        except openai.APIConnectionError as error:
            raise Setback("failed", _cut(str(error.__cause__ or error))) from error
        except (openai.OpenAIError, ValueError, OSError) as error:
            raise Setback("failed", f"an answer that cannot be read ({_cut(str(error))})") from error
        if not isinstance(body, dict):
            raise Setback("failed", "an answer that is not a chat completion")
        if body.get("error") and not body.get("choices"):  # of servers behind which another one failed
            raise Setback("failed", f"an error in place of an answer ({_cut(json.dumps(body['error']))})")
        return body

    def _trouble(self, error: openai.APIStatusError) -> Exception:
        """Return the exception for a status other than success: try again, or never."""
        server, status = self.server, error.status_code
        said = f"{status}: {_cut(_words(error))}"
        if status == 429 and getattr(error, "code", None) not in ("insufficient_quota", "billing_not_active"):
            return Setback("busy", said, _wait(error))
        if status >= 500 or status in _AGAIN:
            return Setback("failed", said, _wait(error))
        if status in (401, 403):
            key = f"the key in {server.key}" if server.key else "a call without a key; name its variable in [model] key"
            return BackendError(f"{server.name} refuses {key} ({said})")
        if status == 404:
            return BackendError(
                f"{server.name} has no model {self._model!r}, or nothing at that address ({said}); see [model] name "
                "and base_url, and `company check`"
            )
        if status == 429:
            return BackendError(f"{server.name} wants money before it answers on ({said}); what is paid for is kept")
        return CallFailed(f"{server.name} does not take this call ({said})")

    def _refused(self, error: openai.APIStatusError) -> Reply:
        """Return a reply for a prompt that the server's filter keeps from the model. Raises CallFailed for others."""
        words = _words(error)
        if getattr(error, "code", None) != "content_filter":
            raise CallFailed(
                f"{self.server.name} does not take this call ({error.status_code}: {_cut(words)})"
            ) from error
        return Reply(words, "content_filter")

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


def _words(error: openai.APIStatusError) -> str:
    body = error.body
    said = body.get("message") if isinstance(body, dict) else None
    return said if isinstance(said, str) else error.message


def _wait(error: openai.APIStatusError) -> float | None:
    """Return the seconds of Retry-After, in any of its forms; None where the server names none."""
    headers = error.response.headers
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        return max(0.0, float(headers["retry-after"]))
    except KeyError:
        return None
    except ValueError:
        return _until(headers.get("retry-after", ""), headers.get("date", ""))


def _until(date: str, now: str) -> float | None:
    """Return the seconds between two dates, which are both the server's own: its clock may be another one than ours."""
    try:
        return max(0.0, (parsedate_to_datetime(date) - parsedate_to_datetime(now)).total_seconds())
    except (TypeError, ValueError):
        return None


def _cut(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _TROUBLE else f"{line[:_TROUBLE]}…"
