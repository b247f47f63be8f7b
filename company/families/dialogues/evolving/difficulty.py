"""How hard a turn of an evolving dialogue is, by what can be counted: not calibrated by anybody's answers."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass

from company.families.dialogues.evolution import Level

_MEDIUM, _HARD = 2.0, 3.5


@dataclass(frozen=True)
class Features:
    """What a turn takes."""

    distance: int
    """Turns back to the farthest one that it depends on."""
    breadth: int
    """Earlier turns that it depends on."""
    versions: int
    """Most versions of a term that it uses."""
    chain: int
    """Results that rest on one another, itself included."""
    tables: int = 1
    rules: int = 0

    def as_json(self) -> dict[str, int]:
        """Return the features as a line says them."""
        return asdict(self)


def hardness(features: Features) -> float:
    """Return how hard a turn is, from 0.

    Farther, broader, more versions, longer chains, more tables and rules are harder, each by a fixed weight.
    """
    return (
        0.4 * math.log2(1 + features.distance)
        + 0.3 * features.breadth
        + 0.4 * (max(1, features.versions) - 1)
        + 0.5 * (max(1, features.chain) - 1)
        + 0.4 * (features.tables - 1)
        + 0.5 * features.rules
    )


def level(features: Features) -> Level:
    """Return the level of a turn."""
    hard = hardness(features)
    return "easy" if hard < _MEDIUM else "medium" if hard < _HARD else "hard"
