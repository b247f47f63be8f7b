"""What a process gives up before it runs code that nobody has read. More layers are added here, in `confine`."""

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TypedDict

_PDEATHSIG, _SUBREAPER = 1, 36
_OPEN_FILES = 256
_LIBC = ctypes.CDLL(None, use_errno=True)


class Allowance(TypedDict):
    """`Limits` as it travels."""

    wall_seconds: float
    cpu_seconds: int
    memory_mib: int
    output_bytes: int
    reply_bytes: int
    file_mib: int


def _control(option: int, value: int) -> None:
    if sys.platform == "linux" and _LIBC.prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), f"prctl({option}) was refused")


def die_with(parent: int) -> None:
    """Be killed when `parent` ends; a parent that has ended already counts. A fork clears this again."""
    _control(_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def outlive_parent() -> None:
    """Take `die_with` back."""
    _control(_PDEATHSIG, 0)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none gets away."""
    _control(_SUBREAPER, 1)


def close_all_but(keep: Iterable[int]) -> None:
    """Close every other open descriptor, whoever opened it."""
    low = 0
    for descriptor in sorted(set(keep)):
        if low < descriptor:  # an empty range at 0 closes everything on CPython 3.11
            os.closerange(low, descriptor)
        low = descriptor + 1
    os.closerange(low, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def taken_bytes() -> int:
    """Address space of this process; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def confine(allowance: Allowance, taken: int) -> None:
    """Limit this process and all that it starts; `taken` bytes of address space are granted on top."""
    memory = allowance["memory_mib"] * 1024 * 1024 + taken
    file_size = allowance["file_mib"] * 1024 * 1024
    processor = allowance["cpu_seconds"]
    for kind, soft, hard in (
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_FSIZE, file_size, file_size),
        (resource.RLIMIT_CPU, processor, processor + 5),
        (resource.RLIMIT_NOFILE, _OPEN_FILES, _OPEN_FILES),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        ceiling = resource.getrlimit(kind)[1]
        if ceiling != resource.RLIM_INFINITY:
            soft, hard = min(soft, ceiling), min(hard, ceiling)
        resource.setrlimit(kind, (soft, hard))
