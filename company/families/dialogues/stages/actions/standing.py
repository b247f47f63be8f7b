"""How the right assumption stands among the others: as was drawn for the turn, whatever its writer and the data favour.

Whoever knows a column guesses at the line where its outer quarter begins, or at the middle of what is offered. So each
rank is drawn: by the limit, by how near the limit is to that quarter, and by length.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from company.families.dialogues.gate.assumptions import limits_in
from company.families.dialogues.records import Option
from company.records import Column

Measure = Callable[[Option], float]
_FAR = float("inf")


@dataclass(frozen=True)
class Standing:
    """The ranks of the right option, each from 0 (the first) to below 1 (the last)."""

    side: str
    edge: float | None
    """Where the quarter of the column begins that the word means; None where that is not known."""
    limit: float
    nearness: float
    length: float

    @classmethod
    def drawn(cls, side: str, column: Column | None, chance: random.Random) -> Standing:
        """Return ranks that are drawn anew, for a word that means one `side` of a column."""
        quartiles = column.quartiles if column is not None else None
        edge = None if quartiles is None or side == "middle" else quartiles[2 if side == "high" else 0]
        return cls(side, edge, chance.random(), chance.random(), chance.random())

    def off(self, options: Sequence[Option]) -> tuple[int, bool]:
        """Return how far options are from this, the least first: how many of the first two ranks, and the third."""
        right = next(each for each in options if not each.slip)
        near = self.edge is not None and not self._has(self.nearness, right, options, self._distance)
        return near + (not self._has(self.limit, right, options, _limit)), not self._has(
            self.length, right, options, _length
        )

    def betrayed(self, options: Sequence[Option]) -> str | None:
        """Return a complaint where the quarter of the column tells the right option, and that was not drawn."""
        right = next(each for each in options if not each.slip)
        nearest = min(map(self._distance, options)) if self.edge is not None else _FAR
        if self.edge is None or self._distance(right) > nearest or int(self.nearness * len(options)) == 0:
            return None
        return (
            f"the right one lies nearest to {self.edge:g}, where the outer quarter of its column begins, known "
            "without deciding anything; wanted are a safe reading further off, and one nearer under which it turns"
        )

    def set_of(
        self, right: Option, turning: Sequence[Option], beyond: Sequence[Option], count: int, chance: random.Random
    ) -> list[Option]:
        """Return the right option and `count` others in any order, most of them `turning`, as near to this as can be.

        At most one is `beyond` sense where there are enough others: it is known for wrong without the data.
        """
        needed = min(len(turning), count - 1)
        sets = [
            [right, *some, *more]
            for of_turning in range(needed, min(len(turning), count) + 1)
            for some in combinations(turning, of_turning)
            for more in combinations(beyond, count - of_turning)
        ]
        least = min(map(self.off, sets))
        options = chance.choice([each for each in sets if self.off(each) == least])
        return chance.sample(options, len(options))

    def _distance(self, option: Option) -> float:
        limits = limits_in(option.code)
        line = None if limits is None else limits[0 if self.side == "high" else 1]
        return _FAR if line is None or self.edge is None else abs(line - self.edge)

    @staticmethod
    def _has(rank: float, right: Option, options: Sequence[Option], measure: Measure) -> bool:
        """Return whether the right option may be said to have a rank; level ones share theirs."""
        own, all_of = measure(right), [measure(each) for each in options]
        below = sum(each < own for each in all_of)
        return below <= int(rank * len(options)) < below + all_of.count(own)


def _limit(option: Option) -> float:
    limits = limits_in(option.code) or (None, None)
    return next((each for each in limits if each is not None), _FAR)


def _length(option: Option) -> float:
    return len(option.text)
