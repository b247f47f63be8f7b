"""What a lead finds and does with many items at once, and undoes; what a reviewer finds tells of nobody else."""

import re
from html import unescape

import pytest

from company.config import ReviewSettings
from company.records import Flag
from human_review.queueing import apply, fill
from human_review.store import ReviewStore, Search, Wanted
from human_review.verdicts import Accept, Reject
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.review import given, submission
from tests.support.review_pages import Person, problem
from tests.support.review_run import D, case, small_run, turn

TOLD = ReviewSettings(of=("turn", "case"), audit=0)
NO = Reject(reasons=("nobody would ask this",))


@pytest.fixture
def archive(tmp_path):
    with small_run(tmp_path / "run") as opened:
        flag = Flag(kind="political", field="query", start=0, end=1, passage="q", why="says so")
        opened.put(turn(3, flags=(flag,)))
        yield opened


@pytest.fixture
def store(tmp_path, archive):
    with ReviewStore.of_run(tmp_path / "run") as opened:
        fill(archive, opened, TOLD)
        yield opened


@pytest.fixture
def desk(tmp_path, store):
    return Desk(tmp_path / "run", store, TOLD, Keys.of_run(tmp_path / "run"))


@pytest.fixture
def people(desk, store):
    pages = {name: Person(desk, name, "admin" if name == "Lea" else "reviewer") for name in ("Ann", "Ben", "Cy", "Lea")}
    return pages, {each.name: each.id for each in store.reviewers()}


def say(store, who, record, said, kind="turn"):
    (item,) = [each for each in store.of_record(record) if each.kind == kind and each.state == "open"]
    store.submit(who, submission(store.take(who, item.id), said))
    return item.id


def found(page, **asked):
    text = page.get("/search", params=asked).text
    return {re.sub(r"<wbr>", "", each) for each in re.findall(r'scope="row" class="record"><a[^>]*>(.*?)</a>', text)}


def test_a_lead_searches_by_all_that_was_said_and_a_reviewer_by_their_own_words(store, people):
    pages, ids = people
    for who in ("Ann", "Ben"):
        say(store, ids[who], f"{D}.t01", NO)
    say(store, ids["Ann"], f"{D}.t02", NO)
    assert found(pages["Lea"], verdict="reject") == {f"{D}.t01"}, "of what is open, nothing is told"
    assert found(pages["Lea"], verdict="reject", reviewer=ids["Cy"]) == set()
    assert found(pages["Ann"], verdict="reject") == {f"{D}.t01", f"{D}.t02"}
    assert found(pages["Cy"], verdict="reject") == found(pages["Cy"], reason=NO.reasons[0]) == set()
    assert found(pages["Ben"], reviewer=ids["Ann"], verdict="reject") == {f"{D}.t01"}, "whom one asks for is no matter"
    assert found(pages["Lea"], reason=NO.reasons[0]) == {f"{D}.t01"}
    assert found(pages["Lea"], category="normal") == {case(n).id for n in (1, 2, 3)}
    assert found(pages["Lea"], flag="political") == {f"{D}.t03"}
    assert found(pages["Lea"], flag="harmful") == set()
    assert f"{NO.reasons[0]} (2)" in pages["Lea"].get("/search").text
    assert f"{NO.reasons[0]} (1)" in pages["Ben"].get("/search").text
    store.leading.look(ids["Lea"], store.of_record(f"{D}.t02")[0].id)
    assert found(pages["Lea"], verdict="reject") == {f"{D}.t01", f"{D}.t02"}
    assert store.search(Search(said=Wanted(reason='"} OR 1')), ids["Lea"]) == []


def test_what_is_assigned_comes_first_and_as_others_do_once_that_is_undone(store, people):
    pages, ids = people
    told = {"kind": "case", "action": "assign", "to": ids["Ben"]}
    assert pages["Ann"].post("/search/bulk", told).status_code == 403
    assert "choose whom" in problem(pages["Lea"].post("/search/bulk", {**told, "to": ""}))
    assert pages["Lea"].post("/search/bulk", told).headers["location"] == "/search?kind=case"
    held = given(store, ids["Ben"])
    assert held.item.kind == "case" and given(store, ids["Ann"]).item.kind == "turn"
    store.release(ids["Ben"], held.token)
    (done,) = store.leading.recent()
    assert len(done.items) == 3 and pages["Lea"].post(f"/search/bulk/{done.number}/undo").status_code == 303
    assert given(store, ids["Ben"]).item.kind == "turn"
    assert "nothing under the number" in problem(pages["Lea"].post(f"/search/bulk/{done.number}/undo"))


def test_what_is_taken_out_stays_out_until_that_is_undone(archive, store, people):
    pages, ids = people
    say(store, ids["Ann"], f"{D}.t01", Accept())
    told = {"kind": "turn", "action": "dismiss", "because": "of no use"}
    assert "needs a reason" in problem(pages["Lea"].post("/search/bulk", {**told, "because": ""}))
    pages["Lea"].post("/search/bulk", told)
    fill(archive, store, TOLD)
    live = [each for each in store.live().values() if each.kind == "turn"]
    assert live == [] and archive.status(f"{D}.t01") == "accepted"
    (out,) = store.of_record(f"{D}.t01")
    assert out.reason == "taken out of the queue: of no use"
    pages["Lea"].post(f"/search/bulk/{store.leading.recent()[0].number}/undo")
    assert len([each for each in store.live().values() if each.kind == "turn"]) == 3
    assert say(store, ids["Ben"], f"{D}.t01", Accept()) == out.id and store.item(out.id)[0].state == "decided"


def test_many_are_opened_again_and_those_that_nobody_judged_since_closed_again(archive, store, people):
    pages, ids = people
    for record in (f"{D}.t01", f"{D}.t02"):
        for who in ("Ann", "Ben"):
            say(store, ids[who], record, NO)
    apply(archive, store, settled_for=0)
    fill(archive, store, TOLD)
    told = {"reason": NO.reasons[0], "action": "reopen", "because": "somebody would"}
    pages["Lea"].post("/search/bulk", told)
    fill(archive, store, TOLD)
    waiting = {each.record: each for each in store.live().values() if each.round == 2}
    assert set(waiting) == {f"{D}.t01", f"{D}.t02"}
    say(store, ids["Cy"], f"{D}.t01", Accept())
    (done,) = store.leading.recent()
    page = pages["Lea"].get("/search").text
    assert "opened again: 2" in page and "somebody would" in unescape(page)
    pages["Lea"].post(f"/search/bulk/{done.number}/undo")
    fill(archive, store, TOLD)
    assert [each.record for each in store.live().values() if each.round == 2] == [f"{D}.t01"], "a verdict is never lost"
    assert "undone" in pages["Lea"].get("/search").text
    pages["Lea"].post("/search/bulk", told)
    assert {each.record for each in store.live().values() if each.round == 2} == {f"{D}.t01", f"{D}.t02"}
