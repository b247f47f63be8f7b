"""A published benchmark made again, byte for byte, from what it says of itself; then compared with what was published.

Its settings, seeds and tables are enough where the built-in company wrote it. Where real models did, their recorded
calls are answered from; and what people decided is decided again.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.archive.locking import locked
from company.archive.place import place_at, point
from company.benchmark.files import PROVENANCE
from company.benchmark.publishing.export import export
from company.benchmark.publishing.filtering import Filter
from company.benchmark.publishing.origin import Provenance, changed_files
from company.benchmark.publishing.provenance import file_hashes, reviewed_again
from company.benchmark.reading import family_of, read_verdicts
from company.config import DEFAULT_OUTPUT, LAYERS, Layer
from company.console.commands import command_line
from company.console.progress import Progress
from company.errors import ArchiveError, ConfigError, LayersMissing
from company.rebuilding.comparing import Rebuilt, differences, reasons
from company.rebuilding.deciding import decide
from company.rebuilding.fetching import known
from company.rebuilding.work import Work, prepare
from company.replay.rerun import pending, run_again
from company.reviewing import kinds_of
from company.run.simulation import Workplace, here, simulate

_PASSES = 20
"""How often a run is gone over, at the most, for decisions that could not be written when it was their time."""


async def rebuild(
    folder: Path,
    out: Path | None,
    progress: Progress,
    require: Collection[Layer] = LAYERS,
    database: str | None = None,
    workplace: Workplace = here,
) -> Rebuilt:
    """Make a published benchmark again, in `out`/benchmark, with its runs in `out`/runs, and compare the two.

    Runs are kept in the `database` where one is named, and their work is done at the given workplace. Interrupted and
    called again, it goes on. Nothing of the published folder is changed.

    Raises ArchiveError for a folder that does not say what it was made of or lacks some of it, ConfigError where it
    cannot be made from what is there, SandboxError where code cannot be run behind the layers in `require`.
    """
    told, out = known(folder), _place(folder, out)
    if told.export.get("public") is True:
        raise ArchiveError(
            f"{folder} is the public part of a benchmark whose gold is held back, and tells nothing that would write "
            "it again; its authors can rebuild the part with the gold, which brings this one with it"
        )
    damaged = tuple(changed_files(folder, told).values())
    for line in damaged:
        progress.note(line)
    if database is not None:
        for run in told.runs:
            point(place_in(out, run.name) / "run", place_at(database, f"{out.name}-{run.name}"))
    works = [prepare(folder, run, place_in(out, run.name), require) for run in told.runs]
    notes = []
    for work in works:
        progress.note(f"{work.told.name}: made again in {work.run}")
        notes += [
            f"{work.told.name}: {line}" for line in [*work.looser, *await _made(work, folder, progress, workplace)]
        ]
    benchmark = _exported(told, folder, works, out / "benchmark")
    made = file_hashes(benchmark, but=[PROVENANCE.as_posix()])
    found = differences(told, folder, made, benchmark)
    same = len(made.keys() & told.files.keys()) - sum(each.file in made and each.file in told.files for each in found)
    why = [*notes, *reasons(told, {work.told.name: _layers(work) for work in works})]
    return Rebuilt(folder, benchmark, same, tuple(found), tuple(why) if found else (), damaged)


def place_in(out: Path, run: str) -> Path:
    """Return the folder for one of several runs that are made again."""
    return out / "runs" / run


def _place(folder: Path, out: Path | None) -> Path:
    """Return the folder to work in. Raises ConfigError for one in the published folder."""
    out = out or DEFAULT_OUTPUT / f"{folder.resolve().name}-rebuilt"
    if folder.resolve() in (out.resolve(), *out.resolve().parents):
        raise ConfigError(f"{out} is in the published folder, which is to stay as it is; choose another one with --out")
    return out


async def _made(work: Work, folder: Path, progress: Progress, workplace: Workplace) -> list[str]:
    """Do a run's work, and people's decisions on it, until nothing is left; return what failed, a line each."""
    waiting = list(work.told.decisions)
    sittings: list[int | None] = [*sorted({each.sitting for each in waiting}), *[None] * _PASSES]
    for sitting in sittings:
        with locked(work.run), Archive.open(work.run) as archive:
            # What was picked after people had decided something is not to be made before.
            archive.put_notes(work.told.rounds.picked_until(sitting))
        await _simulated(work, folder, progress, workplace)
        due = [each for each in work.told.decisions if sitting is None or each.sitting <= sitting]
        with locked(work.run), Archive.open(work.run) as archive:
            written, waiting = decide(archive, due)
            changed = pending(archive, kinds_of(archive))
            if changed:
                await run_again(archive, changed)
            if not written and not changed and sitting is None:
                archive.put_note("told", {"scenario": work.told.scenario, "settings": work.told.settings})
                break
    if waiting:
        return [f"{len(waiting)} decisions of people are on what was not made here, the first on {waiting[0].record}"]
    return []


async def _simulated(work: Work, folder: Path, progress: Progress, workplace: Workplace) -> None:
    try:
        outcome = await simulate(work.settings, progress, workplace=workplace)
    except LayersMissing as error:
        remedy = command_line("rebuild", folder, "--require", ",".join(error.rest))
        raise LayersMissing(f"{str(error).partition(': require')[0]}: {remedy}", rest=error.rest) from error
    if outcome.stopped and not work.told.decisions:
        progress.note(f"{work.told.name}: {outcome.stopped}")


def _exported(told: Provenance, folder: Path, works: list[Work], benchmark: Path) -> Path:
    """Export the runs' cases as they were exported, to `benchmark`; those whose gold is held back come with it."""
    people = told.review.get("people")
    try:
        style = family_of(folder).release.style_from_json(told.export)
        reviewed = None if people is None else reviewed_again(people)
        by = told.export.get("filter")
        filter_by = None if by is None else Filter.from_json(by)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ArchiveError(
            f"what {PROVENANCE} says of the export is damaged ({error}); get the benchmark again"
        ) from None
    held_back = told.export.get("held_back") is True
    two: dict[str, Any] = {"held_back": benchmark} if held_back else {}
    export(
        [work.run for work in works],
        benchmark.with_name("public") if held_back else benchmark,
        include_unreviewed=told.export.get("include_unreviewed") is True,
        style=style,
        reviewed=reviewed,
        verdicts=read_verdicts(folder),
        recordings={work.run: file for work in works if (file := work.recording) is not None},
        filter_by=filter_by,
        **two,
    )
    return benchmark


def _layers(work: Work) -> dict[str, str]:
    with Archive.open(work.run) as archive:
        return dict((archive.note("sandbox") or {}).get("layers") or {})
