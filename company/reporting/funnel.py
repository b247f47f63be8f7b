"""From candidates to accepted: what was made at each stage, what became of it, and why it was lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from company.archive import Archive
from company.families.dialogues.records import CATEGORIES, CHOSEN, Case, Category
from company.records import USABLE, Record
from company.reviewing import WAITS
from company.run.stage import LOST
from company.run.status import lost

Fate = Literal["kept", "spare", "waiting", "aside", "lost"]
FATES: Final[tuple[Fate, ...]] = ("kept", "spare", "waiting", "aside", "lost")
"""Used further; good, and not needed; before people; out of date; come to nothing."""
KINDS: Final = ("persona", "scenario", "plan", "dialogue", "turn", "rewording", "library", "rewrite")
"""Records that cases are made of, in the order of their lives."""
_MADE_BY: Final[Mapping[str, str]] = {
    "personas": "persona",
    "scenarios": "scenario",
    "plans": "plan",
    "dialogues": "turn",
    "rewordings": "rewording",
    "private_library": "rewrite",
    "cases": "normal",
    "private_cases": "private",
}
"""Stage → what comes of it: a kind of record, or a category of cases; others are called as their category."""
_ID = re.compile(r"\b\w+\.p\d+(\.\w+)+")


def fates(archive: Archive, cases: Sequence[Case]) -> dict[str, dict[Fate, int]]:
    """Kind of record, or category of cases, → how many candidates went which way, in the order of their lives."""
    found: dict[str, Counter[Fate]] = {each: Counter() for each in (*KINDS, *CATEGORIES)}
    for kind, status, reason, number in archive.counts():
        if kind in KINDS:
            found[kind][_fate(status, reason)] += number
    for case in cases:
        found[case.category][fate_of(case)] += 1
    for place in archive.notes(LOST):
        stage = place.partition(" ")[0]
        made = _MADE_BY.get(stage, stage)
        if made in found:
            found[made]["lost"] += 1
    return {name: {fate: counts[fate] for fate in FATES} for name, counts in found.items() if counts}


def fate_of(record: Record) -> Fate:
    """What became of a record."""
    return _fate(record.status, record.reason)


def _fate(status: str, reason: str | None) -> Fate:
    if status in USABLE:
        return "kept"
    if status == "proposed":
        return "waiting" if reason in (None, WAITS) else "spare"
    return "aside" if status == "stale" else "lost"


def categories(found: Mapping[str, Mapping[Fate, int]], wanted: Mapping[str, int] | None) -> list[dict[str, Any]]:
    """Each category that was wanted or made: how many were wanted (None: not known), and what became of candidates."""
    there: list[Category] = [each for each in CATEGORIES if each in found or (wanted or {}).get(each)]
    return [
        {
            "category": each,
            "answered_by": "choosing" if each in CHOSEN else "code",
            "wanted": None if wanted is None else wanted.get(each, 0),
            **{str(fate): found.get(each, {}).get(fate, 0) for fate in FATES},
        }
        for each in there
    ]


def reasons(archive: Archive) -> list[dict[str, Any]]:
    """Why candidates were lost: stage, reason and count, the most frequent first; names of other cases left out."""
    counts: Counter[tuple[str, str]] = Counter()
    for told, number in lost(archive).items():
        stage, _, reason = told.partition(": ")
        counts[stage, _ID.sub("…", reason)] += number
    return [{"stage": stage, "reason": reason, "count": count} for (stage, reason), count in counts.most_common()]
