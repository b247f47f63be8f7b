"""What a queue came to: for the card, and for the status of a run."""

import pytest

from company.families.dialogues.records import Turn
from human_review.store import ReviewStore
from human_review.summary import queue_of, review_status, review_text, reviewed
from human_review.verdicts import Accept, Edit, Reject
from tests.support.review import Clock, invited, proposal, submission


@pytest.fixture
def store(tmp_path):
    with ReviewStore(tmp_path / "review.sqlite", clock=Clock()) as opened:
        yield opened


def asked(store, number, **more):
    told = {"id": f"t{number}", "parent": "d", "stage": "dialogues", "position": number, "status": "accepted"}
    told |= {"question": 1, "query": "q", "answer": "a", "code": "x = 1", **more}
    body = Turn(**told).model_dump(mode="json")
    store.add([proposal(number, kind="turn", record=body["id"], body=body)])


def say(store, reviewer, record, said):
    (item,) = [each for each in store.items(text=record, most=1000) if each.record == record]
    store.submit(reviewer, submission(store.take(reviewer, item.id), said))


def test_nothing_is_told_where_nobody_has_said_anything(store, tmp_path):
    invited(store, "Ann")
    asked(store, 1)
    assert reviewed([store]) is None and reviewed([]) is None
    assert queue_of(tmp_path / "elsewhere") is None and not (tmp_path / "elsewhere").exists()
    with queue_of(tmp_path) as found:
        assert review_status(found)["items"] == {"turn": {"open": 1}}


def test_verdicts_decisions_agreement_and_what_was_usable_are_counted(store):
    ann, ben = invited(store, "Ann", "Ben")
    (cleo,) = invited(store, "Cleo", role="adjudicator")
    for number in range(1, 8):
        asked(store, number, code=None if number == 7 else "x = 1")
    edit = Edit(changes={"query": "better"})
    for number in range(1, 8):
        say(store, ann, f"t{number}", edit if number == 2 else Accept())
        if number < 7:
            said = {2: edit, 3: Reject(reasons=("dull",))}.get(number, Accept())
            say(store, ben, f"t{number}", said)
    say(store, cleo, "t3", Reject(reasons=("dull",)))
    found = reviewed([store])
    assert found.people == {"reviewer": [7, 6], "adjudicator": [1]}
    assert found.decided == {"turn": {"accepted": 4, "edited": 1, "rejected": 1}}
    assert (found.waiting, found.adjudicated, found.unedited) == ({"turn": 1}, 1, (4, 6))
    raw = next(each for each in found.agreed if each.measure == "raw")
    assert (raw.form, raw.items, round(raw.value, 4)) == ("judge", 6, round(5 / 6, 4))
    assert raw.low < raw.value < raw.high
    status = review_status(store)
    assert status["to_apply"] == 6 and status["verdicts"] == 13
    lines = review_text(status)
    assert lines[0] == "review: 1 open, 6 decided; 13 verdicts by 3 people"
    assert "6 decisions to be written to the run" in lines[-1]
