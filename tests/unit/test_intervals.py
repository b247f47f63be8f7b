"""Intervals of shares hold what they promise over cases that are drawn in clusters, few or many."""

from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

from company.statistics.intervals import of_difference, of_share, told

DRAWS = 1200
ENOUGH = 0.93
LARGEST = 9
"""Cases of a cluster; dialogues have as many turns."""


def drawn(clusters: int, alike: float, *shares: float, related: float = 0.0) -> tuple[Any, Any]:
    """Return how many cases clusters have, and for each share which of them are right, draw by draw.

    `alike` is how far cases of a cluster go together (0 to 1), `related` how far the shares do.
    """
    chance = np.random.default_rng(clusters)
    cases = chance.integers(3, LARGEST + 1, size=(DRAWS, clusters))
    there = np.arange(LARGEST) < cases[:, :, None]

    def values(size: int) -> list[Any]:
        common, *own = (chance.normal(size=(DRAWS, clusters, size)) for _ in range(1 + len(shares)))
        return [np.sqrt(related) * common + np.sqrt(1 - related) * each for each in own]

    found = zip(shares, values(1), values(LARGEST), strict=True)
    right = [(np.sqrt(alike) * of_all + np.sqrt(1 - alike) * own < norm.ppf(p)) & there for p, of_all, own in found]
    return cases.astype(float), right


@pytest.mark.thorough
@pytest.mark.parametrize("clusters", [2, 5, 10, 30])
@pytest.mark.parametrize("alike", [0.0, 0.15, 0.4])
@pytest.mark.parametrize("share", [0.15, 0.42, 0.7])
def test_an_interval_holds_the_share_as_often_as_it_says(clusters: int, alike: float, share: float) -> None:
    sizes, (right,) = drawn(clusters, alike, share)
    found = [
        of_share(of_one.sum(axis=1).astype(float), cases, cases.sum())
        for of_one, cases in zip(right, sizes, strict=True)
    ]
    held = [each is not None and each[0] <= share <= each[1] for each in found]
    assert np.mean(held) >= ENOUGH


@pytest.mark.thorough
@pytest.mark.parametrize("clusters", [2, 5, 10, 30])
@pytest.mark.parametrize("alike", [0.0, 0.15, 0.4])
@pytest.mark.parametrize(("one", "other"), [(0.42, 0.42), (0.8, 0.6)])
def test_an_interval_holds_the_difference_of_two_models(clusters: int, alike: float, one: float, other: float) -> None:
    sizes, (first, second) = drawn(clusters, alike, one, other, related=0.5)
    ahead, behind = ((a & ~b).sum(axis=2).astype(float) for a, b in ((first, second), (second, first)))
    found = [of_difference(*each) for each in zip(ahead, behind, sizes, strict=True)]
    held = [each.low is not None and each.high is not None and each.low <= one - other <= each.high for each in found]
    assert np.mean(held) >= ENOUGH


def test_independent_cases_have_the_interval_of_wilson() -> None:
    found = of_share(np.array([1.0] * 8 + [0.0] * 12), np.ones(20), 20)
    assert found == pytest.approx((0.2188, 0.6134), abs=1e-4)


def test_clusters_that_happen_to_agree_are_not_sure() -> None:
    found = of_share(np.array([5.0, 5.0]), np.array([10.0, 10.0]), 20)
    assert found is not None and found[1] - found[0] > 0.7


def test_cases_of_a_cluster_that_are_alike_say_no_more_than_one() -> None:
    alike = of_share(np.array([10.0, 0.0] * 6), np.full(12, 10.0), 120)
    single = of_share(np.array([1.0, 0.0] * 6), np.ones(12), 12)
    assert alike == pytest.approx(single)


def test_models_that_never_differ_are_not_surely_equal_on_few_cases() -> None:
    found = of_difference(np.zeros(3), np.zeros(3), np.full(3, 6.0))
    assert found.value == 0 and not found.sure
    assert found.low is not None and found.low < -0.2


def test_one_cluster_has_no_interval() -> None:
    assert of_share(np.array([3.0]), np.array([7.0]), 7) is None
    one = of_difference(np.array([3.0]), np.array([0.0]), np.array([7.0]))
    assert (one.low, one.high, one.sure) == (None, None, False)
    assert one.value == pytest.approx(3 / 7)


def test_what_cases_share_is_told_only_where_they_share_something() -> None:
    assert "cases of one of the dialogues are not independent" in told("dialogues")
    assert "independent" not in told("cases") and "one case has none" in told("cases")
