"""How a run's turns are divided among clients: whom it asks for, in which register, for how many turns.

Lengths follow real dialogues: colloquial ones have a median of about 27 turns, statement ones of 5. Where few turns are
wanted, there are fewer clients rather than short dialogues: a client who reacts, and a question that is followed up,
take some turns. A run's first round asks for just the turns that are wanted; later rounds ask for those that are
missing.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from company.families.dialogues.records import Register
from company.run.making import Commission

LENGTHS: dict[Register, tuple[int, int, int]] = {"colloquial": (14, 27, 36), "statement": (4, 5, 8)}
"""Fewest, usual and most turns of a dialogue."""
LEAST: dict[Register, int] = {"colloquial": 6, "statement": LENGTHS["statement"][0]}
"""Turns of a dialogue in the smallest run: more than its plan has questions, and enough for the client to react."""


_TO_SPARE = 0.1
"""Part of the turns of evolving dialogues that are asked for, for which alone there is no further dialogue."""


@dataclass(frozen=True)
class DialogueCommission(Commission):
    """One client that the run asks for: how the dialogue is to be spoken, and how many turns with code it has."""

    speech: Register
    evolving: bool = False
    """Whether what is agreed in the dialogue changes as it goes."""

    @property
    def kind(self) -> str:
        """Evolving dialogues are a kind of their own."""
        return "evolving" if self.evolving else ""

    @property
    def turns(self) -> int:
        """The number of turns with code."""
        return self.units

    @classmethod
    def read(cls, noted: Mapping[str, Any]) -> DialogueCommission:
        """Return the commission that was noted as JSON."""
        return cls(noted["turns"], noted["speech"], noted.get("evolving", False))

    def as_json(self) -> dict[str, Any]:
        """Return the commission as it is noted and published."""
        told = {"speech": self.speech, "turns": self.turns}
        return {**told, "evolving": True} if self.evolving else told


def commissions(
    turns: int, statement_share: float, chance: random.Random, clients: int | None
) -> list[DialogueCommission]:
    """Return commissions with `turns` turns in all, by `clients` clients where a number is given.

    No dialogue is shorter than the least of its register: there are fewer clients where they would have fewer turns
    each, and what is left is a few turns more than were asked for.
    """
    if clients is not None:
        return _for_clients(turns, statement_share, clients, chance)
    statement = _in_statements(turns, statement_share)
    spoken = [
        *_divided(turns - statement, "colloquial", chance),
        *_divided(statement, "statement", chance),
    ]
    chance.shuffle(spoken)
    return spoken


def evolving_commissions(turns: int, lengths: tuple[int, int], chance: random.Random) -> list[DialogueCommission]:
    """Return commissions of evolving dialogues with about `turns` turns in all, each of a length in the range.

    They are as few as can be: the longer a dialogue is, the farther back a turn may reach. None is begun for the sake
    of a few turns, which there are to spare: where they are missing in the end, the next round asks for them.
    """
    fewest, most = lengths
    count = max(1, math.ceil(turns * (1 - _TO_SPARE) / most))
    each = min(most, max(fewest, math.ceil(turns / count)))
    spread = min(each - fewest, most - each) // 2
    drawn = [each + chance.randint(-spread, spread) for _ in range(count)]
    short = turns - sum(drawn)
    drawn[-1] = min(most, max(fewest, drawn[-1] + short)) if short > 0 else drawn[-1]
    return [DialogueCommission(length, "colloquial", evolving=True) for length in drawn]


def _in_statements(turns: int, share: float) -> int:
    """Return how many of the turns are statements; of two registers, none has fewer than its shortest dialogue."""
    statement = round(turns * share)
    if statement >= LEAST["statement"] and turns - statement >= LEAST["colloquial"]:
        return statement
    return turns if share > 0.5 else 0


def _divided(turns: int, speech: Register, chance: random.Random) -> list[DialogueCommission]:
    fewest, usual, most = LENGTHS[speech]
    lengths = []
    left = max(turns, LEAST[speech]) if turns else 0
    while left > 0:
        length = min(left, round(chance.triangular(fewest, most, usual)))
        if 0 < left - length < fewest:
            length = left if left <= most else left - fewest
        lengths.append(length)
        left -= length
    return [DialogueCommission(length, speech) for length in lengths]


def _for_clients(turns: int, statement_share: float, clients: int, chance: random.Random) -> list[DialogueCommission]:
    clients = min(clients, math.ceil(turns / LEAST["colloquial"]))
    base, more = divmod(turns, clients)
    statements = round(clients * statement_share)
    kinds: list[Register] = ["statement" if number < statements else "colloquial" for number in range(clients)]
    chance.shuffle(kinds)
    return [DialogueCommission(max(base + (position < more), LEAST[kind]), kind) for position, kind in enumerate(kinds)]
