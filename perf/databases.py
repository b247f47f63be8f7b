"""A run's records and calls written to PostgreSQL beside the same to SQLite, in one run, and read again.

    python -m perf.databases [CASES]

CASES small cases (10,000) are made as a run makes them: for each three calls, a turn and a case, every one a committed
transaction. Told are the writes a second, how long the last tenth took beside the first (1 is linear), and the memory
at the end beside that after the first tenth (1 is flat). The ratio of both databases is the figure to watch.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from company.archive import Archive, Call
from company.archive.locking import locked
from company.archive.place import place_at, point
from company.families.dialogues.records import Persona, Turn
from tests.support.postgresql import missing, server

PER_CASE = 5


def made(archive: Archive, number: int) -> None:
    """Write what a case takes."""
    dialogue = f"t.p{number // 200}.s1.d{number // 10}"
    for part in range(3):
        name = f"{number * 3 + part:064x}"
        archive.put_call(
            Call(name, "chatbot", "dialogues", dialogue, "b", "m", "[]", "x" * 400, "stop", 900, 100, 0.001)
        )
    turn = {"id": f"{dialogue}.t{number}", "parent": dialogue, "stage": "dialogues", "position": number % 10 + 1}
    archive.put(
        Turn.model_validate({**turn, "question": 1, "query": "q" * 200, "answer": "here", "code": "x = 1\n" * 20})
    )
    case = {"id": f"{dialogue}.t{number}.c", "parent": turn["id"], "stage": "cases", "position": 1}
    told = {"name": "n", "location": "l", "job_title": "j", "background": "b" * 400}
    archive.put(Persona.model_validate({**case, **told}))


def timed(archive: Archive, cases: int) -> tuple[list[float], list[int]]:
    """Return the seconds of each tenth, and the bytes of memory after it."""
    seconds, memory, process = [], [], psutil.Process()
    for tenth in range(10):
        began = time.perf_counter()
        for number in range(tenth * cases // 10, (tenth + 1) * cases // 10):
            made(archive, number)
        seconds.append(time.perf_counter() - began)
        memory.append(process.memory_info().rss)
    return seconds, memory


@contextmanager
def opened(folder: Path) -> Iterator[Archive]:
    """Open a new run for writing."""
    with locked(folder), Archive.create(folder) as archive:
        yield archive


def main() -> None:
    """Write to both, and print what it came to."""
    if why := missing():
        sys.exit(why)
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    rates = {}
    with tempfile.TemporaryDirectory() as temporary, server() as url:
        point(Path(temporary) / "postgresql", place_at(url, "perf"))
        for name in ("sqlite", "postgresql"):
            with opened(Path(temporary) / name) as archive:
                seconds, memory = timed(archive, cases)
                began = time.perf_counter()
                read = len(archive.records("turn"))
                reading = time.perf_counter() - began
            assert read == cases, f"{read} of {cases} turns are there"
            rates[name] = PER_CASE * cases / sum(seconds)
            print(f"{name}: {rates[name]:,.0f} writes, {cases / sum(seconds):,.0f} cases a second", end="; ")
            print(f"the last tenth took {seconds[-1] / seconds[0]:.2f} of the first", end="; ")
            print(
                f"memory {memory[-1] / memory[0]:.2f} of that after the first; {read:,} turns read in {reading:.1f} s"
            )
    print(f"PostgreSQL writes {rates['postgresql'] / rates['sqlite']:.2f} times as fast as SQLite")


if __name__ == "__main__":
    main()
