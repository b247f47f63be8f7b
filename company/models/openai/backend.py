"""A model at a server that speaks OpenAI's protocol, as [model] names it; and what its calls cost.

A price that is not known stays unknown; it is never 0.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from company.config import ModelSettings, environment
from company.errors import ConfigError
from company.models.pressure import Bounds, Line
from company.models.protocol import Backend, Price, Usage
from company.records import Role

if TYPE_CHECKING:
    from company.models.openai.batches import Batches, InBatches
    from company.models.openai.client import OpenAIClient, Server

_OPENAI = "https://api.openai.com/v1"


@dataclass
class Servers:
    """The servers of a run. Models on one server share its connections and its limits."""

    tell: Callable[[str], None]
    """Given a line when a server is in trouble, and when it is out of it."""
    bounds: Bounds | None = None
    """Hold instead of those of the settings."""
    runs: int = 1
    """That share a server's limit of calls at once."""
    _servers: dict[tuple[str, str, str], Server] = field(default_factory=dict)
    _batches: dict[tuple[str, str, str, str], Batches] = field(default_factory=dict)

    def backend(self, role: Role, settings: ModelSettings) -> Backend:
        """Return the model that plays a role. Raises ConfigError where no model or no key is named."""
        # A third of a second to import, and only models that are asked need it.
        from company.models.openai.client import OpenAIClient
        from company.models.openai.dialect import Dialect

        if not settings.name:
            raise ConfigError(
                f'[model] backend = "openai" needs a model for the {role}: give its name as the server knows it, with '
                "[model] name or --model"
            )
        server = self._server(settings)
        parameters = {
            key: value
            for key, value in (("temperature", settings.temperature), ("max_tokens", settings.max_tokens))
            if value is not None
        }
        extra: dict[str, Any] = {"extra_body": dict(settings.extra)} if settings.extra else {}
        client = OpenAIClient(server, settings.name, parameters | extra, Dialect.told(settings.structured))
        return Backend(
            name="openai",
            model=settings.name,
            client=client,
            price=price(settings),
            note=f"the language model {settings.name}",
            parameters=parameters | _known_by(settings.extra),
            later=self._later(client, settings) if settings.batch else None,
        )

    def _later(self, client: OpenAIClient, settings: ModelSettings) -> InBatches:
        """Return what answers the calls that can wait; roles of one model share its batches."""
        from company.models.openai.batches import Batches, InBatches

        if settings.api_version:
            raise ConfigError(
                "[model] batch is set, and with api_version servers have batches of another form: take one of them away"
            )
        identity = (*_identity(settings), settings.name)
        if identity not in self._batches:
            self._batches[identity] = Batches(client.server, settings.name, settings.batch_pause, self.tell)
        retries = (self.bounds or settings).retries
        return InBatches(client, self._batches[identity], settings.batch, retries, price(settings, batch=True))

    def _server(self, settings: ModelSettings) -> Server:
        identity = _identity(settings)
        if identity not in self._servers:
            bounds = self.bounds or Bounds(
                max(1, settings.concurrency // self.runs), settings.retries, settings.patience
            )
            self._servers[identity] = _server(settings, bounds, self.tell)
        return self._servers[identity]


def price(settings: ModelSettings, *, batch: bool = False) -> Price:
    """Return the price of a model's calls, or of those that go in batches, known without a key or a server."""
    online = price_of(settings.name, _address(settings), settings.usd_per_million)
    if not batch:
        return online
    return lambda usage: None if (usd := online(usage)) is None else usd * settings.batch_price


def price_of(model: str, base_url: str, usd_per_million: tuple[float, ...] | None) -> Price:
    """Return the price of a model's calls: as the settings say, else as its provider publishes it.

    `base_url` tells the provider: a model of a known name on somebody's own server has no known price. Where the
    settings have no third price, tokens that were cached cost what others do.
    """
    if usd_per_million is not None:
        read, written, cached = (*usd_per_million, usd_per_million[0])[:3]

        def told(usage: Usage) -> float | None:
            if not usage.known:
                return None
            new = usage.prompt_tokens - usage.cached_tokens
            return (new * read + usage.cached_tokens * cached + usage.completion_tokens * written) / 1e6

        return told

    def published(usage: Usage) -> float | None:
        # Half a second to import, and only models that are paid for need it.
        from genai_prices import Usage as Tokens
        from genai_prices import calc_price

        if not usage.known:
            return None
        tokens = Tokens(
            input_tokens=usage.prompt_tokens,
            cache_read_tokens=usage.cached_tokens,
            output_tokens=usage.completion_tokens,
        )
        try:
            return float(calc_price(tokens, model_ref=model, provider_api_url=base_url).total_price)
        except LookupError:
            return None

    return published


def _identity(settings: ModelSettings) -> tuple[str, str, str]:
    """Return what tells one server from another."""
    return _address(settings), _key(settings), settings.api_version


def _address(settings: ModelSettings) -> str:
    return settings.base_url or environment("OPENAI_BASE_URL") or _OPENAI


def _key(settings: ModelSettings) -> str:
    """Return the environment variable of the key; empty for a server that is taken to need none."""
    return settings.key or ("" if settings.base_url else "OPENAI_API_KEY")


def _server(settings: ModelSettings, bounds: Bounds, tell: Callable[[str], None]) -> Server:
    from openai import AsyncAzureOpenAI, AsyncOpenAI

    from company.models.openai.client import Server

    address, key = _address(settings), _key(settings)
    value = environment(key) if key else "none"
    if value is None:
        raise ConfigError(
            f"the environment variable {key} is not set; it is to hold the key of {address}. Set it, or name another "
            "one with [model] key"
        )
    common: dict[str, Any] = {"api_key": value, "max_retries": 0, "timeout": settings.timeout}
    api = (
        AsyncAzureOpenAI(azure_endpoint=address, api_version=settings.api_version, **common)
        if settings.api_version
        else AsyncOpenAI(base_url=address, **common)
    )
    return Server(api, Line(address, bounds, tell), address, key, settings.timeout)


def _known_by(extra: dict[str, Any]) -> dict[str, Any]:
    """Return a text that identifies an `extra` and shows nothing of it: it may be private."""
    text = json.dumps(extra, sort_keys=True, default=str)
    return {"extra": hashlib.sha256(text.encode()).hexdigest()} if extra else {}
