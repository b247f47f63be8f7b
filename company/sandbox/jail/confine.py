"""Puts the layers on, in the one order in which they do not hinder each other.

    namespaces    no network; files of others read-only; own processes only; threads counted apart
    limits        memory, size of a file, open files, threads; no privileges of root
    landlock      nothing is read but the interpreter and what is given, nothing written but the own folders
    seccomp       no system calls but those that data work makes

What is always there, on every system: a clean environment, empty stdin, pipes of bounded length for what is
printed and for results, a supervisor that watches clock, processor time and disk, and ends all that was started.
"""

import os
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from company.sandbox.jail import landlock, limits, namespaces, seccomp, system

LAYERS = ("landlock", "limits", "namespaces", "seccomp")
LISTENER = "listener"
"""Not a layer that protects: forks of untrusted states by leave of the supervisor. Without it, turns are replayed."""
_SYSTEM_FILES = (
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/share/zoneinfo",
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/usr/share/fontconfig",
    "/etc/fonts",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/ld.so.cache",
    "/dev/null",
    "/dev/zero",
    "/dev/urandom",
    "/dev/random",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/sys/fs/cgroup/cpu.max",
    "/sys/fs/cgroup/cpu/cpu.cfs_quota_us",
    "/sys/fs/cgroup/cpu/cpu.cfs_period_us",
)
"""Of control groups, only how much of the processors is ours: they name every service and process of the machine."""
_OF_ALL_PROCESSES = ("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/loadavg", "/proc/uptime", "/proc/version")
"""What may be seen of `/proc` beside one's own process."""


@dataclass(frozen=True)
class Grants:
    """What a process may use in spite of the layers."""

    readable: Sequence[str]
    """Files and folders beyond the interpreter's."""
    writable: Sequence[str]
    """Its own folders."""
    executable: Sequence[str] = ()
    """The file of the one program that it may become, and of what loads that."""


@cache
def interpreter_files() -> tuple[str, ...]:
    """Return the folders of Python and its packages, as far as everybody may read them; no checkout is among them.

    Packages lie in other places than the environment's own, too: in the user's home, in an environment below this one.
    """
    named = sysconfig.get_paths()
    places = {named[key] for key in ("stdlib", "platstdlib", "purelib", "platlib")}
    places.add(sysconfig.get_path("stdlib", vars={"installed_base": sys.base_prefix, "base": sys.base_prefix}))
    places |= {f"{prefix}/lib" for prefix in (sys.base_prefix, sys.prefix) if prefix != "/usr"}
    places |= {place for place in sys.path if place.rpartition("/")[2] in ("site-packages", "dist-packages")}
    return (*sorted(places), f"{sys.prefix}/pyvenv.cfg")


def confine(
    allowance: limits.Allowance, layers: Iterable[str], grants: Grants, *, listener: bool = False
) -> int | None:
    """Put on the named layers, for good; with `listener`, the descriptor on which forks and signals are asked for.

    Raises OSError where a layer cannot be put on: then no untrusted code may be run.
    """
    on = frozenset(layers)
    if "namespaces" in on:
        namespaces.hide(grants.writable)
    if "limits" in on:
        limits.limit(allowance, own_count="namespaces" in on)
    if on & {"landlock", "seccomp", "namespaces"}:
        system.drop_capabilities()
        system.no_new_privileges()
    if "landlock" in on:
        # A state and its forks would see each other's memory there; whoever is not forked sees its own alone.
        proc = _OF_ALL_PROCESSES if listener else (*_OF_ALL_PROCESSES, f"/proc/{os.getpid()}")
        landlock.restrict(
            (*_SYSTEM_FILES, *proc, *interpreter_files(), *grants.readable),
            (*grants.writable, "/dev/null"),
            grants.executable,
        )
    return seccomp.listen() if listener and "seccomp" in on else None


def seal(layers: Iterable[str], *, asking: bool, executing: bool = False) -> None:
    """Put on the last layer, after which nothing can be sent out of this process any more; see `seccomp.restrict`."""
    if "seccomp" in layers:
        seccomp.restrict(asking=asking, by_name="namespaces" in layers, executing=executing)
