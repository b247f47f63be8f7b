"""How long a review still takes: at people's own pace, by their shares, and never more exactly than it is known."""

import statistics

import pytest

from human_review.measures_text import hours_text, left_lines, time_text
from human_review.store import Judgement, KindShare, Need, ReviewStore
from human_review.togo import Time, time_for, to_go
from human_review.verdicts import Accept, Reject
from tests.support.review import Clock, given, invited, proposal, submission


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(tmp_path, clock):
    with ReviewStore(tmp_path / "review.sqlite", clock=clock) as opened:
        yield opened


def said(kind, reviewer, seconds, duty="review"):
    return Judgement(1, "i", kind, "judge", "rest", duty, reviewer, "accept", seconds, None, {})


def judge(store, clock, who, count, seconds, content=None):
    for _ in range(count):
        held = given(store, who)
        clock.now += seconds
        store.submit(who, submission(held, content or Accept(), seconds=float(seconds)))


def test_what_is_left_is_reckoned_by_the_mean_of_each_kind_and_said_with_an_interval(store, clock):
    ann, ben = invited(store, "Ann", "Ben")
    store.add([proposal(number) for number in range(30)])
    for seconds in (40, 60, 50, 45, 55):
        judge(store, clock, ann, 1, seconds)
        judge(store, clock, ben, 1, seconds)
    found = to_go(store, store.judgements())
    assert (found.reviews, found.adjudications, found.borrowed) == (50, 0.0, ())
    assert found.time.seconds == pytest.approx(50 * 50)
    assert found.time.low < 2_500 < found.time.high
    assert [(each.name, each.verdicts) for each in found.people] == [("Ann", 25.0), ("Ben", 25.0)]
    assert found.days == pytest.approx(50 / 10), "ten verdicts on the only day so far"
    assert "left: 50 reviews and about 0 adjudications, 37 min to 46 min; at the" in left_lines(found)[0]


def test_nothing_is_said_before_enough_is_judged(store, clock):
    (ann,) = invited(store, "Ann")
    store.add([proposal(number) for number in range(9)])
    judge(store, clock, ann, 4, 30)
    found = to_go(store, store.judgements())
    assert found.time is None
    assert "a time that is not known yet" in left_lines(found)[0]


def test_the_interval_holds_the_truth_about_as_often_as_it_says():
    """Simulated: of 200 reviews that are half done, the rest takes as long as was said in about 95 of 100."""
    import random

    held, chance = 0, random.Random(3)
    for _ in range(200):
        times = [chance.lognormvariate(3, 0.8) for _ in range(100)]
        found = time_for({"turn": times[:50]}, {"turn": 50})
        held += found.low <= sum(times[50:]) <= found.high
    assert 176 <= held <= 198


def test_a_kind_that_nobody_has_judged_makes_the_interval_wide():
    own = {"turn": [30.0 + each for each in range(10)], "plan": [90.0 + each for each in range(10)]}
    known, borrowed = time_for(own, {"turn": 50}), time_for(own, {"case": 50})
    assert borrowed.high - borrowed.low > 5 * (known.high - known.low)
    assert borrowed.seconds == pytest.approx(50 * statistics.mean([*own["turn"], *own["plan"]]))


def test_shares_and_skills_say_who_does_what_is_left_and_what_nobody_can(store):
    ann, ben = invited(store, "Ann", "Ben")
    store.add([*(proposal(number) for number in range(10)), proposal(20, category="x"), proposal(21, category="y")])
    store.leading.settle(ann, ["german"], 0.25)
    store.leading.need(Need(of="category", named="x", skill="german"), ann)
    store.leading.need(Need(of="category", named="y", skill="greek"), ann)
    found = to_go(store, [said("persona", ben, 10.0 + each) for each in range(6)])
    assert {each.name: each.verdicts for each in found.people} == {"Ann": 0.25 * 20 + 2, "Ben": 0.75 * 20}
    assert found.nobody == {"greek": 2}


def test_what_is_kept_for_somebody_is_theirs_and_the_rest_is_everybodys(store):
    ann, ben = invited(store, "Ann", "Ben")
    store.add([proposal(number, overlap=1) for number in range(10)])
    paces = [said("persona", ben, 10.0 + each) for each in range(6)]
    assert {each.name: each.verdicts for each in to_go(store, paces).people} == {"Ann": 5.0, "Ben": 5.0}
    store.leading.give_share(KindShare(kind="persona", whose=f"person:{ann}", share=0.4))
    assert {each.name: each.verdicts for each in to_go(store, paces).people} == {"Ann": 4 + 3.0, "Ben": 3.0}
    store.leading.end_share("persona", f"person:{ann}")
    store.leading.give_share(KindShare(kind="persona", whose="group:nobody's", share=0.4))
    assert {each.name: each.verdicts for each in to_go(store, paces).people} == {"Ann": 5.0, "Ben": 5.0}


def test_as_many_disputes_are_expected_as_there_were(store, clock):
    ann, ben = invited(store, "Ann", "Ben")
    (lea,) = invited(store, "Lea", role="admin")
    store.add([proposal(number) for number in range(8)])
    judge(store, clock, ann, 4, 10)
    judge(store, clock, ben, 2, 10)
    judge(store, clock, ben, 2, 10, Reject(reasons=("no",)))
    found = to_go(store, store.judgements())
    assert found.adjudications == pytest.approx(2 + 0.5 * 4), "two wait, and half of four more are to be expected"
    assert {each.name: each.verdicts for each in found.people}["Lea"] == pytest.approx(4)
    assert lea in {each.reviewer for each in found.people}


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 min"), (10, "1 min"), (1_200, "20 min"), (3_600, "1 h"), (8_000, "2 h 15 min"), (50_000, "14 h")],
)
def test_long_times_are_told_roughly(seconds, words):
    assert hours_text(seconds) == words


def test_a_time_is_told_as_an_interval():
    assert time_text(Time(3_600, 3_000, 4_200)) == "50 min to 1 h 10 min"
    assert time_text(Time(3_600, 3_600, 3_600)) == "about 1 h"
