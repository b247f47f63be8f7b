"""What becomes of a decision under readings of a vague word. Runs inside the sandbox, beside the code that decides.

A reading holds from a lower to an upper limit of a column. Whether an assumption is safe is tried on every value that
the column has within reach of its limits, and never on some of them. Imports nothing else of the house, so that the
stage that makes such cases can run the same code in a session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

SAFE, TURNS, OUTSIDE = "safe", "turns", "outside"
"""A reading that can be assumed; one under which the decision turns; one that nobody who knows the field would hold."""
USUAL = (0.02, 0.8)
"""The share of the rows that a vague word holds for, in a reading that somebody may well have."""
BEYOND = (0.005, 0.95)
"""A reading that holds for less or more of the rows than this is outside the field's sense."""
MOST_LINES = 400
"""Values of the column within reach of a limit; a decision that would have to be tried on more is refused."""
Limits = tuple[float | None, float | None]
"""Where a reading begins and ends, both included; None where it does not."""


class Reach:
    """Judges readings of a word by a decision; `side` is where in the column the word lies: high, low or middle.

    Of the `values`, all within reach of a limit are tried; how many of the `usual` ones a reading holds for says
    whether anybody would mean it (by default they are the same).
    """

    def __init__(self, values: Any, decide: Callable[[float, float], Any], side: str, usual: Any = None) -> None:
        self._distinct = np.unique(_finite(values))
        self._usual = _finite(values if usual is None else usual)
        self._decide = decide
        self._side = side
        self._known: dict[tuple[float, float], str | None] = {}

    def decision(self, low: float | None, high: float | None) -> str | None:
        """Return the decision under a reading as text; None where it is none, as where several lead."""
        limits = (-np.inf if low is None else float(low), np.inf if high is None else float(high))
        if limits not in self._known:
            self._known[limits] = _one(self._decide(*limits))
        return self._known[limits]

    def judged(self, low: float | None, high: float | None, by: float) -> str:
        """Return SAFE, TURNS or OUTSIDE for a reading whose limits are moved by `by` at the most.

        Raises ValueError for one that cannot be told to be any of them.
        """
        share = self._share(low, high)
        if self._contradicts(low, high) or not BEYOND[0] <= share <= BEYOND[1]:
            return OUTSIDE
        if self.turn(low, high, by) is not None:
            return TURNS
        if USUAL[0] <= share <= USUAL[1]:
            return SAFE
        raise ValueError(f"it holds for {share:.1%} of the rows, which is neither usual nor beyond all sense")

    def turn(self, low: float | None, high: float | None, by: float) -> Limits | None:
        """Return the nearest limits within reach under which the decision is another one or none; None for none."""
        first = self.decision(low, high)
        if first is None:
            return low, high
        return next((each for each in self._within(low, high, by) if self.decision(*each) != first), None)

    def _within(self, low: float | None, high: float | None, by: float) -> Iterator[Limits]:
        """Yield the reading with either limit at each value of the column within reach, the nearest first."""
        for at, limit in enumerate((low, high)):
            for line in () if limit is None else self._lines(limit, by):
                moved: Limits = (line, high) if at == 0 else (low, line)
                if None in moved or moved[0] <= moved[1]:  # type: ignore[operator]
                    yield moved

    def _lines(self, limit: float, by: float) -> list[float]:
        ends = (limit - by, limit + by)
        inside = self._distinct[(self._distinct >= ends[0]) & (self._distinct <= ends[1])]
        if len(inside) > MOST_LINES:
            raise ValueError(f"{len(inside):,} values lie within {by:g} of {limit:g}; at most {MOST_LINES} may")
        return sorted({*map(float, inside), *ends}, key=lambda line: abs(line - limit))

    def _share(self, low: float | None, high: float | None) -> float:
        held = np.ones(len(self._usual), dtype=bool)
        if low is not None:
            held &= self._usual >= low
        if high is not None:
            held &= self._usual <= high
        return float(held.mean()) if len(held) else 0.0

    def _contradicts(self, low: float | None, high: float | None) -> bool:
        """Return whether a reading takes in the wrong end of the column for its word."""
        if self._side == "high":
            return low is None
        return high is None if self._side == "low" else None in (low, high)


def _finite(values: Any) -> Any:
    """Return the finite numbers among values."""
    numbers = pd.to_numeric(pd.Series(values), errors="coerce").dropna().to_numpy(dtype=float)
    return numbers[np.isfinite(numbers)]


def _one(found: Any) -> str | None:
    """Return a decision as text; None where it is none, as where it is missing or several."""
    if isinstance(found, str):
        return found.strip() or None
    if found is None or np.ndim(found) or pd.isna(found):
        return None
    return str(found)


def reach_of(namespace: dict[str, Any], guess: dict[str, Any], alternative: str = "") -> Reach:
    """Return what judges readings by the function `decision` of a namespace, or by the one that `alternative` defines.

    `guess` names the `source`, the `column` and the `side`, and the frame whose values are the usual ones (`whole`).
    """
    names = dict(namespace)
    if alternative:
        exec(compile(alternative, "alternative", "exec"), names)
    column = guess["column"]
    return Reach(names[guess["source"]][column], names["decision"], guess["side"], names[guess["whole"]][column])


def surveyed(
    namespace: dict[str, Any], guess: dict[str, Any], codes: Sequence[str], others: Sequence[Limits]
) -> list[dict[str, Any]]:
    """Return what each code makes of the readings of `guess`: the decisions, and what could be offered beside one.

    "leads" are the decisions under the readings. Where they are one, "place" is the first reading that is safe by the
    first code (the last where none is), "by" how far it is from the others, and "found" what it and each of `others`
    is then, or in words why it is none of that.
    """
    readings = [(low, high) for low, high in guess["readings"]]
    place = 0
    found: list[dict[str, Any]] = []
    for number, code in enumerate(codes):
        reach = reach_of(namespace, guess, code)
        told: dict[str, Any] = {"leads": [reach.decision(*limits) for limits in readings]}
        if told["leads"][0] is None or len(set(told["leads"])) > 1:
            return [*found, told]
        if number == 0:
            place = _first_safe(reach, readings)
        by = spread(readings[place], readings)
        verdicts = [_said(reach, readings[place], by)]
        verdicts += [_said(reach, each, by) for each in others] if verdicts == [SAFE] else []
        found.append({**told, "place": place, "by": by, "found": verdicts})
    return found


def _first_safe(reach: Reach, readings: Sequence[Limits]) -> int:
    """Return the place of the first reading that can be assumed; of the last where none can."""
    safe = (at for at, each in enumerate(readings) if _said(reach, each, spread(each, readings)) == SAFE)
    return next(safe, len(readings) - 1)


def _said(reach: Reach, limits: Limits, by: float) -> str:
    try:
        found = reach.judged(limits[0], limits[1], by)
    except ValueError as problem:
        return str(problem)
    turn = reach.turn(limits[0], limits[1], by) if found == TURNS else None
    return (
        found
        if turn is None
        else f"{TURNS}, such as at {' to '.join(f'{each:g}' for each in turn if each is not None)}"
    )


def spread(limits: Limits, readings: Sequence[Limits]) -> float:
    """Return how far a reading's limits are from those of the others, at the most."""
    pairs = [pair for each in readings for pair in zip(limits, each, strict=True) if None not in pair]
    return float(f"{max(abs(one - other) for one, other in pairs):.10g}")  # type: ignore[operator]
