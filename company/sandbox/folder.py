"""A working folder that can be put back: what the last accepted turn left there is kept beside it.

Only called while every process that could write to the folder is stopped or gone.
"""

import os
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path

Mark = tuple[int, int, int, int, int]
"""Mode, inode, size, and times of the last writing and of the last change."""


class WorkFolder:
    """The files of one dialogue, and how they were after its last accepted turn."""

    def __init__(self, path: Path, kept: Path, originals: Mapping[str, str]) -> None:
        """`path` is filled already; `kept` is made here; `originals` says where each given file came from."""
        self.path, self._kept = path, kept
        self._kept.mkdir(mode=0o700)
        self._copies: dict[str, Path] = {name: Path(original) for name, original in originals.items()}
        self._links: dict[str, str] = {}
        self._marks = self._look()
        self._written = 0

    def keep(self) -> None:
        """From now on, the files as they are now are what `restore` brings back."""
        marks = self._look()
        for name, mark in marks.items():
            if self._marks.get(name) == mark:
                continue
            if stat.S_ISLNK(mark[0]):
                self._links[name] = str((self.path / name).readlink())
            elif stat.S_ISREG(mark[0]):
                self._written += 1
                self._copies[name] = self._kept / str(self._written)
                shutil.copyfile(self.path / name, self._copies[name])
        self._marks = marks

    def restore(self) -> None:
        """Bring the files back to where `keep` last saw them; a file that is still open stays the same file."""
        now = self._look()
        for name in sorted(now, reverse=True):
            if name not in self._marks or stat.S_IFMT(self._marks[name][0]) != stat.S_IFMT(now[name][0]):
                self._remove(name, now.pop(name))
        for name, mark in sorted(self._marks.items()):
            if now.get(name) != mark:
                self._bring_back(name, mark)
        self._marks = self._look()

    def _look(self) -> dict[str, Mark]:
        marks: dict[str, Mark] = {".": _open_up(self.path)}
        for folder, folders, files in os.walk(self.path):
            for name in (*folders, *files):
                path = Path(folder) / name
                marks[os.path.relpath(path, self.path)] = _open_up(path)
        return marks

    def _remove(self, name: str, mark: Mark) -> None:
        if stat.S_ISDIR(mark[0]):
            shutil.rmtree(self.path / name)
        else:
            (self.path / name).unlink()

    def _bring_back(self, name: str, mark: Mark) -> None:
        target = self.path / name
        if stat.S_ISDIR(mark[0]):
            target.mkdir(exist_ok=True)
        elif stat.S_ISLNK(mark[0]):
            target.unlink(missing_ok=True)
            target.symlink_to(self._links[name])
            return
        elif stat.S_ISREG(mark[0]):
            if target.exists():
                target.chmod(0o600)
            shutil.copyfile(self._copies[name], target)
        target.chmod(stat.S_IMODE(mark[0]))


def _open_up(path: Path) -> Mark:
    """What is there; a folder that its owner may not look into is opened, or it would hide what it holds."""
    seen = os.lstat(path)
    if not stat.S_ISDIR(seen.st_mode):
        return (seen.st_mode, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)
    path.chmod(stat.S_IMODE(seen.st_mode) | 0o700)
    # A folder's size and times change with its files, which are looked at one by one.
    return (seen.st_mode | 0o700, 0, 0, 0, 0)
