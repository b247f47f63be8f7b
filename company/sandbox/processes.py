"""Processes below this one: who they are, and an end to them."""

import contextlib
import os
import signal
import time
from collections.abc import Collection
from pathlib import Path

_ROUNDS = 100


def descendants(process: int) -> list[int]:
    """Every living process below this one, parents first; empty where the system does not say."""
    found: list[int] = []
    waiting = [process]
    while waiting:
        children = _children(waiting.pop())
        found += children
        waiting += children
    return list(dict.fromkeys(found))


def _children(process: int) -> list[int]:
    found: set[int] = set()
    # A thread or process may end while it is looked at; then it has no children any more.
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with contextlib.suppress(OSError):
                found.update(map(int, (thread / "children").read_text().split()))
    return sorted(found)


def kill(process: int, number: int = signal.SIGKILL) -> None:
    """Send a signal; a process that is gone has nothing to be told."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, number)


def end_all_but(keep: Collection[int]) -> None:
    """Kill every descendant that is not in `keep` and take note of its end. Only for an adopter of orphans."""
    for round_ in range(_ROUNDS):
        # A killed process whose parent is another one becomes ours when that ends; until then it is a mere entry.
        others = [process for process in descendants(os.getpid()) if process not in keep and _living(process)]
        for process in others:
            kill(process)
        for process in others:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(process, 0)
        if not others:
            return
        time.sleep(0.001 * bool(round_))


def _living(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z" or _is_ours(process)


def _is_ours(process: int) -> bool:
    return process in _children(os.getpid())


def signal_name(number: int) -> str:
    """The signal's name, such as SIGKILL."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
