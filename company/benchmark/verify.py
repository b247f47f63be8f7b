"""The release gate over a whole benchmark, from the exported files alone."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.benchmark.canary import canary_problems
from company.benchmark.files import CARD, CROISSANT, PROVENANCE
from company.benchmark.layers import entered
from company.benchmark.publishing.origin import changed_files, how_to_get, read_provenance
from company.benchmark.reading import Benchmark, read_cases
from company.benchmark.withholding.leaks import leaks, public_problems
from company.config import LAYERS, Layer
from company.console.progress import Progress
from company.sandbox import LocalSandbox

if TYPE_CHECKING:
    from company.benchmark.gate import GateReport
    from company.benchmark.release import Release

SLIPPED = "slipped through"
"""What the wrong answers are counted under that a check took."""


_SHOWN = 5
"""Reasons that a verification shows of itself."""


@dataclass(frozen=True)
class CaseVerdict:
    """What the gate says of one case."""

    data_id: str
    passed: bool
    reasons: tuple[str, ...]
    measured: dict[str, Any]
    place: str = ""
    """Where in the folder it stands, as `file:line`."""


@dataclass(frozen=True, repr=False)
class Verification:
    """What verifying a benchmark found."""

    ok: bool
    """No problem, and every case passed."""
    cases: tuple[CaseVerdict, ...]
    problems: tuple[str, ...]
    """What is wrong with the benchmark as a whole."""
    controls: dict[str, int]
    """How many wrong answers the checks were shown, by kind, and how many of them slipped through."""
    layers: Mapping[Layer, str]
    """Each layer of the jail that cases ran behind: "on", or why it was missing; empty where no code was run."""
    remarks: tuple[str, ...] = ()
    """What is worth a look, though nothing fails for it."""
    has_gold: bool = True
    """Whether there were references to judge; without them nothing passes, and `problems` are what its files show."""

    def __repr__(self) -> str:
        passed = sum(case.passed for case in self.cases)
        first = "".join(f"\n  {reason}" for reason in self.reasons[:_SHOWN])
        more = len(self.reasons) - _SHOWN
        left = f"\n  and {more:,} more in .reasons" if more > 0 else ""
        how = "all is well" if self.ok else "not well"
        return f"Verification: {how}, {passed:,} of {len(self.cases):,} cases pass{first}{left}"

    @property
    def reasons(self) -> tuple[str, ...]:
        """Everything that is wrong, a line each."""
        cases = [(case, placed(case.place, case.data_id)) for case in self.cases]
        return (*self.problems, *(f"{where}: {reason}" for case, where in cases for reason in case.reasons))

    def as_json(self) -> dict[str, Any]:
        """Return the findings as plain JSON values."""
        return {
            "ok": self.ok,
            "has_gold": self.has_gold,
            "cases": [asdict(case) for case in self.cases],
            "passed": sum(case.passed for case in self.cases),
            "problems": list(self.problems),
            "remarks": list(self.remarks),
            "controls": dict(self.controls),
            "layers": dict(self.layers),
        }


@dataclass(frozen=True)
class Gating:
    """Where cases are judged."""

    gate: Callable[[Mapping[str, Any]], Awaitable[GateReport]]
    """Returns what the release gate says of a line."""
    at_once: int
    layers: Callable[[], Mapping[Layer, str]]
    """Returns behind which layers of the jail code has run."""


Place = Callable[[Benchmark, Collection[Layer], Progress], AbstractAsyncContextManager[Gating]]


def placed(place: str, data_id: str) -> str:
    """Return where a case stands and how it is called, as messages on it begin."""
    return ": ".join(filter(None, (place, data_id)))


async def verify(
    benchmark: Path,
    progress: Progress,
    require: Collection[Layer] = LAYERS,
    public: Path | None = None,
    place: Place | None = None,
) -> Verification:
    """Run the release gate on every case of a benchmark folder, as many at once as there are cores, or at a `place`.

    Where something is missing that cases need, no case is judged. A sandbox is entered only where the family's gate
    needs one. `public` is the folder whose gold is held back in this one: it is looked through for that. A folder whose
    gold is held back does not pass, and its cases are not judged. Raises ArchiveError when the folder is no benchmark
    or a line is not as the format says, SandboxError when the sandbox fails or has not all layers in `require`.
    """
    content = read_cases(benchmark)
    if not content.has_gold:
        return _without_gold(content, progress)
    missing, changed = _missing(content), _changed(content, progress)
    problems = (*_repeated(content), *missing, *changed, *_without_canary(content), *_leaking(content, public))
    for problem in problems:
        progress.note(problem)
    verdicts: tuple[CaseVerdict, ...] = ()
    layers: Mapping[Layer, str] = {}
    if not missing:
        async with (place or _here)(content, require, progress) as gating:
            verdicts = await _judged(content, gating, progress)
            layers = gating.layers()
    ok = not problems and all(verdict.passed for verdict in verdicts)
    controls = control_counts(content.family.release, [verdict.measured for verdict in verdicts])
    return Verification(ok, verdicts, problems, controls, layers, tuple(content.family.release.remarks(content)))


@contextlib.asynccontextmanager
async def _here(content: Benchmark, require: Collection[Layer], progress: Progress) -> AsyncIterator[Gating]:
    """Have this process judge cases, in a sandbox where the gate needs one."""
    release, at_once = content.family.release, max(2, os.cpu_count() or 1)
    if not release.sandboxed:
        yield Gating(lambda line: release.gate(line, content, None), at_once, lambda: {})
        return
    async with entered(LocalSandbox(require=require), _remedy, progress) as sandbox:
        yield Gating(lambda line: release.gate(line, content, sandbox), at_once, lambda: sandbox.layers)


def _without_gold(content: Benchmark, progress: Progress) -> Verification:
    """Verify a folder without references: its files alone."""
    problems = (
        *public_problems(content.folder),
        *_missing(content),
        *_changed(content, progress),
        *_without_canary(content),
    )
    for problem in problems:
        progress.note(problem)
    return Verification(False, (), problems, control_counts(content.family.release, []), {}, has_gold=False)


def _without_canary(content: Benchmark) -> tuple[str, ...]:
    """Return what is wrong with the canary; a folder from before canaries need not have one."""
    card = content.folder / CARD
    text = card.read_text(encoding="utf-8", errors="replace") if card.is_file() else ""
    lines = (*content.entries, *content.family.release.lines_beside(content))
    return canary_problems(text, lines, expected=(content.folder / CROISSANT).is_file())


def _leaking(content: Benchmark, public: Path | None) -> tuple[str, ...]:
    return () if public is None else tuple(f"{public}: {each}" for each in leaks(public, content.folder))


def _remedy(rest: Sequence[str]) -> str:
    return f"--require {','.join(rest) or repr('')}"


def control_counts(release: Release, measured: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Count the wrong answers that checks were shown: by kind, and those that slipped through."""
    counts = Counter(dict.fromkeys((*release.controls, SLIPPED), 0))
    for each in measured:
        for label, lines in each.get("controls", {}).items():
            counts[release.kind_of_control(label)] += 1
            counts[SLIPPED] += bool(lines) and set(lines) == {"True"}
    return dict(counts)


async def _judged(content: Benchmark, gating: Gating, progress: Progress) -> tuple[CaseVerdict, ...]:
    progress.stage("verify", started=len(content.entries))
    turnstile = asyncio.Semaphore(gating.at_once)

    async def judged(entry: dict[str, Any]) -> CaseVerdict:
        async with turnstile:
            report = await gating.gate(entry)
        data_id = entry["data_id"]
        place = content.places.get(data_id, "")
        _say(progress, placed(place, data_id), report)
        return CaseVerdict(data_id, report.passed, report.reasons, report.measured, place)

    try:
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(judged(entry)) for entry in content.entries]
    except ExceptionGroup as failed:
        # The first failure is the one to tell of; the rest are mostly its consequences.
        raise failed.exceptions[0] from failed
    return tuple(task.result() for task in running)


def _say(progress: Progress, where: str, report: GateReport) -> None:
    progress.stage("verify", done=1, rejected=int(not report.passed))
    for reason in report.reasons:
        progress.note(f"{where}: {reason}")


def _repeated(content: Benchmark) -> tuple[str, ...]:
    """Return cases that are the same case twice, a line each."""
    release = content.family.release
    problems: list[str] = []
    seen: dict[object, str] = {}
    for entry in content.entries:
        first = seen.setdefault(release.identity(entry), entry["data_id"])
        if first != entry["data_id"]:
            problems.append(f"{entry['data_id']} {release.identical} as {first}")
    return tuple(problems)


def _changed(content: Benchmark, progress: Progress) -> tuple[str, ...]:
    """Return files that are not as they were exported, a line each; of a card that was edited, it is only said."""
    told = read_provenance(content.folder)
    if told is None and (content.folder / CROISSANT).is_file():
        # Ours has had it for as long; a benchmark of others need not have it.
        return (
            f"{content.folder / PROVENANCE} is missing: it was there when the benchmark was exported; get it again",
        )
    lines = {} if told is None else changed_files(content.folder, told)
    if CARD.as_posix() in lines:
        progress.note(lines.pop(CARD.as_posix()))
    return tuple(lines.values())


def _missing(content: Benchmark) -> tuple[str, ...]:
    """Return files that cases need and the folder has not, a line each."""
    told = read_provenance(content.folder)
    recipes = {} if told is None else {each.file: how_to_get(content.folder, each) for each in told.tables.values()}
    return tuple(content.family.release.missing(content, recipes))
