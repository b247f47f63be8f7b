"""How far work is, in counts and in the words that every display of it shares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_REJECTED = "rejected"
_CALLED = {"score": "wrong", "verify": "failed", "draw": "not drawn"}
"""Stage → what pieces of its work are called that are counted as rejected, and are no records."""


def rejected_of(stage: str) -> str:
    """Return what is rejected of a stage is called: answers are wrong, cases fail."""
    return _CALLED.get(stage, _REJECTED)


@dataclass
class StageCount:
    """One stage's work so far."""

    started: int = 0
    done: int = 0
    rejected: int = 0

    @property
    def running(self) -> int:
        """The number of those begun and not finished."""
        return max(0, self.started - self.done)


@dataclass
class Tally:
    """Everything that was told, added up."""

    stages: dict[str, StageCount] = field(default_factory=dict)
    """In the order in which they first began."""
    turns: int = 0
    lost_turns: int = 0
    failures: int = 0
    usd: float | None = None
    calls: int = 0
    replayed: int = 0
    cap: float | None = None
    certain: bool = False
    by: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Category → cases that are there, and wanted."""
    units: str = ""
    said: tuple[str, str] | None = None

    @property
    def found(self) -> int:
        """The cases that are there, of all categories."""
        return sum(found for found, _ in self.by.values())

    @property
    def wanted(self) -> int:
        """The cases that are wanted, of all categories."""
        return sum(wanted for _, wanted in self.by.values())

    def cases(self) -> str:
        """Return the cases that are there of those wanted; nothing where none are."""
        if not self.wanted:
            return ""
        return f"{self.found:,} of {self.wanted:,} cases {'accepted' if self.certain else 'passed the gate'}"

    def categories(self) -> str:
        """Return the cases of each category, of those wanted, the complete ones together; nothing of one alone."""
        if len(self.by) < 2:
            return ""
        short = [f"{name} {found:,}/{wanted:,}" for name, (found, wanted) in self.by.items() if found < wanted]
        complete = len(self.by) - len(short)
        return ", ".join([*short, *([f"{complete:,} of {len(self.by):,} categories complete"] if complete else [])])

    def under_way(self) -> str:
        """Return the units of work that are under way; nothing where none are."""
        running = self.stages[self.units].running if self.units in self.stages else 0
        units = self.units.removesuffix("s") if running == 1 else self.units
        return f"{running:,} {units} under way" if running else ""

    def totals(self) -> str:
        """Return the sums over all stages, in one line."""
        parts = []
        if self.turns or self.lost_turns:
            lost = f" ({self.lost_turns} not answered)" if self.lost_turns else ""
            parts.append(f"turns {self.turns + self.lost_turns:,}{lost}")
        parts.append(f"failures {self.failures:,}")
        if self.calls or self.replayed:
            stored = f" (and {self.replayed:,} from the archive)" if self.replayed else ""
            parts.append(f"replies {self.calls:,}{stored}")
            parts.append(f"cost {dollars(self.usd)}{'' if self.cap is None else f' of {dollars(self.cap)}'}")
        return " · ".join(parts)


def dollars(usd: float | None) -> str:
    """Return an amount in US dollars as text; an unknown one is not 0."""
    if usd is None:
        return "unknown"
    return f"${usd:,.2f}" if usd == 0 or usd >= 0.01 else f"${usd:.4f}"
