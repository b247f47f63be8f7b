"""Finds out which layers this system has: each is put on in a process that is thrown away, and its effect tested."""

import errno
import os
import socket
import sys
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path

from company.sandbox.jail import landlock, limits, namespaces, seccomp, system
from company.sandbox.jail.confine import LAYERS, LISTENER, Grants, confine, seal

_ALLOWANCE: limits.Allowance = {
    "wall_seconds": 1.0,
    "cpu_seconds": 1,
    "memory_mib": 64,
    "output_bytes": 0,
    "reply_bytes": 0,
    "file_mib": 1,
    "disk_mib": 1,
    "files": 1,
    "open_files": 64,
    "threads": 64,
}
_LONGEST = 300


def probe(without: Collection[str] = ()) -> dict[str, str]:
    """Return for each layer "on", or why this system does not have it; those in `without` are "switched off".

    `LISTENER` is among the names. Call it before the process has threads.
    """
    tests = {
        "landlock": _landlock,
        "limits": _limits,
        "namespaces": _namespaces,
        "seccomp": _seccomp,
        LISTENER: _listener,
    }
    return {name: "switched off" if name in without else _outcome(tests[name]) for name in (*LAYERS, LISTENER)}


def _outcome(test: Callable[[], None]) -> str:
    """Return the result of the test when it is run in a process of its own: "on", or its error."""
    hear, say = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            test()
            os.write(say, b"on")
        except BaseException as error:  # noqa: BLE001 - whatever goes wrong is the answer, and a fork must not return
            os.write(say, (str(error) or type(error).__name__).encode()[:_LONGEST])
        finally:
            os._exit(0)
    os.close(say)
    os.waitpid(child, 0)
    said = os.read(hear, _LONGEST)
    os.close(hear)
    return said.decode(errors="replace") or "the process that tried it was killed"


def _landlock() -> None:
    found = landlock.version()
    if 0 < found < landlock.OLDEST:
        raise OSError(f"this kernel's Landlock (version {found}) cannot keep files from being truncated; Linux 6.2 can")
    with tempfile.TemporaryDirectory() as folder:
        outside, inside = Path(folder, "outside"), Path(folder, "inside")
        outside.touch()
        inside.mkdir()
        _in_a_child(lambda: _nothing_outside(outside, inside))


def _nothing_outside(outside: Path, inside: Path) -> int:
    confine(_ALLOWANCE, ("landlock",), Grants((), (str(inside),)))
    (inside / "file").touch()
    try:
        outside.read_bytes()
    except PermissionError:
        return 0
    return errno.EBADE


def _in_a_child(test: Callable[[], int]) -> None:
    """Raise OSError with the number of the error that the test returns or raises in a process of its own, if any."""
    child = os.fork()
    if child == 0:
        number = errno.EIO
        try:
            number = test()
        except OSError as error:
            number = error.errno or number
        finally:
            os._exit(number)
    number = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if number == errno.EBADE:
        raise OSError("it was put on, and has no effect")
    if number:
        raise OSError(os.strerror(number) if number > 0 else "the process that tried it was killed")


def _limits() -> None:
    limits.limit(_ALLOWANCE, own_count=False)
    try:
        bytearray(256 * 1024 * 1024)
    except MemoryError:
        return
    raise OSError("the limit of memory has no effect")


def _namespaces() -> None:
    if sys.platform != "linux":
        raise OSError("namespaces are Linux's own")
    try:
        namespaces.enter()
    except OSError as error:
        # What the kernel says when they are used up, or may be none, is that a device is full.
        why = "there may be no more of them" if error.errno == errno.ENOSPC else error.strerror or str(error)
        raise OSError(f"this user may make no namespaces here: {why}") from error
    _in_a_child(_first_of_all)


def _first_of_all() -> int:
    namespaces.settle()
    namespaces.NextFirst().prepare()
    _in_a_child(_hidden)
    return 0


def _hidden() -> int:
    namespaces.begin()
    namespaces.hide(())
    others = [each for each in Path("/proc").iterdir() if each.name.isdecimal() and each.name != "1"]
    try:
        os.utime(sys.executable)
    except OSError as error:
        return errno.EBADE if others or error.errno != errno.EROFS else 0
    return errno.EBADE


def _seccomp() -> None:
    system.no_new_privileges()
    seal(("seccomp",), asking=False)
    try:
        socket.socket()
    except PermissionError:
        return
    raise OSError("the filter of system calls has no effect")


def _listener() -> None:
    if not Path(f"/proc/self/task/{os.getpid()}/children").exists():
        raise OSError("this kernel does not tell the children of a process")
    os.close(os.pidfd_open(os.getpid()))
    system.no_new_privileges()
    os.close(seccomp.listen())
