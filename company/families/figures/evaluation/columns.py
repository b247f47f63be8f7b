"""What models came to, a column for each sitting: what the tables are computed of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from company.evaluation.accuracies import share_of
from company.evaluation.sittings import Sitting
from company.families.figures.scored import ScoredFigure
from company.statistics.resampling import Estimate, difference, drawn, estimate, mean

NONE_ALIKE = "no case has it in both"


@dataclass(frozen=True)
class Outcome:
    """One answer."""

    data_id: str
    right: bool
    executable: bool
    """Whether it drew a picture."""
    drawn: float | None
    """D, from 0 to 100; None where what is drawn cannot be compared."""
    judge: float | None
    """J, from 0 to 100; None where it is unscored, or no judge was asked."""
    bounds: tuple[float, float] | None = None
    """The least and the most that J could be; None where no judge was asked."""
    course: str | None = None
    rolled_back: bool = False
    calls: int = 1
    spread: float | None = None
    turned: float | None = None
    approved: bool = False


@dataclass(frozen=True)
class Column:
    """One model, asked in one mode."""

    name: str
    model: str
    mode: str
    eyes: str
    """What looks at drafts; "" where nobody does."""
    judge: str
    """The judge with the digest of its words; "" where none was asked."""
    outcomes: tuple[Outcome, ...]

    def row(self) -> dict[str, Any]:
        """Return what is told of it: J, D, what is right, and what drew a picture."""
        cases = self.outcomes
        return {
            "name": self.name,
            "model": self.model,
            "mode": self.mode,
            "eyes": self.eyes,
            "cases": len(cases),
            "judge": judged_of(cases),
            "drawn": _mean_of(cases, lambda each: each.drawn),
            "right": _share(cases, lambda each: each.right) if any(each.drawn is not None for each in cases) else None,
            "executable": _share(cases, lambda each: each.executable),
        }


def outcome_of(scored: ScoredFigure) -> Outcome:
    """Return what a score says."""
    judged = scored.judged or {}
    return Outcome(
        scored.data_id,
        scored.right,
        scored.executable,
        None if scored.value is None else 100 * scored.value,
        judged.get("score"),
        (judged["low"], judged["high"]) if judged else None,
        scored.course,
        scored.rolled_back,
        scored.calls,
        judged.get("spread"),
        judged.get("turned"),
        scored.approved,
    )


def columns_of(sittings: Mapping[str, Sitting]) -> list[Column]:
    """Return a column for each sitting that has scored figures."""
    found = []
    for name, sitting in sittings.items():
        scored = [each.scored for each in sitting.answers if isinstance(each.scored, ScoredFigure)]
        if scored:
            judge = next((each.judge for each in scored if each.judge is not None), None)
            named = f"{judge['model']} {judge['prompt']}" if judge else ""
            eyes = str(sitting.told.get("vision_model") or "")
            found.append(Column(name, sitting.model, sitting.mode, eyes, named, tuple(map(outcome_of, scored))))
    return found


def judged_of(cases: Sequence[Outcome]) -> dict[str, Any] | None:
    """Return the mean of J, and what it would be with 0 and with 100 for what is unscored; None without a judge."""
    bounds = [each.bounds for each in cases if each.bounds is not None]
    if not bounds:
        return None
    told = _mean_of(cases, lambda each: each.judge)
    low, high = (sum(pair[side] for pair in bounds) / len(bounds) for side in (0, 1))
    return {
        **(told or {**Estimate(None, why="every answer is unscored").as_json(), "cases": 0}),
        "least": round(low, 4),
        "most": round(high, 4),
        "unscored": [each.data_id for each in cases if each.bounds and each.bounds[0] < each.bounds[1]],
    }


def apart(one: Column, other: Column, value: Callable[[Outcome], float | None]) -> dict[str, Any]:
    """Return how much higher one column is on average than another, case by case, resampled together."""
    first, second = ({each.data_id: value(each) for each in column.outcomes} for column in (one, other))
    shared = [
        (name, found, against)
        for name, found in first.items()
        if found is not None and (against := second.get(name)) is not None
    ]
    if not shared:
        return {**Estimate(None, why=NONE_ALIKE).as_json(), "cases": 0}
    names = [name for name, _, _ in shared]
    draws = drawn(names)
    values = [
        mean(draws.places(names), np.array([each[place] for each in shared], dtype=float), draws.counts)
        for place in (1, 2)
    ]
    found = difference(values[0], values[1], len(draws.clusters), "undefined in the sample")
    return {**found.as_json(), "cases": len(shared)}


def judges_apart(one: Column, other: Column) -> dict[str, Any]:
    """Return the same of J, where one judge has seen both."""
    if one.judge != other.judge:
        return {**Estimate(None, why="they were judged by different judges, or in other words").as_json(), "cases": 0}
    return apart(one, other, lambda each: each.judge)


def _mean_of(cases: Sequence[Outcome], value: Callable[[Outcome], float | None]) -> dict[str, Any] | None:
    known = [(each.data_id, found) for each in cases if (found := value(each)) is not None]
    if not known:
        return None
    names = [name for name, _ in known]
    draws = drawn(names)
    values = mean(draws.places(names), np.array([found for _, found in known], dtype=float), draws.counts)
    return {**estimate(values, len(draws.clusters), "undefined").as_json(), "cases": len(known)}


def _share(cases: Sequence[Outcome], holds: Callable[[Outcome], bool]) -> dict[str, Any] | None:
    return share_of([(each.data_id, float(holds(each)), 1.0) for each in cases]).as_json() if cases else None
