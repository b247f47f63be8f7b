"""Whether the models of a scenario can be reached, and what their servers can do: one small call to each."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from company.config import ROLES, Settings
from company.errors import CompanyError
from company.models.openai.client import OpenAIClient
from company.models.pictures import why_blind
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
    """What came of trying one model."""

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
        """Return everything as plain values."""
        return {**vars(self), "ok": self.problem is None}


async def check(settings: Settings, shown: Collection[Role] = ()) -> list[Checked]:
    """Try each model that some role is played by, once, and return the outcomes.

    A model whose roles are `shown` pictures is tried with a small one, too. Raises ConfigError for settings that name
    no model.
    """
    backends = Backends(settings, bounds=_HURRIED)
    roles: dict[str, list[Role]] = {}
    for role in ROLES:
        roles.setdefault(settings.model.of(role).model_dump_json(), []).append(role)
    checked: list[Checked] = []
    clients: list[OpenAIClient] = []
    try:
        for played in roles.values():
            backend_name, backend = settings.model.of(played[0]).backend, backends.of(played[0])
            checked.append(Checked(played, backend_name, backend.model))
            if backend_name == "replay":
                checked[-1].calls = sum(1 for _ in calls_in(settings.recording_file))
            elif isinstance(backend.client, OpenAIClient):
                clients.append(backend.client)
                await _try(backend, backend.client, checked[-1])
                await _try_batches(backend, checked[-1])
            if set(shown) & set(played) and checked[-1].problem is None:
                await _try_sight(backend, checked[-1])
    finally:
        # Only now: models on one server share its connections.
        for client in clients:
            await client.close()
    return checked


async def _try(backend: Backend, client: OpenAIClient, checked: Checked) -> None:
    checked.server = client.server.name
    begin = time.monotonic()
    try:
        reply = await client.reply(_request(_QUESTION, _Probe))
    except CompanyError as error:
        checked.problem = str(error)
        models = await client.server.models()
        if models is not None and backend.model not in models:
            checked.remarks.append(f"the server has: {', '.join(models[:20]) or 'no models'}")
        elif models is None:
            checked.remarks.append(
                "it does not list its models either: see [model] base_url and key, and whether it runs"
            )
        return
    checked.seconds = time.monotonic() - begin
    checked.structured = client.dialect.structured
    usage = reply.usage
    if usage.known:
        checked.prompt_tokens, checked.completion_tokens = usage.prompt_tokens, usage.completion_tokens
    else:
        checked.remarks.append("it does not say how many tokens a call had: what it costs stays unknown")
    checked.usd = backend.price(usage)
    if usage.known and checked.usd is None:
        checked.remarks.append("its price is not known: give usd_per_million = [read, written] in [model] to have one")
    _judge(reply.text, checked)


async def _try_batches(backend: Backend, checked: Checked) -> None:
    if backend.later is None or checked.problem is not None:
        return
    try:
        await backend.later.check()
    except CompanyError as error:
        checked.problem = str(error)
    else:
        checked.remarks.append("it takes calls in batches")


async def _try_sight(backend: Backend, checked: Checked) -> None:
    if backend.vision is False:
        checked.problem = "it is to be shown pictures, and vision = false says that it does not see them"
        return
    if not isinstance(backend.client, OpenAIClient):
        return
    try:
        why = await why_blind(backend.client)
    except CompanyError as error:
        why = str(error)
    if why is None:
        checked.remarks.append("it sees pictures")
    elif backend.vision:
        checked.remarks.append(f"vision = true says that it sees pictures, and it does not ({why})")
    else:
        checked.problem = f"it is to be shown pictures, and does not see them ({why})"


def _request(question: str, reply: type[Frozen]) -> Request:
    system = ChatMessage("system", "You reply with one JSON object and nothing else.")
    return Request((system, ChatMessage("user", question)), reply)


def _judge(content: str, checked: Checked) -> None:
    try:
        probe = _Probe.model_validate_json(unwrapped(content))
    except ValidationError:
        checked.problem = f"it does not reply with the JSON that is asked for, but: {' '.join(content.split())[:200]!r}"
        return
    if probe.sum != 42:
        checked.remarks.append(f"it thinks that 19 and 23 are {probe.sum}: it may be too weak for this work")
