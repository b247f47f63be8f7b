"""Landlock: which files a process may read and write, and nothing else; no TCP, no abstract sockets, no signals out.

What Landlock does not refuse (modes, times and attributes of files that can be named) is refused by the mount
namespace, or by seccomp where there is none.
"""

import errno
import os
import stat
import struct
from collections.abc import Iterable

from company.sandbox.jail import system

OLDEST = 3
"""The oldest version that can refuse to truncate a file: Linux 6.2."""
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_MAKE_CHAR, _MAKE_SOCK, _MAKE_FIFO, _MAKE_BLOCK = 1 << 6, 1 << 9, 1 << 10, 1 << 11
_BASIC = (1 << 13) - 1
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_TCP = 3
_SCOPES = 3
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_NEVER = _EXECUTE | _MAKE_CHAR | _MAKE_SOCK | _MAKE_FIFO | _MAKE_BLOCK | _IOCTL_DEV
_VERSION_QUERY, _PATH_BENEATH = 1, 1
DEEPEST = 15
"""How often a restricted process can be restricted once more."""


def version() -> int:
    """Return the version of Landlock here; 0 where there is none."""
    try:
        return system.call("landlock_create_ruleset", 0, 0, _VERSION_QUERY)
    except OSError as error:
        if error.errno in (errno.ENOSYS, errno.EOPNOTSUPP, None):
            return 0
        raise


def restrict(readable: Iterable[str], writable: Iterable[str], executable: Iterable[str] = ()) -> None:
    """Restrict this process to reads below `readable` and `writable`, and to writes below `writable`.

    Nothing is run as a program but the files that are `executable`; no folder is among them.

    Paths that are not there are left out. Needs `system.no_new_privileges`. Raises OSError where Landlock is
    missing or older than `OLDEST`.
    """
    found = version()
    if found < OLDEST:
        raise OSError(errno.ENOSYS, f"this kernel has {f'version {found}' if found else 'no version'} of Landlock")
    handled = _BASIC | _REFER | _TRUNCATE | (_IOCTL_DEV if found >= 5 else 0)
    attributes = struct.pack("QQQ", handled, _TCP, _SCOPES)[: 24 if found >= 6 else 16 if found >= 4 else 8]
    rules = system.call("landlock_create_ruleset", attributes, len(attributes), 0)
    try:
        for path in readable:
            _allow(rules, path, _READ_FILE | _READ_DIR)
        for path in writable:
            _allow(rules, path, handled & ~_NEVER)
        for path in executable:
            _allow(rules, path, _EXECUTE | _READ_FILE)
        system.call("landlock_restrict_self", rules, 0)
    finally:
        os.close(rules)


def parting(folder: str) -> int:
    """Return rules that take nothing away, for `part`; close them when done.

    `folder`: where files may be moved from one folder to another; rules that do not say so refuse it everywhere. Raises
    OSError where Landlock is missing.
    """
    rules = system.call("landlock_create_ruleset", struct.pack("Q", _REFER), 8, 0)
    try:
        _allow(rules, folder, _REFER)
    except BaseException:
        os.close(rules)
        raise
    return rules


def part(rules: int) -> None:
    """Have this process look no more into those that it has its restrictions in common with, by rules of `parting`.

    A restricted process and those that it was forked from can do so `DEEPEST` times in all; then it raises OSError.
    """
    system.call("landlock_restrict_self", rules, 0)


def _allow(rules: int, path: str, access: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            access &= _OF_FILES
        system.call("landlock_add_rule", rules, _PATH_BENEATH, struct.pack("=Qi", access, descriptor), 0)
    finally:
        os.close(descriptor)
