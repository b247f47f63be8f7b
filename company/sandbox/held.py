"""What a stopped process holds open, as the kernel tells it, and copies of that for a fork.

A fork has its origin's open files in common with it: their positions and flags, the content of files without a name,
what is in a pipe or counted by an event. What one of them does there, the other one finds. So a fork is given copies,
each under the same number, before it runs anything; what cannot be copied keeps a state from being forked.
"""

import errno
import fcntl
import os
import stat
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from company.sandbox import contents, maps
from company.sandbox.jail import system

MOST = 250
"""Open files that can be handed over at once."""
_MIB = 1024 * 1024
_MOST_INFO = 4096
"""Bytes of what the kernel tells of one open file."""
_MOST_COPIED = 64 * _MIB
"""Content of files without a name; beyond it, running the turns again is not slower."""
_TOO_DEEP = "a file to which no path leads"
_STATELESS = {f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom")}
_RULES = "anon_inode:[landlock-ruleset]"
_KEPT_FLAGS = os.O_APPEND | os.O_NONBLOCK
_SAME_FILE = 0
"""What `kcmp` is asked: whether two descriptors are one open file."""


class Inseparable(Exception):
    """Something that is open cannot be copied; the message names it."""


@dataclass(frozen=True)
class Open:
    """An open file of a process; equal where nothing has changed that the kernel shows of it."""

    link: str
    """What it is: its path, or a name of the kernel's."""
    info: str
    """Its position, flags, locks and, for an event, its count."""

    @property
    def node(self) -> int | None:
        """The number of a socket or pipe."""
        kind, _, number = self.link.partition(":[")
        return int(number[:-1]) if kind in ("socket", "pipe") else None

    @property
    def is_stateless(self) -> bool:
        """Whether there is nothing that could be changed in it but its flags."""
        return self.link in _STATELESS

    @property
    def is_locked(self) -> bool:
        """Whether a lock on the file is the process's own."""
        return bool(self.told("lock"))

    def told(self, name: str) -> str:
        """Return a value that the kernel shows; "" where it does not."""
        for line in self.info.splitlines():
            key, _, value = line.partition(":")
            if key == name:
                return value.strip()
        return ""

    @property
    def flags(self) -> int:
        """Those that it was opened with."""
        return int(self.told("flags"), 8)


def held(process: int, but: Collection[int] = ()) -> dict[int, Open]:
    """Return what the process has open, by descriptor; sockets and pipes of the numbers in `but` are left out.

    So are rules by which forks are set apart: who was stopped just after a fork closes them when it goes on, and nobody
    can change them.
    Behind the first file with a lock only names are told: a state with a lock is not forked, so nobody else has these
    files open, and the kernel lists all of a file's locks anew for each descriptor. Raises OSError where that cannot
    be seen.
    """
    found, locked = {}, False
    for name in os.listdir(f"/proc/{process}/fd"):  # noqa: PTH208 - a path for each would take as long again
        info = "" if locked else system.read(f"/proc/{process}/fdinfo/{name}", _MOST_INFO)
        each = Open(link(f"/proc/{process}/fd/{name}"), info)
        locked = locked or each.is_locked
        if (each.node not in but or each.node is None) and each.link != _RULES:
            found[int(name)] = each
    return found


def link(path: str) -> str:
    """Return the path that a link of the kernel's leads to. Raises OSError."""
    try:
        return os.readlink(path)  # noqa: PTH115
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return _TOO_DEEP
        raise


def shared_memory(process: int) -> tuple[maps.Mapping, ...]:
    """Return each part of its memory that is a file's, so that writing there writes the file.

    Raises Endless, and OSError where that cannot be seen.
    """
    return tuple(each for each in maps.mappings(process) if each.is_shared)


def obstacle(files: Iterable[Open], memory: Iterable[maps.Mapping]) -> str:
    """Return what keeps a process that holds this from being forked; "" where nothing does."""
    for each in files:
        if each.is_locked:
            return f"a lock on {each.link}"
        if each.node is not None and each.link.startswith("socket"):
            return "an open socket pair"
        if each.link.startswith("anon_inode:") and not each.told("eventfd-semaphore"):
            return f"an open {each.link.removeprefix('anon_inode:').strip('[]')}"
        if each.link.startswith("/proc/") or each.link == _TOO_DEEP:
            return f"the open file {each.link}"
    for part in memory:
        # What is written there leaves no mark on a file in memory, and may lie behind the file's end.
        if part.is_nameless or "w" in part.rights:
            return f"memory that is shared through {part.path or 'no file'}"
    return ""


class Copies:
    """Copies of what a fork has open in common with its origin; close them when the fork has its own."""

    def __init__(self, process: int, own: int, folder: str) -> None:
        """Copy everything but the socket `own`, files without a name into ones inside `folder`. Raises Inseparable."""
        self.places: list[tuple[list[int], bool]] = []
        """For each copy the descriptors it belongs to, and whether a program started there would inherit it."""
        self.descriptors: list[int] = []
        self._process, self._folder = process, folder
        self._files: dict[tuple[int, int], tuple[int, int]] = {}
        self._pipes: dict[int, tuple[int, int]] = {}
        self._ends: set[int] = set()
        self._left = _MOST_COPIED
        try:
            files = _of_others(held(process), own)
            if any(each.is_locked for each in files.values()):
                raise Inseparable("a lock that its fork has taken")
            for descriptors, each in self._groups(files):
                self.descriptors.append(self._copy(descriptors[0], each))
                self.places.append((descriptors, not each.flags & os.O_CLOEXEC))
            if len(self.places) > MOST:
                raise Inseparable(f"more than {MOST} open files")
        except OSError as error:
            self.close()
            raise Inseparable(f"an open file, of which there is no copy to be had ({error.strerror})") from error
        except BaseException:
            self.close()
            raise
        finally:
            for copy, mode in self._files.values():
                os.fchmod(copy, mode)  # not before it was opened for all: its owner may have shut himself out
                os.close(copy)
            for end in (end for pipe in self._pipes.values() for end in pipe):
                os.close(end)

    def check(self, own: int) -> None:
        """Raise Inseparable unless the process has these copies and its own socket open, and nothing of others'."""
        copies = {
            number: copy for (numbers, _), copy in zip(self.places, self.descriptors, strict=True) for number in numbers
        }
        for number in _of_others(held(self._process), own):
            if number not in copies or not _is_same(os.getpid(), copies[number], self._process, number):
                raise Inseparable(f"descriptor {number}, which was not given up")

    def close(self) -> None:
        """Leave the copies to the process that was given them."""
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = []

    def _groups(self, files: Mapping[int, Open]) -> list[tuple[list[int], Open]]:
        """Return each open file once, with all descriptors that stand for it."""
        groups: list[tuple[list[int], Open]] = []
        for number, each in files.items():
            for numbers, other in groups:
                if each.link == other.link and _is_same(self._process, numbers[0], self._process, number):
                    numbers.append(number)
                    break
            else:
                groups.append(([number], each))
        return groups

    def _copy(self, descriptor: int, each: Open) -> int:
        path = f"/proc/{self._process}/fd/{descriptor}"
        if each.link == "anon_inode:[eventfd]":
            return _event(each)
        seen = os.stat(path)  # noqa: PTH116
        if each.link.startswith("pipe:"):
            return self._pipe(path, seen.st_ino, each)
        if stat.S_ISREG(seen.st_mode) and seen.st_nlink == 0:
            path = self._nameless(path, seen)
        elif not stat.S_ISREG(seen.st_mode) and not stat.S_ISDIR(seen.st_mode):
            raise Inseparable(f"the open {each.link}")
        wanted = each.flags & (os.O_ACCMODE | os.O_PATH | _KEPT_FLAGS)
        copy = os.open(path, wanted | os.O_CLOEXEC)
        if not wanted & os.O_PATH:
            os.lseek(copy, int(each.told("pos")), os.SEEK_SET)
        return copy

    def _nameless(self, path: str, seen: os.stat_result) -> str:
        """Return the path of a copy of the file, which is open here."""
        node = seen.st_dev, seen.st_ino
        if node not in self._files:
            self._left -= seen.st_blocks * 512
            if self._left < 0:
                raise Inseparable(f"more than {_MOST_COPIED // _MIB} MiB in open files without a name")
            copy = os.open(self._folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)
            self._files[node] = copy, stat.S_IMODE(seen.st_mode)
            contents.copy(path, copy)
            os.utime(copy, ns=(seen.st_atime_ns, seen.st_mtime_ns))
        return f"/proc/self/fd/{self._files[node][0]}"

    def _pipe(self, path: str, node: int, each: Open) -> int:
        """Return an end of a pipe with the same content, both of whose ends are open here."""
        if node not in self._pipes:
            self._pipes[node] = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
            source = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            try:
                system.copy_pipe(source, self._pipes[node][1])
            finally:
                os.close(source)
        access = each.flags & os.O_ACCMODE
        end = self._pipes[node][access != os.O_RDONLY]
        if access == os.O_RDWR or end in self._ends:
            return os.open(f"/proc/self/fd/{end}", each.flags & (os.O_ACCMODE | _KEPT_FLAGS) | os.O_CLOEXEC)
        # As it was made: one that is opened by its path has one more flag.
        self._ends.add(end)
        fcntl.fcntl(end, fcntl.F_SETFL, each.flags & (_KEPT_FLAGS | os.O_DIRECT))
        return os.dup(end)


def _of_others(files: Mapping[int, Open], own: int) -> dict[int, Open]:
    """Return those in which something could be left for another process."""
    return {number: each for number, each in files.items() if not each.is_stateless and each.node != own}


def _is_same(one: int, descriptor: int, other: int, another: int) -> bool:
    try:
        return system.call("kcmp", one, other, _SAME_FILE, descriptor, another) == 0
    except OSError as error:
        raise Inseparable("open files, which this kernel does not compare") from error


def _event(each: Open) -> int:
    count = int(each.told("eventfd-count"), 16)
    semaphore = os.EFD_SEMAPHORE if each.told("eventfd-semaphore") == "1" else 0
    copy = os.eventfd(0, os.EFD_CLOEXEC | semaphore | (each.flags & os.O_NONBLOCK))
    if count:
        os.eventfd_write(copy, count)
    return copy
