"""Why people are asked about a record, by [review]: a signal that it shows, the audit's draw, or as one of the rest."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from company.config import MORE, ReviewSettings
from company.records import Record
from company.reviewing.kinds import Kinds, ReviewKind

AUDIT, REST = "audit", "rest"


def why(kind: ReviewKind, records: Sequence[Record], asked_under: str, told: ReviewSettings) -> str:
    """Return why people are asked about records judged together: the first signal that one shows, "audit" or "rest".

    The audit is drawn by the id that people are asked under, and by the seed.
    """
    for name in told.first:
        signal = kind.signals.get(name)
        if signal is not None and any(signal.shows(record) for record in records):
            return name
    return AUDIT if _drawn(told, AUDIT, asked_under) < told.audit else REST


def asks(kinds: Kinds, name: str, records: Sequence[Record], asked_under: str, told: ReviewSettings) -> bool:
    """Return whether people are asked about records judged together: of [review] `of` and not trusted, or attested."""
    if kinds[name].left_to_people(records):
        return True
    is_asked = name in asked_of(told, kinds)
    return is_asked and (told.rest == "review" or why(kinds[name], records, asked_under, told) != REST)


def overlap(kind: str, asked_under: str, told: ReviewSettings) -> int:
    """Return the number of verdicts that what people are asked under an id needs: two more where it is drawn."""
    doubled = _drawn(told, f"doubled {kind}", asked_under) < told.doubled
    return told.overlap_of(kind) + (MORE if doubled else 0)


def _drawn(told: ReviewSettings, of: str, asked_under: str) -> float:
    """Return a place from 0 to 1 that an id draws, by the seed."""
    return int.from_bytes(hashlib.sha256(f"{told.seed} {of} {asked_under}".encode()).digest()[:8], "big") / 2**64


def asked_of(told: ReviewSettings, kinds: Kinds) -> tuple[str, ...]:
    """Return the kinds that people are asked about: those that [review] names, or all of the family."""
    return tuple(kinds) if told.of is None else told.of


def case_kind(kinds: Kinds, asked: Sequence[str]) -> ReviewKind | None:
    """Return the kind that people judge cases by, of those that they are asked about; None where there is none."""
    by_cases = [kind for name, kind in kinds.items() if kind.case is not None and name in asked]
    return by_cases[-1] if by_cases else None
