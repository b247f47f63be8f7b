"""For whom a run has released a case: what was made for others comes last, since a verdict on it serves nobody yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Self

from company.archive import Archive
from company.config import ReviewSettings
from company.records import USABLE, Record
from company.reviewing import NOT_STALE, WAITS, Gates, kinds_of, undecided
from company.reviewing.subjects import subjects
from human_review.store import group_of


class About(Protocol):
    """What stands in the queue, or is to: a kind, and the record that people are asked under."""

    @property
    def kind(self) -> str:
        """Of the records."""
        ...

    @property
    def record(self) -> str:
        """The record's id."""
        ...


@dataclass(frozen=True)
class Released:
    """The groups, such as clients, that have a released case, or may still get one by what people say at a gate."""

    groups: frozenset[str]
    gates: tuple[str, ...]
    """Kinds for which work waits: they come first in any case."""

    @classmethod
    def of(cls, archive: Archive, told: ReviewSettings) -> Self:
        """Read a run. Where no case of it is released yet, or nothing is made for anybody, nothing comes last."""
        made_for = any(kind.groups for kind in kinds_of(archive).values())
        if not made_for or told.upstream != "first":
            return cls(frozenset(), told.gates)
        found = {group_of(each.id) for each in archive.records("case", NOT_STALE) if _released(each)}
        if found and told.gates:
            gates = Gates(archive, told)
            held = (each for each in subjects(archive, told.gates) if gates.needs(each) and not gates.judged(each))
            found |= {group_of(each.record) for each in held}
        return cls(frozenset(found), told.gates)

    def lacks(self, about: About) -> bool:
        """Return whether nothing is released of all that was made for the same client."""
        group = group_of(about.record)
        return bool(self.groups and group) and about.kind not in self.gates and group not in self.groups


def _released(case: Record) -> bool:
    """Return whether a case passed the release gate, also where people have its last word."""
    return case.status in USABLE or case.reason == WAITS or undecided(case)
