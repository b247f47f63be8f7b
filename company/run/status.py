"""How a run stands: what it has, what came to nothing and why, what it cost."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from company.archive import Archive, natural
from company.models.ledger import batches_left
from company.reviewing import WAITS, Gates, settings_of, undecided
from company.run.costs import costs
from company.run.settling import BEYOND
from company.run.stage import LOST

AT_WORK = "at_work"
"""The note of how many workers a run has on a cluster, and how many units wait for them; None where there are none."""
REJECTED = "rejected.jsonl"
"""The file in a run's folder that tells of every candidate that was lost."""


def lost(archive: Archive) -> dict[str, int]:
    """Count why candidates did not become accepted cases: stage and reason → count, the most frequent first."""
    reasons: Counter[str] = Counter()
    for each in rejected(archive):
        reason, count = archive.family.making.counted(each)
        reasons[f"{each['stage']}: {reason}"] += count
    return dict(reasons.most_common())


def set_aside(archive: Archive) -> dict[str, int]:
    """Count the cases that passed the gate and are not wanted as they are, by reason, the most frequent first."""
    found = (case for case in archive.records("case", ["proposed"]) if not undecided(case))
    reasons = Counter(case.reason for case in found if case.reason not in (None, BEYOND, WAITS))
    return {str(reason): count for reason, count in reasons.most_common()}


def rejected(archive: Archive) -> Iterator[dict[str, Any]]:
    """Yield every candidate that was lost: its id, the stage that it was lost at, the reason, what there was of it."""
    yield from archive.family.making.rejected(archive)
    for (stage, record), reason in archive.facts(LOST).items():
        yield {"id": record, "stage": stage, "reason": reason}


def write_rejected(archive: Archive) -> Path:
    """Write `rejected.jsonl` into the run's folder, a line for each candidate that was lost, in the order of ids."""
    lines = sorted(rejected(archive), key=lambda each: (natural(each["id"]), each["stage"]))
    file = archive.run / REJECTED
    unfinished = file.with_suffix(".part")
    unfinished.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines), encoding="utf-8")
    unfinished.replace(file)
    return file


def run_status(run: Path) -> dict[str, Any]:
    """Return stages, counts, reasons of rejection and costs for `company status`; raises ArchiveError."""
    with Archive.open(run) as archive:
        calls, cost = archive.spent()
        records: dict[str, dict[str, int]] = {}
        for kind, status, _, number in archive.counts():
            records.setdefault(kind, {}).setdefault(status, 0)
            records[kind][status] += number
        return {
            "run": str(run),
            "settings": archive.note("settings"),
            "backends": archive.note("backends"),
            "sandbox": archive.note("sandbox"),
            "records": records,
            "categories": _categories(archive),
            "rejected": lost(archive),
            "aside": set_aside(archive),
            "flags": flagged(archive),
            "waiting": dict(Gates(archive, settings_of(archive)).waiting()),
            **archive.family.making.standing(archive),
            "targets": archive.note("targets"),
            "at_work": archive.note(AT_WORK),
            "calls": calls,
            "batches": batches_left(archive),
            "usd": cost,
            "costs": costs(archive),
            "usage": {
                "all": archive.usage()[0],
                "stage": archive.usage("stage"),
                "role": archive.usage("role", "model"),
                "record": archive.usage("record"),
            },
        }


def _categories(archive: Archive) -> dict[str, dict[str, int]]:
    """Count the cases of each category, by status."""
    found: dict[str, dict[str, int]] = {}
    for case in archive.records("case"):
        counts = found.setdefault(case.category, {})
        counts[case.status] = counts.get(case.status, 0) + 1
    return {category: found[category] for category in archive.family.categories if category in found}


def flagged(archive: Archive) -> list[dict[str, Any]]:
    """Return every passage that waits for a person, with the record that it is in."""
    return [
        {"record": record.id, **flag.model_dump(mode="json")} for record in archive.flagged() for flag in record.flags
    ]
