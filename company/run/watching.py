"""What a run tells whoever watches it: the cases that it has of those wanted, and what was said last.

Cases count as they pass the gate. Which of them stay is known once a round is settled; until then, the number is
not certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from company.archive import Archive
from company.console.progress import Progress
from company.records import USABLE, Case, Record


class Watching:
    """Tells a progress display what is made in a run."""

    def __init__(self, archive: Archive, wanted: Mapping[str, int], progress: Progress) -> None:
        self._archive = archive
        self._wanted = wanted
        self._progress = progress
        self._known: set[str] = set()
        self._found: Counter[str] = Counter()
        progress.units(archive.family.making.units)

    def count(self, *, settled: bool = True) -> None:
        """Count the cases that the archive holds; `settled` is whether it is known that they stay."""
        cases: list[Case] = self._archive.records("case", USABLE)
        self._known = {case.id for case in cases}
        self._found = Counter(case.category for case in cases)
        self._tell(certain=settled or not cases)

    def made(self, record: Record) -> None:
        """Take in a record that a stage has made, now or before."""
        if said := self._archive.family.making.said(record):
            self._progress.said(*said)
        if isinstance(record, Case) and record.status in USABLE and record.id not in self._known:
            self._known.add(record.id)
            self._found[record.category] += 1
            self._tell(certain=False)

    def _tell(self, *, certain: bool) -> None:
        by = {category: (min(self._found[category], number), number) for category, number in self._wanted.items()}
        self._progress.cases(by, certain=certain)
