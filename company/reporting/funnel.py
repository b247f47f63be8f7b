"""From candidates to accepted: what was made at each stage, what became of it, and why it was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from company.archive import Archive
from company.family.family import Family
from company.records import USABLE, Case, Record
from company.reporting.telling import telling_of
from company.reviewing import UNDECIDED, WAITS
from company.run.stage import LOST
from company.run.status import lost

Fate = Literal["kept", "spare", "waiting", "aside", "lost"]
FATES: Final[tuple[Fate, ...]] = ("kept", "spare", "waiting", "aside", "lost")
"""Used further; good, and not needed; before people; out of date; come to nothing."""
FATE_WORDS: Final[Mapping[Fate, str]] = {
    "kept": "accepted",
    "spare": "not needed",
    "waiting": "waits for people",
    "aside": "out of date",
    "lost": "lost",
}


def fates(archive: Archive, cases: Sequence[Case]) -> dict[str, dict[Fate, int]]:
    """Return kind of record, or category of cases, → how many candidates went which way, as they come about."""
    telling = telling_of(archive.family)
    kinds = telling.lives
    by_name: dict[str, Counter[Fate]] = {name: Counter() for name in (*kinds, *archive.family.categories)}
    for kind, status, reason, number in archive.counts():
        if kind in kinds:
            by_name[kind][_fate(status, reason)] += number
    for case in cases:
        by_name[case.category][fate_of(case)] += 1
    for stage, _ in archive.facts(LOST):
        made = telling.made_by.get(stage, stage)
        if made in by_name:
            by_name[made]["lost"] += 1
    return {name: {fate: counts[fate] for fate in FATES} for name, counts in by_name.items() if counts}


def fate_of(record: Record) -> Fate:
    """Return the fate of a record."""
    return _fate(record.status, record.reason)


def _fate(status: str, reason: str | None) -> Fate:
    if status in USABLE:
        return "kept"
    if status == "proposed":
        return "waiting" if reason in (None, WAITS) or (reason or "").startswith(UNDECIDED) else "spare"
    return "aside" if status == "stale" else "lost"


def categories(
    family: Family, funnel: Mapping[str, Mapping[Fate, int]], wanted: Mapping[str, int] | None
) -> list[dict[str, Any]]:
    """Return each category that was wanted or made, with how many were wanted and what became of candidates.

    How many were wanted is None where that is not known.
    """
    telling = telling_of(family)
    return [
        {
            "category": name,
            "answered_by": telling.answered_by(category),
            "wanted": None if wanted is None else wanted.get(name, 0),
            **{str(fate): funnel.get(name, {}).get(fate, 0) for fate in FATES},
        }
        for name, category in family.categories.items()
        if name in funnel or (wanted or {}).get(name)
    ]


def reasons(archive: Archive) -> list[dict[str, Any]]:
    """Return why candidates were lost: stage, reason and count, the most frequent first, without ids of others."""
    ids = telling_of(archive.family).ids
    counts: Counter[tuple[str, str]] = Counter()
    for words, number in lost(archive).items():
        stage, _, reason = words.partition(": ")
        counts[stage, ids.sub("…", reason) if ids else reason] += number
    return [{"stage": stage, "reason": reason, "count": count} for (stage, reason), count in counts.most_common()]
