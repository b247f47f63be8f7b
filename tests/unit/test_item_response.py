"""Difficulties and abilities: the likelihood is what integration gives, the fit is another program's."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.polynomial.hermite_e import hermegauss
from scipy.special import expit
from scipy.stats import norm
from statsmodels.discrete.conditional_models import ConditionalLogit

from company.statistics.item_response.fitting import Priors, _surprise, fitted
from company.statistics.item_response.likelihood import Answers, Point, summed
from perf.difficulty import covered, fit_of, simulated


def plain(right: np.ndarray, cluster: np.ndarray | None = None) -> Answers:
    """Answers to items without features that cannot be guessed."""
    items = len(right)
    alone = np.arange(items) if cluster is None else cluster
    return Answers(right, np.ones_like(right), np.zeros(items), np.ones((items, 1)), alone, sloped=False)


def drawn(models: int, items: int, seed: int) -> tuple[Answers, np.ndarray]:
    """Answers of models that are spread evenly, and the difficulties, from their middle."""
    chance = np.random.default_rng(seed)
    abilities, difficulties = norm.ppf((np.arange(models) + 0.5) / models), chance.normal(size=items)
    right = chance.random((items, models)) < expit(abilities - difficulties[:, None])
    return plain(right.astype(float)), difficulties


def test_the_likelihood_is_the_integral_over_what_a_cluster_shares_and_what_is_an_items_own() -> None:
    right = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]])
    answers = replace(plain(right, np.array([0, 0, 1])), guess=np.array([0.25, 0.0, 0.0]))
    abilities, level, own, shared = np.array([0.8, -0.3]), -0.4, 0.7, 0.9

    places, weights = hermegauss(60)
    weights = weights / weights.sum()

    def item(number: int, u: np.ndarray) -> np.ndarray:
        guess, levels = answers.guess[number], level + u[:, None] + own * places
        chance = guess + (1 - guess) * expit(abilities - levels[:, :, None])
        return np.prod(np.where(right[number] > 0, chance, 1 - chance), axis=2) @ weights

    def cluster(items: list[int]) -> float:
        return float(np.log(np.prod([item(each, shared * places) for each in items], axis=0) @ weights))

    found = summed(answers, Point(abilities, np.array([level]), np.log(own), np.log(shared)))
    assert found.value == pytest.approx(cluster([0, 1]) + cluster([2]), abs=2e-3)


def test_the_gradient_is_that_of_the_density() -> None:
    answers, _ = simulated(5, 40, 1)
    priors = Priors(np.array([0.0, 0.3, 0.0, 0.0]), np.array([3.0, 1.0, 1.0, 1.0]))
    place = 0.4 * np.random.default_rng(0).normal(size=11)
    step = 1e-5
    ahead, behind = (
        np.array([_surprise(place + sign * each, answers, priors)[0] for each in step * np.eye(11)]) for sign in (1, -1)
    )
    assert _surprise(place, answers, priors)[1] == pytest.approx((ahead - behind) / (2 * step), abs=1e-5)


def test_abilities_are_those_of_a_conditional_logistic_regression_where_priors_say_little() -> None:
    answers, _ = drawn(4, 700, 3)
    models = answers.right.shape[1]
    told = answers.right[np.ptp(answers.right, axis=1) > 0]  # the others say nothing of differences
    which = np.tile(np.eye(models)[:, 1:], (len(told), 1))
    fit = ConditionalLogit(told.ravel(), which, groups=np.repeat(np.arange(len(told)), models)).fit(disp=False)
    found = fitted(answers, Priors(np.zeros(1), np.full(1, 3.0))).abilities
    assert [each.value - found[0].value for each in found[1:]] == pytest.approx(list(fit.params), abs=0.05)


@pytest.mark.parametrize(("models", "half"), [(3, 1.55), (5, 1.4), (10, 1.1)])
def test_a_difficulty_is_as_sure_as_so_many_models_make_it(models: int, half: float) -> None:
    answers, true = drawn(models, 300, models)
    told = fit_of(answers).difficulties
    assert np.mean([(each.high - each.low) / 2 for each in told]) == pytest.approx(half, abs=0.13)
    assert 0.9 <= np.mean([each.low <= value <= each.high for each, value in zip(told, true, strict=True)]) <= 0.99


@pytest.mark.parametrize("models", [3, 5, 10])
def test_intervals_hold_the_truth_as_often_as_they_say(models: int) -> None:
    rows = [covered(models, 160, seed) for seed in (1, 2, 3)]
    told = {name: np.mean([row[name] for row in rows]) for name in rows[0]}
    assert 0.9 <= told["b"] <= 0.98 and told["a"] >= 0.9, told
    assert told["b by features"] >= 0.85 and told["ability"] >= 0.7, told  # few of these are independent


def test_repeats_make_abilities_surer_and_no_item() -> None:
    answers, _ = simulated(5, 120, 2)
    priors = Priors(np.zeros(4), np.array([3.0, 1.0, 1.0, 1.0]))
    once, often = fitted(answers, priors), fitted(answers, priors, np.full(answers.right.shape, 9.0))
    assert once.difficulties == often.difficulties and once.slopes == often.slopes

    def wide(told):
        return np.array([each.high - each.low for each in told.abilities])

    assert (wide(often) < 0.9 * wide(once)).all() and (wide(often) > 0).all()
