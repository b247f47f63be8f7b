"""Whether the models of a scenario can be reached, and what their servers can do: one small call to each."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from company.config import ROLES, Settings
from company.errors import CompanyError
from company.models.openai.client import OpenAIClient
from company.models.pressure import Bounds
from company.models.protocol import Backend, ChatMessage, Request
from company.models.recording import calls_in
from company.models.registry import Backends
from company.models.unwrapping import unwrapped
from company.records import Frozen, Role

_HURRIED = Bounds(concurrency=1, retries=1, patience=5.0)
_QUESTION = (
    'This is a test of the line. Reply with one JSON object and nothing else: under "sum" the sum of 19 and 23 as a '
    'number, under "message" the word ready.'
)


class _Probe(Frozen):
    """What every model must be able to reply with."""

    sum: int
    message: str


@dataclass
class Checked:
    """What was found of one model."""

    roles: list[Role]
    """Who is played by it."""
    backend: str
    model: str
    server: str = ""
    problem: str | None = None
    """Why it cannot be used; None where it can."""
    remarks: list[str] = field(default_factory=list)
    """What a user should know of it."""
    structured: str | None = None
    """How it is told what a reply is to look like; None for backends that need not be told."""
    seconds: float | None = None
    """That the call took."""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    usd: float | None = None
    """Of the call; None where the price is not known."""
    calls: int | None = None
    """Of a recording."""

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain values."""
        return {**vars(self), "ok": self.problem is None}


async def check(settings: Settings) -> list[Checked]:
    """Each model that some role is played by, tried once. Raises ConfigError for settings that name none."""
    backends = Backends(settings, bounds=_HURRIED)
    found: dict[str, Checked] = {}
    clients: list[OpenAIClient] = []
    try:
        for role in ROLES:
            told = settings.model.of(role)
            same = told.model_dump_json()
            if same in found:
                found[same].roles.append(role)
                continue
            backend = backends.of(role)
            found[same] = Checked([role], told.backend, backend.model)
            if told.backend == "replay":
                found[same].calls = sum(1 for _ in calls_in(settings.recording_file))
            elif isinstance(backend.client, OpenAIClient):
                clients.append(backend.client)
                await _try(backend, backend.client, found[same])
    finally:
        # Only now: models on one server share its connections.
        for client in clients:
            await client.close()
    return list(found.values())


async def _try(backend: Backend, client: OpenAIClient, found: Checked) -> None:
    found.server = client.server.name
    begin = time.monotonic()
    try:
        reply = await client.reply(_request(_QUESTION, _Probe))
    except CompanyError as error:
        found.problem = str(error)
        models = await client.server.models()
        if models is not None and backend.model not in models:
            found.remarks.append(f"the server has: {', '.join(models[:20]) or 'no models'}")
        elif models is None:
            found.remarks.append(
                "it does not list its models either: see [model] base_url and key, and whether it runs"
            )
        return
    found.seconds = time.monotonic() - begin
    found.structured = client.dialect.structured
    usage = reply.usage
    if usage.known:
        found.prompt_tokens, found.completion_tokens = usage.prompt_tokens, usage.completion_tokens
    else:
        found.remarks.append("it does not say how many tokens a call had: what it costs stays unknown")
    found.usd = backend.price(usage)
    if usage.known and found.usd is None:
        found.remarks.append("its price is not known: give usd_per_million = [read, written] in [model] to have one")
    _judge(reply.text, found)


def _request(question: str, reply: type[Frozen]) -> Request:
    system = ChatMessage("system", "You reply with one JSON object and nothing else.")
    return Request((system, ChatMessage("user", question)), reply)


def _judge(content: str, found: Checked) -> None:
    try:
        probe = _Probe.model_validate_json(unwrapped(content))
    except ValidationError:
        found.problem = f"it does not reply with the JSON that is asked for, but: {' '.join(content.split())[:200]!r}"
        return
    if probe.sum != 42:
        found.remarks.append(f"it thinks that 19 and 23 are {probe.sum}: it may be too weak for this work")
