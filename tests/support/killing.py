"""Commands that are killed with all their processes at once, and what they have left by then."""

from __future__ import annotations

import hashlib
import os
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from tests.support.warm_start import Warm


def counted(run: Path, *tables: str) -> int:
    """How many rows there are of what a run stores."""
    if not (run / "company.sqlite").exists():
        return 0
    with sqlite3.connect(run / "company.sqlite") as database:
        try:
            return sum(int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in tables)
        except sqlite3.OperationalError:  # killed before the tables were made
            return 0


def lines_in(file: Path) -> int:
    """How many whole lines a file has, which may not be there yet."""
    return file.read_text().count("\n") if file.is_file() else 0


def killed(*words: str | Path, when: Callable[[], bool], pause: float = 0.0) -> bool:
    """Start `company …` in a process group of its own, and kill the group so many seconds after it is time.

    Whether it was killed before it came to its end. What it has started outside of the group is gone soon after, too.
    """
    process = Warm(*words, alone=True)
    while process.poll() is None and not when():
        time.sleep(0.02)
    time.sleep(pause)
    if process.poll() is not None:
        return False
    started = psutil.Process(process.pid).children(recursive=True)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    _, alive = psutil.wait_procs(started, timeout=30)
    assert not alive, f"left behind: {alive}"
    return True


def contents(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file in a folder, by its path there."""
    files = (each for each in folder.rglob("*") if each.is_file())
    return {each.relative_to(folder).as_posix(): hashlib.sha256(each.read_bytes()).hexdigest() for each in files}
