"""Verdicts can be put right: what was decided is opened again, of any kind, for a reason; nothing is overwritten."""

import argparse

import pytest

from company.archive import Archive
from company.config import ReviewSettings
from company.errors import ReviewError
from company.families.dialogues.history import EXECUTED
from company.families.dialogues.review.reexecuting import pending
from company.reviewing import Grounds, put_settings
from human_review.queueing import apply, fill, recheck
from human_review.queueing.commands import add
from human_review.queueing.reopening import named, reopen
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Choose, Edit, Reject
from tests.support.review import invited, submission
from tests.support.review_run import D, case, small_run, status

ONE = ReviewSettings(overlap=1)
NO = Reject(reasons=("dull",))


@pytest.fixture
def run(tmp_path):
    with small_run(tmp_path / "run") as archive:
        put_settings(archive, ONE)
    return tmp_path / "run"


@pytest.fixture
def archive(run):
    with Archive.open(run) as opened:
        yield opened


@pytest.fixture
def store(run):
    with ReviewStore.of_run(run) as opened:
        yield opened


def say(store, who, record, said, kind=None):
    (item,) = [
        each
        for each in store.live().values()
        if each.record == record and each.state == "open" and kind in (None, each.kind)
    ]
    store.submit(who, submission(store.take(who, item.id), said))
    return item


CHANGES = {
    "persona": ("shop.p2", Edit(changes={"background": "sells"}), Accept()),
    "scenario": ("shop.p1", Choose(option="shop.p1.s2"), Choose(option="shop.p1.s1")),
    "turn": (f"{D}.t03", NO, Accept()),
    "case": (f"{D}.t03.normal", NO, Edit(changes={"entry": {**case(3).entry, "current_query": "better"}})),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_a_decision_on_any_kind_is_opened_again_and_made_otherwise(archive, store, kind):
    record, first, then = CHANGES[kind]
    ann, ben, lead = (*invited(store, "Ann", "Ben"), store.reviewer(store.invite("Lea", "admin")).id)
    told = ONE.model_copy(update={"of": (kind,)})
    fill(archive, store, told)
    old = say(store, ann, record, first, kind)
    decided = store.item(old.id)[0]
    assert reopen(archive, store, [decided], "look again", lead).unfinished, "its decision is not in the run yet"
    apply(archive, store, settled_for=0)
    left = {each.id: each.status for each in archive.records(kind)}
    fill(archive, store, told)
    done = reopen(archive, store, [store.item(old.id)[0]], "look again", lead)
    assert done.came_to == {"opened": [record]}
    assert reopen(archive, store, [store.item(old.id)[0]], "look again", lead).came_to == {"waits": [record]}
    assert fill(archive, store, told).retired == 0, "what people rejected stays open, too"
    assert {each.id: each.status for each in archive.records(kind)} == left, "until then, the decision stands"
    (noted,) = [each for each in store.events(old.id) if each.what == "sent back"]
    assert (noted.reviewer, noted.content["grounds"][0]["because"]) == (lead, "look again")
    again = say(store, ben, record, then, kind)
    assert again.grounds[0].because == "look again" and again.round == 2
    apply(archive, store, settled_for=0)
    usable = {each.id for each in archive.records(kind, ("accepted", "edited"))}
    assert ("shop.p1.s1" if kind == "scenario" else record) in usable
    assert [each.content for each in store.verdicts(old.id, None)] == [first], "nothing is overwritten"


def test_without_a_reason_or_for_what_is_gone_nothing_is_opened(archive, store):
    fill(archive, store, ONE)
    (item,) = named(store, [f"{D}.t01"])
    with pytest.raises(ReviewError, match="needs a reason"):
        reopen(archive, store, [item], " ", None)
    with pytest.raises(ReviewError, match=r"asked about shop.p1 more than once; give one of"):
        named(store, ["shop.p1"])
    with pytest.raises(ReviewError, match=r"nothing about shop.p9"):
        named(store, ["shop.p9"])
    store.retire([item.id], "it is stale now")
    with pytest.raises(ReviewError, match="has changed"):
        reopen(archive, store, [store.item(item.id)[0]], "why", None)


def test_what_follows_a_turn_that_is_taken_back_is_run_again(archive, store):
    ann, ben = invited(store, "Ann", "Ben")
    fill(archive, store, ONE)
    old = say(store, ann, f"{D}.t01", NO)
    apply(archive, store, settled_for=0)
    assert pending(archive) == [f"{D}.t01"]
    archive.put_fact(EXECUTED, D, content={"mark": "as it was without the turn", "aside": {}})
    fill(archive, store, ONE)
    reopen(archive, store, [store.item(old.id)[0]], "it is fine", None)
    say(store, ben, f"{D}.t01", Accept())
    done = apply(archive, store, settled_for=0)
    assert status(archive, f"{D}.t01") == ("accepted", None) and done.before == [f"{D}.t01"]
    assert pending(archive) == [f"{D}.t01"]
    assert status(archive, f"{D}.t02.normal")[0] == "stale", "its case lacks the turn's code"


def test_the_commands_take_rejected_cases_turns_and_items_of_any_kind(run, archive, store, capsys):
    (ann,) = invited(store, "Ann")
    fill(archive, store, ONE)
    rejected = say(store, ann, case(3).id, NO)
    say(store, ann, "shop.p2", Accept())
    apply(archive, store, settled_for=0)
    parser = argparse.ArgumentParser()
    parser.set_defaults(run=run, database=None)
    add(parser.add_subparsers())
    told = parser.parse_args(["recheck", "--case", f"{D}.t03", "--case", f"{D}.t02", "--because", "look"])
    assert told.call(told) == 0
    assert "sent back: 2 cases" in capsys.readouterr().out
    waiting = {each.record: each for each in store.live().values() if each.grounds}
    assert set(waiting) == {case(3).id, case(2).id} and waiting[case(3).id].round == 2
    with pytest.raises(ReviewError, match="no case nothing"):
        recheck(run, store, [Grounds(data_id="nothing", named=True)], {})
    done = recheck(run, store, [Grounds(data_id=case(3).parent, named=True), Grounds(data_id="x")], {})
    assert done.came_to == {"waits": [case(3).parent]}, "a data_id is a case's"
    told = parser.parse_args(["reopen", "shop.p2", rejected.id, "--because", "look"])
    assert told.call(told) == 0
    assert "1 opened again: shop.p2" in capsys.readouterr().out


def test_a_record_is_named_where_it_is_no_case(run, archive, store):
    fill(archive, store, ONE)
    archive.put_judged(case(1).model_copy(update={"entry": {**case(1).entry, "data_id": "other"}}))
    done = recheck(run, store, [Grounds(data_id=f"{D}.t01", named=True, because="look")], {})
    assert done.came_to == {"moved": [f"{D}.t01"]}
    (item,) = [each for each in store.live().values() if each.grounds]
    assert (item.kind, item.waits) == ("turn", False), "what is asked for waits for nothing"
