"""A working folder that can be put back to how it was after any of its accepted turns.

Only called while every process that could write to the folder is stopped or gone.
"""

import contextlib
import os
import stat
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from company.sandbox.contents import copy_file
from company.sandbox.trees import remove_tree

Mark = tuple[int, int, int, int, int]
"""Mode, inode, size, and times of the last writing and of the last change."""
_CLOCK_TICK = 20_000_000
"""Nanoseconds within which a file may change twice and bear the same time: the clock for files ticks in its own way."""
_PART = 1 << 20


@dataclass(frozen=True)
class Entry:
    """One file, link or folder as a turn left it."""

    mode: int
    size: int
    written: int
    """When, in nanoseconds."""
    read: int = 0
    """When that was last, as far as the file system takes note of it."""
    content: str = ""
    """Where a copy of the file lies, or where the link points."""
    attributes: tuple[tuple[str, bytes], ...] = ()
    """Its extended ones, access lists included."""
    twin: str = ""
    """The first name of the same file, where it has several."""


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
        self.marks_tell = True
        """Whether a change of a file's content changes its mark: not one that is made by way of memory."""
        self.renewals = 0
        """How often a file had to be made anew, so that whoever has the old one in memory has another one."""
        self._copies = 0
        self._known: dict[str, tuple[Mark, Entry]] = {}
        self._seen = time.time_ns()
        """When the known marks were looked at."""
        for name, mark in self._look().items():
            self._known[name] = (mark, _entry(self.path / name, mark, originals.get(name, "")))
        self._given = {name: mark for name, (mark, _) in self._known.items()}
        """As long as its mark is this one, a given file was never open for writing: nobody may."""

    def keep(self) -> Files:
        """Return the files as they are now, for `restore`."""
        known: dict[str, tuple[Mark, Entry]] = {}
        seen = time.time_ns()
        for name, mark in self._look().items():
            before = self._known.get(name)
            if not before or before[0] != mark or (self._doubts(name, mark) and not self._is_still(name, before[1])):
                before = mark, _entry(self.path / name, mark, self._content(name, mark))
            known[name] = before
        self._known, self._seen = _with_twins(known), seen
        return {name: entry for name, (_, entry) in self._known.items()}

    def restore(self, files: Files) -> None:
        """Bring the files back to how `keep` saw them; a file that is still open stays the same file."""
        now = self._look(files)
        twins: dict[str, list[str]] = {}
        for name, entry in files.items():
            twins.setdefault(entry.twin or name, []).append(name)
        for name, entry in sorted(files.items()):
            if not self._is_as_kept(name, now.get(name), entry):
                self._bring_back(name, entry, twins.get(name, []))
        for name, entry in files.items():
            if stat.S_ISDIR(entry.mode):  # last: they are written with what is in them
                os.utime(self.path / name, ns=(entry.read, entry.written))
        self._seen = time.time_ns()
        self._known = {name: (mark, files[name]) for name, mark in self._look(files).items()}

    def _doubts(self, name: str, mark: Mark) -> bool:
        """Return whether the file may have been written since its mark was seen, and bear the same one."""
        if not stat.S_ISREG(mark[0]) or self._given.get(name) == mark:
            return False
        return not self.marks_tell or mark[4] > self._seen - _CLOCK_TICK

    def _is_as_kept(self, name: str, mark: Mark | None, entry: Entry) -> bool:
        """Return whether it is certain that the file is as it was kept."""
        if mark is None or self._known.get(name) != (mark, entry):
            return False
        # What lies in memory behind the end of a file is seen by whoever maps it, and by no comparison.
        return not self._doubts(name, mark) or (self.marks_tell and self._is_still(name, entry))

    def _is_still(self, name: str, entry: Entry) -> bool:
        """Return whether the file holds what its copy does."""
        with (self.path / name).open("rb") as one, Path(entry.content).open("rb") as other:
            while (part := one.read(_PART)) == other.read(_PART):
                if not part:
                    return True
        return False

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
        copy_file(path, copy)
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

    def _bring_back(self, name: str, entry: Entry, twins: Sequence[str]) -> None:
        """Make one name lead to what it did; `twins` are all names of the file whose first name it is."""
        target = self.path / name
        if stat.S_ISDIR(entry.mode):
            target.mkdir(exist_ok=True)
        elif stat.S_ISLNK(entry.mode):
            target.unlink(missing_ok=True)
            target.symlink_to(entry.content)
            os.utime(target, ns=(entry.read, entry.written), follow_symlinks=False)
            return
        elif entry.twin not in ("", name):
            if not target.exists() or not target.samefile(self.path / entry.twin):
                target.unlink(missing_ok=True)
                target.hardlink_to(self.path / entry.twin)
            return
        else:
            found = next((self.path / each for each in (name, *twins) if self._leads_to_no_other(each, twins)), None)
            if found != target:
                target.unlink(missing_ok=True)  # it may have become another file's name
            if found is None:
                self.renewals += 1
            elif found != target:
                target.hardlink_to(found)
            if found:
                target.chmod(0o600)
            copy_file(entry.content, target)
            os.utime(target, ns=(entry.read, entry.written))
        _give_attributes(target, dict(entry.attributes))
        target.chmod(stat.S_IMODE(entry.mode))

    def _leads_to_no_other(self, name: str, twins: Sequence[str]) -> bool:
        """Return whether there is a file of this name, and all its names are among these."""
        target = self.path / name
        if not target.exists():
            return False
        names = [each for each in twins if (self.path / each).exists() and target.samefile(self.path / each)]
        return target.stat().st_nlink == len(names)


def _with_twins(known: Mapping[str, tuple[Mark, Entry]]) -> dict[str, tuple[Mark, Entry]]:
    """Return the same, each file with the first of its names where it has several."""
    names: dict[int, list[str]] = {}
    for name, (mark, _) in sorted(known.items()):
        if stat.S_ISREG(mark[0]):
            names.setdefault(mark[1], []).append(name)
    found = {}
    for name, (mark, entry) in known.items():
        same = names.get(mark[1], []) if stat.S_ISREG(mark[0]) else []
        twin = same[0] if len(same) > 1 else ""
        found[name] = mark, entry if entry.twin == twin else replace(entry, twin=twin)
    return found


def _entry(path: Path, mark: Mark, content: str) -> Entry:
    mode, _, size, written, _ = mark
    attributes = tuple(sorted(_attributes(path).items()))
    return Entry(mode, size, written, path.lstat().st_atime_ns, content, attributes)


def _attributes(path: Path) -> dict[str, bytes]:
    """Return the extended attributes that code may change; links have none."""
    found = {}
    # A file system may have none.
    with contextlib.suppress(OSError):
        if hasattr(os, "listxattr") and not path.is_symlink():
            for name in os.listxattr(path):
                if name.startswith(("user.", "system.posix_acl_")):
                    found[name] = os.getxattr(path, name)
    return found


def _give_attributes(path: Path, wanted: Mapping[str, bytes]) -> None:
    now = _attributes(path)
    for name in now.keys() - wanted.keys():
        os.removexattr(path, name)
    for name, value in wanted.items():
        if now.get(name) != value:
            os.setxattr(path, name, value)


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
        # A folder's size changes with its files, which are looked at one by one.
        return (seen.st_mode, 0, 0, seen.st_mtime_ns, seen.st_ctime_ns)
    return (seen.st_mode, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)
