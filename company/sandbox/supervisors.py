"""The zygote and the supervisors that it has forked: who is ready, and which layers they put on.

A supervisor serves one dialogue or one script. What it has read of untrusted code stays in its memory, of which the
processes that it starts have a copy: of another dialogue, they would have what that one has said.
"""

import asyncio
import contextlib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from company.config import LAYERS, Layer
from company.errors import LayersMissing, SandboxError
from company.sandbox.connection import Connection, Zygote

CLOSED = "the sandbox is closed: open sessions and run scripts inside `async with`"


class Supervisors:
    """Hands out supervisors, each to one who asks, and has some ready for the next."""

    def __init__(
        self,
        folder: Path,
        *,
        warm: bool,
        libraries: Sequence[str] | None = None,
        idle: int,
        require: Collection[Layer],
        without: Collection[str],
    ) -> None:
        """Create the supervisors: `idle` wait for the next to ask; `folder` is for the zygote's caches and log.

        Where `libraries` are named, no others are loaded in what is forked.
        """
        self._folder, self._warm, self._libraries, self._most_idle = folder, warm, libraries, idle
        self._require, self._without = require, without
        self._starting = asyncio.Lock()
        self._idle: list[Connection] = []
        self._coming: set[asyncio.Task[None]] = set()
        self._stopped = False
        self.zygote: Zygote | None = None

    @property
    def caches(self) -> Path:
        """The folder of the libraries' caches, which a cold interpreter would otherwise have to make anew."""
        return self._folder / "caches"

    @property
    def found(self) -> Mapping[str, str]:
        """The layers that the system has: "on", or why it has not."""
        return self.zygote.found if self.zygote else {}

    async def take(self) -> Connection:
        """Return a supervisor that has served nobody; a zygote that turns out to be gone is started anew, once.

        Raises SandboxError when none can be had.
        """
        while self._idle:
            connection = self._idle.pop()
            if connection.alive:
                self._prepare()
                return connection
            await connection.close()
        zygote = await self.ready()
        try:
            connection = await zygote.connect()
        except ConnectionError:
            try:
                connection = await (await self.ready(gone=zygote)).connect()
            except ConnectionError as error:
                raise SandboxError(f"the Python that runs code died twice: {self.last_words()}") from error
        self._prepare()
        return connection

    def _prepare(self) -> None:
        """Have as many ready as are to wait, beside whatever else is done."""
        while not self._stopped and len(self._idle) + len(self._coming) < self._most_idle:
            errand = asyncio.create_task(self._add())
            self._coming.add(errand)
            errand.add_done_callback(self._coming.discard)

    async def _add(self) -> None:
        # Where it fails, whoever asks next is told why.
        with contextlib.suppress(ConnectionError, SandboxError):
            connection = await (await self.ready()).connect()
            if self._stopped:
                await connection.close()
            else:
                self._idle.append(connection)

    async def ready(self, gone: Zygote | None = None) -> Zygote:
        """Return the zygote, started where there is none or where it is the one that is `gone`.

        Raises LayersMissing where a layer that is required is not to be had, SandboxError where it does not start or
        is not to start any more.
        """
        async with self._starting:
            if self._stopped:
                raise SandboxError(CLOSED)
            if self.zygote and (self.zygote is gone or not self.zygote.alive):
                await asyncio.to_thread(self.zygote.stop)
                self.zygote = None
            if self.zygote is None:
                self.zygote = await Zygote.start(
                    self._folder,
                    warm=self._warm,
                    libraries=self._libraries,
                    without=self._without,
                    choose=self._chosen,
                )
            return self.zygote

    def last_words(self) -> str:
        """Return why the zygote, or one of its supervisors, failed."""
        return self.zygote.last_words() if self.zygote else "there is no process to run code"

    async def settled(self) -> None:
        """Wait until as many are ready as are to wait, or none can be had any more."""
        while self._coming:
            await asyncio.gather(*self._coming)

    async def dismiss(self) -> None:
        """Close those that are ready; none is made from here on."""
        self._stopped = True
        await self.settled()
        idle, self._idle = self._idle, []
        await asyncio.gather(*(connection.close() for connection in idle))

    async def stop(self) -> None:
        """End the zygote and all that it has forked."""
        if self.zygote:
            await asyncio.to_thread(self.zygote.stop)

    def _chosen(self, found: Mapping[str, str]) -> list[str]:
        """Return the layers to put on. Raises LayersMissing, naming each that is required and missing."""
        missing = {layer: found[layer] for layer in LAYERS if layer in self._require and found[layer] != "on"}
        if missing:
            named = "; ".join(f"{layer} ({why})" for layer, why in missing.items())
            raise LayersMissing(
                f"this system cannot put generated code behind every layer that is required. Missing: {named}. Run on "
                "Linux 6.2 or newer with user namespaces allowed, or require fewer layers, at your own risk",
                rest=[layer for layer in LAYERS if layer in self._require and layer not in missing],
            )
        return [layer for layer in LAYERS if found[layer] == "on"]
