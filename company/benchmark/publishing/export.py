"""The accepted cases of one or several runs as one benchmark."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.benchmark.files import RECORDINGS, turn_of
from company.benchmark.publishing.authorship import Origin
from company.benchmark.publishing.composed import Composed
from company.benchmark.publishing.provenance import provenance_of, run_provenance, shares
from company.benchmark.publishing.reviewed import Reviewed, Verdicts
from company.benchmark.withholding.heldback import held_back_beside
from company.errors import ArchiveError, ConfigError
from company.families.dialogues.body.recomposing import HistoryStyle, rehistoried
from company.families.dialogues.body.rewording import reworded
from company.families.dialogues.body.tellings import told
from company.families.dialogues.records import CATEGORIES, Case, Category, LibraryFunction, Register, Rewording
from company.records import USABLE
from company.reviewing import WAITS, Gates, settings_of
from company.tables.record import Table

Line = dict[str, Any]


@dataclass(frozen=True)
class _Run:
    """What one run gives to a benchmark."""

    folder: Path
    archive: Archive
    cases: Sequence[Case]
    tables: Sequence[Table]
    origin: Origin
    judged: frozenset[str]
    """The data_ids of cases that people's verdicts stand on."""
    waiting: frozenset[str]
    """The data_ids of those that wait for one, and were asked for all the same."""
    left_out: int
    """Those that wait for one, and are not taken."""

    @classmethod
    def read(cls, folder: Path, archive: Archive, include_unreviewed: bool) -> _Run:
        """Raises ArchiveError where it has no case to give."""
        found: list[Case] = archive.records("case", (*USABLE, "proposed") if include_unreviewed else USABLE)
        waiting = unjudged(archive, found) | {case.id for case in found if case.status == "proposed"}
        cases = found if include_unreviewed else [case for case in found if case.id not in waiting]
        if not cases:
            more = " --include-unreviewed takes those that wait for a verdict." if _waits(archive, waiting) else ""
            raise ArchiveError(
                f"{folder} has no accepted case to export; `company status {folder}` says why, and simulating again "
                f"goes on.{more}"
            )
        left_out = len(found) - len(cases)
        gates = Gates(archive, settings_of(archive))
        judged = frozenset(case.entry["data_id"] for case in cases if gates.judged(gates.of(case)))
        wait = frozenset(case.entry["data_id"] for case in cases if case.id in waiting)
        domains = {case.entry["domain_name"] for case in cases}
        tables = [table for table in archive.records("table", USABLE) if table.name in domains]
        origin = Origin.of(*(archive.note(name) or {} for name in ("settings", "sandbox", "backends")))
        return cls(folder, archive, cases, tables, origin, judged, wait, left_out)

    @property
    def made_of(self) -> list[tuple[str, str]]:
        """The id of a turn with each data_id made of it."""
        return [(turn_of(case.entry["data_id"]), case.entry["data_id"]) for case in self.cases]

    def provenance(self, name: str, *, recorded: bool) -> dict[str, Any]:
        """What it was told and made with, under the name that it has in the benchmark."""
        recording = f"{RECORDINGS.as_posix()}/{name}.recording" if recorded else None
        return run_provenance(self.archive, name, self.tables, self.cases, recording)

    def figures(self) -> Iterator[tuple[str, bytes]]:
        """The figure of each case that asks about one."""
        for case in self.cases:
            if case.entry.get("figure"):
                pngs = self.archive.figures(turn_of(case.entry["data_id"]))
                if pngs:
                    yield case.entry["data_id"], pngs[-1]


def export(  # noqa: PLR0913 - a keyword for each flag of the command
    runs: Sequence[Path],
    out: Path | None = None,
    *,
    include_unreviewed: bool = False,
    history: HistoryStyle | None = None,
    reviewed: Reviewed | None = None,
    verdicts: Sequence[Mapping[str, Any]] = (),
    recordings: Mapping[Path, Path] | None = None,
    held_back: Path | None = None,
) -> Path:
    """Write the accepted cases of runs as one benchmark, at `out` or in the only run's folder, and say where.

    Where people have begun to judge a run's cases, those that nobody has judged stay out. With `include_unreviewed`,
    cases that wait for a verdict are taken too; `history` is what prompts show instead of what the runs' settings
    asked for; `reviewed` is what people did, for the card, and `verdicts` what they said, a line each; `recordings` are
    the files with the model calls of runs that are to be published.

    A table that may not be passed on is not put into the folder; `company fetch` puts it there.

    With `held_back`, two folders are written: the benchmark without its gold, and at `held_back` the same cases with
    it. Cases that would give away the gold of others are in neither (`company.benchmark.withholding.heldback`).

    Raises ConfigError for several runs without `out`, or folders in one another, and ArchiveError when a run is none,
    has no case, or does not go with another, something else is at `out`, or gold would be given away.
    """
    if len(runs) > 1 and out is None:
        raise ConfigError("several runs make one benchmark: say with --out where it is to go")
    named: dict[Path, Path] = {}
    for run in runs:
        if (first := named.setdefault(run.resolve(), run)) is not run:
            twice = f"{first} and {run} are one run" if str(first) != str(run) else f"{run} is named twice"
            raise ConfigError(f"{twice}; a benchmark holds each run once: leave one out")
    place = out or runs[0] / "benchmark"
    if held_back is not None:
        held_back_beside(place, held_back)
    with ExitStack() as opened:
        given = [_Run.read(run, opened.enter_context(Archive.open(run)), include_unreviewed) for run in runs]
        _go_together(given)
        names, files = _names(given), recordings or {}
        made = [run.provenance(names[run.folder], recorded=run.folder in files) for run in given]
        composed = _composed(
            given,
            history,
            reviewed=reviewed,
            verdicts=verdicts,
            provenance=lambda verdicts: provenance_of(
                made, history=history, include_unreviewed=include_unreviewed, reviewed=reviewed, verdicts=verdicts
            ),
            recordings={names[run.folder]: files[run.folder] for run in given if run.folder in files},
        )
    return composed.write(place) if held_back is None else composed.write_pair(place, held_back)


def _composed(
    runs: Sequence[_Run],
    history: HistoryStyle | None,
    *,
    reviewed: Reviewed | None,
    verdicts: Sequence[Mapping[str, Any]],
    provenance: Callable[[Verdicts], Line],
    recordings: Mapping[str, Path],
) -> Composed:
    """What runs come to as one benchmark, with what is known of them beside their archives."""
    cases = _lines(runs, history)
    return Composed(
        tables=[(table, run.folder / "resource" / table.file, run.origin) for run in runs for table in run.tables],
        cases=cases,
        dialogues=[line for run in runs for line in told(run.archive, run.made_of)],
        library=_library(runs),
        figures=dict(pair for run in runs for pair in run.figures()),
        registers=_registers(runs, cases),
        judged=frozenset().union(*(run.judged for run in runs)),
        waiting=frozenset().union(*(run.waiting for run in runs)),
        unjudged=sum(run.left_out for run in runs),
        withheld={table.file for run in runs for table in run.tables if not shares(run.archive, table)},
        reviewed=reviewed,
        verdicts=verdicts,
        provenance=provenance,
        recordings=recordings,
    )


def _names(runs: Sequence[_Run]) -> dict[Path, str]:
    """What each run is called in the benchmark: as its table, with a number where several are about one."""
    names: dict[Path, str] = {}
    for run in runs:
        name = run.tables[0].name if run.tables else run.cases[0].entry["domain_name"]
        again = sum(each == name or each.startswith(f"{name}-") for each in names.values())
        names[run.folder] = f"{name}-{again + 1}" if again else name
    return names


def unjudged(archive: Archive, cases: Sequence[Case]) -> set[str]:
    """The ids of cases that people are asked about and have not judged; empty where they have not begun with cases.

    Where they are not asked about cases, it is the turns that count.
    """
    gates = Gates(archive, settings_of(archive))
    kind = next((each for each in ("case", "turn") if each in gates.told.of), None)
    if kind is None or not gates.has_judged(kind):
        return set()
    asked = {
        case.id: gates.of(case if kind == "case" else archive.get(turn_of(case.entry["data_id"]))) for case in cases
    }
    return {case for case, subject in asked.items() if gates.needs(subject) and not gates.judged(subject)}


def _waits(archive: Archive, waiting: Collection[str]) -> bool:
    return bool(waiting) or any(case.reason == WAITS for case in archive.records("case", ["proposed"]))


def _library(runs: Sequence[_Run]) -> list[LibraryFunction]:
    """The private functions of all runs, each once. Raises ArchiveError for two of one name that differ."""
    found: dict[str, tuple[LibraryFunction, Path]] = {}
    for run in runs:
        for library in run.archive.records("library", USABLE):
            for function in library.functions:
                known, first = found.setdefault(function.name, (function, run.folder))
                if known.code != function.code:
                    raise ArchiveError(
                        f"{first} and {run.folder} each have a private function {function.name}, and they are not the "
                        "same: export them apart"
                    )
    return [function for function, _ in found.values()]


def _registers(
    runs: Sequence[_Run], cases: Mapping[Category, Sequence[Line]]
) -> dict[Register, dict[Category, list[Line]]]:
    """The cases that ask with their turn's query, in either register, as far as the other one was found words for."""
    found: dict[Register, dict[Category, list[Line]]] = {}
    for run in runs:
        rewordings: dict[str, Rewording] = {
            each.parent or "": each for each in run.archive.records("rewording", USABLE)
        }
        if not rewordings:
            continue
        own = {case.entry["data_id"] for case in run.cases}
        for category in _AS_ASKED:
            for entry in cases.get(category, ()):
                other = rewordings.get(turn_of(entry["data_id"]))
                if other is not None and entry["data_id"] in own:
                    spoken: Register = "statement" if other.speech == "colloquial" else "colloquial"
                    for speech, line in ((spoken, entry), (other.speech, reworded(entry, other.query))):
                        found.setdefault(speech, {}).setdefault(category, []).append(line)
    return found


_AS_ASKED: tuple[Category, ...] = ("normal", "private")


def _lines(runs: Sequence[_Run], history: HistoryStyle | None) -> Mapping[Category, list[Line]]:
    found: dict[Category, list[Line]] = {}
    for run in runs:
        for case in run.cases:
            entry = case.entry
            if history is not None:
                entry = rehistoried(run.archive, case, turn_of(entry["data_id"]), history)
            found.setdefault(case.category, []).append(entry)
    return {category: found[category] for category in CATEGORIES if category in found}


def _go_together(runs: Sequence[_Run]) -> None:
    """Raises ArchiveError where two runs have one case, or two tables of one name, that are not the same."""
    cases: dict[str, Path] = {}
    tables: dict[str, tuple[str, Path]] = {}
    for run in runs:
        for table in run.tables:
            sha256, first = tables.setdefault(table.file, (table.sha256, run.folder))
            if sha256 != table.sha256:
                raise ArchiveError(
                    f"{first} and {run.folder} each have a {table.file}, and they are not the same; give one of the "
                    "tables another name with [table] name, and simulate it again"
                )
        for case in run.cases:
            first = cases.setdefault(case.entry["data_id"], run.folder)
            if first != run.folder:
                raise ArchiveError(
                    f"{first} and {run.folder} both have a case {case.entry['data_id']}: runs over one table do not "
                    "go together; ask one run for more cases instead"
                )
