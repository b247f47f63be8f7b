"""How long work will still take, from how fast its results have come lately; nothing where too little is known."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

WINDOW = 600.0
"""Seconds: what came before says nothing of how fast work goes now."""
FEWEST = 3
"""Results that have to have come after the first one before anything is said."""
SHORTEST = 20.0
"""Seconds since the first result, likewise: several may come at once."""


class Pace:
    """How many results there are, and since when."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._before: int | None = None
        """Results that were there when the work began, and say nothing of its pace."""
        self._seen: deque[tuple[float, int]] = deque()

    def found(self, number: int) -> None:
        """Take in how many results there are now."""
        if self._before is None:
            self._before = number
        if number == (self._seen[-1][1] if self._seen else self._before):
            return
        self._seen.append((self._clock(), number))

    def seconds_to_go(self, wanted: int) -> float | None:
        """Return the seconds until this number is there, never negative; None where too little is known."""
        if not self._seen:
            return None
        now, number = self._clock(), self._seen[-1][1]
        while len(self._seen) > 1 and self._seen[1][0] <= now - WINDOW:
            self._seen.popleft()
        since, first = self._seen[0]
        took = min(now - since, WINDOW)
        came = number - first
        if number >= wanted or came < FEWEST or took < SHORTEST:
            return None
        return (wanted - number) * took / came


def duration(seconds: float) -> str:
    """Return a time as people say it who know it roughly."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return "under a minute"
    if minutes < 90:
        return f"about {minutes} min"
    hours, tens = divmod(round(minutes / 10), 6)
    return f"about {hours:,} h {tens}0 min" if tens else f"about {hours:,} h"
