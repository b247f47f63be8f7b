"""Benchmarks as folders: written, uploaded, made whole, and made again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.api.given import folder_of, layers_of, path_of, progress_of
from company.api.shown import Benchmark
from company.config import LAYERS, Layer
from company.console.blocking import waited
from company.console.commands import say_aside
from company.console.extras import need_extras
from company.console.progress import Silent
from company.errors import ConfigError, did_you_mean
from company.records import USABLE

if TYPE_CHECKING:
    from company.archive import Archive
    from company.benchmark.publishing.filtering import Filter
    from company.benchmark.publishing.reviewed import Reviewed
    from company.benchmark.release import Release
    from company.rebuilding.comparing import Rebuilt
    from company.rebuilding.fetching import Placed

_UNFILTERED = 0.1
"""The share of dialogues that a filter leaves whole where nothing is said."""


def export(  # noqa: PLR0913 - a keyword for each flag of the command
    *runs: str | Path,
    out: str | Path | None = None,
    history: int | None = None,
    noisy: bool = False,
    include_unreviewed: bool = False,
    with_recording: bool = False,
    database: str | None = None,
    held_back: str | Path | None = None,
    filter_by: Sequence[str | Path] = (),
    solver: str | None = None,
    unfiltered: float | None = None,
    layout: str | None = None,
) -> Benchmark:
    """Write the accepted cases of runs as one benchmark folder (`company export`).

    `out` may be left out for one run; `history` is the number of turns that prompts show, as it went where `noisy`;
    `database` is where the review queue is, if not in the run's folder; `with_recording` publishes model calls, too.
    With `held_back`, the folder at `out` is without gold, and the benchmark at `held_back` is the same with it.

    `filter_by` are logs of `company evaluate` on what the same call without it writes: cases that the `solver` answers
    right are left out, but for the share `unfiltered` of dialogues, a tenth by default (`company export --filter`).
    With `layout`, the same cases are written in the layout of others, too, beside the folder with the gold, whose name
    that layout's goes behind. Raises ConfigError and ArchiveError.
    """
    need_extras("export")
    from company.benchmark.publishing.export import export as exported
    from company.rebuilding.recordings import recordings_of

    _refuse(history, database, runs)
    with _opened(runs) as archives, recordings_of(archives if with_recording else []) as recordings:
        release = archives[0].family.release
        _refuse_layout(layout, release)
        told, verdicts = _said_by_people(archives, database)
        where = exported(
            archives,
            path_of(out),
            include_unreviewed=include_unreviewed,
            style=release.style(history, noisy=noisy) if history is not None or noisy else None,
            reviewed=told,
            verdicts=verdicts,
            recordings=recordings,
            held_back=path_of(held_back),
            filter_by=_filter(archives, [Path(log) for log in filter_by], solver, unfiltered),
        )
    made = Benchmark(where if held_back is None else held_back)
    if layout is not None:
        release.write_layout(layout, made.content, layout_folder(made.folder, layout))
    return made


def _refuse(history: int | None, database: str | None, runs: Sequence[str | Path]) -> None:
    from company.benchmark.publishing.export import each_once

    if history is not None and history < 0:
        raise ConfigError(f"--history {history}: give a number of turns, 0 or more")
    if database is not None and len(runs) > 1:
        raise ConfigError("--database is the queue of one run; export several runs without it")
    each_once([Path(run) for run in runs])


@contextmanager
def _opened(runs: Sequence[str | Path]) -> Iterator[list[Archive]]:
    """Yield the archives of runs, each opened once for all that is read of it. Raises ArchiveError for no run."""
    from company.archive import Archive

    with ExitStack() as opened:
        yield [opened.enter_context(Archive.open(Path(run))) for run in runs]


def _said_by_people(runs: Sequence[Archive], database: str | None) -> tuple[Reviewed | None, list[Any]]:
    """Return what people did in the review queues of runs, for the card, and what they said, a line each."""
    from human_review.published import verdict_lines
    from human_review.summary import queue_of, reviewed

    with ExitStack() as opened:
        found = [queue_of(run.run, database, run.family.review) for run in runs]
        queues = [opened.enter_context(queue) for queue in found if queue is not None]
        return reviewed(queues), list(verdict_lines(queues))


def waiting_for_people(*runs: str | Path) -> int:
    """Return how many cases of runs only people can release, and nobody has yet."""
    from company.reviewing.subjects import WAITS

    with _opened(runs) as archives:
        proposed = [case for archive in archives for case in archive.records("case", ("proposed",))]
    return sum(case.reason == WAITS for case in proposed)


def layout_folder(benchmark: Path, layout: str) -> Path:
    """Return the folder for the same cases in the layout of others."""
    return benchmark.with_name(f"{benchmark.name}-{layout}")


def _refuse_layout(layout: str | None, release: Release) -> None:
    from company.family.registry import usable

    if layout is None or layout in release.layouts:
        return
    wrong = f"--layout {layout}: there is none of this name for {release.family.name}"
    if known := release.layouts:
        raise ConfigError(f"{wrong}{did_you_mean(layout, known)}; there are {', '.join(known)}")
    others = "; ".join(
        f"{name} can be written as {', '.join(each.release.layouts)}"
        for name, each in usable().items()
        if each.release.layouts
    )
    raise ConfigError(f"{wrong}, which has one layout alone ({others}): leave it out")


def _filter(
    runs: Sequence[Archive], logs: Sequence[Path], solver: str | None, unfiltered: float | None
) -> Filter | None:
    """Return the filter by a solver's answers; None without logs. Raises ConfigError as `filter_of` does."""
    if not logs:
        given = {"--solver": solver, "--unfiltered": unfiltered}
        for flag, value in given.items():
            if value is not None:
                raise ConfigError(f"{flag} {value} is of a filter by logs: name them with --filter")
        return None
    from company.evaluation.solver import filter_of

    known = {str(case.entry["data_id"]) for run in runs for case in run.records("case", (*USABLE, "proposed"))}
    writers = [run.note("backends") or {} for run in runs]
    share = _UNFILTERED if unfiltered is None else unfiltered
    return filter_of(logs, runs[0].family, known, solver=solver, unfiltered=share, writers=writers)


def push(benchmark: str | Path | Benchmark, repo: str, *, private: bool = False) -> str:
    """Upload a benchmark to a hub as OWNER/NAME, in one commit (`company export --push`); return its address.

    The repository is made where there is none; with `private`, for its owner's eyes only. The token is in HF_TOKEN, or
    is the one that `hf auth login` keeps. Tables that may not be passed on are not sent. Raises ConfigError where the
    extra `hub` or the token is missing, for a folder of held-back gold, and where the hub refuses or cannot be reached.
    """
    from company.benchmark.publishing.hub import push as pushed

    return pushed(folder_of(benchmark), repo, private=private)


def fetch(benchmark: str | Path | Benchmark, *tables: str | Path, quiet: bool = False) -> list[Placed]:
    """Put each table where it belongs that a benchmark could not bring along (`company fetch`); which, and from where.

    `tables` are files as their publishers give them; those that are not given come from where the benchmark says that
    they are to be had, such as Kaggle. A table that is there is left alone. Raises ArchiveError for a folder that does
    not say what its tables are, and ConfigError for a file that is none of them, with what differs, and for a table
    that is not to be had without a file.
    """
    from company.rebuilding.fetching import fetch_tables

    return fetch_tables(folder_of(benchmark), [Path(table) for table in tables], Silent().note if quiet else say_aside)


def rebuild(
    benchmark: str | Path | Benchmark,
    *,
    out: str | Path | None = None,
    require: Collection[Layer] | str = LAYERS,
    database: str | None = None,
    on: str | None = None,
    quiet: bool = False,
) -> Rebuilt:
    """Make a published benchmark again, and compare every byte (`company rebuild`); `.equal` says whether all is.

    `out` is the folder to work in; `database` the address of a PostgreSQL database for its runs, and `on` where the
    work is done, as in `simulate`. Raises ConfigError, ArchiveError, SandboxError and ClusterError.
    """
    need_extras("rebuild")
    from company.api.workplaces import workplace_at
    from company.cluster.connecting import is_elsewhere
    from company.rebuilding.rebuilding import rebuild as rebuilt

    if is_elsewhere(on) and database is None:
        raise ConfigError(
            "others are to write the runs, so they cannot be in a folder: keep them in PostgreSQL with --database"
        )
    with workplace_at(on) as workplace, progress_of(quiet) as progress:
        work = rebuilt(folder_of(benchmark), path_of(out), progress, layers_of(require), database, workplace)
        return waited(work)
