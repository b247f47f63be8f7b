"""Who changes while judging is flagged, and who does not change is not, whatever comes before them."""

import itertools

import numpy as np
import pytest

from human_review.drift import FEWEST, LEVEL, courses, cusum
from human_review.store import Judgement

_NUMBERS = itertools.count(1)


def judgement(item, reviewer, said, kind="turn", why="rest", duty="review", seconds=30.0):
    return Judgement(next(_NUMBERS), item, kind, "judge", why, duty, reviewer, said, seconds, None, {})


def drawn(chance, accepts):
    return "accept" if chance.random() < accepts else str(chance.choice(["edit", "reject"]))


def queue(seed, accepts, count=200, partner=0.75):
    """Two reviewers of the same items: 1 accepts as `accepts` says of each item, 2 always as often."""
    chance = np.random.default_rng(seed)
    found = []
    for number in range(count):
        kind, why, share = accepts(number / count)
        found.append(judgement(f"i{number}", 1, drawn(chance, share), kind, why))
        found.append(judgement(f"i{number}", 2, drawn(chance, partner), kind, why))
    return found


def flagged(judged, right=None):
    return {reviewer: course.flagged for reviewer, course in courses(judged, right or {}).items()}


@pytest.mark.thorough
def test_steady_reviewers_are_seldom_flagged():
    found = [flagged(queue(seed, lambda _: ("turn", "rest", 0.75))) for seed in range(300)]
    assert sum(any(each.values()) for each in found) <= 300 * LEVEL * 2


@pytest.mark.thorough
def test_items_that_get_harder_are_nobodys_drift():
    def harder(at):
        return (
            ("turn", "uncertain", 0.3) if at < 0.3 else ("persona", "rest", 0.95) if at < 0.6 else ("turn", "rest", 0.7)
        )

    chance = np.random.default_rng(1)
    alone = [
        [judgement(f"i{n}", 1, drawn(chance, harder(n / 300)[2]), *harder(n / 300)[:2]) for n in range(300)]
        for _ in range(200)
    ]
    assert sum(flagged(each)[1] for each in alone) <= 200 * LEVEL * 2


def test_who_becomes_careless_is_flagged_and_what_they_say_tells_who_of_two_it_is():
    careless = [queue(seed, lambda at: ("turn", "rest", 0.55 if at < 0.5 else 0.95)) for seed in range(100)]
    found = [courses(each, {}) for each in careless]
    changed = [{who: course.signals[0].flagged for who, course in each.items()} for each in found]
    assert all(each[1].signals[0].test == "what they say" for each in found)
    assert sum(each[1] for each in changed) >= 95 and sum(each[2] for each in changed) <= 2
    told = courses(queue(0, lambda at: ("turn", "rest", 0.55 if at < 0.5 else 0.95)), {})[1]
    (signal,) = [each for each in told.signals if each.test == "what they say"]
    assert signal.flagged and signal.words.split(":")[0] in ("accept", "edit", "reject")
    assert told.windows[0].shares["accept"] < 0.7 < 0.8 < told.windows[-1].shares["accept"]
    assert sum(each.count for each in told.windows) == 200


def test_a_lasting_difference_from_others_is_told_apart_from_a_change():
    told = courses(queue(2, lambda _: ("turn", "rest", 0.95), count=400), {})
    tests = {each.test: each.flagged for each in told[1].signals}
    assert tests == {"what they say": False, "beside others": False, "than others": True}
    (words,) = [each.words for each in told[1].signals if each.test == "than others"]
    assert words.endswith("points more than others on 400 common items")


@pytest.mark.thorough
def test_other_partners_are_no_drift():
    """One reviewer's items are shared with a strict partner first and with a lenient one later."""
    wrong = 0
    for seed in range(100):
        chance = np.random.default_rng(seed)
        judged = []
        for number in range(300):
            partner, share = (2, 0.45) if number < 150 else (3, 0.9)
            judged.append(judgement(f"i{number}", 1, drawn(chance, 0.7)))
            judged.append(judgement(f"i{number}", partner, drawn(chance, share)))
        wrong += any(e.flagged for e in courses(judged, {})[1].signals if e.test in ("what they say", "beside others"))
    assert wrong <= 4


def test_who_is_right_on_gold_no_more_is_flagged():
    gold = [judgement(f"g{number}", 1, "accept", duty="gold") for number in range(30)]
    right = {each.verdict: position < 15 for position, each in enumerate(gold)}
    course = courses(gold, right)[1]
    (signal,) = course.signals
    assert signal.flagged and signal.words == "15 of 15 right in the earlier half; 0 of 15 right in the later half"
    assert not courses(gold, dict.fromkeys(right, True))[1].flagged


def test_gold_goes_with_the_reviews_that_it_came_among_and_counts_in_no_share():
    judged, right = [], {}
    for number in range(50):
        judged.append(judgement(f"i{number}", 1, "accept"))
        if number % 10 == 5:
            judged.append(judgement(f"g{number}", 1, "reject", duty="gold"))
            right[judged[-1].verdict] = number < 30
    windows = courses(judged, right)[1].windows
    assert [each.gold for each in windows] == [(1, 1)] * 3 + [(0, 1)] * 2
    assert all(each.shares["accept"] == 1 and each.count == 10 and each.seconds == 30 for each in windows)


def test_few_verdicts_are_not_tested():
    course = courses([judgement(f"i{n}", 1, "accept") for n in range(FEWEST - 1)], {})[1]
    assert course.signals == () and len(course.windows) == 5


def test_the_chance_of_a_sum_is_that_of_permutations():
    """On one stratum, Kolmogorov's distribution is what shuffling gives, but for what a finite sample adds."""
    chance = np.random.default_rng(7)
    values = (chance.random(400) < 0.6).astype(float)
    values[250:] = (chance.random(150) < 0.48).astype(float)
    p, place = cusum(values, [0] * 400)

    def reach(each):
        return np.abs(np.cumsum(each - each.mean())).max()

    shuffled = [reach(chance.permutation(values)) >= reach(values) for _ in range(3000)]
    assert 0.005 < p < 0.5 and p == pytest.approx(np.mean(shuffled), abs=0.03) and 150 < place < 350
    assert cusum([1.0] * 50, [0] * 50)[0] == 1.0


@pytest.mark.thorough
def test_a_change_within_one_of_several_kinds_that_follow_one_another_is_found():
    """Over all kinds, the sum is tied to 0 where one ends: a change inside the third of four shows in its own sum."""

    def kinds(at):
        kind = ("table", "persona", "plan", "turn")[min(3, int(at * 4))]
        return kind, "rest", 0.35 if not 0.5 <= at < 0.625 else 0.98

    def changed(judged):
        return courses(judged, {})[1].signals[0].flagged

    assert sum(changed(queue(seed, kinds, count=600, partner=0.5)) for seed in range(25)) >= 20
    steady = [queue(seed, lambda at: (kinds(at)[0], "rest", 0.5), count=300, partner=0.5) for seed in range(100)]
    assert sum(map(changed, steady)) <= 3


@pytest.mark.thorough
def test_the_change_that_a_test_says_it_finds_is_found_in_four_of_five_cases():
    base, count = 0.5, 600
    signal = courses(queue(0, lambda _: ("turn", "rest", base), count=count, partner=base), {})[1].signals[0]
    assert signal.test == "what they say" and 0.1 < signal.detectable < 0.5
    assert signal.power == f"would flag a change of {100 * signal.detectable:.0f} points in four of five cases"

    def changing(at):
        return "turn", "rest", base + signal.detectable * (0.5 if at >= 0.5 else -0.5)

    found = [courses(queue(seed, changing, count=count, partner=base), {})[1].signals[0].flagged for seed in range(60)]
    assert 0.65 <= sum(found) / 60 <= 0.95
    few = courses(queue(0, lambda _: ("turn", "rest", base), count=FEWEST), {})[1].signals[0]
    assert few.detectable is None and few.power.startswith("too few")
