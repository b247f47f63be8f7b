"""Suspicious cases on their way back: from models' answers to the queue, to people's decision, into the run."""

import argparse
import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from company.archive import Archive
from company.benchmark.publishing.giving import unjudged
from company.benchmark.publishing.provenance import provenance_of, provenance_text, reviewed_again
from company.benchmark.publishing.reviewed import Verdicts, review_text
from company.config import ReviewSettings
from company.errors import ConfigError, ReviewError
from company.evaluation.doubts import doubts
from company.evaluation.sittings import Answered, Sitting
from company.families.dialogues.evaluation.scored import ScoredTurn
from company.family.registry import family
from company.records import USABLE
from company.reviewing import AGAIN, REVIEWED, Grounds, Other, put_settings
from company.reviewing.grounds import MOST_CODE
from human_review.queueing import Applied, apply, fill, recheck
from human_review.queueing.commands import add
from human_review.store import ReviewStore
from human_review.summary import reviewed
from human_review.verdicts import Accept, Edit, Reject
from human_review.web.app import application
from human_review.web.desk import Desk
from human_review.web.grounds import told_of
from human_review.web.signing import Keys
from tests.support.review import invited, submission
from tests.support.review_run import D, case, small_run

T1, T2 = f"{D}.t01", f"{D}.t02"
NO = Reject(reasons=("the reference is wrong",))
TWO = ReviewSettings(of=("case",))


def scored(data_id, outcome, category="normal", gold="gold"):
    right = outcome == gold
    why = None if right else "value: other values"
    told = {"data_id": data_id, "category": category, "domain": "shop", "register": "", "dialogue": D}
    return ScoredTurn(**told, right=right, intents=(right,), reason=why, outcome=outcome)


def sitting(model, *answers):
    """A model's log: data_id, what it came to, and how it said so."""
    return Sitting(model, "base", "", "", tuple(Answered(scored(*said), text, 1.0, 1, 1) for *said, text in answers))


def code(text):
    return f"```python\n{text}\n```"


def logs(*outcomes, data_id=T1):
    """One model for each outcome on a case; on another one they do as one would expect."""
    return [
        sitting(f"vendor/model-{n}", (data_id, each, code(f"x = {each!r}")), (T2, "gold", code("y = 1")))
        for n, each in enumerate(outcomes)
    ]


@pytest.fixture
def run(tmp_path):
    with small_run(tmp_path / "run") as archive:
        put_settings(archive, TWO)
    return tmp_path / "run"


@pytest.fixture
def store(run):
    with ReviewStore.of_run(run) as opened:
        yield opened


def say(store, record, said, *people):
    """The open round on a record is judged by these people, and the decision goes into the run."""
    item = store.of_record(record)[-1]
    for each in people:
        store.submit(each, submission(store.take(each, item.id), said))
    return item


def written(run, store):
    with Archive.open(run) as archive:
        done = apply(archive, store, settled_for=0)
        again = apply(archive, store, settled_for=0)
        assert again == Applied(), "what is written is not written again"
        assert fill(archive, store, TWO).retired == 0
    return done


def usable(run):
    with Archive.open(run) as archive:
        return [each.entry["data_id"] for each in archive.records("case", USABLE)]


# what models' answers say


def test_grounds_are_the_same_in_whatever_order_logs_come_and_name_no_model():
    answers = logs("gold", "wrong", "wrong", "wrong")
    (found,) = doubts(answers)
    assert doubts(answers[::-1]) == [found]
    assert (found.data_id, found.models, found.right) == (T1, 4, 1)
    assert found.suspicions == ("answers agree against gold",)
    assert found.others == (Other(models=3, code="x = 'wrong'\n", differs="value: other values"),)
    assert "vendor" not in found.model_dump_json()


def test_of_code_that_comes_to_the_same_the_shortest_is_told_and_it_is_bounded():
    long = "x = 2  # " + "y" * 10_000
    answers = [sitting(name, (T1, "wrong", code(long))) for name in ("a", "b")]
    (other,) = doubts(answers)[0].others
    assert len(other.code) == MOST_CODE and other.left_out == len(long) + 1 - MOST_CODE
    answers[1] = sitting("b", (T1, "wrong", code("x = 2")))
    assert doubts(answers)[0].others[0].code == "x = 2\n"


def test_of_a_choice_the_letters_are_told_and_a_named_case_is_taken_without_suspicion():
    data_id = f"{T1}.plot_qa"
    answers = [sitting(str(n), (data_id, letter, "plot_qa", "A", "…")) for n, letter in enumerate("ABCCD")]
    assert doubts(answers)[0].others[0] == Other(models=2, letter="C")
    assert [each.letter for each in doubts(answers)[0].others] == ["C", "B", "D"]
    calm = [sitting(str(n), (data_id, letter, "plot_qa", "A", "…")) for n, letter in enumerate("AAC")]
    assert doubts(calm) == []
    assert [(each.right, each.others) for each in doubts(calm, [data_id])] == [(2, (Other(models=1, letter="C"),))]


# into the queue


def test_a_case_that_was_accepted_is_judged_anew_and_rejected(run, store):
    ann, bob, cy, di = invited(store, "Ann", "Bob", "Cy", "Di")
    with Archive.open(run) as archive:
        fill(archive, store, TWO)
    for each in (T1, T2):
        say(store, case(int(each[-1])).id, Accept(), ann, bob)
    written(run, store)
    found = doubts(logs("gold", "wrong", "wrong", "wrong"))
    done = recheck(run, store, found, {})
    assert (done.came_to, done.sent_back, done.waiting) == ({"opened": [T1]}, 1, 1)
    assert recheck(run, store, found, {}).came_to == {"waits": [T1]}
    with Archive.open(run) as archive:  # until then, the old decision stands
        assert unjudged(archive, archive.records("case", USABLE)) == {case(3).id}
        assert archive.fact(REVIEWED, "case", case(1).id)["decision"]["kind"] == "accept"
    item = say(store, case(1).id, NO, cy, di)
    assert item.why == AGAIN and written(run, store).rejected == 1
    assert usable(run) == [T2, f"{D}.t03"]
    done = recheck(run, store, found, {})
    assert (done.gone, done.came_to, done.waiting) == ([T1], {}, 0)


def test_an_edit_anew_is_written_on_top_of_the_old_one_and_a_restored_run_gets_both(run, store, tmp_path):
    ann, bob, cy, di = invited(store, "Ann", "Bob", "Cy", "Di")
    with Archive.open(run) as archive:
        fill(archive, store, TWO)
    entry = case(1).entry
    say(store, case(1).id, Edit(changes={"entry": {**entry, "current_query": "first"}}), ann, bob)
    written(run, store)
    recheck(run, store, doubts(logs("gold", "wrong", "wrong", "wrong")), {})
    edit = Edit(changes={"entry": {**entry, "current_query": "second"}})
    item = say(store, case(1).id, edit, cy, di)
    assert store.item(item.id)[1]["entry"]["current_query"] == "first"
    written(run, store)
    with Archive.open(run) as archive:
        assert archive.get(case(1).id).entry["current_query"] == "second"
        notes = archive.facts(REVIEWED)
    with small_run(tmp_path / "restored") as restored:
        assert apply(restored, store, settled_for=0).edited == 2
        assert restored.get(case(1).id).entry["current_query"] == "second"
        assert restored.facts(REVIEWED) == notes


def test_an_accepted_round_confirms_and_is_not_asked_again_on_the_same_grounds(run, store):
    ann, bob, cy, di = invited(store, "Ann", "Bob", "Cy", "Di")
    with Archive.open(run) as archive:
        fill(archive, store, TWO)
    say(store, case(1).id, Accept(), ann, bob)
    written(run, store)
    found = doubts(logs("gold", "wrong", "wrong", "wrong"))
    recheck(run, store, found, {})
    say(store, case(1).id, Accept(), cy, di)
    assert recheck(run, store, found, {}).unfinished  # it can be taken back for a minute
    written(run, store)
    assert recheck(run, store, found, {}).came_to == {"judged": [T1]}
    assert recheck(run, store, [each.model_copy(update={"named": True}) for each in found], {}).sent_back == 1


def test_only_what_this_run_has_as_models_answered_it_is_sent_back(run, store):
    elsewhere, same = "other.p1.s1.d1.t01", {"current_query": "query 1", "reference_answer": "1"}
    answers = [
        sitting(str(n), (T1, "wrong", "…"), (T2, "wrong", "…"), (elsewhere, "wrong", "…"), (f"{D}.t03", "gold", "…"))
        for n in range(3)
    ]
    lines = {T1: same, T2: {**same, "reference_answer": "of before"}}
    done = recheck(run, store, doubts(answers), lines)
    assert (done.came_to, done.elsewhere, done.changed) == ({"moved": [T1]}, [elsewhere], [T2])
    assert "1 of other runs, left alone" in done.sentence() and "sent back: 1 case\n" in done.sentence()
    assert store.items()[0].record == case(1).id
    with pytest.raises(ReviewError, match=f"has no case {elsewhere}"):
        recheck(run, store, [Grounds(data_id=elsewhere, named=True)], {})


def test_where_turns_are_asked_about_the_turn_goes_back_with_all_its_cases(run, store):
    other = case(1).model_copy(update={"id": f"{T1}.other", "entry": {"data_id": f"{T1}.other"}})
    with Archive.open(run) as archive:
        archive.put(other)
        put_settings(archive, ReviewSettings(of=("turn",)))
    found = [Grounds(data_id=each, named=True) for each in (T1, f"{T1}.other")]
    assert recheck(run, store, found, {}).came_to == {"moved": [T1, f"{T1}.other"]}
    first = store.items()[0]
    assert (first.kind, first.record, [each.data_id for each in first.grounds]) == ("turn", T1, [T1, f"{T1}.other"])


@pytest.mark.parametrize("told", [ReviewSettings(audit=0, rest="trust"), ReviewSettings(of=("persona",))])
def test_what_nobody_was_asked_about_becomes_an_item_and_stays_one(run, store, told):
    ann, bob = invited(store, "Ann", "Bob")
    with Archive.open(run) as archive:
        put_settings(archive, told)
    done = recheck(run, store, [Grounds(data_id=T1, named=True)], {})
    assert (done.came_to, recheck(run, store, [Grounds(data_id=T1, named=True)], {}).waiting) == ({"added": [T1]}, 1)
    with Archive.open(run) as archive:
        assert fill(archive, store, told).retired == 0
        say(store, case(1).id, NO, ann, bob)
        assert apply(archive, store, settled_for=0).rejected == 1
        assert fill(archive, store, told).retired == 0
        assert [item.kind for item in store.live().values() if item.kind != "persona"] == ["case"]
    assert T1 not in usable(run)


# as it is typed


def company_review(run, *words):
    parser = argparse.ArgumentParser()
    parser.add_argument("run", type=Path)
    parser.add_argument("--database")
    add(parser.add_subparsers(required=True))
    chosen = parser.parse_args([str(run), *map(str, words)])
    return chosen.call(chosen)


def test_cases_are_named_by_hand_with_a_word_to_the_reviewers(run, store, capsys):
    assert company_review(run, "recheck", "--case", T1, "--case", T2, "--because", "one <b>year</b> is missing") == 0
    said = capsys.readouterr().out
    assert "sent back: 2 cases\n  2 open already, moved to the front\nwaiting to be judged again: 2 in all" in said
    assert company_review(run, "recheck", "--case", T1, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["sent_back"], told["waits"], told["waiting"]) == (0, [T1], 2)
    (doubt,) = told_of(store.items()[0], {}).doubts
    assert (doubt.because, doubt.results) == ("one <b>year</b> is missing", ())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give BENCHMARK and LOGs, or --case"),
        (("a benchmark",), "give BENCHMARK and LOGs"),
        (("--case", T1, "--because", "x" * 1001), "1,000 characters at most"),
    ],
)
def test_what_says_nothing_is_refused(run, words, said):
    with pytest.raises(ConfigError, match=said):
        company_review(run, "recheck", *words)


# before reviewers


def test_a_page_says_what_models_came_to_in_words(store, run):
    grounds = doubts(logs("gold", "wrong", "wrong", "wrong"))[0]
    recheck(run, store, [grounds], {})
    told = told_of(store.items()[0], {})
    assert told.doubts[0].sentences == (
        "3 of 4 models agree on another result than the reference.",
        "1 of 4 models comes to the same as the reference.",
    )
    (result,) = told.doubts[0].results
    assert (result.title, result.code, result.differs) == (
        "Another result, of 3 models",
        "x = 'wrong'\n",
        "value: other values",
    )
    weaker = grounds.model_copy(update={"suspicions": ("weaker models do better",), "others": (), "right": 0})
    item = store.items()[0].model_copy(update={"grounds": (weaker,), "round": 2})
    assert told_of(item, {}).anew and told_of(item, {}).doubts[0].sentences == (
        "None of 4 models come to the same as the reference.",
        "Models that are right less often on the other cases do better on this one.",
    )
    letters = grounds.model_copy(update={"others": (Other(models=2, letter="B"),)})
    (chosen,) = told_of(
        item.model_copy(update={"grounds": (letters,)}), {"options": [{"letter": "B", "text": "more"}]}
    ).doubts
    assert (chosen.results[0].title, chosen.results[0].text) == ("B, chosen by 2 models", "more")


def test_the_page_shows_strangers_text_as_text_and_nothing_of_earlier_verdicts(run, store):
    ann, bob = invited(store, "Ann", "Bob")
    whole = {**case(1).entry, "result_type": "value", "prompt_with_hist_txt": "prompt", "eval_metrics": "check"}
    with Archive.open(run) as archive:
        archive.put(case(1, entry=whole))
        fill(archive, store, TWO)
    say(store, case(1).id, Edit(changes={"entry": {**whole, "current_query": "as edited"}}), ann, bob)
    written(run, store)
    hostile = "</pre><script>alert(1)</script>\u202e\0{{ 7 * 7 }}"
    others = (Other(models=3, code=hostile, differs=hostile, left_out=7), Other(models=1, letter="<b>"))
    grounds = Grounds(data_id=T1, models=4, others=others, because=hostile)
    recheck(run, store, [grounds], {})
    desk = Desk(run, store, TWO, Keys.of_run(run))
    token = store.invite("Cy", "admin")
    here = {"base_url": "http://localhost", "headers": {"Origin": "http://localhost"}, "follow_redirects": False}
    client = TestClient(application(desk), **here)
    client.post("/enter", data={"token": token})
    place = client.post("/next", data={"csrf": desk.keys.csrf(client.cookies[desk.keys.cookie])}).headers["location"]
    page = client.get(place).text
    assert "Why it is back" in page and "It was decided before" in page and "7 more characters" in page
    assert "<script>alert" not in page and page.count("&lt;script&gt;alert(1)") == 4 and "⟨U+202E⟩" in page
    assert "{{ 7 * 7 }}" in page and "&lt;b&gt;" in page
    assert not [each for each in ("Ann", "Bob", "edited:") if each in page]
    old = client.get(f"/items/{store.of_record(case(1).id)[0].id}").text
    assert "Decided by" not in old
    assert "sent back, waits to be judged again" in client.get("/run").text
    assert "sent back" in client.get("/search").text
    client.close()


def test_a_server_goes_by_what_the_run_says_now(run, store):
    desk = Desk(run, store, None, Keys.of_run(run))
    assert desk.settings == TWO
    with Archive.open(run) as archive:
        put_settings(archive, ReviewSettings(gold=0.5))
    assert desk.settings == ReviewSettings(gold=0.5)
    desk.shelf.close()
    (run / "company.sqlite").rename(run / "away")
    assert desk.settings == ReviewSettings(gold=0.5)


def test_what_was_judged_anew_is_on_the_card_and_on_the_card_of_a_rebuilt_benchmark(run, store):
    ann, bob, cy, di = invited(store, "Ann", "Bob", "Cy", "Di")
    with Archive.open(run) as archive:
        fill(archive, store, TWO)
    for number in (1, 2):
        say(store, case(number).id, Accept(), ann, bob)
    written(run, store)
    recheck(run, store, [Grounds(data_id=each, named=True) for each in (T1, T2)], {})
    say(store, case(1).id, NO, cy, di)
    say(store, case(2).id, Accept(), cy, di)
    told = reviewed([store])
    assert (told.again, told.decided) == ({"rejected": 1, "accepted": 1}, {"case": {"accepted": 2}})
    words = review_text(told, Verdicts(2), 2)
    assert "Judged anew, since there was doubt about them: 2 (1 accepted, 1 rejected)" in words
    content = provenance_of(
        family("dialogues"), [], {"history": None}, include_unreviewed=False, reviewed=told, verdicts=Verdicts(2)
    )
    again = reviewed_again(json.loads(provenance_text(content))["review"]["people"])
    assert review_text(again, Verdicts(2), 2) == words
