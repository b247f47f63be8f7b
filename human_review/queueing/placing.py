"""What people see first, by [review]: gates, then what is flagged, disputed or uncertain, an audit, and the rest."""

from __future__ import annotations

import hashlib
import re

from company.config import ReviewSettings
from company.reviewing import AUDIT, REST, Kinds

MOST_DOUBT = 9


def place(kinds: Kinds, kind: str, record: str, reason: str, told: ReviewSettings, doubt: int = 0) -> str:
    """Return an item's position: items are given out in the order of these texts.

    Gates come first, since work waits there; then the kinds that much hangs on, in the order of a record's life, since
    an edit up there makes what is below anew; then the reasons; then what more signals speak against; then kinds and
    ids, so that a dialogue is read from its beginning; of shuffled kinds, in an order made of their ids' hashes.
    """
    own = hashlib.sha256(f"{told.seed} {record}".encode()).hexdigest() if kinds[kind].shuffled else _sortable(record)
    less = MOST_DOUBT - min(doubt, MOST_DOUBT)
    tier = [*told.first, AUDIT, REST].index(reason)
    if kinds[kind].upstream and kind not in told.gates and told.upstream == "first":
        return f"0+ {list(kinds).index(kind)} {tier} {less} {own}"
    return f"{0 if kind in told.gates else 1} {tier} {less} {list(kinds).index(kind)} {own}"


def front(kinds: Kinds, kind: str, record: str) -> str:
    """Return the position of sent-back items: before all that was never judged, gates among it."""
    return f"- {list(kinds).index(kind)} {_sortable(record)}"


def _sortable(text: str) -> str:
    """Return the text with its numbers padded, so that p2 comes before p10 wherever texts are compared."""
    return re.sub(r"\d+", lambda number: number[0].zfill(8), text)
