"""The hidden folder beside a benchmark in which it is made, by one export at a time, and what killed ones have left."""

from __future__ import annotations

import contextlib
import fcntl
import glob
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from company.errors import ArchiveError


@contextlib.contextmanager
def workplace(out: Path) -> Iterator[Path]:
    """Give a folder beside `out` that is ours until the end; what killed exports have left goes when we succeed.

    It goes no earlier, because one that was killed while it moved folders has the only copy of the former benchmark.
    Raises ArchiveError where another export writes there.
    """
    with _alone(out) as locked:
        folder = Path(tempfile.mkdtemp(prefix=_prefix(out), dir=out.parent))
        try:
            yield folder
            if locked:
                _sweep(out)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _prefix(out: Path) -> str:
    return f".{out.name}-exporting-"


@contextlib.contextmanager
def _alone(out: Path) -> Iterator[bool]:
    """Hold what one export at a time can hold, and say whether it can be held: not every file system knows locks.

    The system lets go of it when we end, however we end.
    """
    place = out.parent / f"{_prefix(out)}lock"
    lock, locked = _lock(place, out)
    try:
        yield locked
    finally:
        place.unlink(missing_ok=True)
        os.close(lock)


def _lock(place: Path, out: Path) -> tuple[int, bool]:
    """Return the open lock, and whether it is held. Raises ArchiveError where another export holds it."""
    while True:
        lock = os.open(place, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            raise ArchiveError(
                f"another `company export` is writing {out}; wait for it to end, or choose another folder with --out"
            ) from None
        except OSError:
            return lock, False
        # Who held it before us may have removed it after we had opened it: then it keeps nobody out.
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(lock), place.stat(follow_symlinks=False)):
                return lock, True
        os.close(lock)


def _sweep(out: Path) -> None:
    """Remove all that exports of `out` have left beside it: nobody else works there, and we are done."""
    for folder in out.parent.glob(f"{glob.escape(_prefix(out))}*"):
        if folder.is_dir() and not folder.is_symlink():
            shutil.rmtree(folder, ignore_errors=True)
