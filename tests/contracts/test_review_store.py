"""What every database has to hold of the review queue: the same tests on SQLite and on PostgreSQL."""

import threading

import pytest
import sqlalchemy as sql

from company.errors import ReviewError
from human_review.store import Assignment, Standing
from human_review.store.database import Database
from human_review.verdicts import Accept, Choose, Edit, Keep, Reject
from tests.support.review import given, invited, options, proposal, submission


def test_items_are_given_in_their_order_and_each_to_two_different_people(store):
    ann, bob, cy = invited(store, "Ann", "Bob", "Cy")
    assert store.add([proposal(2), proposal(1)]) == 2
    first, second = given(store, ann), given(store, bob)
    assert (first.item.record, second.item.record) == ("shop.p1", "shop.p1")
    assert first.slot != second.slot and first.body["name"] == "Ada 1"
    assert given(store, cy).item.record == "shop.p2"


def test_who_holds_an_item_gets_it_back_and_a_lease_that_ended_goes_to_the_next(store, clock):
    ann, bob = invited(store, "Ann", "Bob")
    store.add([proposal(1, overlap=1), proposal(2, overlap=1)])
    held = given(store, ann)
    assert given(store, ann).token == held.token
    clock.now += 14 * 60
    assert store.heartbeat(ann, held.token) == clock.now + 15 * 60
    assert given(store, bob).item.record == "shop.p2"
    store.release(bob, given(store, bob).token)
    clock.now += 15 * 60 + 1
    assert given(store, bob).item.record == "shop.p1"
    with pytest.raises(ReviewError, match="run out"):
        store.heartbeat(ann, held.token)


def test_a_double_click_gets_the_same_answer_and_another_verdict_under_its_key_none(store):
    (ann,) = invited(store, "Ann")
    store.add([proposal(1)])
    sent = submission(given(store, ann), key="one and the same")
    assert store.submit(ann, sent) == store.submit(ann, sent)
    assert len(store.verdicts(sent.item, None)) == 1
    with pytest.raises(ReviewError, match="used for another verdict"):
        store.submit(ann, sent.model_copy(update={"content": Reject(reasons=("no",))}))
    with pytest.raises(ReviewError, match="already in; undo it"):
        store.submit(ann, sent.model_copy(update={"key": "another key"}))


def test_a_lost_lease_is_claimed_again_silently_while_a_place_is_free(store, clock):
    ann, bob = invited(store, "Ann", "Bob")
    store.add([proposal(1)])
    old = given(store, ann)
    clock.now += 3600
    taken = given(store, bob)
    assert taken.slot == old.slot
    receipt = store.submit(ann, submission(old))
    assert (receipt.outcome, receipt.reclaimed) == ("taken", True)
    assert store.submit(bob, submission(taken)).state == "decided"


def test_without_a_free_place_a_verdict_is_kept_as_late_and_its_author_adjudicates_not(store, clock):
    ann, bob, cy = invited(store, "Ann", "Bob", "Cy", role="adjudicator")
    store.add([proposal(1)])
    old = given(store, ann)
    clock.now += 3600
    for reviewer, said in ((bob, Accept()), (cy, Reject(reasons=("dull",)))):
        store.submit(reviewer, submission(given(store, reviewer), said))
    receipt = store.submit(ann, submission(old))
    assert (receipt.outcome, receipt.state) == ("late", "adjudication")
    assert [each.late for each in store.verdicts(old.item.id, None)] == [False, False, True]
    assert isinstance(store.next(ann), Standing)
    with pytest.raises(ReviewError, match="already in"):
        store.submit(ann, submission(old))


def test_nobody_sees_anothers_verdict_before_both_are_in(store):
    ann, bob = invited(store, "Ann", "Bob")
    store.add([proposal(1)])
    one, other = given(store, ann), given(store, bob)
    store.submit(ann, submission(one))
    assert store.verdicts(one.item.id, bob) == []
    assert [each.reviewer for each in store.verdicts(one.item.id, ann)] == [ann]
    assert store.judged("judge") == []
    store.submit(bob, submission(other))
    assert [each.reviewer for each in store.verdicts(one.item.id, ann)] == [ann, bob]
    assert [each.reviewer for each in store.verdicts(one.item.id, bob)] == [bob], "who can still take theirs back"
    store.applied(one.item.id, None)
    assert [each.reviewer for each in store.verdicts(one.item.id, bob)] == [ann, bob]
    assert store.judged("judge") == [[(ann, Accept()), (bob, Accept())]]


def test_who_disagrees_is_adjudicated_by_somebody_who_is_neither(store):
    ann, bob, cy = invited(store, "Ann", "Bob", "Cy", role="adjudicator")
    store.add([proposal(1)])
    for reviewer, said in ((ann, Accept()), (bob, Reject(reasons=("dull",)))):
        assert store.next(reviewer).duty == "review"
        receipt = store.submit(reviewer, submission(given(store, reviewer), said))
    assert receipt.state == "adjudication"
    assert all(isinstance(store.next(reviewer), Standing) for reviewer in (ann, bob))
    last = given(store, cy)
    assert last.duty == "adjudication"
    assert store.submit(cy, submission(last, Reject(reasons=("too dull",)))).state == "decided"
    (item,) = store.to_apply()
    assert (item.decided_by, item.decision) == ("adjudication", Reject(reasons=("too dull",)))
    assert store.progress().adjudicated == 1


def test_reviewers_do_not_adjudicate(store):
    ann, bob, cy = invited(store, "Ann", "Bob", "Cy")
    store.add([proposal(1)])
    store.submit(ann, submission(given(store, ann)))
    store.submit(bob, submission(given(store, bob), Reject(reasons=("dull",))))
    found = store.next(cy)
    assert isinstance(found, Standing) and found.adjudication == 1


def test_a_verdict_can_be_taken_back_until_another_is_in(store):
    ann, bob = invited(store, "Ann", "Bob")
    store.add([proposal(1)])
    store.submit(ann, submission(given(store, ann)))
    again = store.undo(ann, given(store, bob).item.id)
    store.submit(ann, submission(again, Reject(reasons=("on second thoughts",))))
    found = store.verdicts(again.item.id, None)
    assert [each.content.kind for each in found] == ["accept", "withdrawn", "reject"]
    assert [each.supersedes for each in found] == [None, found[0].id, found[1].id]
    assert [each.standing for each in found] == [False, False, True]
    store.submit(bob, submission(given(store, bob), Reject(reasons=("dull",))))
    with pytest.raises(ReviewError, match="is in since yours"):
        store.undo(ann, again.item.id)
    (item,) = store.to_apply()
    assert item.decision == Reject(reasons=("on second thoughts", "dull"))


def test_the_last_who_judged_takes_back_until_the_next_step(store):
    ann, bob, cy = invited(store, "Ann", "Bob", "Cy", role="adjudicator")
    no = Reject(reasons=("dull",))
    store.add([proposal(1)])
    item = given(store, ann).item.id
    store.submit(ann, submission(given(store, ann)))
    store.submit(bob, submission(given(store, bob), no))
    assert (store.can_undo(ann, item), store.can_undo(bob, item)) == (False, True)
    again = store.undo(bob, item)
    assert store.item(item)[0].state == "open" and isinstance(store.next(cy), Standing), "nobody adjudicates meanwhile"
    assert store.submit(bob, submission(again, no)).state == "adjudication"
    last = given(store, cy)
    with pytest.raises(ReviewError, match="adjudicator is just deciding"):
        store.undo(bob, item)
    store.release(cy, last.token)
    assert store.submit(bob, submission(store.undo(bob, item))).state == "decided"
    assert store.submit(bob, submission(store.undo(bob, item), no)).state == "adjudication"
    store.submit(cy, submission(given(store, cy), no))
    with pytest.raises(ReviewError, match="is in since yours"):
        store.undo(bob, item)
    store.undo(cy, item)
    assert [each.content.kind for each in store.verdicts(item, None)].count("withdrawn") == 4, "nothing is overwritten"


def test_who_judges_alone_takes_back_until_it_is_written(store):
    (ann,) = invited(store, "Ann")
    store.add([proposal(1, overlap=1)])
    assert store.submit(ann, submission(given(store, ann))).state == "decided"
    again = store.undo(ann, store.to_apply()[0].id)
    assert (again.item.state, store.to_apply()) == ("open", [])
    store.submit(ann, submission(again))
    store.applied(again.item.id, None)
    with pytest.raises(ReviewError, match="in the run already"):
        store.undo(ann, again.item.id)


def test_a_draft_outlives_the_lease_and_an_older_one_does_not_replace_it(store, clock):
    ann, bob = invited(store, "Ann", "Bob")
    store.add([proposal(1, overlap=1)])
    held = given(store, ann)
    assert store.save_draft(ann, held.item.id, {"text": "half a th"}, held.item.hash, 1)
    clock.now += 3600
    taken = given(store, bob)
    assert taken.draft is None
    assert store.save_draft(ann, held.item.id, {"text": "half a thought"}, held.item.hash, 3)
    assert not store.save_draft(ann, held.item.id, {"text": "half a tho"}, held.item.hash, 2)
    store.submit(bob, submission(taken))
    kept = store.draft(ann, held.item.id)
    assert kept is not None and kept.content == {"text": "half a thought"}


def test_what_went_stale_leaves_the_queue_and_comes_back_as_it_was(store):
    ann, bob = invited(store, "Ann", "Bob")
    store.add([proposal(1)])
    mine, theirs = given(store, ann), given(store, bob)
    store.submit(ann, submission(mine))
    assert store.retire([mine.item.id], "its table was edited") == 1
    with pytest.raises(ReviewError, match=r"shop\.p1 has changed since you were given it \(its table was edited\)"):
        store.submit(bob, submission(theirs))
    refused = [each for each in store.events(mine.item.id) if each.what == "refused"]
    assert refused[0].content["submission"]["content"] == {"kind": "accept"}
    assert isinstance(store.next(bob), Standing)
    assert store.add([proposal(1)]) == 1
    assert store.submit(bob, submission(given(store, bob))).state == "decided"


def test_a_verdict_on_another_version_is_refused(store):
    (ann,) = invited(store, "Ann")
    store.add([proposal(1)])
    with pytest.raises(ReviewError, match="has changed since"):
        store.submit(ann, submission(given(store, ann), hash="of an older page"))


def test_a_verdict_is_for_the_item_that_was_given_to_its_author(store):
    ann, bob = invited(store, "Ann", "Bob")
    store.add([proposal(1), proposal(2)])
    held = given(store, ann)
    for wrong in ({"slot": "no slot"}, {"token": "a guess"}, {"version": 7}, {"item": given(store, bob).item.id}):
        if wrong != {"item": held.item.id}:
            with pytest.raises(ReviewError, match="not given to you"):
                store.submit(ann, submission(held, **wrong))
    with pytest.raises(ReviewError, match="not given to you"):
        store.submit(bob, submission(held))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Keep(keep=True), "its form takes accept, edit, reject"),
        (Edit(changes={"id": "shop.p9"}), "id of a persona cannot be edited"),
        (Edit(changes={"name": 7}), "the edited persona is not complete: name"),
        (Edit(changes={"name": "Ada 1"}), "changes nothing"),
    ],
)
def test_what_cannot_be_said_is_refused_in_words(store, said, words):
    (ann,) = invited(store, "Ann")
    store.add([proposal(1)])
    with pytest.raises(ReviewError, match=words):
        store.submit(ann, submission(given(store, ann), said))


def test_only_an_option_can_be_chosen(store):
    (ann,) = invited(store, "Ann")
    store.add([options(1)])
    held = given(store, ann)
    with pytest.raises(ReviewError, match="none of the options"):
        store.submit(ann, submission(held, Choose(option="shop.p1.s9")))
    assert store.submit(ann, submission(held, Choose(option="shop.p1.s2"))).outcome == "taken"


def test_what_is_skipped_comes_last(store):
    (ann,) = invited(store, "Ann")
    store.add([proposal(number) for number in (1, 2, 3)])
    store.release(ann, given(store, ann).token, skip=True)
    seen = []
    for _ in range(3):
        held = given(store, ann)
        seen.append(held.item.record)
        store.submit(ann, submission(held))
    assert seen == ["shop.p2", "shop.p3", "shop.p1"]


def test_a_place_that_reopens_further_up_is_found(store):
    ann, bob = invited(store, "Ann", "Bob")
    store.add([proposal(number, overlap=1) for number in (1, 2, 3)])
    held = given(store, bob)
    store.submit(ann, submission(given(store, ann)))
    store.release(bob, held.token)
    assert given(store, ann).item.record == "shop.p1"


def test_the_empty_queue_explains_itself(store, clock):
    ann, bob, cy = invited(store, "Ann", "Bob", "Cy")
    assert store.next(ann).sentence() == "0 open for you: nothing is in the queue yet"
    store.add([proposal(number) for number in (1, 2, 3)])
    for reviewer, said in ((ann, Accept()), (bob, Reject(reasons=("dull",)))):
        store.submit(reviewer, submission(given(store, reviewer), said))
    store.submit(ann, submission(given(store, ann)))
    for reviewer in (bob, cy):
        clock.now += 60
        given(store, reviewer)
    store.retire([store.items(text="p3")[0].id], "it went")
    found = store.standing(ann)
    assert found.sentence() == "0 open for you: 2 done by you, 1 in adjudication"
    clock.now += 60
    waiting = store.standing(invited(store, "Di")[0])
    assert (waiting.open, waiting.held, waiting.next_free) == (0, 1, 13 * 60)
    assert waiting.sentence() == (
        "0 open for you: 0 done by you, 1 held by others (next free in 13 min), 1 in adjudication"
    )


def test_verdicts_and_events_cannot_be_changed(store):
    (ann,) = invited(store, "Ann")
    store.add([proposal(1)])
    store.submit(ann, submission(given(store, ann)))
    for table in ("verdicts", "events"):
        for change in (f"UPDATE {table} SET at = 0", f"DELETE FROM {table}"):
            with (
                pytest.raises(sql.exc.DBAPIError, match="only ever added to"),
                store._database.writing() as connection,
            ):
                connection.execute(sql.text(change))


def test_only_a_tokens_hash_is_kept_and_a_new_invitation_ends_the_old_one(store):
    old = store.invite("Ann")
    ann = store.reviewer(old)
    with store._database.reading() as connection:
        (kept,) = connection.execute(sql.text("SELECT token_hash FROM reviewers")).scalars()
    assert old not in kept and len(kept) == 64
    new = store.invite("Ann", "admin")
    assert store.reviewer(new).model_dump() == {**ann.model_dump(), "role": "admin"}
    with pytest.raises(ReviewError, match="not valid"):
        store.reviewer(old)
    store.dismiss("Ann")
    with pytest.raises(ReviewError, match="not valid"):
        store.reviewer(new)
    with pytest.raises(ReviewError, match="may not judge"):
        store.next(ann.id)


def test_items_are_found_page_by_page(store):
    store.add([proposal(number) for number in range(1, 8)])
    first = store.items(kind="persona", most=4)
    rest = store.items(kind="persona", after=first[-1].place)
    assert [each.record for each in first + rest] == [f"shop.p{number}" for number in range(1, 8)]
    assert [each.record for each in store.items(text="ada 5")] == ["shop.p5"]
    assert store.items(text="%") == []
    assert store.items(state="decided") == []


def test_an_item_that_was_looked_for_can_be_taken(store):
    ann, bob, cy = invited(store, "Ann", "Bob", "Cy")
    store.add([proposal(1), proposal(2)])
    wanted = store.items(text="shop.p2")[0].id
    assert store.take(ann, wanted).item.id == wanted
    store.submit(bob, submission(store.take(bob, wanted)))
    with pytest.raises(ReviewError, match="no place is free"):
        store.take(cy, wanted)
    with pytest.raises(ReviewError, match="undo it to judge again"):
        store.take(bob, wanted)


def test_threads_of_one_process_share_a_store(store):
    names = [f"R{number}" for number in range(6)]
    reviewers = invited(store, *names)
    store.add([proposal(number) for number in range(1, 16)])
    problems = []

    def work(reviewer: int) -> None:
        try:
            while isinstance(held := store.next(reviewer), Assignment):
                store.submit(reviewer, submission(held, key=f"{reviewer} {held.item.id}"))
        except Exception as problem:  # noqa: BLE001
            problems.append(problem)

    threads = [threading.Thread(target=work, args=(reviewer,)) for reviewer in reviewers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    judged = store.judged("judge")
    assert len(judged) == 15 and all(len({reviewer for reviewer, _ in item}) == 2 for item in judged)


def test_a_new_file_has_the_tables_that_an_older_one_is_given(tmp_path):
    tables = []
    for name in ("new", "older"):
        engine = sql.create_engine(f"sqlite:///{tmp_path / name}")
        if name == "older":
            with engine.begin() as connection:
                connection.execute(sql.text("CREATE TABLE notes_of_somebody (note TEXT)"))
        Database(tmp_path / name).close()
        with engine.connect() as connection:
            made = connection.execute(sql.text("SELECT sql FROM sqlite_master WHERE sql NOT NULL")).scalars()
            tables.append({each for each in made if "somebody" not in each})
        engine.dispose()
    assert tables[0] == tables[1] and len(tables[0]) > 30
