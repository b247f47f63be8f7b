"""What people see first, by [review]: gates, then what is flagged, disputed or uncertain, an audit, and the rest."""

from __future__ import annotations

from company.config import REVIEW_KINDS, ReviewSettings
from company.families.dialogues.records import ReviewKind
from company.reviewing import AUDIT, REST
from human_review.store import sortable


def place(kind: ReviewKind, record: str, reason: str, told: ReviewSettings) -> str:
    """Where an item stands: items are given out in the order of these texts.

    Gates come first, since work waits there; then the reasons; then the kinds in the order of a record's life, since
    an edit up there makes what is below stale; then ids, so that a dialogue is read from its beginning.
    """
    tier = [*told.first, AUDIT, REST].index(reason)
    return f"{0 if kind in told.gates else 1} {tier} {REVIEW_KINDS.index(kind)} {sortable(record)}"


def front(kind: ReviewKind, record: str) -> str:
    """Where what was sent back stands: before all that was never judged, gates among it."""
    return f"- {REVIEW_KINDS.index(kind)} {sortable(record)}"
