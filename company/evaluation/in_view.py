"""How much of a conversation a model had in view: the turns whose code and outputs stayed, and its own notes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class InView:
    """What stayed in view."""

    window: int | None = None
    """Turns before the present one; None: all."""
    notes: int | None = None
    """Characters of notes that the model writes of turns that leave it whole; None: all words stay."""

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> InView | None:
        """Return what a log's task says of it; None of one whose mode knows no such thing."""
        return cls(told["window"], told.get("notes")) if "window" in told else None

    @property
    def words(self) -> str:
        """What it is called in a table."""
        if self.window is None:
            return "all in view"
        turns = f"{self.window:,} {'turn' if self.window == 1 else 'turns'}"
        return f"code of {turns}" if self.notes is None else f"{turns}, notes of {self.notes:,} characters"

    @property
    def order(self) -> tuple[float, float]:
        """How much it is: what shows most comes first."""
        notes, window = (-math.inf if each is None else -each for each in (self.notes, self.window))
        return notes, window
