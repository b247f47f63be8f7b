"""Namespaces: a world with no network, no other process, and no file that could be changed but the own ones.

They are entered in three places. The warm process enters all of them at its start (`enter`). Every supervisor that
it forks is the first process of a process namespace of its own (`NextFirst`), so that the kernel ends
everything when the supervisor ends. Each process that runs untrusted code has a view of the file system in which
all but its own folders are read-only (`hide`), and counts its threads apart from those of others.
"""

import contextlib
import os
import struct
from collections.abc import Sequence

from company.sandbox.jail import system

_MOUNTS, _NAMES, _IPC, _USER, _PROCESSES, _NETWORK = 0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
_NOSUID, _NODEV, _NOEXEC, _NOATIME, _BIND, _REC, _PRIVATE = 2, 4, 8, 1024, 4096, 16384, 1 << 18
_HERE, _RECURSIVE = -100, 0x8000
_READ_ONLY, _NO_SUID = 1, 2
_MOST_PROCESSES = 400
"""Threads and processes below one supervisor. The kernel takes no less than 301, and reuses ids from 300 on."""


def enter() -> None:
    """Leave all namespaces of the system but that of processes, which the next child leaves.

    Raises OSError where that is not allowed.
    """
    _own_users(_NETWORK | _MOUNTS | _IPC | _NAMES | _PROCESSES)


def settle() -> None:
    """Make the rest fit, in the first process of a process namespace: `/proc` shows it, mounts are nobody else's."""
    system.mount(None, "/", None, _REC | _PRIVATE)
    _own_proc()


class NextFirst:
    """Makes each child of this process the first one of a process namespace of its own."""

    def __init__(self) -> None:
        self._own = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)

    def prepare(self) -> None:
        """Prepare a fork. Raises OSError where no more namespaces can be made."""
        system.setns(self._own, _PROCESSES)
        system.unshare(_PROCESSES)


def begin() -> None:
    """Do what the first process of a process namespace does: see its own processes, and bound their number."""
    system.unshare(_MOUNTS)
    _own_proc()
    # Before Linux 6.14 this bound is the whole system's; seccomp and the limits remain.
    with contextlib.suppress(OSError):
        system.write("/proc/sys/kernel/pid_max", str(_MOST_PROCESSES))


def own_places() -> tuple[int, int]:
    """Return descriptors of this process's namespaces: that of processes and that of mounts."""
    kinds = ("pid", "mnt")
    first, second = (os.open(f"/proc/self/ns/{kind}", os.O_RDONLY | os.O_CLOEXEC) for kind in kinds)
    return first, second


def go_on_in(processes: int) -> None:
    """Have the children of this process in that namespace from now on. Raises OSError where it is gone."""
    system.setns(processes, _PROCESSES)


def look_from(mounts: int) -> None:
    """See files as they are seen in that namespace."""
    system.setns(mounts, _MOUNTS)
    os.close(mounts)


def make_room(folder: str, most_bytes: int, most_files: int) -> None:
    """Lay over the folder an empty file system that is no larger, and ends with the last process that sees it.

    Raises OSError where that is not allowed.
    """
    # Without times of reading: none would be left that a turn can set and nobody sees.
    system.mount(
        "tmpfs", folder, "tmpfs", _NOSUID | _NODEV | _NOATIME, f"size={most_bytes},nr_inodes={most_files},mode=700"
    )


def hide(writable: Sequence[str]) -> None:
    """Make every file but those below `writable` read-only here: contents, modes, times, attributes.

    Enter the working folder anew afterwards. Raises OSError where that is not allowed.
    """
    _own_users(_MOUNTS)
    for path in writable:
        system.mount(path, path, None, _BIND)
    _set_attributes("/", _RECURSIVE, add=_READ_ONLY | _NO_SUID)
    for path in writable:
        _set_attributes(path, 0, remove=_READ_ONLY)


def _own_users(others: int) -> None:
    """Make a user namespace in which this user is the same user, and further namespaces with it."""
    user, group = os.getuid(), os.getgid()
    system.unshare(_USER | others)
    for name, content in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        system.write(f"/proc/self/{name}", content)


def _own_proc() -> None:
    system.mount("proc", "/proc", "proc", _NOSUID | _NODEV | _NOEXEC)


def _set_attributes(path: str, flags: int, *, add: int = 0, remove: int = 0) -> None:
    order = struct.pack("QQQQ", add, remove, 0, 0)
    system.call("mount_setattr", _HERE, os.fsencode(path) + b"\0", flags, order, len(order))
