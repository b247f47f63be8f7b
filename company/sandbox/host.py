"""The sandbox as the rest of the company sees it: sessions and scripts, kept in bounds and cleaned up after."""

import asyncio
import itertools
import os
import shutil
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from company.config import LAYERS, SESSIONS, Layer
from company.errors import SandboxError, ScriptLost
from company.sandbox.connection import Connection
from company.sandbox.errands import Errands, leave
from company.sandbox.given import Originals, check_name, furnish, whole
from company.sandbox.prepared import Prepared
from company.sandbox.program import entered, ordered
from company.sandbox.protocol import MIB, Limits, Sandbox, ScriptRun
from company.sandbox.reading import script_run
from company.sandbox.roots import Root, make_root, sweep
from company.sandbox.sessions import Line, ProcessSession
from company.sandbox.supervisors import CLOSED, Supervisors


class ProcessSandbox(Sandbox):
    """What the two sandboxes have in common; they differ in how their processes begin. Use them with `async with`."""

    _warm: ClassVar[bool]

    def __init__(
        self,
        limits: Limits | None = None,
        workers: int | None = None,
        *,
        sessions: int = SESSIONS,
        require: Collection[Layer] = LAYERS,
        without: Collection[str] = (),
    ) -> None:
        """Create a sandbox for `workers` executions at a time, first come, first served; None: one for each core.

        At most `sessions` are open at a time. A layer in `require` that the system does not have ends `__aenter__`
        with SandboxError; the others are put on where there are any. `without` are layers to do without all the
        same ("listener": states are not forked; "proc": processes are looked at as off Linux), to try out what a lesser
        system does.
        """
        self.limits = limits or Limits()
        self._workers = workers or os.cpu_count() or 1
        self._errands = Errands(self.limits, self._workers)
        self._places = asyncio.Semaphore(sessions)
        self._require, self._without = frozenset(require), frozenset(without)
        self._root: Root | None = None
        self._supervisors: Supervisors | None = None
        self._prepared = Prepared(self._prepare)
        self._originals = Originals(lambda: self._folder("original"))
        self._lines: list[Line] = []
        self._numbers = itertools.count(1)

    async def __aenter__(self) -> Self:
        """Remove what killed runs have left, and have the zygote ready."""
        if not hasattr(os, "fork"):
            raise SandboxError(
                "code is run in processes that this system does not have: use Linux, or a Linux machine within this one"
            )
        await asyncio.to_thread(sweep)
        self._root = make_root()
        self._supervisors = Supervisors(
            self._root.path, warm=self._warm, idle=self._workers, require=self._require, without=self._without
        )
        try:
            await self._supervisors.ready()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the sandbox, as `close` does."""
        await self.close()

    @property
    def layers(self) -> Mapping[Layer, str]:
        """Each layer: "on", or why it is not; see `protocol.Sandbox.layers`."""
        found = self._supervisors.found if self._supervisors else {}
        return {layer: found[layer] for layer in LAYERS if layer in found}

    @property
    def forks(self) -> bool:
        """Whether turns are tried in forks of the state; else they run in place, and a replay makes good a failure."""
        found = self._supervisors.found if self._supervisors else {}
        return self._warm and found.get("listener") == found.get("seccomp") == "on"

    async def open(self, files: Mapping[str, Path]) -> ProcessSession:
        """Return a fresh session; see `protocol.Sandbox.open`."""
        given = {name: whole(path) for name, path in files.items()}
        for name in given:
            check_name(name)
        await self._places.acquire()
        try:
            line = await self._line(given)
        except BaseException:
            self._places.release()
            raise
        return ProcessSession(self._errands, line, 1)

    async def _line(self, given: Mapping[str, Path]) -> Line:
        supervisors, folder = self._at_work(), self._folder("dialogue")
        connection: Connection | None = None
        try:
            copy_of = self._originals.copy_of
            originals = {name: str(await asyncio.to_thread(copy_of, path)) for name, path in given.items()}
            (folder / "work").mkdir(parents=True, mode=0o700)
            if not self._warm:
                await asyncio.to_thread(furnish, folder / "home", supervisors.caches)
            connection = await supervisors.take()
            places = {"folder": str(folder / "work"), "kept": str(folder / "kept"), "home": str(folder / "home")}
            order = {"kind": "dialogue", "cold": not self._warm, "forks": self.forks, "files": originals, **places}
            async with connection.turn:
                await connection.send({**order, "limits": asdict(self.limits)})
                head, _ = await connection.answer(MIB, self._errands.patience)
            if head["ending"] != "open":
                raise SandboxError(f"a dialogue could not be begun: {head['why']}")
        except (ConnectionError, TimeoutError) as error:
            await self._errands.finish(leave(connection, folder))
            raise SandboxError(f"a dialogue could not be begun ({error}): {supervisors.last_words()}") from error
        except BaseException:
            await self._errands.finish(leave(connection, folder))
            raise
        line = Line(connection, folder, self._end_line)
        self._lines.append(line)
        return line

    async def script(self, path: Path, *, cold: bool, readable: Sequence[Path] = ()) -> ScriptRun:
        """Run a script; see `protocol.Sandbox.script`."""
        path = whole(path)
        order = {"kind": "script", "script": str(path), "cold": cold or not self._warm, "seeded": not cold}
        return await self._ran(path.name, path.parent, readable, order)

    async def program(
        self,
        name: str,
        arguments: Sequence[str],
        folder: Path,
        readable: Sequence[Path] = (),
        settings: Mapping[str, str] | None = None,
    ) -> ScriptRun:
        """Run one program; see `protocol.Sandbox.program`."""
        self._at_work()
        for layer in ("landlock", "seccomp"):
            if self.layers[layer] != "on":
                raise SandboxError(
                    f"{name} is run only where {layer} keeps it from running others, and that is missing here "
                    f"({self.layers[layer]}): use Linux 6.2 or newer, or a virtual machine"
                )
        work = await asyncio.to_thread(entered, folder)
        program = await asyncio.to_thread(ordered, name, arguments, settings or {})
        order = {"kind": "program", "program": program, "cold": True, "seeded": False}
        return await self._ran(name, work, readable, order)

    async def _ran(self, name: str, folder: Path, readable: Sequence[Path], order: Mapping[str, Any]) -> ScriptRun:
        async with self._errands.turnstile:
            supervisors, home = self._at_work(), self._folder("script")
            connection: Connection | None = None
            try:
                if order["cold"] and order["kind"] == "script":
                    await asyncio.to_thread(furnish, home, supervisors.caches)
                    if not order["seeded"] and (fit := await self._prepared.fit_for(Path(order["script"]))):
                        supervisors, order = fit, {**order, "cold": False}
                else:
                    home.mkdir(mode=0o700)
                places = {"folder": str(folder), "home": str(home)}
                reads = [str(each.resolve()) for each in readable]
                connection = await supervisors.take()
                head, _ = await self._errands.asked(
                    connection, {**order, **places, "readable": reads, "limits": asdict(self.limits)}
                )
            except (ConnectionError, TimeoutError) as error:
                await self._errands.finish(leave(connection, home))
                late = f"no answer in {self._errands.patience:.0f} s" if isinstance(error, TimeoutError) else error
                raise ScriptLost(
                    f"the process that ran {name} is gone ({late}); run it again: {supervisors.last_words()}"
                ) from error
            except BaseException:
                await self._errands.finish(leave(connection, home))
                raise
            await self._errands.finish(leave(connection, home))
            return script_run(head, self.limits)

    async def close(self) -> None:
        """End everything that was opened here; see `protocol.Sandbox.close`."""
        root, self._root = self._root, None
        if root is not None:
            await self._errands.finish(self._end(root))

    async def _end(self, root: Root) -> None:
        supervisors = self._supervisors
        assert supervisors is not None, "what was entered has supervisors"
        await asyncio.gather(
            supervisors.dismiss(), self._prepared.stop(), *(line.connection.close() for line in self._lines)
        )
        await self._errands.settled()
        await supervisors.stop()
        await asyncio.to_thread(root.remove)

    def _prepare(self, libraries: Sequence[str]) -> Supervisors:
        """Return supervisors for scripts that begin by importing these libraries."""
        folder = self._folder("prepared")
        shutil.copytree(self._at_work().caches, folder / "caches")
        return Supervisors(folder, warm=True, libraries=libraries, idle=1, require=self._require, without=self._without)

    def _at_work(self) -> Supervisors:
        if self._root is None or self._supervisors is None:
            raise SandboxError(CLOSED)
        return self._supervisors

    def _folder(self, kind: str) -> Path:
        if self._root is None:
            raise SandboxError(CLOSED)
        return self._root.path / f"{kind}-{next(self._numbers)}"

    async def _end_line(self, line: Line) -> None:
        """Free the slot of a dialogue, and remove its folder."""
        if line in self._lines:
            self._lines.remove(line)
            self._places.release()
            await leave(line.connection, line.folder)


class ForkSandbox(ProcessSandbox):
    """Code in forks of one warm Python that has the libraries loaded; turns are tried in forks of the state."""

    _warm = True


class SubprocessSandbox(ProcessSandbox):
    """Code in cold interpreters; the state of a dialogue is kept in one, and made again when a turn has failed.

    Many times slower. For systems on which a warm Python cannot be forked safely, and to check the other one against.
    """

    _warm = False


LocalSandbox: type[ProcessSandbox] = ForkSandbox if sys.platform == "linux" else SubprocessSandbox
"""The one to use on this system: off Linux, libraries that are loaded do not survive a fork."""
