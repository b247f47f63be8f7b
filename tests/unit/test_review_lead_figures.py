"""What a lead sees of how people judge: by kind first, who agrees with whom, how cases were solved, and haste."""

import json
import re
from html import unescape

import pytest

from company.benchmark.publishing.reviewed import Verdicts
from company.config import ReviewSettings
from company.families.dialogues.publishing.card import review_text
from company.reviewing import ByLetter, GaveUp
from human_review.measured import Share
from human_review.measures import measures
from human_review.measures_text import measures_json, measures_text
from human_review.published import verdict_lines
from human_review.store import Attempt, ReviewStore
from human_review.summary import reviewed
from human_review.verdicts import Accept, Edit, Reject
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.review import Clock, given, invited, proposal, submission
from tests.support.review_pages import Person

NO = Reject(reasons=("no",))
EDIT = Edit(changes={"query": "x"})
SAID = {"Ann": [Accept(), Accept(), NO, Accept()], "Ben": [Accept(), NO, NO, Accept()], "Cy": [Accept(), EDIT, NO, NO]}
"""The second item is disputed three ways, the last one decided by two of three."""


@pytest.fixture
def store(tmp_path):
    """Four turns, each judged by three people; who answered three of them, as the key says or not."""
    clock = Clock()
    with ReviewStore(tmp_path / "review.sqlite", clock=clock) as opened:
        people = dict(zip(SAID, invited(opened, *SAID), strict=True))
        told = {"kind": "turn", "body": {"id": "t", "kind": "turn", "query": "q", "code": "x = 1"}}
        opened.add([proposal(n, 3, record=f"t{n}", **{**told, "body": _turn(n)}) for n in range(1, 5)])
        for name, verdicts in SAID.items():
            for number, said in enumerate(verdicts):
                held = given(opened, people[name])
                clock.now += 0.4 if (name, number) == ("Cy", 3) else 20
                if number < 3:
                    letter = "B" if number == 1 else "A"
                    gives = GaveUp() if (name, number) == ("Cy", 0) else ByLetter(letter=letter)
                    right = None if isinstance(gives, GaveUp) else number != 1
                    opened.solve(people[name], Attempt(held.item.id, held.item.hash, "fast_fail", gives, right, 7.0))
                opened.submit(people[name], submission(held, said))
        yield opened


def _turn(number):
    from company.families.dialogues.records import Turn

    told = {"parent": "d", "stage": "dialogues", "position": number, "status": "accepted", "question": 1}
    return Turn(id=f"t{number}", query="q", answer="a", code="x = 1", **told).model_dump(mode="json")


def test_progress_says_it_by_kind_first_and_counts_what_is_disputed(store):
    found = measures(store)
    assert found.counts.usable == Share(2, 4), "what waits for an adjudicator was not usable as it was"
    words = measures_text(found)
    assert words.index("turn: 3 of 4 decided") < words.index("all kinds together")
    assert "usable unedited: 50.0%, 2 of 4 judged (95 %: 15% to 85%); in the paper 23.5%" in words
    kind = found.quality.agreements["turn"]
    assert {(pair.one, pair.other): (pair.items, pair.raw) for pair in kind.pairs} == {
        (1, 2): (4, 0.75),
        (1, 3): (4, 0.5),
        (2, 3): (4, 0.5),
    }
    assert "    Ann and Ben: kappa " in words and "raw 0.75, on 4" in words
    assert "fast_fail: right 5 of 8, 0.62" in words and "1 gave up; most answers against the key in 1 of 3" in words
    assert "flagged, haste: 1 of 4 verdicts took less than a second" in words
    told = json.loads(json.dumps(measures_json(found)))
    assert told["solved"]["all"]["right"] == 5 and told["solved"]["all"]["accuracy"]["undefined"].startswith(
        "no interval"
    )
    assert len(told["kinds"]["turn"]["pairs"]) == 3


def test_the_page_and_the_card_say_the_same(store, tmp_path):
    desk = Desk(tmp_path, store, ReviewSettings(gold=0.0), Keys(b"k" * 32))
    lead = Person(desk, "Lead", "admin")
    page = unescape(re.sub(r"<[^>]+>", " ", lead.get("/run/quality").text))
    words = " ".join(page.split())
    assert "kappa of each two people" in words and "Solved before the key was seen" in words
    assert "fast fail 3 5 of 8 0.62" in words and "1 of 4 verdicts took less than a second" in words
    assert "(in the paper" not in words and "50 % of 4 (15 to 85 %); in the paper 23.5 %" in words
    assert Person(desk, "Dora").get("/run/quality").status_code == 403
    card = review_text(reviewed([store]), Verdicts(judged=1), 3)
    assert "| fast_fail | 5 of 8 (62.5%) | none | 1 | 0 | 1 of 3 (33.3%) |" in card
    assert "| turn | judge | kappa |" in card and "2 of 4 turns with code that people decided or differ on" in card


def test_published_verdicts_tell_how_their_author_solved_it(store):
    lines = list(verdict_lines([store]))
    solved = [(each["record"], each["solved"], each["solved_right"], each["solved_seconds"]) for each in lines]
    assert solved[0] == ("t1", "letter", True, 7.0) and ("t1", "gave up", None, 7.0) in solved
    assert solved[-1] == ("t4", "", None, None)
    assert not any("B" in str(each.values()) for each in lines), "which letter it was depends on the export's order"
