"""What a family says of a case to those who reckon how hard it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")


@dataclass(frozen=True)
class Traits:
    """One case."""

    features: Mapping[str, float] = field(default_factory=dict)
    """What it takes, in numbers, each as it may add to difficulty."""
    guess: float = 0.0
    """The chance to be right without knowing anything: 1 over the options of a choice."""
    expected: Mapping[str, float] = field(default_factory=dict)
    """What one more of a feature adds, in logits, as the family holds it before any answer; 0 where it does not say."""
    level: Level | None = None
    """How hard it is by these; None where the family does not say."""
