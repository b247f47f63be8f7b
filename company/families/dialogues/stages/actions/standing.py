"""How the right assumption stands among the others: as was drawn for the turn, whatever its writer and the data favour.

Whoever knows a column guesses at the line where its outer quarter begins, or at the middle of what is offered. So the
place of the right limit among the others is drawn, and whether it is the nearest to that quarter. What cannot stand so
goes back: offered as it can stand, most right limits would lie in the middle, and near the quarter.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from company.families.shared.choices.assumptions import limits_in
from company.families.shared.choices.records import Option
from company.records import Column

COUNTS = (3, 3, 3, 4, 5)
"""Assumptions that are offered beside the right one, as they are drawn."""
_STEPS = (0.6180339887498949, 0.41421356237309515)
"""From turn to turn of a dialogue; any number of such steps spreads pairs of ranks more evenly than chance does."""
_FAR = float("inf")
_Measures = tuple[float, float, int]
"""The limit of an option, how far it is from the quarter, and its length."""


@dataclass(frozen=True)
class Standing:
    """Among how many others the right option stands, and its ranks, each from 0 (the first) to below 1 (the last)."""

    counts: tuple[int, ...]
    """As they are drawn; the first is taken with which the ranks can be had."""
    side: str
    edge: float | None
    """Where the quarter of the column begins that the word means; None where that is not known."""
    limit: float
    nearness: float
    """Only the first rank counts: it is the nearest to the quarter, or it is not."""
    length: float

    @classmethod
    def drawn(
        cls, side: str, column: Column | None, chance: random.Random, begin: random.Random | None = None, turn: int = 0
    ) -> Standing:
        """Return ranks that are drawn anew, for a word that means one `side` of a column.

        From where they `begin`, as it is drawn for a dialogue, its turns spread them evenly.
        """
        quartiles = column.quartiles if column is not None else None
        edge = None if quartiles is None or side == "middle" else quartiles[2 if side == "high" else 0]
        first = chance.choice(COUNTS)
        others = sorted({*COUNTS} - {first})
        counts = (first, *chance.sample(others, len(others)))
        limit, nearness = (((begin or chance).random() + turn * step) % 1 for step in _STEPS)
        return cls(counts, side, edge, limit, nearness, chance.random())

    def set_of(
        self, right: Option, turning: Sequence[Option], beyond: Sequence[Option], chance: random.Random
    ) -> list[Option] | str:
        """Return the right option and others, in any order, that stand like this, as many as are drawn if it can be.

        At most one is `beyond` sense, all others are `turning`: it is known for wrong without the data. A text says why
        there are none.
        """
        own, others = self._measures(right), [*turning, *beyond]
        measured = [self._measures(each) for each in others]
        some = (
            [each for each in _sets(len(turning), len(others), count) if self._fits(own, [measured[at] for at in each])]
            for count in self.counts
        )
        fitting = next(filter(None, some), None)
        if fitting is None:
            return f"it cannot stand as `lines` wants it: {self._turning(own, measured[: len(turning)])}"
        long = [each for each in fitting if _has(self.length, own[2], [measured[place][2] for place in each])]
        options = [right, *(others[place] for place in chance.choice(long or fitting))]
        return chance.sample(options, len(options))

    @property
    def wanted(self) -> dict[str, Any]:
        """How many wrong lines are to lie below the right one and above it, and whether it is the nearest of all to
        where the outer quarter of its column begins.
        """
        count = self.counts[0]
        below = int(self.limit * (count + 1))
        return {"below": below, "above": count - below, "nearest": int(self.nearness * (count + 1)) == 0}

    def _turning(self, own: _Measures, turning: Sequence[_Measures]) -> str:
        """Return in words which demands the others that turn the decision do not meet, by where they lie from the right
        line; all demands, where each of them is met and not all at once.
        """
        told: list[tuple[bool, str]] = []
        for way, side in ((-1, "below"), (1, "above")):
            there, wanted = sum(way * (limit - own[0]) > 0 for limit, _, _ in turning), self.wanted[side]
            said = f"{there} of {len(turning)} lines that turn the decision lie {side} it, wanted: {wanted}"
            told.append((there >= wanted, said))
        if self.edge is not None:
            nearer = sum(distance < own[1] for _, distance, _ in turning)
            wanted = "none" if self.wanted["nearest"] else "one at least"
            is_met = len(turning) - nearer >= self.counts[0] if self.wanted["nearest"] else nearer > 0
            told.append((is_met, f"{nearer} lie nearer to the outer quarter than it, wanted: {wanted}"))
        unmet = [said for is_met, said in told if not is_met]
        return "; ".join(unmet or (said for _, said in told))

    def _fits(self, own: _Measures, others: Sequence[_Measures]) -> bool:
        """Return whether the right option's limit has its place, and is the nearest to the quarter where it is to be.

        Where several limits are the nearest, it counts as one of them.
        """
        if not _has(self.limit, own[0], [limit for limit, _, _ in others]):
            return False
        nearest = own[1] <= min(distance for _, distance, _ in others)
        return self.edge is None or nearest == (int(self.nearness * (len(others) + 1)) == 0)

    def _measures(self, option: Option) -> _Measures:
        limits = limits_in(option.code) or (None, None)
        limit = next((each for each in limits if each is not None), _FAR)
        line = limits[0 if self.side == "high" else 1]
        distance = _FAR if line is None or self.edge is None else abs(line - self.edge)
        return limit, distance, len(option.text)


def _sets(turning: int, whole: int, count: int) -> list[tuple[int, ...]]:
    """Return the sets of so many options of the `whole`, of which the first are `turning`; one is not at the most."""
    return [
        (*some, *more)
        for of_turning in (count - 1, count)
        for some in combinations(range(turning), of_turning)
        for more in combinations(range(turning, whole), count - of_turning)
    ]


def _has(rank: float, own: float, others: Sequence[float]) -> bool:
    """Return whether a number may be said to have a rank among others; level ones share theirs."""
    below = sum(each < own for each in others)
    return below <= int(rank * (len(others) + 1)) <= below + sum(each == own for each in others)
