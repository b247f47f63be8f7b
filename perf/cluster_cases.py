"""Many small cases through the archive on PostgreSQL, written by several processes as a run on a cluster writes them.

    python -m perf.cluster_cases [CASES …]

For each number of CASES (1,000, 3,000 and 10,000), a new run is written: this process, which holds it, stores ten calls
for each case, as the one that asks the models does; two others, whom it lets write, look the calls up and write what a
dialogue's stages leave of a case, record by record, each in a transaction of its own. Every reply is at hand and no
code runs, so that nothing is left but the archive. Told are the seconds for a case beside those of the smallest run (1
is linear), how long each process took for its last tenth beside its first, and its memory at the end beside that after
the first tenth (1 is flat). The database does not wait for the disk.
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from company.archive import Archive, Call
from company.archive.locking import locked
from company.archive.place import Place, place_at, point
from company.archive.postgresql import hand_out, helping, take_back
from company.families.dialogues.records import Persona, Turn
from tests.support import postgresql

SIZES = (1_000, 3_000, 10_000)
HELPERS = 2
CALLS = 10
"""For each case, as a run of dialogues was measured to have."""
STAGES = ("plans", "dialogues", "rewrites", "cases", "gate")
"""That a case goes through; each leaves a record, and that it is done."""


@dataclass
class Course:
    """How one process fared, tenth by tenth."""

    seconds: list[float] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)

    def over(self, cases: range, work: Callable[[int], None]) -> Course:
        """Do the work for each case."""
        tenths = [cases[len(cases) * part // 10 : len(cases) * (part + 1) // 10] for part in range(10)]
        for tenth in tenths:
            began = time.perf_counter()
            for number in tenth:
                work(number)
            self.seconds.append(time.perf_counter() - began)
            self.memory.append(psutil.Process().memory_info().rss)
        return self

    def __str__(self) -> str:
        pace, size = self.seconds[-1] / self.seconds[0], self.memory[-1] / self.memory[0]
        return f"last tenth {pace:.2f} of the first, memory {size:.2f} ({self.memory[-1] / 2**20:.0f} MiB)"


def key(number: int, call: int) -> str:
    """Return what a call is known by."""
    return f"{number * CALLS + call:064x}"


def asked(archive: Archive, number: int) -> None:
    """Store the calls of a case."""
    for each in range(CALLS):
        words = ("chatbot", "dialogues", f"t.s1.d{number // 10}", "b", "m")
        archive.put_call(Call(key(number, each), *words, "[]", "x" * 400, "stop", 900, 100, 0.001))


def worked(archive: Archive, number: int) -> None:
    """Write what a case leaves, from its calls as soon as they are there."""
    for each in range(CALLS):
        while archive.call(key(number, each)) is None:
            time.sleep(0.01)
    dialogue = f"t.s1.d{number // 10}"
    for place, stage in enumerate(STAGES):
        of = f"{dialogue}.n{number}.{stage}"
        if archive.done(stage, of, "k") is not None:
            continue
        told: dict[str, Any] = {"id": f"{of}.1", "parent": of, "stage": stage, "position": place + 1}
        if stage == "dialogues":
            code = "x = 1\n" * 20
            archive.put(Turn.model_validate({**told, "question": 1, "query": "q" * 200, "answer": "a", "code": code}))
        else:
            own = {"name": "n", "location": "l", "job_title": "j", "background": "b" * 400}
            archive.put(Persona.model_validate({**told, **own}))
        archive.settle(told["id"], "accepted")
        archive.mark_done(stage, of, "k", [told["id"]])


def help_with(run: Path, place: Place, fence: int, hand: str, cases: range, told: Any) -> None:
    """Do the work of a helper, and send how it fared."""
    with helping(place, fence, hand), Archive.open(run) as archive:
        told.send(Course().over(cases, lambda number: worked(archive, number)))


def written(folder: Path, url: str, cases: int) -> tuple[float, dict[str, Course], int]:
    """Write a run of so many cases; return the seconds, how each process fared, and the records that are there."""
    run, place = folder / str(cases), place_at(url, f"cases{cases}")
    point(run, place)
    spawning = multiprocessing.get_context("spawn")
    with locked(run), Archive.create(run) as archive:
        helpers = []
        for number in range(HELPERS):
            here, there = spawning.Pipe(duplex=False)
            hand = f"helper {number + 1}"
            given = (run, place, hand_out(place, hand), hand, range(number, cases, HELPERS), there)
            helpers.append((hand, spawning.Process(target=help_with, args=given), here))
        began = time.perf_counter()
        for _, process, _ in helpers:
            process.start()
        courses = {"holder": Course().over(range(cases), lambda number: asked(archive, number))}
        for hand, process, here in helpers:
            courses[hand] = here.recv()
            process.join()
            take_back(place, hand)
        seconds = time.perf_counter() - began
        there_are = sum(count for *_, count in archive.counts())
    return seconds, courses, there_are


def main(*sizes: int) -> None:
    """Write runs of all sizes, and print how they compare."""
    if why := postgresql.missing():
        sys.exit(why)
    paces: dict[int, float] = {}
    with tempfile.TemporaryDirectory() as folder, postgresql.server() as url:
        for cases in sizes:
            seconds, courses, there_are = written(Path(folder), url, cases)
            assert there_are == cases * len(STAGES), f"{there_are} records are there"
            paces[cases] = seconds / cases
            writes = (CALLS + 3 * len(STAGES)) * cases / seconds
            beside = paces[cases] / paces[sizes[0]]
            print(f"{cases:>7,} cases in {seconds:.0f} s, {writes:,.0f} transactions a second; a case {beside:.2f}")
            for name, course in courses.items():
                print(f"        {name}: {course}", flush=True)


if __name__ == "__main__":
    main(*(map(int, sys.argv[1:]) if sys.argv[1:] else SIZES))
