"""Backends by name, and who plays which role."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from company.config import ROLES, ModelSettings, Settings, environment
from company.errors import ConfigError
from company.models.pressure import Bounds, Line
from company.models.prices import price_of
from company.models.protocol import Backend, Price, free
from company.records import Role

if TYPE_CHECKING:
    from company.models.openai.client import Server

Tell = Callable[[str], None]
_OPENAI = "https://api.openai.com/v1"
PROCEDURAL_NOTE = "the built-in procedural backend, a grammar of analyses and not a language model"


class Backends:
    """Makes the backends of a run; models on one server share its connections and its limits."""

    def __init__(self, settings: Settings, tell: Tell = lambda line: None, bounds: Bounds | None = None) -> None:
        """`tell` is given a line when a server is in trouble, and when it is out of it.

        `bounds` hold instead of those of the settings.
        """
        self._settings, self._tell, self._bounds = settings, tell, bounds
        self._servers: dict[tuple[str, str, str], Server] = {}

    def all(self) -> dict[Role, Backend]:
        """Return who plays which role. Raises ConfigError for settings that no backend can be made of."""
        return {role: self.of(role) for role in ROLES}

    def of(self, role: Role) -> Backend:
        """Return who plays a role. Raises ConfigError for settings that no backend can be made of."""
        told = self._settings.model.of(role)
        if told.backend not in BACKENDS:
            known = ", ".join(BACKENDS)
            raise ConfigError(f"[model] backend = {told.backend!r} is not known; choose one of: {known}")
        backend = BACKENDS[told.backend](self, role, told)
        return backend if told.vision == "auto" else replace(backend, vision=told.vision)

    def openai(self, role: Role, told: ModelSettings) -> Backend:
        """Return a model at a server that speaks OpenAI's protocol.

        Raises ConfigError where no model or no key is named.
        """
        from company.models.openai.client import OpenAIClient
        from company.models.openai.dialect import Dialect

        if not told.name:
            raise ConfigError(
                f'[model] backend = "openai" needs a model for the {role}: give its name as the server knows it, with '
                "[model] name or --model"
            )
        server = self._server(told)
        parameters = {
            key: value
            for key, value in (("temperature", told.temperature), ("max_tokens", told.max_tokens))
            if value is not None
        }
        extra: dict[str, Any] = {"extra_body": dict(told.extra)} if told.extra else {}
        return Backend(
            name="openai",
            model=told.name,
            client=OpenAIClient(server, told.name, parameters | extra, Dialect.told(told.structured)),
            price=price(told),
            note=f"the language model {told.name}",
            parameters=parameters | _known_by(told.extra),
        )

    def _server(self, told: ModelSettings) -> Server:
        place = (_address(told), _key(told), told.api_version)
        if place not in self._servers:
            bounds = self._bounds or Bounds(told.concurrency, told.retries, told.patience)
            self._servers[place] = _server(told, bounds, self._tell)
        return self._servers[place]

    def replay(self, role: Role, told: ModelSettings) -> Backend:
        """Return the answers of a recording. Raises ConfigError where none is named, or it cannot be read."""
        from company.models.recording import ReplayClient, read_header

        header = read_header(self._settings.recording_file)
        was = header.backends[role]
        return Backend(
            name=was.name,
            model=was.model,
            client=ReplayClient(self._settings.recording_file),
            price=free,
            note=was.note,
            parameters=was.parameters,
            failed=frozenset(header.failed),
            vision=True,
        )


def price(told: ModelSettings) -> Price:
    """Return what the calls of a role cost, known without a key or a server."""
    if told.backend == "openai":
        return price_of(told.name, _address(told), told.usd_per_million)
    return free


def _address(told: ModelSettings) -> str:
    return told.base_url or environment("OPENAI_BASE_URL") or _OPENAI


def _key(told: ModelSettings) -> str:
    """The environment variable of the key; empty for a server that is taken to need none."""
    return told.key or ("" if told.base_url else "OPENAI_API_KEY")


def _server(told: ModelSettings, bounds: Bounds, tell: Tell) -> Server:
    from openai import AsyncAzureOpenAI, AsyncOpenAI

    from company.models.openai.client import Server

    address, key = _address(told), _key(told)
    value = environment(key) if key else "none"
    if value is None:
        raise ConfigError(
            f"the environment variable {key} is not set; it is to hold the key of {address}. Set it, or name another "
            "one with [model] key"
        )
    common: dict[str, Any] = {"api_key": value, "max_retries": 0, "timeout": told.timeout}
    api = (
        AsyncAzureOpenAI(azure_endpoint=address, api_version=told.api_version, **common)
        if told.api_version
        else AsyncOpenAI(base_url=address, **common)
    )
    return Server(api, Line(address, bounds, tell), address, key, told.timeout)


def _known_by(extra: dict[str, Any]) -> dict[str, Any]:
    """What tells one `extra` from another and shows nothing of it: it may hold what belongs in no recording."""
    told = json.dumps(extra, sort_keys=True, default=str)
    return {"extra": hashlib.sha256(told.encode()).hexdigest()} if extra else {}


def _procedural(_: Backends, role: Role, told: ModelSettings) -> Backend:
    from grammar.client import ProceduralClient

    return Backend(
        name="procedural",
        model=f"grammar, seed {told.seed}",
        client=ProceduralClient(told.seed),
        price=free,
        note=PROCEDURAL_NOTE,
        vision=True,  # what it has to know of a picture is in the prompt's brief
    )


Maker = Callable[[Backends, Role, ModelSettings], Backend]
BACKENDS: dict[str, Maker] = {"openai": Backends.openai, "procedural": _procedural, "replay": Backends.replay}
"""Backend by the name that [model] calls it; another one is one more line (docs/extending/backend.md)."""
