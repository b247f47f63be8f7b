"""How much a case takes, as its line says, and which cases are deep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Self, TypeGuard

from company.showing.grids import counted

DIFFICULTY: Final = "difficulty"
"""The field of a line."""
DEEP_FROM: Final = 2
"""Preparing steps, or variables of earlier turns, of a deep case at the least; and kinds of operation."""
AT_ONCE: Final = 6
"""Kinds of operation of a case that is deep by itself: as many as a formal turn of real dialogues has, on average."""
DEEP: Final = (
    f"{DEEP_FROM} preparing steps or variables of earlier turns with {DEEP_FROM} kinds of operation, or {AT_ONCE} kinds"
)
"""The least that a deep case takes, in words."""


@dataclass(frozen=True)
class Difficulty:
    """What the way to the answer of a case builds on, and what it does."""

    steps: int
    """Preparing steps: earlier turns that it builds on, directly or through one another."""
    variables: int
    """Variables that earlier turns made, or put a column into that is named."""
    operations: int
    """Kinds of operation."""
    execution: bool
    """Whether code has to be executed for it; else it can be read off the prompt."""

    @property
    def deep(self) -> bool:
        """Whether the case is deep."""
        return max(self.steps, self.variables) >= DEEP_FROM <= self.operations or self.operations >= AT_ONCE

    @property
    def words(self) -> str:
        """What it takes, for a reader."""
        steps, kinds = _counted(self.steps, "earlier turn"), _counted(self.operations, "kind")
        through = f" through {_counted(self.variables, 'variable')}" if self.variables else ""
        return f"builds on {steps}{through}, {kinds} of operation{'' if self.execution else ', no execution'}"

    @classmethod
    def of(cls, line: Mapping[str, Any]) -> Self | None:
        """Return what a line says; None where it does not say, as in folders of earlier versions."""
        said = line.get(DIFFICULTY)
        return cls(**said) if is_difficulty(said) else None

    def as_json(self) -> dict[str, Any]:
        """Return it as a line says it."""
        return asdict(self)


def is_deep(line: Mapping[str, Any]) -> bool:
    """Return whether the case of a line is deep; one whose line does not say is not."""
    said = Difficulty.of(line)
    return said is not None and said.deep


def is_difficulty(value: Any) -> TypeGuard[dict[str, Any]]:
    """Return whether a value is what a line may have as its difficulty."""
    names = [each.name for each in fields(Difficulty)]
    return (
        isinstance(value, dict)
        and value.keys() == set(names)
        and isinstance(value["execution"], bool)
        and all(type(value[name]) is int and value[name] >= 0 for name in names if name != "execution")
    )


def _counted(count: int, noun: str) -> str:
    return counted(count, noun) if count else f"no {noun}s"
