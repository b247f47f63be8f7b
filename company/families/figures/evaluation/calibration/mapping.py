"""What a score is worth in people's terms: h = a + b times the score, learned on one half, tried on the other."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from company.families.figures.evaluation.calibration.rated import WORDS, Beside
from company.statistics.resampling import Floats, estimate, mean

FEWEST = 3
"""Figures in each half."""


def in_first_half(data_id: str) -> bool:
    """Return on which side a case is: by its id alone, so that it stays there when others come."""
    return hashlib.sha256(data_id.encode()).digest()[0] % 2 == 0


def mapped(beside: Beside) -> dict[str, Any]:
    """Return the line from a score to people's ratings, and how far off it is on the half that it has not seen.

    The mean absolute error stands beside that of the score as it is, and that of one rating for all, the first half's
    mean. Where there is no line, why.
    """
    first = [in_first_half(name) for name in beside.names]
    learned, tried = beside.only(first), beside.only([not each for each in first])
    told: dict[str, Any] = {"learned_on": len(learned.names), "tried_on": len(tried.names), "a": None, "b": None}
    if min(len(learned.names), len(tried.names)) < FEWEST:
        return {**told, "mae": None, "why": f"it takes {FEWEST} figures in each half"}
    if np.ptp(learned.score) == 0:
        return {**told, "mae": None, "why": f"{WORDS[beside.by]} are the same on the half to learn from"}
    b, a = np.polyfit(learned.score, learned.human, 1)
    guesses = {
        "mapped": a + b * tried.score,
        "as_it_is": tried.score,
        "mean_alone": np.full(len(tried.names), learned.human.mean()),
    }
    errors = {name: _error(tried, guess) for name, guess in guesses.items()}
    return {**told, "a": round(float(a), 4), "b": round(float(b), 4), "mae": errors}


def _error(beside: Beside, guess: Floats) -> dict[str, Any]:
    values = mean(beside.at, np.abs(guess - beside.human), beside.draws.counts)
    return estimate(values, beside.clusters, "undefined in the sample").as_json()
