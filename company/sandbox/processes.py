"""Processes below this one: who they are, how they fare, and an end to them."""

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from company.sandbox import elsewhere
from company.sandbox.jail import system

_ROUNDS = 100
_REST_SECONDS = 10.0
_TICKS = os.sysconf("SC_CLK_TCK")
_STATE, _USER_TIME, _SYSTEM_TIME, _THREADS, _START, _EXIT = 0, 11, 12, 17, 19, 49
"""Places in /proc/PID/stat, counted from behind the name."""


def die_with(parent: int, number: int = signal.SIGKILL) -> None:
    """Be sent a signal when the parent ends; one that has ended already counts. A fork clears this again.

    A parent outside this process namespace has the id 0.
    """
    if sys.platform == "linux":
        system.control(system.PR_SET_PDEATHSIG, number)
    if os.getppid() not in (parent, 0):
        os._exit(1)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none gets away."""
    if sys.platform == "linux":
        system.control(system.PR_SET_CHILD_SUBREAPER, 1)


def descendants(process: int) -> list[int]:
    """Return every process below this one, parents first."""
    found: list[int] = []
    waiting = [process]
    while waiting:
        below = children(waiting.pop())
        found += below
        waiting += below
    return list(dict.fromkeys(found))


def children(process: int) -> set[int]:
    """Return the processes that this one is the parent of, ended ones included that were not yet asked for."""
    if elsewhere.needed:
        return elsewhere.children(process)
    found: set[int] = set()
    # A thread or process may end while it is looked at; then it has no children any more.
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with contextlib.suppress(OSError):
                found.update(map(int, (thread / "children").read_text().split()))
    return found


def forked_by(thread: int) -> set[tuple[int, str]]:
    """Return the forks of this thread, each with the time of its start: an id may be given away again."""
    try:
        forks = Path(f"/proc/{thread}/task/{thread}/children").read_text().split()
    except OSError:
        return set()
    return {(int(fork), stat[_START]) for fork in forks if (stat := _stat(int(fork)))}


def kill(process: int, number: int = signal.SIGKILL) -> None:
    """Send a signal; a process that is gone is passed over."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, number)


def rest(process: int) -> bool:
    """Stop the process and all its threads; return True when they are stopped, False when it has ended.

    Raises TimeoutError when it does neither.
    """
    kill(process, signal.SIGSTOP)
    deadline = time.monotonic() + _REST_SECONDS
    while time.monotonic() < deadline:
        if not alive(process):
            return False
        if _stands_still(process):
            return True
        time.sleep(0.0001)
    raise TimeoutError(f"process {process} does not stand still")


def _stands_still(process: int) -> bool:
    """Return whether none of its threads runs any more; the first one may stop before the others do."""
    if elsewhere.needed:
        return elsewhere.stopped(process)
    stat = _stat(process)
    if not stat or stat[_STATE] != "T":
        return False
    if stat[_THREADS] == "1":
        return True
    with contextlib.suppress(OSError):
        return all(_fields(thread / "stat")[0] in "TZX" for thread in Path(f"/proc/{process}/task").iterdir())
    return False


def end(process: int) -> int | None:
    """Kill the process and wait until it is gone; return its exit code, negative for a signal, where known.

    An end that came before the killing is the one that is told. Who its parent is does not matter.
    """
    kill(process)
    with contextlib.suppress(ProcessLookupError), ending(process) as answers:
        _wait(process, answers)
        stat = _stat(process)
        with contextlib.suppress(ChildProcessError):
            done, status = os.waitpid(process, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status)
        if len(stat) > _EXIT and stat[_STATE] == "Z":
            return os.waitstatus_to_exitcode(int(stat[_EXIT]))
    return None


def _wait(process: int, answers: Collection[int]) -> None:
    """Wait until it has ended with all its threads, for a bounded time."""
    poll = select.poll()
    for descriptor in answers:
        poll.register(descriptor, select.POLLIN)
    if answers:
        poll.poll(_REST_SECONDS * 1000)  # the first thread may have ended long before the others
        return
    deadline = time.monotonic() + _REST_SECONDS
    while alive(process) and time.monotonic() < deadline:
        time.sleep(0.005)


@contextlib.contextmanager
def ending(process: int) -> Iterator[dict[int, Callable[[], None]]]:
    """Return a descriptor that has something to read when the process ends, and nothing to do then; {} off Linux.

    Raises ProcessLookupError when there is no such process.
    """
    if not hasattr(os, "pidfd_open"):
        yield {}
        return
    descriptor = os.pidfd_open(process)
    try:
        yield {descriptor: lambda: None}
    finally:
        os.close(descriptor)


def alive(process: int) -> bool:
    """Return whether it is there and has not ended."""
    if elsewhere.needed:
        return elsewhere.alive(process)
    stat = _stat(process)
    return bool(stat) and stat[_STATE] not in "ZX"


def seconds_used(process: int) -> float:
    """Return the processor time of the process and all its threads so far; 0 when it is gone."""
    if elsewhere.needed:
        return elsewhere.seconds_used(process)
    stat = _stat(process)
    return (int(stat[_USER_TIME]) + int(stat[_SYSTEM_TIME])) / _TICKS if stat else 0.0


def end_all_but(keep: Collection[int]) -> None:
    """Kill every process below that is not in `keep` and take note of its end. Only for an adopter of orphans."""
    for round_ in range(_ROUNDS):
        # A killed process whose parent is another one becomes ours when that ends; until then it is a mere entry.
        others = [process for process in _all_below() if process not in keep and _counts(process)]
        for process in others:
            kill(process)
        for process in others:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(process, 0)
        if not others:
            return
        time.sleep(0.001 * bool(round_))


def _all_below() -> list[int]:
    """Return every process that is this one's to end."""
    if os.getpid() != 1 or elsewhere.needed:
        return descendants(os.getpid())
    # The first process of a namespace answers for all in there, also those that were born of others.
    return [int(each) for each in os.listdir("/proc") if each.isdecimal() and each != "1"]  # noqa: PTH208 - names


def reap() -> None:
    """Take note of every child that has ended by itself."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def signal_name(number: int) -> str:
    """Return the signal's name, such as SIGKILL."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _counts(process: int) -> bool:
    """Return whether it is alive, or has ended and is ours to take note of."""
    return alive(process) or process in children(os.getpid())


def _stat(process: int) -> list[str]:
    with contextlib.suppress(OSError):
        return _fields(Path(f"/proc/{process}/stat"))
    return []


def _fields(stat: Path) -> list[str]:
    # A process gives itself a name of any bytes, brackets among them.
    return stat.read_bytes().rpartition(b")")[2].decode("ascii").split()
