"""Shares of a kind, on SQLite and on PostgreSQL: who is given which part of it, whatever comes and whoever is there."""

import pytest

from company.errors import ReviewError
from human_review.store import Assignment, KindShare, Need, ReviewStore
from human_review.verdicts import Accept
from tests.support.review import given, invited, proposal, submission


def share(who, part, kind="persona"):
    return KindShare(kind=kind, whose=f"person:{who}" if isinstance(who, int) else f"group:{who}", share=part)


def items(first, last, *, together=1, **more):
    """Items that lie together by so many."""
    lies = (lambda number: f"d{number // together}") if together > 1 else (lambda number: "")
    return [queued(number, **{"lies": lies(number), **more}) for number in range(first, last)]


def queued(number, **more):
    """An item that nothing else waits for."""
    return proposal(number, **{"place": f"1 {number:06}", **more})


def judged(store, clock, who, most=1_000):
    """Have somebody judge all that they are given, or so many; the numbers of their items."""
    found = []
    while len(found) < most and isinstance(held := store.next(who), Assignment):
        clock.now += 1
        found.append(int(held.item.record.removeprefix("shop.p")))
        store.submit(who, submission(held, Accept()))
    return found


def far(store):
    """Whose → how many of how many items are theirs, judged, to come, and judged by others."""
    return {
        each.share.whose: (each.share.given, each.share.passed, each.done, each.waiting, each.others)
        for each in store.leading.shares()
    }


def test_three_of_ten_are_hers_and_come_first_and_nobody_else_is_given_them(store, clock):
    ann, ben = invited(store, "Ann", "Ben")
    store.add(items(0, 10, overlap=1))
    store.leading.give_share(share(ann, 0.3))
    assert far(store) == {f"person:{ann}": (3, 10, 0, 3, 0)}
    hers = judged(store, clock, ann, 3)
    assert judged(store, clock, ben) == [number for number in range(10) if number not in hers]
    assert far(store) == {f"person:{ann}": (3, 10, 3, 0, 0)}
    assert not isinstance(store.next(ann), Assignment)


def test_what_comes_later_is_dealt_out_and_the_whole_is_as_it_was_said(store, clock):
    ann, ben, cy = invited(store, "Ann", "Ben", "Cy")
    store.leading.give_share(share(ann, 0.3))
    store.leading.give_share(share(ben, 1 / 3))
    hers = []
    for first in range(0, 90, 7):
        store.add(items(first, min(first + 7, 90), overlap=1))
        given_now = {whose: told[0] for whose, told in far(store).items()}
        whole = min(first + 7, 90)
        assert abs(given_now[f"person:{ann}"] - 0.3 * whole) <= 1
        assert abs(given_now[f"person:{ben}"] - whole / 3) <= 1
        hers += judged(store, clock, ann, 1)
    store.add(items(0, 90, overlap=1))
    assert [told[:2] for told in far(store).values()] == [(27, 90), (30, 90)], "what is there is dealt out once"
    theirs = judged(store, clock, cy, 33), judged(store, clock, ben, 30), [*hers, *judged(store, clock, ann)]
    assert sorted(each for own in theirs for each in own) == list(range(90))
    assert [told[2:] for told in far(store).values()] == [(27, 0, 0), (30, 0, 0)]


def test_the_same_queue_is_dealt_out_alike(new_place, clock):
    def dealt():
        with ReviewStore(new_place(), clock=clock) as store:
            ann, ben = invited(store, "Ann", "Ben")
            for first, last in ((0, 40), (40, 47), (47, 100)):
                store.add(items(first, last, together=3))
                if first == 0:
                    store.leading.give_share(share(ann, 0.25))
                    store.leading.give_share(share(ben, 0.4))
            return judged(store, clock, ann, 25), judged(store, clock, ben, 40)

    assert dealt() == dealt()


def test_a_dialogue_goes_whole_to_one_and_so_does_what_is_added_to_it(store, clock):
    ann, ben, cy = invited(store, "Ann", "Ben", "Cy")
    store.add(items(0, 20, together=5))
    store.leading.give_share(share(ann, 0.5))
    hers = judged(store, clock, ann, 10)
    assert sorted({number // 5 for number in hers}) == [0, 2] and len(set(hers)) == 10
    store.add([queued(100, lies="d2"), queued(101, lies="d1")])
    assert far(store)[f"person:{ann}"] == (11, 22, 10, 1, 0)
    assert judged(store, clock, ann, 1) == [100]
    assert judged(store, clock, ben, 6) == [0, 1, 2, 3, 4, 5], "the other places are given in the usual order"
    assert judged(store, clock, cy, 5) == [5, 6, 7, 8, 9], "and what Ann has begun is for her and one more"


def test_who_is_in_the_middle_of_a_dialogue_goes_on_and_what_is_urgent_is_not_held_up(store, clock):
    (ann,) = invited(store, "Ann")
    store.add(items(0, 9, together=3, overlap=1))
    assert judged(store, clock, ann, 1) == [0]
    store.leading.give_share(share(ann, 0.4))
    hers = far(store)[f"person:{ann}"]
    assert hers[1] == 8, "what is decided is not dealt out"
    assert judged(store, clock, ann, 2) == [1, 2]
    store.add([proposal(50, place="0 gate", overlap=1)])
    assert judged(store, clock, ann, 1) == [50]


def test_what_one_of_two_has_begun_can_be_anothers_and_what_two_have_begun_cannot(store, clock):
    ann, ben, cy = invited(store, "Ann", "Ben", "Cy")
    store.add(items(0, 20, together=10))
    assert (judged(store, clock, ben, 1), judged(store, clock, cy, 1)) == ([0], [0])
    assert judged(store, clock, ben, 9) == list(range(1, 10)) and judged(store, clock, ben, 1) == [10]
    store.leading.give_share(share(ann, 0.5))
    assert far(store)[f"person:{ann}"] == (10, 19, 0, 10, 0), "that is the second dialogue"
    assert judged(store, clock, cy, 9) == list(range(1, 10))
    assert judged(store, clock, ann, 10) == list(range(10, 20))


def test_a_group_shares_it_and_each_of_it_has_dialogues_of_their_own(store, clock):
    eve, fay, ben = invited(store, "Eve", "Fay", "Ben")
    store.leading.group(eve, ["experts"])
    store.leading.group(fay, ["experts"])
    store.add(items(0, 40, together=5, overlap=1))
    store.leading.give_share(share("experts", 0.5))
    first, second = [], []
    for _ in range(5):
        first += judged(store, clock, eve, 1)
        second += judged(store, clock, fay, 1)
    assert len({number // 5 for number in first}) == len({number // 5 for number in second}) == 1
    assert far(store) == {"group:experts": (20, 40, 10, 10, 0)}
    theirs = judged(store, clock, ben, 20)
    assert not set(theirs).intersection(first + second) and far(store)["group:experts"][4] == 0
    assert len(judged(store, clock, fay)) == 10


def test_what_is_kept_holds_nobody_up_and_is_told_apart(store, clock):
    ann, ben = invited(store, "Ann", "Ben")
    store.add(items(0, 10, overlap=1))
    store.leading.give_share(share(ann, 0.5))
    assert store.standing(ben).open == 10
    own = judged(store, clock, ben, 5)
    assert far(store)[f"person:{ann}"] == (5, 10, 0, 5, 0)
    late = judged(store, clock, ben)
    assert sorted(own + late) == list(range(10)) and far(store)[f"person:{ann}"] == (5, 10, 0, 0, 5)


def test_who_looks_an_item_up_leaves_the_kept_place_to_whom_it_is_for(store, clock):
    ann, ben, cy = invited(store, "Ann", "Ben", "Cy")
    store.add([queued(1)])
    store.leading.give_share(share(ann, 1.0))
    (item,) = store.items()
    held = store.take(ben, item.id)
    store.release(cy, given(store, cy).token)  # for whom nothing else is left
    assert given(store, ann).item.id == item.id
    store.submit(ben, submission(held, Accept()))
    store.submit(ann, submission(given(store, ann), Accept()))
    assert far(store)[f"person:{ann}"] == (1, 1, 1, 0, 0)


def test_who_has_another_place_at_it_already_needs_none_that_is_kept(store, clock):
    ann, ben = invited(store, "Ann", "Ben")
    store.add([queued(1, overlap=3)])
    judged(store, clock, ann, 1)
    store.leading.give_share(share(ann, 1.0))
    assert far(store)[f"person:{ann}"] == (1, 1, 1, 0, 0)
    assert judged(store, clock, ben) == [1]


def test_skills_hold_and_who_lacks_one_is_dealt_nothing_that_asks_for_it(store, clock):
    ann, ben = invited(store, "Ann", "Ben")
    store.leading.need(Need(of="category", named="x", skill="greek"), ann)
    store.leading.settle(ben, ["greek"], None)
    store.add([*items(0, 4, overlap=1, category="x"), *items(4, 8, overlap=1)])
    store.leading.give_share(share(ann, 0.5))
    assert judged(store, clock, ann) == [4, 5, 6, 7]
    assert judged(store, clock, ben) == [0, 1, 2, 3]


def test_a_share_that_is_changed_or_ended_and_a_person_who_is_gone(store, clock):
    ann, ben = invited(store, "Ann", "Ben")
    store.add(items(0, 10, overlap=1, together=2))
    store.leading.give_share(share(ann, 0.2))
    store.leading.give_share(share(ben, 0.2))
    store.leading.give_share(share(ann, 0.6))
    assert [told[:2] for told in far(store).values()] == [(6, 10), (2, 10)]
    store.leading.end_share("persona", f"person:{ben}")
    assert list(far(store)) == [f"person:{ann}"]
    with pytest.raises(ReviewError, match="no such share"):
        store.leading.end_share("persona", f"person:{ben}")
    store.dismiss("Ann")
    assert far(store) == {}
    assert judged(store, clock, ben) == list(range(10))


def test_no_more_than_all_is_given_and_nothing_to_nobody(store):
    ann, ben = invited(store, "Ann", "Ben")
    store.divide({"experts": ["turn"]})
    store.leading.give_share(share(ann, 0.7))
    for wanted, words in (
        (share(ben, 0.4), "70 % of the persona items already; give 30 % at most"),
        (share(ben, 0.1, kind="crown"), "nobody is asked about a 'crown'"),
        (share(ben, 0.1, kind="turn"), "Ben is in no group that is given turn items"),
        (share("poets", 0.1, kind="turn"), "the group poets is not given turn items"),
        (share(99, 0.1), "may not judge"),
        (KindShare(kind="persona", whose="king", share=0.1), "is nobody"),
    ):
        with pytest.raises(ReviewError, match=words):
            store.leading.give_share(wanted)
    store.leading.give_share(share(ben, 0.3))


def test_later_rounds_are_dealt_to_nobody(store):
    (ann,) = invited(store, "Ann")
    store.leading.give_share(share(ann, 1.0))
    store.add([queued(1), queued(1, round=2)])
    assert far(store)[f"person:{ann}"][:2] == (1, 1)
