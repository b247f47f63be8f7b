"""Gold items: nobody can tell them from others, and they count for nothing but their reviewer's accuracy."""

import pytest
import sqlalchemy as sql

from company.errors import ReviewError
from human_review.store import Assignment, Search, Standing
from human_review.verdicts import Accept, Choose, Edit, Reject
from tests.support.review import invited, options, proposal, submission

NO = Reject(reasons=("no",))


def judge(store, reviewer, said=None, gold=0.0):
    held = store.next(reviewer, gold=gold)
    assert isinstance(held, Assignment), held
    return held, store.submit(reviewer, submission(held, said))


def decided_by_others(store, count=1, overlap=2, said=None):
    """Items that Ann and Bob decided; they are gold from then on."""
    ann, bob = invited(store, "Ann", "Bob")
    store.add([proposal(number, overlap) for number in range(1, count + 1)])
    marked = []
    for _ in range(count):
        held, _ = judge(store, ann, said)
        if overlap == 2:
            judge(store, bob, said)
        store.mark_gold(held.item.id)
        marked.append(held.item.id)
    return marked


def drawn_by(store, name="Cy", role="reviewer"):
    """A new reviewer with a gold item in hand."""
    (cy,) = invited(store, name, role=role)
    store.add([proposal(90)])
    return cy, store.next(cy, gold=1.0)


def adjudicated(store, clock):
    """Another item on which reviewers differ, and its decision, a minute later."""
    clock.now += 61
    store.add([proposal(95)])
    di, ed, eve = (*invited(store, "Di", "Ed"), *invited(store, "Eve", role="adjudicator"))
    (item,) = store.of_record("shop.p95")
    for who, said in ((di, None), (ed, NO), (eve, None)):
        store.submit(who, submission(store.take(who, item.id), said))


def visible(value):
    """All that a page could show of an assignment or an item, but for what differs between any two."""
    item = getattr(value, "item", value)
    return {**item.model_dump(), **dict.fromkeys(("id", "record", "hash", "place", "created", "why"))}


def test_gold_looks_like_any_other_item(store):
    (marked,) = decided_by_others(store)
    cy, gold = drawn_by(store)
    other = store.next(invited(store, "Di")[0])
    assert gold.item.id == marked != other.item.id
    assert visible(gold) == visible(other) and visible(store.item(marked, cy)[0]) == visible(other)
    assert (gold.duty, gold.version, len(gold.slot)) == (other.duty, other.version, len(other.slot))
    assert "gold" not in gold.model_dump_json() and not gold.slot.startswith(marked)
    assert store.verdicts(marked, cy) == []
    assert marked in [each.id for each in store.search(Search(state="open"), cy)]
    assert store.search(Search(state="decided"), cy) == []


@pytest.mark.parametrize(("said", "by"), [(None, "review"), (NO, "adjudication")])
def test_once_judged_it_looks_as_if_the_other_verdict_had_been_there(store, clock, said, by):
    (marked,) = decided_by_others(store)
    cy, gold = drawn_by(store)
    store.submit(cy, submission(gold, said))
    if said is NO:
        assert store.item(marked, cy)[0].state == "adjudication", "an adjudicator takes a while"
        assert [each.id for each in store.search(Search(state="adjudication"), cy)] == [marked]
        adjudicated(store, clock)
    seen, _ = store.item(marked, cy)
    assert (seen.state, seen.decided_by, seen.decision) == ("decided", by, Accept())
    clock.now += 61
    shown = store.verdicts(marked, cy)
    assert [each.duty for each in shown] == ["review", "review"] and shown[-1].reviewer == cy
    assert [each.id for each in store.search(Search(state="decided", mine=True), cy)] == [marked]
    with pytest.raises(ReviewError, match="is in since yours" if said is NO else "in the run already"):
        store.undo(cy, marked)


def test_gold_counts_neither_in_decisions_nor_in_agreement_nor_in_progress(store):
    (marked,) = decided_by_others(store)
    before, judged, progress, counted = (
        store.to_apply(),
        store.judged("judge"),
        store.progress(),
        store.counted("reviewer"),
    )
    cy, gold = drawn_by(store)
    store.submit(cy, submission(gold, NO))
    assert (store.to_apply(), store.judged("judge"), store.counted("reviewer")) == (before, judged, counted)
    assert store.progress().verdicts == progress.verdicts and store.progress().adjudicated == 0
    assert store.item(marked)[0].decision == Accept()
    assert [each.duty for each in store.verdicts(marked, None)] == ["review", "review", "gold"]
    assert list(store.gold_answers().values()) == [False]
    assert [(each.item, each.judged, each.given) for each in store.gold()] == [(marked, 1, False)]
    assert store.standing(cy).done == 1


def test_who_judged_it_before_sees_what_is_so_and_nothing_of_gold(store):
    (marked,) = decided_by_others(store)
    cy, gold = drawn_by(store)
    store.submit(cy, submission(gold, NO))
    ann = store.reviewers()[0].id
    assert store.item(marked, ann)[0].state == "decided"
    assert [each.reviewer for each in store.verdicts(marked, ann)] == [1, 2]
    assert store.next(ann, gold=1.0).item.id != marked


def test_gold_comes_at_its_rate_in_place_of_its_kind_and_the_rest_of_it_at_the_end(store):
    marked = set(decided_by_others(store, 40))
    (cy,) = invited(store, "Cy")
    assert store.standing(cy).open == 40
    store.add([options(number, overlap=1) for number in range(400, 410)])
    assert all(judge(store, cy, NO, gold=1.0)[0].item.id not in marked for _ in range(10))
    store.add([proposal(number, overlap=1) for number in range(100, 230)])
    seen = [judge(store, cy, gold=0.15)[0].item.id for _ in range(100)]
    got = [each for each in seen if each in marked]
    assert 4 <= len(got) <= 30 and len(set(got)) == len(got)
    last = [judge(store, cy)[0].item.id in marked for _ in range(store.standing(cy).open)]
    assert last == [False] * (30 + len(got)) + [True] * (40 - len(got))
    assert isinstance(store.next(cy, gold=1.0), Standing) and store.standing(cy).open == 0


def test_gold_comes_from_nearby(store):
    marked = decided_by_others(store, 9)
    (cy,) = invited(store, "Cy")
    store.add([proposal(number) for number in range(100, 110)])
    first = store.next(cy, gold=1.0)
    assert first.item.id == marked[-1], "the last one before it"


def test_admins_know_gold_and_are_not_given_it(store):
    (marked,) = decided_by_others(store)
    root, held = drawn_by(store, role="admin")
    assert held.item.id != marked
    assert store.item(marked, root)[0].state == "decided"
    assert store.search(Search(state="open"), root) == [held.item]


def test_skipped_or_left_gold_goes_to_somebody_else_and_a_late_verdict_still_counts(store, clock):
    (marked,) = decided_by_others(store)
    cy, gold = drawn_by(store)
    store.release(cy, gold.token, skip=True)
    assert store.next(cy, gold=1.0).item.id != marked
    di, kept = drawn_by(store, "Di")
    assert (kept.item.id, kept.slot) == (marked, gold.slot)
    clock.now += 3600
    (ed,) = invited(store, "Ed")
    assert store.next(ed, gold=1.0).slot == kept.slot
    receipt = store.submit(di, submission(kept))
    assert (receipt.outcome, receipt.reclaimed) == ("taken", True)
    assert list(store.gold_answers().values()) == [True]


def test_a_given_verdict_decides_and_asks_nobody_any_more(store):
    ann, bob, cy = invited(store, "Ann", "Bob", "Cy")
    store.add([proposal(1), proposal(2)])
    held, _ = judge(store, ann)
    waiting = store.next(bob)
    store.mark_gold(held.item.id, NO)
    (item,) = store.to_apply()
    assert (item.decision, item.decided_by) == (NO, "gold")
    assert store.submit(bob, submission(waiting)).outcome == "late"
    gold = store.next(cy, gold=1.0)
    assert gold.item.id == held.item.id
    store.submit(cy, submission(gold, Reject(reasons=("dull",))))
    assert list(store.gold_answers().values()) == [True]


def test_without_other_verdicts_it_looks_as_if_it_waited_for_one_and_can_be_taken_back(store):
    (cy,) = invited(store, "Cy")
    store.add([proposal(1), proposal(2)])
    marked = store.items()[0].id
    store.mark_gold(marked, Accept())
    gold = store.next(cy, gold=1.0)
    assert store.submit(cy, submission(gold, NO)).state == "open"
    assert store.item(marked, cy)[0].state == "open"
    again = store.undo(cy, marked)
    assert (again.item.state, again.duty) == ("open", "review")
    store.submit(cy, submission(again))
    assert list(store.gold_answers().values()) == [True]


def test_judged_once_it_can_be_taken_back_for_a_minute_as_others_can(store, clock):
    (marked,) = decided_by_others(store, overlap=1)
    cy, gold = drawn_by(store)
    assert store.submit(cy, submission(gold, NO)).state == "decided"
    assert store.item(marked, cy)[0].decision == NO
    again = store.undo(cy, marked)
    store.submit(cy, submission(again))
    clock.now += 61
    with pytest.raises(ReviewError, match="in the run already"):
        store.undo(cy, marked)


def test_what_nobody_has_decided_needs_to_be_told(store):
    store.add([proposal(1), options(2)])
    (ann,) = invited(store, "Ann")
    first, second = store.items()
    with pytest.raises(ReviewError, match=r"nobody has decided on shop\.p1 yet"):
        store.mark_gold(first.id)
    with pytest.raises(ReviewError, match="none of the options"):
        store.mark_gold(second.id, Choose(option="shop.p9"))
    store.retire([first.id], "it went")
    with pytest.raises(ReviewError, match="has changed"):
        store.mark_gold(first.id, Accept())
    with pytest.raises(ReviewError, match="is not marked as gold"):
        store.unmark_gold(second.id)
    assert store.gold() == [] and isinstance(store.next(ann, gold=1.0), Assignment)


def test_what_is_gold_no_more_is_given_to_nobody(store):
    (marked,) = decided_by_others(store)
    store.mark_gold(marked, NO)
    assert [(each.expected, each.given) for each in store.gold()] == [(NO, True)]
    store.unmark_gold(marked)
    assert drawn_by(store)[1].item.id != marked
    assert store.item(marked)[0].decision == Accept()


def test_an_edit_is_right_where_the_same_was_to_be_edited_and_code_where_its_results_are(store):
    from human_review.store.gold import meets

    here, there = Edit(changes={"name": "Ada"}), Edit(changes={"location": "Rome"})
    assert meets(here.model_copy(update={"changes": {"name": "Eve"}}), here) and not meets(there, here)
    assert not meets(Accept(), here) and not meets(here, NO)
    code = [Edit(changes={"code": text}, outcome=outcome) for text, outcome in (("1", "a"), ("2", "a"), ("3", "b"))]
    assert meets(code[1], code[0]) and not meets(code[2], code[0])


def test_events_tell_admins_who_marked_what(store):
    (marked,) = decided_by_others(store)
    told = store.latest(marked, most=1)
    assert [(each.what, each.content["expected"]) for each in told] == [("marked as gold", {"kind": "accept"})]
    assert store.latest(marked, before=told[0].id, most=1)[0].id < told[0].id
    assert store.last_event() == store.latest(most=1)[0].id
    with store._database.reading() as connection:
        assert connection.execute(sql.text("SELECT count(*) FROM gold")).scalar() == 1
