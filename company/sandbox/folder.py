"""A working folder that can be put back to how it was after any of its accepted turns.

Only called while every process that could write to the folder is stopped or gone.
"""

import contextlib
import os
import shutil
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from company.sandbox.trees import remove_tree

Mark = tuple[int, int, int, int, int]
"""Mode, inode, size, and times of the last writing and of the last change."""


@dataclass(frozen=True)
class Entry:
    """One file, link or folder as a turn left it."""

    mode: int
    size: int
    written: int
    """When, in nanoseconds."""
    content: str = ""
    """Where a copy of the file lies, or where the link points."""


Files = Mapping[str, Entry]
"""Everything below a working folder, and "." itself, by name."""


class WorkFolder:
    """The files of one dialogue; knows which of them are still as it saw them last."""

    def __init__(self, path: Path, kept: Path, originals: Mapping[str, str]) -> None:
        """Create the folder.

        `path` is filled already; `kept` is made here; `originals` says where each given file came from.
        """
        self.path, self._kept = path, kept
        kept.mkdir(mode=0o700, exist_ok=True)
        self._copies = 0
        self._known: dict[str, tuple[Mark, Entry]] = {}
        for name, mark in self._look().items():
            self._known[name] = (mark, _entry(mark, originals.get(name, "")))

    def keep(self) -> Files:
        """Return the files as they are now, for `restore`."""
        known: dict[str, tuple[Mark, Entry]] = {}
        for name, mark in self._look().items():
            before = self._known.get(name)
            known[name] = before if before and before[0] == mark else (mark, _entry(mark, self._content(name, mark)))
        self._known = known
        return {name: entry for name, (_, entry) in known.items()}

    def restore(self, files: Files) -> None:
        """Bring the files back to how `keep` saw them; a file that is still open stays the same file."""
        now = self._look(files)
        for name, entry in sorted(files.items()):
            if name not in now or self._known.get(name) != (now[name], entry):
                self._bring_back(name, entry)
        self._known = {name: (mark, files[name]) for name, mark in self._look(files).items()}

    def forget(self, living: Iterable[Files]) -> None:
        """Remove the copies of files that no longer belong to any state."""
        needed = {entry.content for files in living for entry in files.values()}
        for copy in self._kept.iterdir():
            if str(copy) not in needed:
                copy.unlink()

    def _content(self, name: str, mark: Mark) -> str:
        path = self.path / name
        if stat.S_ISLNK(mark[0]):
            return str(path.readlink())
        if not stat.S_ISREG(mark[0]):
            return ""
        self._copies += 1
        copy = self._kept / str(self._copies)
        shutil.copyfile(path, copy)
        return str(copy)

    def _look(self, wanted: Files | None = None) -> dict[str, Mark]:
        """Return the files that are there; those not `wanted`, or of another kind, go, and are not looked into."""
        marks: dict[str, Mark] = {".": _open_up(str(self.path))}
        waiting = [""]
        while waiting:
            within = waiting.pop()
            with os.scandir(self.path / within) as entries:
                found = list(entries)
            for entry in found:
                name = f"{within}{entry.name}"
                if wanted is not None and not _alike(wanted.get(name), entry):
                    remove_tree(Path(entry.path))
                    continue
                marks[name] = _open_up(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(f"{name}/")
        return marks

    def _bring_back(self, name: str, entry: Entry) -> None:
        target = self.path / name
        if stat.S_ISDIR(entry.mode):
            target.mkdir(exist_ok=True)
        elif stat.S_ISLNK(entry.mode):
            target.unlink(missing_ok=True)
            target.symlink_to(entry.content)
            return
        else:
            if target.exists():
                target.chmod(0o600)
            shutil.copyfile(entry.content, target)
            os.utime(target, ns=(entry.written, entry.written))
        target.chmod(stat.S_IMODE(entry.mode))


def _entry(mark: Mark, content: str) -> Entry:
    mode, _, size, written, _ = mark
    return Entry(mode, size, written, content)


def _alike(entry: Entry | None, found: "os.DirEntry[str]") -> bool:
    return entry is not None and stat.S_IFMT(entry.mode) == stat.S_IFMT(found.stat(follow_symlinks=False).st_mode)


def _open_up(path: str) -> Mark:
    """Return the mark of a path; a file or folder that its owner may not read is opened, or it could not be kept."""
    seen = os.lstat(path)
    needed = 0o700 if stat.S_ISDIR(seen.st_mode) else 0o400 if stat.S_ISREG(seen.st_mode) else 0
    if seen.st_mode & needed != needed:
        Path(path).chmod(stat.S_IMODE(seen.st_mode) | needed)
        seen = os.lstat(path)
    if stat.S_ISDIR(seen.st_mode):
        # A folder's size and times change with its files, which are looked at one by one.
        return (seen.st_mode, 0, 0, 0, 0)
    return (seen.st_mode, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)


class DiskUse:
    """What the files of some processes take up, deleted ones that are still open included."""

    DEEPEST = 64
    """Folders in folders; deeper ones count as too many."""

    def __init__(self, folders: Iterable[str], most_bytes: int, most_files: int) -> None:
        self._folders, self._most_bytes, self._most_files = tuple(folders), most_bytes, most_files

    def over(self, processes: Iterable[int]) -> bool:
        """Return whether there are more bytes, files or levels than allowed. Vanishing files do not count."""
        used = count = 0
        for size in self._sizes(processes):
            used, count = used + size, count + 1
            if used > self._most_bytes or count > self._most_files:
                return True
        return False

    def _sizes(self, processes: Iterable[int]) -> Iterable[int]:
        waiting = [(folder, 0) for folder in self._folders]
        while waiting:
            folder, depth = waiting.pop()
            if depth > self.DEEPEST:
                yield self._most_bytes + 1
            with contextlib.suppress(OSError), os.scandir(folder) as entries:
                for entry in entries:
                    with contextlib.suppress(OSError):
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append((entry.path, depth + 1))
                        yield entry.stat(follow_symlinks=False).st_size
        for process in processes:
            yield from _deleted(process)


def _deleted(process: int) -> Iterable[int]:
    """Return sizes of the files that have no name any more and are still open there."""
    with contextlib.suppress(OSError), os.scandir(f"/proc/{process}/fd") as descriptors:
        for descriptor in descriptors:
            with contextlib.suppress(OSError):
                seen = descriptor.stat()
                if stat.S_ISREG(seen.st_mode) and seen.st_nlink == 0:
                    yield seen.st_size
