"""The accepted cases of one or several runs as one benchmark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.benchmark.files import RECORDINGS
from company.benchmark.publishing.composed import Composed
from company.benchmark.publishing.draft import Draft
from company.benchmark.publishing.filtering import Filter, Kept, filtered
from company.benchmark.publishing.giving import Giving
from company.benchmark.publishing.provenance import provenance_of, run_provenance
from company.benchmark.publishing.reviewed import Reviewed
from company.benchmark.reading import UNNAMED
from company.benchmark.withholding.heldback import held_back_beside
from company.errors import ArchiveError, ConfigError


def export(  # noqa: PLR0913 - a keyword for each flag of the command
    runs: Sequence[Path | Archive],
    out: Path | None = None,
    *,
    include_unreviewed: bool = False,
    style: Any = None,
    reviewed: Reviewed | None = None,
    verdicts: Sequence[Mapping[str, Any]] = (),
    recordings: Mapping[Path, Path] | None = None,
    held_back: Path | None = None,
    filter_by: Filter | None = None,
) -> Path:
    """Write the accepted cases of runs as one benchmark, at `out` or in the only run's folder, and return where.

    A run is its folder, or its archive where that is open, and stays so.

    Where people have begun to judge a run's cases, those that nobody has judged stay out. With `include_unreviewed`,
    cases that wait for a verdict are taken too; `style` is how the family is to write cases instead of how the runs'
    settings asked for; `reviewed` is what people did, for the card, and `verdicts` what they said, a line each;
    `recordings` are the files with the model calls of runs that are to be published.

    A source that may not be passed on is not put into the folder; `company fetch` puts it there.

    With `filter_by`, cases that a solver answers right are left out (`filtering`). Raises ConfigError where it has not
    answered all of them.

    With `held_back`, two folders are written: the benchmark without its gold, and at `held_back` the same cases with
    it. Cases that would give away the gold of others are in neither (`company.benchmark.withholding.heldback`).

    Raises ConfigError for several runs without `out`, or folders in one another, and ArchiveError when a run is none,
    has no case, or does not go with another, something else is at `out`, or gold would be given away.
    """
    if len(runs) > 1 and out is None:
        raise ConfigError("several runs make one benchmark: say with --out where it is to go")
    folders = [run.run if isinstance(run, Archive) else run for run in runs]
    each_once(folders)
    place = out or folders[0] / UNNAMED
    if held_back is not None:
        held_back_beside(place, held_back)
    with ExitStack() as opened:
        archives = [run if isinstance(run, Archive) else opened.enter_context(Archive.open(run)) for run in runs]
        given = [Giving.read(archive.run, archive, include_unreviewed) for archive in archives]
        _go_together(given)
        names, files = _names(given), recordings or {}
        made = [_provenance(run, names[run.folder], recorded=run.folder in files) for run in given]
        draft, kept, asked = _drafted(given, style, filter_by)
    composed = Composed(
        draft=draft,
        origins=[run.origin for run in given],
        reviewed=reviewed,
        verdicts=verdicts,
        judged=_judged(given),
        waiting=frozenset[str]().union(*(run.waiting for run in given)),
        unjudged=sum(run.left_out for run in given),
        provenance=lambda verdicts: provenance_of(
            given[0].family, made, asked, include_unreviewed=include_unreviewed, reviewed=reviewed, verdicts=verdicts
        ),
        recordings={names[run.folder]: files[run.folder] for run in given if run.folder in files},
    )
    if kept is not None:
        composed = composed.filtered(kept)
    return composed.write(place) if held_back is None else composed.write_pair(place, held_back)


def _drafted(
    given: Sequence[Giving], style: Any, filter_by: Filter | None
) -> tuple[Draft, Kept | None, Mapping[str, Any]]:
    """Return the cases of runs in the family's format, how a filter chose them, and what was asked for, as JSON."""
    release = given[0].family.release
    draft, asked = release.draft(given, style), release.style_as_json(style)
    if filter_by is None:
        return draft, None, asked
    return (*filtered(draft, filter_by, _judged(given)), {**asked, "filter": filter_by.as_json()})


def _judged(given: Sequence[Giving]) -> frozenset[str]:
    return frozenset[str]().union(*(run.judged for run in given))


def each_once(runs: Sequence[Path]) -> None:
    """Raise ConfigError where a run is named twice."""
    named: dict[Path, Path] = {}
    for run in runs:
        if (first := named.setdefault(run.resolve(), run)) is not run:
            twice = f"{first} and {run} are one run" if str(first) != str(run) else f"{run} is named twice"
            raise ConfigError(f"{twice}; a benchmark holds each run once: leave one out")


def _provenance(run: Giving, name: str, *, recorded: bool) -> dict[str, Any]:
    """Return the settings and makers of a run, under the name that it has in the benchmark."""
    recording = f"{RECORDINGS.as_posix()}/{name}.recording" if recorded else None
    return run_provenance(run.archive, name, run.family, run.sources, run.cases, recording)


def _names(runs: Sequence[Giving]) -> dict[Path, str]:
    """Return the name of each run in the benchmark: its source, with a number where several are about one."""
    names: dict[Path, str] = {}
    for run in runs:
        name = run.sources[0].name if run.sources else run.family.release.name_of(run.cases)
        again = sum(each == name or each.startswith(f"{name}-") for each in names.values())
        names[run.folder] = f"{name}-{again + 1}" if again else name
    return names


def _go_together(runs: Sequence[Giving]) -> None:
    """Raise ArchiveError for runs of two families, and where one case or one source of two runs is not the same."""
    cases: dict[str, Path] = {}
    sources: dict[str, tuple[str, Path]] = {}
    for run in runs:
        if run.family is not runs[0].family:
            raise ArchiveError(
                f"{runs[0].folder} is a run of {runs[0].family.name}, and {run.folder} one of {run.family.name}; "
                "export them apart"
            )
        for source in run.sources:
            sha256, first = sources.setdefault(source.file, (source.sha256, run.folder))
            if sha256 != source.sha256:
                key = f" with {source.named_with}" if source.named_with else ""
                raise ArchiveError(
                    f"{first} and {run.folder} each have a {source.file}, and they are not the same; give one of the "
                    f"{source.noun}s another name{key}, and simulate it again"
                )
        for case in run.cases:
            first = cases.setdefault(case.entry["data_id"], run.folder)
            if first != run.folder:
                noun = run.sources[0].noun if run.sources else "scenario"
                raise ArchiveError(
                    f"{first} and {run.folder} both have a case {case.entry['data_id']}: runs over one {noun} do not "
                    "go together; ask one run for more cases instead"
                )
