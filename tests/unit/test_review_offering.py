"""Who is given what: what lies together goes to the same people, skills and shares hold, what is in vain waits."""

import pytest

from company.config import ReviewSettings
from company.errors import ReviewError
from human_review.queueing import fill
from human_review.store import Assignment, Need, ReviewStore
from human_review.store.offering import WALK_ANEW_SECONDS
from human_review.verdicts import Accept
from tests.support.review import Clock, given, invited, proposal, submission
from tests.support.review_run import D, case, small_run, turn

ALL = ReviewSettings(audit=0)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(tmp_path, clock):
    with ReviewStore(tmp_path / "review.sqlite", clock=clock) as opened:
        yield opened


def lying(groups: int, each: int, **more):
    """Items of several groups, each after the other."""
    return [proposal(number, lies=f"d{number // each}", **more) for number in range(groups * each)]


def judged(store, clock, who, count):
    """Have somebody judge so many items; what these lie in."""
    found = []
    for _ in range(count):
        clock.now += 1
        assignment = given(store, who)
        found.append(assignment.item.lies)
        store.submit(who, submission(assignment, Accept()))
    return found


def test_two_people_go_through_a_dialogue_and_others_begin_the_next(store, clock):
    ann, ben, cy, di = invited(store, "Ann", "Ben", "Cy", "Di")
    store.add(lying(3, 4))
    assert [judged(store, clock, who, 1) for who in (ann, ben, cy, di)] == [["d0"], ["d0"], ["d1"], ["d1"]]
    assert [judged(store, clock, who, 3) for who in (di, ben, ann, cy)] == [
        ["d1"] * 3,
        ["d0"] * 3,
        ["d0"] * 3,
        ["d1"] * 3,
    ]
    assert judged(store, clock, cy, 2) == ["d2", "d2"]


def test_what_others_have_begun_is_given_when_nothing_else_is_left(store, clock):
    ann, ben, cy = invited(store, "Ann", "Ben", "Cy")
    store.add(lying(1, 3))
    judged(store, clock, ann, 1)
    judged(store, clock, ben, 1)
    assert judged(store, clock, cy, 2) == ["d0", "d0"]


def test_what_is_urgent_is_not_held_up_by_a_dialogue(store, clock):
    (ann,) = invited(store, "Ann")
    store.add([proposal(number, lies="d0", place=f"1 {number}") for number in range(3)])
    judged(store, clock, ann, 1)
    store.add([proposal(9, place="0 gate")])
    assert given(store, ann).item.record == "shop.p9"


def test_items_that_ask_for_a_language_are_given_to_who_knows_it_alone(store, clock):
    ann, ben = invited(store, "Ann", "Ben")
    store.add([proposal(1, category="plot_qa"), proposal(2)])
    assert store.leading.need(Need(of="category", named="plot_qa", skill=" German "), ben) == 1
    assert given(store, ann).item.record == "shop.p2"
    assert store.standing(ben).open == 1, "what Ben cannot read is not counted as open for him"
    store.leading.settle(ben, ["GERMAN", "statistics"], None)
    assert store.standing(ben).open == 2
    assert given(store, ben).item.record == "shop.p1"
    store.add([proposal(3, category="plot_qa")])
    (new,) = [each for each in store.items() if each.record == "shop.p3"]
    assert new.skill == "german", "a rule holds for what comes later"
    assert store.take(ann, new.id).item == new, "who looks for it can have it all the same"


def test_of_rules_the_one_about_a_client_counts_and_a_rule_is_taken_away(store):
    (ann,) = invited(store, "Ann")
    store.add([proposal(1), proposal(2), proposal(20)])
    store.leading.need(Need(of="kind", named="persona", skill="german"), ann)
    store.leading.need(Need(of="group", named="shop.p2", skill="french"), ann)
    assert {each.record: each.skill for each in store.items()} == {
        "shop.p1": "german",
        "shop.p2": "french",
        "shop.p20": "german",
    }
    store.leading.need(Need(of="kind", named="persona", skill=""), ann)
    assert {each.skill for each in store.items()} == {"", "french"}
    assert [each.named for each in store.leading.needs()] == ["shop.p2"]


def test_who_has_done_their_share_is_given_no_more(store, clock):
    ann, ben = invited(store, "Ann", "Ben")
    store.leading.settle(ann, [], 0.25)
    store.add([proposal(number) for number in range(4)])
    judged(store, clock, ann, 2)
    left = store.next(ann)
    assert not isinstance(left, Assignment)
    assert (left.share_left, left.open, left.ready) == (0, 2, False)
    assert "0 left of your share" in left.sentence()
    assert judged(store, clock, ben, 4) == [""] * 4
    store.leading.settle(ann, [], None)
    assert isinstance(store.next(ann), Assignment)


@pytest.mark.parametrize("share", [0, -1, 1.5])
def test_a_share_is_one_of_a_whole(store, share):
    (ann,) = invited(store, "Ann")
    with pytest.raises(ReviewError, match="more than 0 and at most 100 %"):
        store.leading.settle(ann, [], share)


def test_items_of_clients_without_a_released_case_wait_until_they_have_one(tmp_path):
    with small_run(tmp_path / "run") as archive, ReviewStore.of_run(tmp_path / "run") as store:
        fill(archive, store, ALL)
        assert item(store, "shop.p2").waits
        assert not item(store, "shop.p1").waits
        other = "shop.p2.s1.d1"
        archive.put(turn(1).model_copy(update={"id": f"{other}.t01", "parent": other}))
        archive.put(case(1).model_copy(update={"id": f"{other}.t01.normal", "parent": f"{other}.t01"}))
        fill(archive, store, ALL)
        assert not item(store, "shop.p2").waits


def test_nothing_waits_for_a_case_while_none_is_released_or_a_gate_holds_it(tmp_path):
    with small_run(tmp_path / "run") as archive, ReviewStore.of_run(tmp_path / "run") as store:
        fill(archive, store, ReviewSettings(audit=0, gates=("persona",)))
        assert not item(store, "shop.p2").idle, "people's word may still bring it one"
    with small_run(tmp_path / "other") as archive, ReviewStore.of_run(tmp_path / "other") as store:
        for position in (1, 2, 3):
            archive.put(case(position, status="rejected", reason="the gate refused it"))
        fill(archive, store, ALL)
        assert not item(store, "shop.p2").idle


def test_the_cases_of_a_dialogue_lie_together(tmp_path):
    with small_run(tmp_path / "run") as archive, ReviewStore.of_run(tmp_path / "run") as store:
        fill(archive, store, ALL)
        found = {each.lies for each in store.items() if each.kind == "case"}
        assert found == {f"{D} case"}
        assert {each.lies for each in store.items() if each.kind == "turn"} == {f"{D} turn"}


def item(store, record):
    return next(each for each in store.items() if each.record == record)


# what comes first for somebody


def records(store, who, count):
    """The next records that somebody is given, each of which they judge."""
    found = []
    for _ in range(count):
        assignment = given(store, who)
        found.append(assignment.item.record)
        store.submit(who, submission(assignment, Accept()))
    return found


@pytest.mark.parametrize(
    "rule", ["kind:case", "category:normal", "skill:greek", "group:shop.p3"], ids=lambda rule: rule.partition(":")[0]
)
def test_what_a_rule_is_about_comes_first_for_one_person_later_items_too(store, clock, rule):
    ann, ben = invited(store, "Ann", "Ben")
    store.leading.need(Need(of="kind", named="case", skill="greek"), ann)
    store.leading.settle(ann, ["greek"], None, [rule])
    store.leading.settle(ben, ["greek"], None)
    store.add([proposal(1), proposal(2)])
    assert records(store, ann, 1) == ["shop.p1"], "where there is none, what is next for all"
    store.add([proposal(3, kind="case", category="normal"), proposal(4)])
    clock.now += WALK_ANEW_SECONDS + 1
    assert records(store, ann, 3) == ["shop.p3", "shop.p2", "shop.p4"]
    assert records(store, ben, 4) == ["shop.p1", "shop.p2", "shop.p3", "shop.p4"]


def test_a_rule_is_no_wish_against_what_was_done_or_cannot_be_given(store, clock):
    (ann,) = invited(store, "Ann")
    store.leading.settle(ann, [], 0.34, ["kind:case"])
    store.add([proposal(1), proposal(2), proposal(3, kind="case")])
    assert records(store, ann, 3)[0] == "shop.p3"
    assert not isinstance(store.next(ann), Assignment), "a share ends it"
    for each in ("turn", "kind:", "colour:red"):
        with pytest.raises(ReviewError, match="says of no items"):
            store.leading.settle(ann, [], None, [each])
