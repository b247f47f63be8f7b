"""How much room the files of untrusted code take up, those without a name included.

Where there are namespaces, a dialogue's folder is a file system of its own, of a bounded size: whatever counting
misses, the kernel does not give more. Elsewhere, counting is all there is.
"""

import contextlib
import os
import stat
from collections.abc import Collection, Iterable, Iterator

from company.sandbox import elsewhere, maps
from company.sandbox.jail import system

DEEPEST = 64
"""Folders in folders; deeper ones count as too many."""
LONGEST = 2_048
"""Bytes of a path; longer ones count as too many, as from 4,096 on no path leads there any more."""
_SAME_TABLE = 2
"""What `kcmp` is asked: whether two threads have their open files in common."""
_PAGE = os.sysconf("SC_PAGESIZE")


class DiskUse:
    """What the files of some processes take up, deleted ones that are still open or in memory included."""

    def __init__(self, folders: Iterable[str], most_bytes: int, most_files: int, *, own_room: bool = False) -> None:
        """Bound the files in these folders; `own_room` says that the first is a file system of its own."""
        self._folders, self._most_bytes, self._most_files = tuple(folders), most_bytes, most_files
        self._own_room = own_room
        self._others = 0
        self._memory: dict[int, int] = {}

    def begin(self, process: int) -> None:
        """Take note of what is not this process's: a state that waits has deleted files of its own in the same room."""
        self._memory = {process: _memory(process)}
        if self._own_room:
            self._others = max(0, self._taken() - sum(self._sizes([process])))

    def over(self, processes: Collection[int]) -> bool:
        """Return whether there are more bytes, files or levels than allowed. Vanishing files do not count."""
        if self._own_room and self._taken() - self._others > self._most_bytes:
            return True
        used = count = 0
        for size in self._sizes(processes):
            used, count = used + size, count + 1
            if used > self._most_bytes or count > self._most_files:
                return True
        return any(
            self._may_hide(process, used) and self._hidden(process) + used > self._most_bytes for process in processes
        )

    def _taken(self) -> int:
        room = os.statvfs(self._folders[0])
        return (room.f_blocks - room.f_bfree) * room.f_frsize

    def _sizes(self, processes: Iterable[int]) -> Iterator[int]:
        waiting = [(folder, 0) for folder in self._folders]
        while waiting:
            folder, depth = waiting.pop()
            if depth > DEEPEST or len(os.fsencode(folder)) > LONGEST:
                yield self._most_bytes + 1
                return
            with contextlib.suppress(OSError), os.scandir(folder) as entries:
                for entry in entries:
                    with contextlib.suppress(OSError):
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append((entry.path, depth + 1))
                        yield entry.stat(follow_symlinks=False).st_size
        for process in processes:
            yield from _deleted(process)

    def _may_hide(self, process: int, used: int) -> bool:
        """Return whether so much memory has come to the process that it may be files over the limit."""
        if self._own_room or elsewhere.needed:
            return False
        now = _memory(process)
        return now - self._memory.setdefault(process, 0) + used > self._most_bytes

    def _hidden(self, process: int) -> int:
        """Return the bytes of files that are in its memory and have no name and no descriptor any more."""
        found: dict[tuple[str, str], int] = {}
        try:
            for each in maps.mappings(process):
                if each.is_nameless and each.path.startswith(self._folders):
                    found[each.file] = max(found.get(each.file, 0), each.end - each.start)
        except maps.Endless:
            return self._most_bytes + 1
        except OSError:
            return 0
        return sum(found.values())


def _memory(process: int) -> int:
    """Return the address space of the process; 0 where that cannot be seen."""
    try:
        return int(system.read(f"/proc/{process}/statm").split()[0]) * _PAGE
    except OSError:
        return 0


def _deleted(process: int) -> Iterable[int]:
    """Return sizes of the files that have no name any more and are still open there, in any of its threads."""
    found: dict[tuple[int, int], int] = {}
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208 - names, not paths, are needed
            if int(thread) == process or not _in_common(process, int(thread)):
                found |= _deleted_of_thread(f"/proc/{process}/task/{thread}/fd")
    return found.values()


def _in_common(process: int, thread: int) -> bool:
    try:
        return system.call("kcmp", process, thread, _SAME_TABLE, 0, 0) == 0
    except OSError:
        return False


def _deleted_of_thread(folder: str) -> dict[tuple[int, int], int]:
    """Return the size of each such file by its device and number: it may be open more than once."""
    found = {}
    with contextlib.suppress(OSError), os.scandir(folder) as descriptors:
        for descriptor in descriptors:
            with contextlib.suppress(OSError):
                seen = descriptor.stat()
                if stat.S_ISREG(seen.st_mode) and seen.st_nlink == 0:
                    found[seen.st_dev, seen.st_ino] = seen.st_size
    return found
