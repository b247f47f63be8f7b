"""What one run gives to a benchmark: its cases, as far as people's verdicts let them go, and what they were made of."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from company.benchmark.publishing.authorship import Origin
from company.benchmark.publishing.draft import Source
from company.errors import ArchiveError
from company.family.family import Family
from company.records import USABLE, Case
from company.reviewing import WAITS, Gates, asked_of, case_kind, settings_of

if TYPE_CHECKING:
    from company.archive import Archive


@dataclass(frozen=True)
class Giving:
    """What one run gives to a benchmark."""

    family: Family
    folder: Path
    archive: Archive
    cases: Sequence[Case]
    sources: Sequence[Source]
    origin: Origin
    judged: frozenset[str]
    """The data_ids of cases that people's verdicts stand on."""
    waiting: frozenset[str]
    """The data_ids of those that wait for one, and were asked for all the same."""
    left_out: int
    """Those that wait for one, and are not taken."""

    @classmethod
    def read(cls, folder: Path, archive: Archive, include_unreviewed: bool) -> Giving:
        """Read what a run gives. Raises ArchiveError where it has no case to give."""
        family = archive.family
        made: list[Case] = archive.records("case", (*USABLE, "proposed") if include_unreviewed else USABLE)
        waiting = unjudged(archive, made) | {case.id for case in made if case.status == "proposed"}
        cases = made if include_unreviewed else [case for case in made if case.id not in waiting]
        if not cases:
            more = " --include-unreviewed takes those that wait for a verdict." if _waits(archive, waiting) else ""
            raise ArchiveError(
                f"{folder} has no accepted case to export; `company status {folder}` says why, and simulating again "
                f"goes on.{more}"
            )
        gates = Gates(archive, settings_of(archive))
        judged = frozenset(case.entry["data_id"] for case in cases if _is_judged(archive, gates, case))
        wait = frozenset(case.entry["data_id"] for case in cases if case.id in waiting)
        origin = origin_of(archive)
        sources = family.release.sources(archive, folder, origin, cases)
        return cls(family, folder, archive, cases, sources, origin, judged, wait, len(made) - len(cases))


def origin_of(archive: Archive) -> Origin:
    """Return the origin of a run."""
    return Origin.of(*(archive.note(name) or {} for name in ("settings", "sandbox", "backends")))


def may_be_passed_on(archive: Archive) -> bool:
    """Return whether all that a run was made of may be passed on."""
    release = archive.family.release
    return all(source.shared for source in release.sources(archive, archive.run, origin_of(archive)))


def unjudged(archive: Archive, cases: Sequence[Case]) -> set[str]:
    """Return the ids of cases that people are asked about and have not judged; empty where they have not begun.

    Where they are not asked about cases, what counts is the last of the family's kinds by which cases are judged.
    """
    gates = Gates(archive, settings_of(archive))
    kind = case_kind(gates.kinds, asked_of(gates.told, gates.kinds))
    if kind is None or kind.case is None or not gates.has_judged(kind.name):
        return set()
    asked = {case.id: gates.of(archive.get(kind.case(case))) for case in cases}
    return {case for case, subject in asked.items() if gates.needs(subject) and not gates.judged(subject)}


def _is_judged(archive: Archive, gates: Gates, case: Case) -> bool:
    """Return whether people have judged a case: itself where the family asks about cases, else what it is judged by."""
    kind = gates.kinds.get("case") or case_kind(gates.kinds, tuple(gates.kinds))
    if kind is None or kind.case is None:
        return False
    return gates.judged(gates.of(archive.get(kind.case(case))))


def _waits(archive: Archive, waiting: Collection[str]) -> bool:
    return bool(waiting) or any(case.reason == WAITS for case in archive.records("case", ["proposed"]))
