"""What is slow to make and only looked at: made by the first worker who needs it, once for all of them."""

from __future__ import annotations

import fcntl
import os
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The folder that `make` has filled, in this worker or in another one; copy it to change something in it.

    What cannot be made is tried once, too: each test that needs it is told at once, and why.
    """
    base = factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    folder, made, failed = (shared / f"{name}{ending}" for ending in ("", ".made", ".failed"))
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if failed.exists():
            pytest.fail(f"`{name}` could not be made, as its first user was told:\n{failed.read_text()}", pytrace=False)
        if not made.exists():
            folder.mkdir()
            try:
                make(folder)
            except BaseException:
                failed.write_text(traceback.format_exc())
                raise
            made.touch()
    return folder
