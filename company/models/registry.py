"""Backends by name, and who plays which role.

"openai" and "replay" are this package's own. All others are entry points of installed packages, and so is the built-in
company.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.config import BUILT_IN, ROLES, ModelSettings, Settings, environment
from company.errors import BackendError, ConfigError
from company.models.pressure import Bounds, Line
from company.models.prices import price_of
from company.models.protocol import Backend, Client, Price, Reply, Request, free
from company.records import Role

if TYPE_CHECKING:
    from company.models.openai.client import Server

Tell = Callable[[str], None]
_OPENAI = "https://api.openai.com/v1"
GROUP = "company.backends"
"""The entry points by which an installed package brings a backend: name = "module:function"."""
Maker = Callable[[Role, ModelSettings], Backend]
"""What such an entry point names: it makes the backend of a role, as [model] has it for that role."""


class Backends:
    """Makes the backends of a run; models on one server share its connections and its limits."""

    def __init__(self, settings: Settings, tell: Tell = lambda line: None, bounds: Bounds | None = None) -> None:
        """`tell` is given a line when a server is in trouble, and when it is out of it.

        `bounds` hold instead of those of the settings.
        """
        self._settings, self._tell, self._bounds = settings, tell, bounds
        self._servers: dict[tuple[str, str, str], Server] = {}
        self._own: dict[str, Maker] = {"openai": self._openai, "replay": self._replay}

    def all(self, asked: Collection[Role] = ROLES) -> dict[Role, Backend]:
        """Return who plays which role. Raises ConfigError for settings that no backend can be made of.

        Roles that are not `asked` anything need no backend that works.
        """
        return {role: self.of(role) if role in asked else self._idle(role) for role in ROLES}

    def of(self, role: Role) -> Backend:
        """Return who plays a role. Raises ConfigError for settings that no backend can be made of."""
        told = self._settings.model.of(role)
        make = self._own.get(told.backend) or installed(told.backend)
        backend = make(role, told)
        return backend if told.vision == "auto" else replace(backend, vision=told.vision)

    def _idle(self, role: Role) -> Backend:
        try:
            return self.of(role)
        except ConfigError as missing:
            name = self._settings.model.of(role).backend
            return Backend(name, "", _Absent(str(missing)), free, "no model, since none was asked anything")

    def _openai(self, role: Role, told: ModelSettings) -> Backend:
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

    def _replay(self, role: Role, told: ModelSettings) -> Backend:
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
    """Return the environment variable of the key; empty for a server that is taken to need none."""
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
    """Return what tells one `extra` from another and shows nothing of it: it may hold what belongs in no recording."""
    told = json.dumps(extra, sort_keys=True, default=str)
    return {"extra": hashlib.sha256(told.encode()).hexdigest()} if extra else {}


class _Absent(Client):
    """In the place of a client that could not be made, for a role that nobody is to ask."""

    def __init__(self, why: str) -> None:
        self._why = why

    async def reply(self, request: Request) -> Reply:
        """Raise BackendError."""
        raise BackendError(self._why)


def names() -> tuple[str, ...]:
    """Return the names that [model] backend may have, in alphabetical order."""
    return tuple(sorted({"openai", "replay", *_entry_points()}))


def installed(name: str) -> Maker:
    """Return what makes a backend that a package has brought along. Raises ConfigError where none has."""
    entry = _entry_points().get(name)
    if entry is None and name == BUILT_IN:
        raise ConfigError(
            f'[model] backend = "{name}" is the built-in company, and it is not installed: install decision-company '
            'again, or set backend = "openai" and a name (docs/models.md)'
        )
    if entry is None:
        raise ConfigError(f"[model] backend = {name!r} is not known; choose one of: {', '.join(names())}")
    try:
        maker: Maker = entry.load()
    except (ImportError, AttributeError) as error:
        raise ConfigError(
            f"[model] backend = {name!r} cannot be loaded from {entry.value} ({error}); mend the package that brings it"
        ) from error
    return maker


def _entry_points() -> dict[str, EntryPoint]:
    found = {each.name: each for each in (*_declared(), *entry_points(group=GROUP))}
    return {name: each for name, each in found.items() if name not in ("openai", "replay")}


@cache
def _declared() -> tuple[EntryPoint, ...]:
    """Return what a checkout's own pyproject.toml declares: an editable install knows that of the day it was made."""
    file = Path(__file__).resolve().parents[2] / "pyproject.toml"
    if not file.is_file():
        return ()
    project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    return tuple(
        EntryPoint(name, value, GROUP) for name, value in project.get("entry-points", {}).get(GROUP, {}).items()
    )
