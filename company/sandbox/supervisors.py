"""The zygote and the supervisors that it has forked: who is free, who is new, and which layers they put on."""

import asyncio
from collections.abc import Collection, Mapping
from pathlib import Path

from company.config import LAYERS, Layer
from company.errors import LayersMissing, SandboxError
from company.sandbox.connection import Connection, Zygote

CLOSED = "the sandbox is closed: open sessions and run scripts inside `async with`"


class Supervisors:
    """Hands out supervisors, one at a time to each who asks; those that come back serve again."""

    def __init__(
        self, folder: Path, *, warm: bool, idle: int, require: Collection[Layer], without: Collection[str]
    ) -> None:
        """Create the supervisors: at most `idle` wait to serve again; `folder` is for the zygote's caches and log."""
        self._folder, self._warm, self._most_idle = folder, warm, idle
        self._require, self._without = require, without
        self._starting = asyncio.Lock()
        self._idle: list[Connection] = []
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
        """Return a free supervisor, or a new one; a zygote that turns out to be gone is started anew, once.

        Raises SandboxError when none can be had.
        """
        while self._idle:
            connection = self._idle.pop()
            if connection.alive:
                return connection
            await connection.close()
        zygote = await self.ready()
        try:
            return await zygote.connect()
        except ConnectionError:
            try:
                return await (await self.ready(gone=zygote)).connect()
            except ConnectionError as error:
                raise SandboxError(f"the Python that runs code died twice: {self.last_words()}") from error

    async def give_back(self, connection: Connection) -> None:
        """Let a supervisor serve again that has nothing below it any more."""
        if self._stopped or connection.closed or connection.spoilt or len(self._idle) >= self._most_idle:
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
                    self._folder, warm=self._warm, without=self._without, choose=self._chosen
                )
            return self.zygote

    def last_words(self) -> str:
        """Return why the zygote, or one of its supervisors, failed."""
        return self.zygote.last_words() if self.zygote else "there is no process to run code"

    async def dismiss(self) -> None:
        """Close those that are free; none is kept from here on."""
        self._stopped = True
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
