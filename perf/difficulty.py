"""Whether intervals of difficulties, slopes and abilities hold the truth as often as they say, over simulated logs.

python -m perf.difficulty [benchmarks [items]]
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

import numpy as np

from company.statistics.item_response.fitting import LEVEL_SPREAD, Fitted, Priors, fitted
from company.statistics.item_response.likelihood import Answers


@dataclass(frozen=True)
class Truth:
    abilities: np.ndarray
    difficulties: np.ndarray
    slopes: np.ndarray
    weights: np.ndarray


def simulated(models: int, items: int, seed: int, in_each: int = 8) -> tuple[Answers, Truth]:
    """Answers of models to items whose truth is drawn as the model has it; half of the items are choices of four."""
    chance = np.random.default_rng(seed)
    features = np.column_stack([np.ones(items), chance.normal(size=(items, 3))])
    weights = np.concatenate([chance.normal(size=1), 0.3 * chance.normal(size=3)])
    cluster = np.arange(items) // in_each
    shared = 0.4 * chance.normal(size=cluster.max() + 1)
    difficulties = features @ weights + shared[cluster] + 0.85 * chance.normal(size=items)
    slopes = np.exp(0.35 * chance.normal(size=items)) if models >= 5 else np.ones(items)
    abilities = chance.normal(size=models)
    guess = np.where(np.arange(items) % 4 == 0, 0.25, 0.0)
    known = 1 / (1 + np.exp(-slopes[:, None] * (abilities[None] - difficulties[:, None])))
    right = (chance.random((items, models)) < guess[:, None] + (1 - guess[:, None]) * known).astype(float)
    answers = Answers(right, np.ones_like(right), guess, features, cluster, sloped=models >= 5)
    middle = abilities.mean()
    weights[0] -= middle
    return answers, Truth(abilities - middle, difficulties - middle, slopes, weights)


def fit_of(answers: Answers) -> Fitted:
    columns = answers.features.shape[1]
    return fitted(answers, Priors(np.zeros(columns), np.array([LEVEL_SPREAD] + [1.0] * (columns - 1))))


def covered(models: int, items: int, seed: int) -> dict[str, float]:
    """Shares of intervals that hold the truth, and the mean half-width of those of difficulties."""
    answers, truth = simulated(models, items, seed)
    start = time.perf_counter()
    found = fit_of(answers)
    told = {
        "b": (found.difficulties, truth.difficulties),
        "a": (found.slopes, truth.slopes),
        "ability": (found.abilities, truth.abilities),
        "weight": (found.weights, truth.weights),
        "b by features": (found.foretold, truth.difficulties),
    }
    shares = {
        name: float(
            np.mean([each.low - 1e-9 <= value <= each.high + 1e-9 for each, value in zip(own, true, strict=True)])
        )
        for name, (own, true) in told.items()
    }
    half = float(np.mean([(each.high - each.low) / 2 for each in found.difficulties]))
    return {**shares, "half-width of b": half, "seconds": time.perf_counter() - start}


def main() -> None:
    benchmarks, items = (int(each) for each in [*sys.argv[1:], *("20", "300")[len(sys.argv) - 1 :]])
    for models in (3, 5, 10):
        rows = [covered(models, items, seed) for seed in range(benchmarks)]
        told = {name: np.mean([row[name] for row in rows]) for name in rows[0]}
        print(f"{models:2} models:", ", ".join(f"{name} {value:.3f}" for name, value in told.items()))


if __name__ == "__main__":
    main()
