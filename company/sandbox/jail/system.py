"""System calls that Python has no name for, by ctypes, with their numbers on the two architectures that are known."""

import ctypes
import errno
import fcntl
import os
import platform
import sys
import termios

ARCHITECTURES = ("x86_64", "aarch64")
_NUMBERS = {
    "seccomp": (317, 277),
    "landlock_create_ruleset": (444, 444),
    "landlock_add_rule": (445, 445),
    "landlock_restrict_self": (446, 446),
    "mount_setattr": (442, 442),
    "capset": (126, 91),
    "kcmp": (312, 272),
}
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 1, 24, 36, 38, 47
_CAP_AMBIENT_CLEAR_ALL = 4
_MADV_COLLAPSE = 25
_SPLICE_NONBLOCK = 2
_CAPABILITIES = 64
_CAPABILITY_VERSION = 0x20080522
_LIBC = ctypes.CDLL(None, use_errno=True)


def architecture() -> int | None:
    """Return the position of this machine in `ARCHITECTURES`; None for any other, and off Linux."""
    machine = platform.machine()
    return ARCHITECTURES.index(machine) if sys.platform == "linux" and machine in ARCHITECTURES else None


def call(name: str, *arguments: int | bytes | ctypes.Array[ctypes.c_char]) -> int:
    """Return the result of the system call. Raises OSError with its name when it is refused or not known here."""
    place = architecture()
    if place is None:
        raise OSError(f"{name} is not known on {sys.platform} {platform.machine()}")
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    answer: int = _LIBC.syscall(ctypes.c_long(_NUMBERS[name][place]), *words)
    return _checked(answer, name)


def control(option: int, *values: int) -> None:
    """Call `prctl`; raises OSError when it is refused."""
    words = [ctypes.c_ulong(value) for value in (*values, 0, 0, 0, 0)[:4]]
    _checked(_LIBC.prctl(ctypes.c_int(option), *words), f"prctl {option}")


def unshare(flags: int) -> None:
    """Call `unshare`; raises OSError when it is refused."""
    _checked(_LIBC.unshare(ctypes.c_int(flags)), "unshare")


def setns(descriptor: int, kind: int) -> None:
    """Call `setns`; raises OSError when it is refused."""
    _checked(_LIBC.setns(ctypes.c_int(descriptor), ctypes.c_int(kind)), "setns")


def mount(source: str | None, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    """Call `mount`; raises OSError when it is refused."""
    *words, last = [None if each is None else os.fsencode(each) for each in (source, target, kind, options)]
    _checked(_LIBC.mount(*words, ctypes.c_ulong(flags), last), f"mount {target}")


def use_large_pages(start: int, length: int) -> None:
    """Put this memory into large pages where there are any; a process in large pages is forked sooner."""
    # Only ever a matter of speed, so a refusal (before Linux 6.1, or no such pages) is no error.
    _LIBC.madvise(ctypes.c_void_p(start), ctypes.c_size_t(length), ctypes.c_int(_MADV_COLLAPSE))


def copy_pipe(source: int, target: int) -> None:
    """Write to an empty pipe what is in another one, where it stays. Raises OSError where not all of it fits."""
    size = fcntl.fcntl(source, fcntl.F_GETPIPE_SZ)
    if size != fcntl.fcntl(target, fcntl.F_GETPIPE_SZ):
        fcntl.fcntl(target, fcntl.F_SETPIPE_SZ, size)
    waiting = _waiting(source)
    if waiting:
        most, flags = ctypes.c_size_t(waiting), ctypes.c_uint(_SPLICE_NONBLOCK)
        _checked(_LIBC.tee(ctypes.c_int(source), ctypes.c_int(target), most, flags), "tee")
        if _waiting(target) != waiting:
            raise OSError(errno.ENOSPC, "a pipe with less room")


def _waiting(pipe: int) -> int:
    """Return how many bytes are in a pipe."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def reap_unseen() -> None:
    """Take note of each child that has ended, and learn nothing of its end."""
    while _LIBC.wait4(ctypes.c_int(-1), None, ctypes.c_int(os.WNOHANG), None) > 0:
        pass


def no_new_privileges() -> None:
    """Give up gaining privileges by starting a program; the condition of Landlock and seccomp."""
    control(PR_SET_NO_NEW_PRIVS, 1)


def drop_capabilities() -> None:
    """Give up every privilege of root, and the right to have any in the future."""
    for capability in range(_CAPABILITIES):
        try:
            control(PR_CAPBSET_DROP, capability)
        except OSError:
            break  # beyond the last one that this kernel has, or none may be dropped as there are none
    control(PR_CAP_AMBIENT, _CAP_AMBIENT_CLEAR_ALL)
    header = _CAPABILITY_VERSION.to_bytes(4, sys.byteorder) + bytes(4)
    call("capset", header, bytes(24))


def read(path: str, most: int = 1 << 20) -> str:
    """Return the text of a file of the kernel's, at most so many bytes of it. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(descriptor, most).decode("utf-8", "replace")
    finally:
        os.close(descriptor)


def write(path: str, text: str) -> None:
    """Write a file of the kernel's. Raises OSError."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _checked(answer: int, what: str) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return answer
