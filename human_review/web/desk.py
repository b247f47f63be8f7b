"""What every page works with: the run, its queue, what [review] says, the sandbox, the keys."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from company.archive import FILE as ARCHIVE
from company.archive import Archive
from company.config import ReviewSettings
from company.errors import ArchiveError, LayersMissing
from company.replay.runner import sandbox_of
from company.reviewing import NOT_STALE, Kinds, asked_of, settings_of
from company.sandbox import ProcessSandbox
from company.tables.record import Table
from human_review.store import ReviewStore
from human_review.web.hosts import LOOPBACK
from human_review.web.issuer import Issuer
from human_review.web.recalling import Recalled
from human_review.web.signing import Keys


@dataclass
class Jail:
    """The sandbox, opened when the first code is run, and closed with the server."""

    run: Path
    _open: ProcessSandbox | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def opened(self) -> ProcessSandbox:
        """Return the sandbox, ready. Raises SandboxError where this system lacks layers that the run had."""
        async with self._lock:
            if self._open is None:
                with Archive.open(self.run) as archive:
                    sandbox = sandbox_of(archive)
                try:
                    await sandbox.__aenter__()
                except LayersMissing as error:
                    raise LayersMissing(
                        f"{error}: the run was made behind these layers; review it on a system that has them",
                        rest=error.rest,
                    ) from error
                self._open = sandbox
            return self._open

    async def close(self) -> None:
        """End all that runs."""
        async with self._lock:
            if self._open is not None:
                await self._open.close()
                self._open = None


@dataclass
class Shelf:
    """The run's archive, opened once: that takes longer than what a page reads in it."""

    run: Path
    _open: tuple[int, Archive] | None = None
    """With the number of the file that was opened: a run may be made anew in the same place."""
    _settings: ReviewSettings = field(default_factory=ReviewSettings)
    _tables: tuple[int, tuple[Table, ...]] = (-1, ())
    """With the number of the file that they were read in."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def archive(self) -> Archive:
        """Return the archive, for any thread to read. Raises ArchiveError where the folder holds none any more."""
        file = self.run / ARCHIVE
        with self._lock:
            number = file.stat().st_ino if file.is_file() else 0
            if self._open is None or self._open[0] != number:
                self._let_go()
                self._open = (number, Archive.open(self.run))
            return self._open[1]

    def settings(self) -> ReviewSettings:
        """Return [review] as it is now, by which the run goes; the last one where the run cannot be read just now."""
        with contextlib.suppress(ArchiveError):
            self._settings = settings_of(self.archive())
        return self._settings

    def tables(self) -> tuple[Table, ...]:
        """Return the run's tables; those that were known last where the run cannot be read just now."""
        with contextlib.suppress(ArchiveError):
            archive = self.archive()
            number = (self.run / ARCHIVE).stat().st_ino
            if not self._tables[1] or self._tables[0] != number:
                found = [
                    every
                    for each in archive.records("table", NOT_STALE)
                    if isinstance(each, Table)
                    for every in each.every
                ]
                self._tables = (number, tuple(found))
        return self._tables[1]

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._let_go()

    def _let_go(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None


@dataclass(frozen=True)
class Desk:
    """One run's review, as its server holds it; `request.app.state.desk` in every page."""

    run: Path
    store: ReviewStore
    told: ReviewSettings | None
    """What [review] says; None: what the run goes by, which may change while it is served."""
    keys: Keys
    hosts: frozenset[str] = LOOPBACK
    """Names under which browsers may reach the server; see `access.Named`."""
    wide: bool = False
    """It listens beyond loopback."""
    address: str = ""
    """Where browsers find it, as "https://review.example", when that is another server that passes requests on."""
    issuer: Issuer | None = None
    """Who else may sign people in."""
    jail: Jail = field(init=False)
    shelf: Shelf = field(init=False)
    recalled: Recalled = field(init=False)

    def __post_init__(self) -> None:
        """Set jail and archive, which belong to the run."""
        object.__setattr__(self, "jail", Jail(self.run))
        object.__setattr__(self, "shelf", Shelf(self.run))
        object.__setattr__(self, "recalled", Recalled(self.store))

    @property
    def kinds(self) -> Kinds:
        """The kinds that people can be asked about, by name."""
        return self.store.kinds

    @property
    def asked(self) -> tuple[str, ...]:
        """The kinds that [review] has people asked about."""
        return asked_of(self.settings, self.kinds)

    @property
    def settings(self) -> ReviewSettings:
        """The present content of [review]."""
        return self.shelf.settings() if self.told is None else self.told

    @property
    def overlap(self) -> int:
        """The number of verdicts that items need at most, but for doubled ones."""
        return max((self.settings.overlap_of(kind) for kind in self.asked), default=1)

    @property
    def opinions(self) -> bool:
        """Whether all that people are asked for are opinions."""
        return all(self.kinds[kind].opinion for kind in self.asked)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables that the run is about, as they are told."""
        return self.shelf.tables()

    @contextlib.contextmanager
    def archive(self) -> Iterator[Archive]:
        """Return the run's archive, for reading. Raises ArchiveError where the folder holds none any more."""
        yield self.shelf.archive()

    async def sandbox(self) -> ProcessSandbox:
        """Return the sandbox, opened on first need. Raises SandboxError where it cannot be had."""
        return await self.jail.opened()
