"""Backends by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from autogen_core.models import ChatCompletionClient

from company.backends.ledger import Price
from company.config import Settings
from company.errors import ConfigError


@dataclass(frozen=True)
class Backend:
    """A model that staff can be run on."""

    name: str
    model: str
    client: ChatCompletionClient
    price: Price
    note: str
    """What a benchmark's card must say of it."""


def _procedural(settings: Settings) -> Backend:
    from company.backends.procedural.client import ProceduralClient

    return Backend(
        name="procedural",
        model=f"grammar, seed {settings.model.seed}",
        client=ProceduralClient(settings.model.seed),
        price=lambda usage: 0.0,
        note="the built-in procedural backend, a grammar of analyses and not a language model",
    )


BACKENDS: dict[str, Callable[[Settings], Backend]] = {"procedural": _procedural}
"""Every backend, by the name that settings and `--backend` use."""


def backend(settings: Settings) -> Backend:
    """The backend that the settings name; raises ConfigError for an unknown one."""
    if settings.model.backend not in BACKENDS:
        known = ", ".join(sorted(BACKENDS))
        raise ConfigError(f"[model] backend = {settings.model.backend!r} is not known; choose one of: {known}")
    return BACKENDS[settings.model.backend](settings)
