"""Removal of folders in which untrusted code has worked: however deep, long or closed to us what they hold is."""

import contextlib
import itertools
import os
import stat
from pathlib import Path


def remove_tree(path: Path) -> None:
    """Remove the folder and all in it, as far as the system lets us; links are removed, not followed.

    Folders are brought up to the top before they are emptied, so no path gets longer than two names and nothing is
    called recursively.
    """
    if path.is_symlink() or not path.is_dir():
        with contextlib.suppress(OSError):
            path.unlink()
        return
    names = itertools.count()
    with contextlib.suppress(OSError):
        _open(path)
        while _flattened(path, names):
            pass
        path.rmdir()


def _flattened(top: Path, names: "itertools.count[int]") -> bool:
    """Empty the folder but for what was two levels below; return whether anything was done."""
    done = False
    with os.scandir(top) as entries:
        found = list(entries)
    for entry in found:
        with contextlib.suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                _bring_up(Path(entry.path), top, names)
                os.rmdir(entry.path)  # noqa: PTH106 - as given, not taken apart into names
            else:
                os.unlink(entry.path)  # noqa: PTH108
            done = True
    return done


def _bring_up(folder: Path, top: Path, names: "itertools.count[int]") -> None:
    """Remove the files of a folder, and move its folders beside it."""
    _open(folder)
    with os.scandir(folder) as entries:
        found = list(entries)
    for entry in found:
        with contextlib.suppress(OSError):
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.path)  # noqa: PTH108
                continue
            _open(Path(entry.path))  # a folder that is closed to us cannot be moved
            for name in names:
                target = top / f".{name}.going"
                if not target.exists():
                    os.rename(entry.path, target)  # noqa: PTH104
                    break


def _open(folder: Path) -> None:
    mode = folder.stat().st_mode
    if mode & 0o700 != 0o700:
        folder.chmod(stat.S_IMODE(mode) | 0o700)
