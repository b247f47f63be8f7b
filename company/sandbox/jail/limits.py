"""Limits of the kernel on one process: memory, files, threads."""

import os
import resource
from typing import TypedDict

from company.sandbox.jail import system

_MIB = 1024 * 1024


class Allowance(TypedDict):
    """`Limits` as it travels."""

    wall_seconds: float
    cpu_seconds: int
    memory_mib: int
    output_bytes: int
    reply_bytes: int
    file_mib: int
    disk_mib: int
    files: int
    open_files: int
    threads: int


def taken_bytes() -> int:
    """Return the address space of this process; 0 where the system does not say."""
    try:
        return int(system.read("/proc/self/statm").split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def limit(allowance: Allowance, *, own_count: bool) -> None:
    """Limit this process and all that it starts; the address space it has taken so far is granted on top.

    `own_count` says that threads of this user elsewhere are counted elsewhere: only then can they be limited. The
    time on a processor is not limited here but watched by the supervisor, turn by turn.
    """
    memory = allowance["memory_mib"] * _MIB + taken_bytes()
    bounds = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_FSIZE: allowance["file_mib"] * _MIB,
        resource.RLIMIT_NOFILE: allowance["open_files"],
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_CORE: 0,
    }
    if own_count:
        bounds[resource.RLIMIT_NPROC] = allowance["threads"]
    for kind, bound in bounds.items():
        ceiling = resource.getrlimit(kind)[1]
        most = bound if ceiling == resource.RLIM_INFINITY else min(bound, ceiling)
        resource.setrlimit(kind, (most, most))


def close_all_but(keep: set[int]) -> None:
    """Close every other open descriptor, whoever opened it."""
    low = 0
    for descriptor in sorted(keep):
        if low < descriptor:  # an empty range at 0 closes everything on CPython 3.11
            os.closerange(low, descriptor)
        low = descriptor + 1
    os.closerange(low, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
