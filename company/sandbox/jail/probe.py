"""Finds out which layers this system has, by putting each on in a process that is thrown away and testing its effect."""

import os
import socket
import sys
import tempfile
from collections.abc import Callable, Collection

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
    """Layer → "on", or why this system does not have it; those in `without` are "switched off".

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
    """ "on" when the test returns in a process of its own, else its error."""
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
        outside = f"{folder}/outside"
        system_file = os.open(outside, os.O_CREAT | os.O_WRONLY, 0o600)
        os.close(system_file)
        os.mkdir(f"{folder}/inside")
        child = os.fork()
        if child == 0:
            os._exit(_refused_outside(outside, f"{folder}/inside"))
        answer = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if answer:
        raise OSError(os.strerror(answer) if answer > 0 else "the process that tried it was killed")


def _refused_outside(outside: str, inside: str) -> int:
    """0, or the number of the error; EBADE when a file outside could be opened after all."""
    try:
        confine(_ALLOWANCE, ("landlock",), Grants((), (inside,)))
        os.close(os.open(f"{inside}/file", os.O_CREAT | os.O_WRONLY, 0o600))
    except OSError as error:
        return error.errno or 1
    try:
        os.open(outside, os.O_RDONLY)
    except PermissionError:
        return 0
    return 52


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
    namespaces.enter()
    children = namespaces.NextFirst()
    child = os.fork()
    if child == 0:
        os._exit(_first_of_all())
    answer = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    del children
    if answer:
        raise OSError(os.strerror(answer) if answer > 0 else "the process that tried it was killed")


def _first_of_all() -> int:
    try:
        namespaces.settle()
        children = namespaces.NextFirst()
        children.prepare()
        child = os.fork()
        if child == 0:
            os._exit(_hidden())
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    except OSError as error:
        return error.errno or 1


def _hidden() -> int:
    """0, or the number of the error; EBADE when the namespace does not hide what it should."""
    try:
        namespaces.begin()
        namespaces.hide(())
        os.utime(sys.executable)
    except OSError as error:
        return 0 if error.errno == 30 and len(_processes()) <= 2 else error.errno or 1
    return 52


def _processes() -> list[str]:
    return [name for name in os.listdir("/proc") if name.isdecimal()]


def _seccomp() -> None:
    system.no_new_privileges()
    seal(("seccomp",), asking=False)
    try:
        socket.socket()
    except PermissionError:
        return
    raise OSError("the filter of system calls has no effect")


def _listener() -> None:
    if not os.path.exists(f"/proc/self/task/{os.getpid()}/children"):
        raise OSError("this kernel does not tell the children of a process")
    os.close(os.pidfd_open(os.getpid()))
    system.no_new_privileges()
    os.close(seccomp.listen())
