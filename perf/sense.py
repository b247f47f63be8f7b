"""What the checks of sense cost the release gate: the same cases with and without them, turn about, in one run.

    python -m perf.sense BENCHMARK [CASES]

CASES code cases (60; all where there are fewer) are judged one after the other. The ratio is the figure to watch, and
that both sides pass the same cases, but for those that a check of sense refuses.
"""

import asyncio
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from company.benchmark.reading import read_benchmark
from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.gate import code as gating
from company.families.dialogues.gate.sense.finding import Finding
from company.families.dialogues.gate.sense.gathering import CHECKS, sense
from company.sandbox import LocalSandbox

LENDERS = 4


def apart(spent: Counter[str]) -> Any:
    """The checks, each with a clock."""

    def clocked(check: Any) -> Any:
        async def judged(case: CodeBody, place: Any) -> Finding:
            began = time.perf_counter()
            try:
                return await check(case, place)
            finally:
                spent[check.__name__] += time.perf_counter() - began

        return judged

    checks = tuple(map(clocked, CHECKS))
    return lambda case, place: sense(case, place, checks)


async def without(case: CodeBody, place: Any) -> Finding:
    return Finding()


async def main(folder: Path, most: int) -> None:
    content = read_benchmark(folder)
    cases = [body for body in content.bodies.values() if isinstance(body, CodeBody)][:most]
    spent: Counter[str] = Counter()
    took: dict[str, list[float]] = {"with": [], "without": []}
    sides = {"with": apart(spent), "without": without}
    passed: dict[str, list[bool]] = {"with": [], "without": []}
    reasons: list[str] = []
    async with LocalSandbox() as sandbox:
        for number, case in enumerate([cases[0], *cases]):  # the first one twice: what is loaded once counts for none
            for side in sorted(sides, reverse=number % 2 == 1):
                gating.sense = sides[side]
                began = time.perf_counter()
                report = await gating.gate(case, content.resource, sandbox, cases[:LENDERS], cold_check=False)
                if number:
                    took[side].append(time.perf_counter() - began)
                    passed[side].append(report.passed)
                    reasons += report.reasons if side == "with" else ()
                else:
                    spent.clear()
    one, other = (sum(took[side]) for side in ("with", "without"))
    print(f"{len(cases)} cases: with {one:.1f} s, without {other:.1f} s: {one / other:.2f} times")
    print("median of a case: {:.0f} ms, {:.0f} ms".format(*(1000 * median(took[side]) for side in ("with", "without"))))
    print("of it: " + ", ".join(f"{name} {seconds / one:.0%}" for name, seconds in spent.most_common()))
    print(f"passed: with {sum(passed['with'])}, without {sum(passed['without'])} {reasons[:3]}")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 60))
