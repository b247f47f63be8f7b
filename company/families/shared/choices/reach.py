"""What becomes of a decision under readings of a vague word. Runs inside the sandbox, beside the code that decides.

A reading holds from a lower to an upper limit of a column. Whether an assumption is safe is tried on every value that
the column has within reach of its limits, and never on some of them. Imports nothing else of the house, so that the
stage that makes such cases can run the same code in a session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
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

    def judged(self, low: float | None, high: float | None, by: float, *, whole: bool = True) -> str:
        """Return SAFE, TURNS or OUTSIDE for a reading whose limits are moved by `by` at the most.

        Unless `whole`, a glance has to do: SAFE is what nothing is seen to speak against (`turn`). Raises ValueError
        for a reading that cannot be told to be any of them.
        """
        share = self._share(low, high)
        if self._contradicts(low, high) or not BEYOND[0] <= share <= BEYOND[1]:
            return OUTSIDE
        if self.turn(low, high, by, whole=whole) is not None:
            return TURNS
        if USUAL[0] <= share <= USUAL[1]:
            return SAFE
        raise ValueError(
            f"it holds for {share:.1%} of the rows, which is neither a usual meaning of a word ({USUAL[0]:.0%} to "
            f"{USUAL[1]:.0%} of them) nor beyond sense (under {BEYOND[0]:.1%}, or over {BEYOND[1]:.0%})"
        )

    def turn(self, low: float | None, high: float | None, by: float, *, whole: bool = True) -> Limits | None:
        """Return limits within reach under which the decision is another one or none; None where there are none.

        The ends of the reach are tried first: most decisions that turn at all have turned there. Unless `whole`,
        nothing is tried between them.
        """
        first = self.decision(low, high)
        if first is None:
            return low, high
        moved = chain(self._moved(low, high, by, _ends), self._moved(low, high, by, self._lines) if whole else ())
        return next((each for each in moved if self.decision(*each) != first), None)

    def _moved(
        self, low: float | None, high: float | None, by: float, lines: Callable[[float, float], Iterable[float]]
    ) -> Iterator[Limits]:
        """Yield the reading with either limit at each of the lines within reach."""
        for at, limit in enumerate((low, high)):
            for line in () if limit is None else lines(limit, by):
                moved: Limits = (line, high) if at == 0 else (low, line)
                if None in moved or moved[0] <= moved[1]:  # type: ignore[operator]
                    yield moved

    def _lines(self, limit: float, by: float) -> list[float]:
        """Return each value of the column within reach, the nearest first."""
        inside = self._distinct[(self._distinct >= limit - by) & (self._distinct <= limit + by)]
        if len(inside) > MOST_LINES:
            raise ValueError(f"{len(inside):,} values lie within {by:g} of {limit:g}; at most {MOST_LINES} may")
        return sorted(map(float, inside), key=lambda line: abs(line - limit))

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


def _ends(limit: float, by: float) -> tuple[float, float]:
    return limit - by, limit + by


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
    namespace: dict[str, Any],
    guess: dict[str, Any],
    codes: Sequence[str],
    others: Sequence[Limits],
    known: dict[str, Reach],
) -> list[dict[str, Any]]:
    """Return what each code makes of the readings of `guess` at a glance, as far as they lead to one decision.

    "leads" are the decisions under the readings. Where they are one, "found" has for each reading what it and each of
    `others` seems to be, moved as far as from it to the other readings (`Reach.judged`), or in words why it is none.
    "lines" are those within sense, each with the decision under it. What was tried of a code is `known` for the next
    decision by it.
    """
    readings = [(low, high) for low, high in guess["readings"]]
    found: list[dict[str, Any]] = []
    for code in codes:
        name = repr([code, *(guess[key] for key in ("source", "column", "side", "whole"))])
        reach = known[name] = known.get(name) or reach_of(namespace, guess, code)
        told: dict[str, Any] = {"leads": [reach.decision(*limits) for limits in readings]}
        found.append(told)
        if told["leads"][0] is None or len(set(told["leads"])) > 1:
            return found
        told["found"] = [
            [_said(reach, each, spread(reading, readings), whole=False) for each in (reading, *others)]
            for reading in readings
        ]
        seen = zip((readings[0], *others), told["found"][0], strict=True)
        inside = [*readings[1:], *(limits for limits, verdict in seen if verdict != OUTSIDE)]
        told["lines"] = [[*limits, reach.decision(*limits)] for limits in inside]
    return found


def held(namespace: dict[str, Any], guess: dict[str, Any], codes: Sequence[str], limits: Limits) -> list[str]:
    """Return what a reading is by each code, at every value within reach, or in words why it is none of that."""
    return [_said(reach_of(namespace, guess, code), limits, guess["by"], whole=True) for code in codes]


def _said(reach: Reach, limits: Limits, by: float, *, whole: bool) -> str:
    try:
        found = reach.judged(*limits, by, whole=whole)
    except ValueError as problem:
        return str(problem)
    turn = reach.turn(*limits, by, whole=whole) if found == TURNS else None
    if turn is None:
        return found
    at = " to ".join(f"{each:.10g}" for each in turn if each is not None)
    return f"{TURNS}, such as at {at}, where {reach.decision(*turn) or 'nobody'} leads"


def spread(limits: Limits, readings: Sequence[Limits]) -> float:
    """Return how far a reading's limits are from those of the others, at the most."""
    pairs = [pair for each in readings for pair in zip(limits, each, strict=True) if None not in pair]
    return float(f"{max(abs(one - other) for one, other in pairs):.10g}")  # type: ignore[operator]
