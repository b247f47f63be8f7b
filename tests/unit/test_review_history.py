"""What an item's page tells of its past: all of it to who runs the review, to others once they influence it no more."""

import pytest

from company.archive import Archive
from company.config import ReviewSettings
from human_review.queueing import apply, fill
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Edit, Reject
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.review import Clock, submission
from tests.support.review_pages import Person, problem
from tests.support.review_run import small_run

TWO = ReviewSettings(of=("persona",), audit=0)
EDIT, NO = Edit(changes={"background": "sells wine"}), Reject(reasons=("a stereotype",))


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(tmp_path, clock):
    with small_run(tmp_path / "run") as archive, ReviewStore.of_run(tmp_path / "run") as opened:
        opened._clock = opened.sessions._clock = clock
        fill(archive, opened, TWO)
        yield opened


@pytest.fixture
def desk(tmp_path, store):
    return Desk(tmp_path / "run", store, TWO, Keys.of_run(tmp_path / "run"))


@pytest.fixture
def people(desk, store):
    roles = {"Ann": "reviewer", "Ben": "reviewer", "Cleo": "adjudicator", "Lea": "admin"}
    pages = {name: Person(desk, name, role) for name, role in roles.items()}
    ids = {each.name: each.id for each in store.reviewers()}
    return pages, ids


def item_of(store):
    (item,) = store.of_record("shop.p2")
    return item.id


def say(store, who, said, seconds=None):
    store.submit(who, submission(store.take(who, item_of(store)), said, seconds=seconds))


def test_a_lead_sees_names_edits_reasons_and_times_and_reviewers_letters_once_it_is_decided(store, clock, people):
    pages, ids = people
    place = f"/items/{item_of(store)}"
    say(store, ids["Ann"], EDIT, seconds=42.0)
    say(store, ids["Ben"], NO)
    clock.now += 61
    assert "a stereotype" not in pages["Cleo"].get("/search").text
    taken = pages["Cleo"].post(f"{place}/take")
    _, fields, text = pages["Cleo"].open(taken.headers["location"])
    assert "Why, for those who judged it" in text
    done = pages["Cleo"].post(f"{place}/submit", {**fields, "verdict": "accept", "note": "He may well sell it."})
    assert done.status_code == 303
    lead = pages["Lea"].get(place).text
    for told in (
        "<strong>Ann</strong> edited: background",
        "<ins>sells wine</ins>",
        "took 42 s",
        "a stereotype",
        "Cleo",
    ):
        assert told in lead, told
    assert lead.count('<span class="tag warn">overruled</span>') == 2
    own = pages["Ann"].get(place).text
    assert "decided otherwise than you said:</strong> accepted as it is" in own and "He may well sell it." in own
    assert "<strong>A</strong> rejected: a stereotype" in own and "Ben" not in own and "42 s" not in own
    assert "What happened to it" in lead and "What happened to it" not in own


def test_a_lead_who_looks_at_what_is_open_judges_it_no_more(store, people):
    pages, ids = people
    item = item_of(store)
    say(store, ids["Ann"], NO)
    assert "rejected: a stereotype" not in pages["Lea"].get(f"/items/{item}").text
    assert pages["Ben"].post(f"/items/{item}/look").status_code == 403
    assert pages["Lea"].post(f"/items/{item}/look").status_code == 303
    assert "<strong>Ann</strong> rejected: a stereotype" in pages["Lea"].get(f"/items/{item}").text
    assert "you have looked at what others said" in problem(pages["Lea"].post(f"/items/{item}/take"))
    page = pages["Lea"].get(f"/items/{item}").text
    assert "You have looked at what others said of it" in page and f"/items/{item}/take" not in page
    assert store.standing(ids["Lea"]).open == 1
    assert store.take(ids["Ben"], item).duty == "review"


def test_a_page_offers_to_take_what_its_reader_can_be_given(store, desk, people):
    pages, ids = people
    item = item_of(store)

    def offers(name):
        return f"/items/{item}/take" in pages[name].get(f"/items/{item}").text

    assert offers("Ann") and offers("Cleo") and offers("Lea")
    say(store, ids["Ann"], EDIT)
    say(store, ids["Ben"], NO)
    pages["Di"] = Person(desk, "Di")
    assert offers("Cleo") and offers("Lea") and not offers("Di")
    assert "an adjudicator decides" in pages["Di"].get(f"/items/{item}").text
    say(store, ids["Cleo"], EDIT)
    assert not offers("Lea") and not offers("Di")
    assert "nobody is asked about it any more. You can" in pages["Lea"].get(f"/items/{item}").text
    assert "nobody is asked about it any more." in pages["Di"].get(f"/items/{item}").text


def test_who_has_it_in_hand_does_not_look_and_who_looked_takes_nothing_back(store, people):
    pages, ids = people
    item = item_of(store)
    held = store.take(ids["Lea"], item)
    assert "you have this item to judge" in problem(pages["Lea"].post(f"/items/{item}/look"))
    store.submit(ids["Lea"], submission(held))
    pages["Lea"].post(f"/items/{item}/look")
    assert "you have looked" in problem(pages["Lea"].post(f"/items/{item}/undo"))


def test_the_unsure_ask_the_lead_whose_answer_brings_the_item_back(store, people):
    pages, ids = people
    item = item_of(store)
    assert "not given to you" in problem(pages["Ann"].post(f"/items/{item}/comment", {"comment": "What of it?"}))
    store.take(ids["Ann"], item)
    assert "from 1 to" in problem(pages["Ann"].post(f"/items/{item}/comment", {"comment": " "}))
    gone = pages["Ann"].post(f"/items/{item}/comment", {"comment": "Is <b>that</b> a job?", "asks": "yes"})
    assert gone.headers["location"] == "/" and store.held(ids["Ann"], item) is None
    assert store.next(ids["Ann"]).item.id != item, "it comes last meanwhile"
    assert "Is &lt;b&gt;that&lt;/b&gt; a job?" in pages["Ann"].get(f"/items/{item}").text
    store.take(ids["Ben"], item)
    assert "a job?" not in pages["Ben"].get(f"/items/{item}").text, "it may tell what Ann thinks"
    assert 'class="tag warn">asks' in pages["Lea"].get(f"/items/{item}").text
    pages["Lea"].post(f"/items/{item}/comment", {"comment": "It is.", "thread": ids["Ann"]})
    assert "It is." in pages["Ann"].get(f"/items/{item}").text
    assert "It is." not in pages["Ben"].get(f"/items/{item}").text
    with store._database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM skips").scalar() == 0


def test_an_item_is_opened_again_from_its_page(store, desk, clock, people):
    pages, ids = people
    for name in ("Ann", "Ben"):
        say(store, ids[name], Accept())
    item = item_of(store)
    place = f"/items/{item}/reopen"
    assert pages["Ann"].post(place, {"because": "no"}).status_code == 403
    assert "not in the run yet" in problem(pages["Lea"].post(place, {"because": "look"}))
    with Archive.open(desk.run) as archive:
        apply(archive, store, settled_for=0)
    assert "needs a reason" in problem(pages["Lea"].post(place, {"because": " "}))
    new = pages["Lea"].post(place, {"because": "nobody <i>buys</i> that"}).headers["location"]
    assert store.item(new.rpartition("/")[2])[0].round == 2
    assert "nobody &lt;i&gt;buys&lt;/i&gt; that" in pages["Cleo"].get(new).text
    assert "nobody &lt;i&gt;buys" in pages["Lea"].get(f"/items/{item}").text, "the trail says why"
    desk.shelf.close()
