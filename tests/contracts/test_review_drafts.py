"""Drafts: of what was given to somebody, as long as they have not judged it, up to a limit; all else is refused."""

import json

import pytest

from company.config import ReviewSettings
from company.errors import ReviewError
from human_review.store import drafts
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.review import given, invited, proposal, submission
from tests.support.review_pages import Person


def save(store, who, item, text="x", sequence=1):
    return store.save_draft(who, item, {"fields": {"changes.name": [text]}}, "hash 1", sequence)


def test_drafts_are_taken_of_what_was_given_and_not_judged(store, clock):
    store.add([proposal(1), proposal(2)])
    ann, bob = invited(store, "Ann", "Bob")
    first, second = (each.id for each in store.items())
    with pytest.raises(ReviewError, match="was not given to you"):
        save(store, ann, first)
    held = given(store, ann)
    assert held.item.id == first and save(store, ann, first)
    for who, item in ((ann, second), (bob, first)):
        with pytest.raises(ReviewError, match="was not given to you"):
            save(store, who, item)
    clock.now += 3600
    assert save(store, ann, first, "y", 2), "what is typed after the time is over is kept as well"
    store.submit(ann, submission(held))
    with pytest.raises(ReviewError, match="your verdict on this item is in"):
        save(store, ann, first, "z", 3)
    assert store.draft(ann, first).content["fields"]["changes.name"] == ["y"]
    store.undo(ann, first)
    assert save(store, ann, first, "z", 3)


def test_drafts_have_a_quota(store, monkeypatch):
    monkeypatch.setattr(drafts, "LONGEST", 4_000)
    monkeypatch.setattr(drafts, "SMALL", 1_000)
    monkeypatch.setattr(drafts, "MOST", 8_000)
    store.add([proposal(number) for number in range(1, 5)])
    ann, bob = invited(store, "Ann", "Bob")
    places = [store.take(ann, each.id).item.id for each in store.items()]
    with pytest.raises(ReviewError, match="a draft may have 4,000 bytes"):
        save(store, ann, places[0], "x" * 4_000)
    for place in places[:2]:
        assert save(store, ann, place, "x" * 3_500)
    assert save(store, ann, places[0], "y" * 3_500, 2), "the same again is no more"
    with pytest.raises(ReviewError, match="more than 8,000 bytes together"):
        save(store, ann, places[2], "x" * 3_500)
    assert save(store, ann, places[3], "x" * 500), "a short one always finds room"
    assert save(store, bob, store.take(bob, places[0]).item.id, "x" * 3_500), "others have room of their own"


ODD = {
    "no object": [1],
    "a text": "fields",
    "nothing": None,
    "fields that are none": {"fields": 1},
    "a field that is a text": {"fields": {"verdict": "accept"}},
    "a field of numbers": {"fields": {"verdict": [1]}},
    "a field of lists": {"fields": {"verdict": [["accept"]]}},
    "no sequence": {"sequence": None},
    "a sequence of letters": {"sequence": "7"},
    "a sequence that is true": {"sequence": True},
    "a sequence below zero": {"sequence": -1},
    "a huge sequence": {"sequence": 2**80},
    "half a sequence": {"sequence": 1.5},
    "no hash": {"hash": None},
    "a huge hash": {"hash": "h" * 10_000},
    "a hash with what no text may have": {"hash": "h\0"},
    "half a character": {"fields": {"verdict": ["\ud800"]}},
    "many fields": {"fields": {str(number): [] for number in range(20_000)}},
}
RAW = {
    "no JSON": "{",
    "deep": "[" * 100_000 + "]" * 100_000,
    "deep within": '{"hash": "h", "sequence": 1, "fields": ' + '{"a": ' * 50_000 + "1" + "}" * 50_001,
    "no number": '{"hash": "h", "fields": {}, "sequence": NaN}',
    "endless": '{"hash": "h", "fields": {}, "sequence": 1e999}',
    "many digits": '{"hash": "h", "fields": {}, "sequence": ' + "9" * 10_000 + "}",
}


def odd():
    whole = {"fields": {"verdict": ["accept"]}, "hash": "hash 1", "sequence": 1}
    for name, told in ODD.items():
        yield pytest.param(json.dumps({**whole, **told} if isinstance(told, dict) else told), id=name)
    for name, text in RAW.items():
        yield pytest.param(text, id=name)


@pytest.mark.parametrize("content", odd())
def test_an_odd_draft_is_refused_in_words(store, tmp_path, content):
    store.add([proposal(1)])
    ann = Person(Desk(tmp_path, store, ReviewSettings(), Keys.of_run(tmp_path)), "Ann")
    item, _, _ = ann.next()
    headers = {"X-CSRF-Token": ann.csrf, "Accept": "application/json", "Content-Type": "application/json"}
    answer = ann.client.post(f"/items/{item}/draft", content=content, headers=headers)
    assert answer.status_code == 400 and "load the page again" in answer.json()["problem"]
    assert store.draft(1, item) is None
