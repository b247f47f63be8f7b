"""Our end of the talk with the zygote and with each supervisor that it forks."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from company.errors import SandboxError
from company.sandbox import wire
from company.sandbox.zygote import READY

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
    """A talk with one supervisor; when it is closed, everything below that supervisor ends."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pid: int) -> None:
        self._reader, self._writer, self._pid = reader, writer, pid
        self._reading = asyncio.Lock()

    async def send(self, payload: bytes) -> None:
        """Send one frame. Raises ConnectionError when the supervisor is gone."""
        self._writer.write(wire.framed(payload))
        await self._writer.drain()

    async def receive(self, limit: int, seconds: float) -> bytes:
        """The next frame. Raises ConnectionError when the supervisor is gone, TimeoutError when it is late."""
        try:
            async with self._reading, asyncio.timeout(seconds):
                return await wire.read(self._reader, limit)
        except (asyncio.IncompleteReadError, ValueError) as error:
            raise ConnectionError(str(error)) from error

    async def close(self) -> None:
        """Return when the supervisor and all below it are gone."""
        with contextlib.suppress(OSError):
            self._writer.write_eof()
        try:
            # Whoever is still waiting for an answer is told first that none will come.
            async with asyncio.timeout(_LEAVE_SECONDS), self._reading:
                while await self._reader.read(1 << 16):
                    pass
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
        except OSError:
            pass  # a reset is an end as well
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()


class Zygote:
    """The warm process, as seen from here."""

    def __init__(self, process: "subprocess.Popen[bytes]", control: socket.socket, log: Path) -> None:
        self._process, self._control, self._log = process, control, log

    @classmethod
    async def start(cls, folder: Path) -> Self:
        """A zygote that has loaded its libraries; `folder` is for its caches and its log. Raises SandboxError."""
        ours, theirs = socket.socketpair()
        log = folder / "zygote.log"
        caches = folder / "caches"
        caches.mkdir(exist_ok=True)
        command = [sys.executable, "-s", "-P", "-c", _PROGRAM, _PACKAGE_ROOT, str(theirs.fileno())]
        environment = {**_ENVIRONMENT, "HOME": str(caches), "TMPDIR": str(caches), "MPLCONFIGDIR": str(caches)}
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
            await zygote._be_ready()
        except BaseException:
            zygote.stop()
            raise
        return zygote

    async def _be_ready(self) -> None:
        self._control.setblocking(False)
        loop = asyncio.get_running_loop()
        expected, said = wire.framed(READY), b""
        try:
            async with asyncio.timeout(_START_SECONDS):
                while len(said) < len(expected):
                    part = await loop.sock_recv(self._control, len(expected) - len(said))
                    if not part:
                        raise SandboxError(f"the Python that runs code could not be started: {self.last_words()}")
                    said += part
        except TimeoutError:
            raise SandboxError(f"the Python that runs code was not ready after {_START_SECONDS:.0f} s") from None
        self._control.setblocking(True)

    def last_words(self) -> str:
        """The last line of its log, which is where it and its supervisors say why they failed."""
        lines = self._log.read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing. Try again, or look at the machine's free memory."

    @property
    def alive(self) -> bool:
        """It has not ended."""
        return self._process.poll() is None

    async def connect(self, order: Mapping[str, Any]) -> Connection:
        """A new supervisor that follows the order.

        Raises ConnectionError when the zygote is gone, SandboxError when it does not answer.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                wire.send(self._control, wire.as_json(order), [theirs.fileno()])
            except OSError as error:
                ours.close()
                raise ConnectionError(str(error)) from error
        reader, writer = await asyncio.open_connection(sock=ours)
        connection = Connection(reader, writer, 0)
        try:
            hello = await connection.receive(1024, _HELLO_SECONDS)
        except TimeoutError:
            writer.close()
            raise SandboxError(f"no process was there to run code after {_HELLO_SECONDS:.0f} s; try again") from None
        except BaseException:
            writer.close()
            raise
        return Connection(reader, writer, _pid(hello))

    def stop(self) -> None:
        """End it and everything that it has forked."""
        self._control.close()
        self._process.kill()
        self._process.wait()


def _pid(hello: bytes) -> int:
    pid: int = json.loads(hello)["pid"]
    return pid
