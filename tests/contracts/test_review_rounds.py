"""What was sent back to be judged once more, on SQLite and on PostgreSQL."""

import json
import threading

import pytest
import sqlalchemy as sql

from company.errors import ReviewError
from company.reviewing import AGAIN, Grounds, Other
from company.reviewing.grounds import MOST_CODE, bounded
from human_review.drift import courses
from human_review.interchange.restoring import restore
from human_review.interchange.writing import write
from human_review.measures import counts
from human_review.store import Again, ReviewStore, Standing
from human_review.store.database import Database
from human_review.store.migrating import migrate
from human_review.store.tables import META
from human_review.verdicts import Accept, Edit, Reject
from tests.support.review import Clock, given, invited, proposal, submission

NO = Reject(reasons=("the reference is wrong",))


def doubt(agreeing=3, **more):
    told = {"data_id": "shop.p1", "models": 4, "right": 4 - agreeing, "suspicions": ("answers agree against gold",)}
    return Grounds(**{**told, "others": (Other(models=agreeing, code="x = 2"),), **more})


def back(number, *grounds, **more):
    told = {"why": AGAIN, "place": f"- {number:06}", "grounds": grounds or (doubt(),)}
    return proposal(number, **{**told, **more})


def decided(store, number, *reviewers, said=Accept(), apply="hash"):  # noqa: B008 - frozen
    """An item that these people have decided, and whose decision is in the run."""
    store.add([proposal(number, overlap=len(reviewers))])
    (item,) = store.of_record(f"shop.p{number}")
    for each in reviewers:
        store.submit(each, submission(store.take(each, item.id), said))
    if apply:
        store.applied(item.id, f"{apply} {number}")
    return store.item(item.id)[0]


def what(store, item):
    return [event.what for event in store.events(item)]


def test_what_is_open_goes_to_the_front_once_with_all_that_was_done_there(store):
    ann, bob = invited(store, "Ann", "Bob")
    store.add([proposal(number) for number in (1, 2, 3)])
    (third,) = store.of_record("shop.p3")
    held = store.take(ann, third.id)
    store.save_draft(ann, third.id, {"text": "half a th"}, third.hash, 1)
    assert store.send_back([back(3)]) == ["moved"]
    assert store.send_back([back(3)]) == ["waits"]
    first = given(store, bob)
    assert (first.item.record, first.item.why, first.item.round, first.item.grounds) == (
        "shop.p3",
        AGAIN,
        1,
        (doubt(),),
    )
    assert given(store, ann).token == held.token and given(store, ann).draft.content == {"text": "half a th"}
    store.submit(ann, submission(held))
    assert store.submit(bob, submission(first)).state == "decided"
    assert what(store, third.id).count("moved to the front") == 1
    assert store.again() == Again({}, {})


def test_what_was_decided_is_judged_anew_by_others_and_stands_until_then(store):
    ann, bob, cy, di = invited(store, "Ann", "Bob", "Cy", "Di")
    old = decided(store, 1, ann, bob)
    store.add([proposal(2)])
    assert store.send_back([back(1)]) == ["opened"]
    assert store.send_back([back(1)]) == ["waits"]
    assert store.item(old.id)[0] == old and store.to_apply() == []
    new = store.of_record("shop.p1")[-1]
    assert (new.round, new.hash, new.state, new.grounds) == (2, old.hash, "open", (doubt(),))
    assert store.again() == Again({"persona": 1}, {})
    for judged in (ann, bob):
        assert store.standing(judged).open == 1
        assert given(store, judged).item.record == "shop.p2"
        with pytest.raises(ReviewError, match=r"judged shop\.p1 before; it is for others"):
            store.take(judged, new.id)
    for other in (cy, di):
        held = given(store, other)
        assert held.item.id == new.id and store.verdicts(new.id, other) == []
        assert store.verdicts(old.id, other) == [] and store.item(old.id, other)[0].decision is None
        store.submit(other, submission(held, NO))
    assert [(each.id, each.decision) for each in store.to_apply()] == [(new.id, NO)]
    assert len(store.verdicts(old.id, cy)) == 2 and store.item(old.id, cy)[0].decision == Accept()
    assert store.again() == Again({}, {"persona": {"reject": 1}})
    (noted,) = [event for event in store.events(old.id) if event.what == "sent back"]
    assert (noted.content["round"], noted.content["as_item"], noted.reviewer) == (2, new.id, None)
    (queued,) = [event for event in store.events(new.id) if event.what == "queued"]
    assert queued.content["grounds"][0]["models"] == 4 and "x = 2" not in json.dumps(queued.content)


def test_the_same_grounds_are_not_judged_twice_and_others_or_a_wish_are(store):
    people = invited(store, *(f"R{number}" for number in range(8)))
    decided(store, 1, *people[:2])
    for place, (grounds, came_to) in enumerate(
        [(doubt(), "opened"), (doubt(2), "opened"), (doubt(named=True), "opened")]
    ):
        assert store.send_back([back(1, grounds)]) == [came_to]
        new = store.of_record("shop.p1")[-1]
        assert new.round == place + 2
        for each in people[2 * place + 2 : 2 * place + 4]:
            store.submit(each, submission(store.take(each, new.id)))
        assert store.send_back([back(1, grounds)]) == ["unwritten"]
        store.applied(new.id, "hash 1")
        assert store.send_back([back(1, grounds.seen)]) == ["judged"]
    assert store.again() == Again({}, {"persona": {"accept": 3}})


def test_what_nobody_was_asked_about_becomes_an_item(store):
    (ann,) = invited(store, "Ann")
    store.add([proposal(1)])
    assert store.send_back([back(2), back(2)]) == ["added", "waits"]
    assert given(store, ann).item.record == "shop.p2"
    assert [item.round for item in store.of_record("shop.p2")] == [1]


def test_a_decision_that_is_not_in_the_run_or_on_another_version_is_left_alone(store):
    ann, bob = invited(store, "Ann", "Bob")
    decided(store, 1, ann, apply="")
    decided(store, 2, bob, apply="other")
    assert store.send_back([back(1), back(2)]) == ["unwritten", "unwritten"]
    assert [len(store.of_record(f"shop.p{number}")) for number in (1, 2)] == [1, 1]


def test_where_nobody_is_left_an_adjudicator_decides_without_seeing_what_was_said(store):
    ann, bob = invited(store, "Ann", "Bob")
    (cy,) = invited(store, "Cy", role="adjudicator")
    old = decided(store, 1, ann, bob)
    store.send_back([back(1)])
    new = store.of_record("shop.p1")[-1]
    assert (new.state, what(store, new.id)) == ("adjudication", ["queued", "handed to an adjudicator"])
    assert isinstance(store.next(ann), Standing)
    held = given(store, cy)
    assert (held.item.id, held.duty) == (new.id, "adjudication")
    assert store.verdicts(new.id, cy) == store.verdicts(old.id, cy) == []
    store.submit(cy, submission(held, NO))
    again = store.undo(cy, new.id)
    assert again.item.state == "adjudication"
    assert store.submit(cy, submission(again, NO)).state == "decided"
    assert store.again().words == {"reject": 1}


def test_who_reviews_alone_judges_anew_as_adjudicator(store):
    (ann,) = invited(store, "Ann", role="admin")
    decided(store, 1, ann)
    store.send_back([back(1, overlap=1)])
    held = given(store, ann)
    assert (held.item.round, held.duty) == (2, "adjudication")
    assert store.submit(ann, submission(held, NO)).state == "decided"


def test_an_adjudicator_who_judged_before_comes_last(store):
    ann, bob, cy, di = invited(store, "Ann", "Bob", "Cy", "Di", role="adjudicator")
    decided(store, 1, ann, bob)
    store.add([proposal(2)])
    store.send_back([back(1)])
    new = store.of_record("shop.p1")[-1]
    for each, said in ((cy, Accept()), (di, NO)):
        store.submit(each, submission(store.take(each, new.id), said))
    assert store.item(new.id)[0].state == "adjudication"
    held = given(store, ann)
    assert held.item.record == "shop.p2"
    store.submit(ann, submission(held))
    assert given(store, ann).item.id == new.id


def test_a_round_goes_to_an_adjudicator_when_who_was_to_judge_it_leaves(store):
    ann, bob, cy, _ = invited(store, "Ann", "Bob", "Cy", "Di")
    (ed,) = invited(store, "Ed", role="adjudicator")
    old = decided(store, 1, ann, bob)
    store.send_back([back(1)])
    new = store.of_record("shop.p1")[-1]
    store.submit(cy, submission(store.take(cy, new.id)))
    assert store.hand_over() == 0
    store.dismiss("Di")
    assert store.hand_over() == 0  # Ed may review, too
    store.dismiss("Ed")
    assert store.hand_over() == 1 and store.hand_over() == 0
    assert store.item(new.id)[0].state == "adjudication"
    ed = store.reviewer(store.invite("Ed", "adjudicator")).id
    held = given(store, ed)
    assert held.item.id == new.id and [each.reviewer for each in store.verdicts(new.id, ed)] == [cy]
    assert store.submit(ed, submission(held, NO)).state == "decided"
    assert store.item(old.id)[0].state == "decided"


def test_a_round_that_went_stale_comes_back_as_it_was(store):
    ann, bob, cy, di = invited(store, "Ann", "Bob", "Cy", "Di")
    decided(store, 1, ann, bob)
    store.send_back([back(1)])
    new = store.of_record("shop.p1")[-1]
    store.submit(cy, submission(store.take(cy, new.id)))
    store.retire([new.id], "its table was edited")
    assert store.add([back(1, round=2)]) == 1
    assert store.submit(di, submission(store.take(di, new.id))).state == "decided"


def figures(store):
    found = counts(store)
    return (
        found.kinds,
        found.personas,
        [(each.name, each.said) for each in found.people],
        store.judged("judge"),
        store.progress().states,
        store.progress().adjudicated,
        courses(store.judgements(), {}),
    )


def test_figures_are_of_first_rounds_and_what_is_judged_anew_is_told_apart(store):
    ann, bob, cy, di = invited(store, "Ann", "Bob", "Cy", "Di")
    (ed,) = invited(store, "Ed", role="adjudicator")
    for number in (1, 2):
        decided(store, number, ann, bob)
    before = figures(store)
    store.send_back([back(1), back(2)])
    assert figures(store) == before
    for number in (1, 2):
        new = store.of_record(f"shop.p{number}")[-1]
        store.submit(cy, submission(store.take(cy, new.id)))
        store.submit(cy, submission(store.undo(cy, new.id), NO))
        store.submit(di, submission(store.take(di, new.id), Edit(changes={"name": "Zoë"})))
    assert figures(store) == before
    store.submit(ed, submission(given(store, ed), NO))
    assert figures(store) == before
    assert counts(store).waiting_again == 1 and counts(store).again.words == {"reject": 1}
    assert counts(store).again.sentence() == "sent back: 1 waits to be judged again, 1 were (reject 1)"


def test_threads_that_send_back_the_same_open_one_round(new_place):
    with ReviewStore(new_place(), clock=Clock()) as store:
        ann, bob, *_ = invited(store, "Ann", "Bob", "Cy", "Di")
        decided(store, 1, ann, bob)
        came_to, start = [], threading.Barrier(6)

        def send():
            start.wait()
            came_to.extend(store.send_back([back(1), back(2)]))

        threads = [threading.Thread(target=send) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(came_to) == ["added", "opened", *["waits"] * 10]
        assert [item.round for item in store.of_record("shop.p1")] == [1, 2]


def test_strangers_texts_are_kept_as_they_are_and_bounded(store):
    text = "</script>\u202e\0 \ud800 {{ 7 * 7 }} '; DROP TABLE items; --" + "x" * 10_000
    hostile = doubt(others=(Other(models=2, code=bounded(text, MOST_CODE), left_out=len(text) - MOST_CODE),))
    store.send_back([back(1, hostile)])
    (kept,) = store.of_record("shop.p1")[0].grounds
    assert kept == hostile and len(kept.others[0].code) == MOST_CODE and "\ud800" not in kept.others[0].code
    with pytest.raises(ValueError, match="at most"):
        Other(models=1, code="x" * (MOST_CODE + 1))


LACKING = {"items": ("round", "grounds"), "judgements": ("round",)}


def test_a_queue_from_before_there_were_rounds_is_opened_and_goes_on(new_place):
    place = new_place()
    with ReviewStore(place, clock=Clock()) as store:
        ann, bob, *_ = invited(store, "Ann", "Bob", "Cy", "Di")
        old = decided(store, 1, ann, bob)
        before = figures(store)
    database = Database(place)
    with database.writing() as connection:
        connection.execute(sql.text("DROP INDEX items_sent_back"))
        for table, columns in LACKING.items():
            for column in columns:
                connection.execute(sql.text(f"ALTER TABLE {table} DROP COLUMN {column}"))
    database.close()
    with ReviewStore(place, clock=Clock()) as store:
        assert store.item(old.id)[0] == old and figures(store) == before
        assert store.send_back([back(1)]) == ["opened"]
        with store._database.writing() as connection:
            asked = sql.inspect(connection)
            assert "items_sent_back" in {each["name"] for each in asked.get_indexes("items")}
            migrate(connection)  # nothing is lacking now
            for table in META.sorted_tables:
                there = {each["name"] for each in asked.get_columns(table.name)}
                assert there == {column.name for column in table.columns}


def test_rounds_and_grounds_go_into_a_file_and_come_back(new_place, tmp_path):
    here, there, file = new_place(), new_place(), tmp_path / "queue.jsonl"
    with ReviewStore(here, clock=Clock()) as store:
        ann, bob, cy, _ = invited(store, "Ann", "Bob", "Cy", "Di")
        decided(store, 1, ann, bob)
        store.add([proposal(2)])
        store.send_back([back(1), back(2), back(3)])
        new = store.of_record("shop.p1")[-1]
        store.submit(cy, submission(store.take(cy, new.id), NO))
        moved(here, file)
        wanted = [store.of_record(f"shop.p{number}") for number in (1, 2, 3)], figures(store), store.again()
    taken(there, file)
    with ReviewStore(there, clock=Clock()) as store:
        found = [store.of_record(f"shop.p{number}") for number in (1, 2, 3)], figures(store), store.again()
        assert found == wanted
        assert store.send_back([back(1)]) == ["waits"]


def test_a_file_of_version_1_is_read(new_place, tmp_path):
    here, there, file = new_place(), new_place(), tmp_path / "queue.jsonl"
    with ReviewStore(here, clock=Clock()) as store:
        store.add([proposal(1)])
    moved(here, file)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines[0]["version"] == 6
    lines[0]["version"] = 1
    for line in lines:
        if line["line"] == "item":
            for later in ("round", "grounds", "above", "basis", "category", "waits", "dismissed", "assigned"):
                del line[later]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    taken(there, file)
    with ReviewStore(there) as store:
        assert [(item.round, item.grounds) for item in store.items()] == [(1, ())]


def moved(place, file):
    database = Database(place)
    try:
        write(database, file)
    finally:
        database.close()


def taken(place, file):
    database = Database(place)
    try:
        restore(database, file)
    finally:
        database.close()
