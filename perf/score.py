"""Scoring beside the same cases in cold interpreters, in one run: reference, answer and check as plain scripts.

    python -m perf.score BENCHMARK [CASES]

CASES code cases (500; all where there are fewer) are answered, a part of them wrongly. Both sides use all cores. The
ratio is the figure to watch, and that both sides say the same of every case.
"""

import asyncio
import contextlib
import hashlib
import os
import re
import sys
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil

from company.benchmark.reading import read_benchmark
from company.console.progress import progress_for
from company.evaluation.scoring import OUTPUT_BYTES, scored
from company.families.dialogues.evaluation.judge import TurnJudge
from company.sandbox import Limits, LocalSandbox
from tests.end_to_end.official_rules import is_right


def response(entry: Mapping[str, Any]) -> str:
    """The reference, or every third time one that saves something else."""
    answer = str(entry["reference_answer"])
    if hashlib.sha256(entry["data_id"].encode()).digest()[0] % 3 == 0:
        answer = re.sub(r"pickle\.dump\((\w+), ", r"pickle.dump([\1, 0], ", answer)
    return f"```python\n{answer}\n```"


class Memory:
    """What this process holds, in MiB, looked at ten times a second."""

    def __enter__(self) -> "Memory":
        self.seen, self._over = [0.0], threading.Event()
        self._watch = threading.Thread(target=self._look)
        self._watch.start()
        return self

    def _look(self) -> None:
        process = psutil.Process()
        while not self._over.wait(0.1):
            self.seen.append(process.memory_info().rss / 1024**2)

    def halves(self) -> tuple[float, float]:
        """The most in the first half of the time, and in the second."""
        half = len(self.seen) // 2
        return max(self.seen[: half + 1]), max(self.seen[half:])

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._watch.join()


async def ours(content: Any, responses: dict[str, str]) -> list[Any]:
    async with LocalSandbox(Limits(wall_seconds=30, cpu_seconds=30, output_bytes=OUTPUT_BYTES)) as sandbox:
        with progress_for() as progress:
            return await scored(
                content, TurnJudge(content), responses, lambda: contextlib.nullcontext(sandbox), progress
            )


def main(folder: Path, most: int) -> None:
    content = read_benchmark(folder)
    coded = [entry for entry in content.entries if "choice" not in entry][:most]
    responses = {entry["data_id"]: response(entry) for entry in coded}
    chosen = {
        name: tuple(entry for entry in entries if entry["data_id"] in responses)
        for name, entries in content.cases.items()
    }
    content = replace(content, cases=chosen)
    with Memory() as memory:
        began = time.perf_counter()
        found = {case.data_id: case.right for case in asyncio.run(ours(content, responses)) if case.coded}
        warm = time.perf_counter() - began
    began = time.perf_counter()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        cold = dict(
            zip(
                responses,
                pool.map(lambda entry: is_right(entry, responses[entry["data_id"]], content.resource), coded),
                strict=True,
            )
        )
    slow = time.perf_counter() - began
    other = [data_id for data_id in responses if found[data_id] != cold[data_id]]
    right = sum(found.values())
    print(f"{len(coded)} cases, {right} right; {len(coded) / warm:.1f} a second, cold {len(coded) / slow:.2f}")
    print(f"warm {warm:.1f} s, cold {slow:.1f} s: {slow / warm:.1f} times")
    print("most memory in the first half {:.0f} MiB, in the second {:.0f} MiB".format(*memory.halves()))
    print(f"other verdicts: {len(other)} {other[:5]}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 500)
