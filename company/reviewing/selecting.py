"""Why people are asked about a record, by [review]: a signal that it shows, the audit's draw, or as one of the rest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

from company.config import ReviewSettings, Signal
from company.families.dialogues.records import Turn
from company.records import Record

AUDIT, REST = "audit", "rest"


def _flagged(record: Record) -> bool:
    return bool(record.flags)


def _disputed(record: Record) -> bool:
    """Staff objected while they talked it over."""
    return any(
        message.content is not None and message.content.get("agreed") is False for message in record.conversation
    )


def _uncertain(record: Record) -> bool:
    """The first code that was written for it was not the last."""
    return isinstance(record, Turn) and (
        len(record.attempts) > 1 or any(not one.execution.ok for one in record.attempts)
    )


SIGNALS: Mapping[Signal, Callable[[Record], bool]] = {
    "flagged": _flagged,
    "disputed": _disputed,
    "uncertain": _uncertain,
}


def why(records: Sequence[Record], place: str, told: ReviewSettings) -> str:
    """Why people are asked about records that are judged together: the first signal that one has, "audit" or "rest".

    `place` is the id that they are asked about under; the audit is drawn by it and by the seed.
    """
    for signal in told.first:
        if any(SIGNALS[signal](record) for record in records):
            return signal
    drawn = int.from_bytes(hashlib.sha256(f"{told.seed} audit {place}".encode()).digest()[:8], "big") / 2**64
    return AUDIT if drawn < told.audit else REST
