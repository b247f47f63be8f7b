"""What every sandbox promises. `tests/contracts/test_sandbox.py` is the suite that each one must pass."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from company.config import Layer
from company.records import Execution, Intent

MIB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """What one execution may use up; beyond it the code is stopped and has failed."""

    wall_seconds: float = 60.0
    cpu_seconds: int = 60
    memory_mib: int = 4096
    """Address space of one process, beyond what the libraries take before the first line runs."""
    output_bytes: int = 64_000
    """Of each of stdout and stderr."""
    reply_bytes: int = 32 * MIB
    """Captured results, variables and figures of one turn together."""
    file_mib: int = 512
    """Size of any one file."""
    disk_mib: int = 1024
    """All files of the working folder together, deleted ones that are still open included."""
    files: int = 10_000
    """In the working folder, beyond those that were given."""
    open_files: int = 256
    threads: int = 64
    """Of one execution; counted where the system can count them apart from others."""


@dataclass(frozen=True)
class ScriptRun:
    """What a script did. A script that failed is a result, not an exception."""

    exit_code: int | None
    """Negative: the signal that ended it. None: it was stopped at a limit."""
    stdout: str
    stderr: str
    timed_out: bool

    @property
    def ok(self) -> bool:
        """Whether it finished and said that all was well."""
        return self.exit_code == 0


class Session(Protocol):
    """The Python state of one dialogue, from its first turn to its last."""

    async def run(
        self, code: str, intents: Sequence[Intent] = (), *, in_place: bool = False, bare: bool = False
    ) -> Execution:
        """Try one turn: all of it happens, or nothing does.

        It succeeds when the code ran to its end and every intent's result is there with the type asked for; the
        type "plot" means the current figure. A turn that fails leaves no trace in variables, figures, random
        state or files. Turns of one session run one after the other.

        `in_place` promises that the turn will succeed, as those of a known history do: no snapshot is taken before
        it, which is faster. A promise that is broken costs time and nothing else: the accepted turns run again.

        `bare` asks for nothing but whether it succeeded and what it printed: no variables, results or figures, and
        figures stay open, as between the lines of one script.

        Raises SessionLost when its state is gone and cannot be made again, SandboxError when it is closed. When the
        awaiting coroutine is cancelled, the turn is stopped and undone; one that was done by then closes the session.
        """
        ...

    async def fork(self) -> "Session":
        """Return another session with the same state, files included; neither sees what the other does from here on.

        The two share a place among the open sessions and take turns. Raises SandboxError as `run` does.
        """
        ...

    async def table(self, name: str) -> bytes:
        """Return the first rows of a variable that is a table or series, as JSON for `results.cells.read_cells`.

        They were written by untrusted code. Raises ValueError, saying why, when it is neither, is not there or is too
        large; SandboxError as `run` does.
        """
        ...

    async def files(self, under: str) -> dict[str, bytes]:
        """Return the files in one folder of the working folder after the last turn, by their names there.

        They were written by untrusted code; links and folders in it are left out. Raises ValueError when they are
        longer than an answer may be, SandboxError as `run` does.
        """
        ...

    async def close(self) -> None:
        """End every process of the session and remove its folder; closing twice is fine."""
        ...


class Sandbox(Protocol):
    """A place to run code that nobody has read; an async context manager."""

    @property
    def layers(self) -> Mapping[Layer, str]:
        """Each layer of the jail: "on", or why it is not; empty before the sandbox is entered."""
        ...

    async def open(self, files: Mapping[str, Path]) -> Session:
        """Return a fresh session whose working folder holds its own read-only copy of each file, under the name given.

        Waits while as many sessions are open as may be. Raises SandboxError when the processes cannot be started
        or a file cannot be copied.
        """
        ...

    async def script(self, path: Path, *, cold: bool, readable: Sequence[Path] = ()) -> ScriptRun:
        """Run a script as `__main__` from a clean start, in its own folder; what it writes there stays there.

        It reads its folder, the interpreter, and what is `readable`: files and folders, which links in its folder may
        point to. Cold is a new interpreter with a clean environment, exactly as a stranger would run it, or a fork of
        one that has loaded nothing but the libraries which the script's first lines import. So random numbers that
        the script does not seed differ from run to run, and the order of sets is another one than in warm code.
        Warm is a fork that has the libraries loaded and the generators of `random` and `numpy.random` seeded: faster,
        and more lenient towards imports.

        Raises ScriptLost when its process is gone or late, SandboxError when the sandbox itself fails.
        """
        ...

    async def program(
        self,
        name: str,
        arguments: Sequence[str],
        folder: Path,
        readable: Sequence[Path] = (),
        settings: Mapping[str, str] | None = None,
    ) -> ScriptRun:
        """Run one compiled program of this system in a folder, and no other: neither it nor what it loads starts one.

        It reads its folder, system libraries and what is `readable`, and writes in its folder alone; what it writes
        there stays there. `settings` are its variables of the environment, beside a home, a path and a language.

        Raises SandboxError where there is no such program, where Landlock or seccomp is missing, and when the sandbox
        itself fails, and ScriptLost as `script` does.
        """
        ...

    async def close(self) -> None:
        """End everything that was opened here and remove every folder; closing twice is fine."""
        ...

    async def __aenter__(self) -> Self:
        """Make the sandbox ready to run code, and return it."""
        ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the sandbox, as `close` does."""
        ...
