"""How somebody stands, remembered for a moment: at a large queue it takes longer to count than a page may take."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from human_review.measures_text import time_text
from human_review.store import Reviewer, ReviewStore, Standing
from human_review.togo import time_for

QUICK = 0.05
"""Seconds in which a figure may be counted for every page."""
SPARED = 50.0
"""How many times as long as it took to count it, a figure that takes longer is shown as it was."""
Figure = TypeVar("Figure")


@dataclass
class Recalled:
    """Figures of each reviewer, counted anew when they have got old; threads may share it."""

    store: ReviewStore
    spared: float = SPARED
    _known: dict[tuple[str, int], tuple[float, Any]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def standing(self, who: Reviewer) -> Standing:
        """Return how the queue stands for somebody."""
        return self._recent("standing", who.id, lambda: self.store.standing(who.id))

    def part(self, who: Reviewer, overlap: int) -> str:
        """Return what is left for somebody in a sentence, by their own pace; empty before they have judged enough.

        It is reckoned from what looks open to them, as all that is told to who judges.
        """
        return self._recent("part", who.id, lambda: _part(self.store, who, self.standing(who), overlap))

    def _recent(self, name: str, reviewer: int, count: Callable[[], Figure]) -> Figure:
        now = time.monotonic()
        with self._lock:
            until, found = self._known.get((name, reviewer), (0.0, None))
        if now < until:
            return found  # type: ignore[no-any-return]
        counted = count()
        took = time.monotonic() - now
        if took > QUICK:
            with self._lock:
                self._known[name, reviewer] = (now + took + self.spared * took, counted)
        return counted


def _part(store: ReviewStore, who: Reviewer, standing: Standing, overlap: int) -> str:
    people = sum(each.active and each.role != "admin" for each in store.reviewers())
    alike = min(standing.open, standing.open * overlap / max(1, people))
    mine = standing.yours + (alike if standing.share_left is None else min(standing.share_left, standing.open))
    undecided = ("open",) if who.role == "reviewer" else ("open", "adjudication")
    kinds: Counter[str] = Counter()
    for kind, state, _, _, number in store.seen_by(who.id):
        kinds[kind] += number if state in undecided else 0
    whole = kinds.total()
    own = {each.kind: each.seconds for each in store.own(who.id)}
    if not mine or not whole:
        return ""
    found = time_for(own, {kind: mine * count / whole for kind, count in kinds.items()})
    if found is None:
        return ""
    told = "your share" if standing.share_left is not None else f"your part, where {people} people go on alike"
    return f"{mine:,.0f} for {told if people > 1 else 'you'}: {time_text(found)} at your pace so far"
