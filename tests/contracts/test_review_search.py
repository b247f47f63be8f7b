"""Items are found by words, alike on both databases; and how long people were at them is counted."""

import pytest

from human_review.store import Search
from human_review.verdicts import Edit, Reject
from tests.support.review import given, invited, proposal, submission


def of(store, **wanted):
    (reader,) = {each.id for each in store.reviewers()} or set(invited(store, "reader"))
    return [each.record for each in store.search(Search(**wanted), reader)]


@pytest.fixture
def filled(store):
    texts = {
        1: "Sells price_per_kg charts in Zürich",
        2: "The price of 2.5e10 widgets; 'quoted\" (odd) * signs AND NOT OR",
        3: "价格分析 of laptops, naïve café",
        4: "pricey Price",
    }
    store.add(
        [proposal(n, body={**proposal(n).body, "background": text, "stage": "hidden"}) for n, text in texts.items()]
    )
    return store


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("price", [1, 2, 4]),
        ("price charts", [1]),
        ("charts price", [1]),
        ("price_per_kg", [1]),
        ("per_price", []),
        ("zurich", [1]),
        ("ZÜRICH", [1]),
        ("cafe", [3]),
        ("价格", [3]),
        ("格分", [3]),
        ("格价", []),
        ("2.5e10", [2]),
        ("odd) * signs", [2]),
        ("NOT", [2]),
        ("shop.p3", [3]),
        ("shop.p", [1, 2, 3, 4]),
        ("quoted\" OR 'x", []),
        ("hidden", []),
        ("%", []),
        ("", [1, 2, 3, 4]),
        ("pri", [1, 2, 4]),
        ("pri charts", []),
    ],
)
def test_words_are_found_in_any_order_and_the_last_by_its_beginning(filled, text, numbers):
    assert of(filled, text=text) == [f"shop.p{number}" for number in numbers]


def test_filters_go_together(store):
    (ann,) = invited(store, "Ann")
    store.add([proposal(1), proposal(2, why="audit"), proposal(3), proposal(10)])
    store.add([proposal(4, record="shop.p1.s1", kind="plan"), proposal(5, record="shop.p10.s1", kind="plan")])
    held = given(store, ann)
    store.retire([store.items(text="shop.p3")[0].id], "it went")
    assert of(store, why="audit") == ["shop.p2"]
    assert of(store, state="stale") == ["shop.p3"]
    assert of(store, under="shop.p1") == ["shop.p1", "shop.p1.s1"]
    assert of(store, under="shop.p1", kind="plan") == ["shop.p1.s1"]
    assert of(store, mine=True) == [held.item.record]
    assert of(store, kind="persona", text="ada", state="open") == ["shop.p1", "shop.p2", "shop.p10"]


def test_common_words_are_found_page_by_page(store, monkeypatch):
    monkeypatch.setattr("human_review.store.searching.FEW", 3)
    (ann,) = invited(store, "Ann")
    store.add([proposal(number) for number in range(20, 0, -1)])
    found, after = [], ""
    while page := store.search(Search(text="turin"), ann, after, 7):
        found += [each.record for each in page]
        after = page[-1].place
    assert found == [f"shop.p{number}" for number in range(1, 21)]


# seconds and distances


def test_time_counts_while_somebody_is_there(store, clock):
    (ann,) = invited(store, "Ann")
    store.add([proposal(1)])
    held = given(store, ann)
    for _ in range(5):
        clock.now += 60
        store.heartbeat(ann, held.token)
    clock.now += 8 * 60
    store.save_draft(ann, held.item.id, {"a": 1}, held.item.hash, 1)
    clock.now += 20
    store.submit(ann, submission(held, seconds=12.0))
    (judged,) = store.judgements()
    assert judged.seconds == 5 * 60 + 90 + 20
    assert store.verdicts(held.item.id, None)[0].seconds == 12.0


def test_who_walks_away_is_counted_for_a_minute_and_a_half_and_visits_add_up(store, clock):
    (ann,) = invited(store, "Ann")
    store.add([proposal(1)])
    held = given(store, ann)
    clock.now += 40
    store.release(ann, held.token)
    clock.now += 7200
    held = given(store, ann)
    clock.now += 3600
    store.submit(ann, submission(held))
    assert [each.seconds for each in store.judgements()] == [40 + 90]


def test_time_that_was_measured_elsewhere_is_believed(store, clock):
    (ann,) = invited(store, "Ann")
    store.add([proposal(1)])
    store.submit(ann, submission(given(store, ann), seconds=77.0))
    assert store.judgements()[0].seconds == 77.0


def test_edits_have_a_distance_and_what_was_taken_back_counts_no_more(store):
    (ann,) = invited(store, "Ann")
    store.add([proposal(1, overlap=1)])
    held = given(store, ann)
    store.submit(ann, submission(held, Edit(changes={"name": "Ada 2", "location": "Turing"})))
    (judged,) = store.judgements()
    assert judged.distances == {"name": 0.2, "location": pytest.approx(1 / 6)}
    assert judged.distance == pytest.approx(2 / 11)
    store.submit(ann, submission(store.undo(ann, held.item.id), Reject(reasons=("no",))))
    (judged,) = store.judgements()
    assert (judged.said, judged.distance, judged.distances) == ("reject", None, {})
    assert [each[1:] for each in store.counted("persona")] == [("shop.p1", "reject", 1)]
    assert store.counted("reviewer") == [("persona", ann, "reject", 1)]
    assert [row[2:] for row in store.decided()] == [("reject", "review", 1)]
