"""Correlations equal scipy's, in each resample, too; what is constant has none; intervals hold what is true."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from company.statistics.correlations import Correlation, icc, partial, pearson, spearman, tau_b, tau_within
from company.statistics.resampling import Draws, Floats, difference, drawn, estimate, holm, mean
from human_review.agreement import score_measures
from perf.coverage import coverage

X = np.array([1, 3, 3, 5, 6, 2, 2, 2, 4, 6, 1, 1, 5, 4, 4, 6, 3, 2], dtype=float)
"""Ratings of three figures with many ties."""
RANKS = np.array([6, 4, 5, 2, 1, 3, 1, 2, 4, 3, 5, 6, 2.5, 2.5, 4, 1, 5, 6])
WORDS = np.array([7, 9, 21, 12, 30, 4, 8, 8, 15, 22, 3, 5, 19, 17, 6, 25, 11, 9], dtype=float)
FIGURES = [f"f{place // 6}" for place in range(18)]
SCIPY: dict[str, tuple[Correlation, Callable[[Floats, Floats], float]]] = {
    "pearson": (pearson, lambda x, y: float(stats.pearsonr(x, y).statistic)),
    "spearman": (spearman, lambda x, y: float(stats.spearmanr(x, y).statistic)),
    "tau-b": (tau_b, lambda x, y: float(stats.kendalltau(x, y, variant="b").statistic)),
}


def resamples() -> Draws:
    counts = np.array([[1, 1, 1], [2, 0, 1], [0, 3, 0], [1, 0, 2]], dtype=float)
    return Draws(("f0", "f1", "f2"), counts)


@pytest.mark.parametrize("name", SCIPY)
@pytest.mark.parametrize("form", ["reversed", "reciprocal", "reversed reciprocal"])
def test_each_resample_is_what_scipy_gives_for_its_figures(name: str, form: str) -> None:
    correlation, reference = SCIPY[name]
    y = {"reversed": 7 - RANKS, "reciprocal": 1 / RANKS, "reversed reciprocal": 1 / (7 - RANKS)}[form]
    draws = resamples()
    found = correlation(draws.places(FIGURES), X, y, draws.counts)
    for row, value in zip(draws.counts, found, strict=True):
        places = [
            at for figure in range(3) for _ in range(int(row[figure])) for at in range(figure * 6, figure * 6 + 6)
        ]
        assert value == pytest.approx(reference(X[places], y[places]), abs=1e-12)


def test_within_figures_is_the_mean_of_their_own_and_leaves_out_where_it_is_undefined() -> None:
    draws = resamples()
    x = X.copy()
    x[6:12] = 3
    found = tau_within(draws.places(FIGURES), x, 7 - RANKS, draws.counts)
    own = [stats.kendalltau(x[at : at + 6], 7 - RANKS[at : at + 6]).statistic for at in (0, 6, 12)]
    assert math.isnan(own[1])
    assert found[0] == pytest.approx((own[0] + own[2]) / 2)
    assert math.isnan(found[2])


@pytest.mark.parametrize("correlation", [pearson, spearman, tau_b, tau_within])
def test_a_constant_rater_has_no_correlation_rather_than_none_at_all(correlation: Correlation) -> None:
    draws = resamples()
    at = draws.places(FIGURES)
    assert np.isnan(correlation(at, np.full(18, 4.0), RANKS, draws.counts)).all()
    assert np.isnan(correlation(at, X, np.full(18, 3.5), draws.counts)).all()
    found = estimate(correlation(at, np.full(18, 4.0), RANKS, draws.counts), 3, "they are all the same")
    assert found.as_json() == {"value": None, "low": None, "high": None, "why": "they are all the same"}


def test_length_is_held_as_in_kendalls_partial_tau() -> None:
    draws = resamples()
    xy, xz, yz = (stats.kendalltau(one, other).statistic for one, other in ((X, RANKS), (X, WORDS), (RANKS, WORDS)))
    found = partial(tau_b, draws.places(FIGURES), X, RANKS, WORDS, draws.counts)
    assert found[0] == pytest.approx((xy - xz * yz) / math.sqrt((1 - xz**2) * (1 - yz**2)))


def test_repeats_agree_by_the_icc_that_reviews_are_told_by() -> None:
    rows = np.stack([X, np.clip(X + np.tile([0, 1, -1], 6), 1, 6)], axis=1)
    draws = drawn(FIGURES)
    found = icc(draws.places(FIGURES), rows, draws.counts)
    assert found[0] == pytest.approx(score_measures(rows.tolist(), np.random.default_rng(1))["ICC(2,1)"].value)
    assert np.isnan(icc(draws.places(FIGURES), np.ones((18, 3)), draws.counts)).all()


def test_few_figures_have_no_interval_and_two_raters_are_resampled_together() -> None:
    assert "no interval" in estimate(np.array([0.4]), 3, "").why
    names = [f"f{place}" for place in range(30)]
    draws = drawn(names)
    assert draws.counts.shape == (2_001, 30) and set(draws.counts.sum(axis=1)) == {30.0}
    at = draws.places(names)
    values = np.random.default_rng(2).normal(size=30)
    one, other = (mean(at, each, draws.counts) for each in (values + 0.1, values))
    apart = difference(one, other, 30, "")
    assert (apart.value, apart.low, apart.high) == pytest.approx((0.1, 0.1, 0.1))
    assert apart.chance is not None and apart.chance < 0.01
    alone = estimate(one, 30, "")
    assert alone.low is not None and alone.high is not None and alone.high - alone.low > 0.3


def test_several_looks_make_a_chance_less_telling() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.6, 0.5]) == [1.0, 1.0]


@pytest.mark.thorough
def test_intervals_of_simulated_studies_hold_what_is_true() -> None:
    # Few studies tell a share badly; `perf/coverage.py` has 300, and bounds of 92 to 98 % for each figure.
    found = coverage(studies=40, figures=60, resamples=400)
    assert len(found) == 13 and min(found.values()) >= 0.8, found
    assert 0.91 <= float(np.mean(list(found.values()))) <= 0.98, found
