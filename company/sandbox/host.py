"""The sandbox as the rest of the company sees it: sessions and scripts, kept in bounds and cleaned up after."""

import asyncio
import itertools
import json
import os
import shutil
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from company.errors import SandboxError
from company.records import Execution, Intent, Variable
from company.sandbox import wire
from company.sandbox.connection import Connection, Zygote
from company.sandbox.protocol import Limits, Sandbox, ScriptRun, Session
from company.sandbox.reading import execution, script_run
from company.sandbox.roots import Root, make_root, sweep

_GRACE_SECONDS = 60.0
"""Beyond its own deadline, what a supervisor may take to answer on a busy machine."""
_HEAD_BYTES = 1024 * 1024


class ForkSandbox(Sandbox):
    """Code in forks of one warm Python, with limits of time, memory and output. Use it with `async with`."""

    def __init__(self, limits: Limits | None = None, workers: int | None = None) -> None:
        """At most `workers` executions run at a time, first come, first served; None: as many as there are cores."""
        self.limits = limits or Limits()
        self._turnstile = asyncio.Semaphore(workers or os.cpu_count() or 1)
        self._root: Root | None = None
        self._zygote: Zygote | None = None
        self._starting = asyncio.Lock()
        self._sessions: set[ForkSession] = set()
        self._leaving: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count(1)

    async def __aenter__(self) -> Self:
        """Remove what killed runs have left, and have the warm Python ready."""
        if not hasattr(os, "fork"):
            raise SandboxError("code is run in forked processes, which this system does not have: use Linux")
        await asyncio.to_thread(sweep)
        self._root = make_root()
        try:
            await self._warm()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """As `close`."""
        await self.close()

    async def open(self, files: Mapping[str, Path]) -> "ForkSession":
        """A fresh session; see `protocol.Sandbox.open`."""
        folder = self._folder("dialogue")
        originals = {name: str(_whole(path)) for name, path in files.items()}
        order = {"kind": "dialogue", "folder": str(folder / "work"), "kept": str(folder / "kept"), "files": originals}
        try:
            await asyncio.to_thread(_fill, folder / "work", originals)
            connection = await self._connect(order)
        except BaseException:
            await self._finish(_remove(folder))
            raise
        session = ForkSession(self, connection, folder)
        self._sessions.add(session)
        return session

    async def script(self, path: Path, *, cold: bool) -> ScriptRun:
        """Run a script; see `protocol.Sandbox.script`."""
        path = _whole(path)
        async with self._turnstile:
            home = self._folder("script")
            home.mkdir()
            connection: Connection | None = None
            try:
                order = {"kind": "cold" if cold else "warm", "script": str(path), "home": str(home)}
                connection = await self._connect(order)
                head = json.loads(await connection.receive(16 * self.limits.output_bytes + _HEAD_BYTES, self._patience))
            except (ConnectionError, TimeoutError) as error:
                raise SandboxError(f"the process that ran {path.name} is gone ({error}); run it again") from error
            finally:
                await self._finish(_leave(connection, home))
            return script_run(head, self.limits)

    async def close(self) -> None:
        """End everything that was opened here; see `protocol.Sandbox.close`."""
        root, self._root = self._root, None
        if root is None:
            return
        await self._finish(self._end(root))

    async def _end(self, root: Root) -> None:
        await asyncio.gather(*(session.close() for session in list(self._sessions)))
        await asyncio.gather(*self._leaving - {asyncio.current_task()})
        if self._zygote:
            await asyncio.to_thread(self._zygote.stop)
        await asyncio.to_thread(root.remove)

    @property
    def _patience(self) -> float:
        return self.limits.wall_seconds + _GRACE_SECONDS

    def _folder(self, kind: str) -> Path:
        if self._root is None:
            raise SandboxError("the sandbox is closed: open sessions and run scripts inside `async with`")
        return self._root.path / f"{kind}-{next(self._numbers)}"

    async def _warm(self, gone: Zygote | None = None) -> Zygote:
        async with self._starting:
            if self._root is None:
                raise SandboxError("the sandbox is closed: open sessions and run scripts inside `async with`")
            if self._zygote and (self._zygote is gone or not self._zygote.alive):
                self._zygote.stop()
                self._zygote = None
            if self._zygote is None:
                self._zygote = await Zygote.start(self._root.path)
            return self._zygote

    async def _connect(self, order: Mapping[str, Any]) -> Connection:
        """A supervisor for the order; a zygote that turns out to be gone is started anew, once."""
        complete = {**order, "limits": asdict(self.limits)}
        zygote = await self._warm()
        try:
            return await zygote.connect(complete)
        except ConnectionError:
            try:
                return await (await self._warm(gone=zygote)).connect(complete)
            except ConnectionError as error:
                raise SandboxError(f"the Python that runs code died twice: {zygote.last_words()}") from error

    async def _finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work to its end, even when whoever waits for it is cancelled."""
        errand = asyncio.ensure_future(work)
        self._leaving.add(errand)
        errand.add_done_callback(self._leaving.discard)
        await asyncio.shield(errand)


class ForkSession(Session):
    """The state of one dialogue; see `protocol.Session`."""

    def __init__(self, sandbox: ForkSandbox, connection: Connection, folder: Path) -> None:
        self._sandbox, self._folder = sandbox, folder
        self._connection: Connection | None = connection
        self._one_at_a_time = asyncio.Lock()
        self._variables: tuple[Variable, ...] = ()

    async def run(self, code: str, intents: Sequence[Intent] = ()) -> Execution:
        """Try one turn; see `protocol.Session.run`."""
        turn = wire.as_json({"code": code, "intents": [intent.model_dump() for intent in intents]})
        async with self._one_at_a_time, self._sandbox._turnstile:
            try:
                done = await self._ask(turn)
            except BaseException:
                # Nobody knows how far the turn came: the state cannot be trusted any more.
                await self.close()
                raise
        if done.ok:
            self._variables = done.variables
        return done

    async def _ask(self, turn: bytes) -> Execution:
        if self._connection is None:
            raise SandboxError("this dialogue's state is closed; open a new one and run its turns again")
        limits, patience = self._sandbox.limits, self._sandbox._patience
        try:
            await self._connection.send(turn)
            head = json.loads(await self._connection.receive(16 * limits.output_bytes + _HEAD_BYTES, patience))
            if head["ending"] == "lost":
                raise SandboxError(f"{head['why']}: this dialogue is lost; open a new one and run its turns again")
            payload = await self._connection.receive(limits.reply_bytes + 64, patience)
        except (ConnectionError, TimeoutError) as error:
            raise SandboxError(
                f"the processes of this dialogue are gone ({error}); open a new one and run its turns again"
            ) from error
        return await asyncio.to_thread(execution, head, payload, self._variables, limits, str(self._folder / "work"))

    async def close(self) -> None:
        """End the session; see `protocol.Session.close`."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        self._sandbox._sessions.discard(self)
        await self._sandbox._finish(_leave(connection, self._folder))


async def _leave(connection: Connection | None, folder: Path) -> None:
    if connection is not None:
        await connection.close()
    await _remove(folder)


async def _remove(folder: Path) -> None:
    await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


def _whole(path: Path) -> Path:
    """The file's full name. Raises SandboxError when there is no such file."""
    if not Path(path).is_file():
        raise SandboxError(f"there is no file {path} to run code with")
    return Path(path).resolve()


def _fill(folder: Path, originals: Mapping[str, str]) -> None:
    """Give a dialogue its own copy of each file: whatever it does to them, nobody else notices."""
    folder.mkdir(parents=True, mode=0o700)
    for name, original in originals.items():
        target = folder / name
        if Path(name).is_absolute() or ".." in Path(name).parts or target == folder:
            raise SandboxError(f"{name!r} does not name a file inside the working folder")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(original, target)
            target.chmod(0o444)
        except OSError as error:
            raise SandboxError(f"{original} could not be copied for running code: {error}") from error
