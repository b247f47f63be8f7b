"""All that is told of scores beside people: for each model, and for all of them together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from company.families.figures.evaluation.calibration.agreeing import apart, bland_altman, correlations
from company.families.figures.evaluation.calibration.mapping import mapped
from company.families.figures.evaluation.calibration.rated import WORDS, Beside, By, Rated
from company.families.figures.evaluation.calibration.subsets import by_subsets
from human_review.agreement import score_measures

ALL = "all models"


def calibrated(by_model: Mapping[str, Sequence[Rated]]) -> list[dict[str, Any]]:
    """Return what is told of each model's figures, and of all together where there are several, as plain JSON."""
    rows = [_row(name, rated) for name, rated in by_model.items() if rated]
    together = [each for rated in by_model.values() for each in rated]
    return [*rows, _row(ALL, together)] if len(rows) > 1 else rows


def _row(name: str, rated: Sequence[Rated]) -> dict[str, Any]:
    beside: dict[By, Beside] = {by: Beside.of(rated, by) for by in WORDS}
    both = [each for each in rated if each.judge is not None and each.drawn is not None]
    return {
        "name": name,
        "figures": len(rated),
        "unscored": sum(each.judge is None for each in rated),
        "people": _people(rated),
        **{by: _of_score(each) for by, each in beside.items()},
        "drawn_less_judge": apart(Beside.of(both, "drawn"), Beside.of(both, "judge")),
    }


def _of_score(beside: Beside) -> dict[str, Any] | None:
    """Return what is told of one score; None where no figure has it."""
    if not len(beside.names):
        return None
    return {
        "figures": len(beside.names),
        "subsets": by_subsets(beside),
        **correlations(beside),
        "bland_altman": bland_altman(beside),
        "mapping": mapped(beside),
    }


def _people(rated: Sequence[Rated]) -> dict[str, Any]:
    """Return how far people agree with one another, of whom no score can agree with more."""
    several = [[score for _, score in each.people] for each in rated if len(each.people) > 1]
    measures = score_measures(several, np.random.default_rng(1))
    return {
        "people": len({who for each in rated for who, _ in each.people}),
        "rated_twice": len(several),
        **{
            name: {"value": each.value, "low": each.low, "high": each.high, "why": each.undefined}
            for name, each in measures.items()
        },
    }
