"""What people see first, by [review]: gates, then what is flagged, disputed or uncertain, an audit, and the rest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

from company.config import REVIEW_KINDS, ReviewSettings, Signal
from company.records import AnyRecord, ReviewKind, Turn
from human_review.store import sortable

REVIEWED = "reviewed "
"""Notes in the archive of this beginning say which record people have decided on, and how."""
AUDIT, REST = "audit", "rest"


def _flagged(record: AnyRecord) -> bool:
    return bool(record.flags)


def _disputed(record: AnyRecord) -> bool:
    """Staff objected while they talked it over."""
    return any(
        message.content is not None and message.content.get("agreed") is False for message in record.conversation
    )


def _uncertain(record: AnyRecord) -> bool:
    """The first code that was written for it was not the last."""
    return isinstance(record, Turn) and (
        len(record.attempts) > 1 or any(not one.execution.ok for one in record.attempts)
    )


SIGNALS: Mapping[Signal, Callable[[AnyRecord], bool]] = {
    "flagged": _flagged,
    "disputed": _disputed,
    "uncertain": _uncertain,
}


def why(records: Sequence[AnyRecord], place: str, told: ReviewSettings) -> str:
    """Why records that are judged together stand where they do: the first signal that one has, "audit" or "rest"."""
    for signal in told.first:
        if any(SIGNALS[signal](record) for record in records):
            return signal
    drawn = int.from_bytes(hashlib.sha256(f"{told.seed} audit {place}".encode()).digest()[:8], "big") / 2**64
    return AUDIT if drawn < told.audit else REST


def place(kind: ReviewKind, record: str, reason: str, told: ReviewSettings) -> str:
    """Where an item stands: items are given out in the order of these texts.

    Gates come first, since work waits there; then the reasons; then the kinds in the order of a record's life, since
    an edit up there makes what is below stale; then ids, so that a dialogue is read from its beginning.
    """
    tier = [*told.first, AUDIT, REST].index(reason)
    return f"{0 if kind in told.gates else 1} {tier} {REVIEW_KINDS.index(kind)} {sortable(record)}"
