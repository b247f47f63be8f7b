"""What whoever asked is told of conditions that change nothing: what would pass."""

from __future__ import annotations

from collections.abc import Sequence

from company.families.dialogues.gate.sense.steps import IDLE_CONDITION

_WHY = "the rows that it leaves out are left out by other conditions and steps anyway, or change no figure"
_WAYS = (
    "Drop these words, if the result is meant to be as it is, or set a limit that changes it. Each was tried by "
    "itself: where one does the work of another, one of them has to stay"
)


def with_ways(reasons: Sequence[str]) -> str:
    """Return why a message could be no case; of idle conditions with what makes them so, and what would pass."""
    told = [f"{reason} ({_WHY})" if _is_idle(reason) else reason for reason in reasons]
    return "; ".join(told) + (f". {_WAYS}" if any(map(_is_idle, reasons)) else "")


def _is_idle(reason: str) -> bool:
    return reason.startswith(IDLE_CONDITION)
