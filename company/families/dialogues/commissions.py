"""How a run's turns are divided among clients: whom it asks for, in which register, for how many turns.

Lengths follow real dialogues: colloquial ones have a median of about 27 turns, statement ones of 5. A run's first
round asks for just the turns that are wanted; later rounds ask for those that are missing.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from company.families.dialogues.records import Register
from company.run.making import Commission

LENGTHS: dict[Register, tuple[int, int, int]] = {"colloquial": (14, 27, 36), "statement": (3, 5, 8)}
"""Fewest, usual and most turns of a dialogue."""


@dataclass(frozen=True)
class DialogueCommission(Commission):
    """One client that the run asks for: how the dialogue is to be spoken, and how many turns with code it has."""

    speech: Register

    @property
    def turns(self) -> int:
        """The number of turns with code."""
        return self.units

    @classmethod
    def read(cls, noted: Mapping[str, Any]) -> DialogueCommission:
        """Return the commission that was noted as JSON."""
        return cls(noted["turns"], noted["speech"])

    def as_json(self) -> dict[str, Any]:
        """Return the commission as it is noted and published."""
        return {"speech": self.speech, "turns": self.turns}


def commissions(
    turns: int, statement_share: float, chance: random.Random, clients: int | None
) -> list[DialogueCommission]:
    """Return commissions with `turns` turns in all, by exactly `clients` clients where a number is given."""
    if clients is not None:
        return _for_clients(turns, statement_share, min(clients, turns), chance)
    statement = round(turns * statement_share)
    if 0 < statement < LENGTHS["statement"][0]:
        statement = 0
    spoken = [
        *_divided(turns - statement, "colloquial", chance),
        *_divided(statement, "statement", chance),
    ]
    chance.shuffle(spoken)
    return spoken


def _divided(turns: int, speech: Register, chance: random.Random) -> list[DialogueCommission]:
    fewest, usual, most = LENGTHS[speech]
    lengths = []
    left = turns
    while left > 0:
        length = min(left, round(chance.triangular(fewest, most, usual)))
        if 0 < left - length < fewest:
            length = left if left <= most else left - fewest
        lengths.append(length)
        left -= length
    return [DialogueCommission(length, speech) for length in lengths]


def _for_clients(turns: int, statement_share: float, clients: int, chance: random.Random) -> list[DialogueCommission]:
    base, more = divmod(turns, clients)
    statements = round(clients * statement_share)
    kinds: list[Register] = ["statement" if number < statements else "colloquial" for number in range(clients)]
    chance.shuffle(kinds)
    return [DialogueCommission(base + (position < more), kind) for position, kind in enumerate(kinds)]
