"""A run's accepted cases as the benchmark that they would make, without writing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from company.archive import Archive
from company.benchmark.reading import Benchmark
from company.families.dialogues.body.tellings import told
from company.families.dialogues.content import told_beside
from company.families.dialogues.ids import turn_of
from company.families.dialogues.records import CATEGORIES, Case, Category
from company.families.shared.choices.lettered import balanced
from company.records import USABLE


def unwritten(archive: Archive, cases: Sequence[Case]) -> Benchmark | None:
    """Return the benchmark that these cases of a run would make; None where none of them is accepted."""
    lines: dict[Category, list[dict[str, Any]]] = {}
    for case in cases:
        if case.status in USABLE:
            lines.setdefault(case.category, []).append(case.entry)
    if not lines:
        return None
    ids = [entry["data_id"] for entries in lines.values() for entry in entries]
    functions = {each.name: each.code for library in archive.records("library", USABLE) for each in library.functions}
    return Benchmark(
        archive.run,
        {category: tuple(balanced(lines[category])) for category in CATEGORIES if category in lines},
        told_beside(tuple(told(archive, [(turn_of(each), each) for each in ids])), functions),
    )
