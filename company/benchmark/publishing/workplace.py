"""The hidden folder beside a benchmark in which it is made, and the removal of those whose owner was killed."""

from __future__ import annotations

import contextlib
import fcntl
import glob
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def workplace(out: Path) -> Iterator[Path]:
    """Give a folder beside `out` that is ours until the end; what killed exports have left goes when we succeed.

    It goes no earlier, because one that was killed while it moved folders has the only copy of the former benchmark.
    """
    folder, lock = _locked(out)
    try:
        yield folder
        _sweep(out)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _prefix(out: Path) -> str:
    return f".{out.name}-exporting-"


def _locked(out: Path) -> tuple[Path, int]:
    """Make a folder and hold a lock on it, which the system lets go of when we end, however we end."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_prefix(out), dir=out.parent))
        # Another export may sweep the folder away before it is locked: then there is nothing to open, or to be found.
        with contextlib.suppress(FileNotFoundError):
            lock = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
            # Where a file system knows no locks, a sweep gets none either, and leaves the folder alone.
            with contextlib.suppress(OSError):
                fcntl.flock(lock, fcntl.LOCK_SH)
            if folder.exists():
                return folder, lock
            os.close(lock)


def _sweep(out: Path) -> None:
    for folder in out.parent.glob(f"{glob.escape(_prefix(out))}*"):
        # Somebody else's, or still being worked in: it stays.
        with contextlib.suppress(OSError):
            _remove_abandoned(folder)


def _remove_abandoned(folder: Path) -> None:
    lock = os.open(folder, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder)
    finally:
        os.close(lock)
