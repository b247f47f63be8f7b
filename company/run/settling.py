"""Which cases of a run are accepted: as many of each category as were asked for, of each kind that there has to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from company.archive import Archive
from company.config import Settings
from company.records import USABLE, Case, Record, Status
from company.reviewing import WAITS, Gates, undecided
from company.run.making import Making

ROOM = "of the kind {kind!r}, and what is still missing has to be {missing}"
"""Why a case is set aside where others of its kind are enough."""
BEYOND = "passed the gate, beyond the number that was asked for"


@dataclass
class Settling:
    """One pass over all cases of a run, each of which it accepts, rejects or sets aside."""

    settings: Settings
    archive: Archive
    gates: Gates
    """What people have to judge, as it is now."""
    least: Mapping[str, Mapping[str, int]]
    """By category, how many cases of each kind there have to be."""
    counts: Counter[str] = field(init=False, default_factory=Counter)
    """By category, the cases that are accepted, or wait for people alone."""
    lacking: dict[str, dict[str, int]] = field(init=False)
    """By category, how many cases of each kind that there has to be are missing."""
    _rationed: Counter[tuple[str, str]] = field(init=False, default_factory=Counter)

    def __post_init__(self) -> None:
        """Begin with nothing accepted."""
        self.lacking = {category: dict(kinds) for category, kinds in self.least.items()}

    @property
    def _wanted(self) -> Mapping[str, int]:
        return self.settings.targets.wanted

    @property
    def _making(self) -> Making:
        return self.archive.family.making

    def settle(self) -> None:
        """Accept the first distinct cases of each category that passed the gate, as many as were asked for.

        Of two with the same question and answer, whatever their categories, the later is rejected; of two that are
        alike in what they ask for, it is set aside. What goes beyond the target stays proposed, for a later run that
        wants more. Where people have to accept cases, those that they did come first, and the others stay proposed
        until then; they are counted, since no others are needed. Cases that the company leaves to people are not
        counted: nobody knows what they will come to.
        """
        seen: dict[Hashable, str] = {}
        cases: Iterable[Case] = self.archive.records("case", (*USABLE, "proposed"))
        decided = (case for case in cases if not undecided(case))
        for case in sorted(decided, key=lambda case: not self.gates.opened(case)):
            key, alike = self._making.identity(case), self._making.likenesses(case)
            if key in seen:
                self._settle(case, "rejected", f"same query and code as {seen[key]}")
            elif other := next((f"{words} {seen[each]}" for each, words in alike.items() if each in seen), None):
                self._settle(case, "proposed", other)
            elif self.counts[case.category] < self._wanted.get(case.category, 0) and (
                reason := self._kept_free(case) or self._excess(case)
            ):
                self._settle(case, "proposed", reason)
            elif self.counts[case.category] < self._wanted.get(case.category, 0):
                self._had(case)
                seen |= dict.fromkeys([key, *alike], case.id)
                self.counts[case.category] += 1
                self._accept(case)
            else:
                self._settle(case, "proposed", BEYOND)
        for kind in self._making.settled:
            for record in self.archive.records(kind, (*USABLE, "proposed")):
                self._accept(record)

    def _kept_free(self, case: Case) -> str | None:
        """Return why a case is set aside where what is still missing has to be of other kinds."""
        if not (lacking := self.lacking.get(case.category)):
            return None
        kind = self._making.kind(case)
        others = {each: count for each, count in lacking.items() if each != kind}
        if self._wanted[case.category] - self.counts[case.category] > sum(others.values()):
            return None
        return ROOM.format(kind=kind, missing=" or ".join(others))

    def _had(self, case: Case) -> None:
        """Note that there is one more of a case's kind."""
        lacking, kind = self.lacking.get(case.category, {}), self._making.kind(case)
        if lacking.get(kind, 0) > 1:
            lacking[kind] -= 1
        else:
            lacking.pop(kind, None)

    def _excess(self, case: Case) -> str | None:
        """Return why a case is set aside where its kind has had its share; else count it among those of its kind."""
        ration = self._making.ration(self.settings, case)
        if ration is None:
            return None
        kind = (case.category, ration.reason)
        if self._rationed[kind] >= ration.allowed(self._wanted[case.category]):
            return ration.reason
        self._rationed[kind] += 1
        return None

    def _accept(self, record: Record) -> None:
        """Accept what nothing is built on, or have it wait for people."""
        if self.gates.waits(record):
            self._settle(record, "proposed", WAITS)
        else:
            self._settle(record, record.status if record.status == "edited" else "accepted", None)

    def _settle(self, record: Record, status: Status, reason: str | None) -> None:
        if (record.status, record.reason) != (status, reason):
            self.archive.settle(record.id, status, reason)
