"""Temporary folders, of a sandbox and of a process, and the removal of those whose owner was killed."""

import atexit
import contextlib
import fcntl
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from company.errors import SandboxError
from company.sandbox.trees import remove_tree

PREFIX = "decision-company-"
_OWNER = "owner"
_NEWBORN_SECONDS = 3600.0


@dataclass(frozen=True)
class Root:
    """A folder that is ours while the lock is held; the system lets go of the lock when we end, however we end."""

    path: Path
    lock: int

    def remove(self) -> None:
        """Remove the folder and all in it, and let go of it."""
        remove_tree(self.path)
        os.close(self.lock)


def make_root() -> Root:
    """Make a new folder with this process's id in its name. Raises SandboxError when there is no room for it."""
    try:
        path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-")).resolve()
        # The lock is taken before the file has the name that a sweep looks for.
        newborn = path / f"{_OWNER}-to-be"
        lock = os.open(newborn, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        newborn.rename(path / _OWNER)
    except OSError as error:
        raise SandboxError(
            f"no folder for running code could be made in {tempfile.gettempdir()}: {error}. Free some space there."
        ) from error
    return Root(path, lock)


@contextlib.contextmanager
def scratch(name: str) -> Iterator[Path]:
    """Hold a fresh folder for what code is run on, in one of this process's own.

    It is gone after the block; where the process is killed, a sweep takes it. Raises SandboxError when there is no
    room for it.
    """
    folder = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=_own_root()))
    try:
        yield folder
    finally:
        remove_tree(folder)


_own: dict[tuple[int, str], Root] = {}
"""The folder of a process, by its id (forks have folders of their own) and by where temporary folders are."""


def _own_root() -> Path:
    process, place = os.getpid(), tempfile.gettempdir()
    found = _own.get((process, place))
    if found is None or not found.path.is_dir():
        sweep()
        found = _own[process, place] = make_root()
        atexit.register(_remove_own, process, found)
    return found.path


def _remove_own(process: int, root: Root) -> None:
    if process == os.getpid():
        root.remove()


def sweep() -> None:
    """Remove what runs that were killed have left in the temporary folder; those of living owners stay."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        # Somebody else's folder, or one that is being removed right now: nothing to do here.
        with contextlib.suppress(OSError):
            if path.stat().st_uid == os.getuid() and not path.is_symlink() and _is_abandoned(path):
                remove_tree(path)


def _is_abandoned(path: Path) -> bool:
    try:
        lock = os.open(path / _OWNER, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return time.time() - path.stat().st_mtime > _NEWBORN_SECONDS
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True
