"""The figures of a review, against queues made by hand."""

import json

import pytest

from company.archive import Archive
from human_review.distance import TOKENS, distances, overall, tokens
from human_review.measured import Share
from human_review.measures import Kept, counts, measures, spread
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Edit, Reject
from tests.support.review import Clock, given, invited, persona, proposal, submission

NO = Reject(reasons=("no",))


@pytest.fixture
def store(tmp_path):
    clock = Clock()
    with ReviewStore(tmp_path / "review.sqlite", clock=clock) as opened:
        opened.clock = clock
        yield opened


def judge(store, reviewer, said, seconds=30.0):
    held = given(store, reviewer)
    store.clock.now += seconds
    store.submit(reviewer, submission(held, said))
    return held.item.id


def by_hand(store):
    """Six items: accepted, rejected, edited and disputed ones, one half done and one stale."""
    ann, bob, cy = invited(store, "Ann", "Bob", "Cy", role="adjudicator")
    store.add([proposal(number) for number in range(1, 7)])
    edit = Edit(changes={"name": "Ada X"})
    for one, other in ((Accept(), Accept()), (NO, NO), (edit, edit), (Accept(), NO)):
        judge(store, ann, one, 10)
        judge(store, bob, other, 40)
    judge(store, cy, NO, 80)
    judge(store, ann, Accept(), 20)
    store.retire([store.items(text="shop.p6")[0].id], "it went")
    return ann, bob, cy


def test_counts_are_what_was_done(store, tmp_path):
    ann, bob, _ = by_hand(store)
    with Archive.create(tmp_path / "run") as archive:
        archive.put(persona(1))
        found = counts(store, archive)
    (kind,) = found.kinds
    assert (kind.kind, kind.total) == ("persona", 5)
    assert kind.states == {"decided": 4, "open": 1, "stale": 1}
    assert kind.decided == {"accept": 1, "reject": 2, "edit": 1}
    assert (found.done, found.usable, found.adjudicated) == (Share(4, 5), Share(1, 4), Share(1, 4))
    assert kind.said == {"accept": 4, "reject": 3, "edit": 2}
    assert [(each.persona, each.name) for each in found.personas][:2] == [("shop.p1", "Ada 1"), ("shop.p2", "shop.p2")]
    assert found.personas[3].said == {"accept": 1, "reject": 1}
    assert {each.reviewer: each.reviews for each in found.people} == {ann: 5, bob: 4, 3: 0}
    assert found.reviewers == 2 and found.late == 0


def test_quality_is_what_was_done(store):
    _, bob, cy = by_hand(store)
    found = measures(store).quality
    assert found.agreements["persona"].items == 4
    assert found.agreements["persona"].measures["raw"].value == pytest.approx(0.75)
    assert found.seconds["persona"].median == 20 and found.seconds["persona"].count == 9
    assert found.distances["persona"][""] == found.distances["persona"]["name"]
    assert found.distances["persona"]["name"].median == pytest.approx(1 / 5)
    assert (found.people[cy].seconds.median, found.people[cy].course) == (80, None)
    assert found.people[bob].gold == Share(0, 0) and found.people[bob].gold.interval is None


def test_gold_is_counted_for_its_reviewer_alone(store):
    by_hand(store)
    before = counts(store)
    for item in store.items(state="decided"):
        store.mark_gold(item.id)
    (di,) = invited(store, "Di")
    store.add([proposal(number) for number in range(10, 15)])
    for _ in range(4):
        held = store.next(di, gold=1.0)
        store.submit(di, submission(held, Accept()))
    found = measures(store)
    assert found.quality.people[di].gold == Share(1, 4)
    assert found.counts.usable == before.usable and found.counts.personas == before.personas
    assert found.counts.people[-1].reviews == 0


def test_a_share_has_wilsons_interval():
    low, high = Share(8, 10).interval
    assert (low, high) == (pytest.approx(0.4902, abs=1e-4), pytest.approx(0.9433, abs=1e-4))
    assert Share(0, 0).value is None


def test_a_spread_is_of_quartiles():
    assert spread([]) is None
    assert (spread([1, 2, 3, 4, 5]).first, spread(range(5)).third) == (2, 3)


def test_what_is_kept_is_reckoned_anew_when_something_has_happened(store, monkeypatch):
    monkeypatch.setattr("human_review.measures.SPARED", 0)
    by_hand(store)
    kept = Kept(store, patience=0.0)
    assert kept.known() is None
    first, told = kept.quality(), kept.counts()
    assert kept.quality() is first and kept.counts() is told and kept.known() is first
    store.add([proposal(20)])
    assert kept.known() is None
    assert kept.counts().done.whole == 6 and kept.quality() is not first
    patient = Kept(store, patience=60.0)
    old = patient.quality()
    store.add([proposal(21)])
    assert patient.quality() is old and patient.counts().done.whole == 7


# distances


def test_code_is_compared_by_its_tokens_too():
    before = {"code": "x = df.groupby('city')['price'].mean()\n"}
    layout = Edit(changes={"code": "x=df.groupby('city')['price'].mean()\n\n\n"})
    assert distances(before, layout)[TOKENS] == 0 < distances(before, layout)["code"]
    other = Edit(changes={"code": "x = df.groupby('city')['price'].median()\n"})
    assert distances(before, other)[TOKENS] == pytest.approx(1 / len(tokens(before["code"])))


def test_what_is_no_python_is_compared_by_words():
    assert tokens("df.[ 'open") == ("df.[", "'open")
    assert tokens("def f(:\n\x00") != ()


def test_results_of_running_are_nobodys_edit_and_lists_are_compared_entry_by_entry():
    before = {"code": "a", "results": [1], "questions": [{"text": "one"}, {"text": "two"}]}
    edit = Edit(changes={"code": "b", "results": [2], "questions": [*before["questions"], {"text": "three"}]})
    found = distances(before, edit, ("results",))
    assert set(found) == {"code", TOKENS, "questions"} and 0 < found["questions"] < 0.5
    assert overall(before, edit, ("results",)) < found["code"] == 1


def test_long_texts_take_no_time():
    long = {"query": "a" * 1_000_000}
    assert distances(long, Edit(changes={"query": "b" * 1_000_000})) == {"query": 1.0}


def test_figures_are_json(store):
    from human_review.measures_text import measures_json

    by_hand(store)
    told = json.loads(json.dumps(measures_json(measures(store))))
    assert told["usable_unedited"] == {
        "part": 1,
        "whole": 4,
        "share": 0.25,
        "low": pytest.approx(0.0456, abs=1e-3),
        "high": pytest.approx(0.6994, abs=1e-3),
    }
    assert [kind for kind, other in told["published"].items() if other["share"] == 0.235]
    assert told["kinds"]["persona"]["agreement"]["raw"]["value"] == pytest.approx(0.75)
    assert told["reviewers"][0]["name"] == "Ann"
