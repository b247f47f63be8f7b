"""Our end of the talk with the zygote and with each supervisor that it forks."""

import asyncio
import contextlib
import functools
import json
import os
import signal
import socket
import subprocess
import sys
import weakref
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import company.sandbox.wire as wire
from company.errors import SandboxError
from company.sandbox.surroundings import COLD_HASH_SEED

_START_SECONDS = 120.0
_HELLO_SECONDS = 30.0
_LEAVE_SECONDS = 10.0
_PACKAGE_ROOT = str(Path(__file__).resolve().parents[2])
_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    " from company.sandbox.zygote import main; main(sys.argv[1], int(sys.argv[2]))"
)
_ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    # The wording of warnings differs between versions; what is printed must not.
    "PYTHONWARNINGS": "ignore",
    "MPLBACKEND": "Agg",
    # More than one thread in these libraries would not survive a fork, and sums in another order.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "JOBLIB_MULTIPROCESSING": "0",
    "LOKY_MAX_CPU_COUNT": "1",
}
"""All that code sees of an environment: nothing of ours is passed on."""


class Connection:
    """A talk with one supervisor; when it is closed, everything below that supervisor ends.

    One question at a time: each is answered by a head and a payload.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kill: Callable[[], None]) -> None:
        self._reader, self._writer, self._kill = reader, writer, kill
        self.turn = asyncio.Lock()
        """Held by whoever asks, until the answer is there."""
        self.closed = False
        self.spoilt = False
        """Nobody knows any more what the states below it are."""

    @property
    def alive(self) -> bool:
        """Whether the supervisor has not ended."""
        return not self.closed and not self._reader.at_eof()

    async def send(self, question: Mapping[str, Any]) -> None:
        """Ask. Raises ConnectionError when the supervisor is gone."""
        self._writer.write(wire.framed(wire.as_json(question)))
        await self._writer.drain()

    async def answer(self, limit: int, seconds: float) -> tuple[dict[str, Any], bytes]:
        """Return head and payload of the next answer, each of at most `limit` bytes.

        Raises ConnectionError when the supervisor is gone, TimeoutError when it is late.
        """
        try:
            async with asyncio.timeout(seconds):
                head = json.loads(await wire.read(self._reader, limit))
                return head, await wire.read(self._reader, limit)
        except (asyncio.IncompleteReadError, ValueError) as error:
            raise ConnectionError(str(error)) from error

    async def take_back(self, limit: int) -> str | None:
        """Stop the request; return how it ended after all, or None without an answer: then this is closed."""
        try:
            await self.send({"do": "stop"})
            head, _ = await self.answer(limit, _LEAVE_SECONDS)
        except (OSError, TimeoutError):
            await self.close()
            return None
        return str(head["ending"])

    async def close(self) -> None:
        """Return when the supervisor and all below it are gone; closing twice is fine."""
        if self.closed:
            return
        self.closed = True
        with contextlib.suppress(OSError):
            self._writer.write_eof()
        try:
            # Whoever is still waiting for an answer is told first that none will come.
            async with asyncio.timeout(_LEAVE_SECONDS), self.turn:
                while await self._reader.read(1 << 16):
                    pass
        except TimeoutError:
            self._kill()
        except OSError:
            pass  # a reset is an end as well
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()


class Zygote:
    """The process that supervisors are forked from, as seen from here."""

    def __init__(self, process: "subprocess.Popen[bytes]", control: socket.socket, log: Path) -> None:
        self._process, self._control, self._log = process, control, log
        self.found: dict[str, str] = {}
        """What the system has of the layers: "on", or why it has not."""

    @classmethod
    async def start(
        cls,
        folder: Path,
        *,
        warm: bool,
        libraries: Sequence[str] | None = None,
        without: Collection[str],
        choose: Callable[[Mapping[str, str]], list[str]],
    ) -> Self:
        """Start a zygote, and return it when it is ready; `folder` is for its caches and its log.

        Where `libraries` are named, it has loaded no others, and what it forks is as a cold interpreter is.
        `choose` is told what the system has and says which layers to put on. Raises SandboxError, and what `choose`
        raises.
        """
        ours, theirs = socket.socketpair()
        log = folder / "zygote.log"
        caches = folder / "caches"
        caches.mkdir(exist_ok=True)
        command = [sys.executable, "-s", "-P", "-c", _PROGRAM, _PACKAGE_ROOT, str(theirs.fileno())]
        environment = {**_ENVIRONMENT, "HOME": str(caches), "TMPDIR": str(caches), "MPLCONFIGDIR": str(caches)}
        if libraries is not None:
            environment["PYTHONHASHSEED"] = COLD_HASH_SEED
        with log.open("ab") as errors, theirs:
            process = subprocess.Popen(  # noqa: ASYNC220 - starting takes milliseconds, and no shell is involved
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env=environment,
                cwd=folder,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        zygote = cls(process, ours, log)
        try:
            ours.settimeout(_START_SECONDS)
            await zygote._say({"warm": warm, "libraries": libraries, "without": sorted(without), "root": str(folder)})
            zygote.found = json.loads(await zygote._hear())
            await zygote._say({"layers": choose(zygote.found)})
            await zygote._hear()
            ours.settimeout(None)
        except BaseException:
            await asyncio.to_thread(zygote.stop)
            raise
        return zygote

    async def _say(self, words: Mapping[str, Any]) -> None:
        try:
            await asyncio.to_thread(wire.send, self._control, wire.as_json(words))
        except OSError as error:
            raise SandboxError(f"the Python that runs code could not be started: {self.last_words()}") from error

    async def _hear(self) -> bytes:
        try:
            frame = await asyncio.to_thread(wire.receive, self._control)
        except TimeoutError:
            raise SandboxError(f"the Python that runs code was not ready after {_START_SECONDS:.0f} s") from None
        if frame is None:
            raise SandboxError(f"the Python that runs code could not be started: {self.last_words()}")
        return frame

    def last_words(self) -> str:
        """Return the last line of its log, which is where it and its supervisors say why they failed."""
        lines = self._log.read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing. Try again, or look at the machine's free memory."

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    async def connect(self) -> Connection:
        """Return a new supervisor.

        Raises ConnectionError when the zygote is gone, SandboxError when it does not answer.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                wire.send(self._control, b"", [theirs.fileno()])
            except OSError as error:
                ours.close()
                raise ConnectionError(str(error)) from error
        ours.settimeout(_HELLO_SECONDS)
        try:
            hello = await asyncio.to_thread(wire.receive_with_descriptors, ours, 1)
        except TimeoutError:
            ours.close()
            raise SandboxError(f"no process was there to run code after {_HELLO_SECONDS:.0f} s; try again") from None
        except BaseException:
            ours.close()
            raise
        if hello is None:
            ours.close()
            raise ConnectionError("its supervisor could not be started")
        reader, writer = await asyncio.open_connection(sock=ours)
        return Connection(reader, writer, _killer(*hello))

    def stop(self) -> None:
        """End it and everything that it has forked; blocks until then."""
        self._control.close()
        try:
            self._process.wait(_LEAVE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _killer(hello: bytes, descriptors: list[int]) -> Callable[[], None]:
    """Return a function that kills the supervisor that said hello, wherever its id means something."""
    process: int = json.loads(hello)["pid"]
    if not descriptors:
        return functools.partial(_suppressed, os.kill, process)
    descriptor = descriptors[0]
    kill = functools.partial(_suppressed, signal.pidfd_send_signal, descriptor)
    weakref.finalize(kill, os.close, descriptor)
    return kill


def _suppressed(send: Callable[[int, int], None], target: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        send(target, signal.SIGKILL)
