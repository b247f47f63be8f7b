"""seccomp: the system calls that a process may make; all others are refused.

The filter is a list of what is allowed, so that a call which is new to the kernel or was forgotten here is refused.
A process that is to be forked by its supervisor's leave gets one more filter before it, `listen`: each
fork and each signal then waits for the supervisor's answer (`company.sandbox.guard`). Of several filters the
strictest answer counts, and asking is stricter than allowing.

Filters are programs for the kernel's classic packet filter: lists of instructions that skip others or answer.
"""

import ctypes
import errno
import os
import signal
import struct
from collections.abc import Iterable

from company.sandbox.jail import system
from company.sandbox.jail.calls import ATTRIBUTES, FREE, JUDGED, NEWEST, OF_CHILDREN, OF_FILES_BY_NAME, OF_PROGRAMS

Instruction = tuple[int, int, int, int]
"""Operation, instructions to skip when true, when false, and a number."""

THREADS = (0x3D0F00, 0x7D0F00)
"""The flags with which glibc and musl start a thread; others make one that shares less, or that no signal stops."""
FORKS = (0x01200011, int(signal.SIGCHLD))
"""The flags with which glibc and musl fork."""
_LOAD, _EQUAL, _GREATER, _AT_LEAST, _ANY_BIT, _ANSWER = 0x20, 0x15, 0x25, 0x35, 0x45, 0x06
_ALLOW, _KILL, _REFUSE, _ASK = 0x7FFF0000, 0x80000000, 0x00050000, 0x7FC00000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_AUDIT_NAMES = (0xC000003E, 0xC00000B7)
_FOREIGN_CALLS = 0x40000000
"""From here on, x86_64 takes a number for a call of its 32-bit variant."""
_MODE_FILTER, _NEW_LISTENER, _WAIT_KILLABLE = 1, 8, 32

_DESCRIPTOR_COMMANDS = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1027, 1030, 1032, 1034)
"""`fcntl`: duplicates, flags, locks; no larger pipes, which no limit counts; no leases, notices, signals to others."""
_DEVICE_COMMANDS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""`ioctl`: is it a terminal, how large, how much is there to read, blocking, close on exec."""
_PROCESS_OPTIONS = (2, 3, 15, 16, 23, 39, 0x53564D41)
"""`prctl`: reads, and names of threads and of memory."""
_OWN_USE = (0, 1)
"""`getrusage`: of this process, of this thread; not of its children."""
_STREAM, _UNIX = 1, 1
_UNSHARE = 2
"""A flag of `close_range`: the thread gets open files of its own."""
_SHARED, _WITHOUT_FILE = 1, 0x20
"""Flags of `mmap`; the first is also set in the kind of sharing that is called validated."""


def restrict(*, asking: bool, by_name: bool, executing: bool = False) -> None:
    """Restrict this process to the system calls that data work needs; forks and sockets are refused.

    `asking`: forks and signals are left to the filter of `listen`. `by_name`: modes and times of
    files may be changed, as the mount namespace guards those of others. `executing`: it may become another program,
    one that Landlock allows. Needs `system.no_new_privileges`. Raises OSError where seccomp is missing.
    """
    place = _place()
    program = _start(place)
    # The flags of clone3 cannot be seen; when it is missing, clone takes its place.
    program += _when(JUDGED["clone3"][place], [_refuse(errno.ENOSYS)])
    program += _of_processes(place, asking=asking)
    program += _of_descriptors(place)
    program += _of_memory(place)
    numbers = [number for pair in ATTRIBUTES.values() if (number := pair[place]) is not None]
    program += _one_of(numbers, _REFUSE | errno.ENOTSUP)
    program += _of_children(place, asking=asking)
    free = FREE | (OF_FILES_BY_NAME if by_name else {}) | ({} if asking else OF_CHILDREN)
    free = free | (OF_PROGRAMS if executing else {})
    program += _ranges(sorted({number for pair in free.values() if (number := pair[place]) is not None}))
    program += [(_GREATER, 0, 1, NEWEST), _refuse(errno.ENOSYS), _refuse(errno.EPERM)]
    _install(program, 0)


def listen() -> int:
    """Make forks, signals and shared memory of this process wait for an answer on the descriptor that is returned.

    Raises OSError where the kernel is too old (before 5.5), or where a listener is there already.
    """
    place = _place()
    program = _start(place)
    program += _when(JUDGED["clone3"][place], [_refuse(errno.ENOSYS)])
    program += _when(JUDGED["tkill"][place], [_refuse(errno.EPERM)])
    program += _when(JUDGED["clone"][place], [*_threads(), *_one_of(FORKS, _ASK), _refuse(errno.EPERM)])
    for name in ("kill", "tgkill"):
        program += _when(JUDGED[name][place], [(_ANSWER, 0, 0, _ASK)])
    shared = [_argument(3), (_ANY_BIT, 0, 1, _SHARED), (_ANSWER, 0, 0, _ASK), (_ANSWER, 0, 0, _ALLOW)]
    program += _when(JUDGED["mmap"][place], shared)
    program += [(_ANSWER, 0, 0, _ALLOW)]
    try:
        return _install(program, _NEW_LISTENER | _WAIT_KILLABLE)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        return _install(program, _NEW_LISTENER)  # before Linux 5.19


def _place() -> int:
    place = system.architecture()
    if place is None:
        raise OSError(errno.ENOSYS, f"system calls are known on {' and '.join(system.ARCHITECTURES)} under Linux only")
    return place


def _start(place: int) -> list[Instruction]:
    """Refuse all but native calls; leave the call's number loaded."""
    program = [_load(_ARCHITECTURE), (_EQUAL, 1, 0, _AUDIT_NAMES[place]), (_ANSWER, 0, 0, _KILL), _load(_NUMBER)]
    return [*program, (_AT_LEAST, 0, 1, _FOREIGN_CALLS), (_ANSWER, 0, 0, _KILL)]


def _of_processes(place: int, *, asking: bool) -> list[Instruction]:
    """Allow threads but no processes, signals to this process alone, and reading its own limits."""
    if asking:
        allowed = [(_ANSWER, 0, 0, _ALLOW)]
        program = [line for name in ("clone", "kill", "tgkill") for line in _when(JUDGED[name][place], allowed)]
    else:
        program = _when(JUDGED["clone"][place], [*_threads(), _refuse(errno.EPERM)])
        for name in ("kill", "tgkill"):
            program += _when(JUDGED[name][place], [_argument(0), *_one_of((os.getpid(),)), _refuse(errno.EPERM)])
    death = [_argument(1), *_one_of((int(signal.SIGKILL),)), _refuse(errno.EPERM)]
    options = [_argument(0), *_one_of(_PROCESS_OPTIONS), (_EQUAL, 0, len(death), system.PR_SET_PDEATHSIG), *death]
    program += _when(JUDGED["prctl"][place], [*options, _refuse(errno.EPERM)])
    reading = [*_must_be_zero(0), *_must_be_zero(2), (_ANSWER, 0, 0, _ALLOW)]
    return program + _when(JUDGED["prlimit64"][place], reading)


def _of_children(place: int, *, asking: bool) -> list[Instruction]:
    """Let a state that is forked take note of its forks' ends and learn nothing of them, and let these part from it."""
    if not asking:
        allowed = [(_ANSWER, 0, 0, _ALLOW)]
        return [line for name in ("wait4", "getrusage", "rt_sigaction") for line in _when(JUDGED[name][place], allowed)]
    waiting = [*_must_be_zero(1), *_must_be_zero(3), (_ANSWER, 0, 0, _ALLOW)]
    own = [_argument(0), *_one_of(_OWN_USE), _refuse(errno.EPERM)]
    signals = [_argument(0), *_one_of((int(signal.SIGCHLD),), _REFUSE | errno.EPERM), (_ANSWER, 0, 0, _ALLOW)]
    # By rules that it is handed for that; it can make none of its own.
    apart = [*_must_be_zero(1), (_ANSWER, 0, 0, _ALLOW)]
    judged = {"landlock_restrict_self": apart, "wait4": waiting, "getrusage": own, "rt_sigaction": signals}
    return [line for name, lines in judged.items() for line in _when(JUDGED[name][place], lines)]


def _of_descriptors(place: int) -> list[Instruction]:
    """Return the rules for open files, and for pairs of sockets that are connected to each other for good."""
    own = [_argument(2), (_ANY_BIT, 0, 1, _UNSHARE), _refuse(errno.EPERM), (_ANSWER, 0, 0, _ALLOW)]
    program = _when(JUDGED["close_range"][place], own)
    for name, argument, values in (("fcntl", 1, _DESCRIPTOR_COMMANDS), ("ioctl", 1, _DEVICE_COMMANDS)):
        refusal = _refuse(errno.EPERM if name == "fcntl" else errno.ENOTTY)
        program += _when(JUDGED[name][place], [_argument(argument), *_one_of(values), refusal])
    # Datagrams could be sent to anybody, and their type may carry flags: 0x80000 and 0x800.
    kinds = (_STREAM, _STREAM | 0x80000, _STREAM | 0x800, _STREAM | 0x80800)
    pair = [_argument(0), (_EQUAL, 1, 0, _UNIX), _refuse(errno.EPERM), _argument(1), *_one_of(kinds)]
    program += _when(JUDGED["socketpair"][place], [*pair, _refuse(errno.EPERM)])
    return program + _when(JUDGED["sendto"][place], [*_must_be_zero(4), (_ANSWER, 0, 0, _ALLOW)])


def _of_memory(place: int) -> list[Instruction]:
    """Refuse shared memory without a file: what a failed fork writes there would stay with the state."""
    shared = [(_ANY_BIT, 0, 1, _SHARED), _refuse(errno.EPERM), (_ANSWER, 0, 0, _ALLOW)]
    return _when(
        JUDGED["mmap"][place], [_argument(3), (_ANY_BIT, 1, 0, _WITHOUT_FILE), (_ANSWER, 0, 0, _ALLOW), *shared]
    )


def _load(offset: int) -> Instruction:
    return (_LOAD, 0, 0, offset)


def _argument(position: int, *, high: bool = False) -> Instruction:
    return _load(_ARGUMENTS + 8 * position + 4 * high)


def _refuse(number: int) -> Instruction:
    return (_ANSWER, 0, 0, _REFUSE | number)


def _when(number: int | None, then: list[Instruction]) -> list[Instruction]:
    """Do `then`, which must end with an answer, for the call of this number."""
    return [] if number is None else [(_EQUAL, 0, len(then), number), *then]


def _one_of(values: Iterable[int], answer: int = _ALLOW) -> list[Instruction]:
    return [line for value in values for line in ((_EQUAL, 0, 1, value), (_ANSWER, 0, 0, answer))]


def _threads() -> list[Instruction]:
    """Allow threads, as C libraries start them; leaves the flags loaded."""
    return [_argument(0), *_one_of(THREADS)]


def _must_be_zero(position: int) -> list[Instruction]:
    """Refuse the call when any bit of the argument is set."""
    halves = [_argument(position), _argument(position, high=True)]
    return [line for half in halves for line in (half, (_EQUAL, 1, 0, 0), _refuse(errno.EPERM))]


def _ranges(numbers: list[int]) -> list[Instruction]:
    """Allow these calls; runs of neighbours are compared at once."""
    program: list[Instruction] = []
    first = last = numbers[0]
    for number in [*numbers[1:], -1]:
        if number == last + 1:
            last = number
            continue
        if first == last:
            program += _one_of((first,))
        else:
            program += [(_AT_LEAST, 0, 2, first), (_GREATER, 1, 0, last), (_ANSWER, 0, 0, _ALLOW)]
        first = last = number
    return program


def _install(program: list[Instruction], flags: int) -> int:
    code = b"".join(struct.pack("HBBI", *line) for line in program)
    kept = ctypes.create_string_buffer(code, len(code))
    return system.call("seccomp", _MODE_FILTER, flags, struct.pack("HxxxxxxP", len(program), ctypes.addressof(kept)))
