"""What stands in the versions of a solution: functions that count rows, and that take the place of steps.

Runs inside the sandbox; `variants` writes the calls.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd


class InapplicableError(Exception):
    """A version says nothing: its condition is a test of a single value."""


@dataclass
class Counts:
    """How many rows were kept, and of how many, where a solution is watched."""

    kept: dict[int, list[int]] = field(default_factory=dict)

    def note(self, number: int, kept: int, of: int) -> None:
        """Add what one run of a place has kept."""
        before = self.kept.get(number, [0, 0])
        self.kept[number] = [before[0] + kept, before[1] + of]


def tools(counts: Counts) -> dict[str, Any]:
    """Return the functions by their names; what is counted goes to `counts`."""

    def _seen_(number: int, condition: Any) -> Any:
        if (flags := _flags(condition)) is not None:
            counts.note(number, int(flags.sum()), int(flags.size))
        return condition

    def _left_(number: int, before: Any, step: Any) -> Any:
        after = step(before)
        if isinstance(before, pd.DataFrame | pd.Series) and isinstance(after, pd.DataFrame | pd.Series):
            counts.note(number, len(after), len(before))
        return after

    return {"_seen_": _seen_, "_left_": _left_, "_all_": _all_, "_none_": _none_, "_reversed_": _reversed_}


def _flags(condition: Any) -> Any:
    """Return the truth of a condition row by row, missing ones as false; None where it is a single one."""
    if isinstance(condition, pd.DataFrame | pd.Series | np.ndarray) and condition.ndim:
        values = np.asarray(condition.astype(object))
        return np.equal(values, True) if values.size else None
    return None


def _all_(condition: Any) -> Any:
    return _filled(condition, True)


def _none_(condition: Any) -> Any:
    return _filled(condition, False)


def _filled(condition: Any, value: bool) -> Any:
    if isinstance(condition, pd.Series):
        return pd.Series(value, index=condition.index, name=condition.name)
    if isinstance(condition, pd.DataFrame):
        return pd.DataFrame(value, index=condition.index, columns=condition.columns)
    if isinstance(condition, np.ndarray) and condition.ndim:
        return np.full(condition.shape, value)
    raise InapplicableError


def _reversed_(ordered: pd.DataFrame | pd.Series) -> Any:
    return ordered.iloc[::-1]
