"""One process at a time writes a run's folder."""

from __future__ import annotations

import contextlib
import fcntl
import time
from collections.abc import Iterator
from pathlib import Path

from company.archive.place import place_of
from company.errors import ConfigError, RunTaken

_PAUSE = 0.1
"""Seconds between two tries."""


@contextlib.contextmanager
def locked(run: Path, patience: float = 0.0) -> Iterator[None]:
    """Hold the run folder, made where it is missing, for this process.

    Raises RunTaken where another one still holds it after `patience` seconds, and ConfigError for a file.
    """
    if run.exists() and not run.is_dir():
        raise ConfigError(f"{run} is a file; give a folder for the run with --out")
    if (place := place_of(run)) is not None:
        from company.archive.postgresql import held

        with held(place, patience):
            yield
        return
    try:
        run.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or error
        raise ConfigError(
            f"no folder can be made at {run} ({why}); give one that you can write to with --out"
        ) from None
    until = time.monotonic() + patience
    with (run / ".lock").open("w") as lock:
        while not _taken(lock.fileno()):
            if time.monotonic() >= until:
                raise RunTaken(
                    f"{run} is being written by another `company simulate`, or by `company review`; wait for it to end"
                )
            time.sleep(_PAUSE)
        yield


def _taken(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
