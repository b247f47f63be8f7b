"""Human accuracy: what people came to before they saw the key, and how far that speaks against the key."""

import numpy as np
import pytest

from human_review.resampling import share_by_item
from human_review.solved import human_accuracy
from human_review.store import Solved


def solved(item, right, said="B", of="fast_fail", reviewer=1, knew=False, seconds=10.0):
    return Solved(item, reviewer, "case", of, said, right, knew, seconds)


def test_answers_are_counted_by_category_then_all_together():
    found = human_accuracy(
        [
            solved("i1", True),
            solved("i1", True, reviewer=2, seconds=30.0),
            solved("i2", False, said="code", of="normal"),
            solved("i2", False, said="code", of="normal", reviewer=2, knew=True),
            solved("i3", None, said="gave up", of="normal"),
            solved("i4", None, said="words", of="normal", seconds=None),
            solved("i5", True, of="normal"),
            solved("i5", False, of="normal", reviewer=2),
        ]
    )
    assert [each.group for each in found] == ["fast_fail", "normal", ""]
    first, normal, whole = found
    assert (first.accuracy.value, first.seconds, first.against, first.compared) == (1.0, 20.0, 0, 1)
    assert (normal.right, normal.wrong, normal.gave_up, normal.unread, normal.items) == (1, 3, 1, 1, 4)
    # Where one says as the key and one otherwise, most do not speak against it.
    assert (normal.against, normal.compared) == (1, 2)
    assert normal.accuracy.value == 0.25 and normal.fresh.value == pytest.approx(1 / 3)
    assert (whole.answers, whole.accuracy.value) == (8, 0.5)
    assert human_accuracy([]) == ()


def test_the_interval_of_a_share_is_by_item():
    """Two answers to one item that always say the same are one piece of news: the interval is that of the items."""
    chance = np.random.default_rng(3)
    rights = (chance.random(100) < 0.7).astype(int)
    once = share_by_item(rights.tolist(), [1] * 100, np.random.default_rng(1))
    twice = share_by_item((2 * rights).tolist(), [2] * 100, np.random.default_rng(1))
    assert twice == once and once.low < 0.7 < once.high
    covered = 0
    for seed in range(200):
        chance = np.random.default_rng(seed)
        known = chance.random(60) < 0.7  # an item is easy or not, for both who answer it
        parts = chance.binomial(2, np.where(known, 0.95, 0.2))
        found = share_by_item(parts.tolist(), [2] * 60, chance)
        covered += found.low <= 0.7 * 0.95 + 0.3 * 0.2 <= found.high
    assert 0.89 <= covered / 200 <= 0.99
