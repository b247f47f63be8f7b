"""Backends by name, and who plays which role.

"openai" and "replay" are this package's own. All others are entry points of installed packages, and so is the built-in
company.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from company.config import BUILT_IN, ROLES, ModelSettings, Settings
from company.errors import BackendError, ConfigError, did_you_mean
from company.models.openai import backend as openai
from company.models.pressure import Bounds
from company.models.protocol import Backend, Client, Price, Reply, Request, free
from company.records import Role

Tell = Callable[[str], None]
GROUP = "company.backends"
"""The entry points by which an installed package brings a backend: name = "module:function"."""
Maker = Callable[[Role, ModelSettings], Backend]
"""What such an entry point names: it makes the backend of a role, as [model] has it for that role."""


class Backends:
    """Makes the backends of a run; models on one server share its connections and its limits."""

    def __init__(
        self, settings: Settings, tell: Tell = lambda line: None, bounds: Bounds | None = None, runs: int = 1
    ) -> None:
        """Create the backends; `tell` is given a line when a server is in trouble, and when it is out of it.

        `bounds` hold instead of those of the settings. Of calls at once, this run has its share among so many `runs`.
        """
        self._settings = settings
        self._own: dict[str, Maker] = {"openai": openai.Servers(tell, bounds, runs).backend, "replay": self._replay}

    def all(self, asked: Collection[Role] = ROLES) -> dict[Role, Backend]:
        """Return the backend of each role. Raises ConfigError for settings that no backend can be made of.

        Roles that are not `asked` anything need no backend that works.
        """
        return {role: self.of(role) if role in asked else self._idle(role) for role in ROLES}

    def of(self, role: Role) -> Backend:
        """Return the backend of a role. Raises ConfigError for settings that no backend can be made of."""
        settings = self._settings.model.of(role)
        make = self._own.get(settings.backend) or installed(settings.backend)
        backend = make(role, settings)
        return backend if settings.vision == "auto" else replace(backend, vision=settings.vision)

    def _idle(self, role: Role) -> Backend:
        try:
            return self.of(role)
        except ConfigError as missing:
            name = self._settings.model.of(role).backend
            return Backend(name, "", _Absent(str(missing)), free, "no model, since none was asked anything")

    def _replay(self, role: Role, settings: ModelSettings) -> Backend:
        """Return the answers of a recording. Raises ConfigError where none is named, or it cannot be read."""
        from company.models.recording import ReplayClient, read_header

        header = read_header(self._settings.recording_file)
        recorded = header.backends[role]
        return Backend(
            name=recorded.name,
            model=recorded.model,
            client=ReplayClient(self._settings.recording_file),
            price=free,
            note=recorded.note,
            parameters=recorded.parameters,
            failed=frozenset(header.failed),
            vision=role not in header.blind,
        )


def price(settings: ModelSettings, *, batch: bool = False) -> Price:
    """Return the price of a role's calls, or of those that go in batches, known without a key or a server."""
    return openai.price(settings, batch=batch) if settings.backend == "openai" else free


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
    """Return the maker of a backend that a package has brought along. Raises ConfigError where none has."""
    entry = _entry_points().get(name)
    if entry is None and name == BUILT_IN:
        raise ConfigError(
            f'[model] backend = "{name}" is the built-in company, and it is not installed: install decision-company '
            'again, or set backend = "openai" and a name (docs/models.md)'
        )
    if entry is None:
        raise ConfigError(
            f"there is no backend {name!r}{did_you_mean(name, names())}; choose one of {', '.join(names())}, in "
            "[model] backend or with --backend"
        )
    try:
        maker: Maker = entry.load()
    except (ImportError, AttributeError) as error:
        raise ConfigError(
            f"[model] backend = {name!r} cannot be loaded from {entry.value} ({error}); mend the package that brings it"
        ) from error
    return maker


def _entry_points() -> dict[str, EntryPoint]:
    points = {point.name: point for point in (*_declared(), *entry_points(group=GROUP))}
    return {name: point for name, point in points.items() if name not in ("openai", "replay")}


@cache
def _declared() -> tuple[EntryPoint, ...]:
    """Return the entry points in a checkout's own pyproject.toml: an editable install knows those of its making."""
    file = Path(__file__).resolve().parents[2] / "pyproject.toml"
    if not file.is_file():
        return ()
    project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    return tuple(
        EntryPoint(name, value, GROUP) for name, value in project.get("entry-points", {}).get(GROUP, {}).items()
    )
