"""Cases are solved before they are judged: nothing tells the key before, and nobody sees another's answer."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.config import ReviewSettings
from company.reviewing import Subject, subjects
from human_review.store import Proposal, ReviewStore
from human_review.verdicts import Accept, Reject
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from human_review.web.solve_pages import echoed
from tests.support.dialogue import make_dialogue
from tests.support.mixed_run import D, make_mixed_run
from tests.support.review import invited, submission
from tests.support.review_pages import Person, problem
from tests.support.warm_start import warm_sandboxes

CHOSEN = f"{D}.t01.fast_fail.c"
CODED = f"{D}.t02.c"
"""Asks for `best`, the highest of the totals by city."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_mixed_run(make_dialogue(tmp_path_factory.mktemp("mixed")))


class Queue:
    """The cases of a run before people."""

    def __init__(self, made: Path, folder: Path, **told: Any) -> None:
        self.run = Path(shutil.copytree(made, folder))
        self.store = ReviewStore.of_run(self.run)
        with Archive.open(self.run) as archive:
            found = [_proposal(each, place) for place, each in enumerate(subjects(archive, ["case"]))]
        self.store.add(found)
        self.desk = Desk(self.run, self.store, ReviewSettings(gold=0.0, **told), Keys(b"k" * 32))

    def item(self, record: str) -> str:
        return self.store.of_record(record)[-1].id

    def opened(self, who: Person, record: str) -> tuple[str, dict[str, str], str]:
        """The case in somebody's hands."""
        item = self.item(record)
        assert who.post(f"/items/{item}/take").status_code == 303
        return who.open(f"/items/{item}")

    def close(self) -> None:
        self.desk.shelf.close()
        self.store.close()


def _proposal(subject: Subject, place: int) -> Proposal:
    told = {"kind": "case", "form": "judge", "hash": subject.hash, "why": "rest", "overlap": 2}
    return Proposal(record=subject.record, place=f"{place:06}", body=subject.body, **told)


@pytest.fixture
def queue(made: Path, tmp_path: Path) -> Iterator[Queue]:
    opened = Queue(made, tmp_path / "run")
    yield opened
    opened.close()


def solved(page: str) -> str:
    """What a page says of its reader's own answer; empty where it says nothing."""
    found = re.search(r'aria-label="Your own answer">\s*<p[^>]*>(.*?)</p>', page, re.DOTALL)
    return unescape(found[1]) if found else ""


def right_of(queue: Queue, record: str) -> str:
    options = queue.store.item(queue.item(record))[1]["entry"]["choice"]["options"]
    return next(str(each["letter"]) for each in options if not each["slip"])


def test_before_it_is_solved_no_page_of_a_case_tells_what_is_right(queue: Queue) -> None:
    ada = Person(queue.desk, "Ada")
    records = [each.record for each in queue.store.items(most=100)]
    assert len(records) == 10
    for record in records:
        body = queue.store.item(queue.item(record))[1]
        reading = ada.get(f"/items/{queue.item(record)}").text
        _, _, page = queue.opened(ada, record)
        for shown in map(unescape, (reading, page)):
            assert "Solve it first" in shown and 'value="accept"' not in shown, record
            assert ">right<" not in shown and "wrong because" not in shown
            assert not any(
                option["slip"] and option["slip"] in shown for option in (body["choice"] or {}).get("options", [])
            )
            for secret in ("eval_metrics", "prototype_code"):
                assert str(body["entry"].get(secret) or "eval_metrics") not in shown
            assert not any(code in shown for code in (body["entry"].get("wrong_answers") or {}).values())
        for picture in re.findall(r'<img class="figure" src="([^"]+)"', page):
            assert ada.get(picture).status_code == 200, picture
        question = (body["entry"].get("choice") or {}).get("question") or body["entry"]["current_query"]
        assert question in re.sub(r"</?code>", "`", unescape(page)), "it is a case as a model sees it"


def test_an_answer_by_letter_is_kept_and_then_the_key_is_shown(queue: Queue) -> None:
    ada, ben = Person(queue.desk, "Ada"), Person(queue.desk, "Ben")
    right = right_of(queue, CHOSEN)
    other = next(each for each in "ABCD" if each != right)
    item, fields, _ = queue.opened(ada, CHOSEN)
    nothing = ada.post(f"/items/{item}/solve", fields)
    assert nothing.status_code == 409 and problem(nothing).startswith("nothing is chosen yet")
    answer = ada.post(f"/items/{item}/solve", {**fields, "verdict": f"letter:{right}", "seconds": "12.5"})
    assert answer.status_code == 303 and answer.headers["location"] == f"/items/{item}"
    _, fields, page = ada.open(f"/items/{item}")
    assert solved(page) == f"You answered {right}, as the key does." and 'value="accept"' in page
    assert "another town" in page and ">right<" in page, "the near misses have their reasons now"
    # Sent again, or another one by hand: the first one stands.
    assert ada.post(f"/items/{item}/solve", {**fields, "verdict": f"letter:{other}"}).status_code == 303
    kept = queue.store.solutions_of(item)
    assert [(each.given.kind, each.right, each.seconds, each.of) for each in kept] == [
        ("letter", True, 12.5, "fast_fail")
    ]
    _, theirs, _ = queue.opened(ben, CHOSEN)
    ben.post(f"/items/{item}/solve", {**theirs, "verdict": f"letter:{other}"})
    assert solved(ben.get(f"/items/{item}").text).startswith(f"You answered {other}, and the key says something else.")
    assert ada.post(f"/items/{item}/submit", {**fields, "verdict": "accept"}).status_code == 303


def test_code_is_judged_by_its_results_and_what_fails_is_no_answer(queue: Queue) -> None:
    with warm_sandboxes():
        ada, ben = Person(queue.desk, "Ada"), Person(queue.desk, "Ben")
        with ada.client:
            item, fields, _ = queue.opened(ada, CODED)
            ran = ada.post(f"/items/{item}/scratch", {"code": "x = 2\nby_city.head(x)"}, headers={"HX-Request": "true"})
            assert "<pre>" in ran.text and "by_city" not in problem_of(ran.text), ran.text
            assert 'data-ok="yes"' in ran.text
            failed = ada.post(f"/items/{item}/solve", {**fields, "verdict": "code", "code": "best = no_such_thing"})
            assert failed.status_code == 409 and "your code fails (NameError" in problem(failed)
            empty = ada.post(f"/items/{item}/solve", {**fields, "verdict": "code", "code": " \n"})
            assert empty.status_code == 409 and queue.store.solutions_of(item) == []
            code = "best = sorted(by_city['sum'])[-1] + 0.0"
            assert ada.post(f"/items/{item}/solve", {**fields, "verdict": "code", "code": code}).status_code == 303
            page = unescape(ada.get(f"/items/{item}").text)
            assert solved(page) == "You answered by code, as the key does." and code in page
            # A server has one sandbox: Ben comes to the same one.
            ada.client.cookies.clear()
            ada.client.cookies.set(queue.desk.keys.cookie, ben.session)
            ada.csrf = ben.csrf
            _, theirs, _ = queue.opened(ada, CODED)
            wrong = {**theirs, "verdict": "code", "code": "best = float(by_city['sum'].min())"}
            assert ada.post(f"/items/{item}/solve", wrong).status_code == 303
            assert [each.right for each in queue.store.solutions_of(item)] == [True, False]


def problem_of(text: str) -> str:
    found = re.search(r'class="problem"[^>]*>(.*?)</p>', text, re.DOTALL)
    return found[1] if found else ""


def test_nobody_sees_what_another_answered_while_it_is_open(queue: Queue, made: Path, tmp_path: Path) -> None:
    """Two queues that differ in what Ada answered look the same to Ben; an adjudicator then sees both answers."""
    pages = []
    for number, letter in enumerate("AB"):
        (tmp_path / str(number)).mkdir()
        other = Queue(made, tmp_path / str(number) / "run")
        ada, ben = Person(other.desk, "Ada"), Person(other.desk, "Ben")
        item, fields, _ = other.opened(ada, CHOSEN)
        ada.post(f"/items/{item}/solve", {**fields, "verdict": f"letter:{letter}"})
        held = other.store.held(1, item)
        assert held is not None
        other.store.submit(1, submission(held, Accept()))
        places = (f"/items/{item}", "/", "/run", "/search", "/search?mine=true")
        seen = [ben.get(place).text for place in places]
        _, _, taken = other.opened(ben, CHOSEN)
        pages.append(
            [re.sub(r'(name="(?:token|slot|key|csrf)"|content=|csrf|X-CSRF)[^>]*', "", each) for each in (*seen, taken)]
        )
        if number:
            ben.post(f"/items/{item}/solve", {**hidden_of(taken), "verdict": "gave up"})
            theirs = other.store.held(2, item)
            assert theirs is not None
            other.store.submit(2, submission(theirs, Reject(reasons=("no",))))
            cleo = Person(other.desk, "Cleo", "adjudicator")
            decided = unescape(other.opened(cleo, CHOSEN)[2])
            assert f"Before they saw the key, they answered {letter}" in decided
            assert "Before they saw the key, they could not tell" in decided and "Solve it first" not in decided
        other.close()
    assert pages[0] == pages[1]


def hidden_of(page: str) -> dict[str, str]:
    from tests.support.review_pages import hidden

    return hidden(page[page.index('id="review"') :])


def test_gold_is_solved_as_everything_else_and_counts_in_no_figure(queue: Queue) -> None:
    queue.store.mark_gold(queue.item(CHOSEN), Accept())
    ada = Person(queue.desk, "Ada")
    item, fields, page = queue.opened(ada, CHOSEN)
    assert "Solve it first" in page
    ada.post(f"/items/{item}/solve", {**fields, "verdict": "gave up"})
    assert solved(ada.get(f"/items/{item}").text) == "You could not tell."
    assert [each.duty for each in queue.store.solutions_of(item)] == ["gold"] and queue.store.solved() == []


def test_who_has_judged_its_code_before_is_told_apart(queue: Queue) -> None:
    turn = {"id": f"{D}.t01", "kind": "turn"}
    told = {"kind": "turn", "form": "judge", "hash": "h", "why": "rest", "place": "0", "overlap": 1}
    queue.store.add([Proposal(record=f"{D}.t01", body=turn, **told)])
    ada, ben = Person(queue.desk, "Ada"), Person(queue.desk, "Ben")
    (judge,) = [each.id for each in queue.store.reviewers() if each.name == "Ada"]
    held = queue.store.take(judge, queue.item(f"{D}.t01"))
    queue.store.submit(judge, submission(held, Accept()))
    for who in (ada, ben):
        item, fields, _ = queue.opened(who, CHOSEN)
        who.post(f"/items/{item}/solve", {**fields, "verdict": "letter:A"})
    assert [each.knew for each in queue.store.solved()] == [True, False]


def test_an_answer_is_taken_of_what_one_was_given_alone(queue: Queue) -> None:
    ada = Person(queue.desk, "Ada")
    item = queue.item(CHOSEN)
    refused = ada.post(f"/items/{item}/solve", {"verdict": "letter:A", "hash": "x"})
    assert refused.status_code == 409 and "not in your hands" in problem(refused)
    _, fields, _ = queue.opened(ada, CHOSEN)
    stale = ada.post(f"/items/{item}/solve", {**fields, "hash": "another", "verdict": "letter:A"})
    assert stale.status_code == 409 and "has changed" in problem(stale)
    assert ada.post(f"/items/{item}/solve", {**fields, "verdict": "letter:Z"}).status_code == 409
    long = ada.post(f"/items/{item}/solve", {**fields, "verdict": "words", "words": "x" * 3_000})
    assert long.status_code == 409 and queue.store.solutions_of(item) == []


def test_it_can_be_turned_off(made: Path, tmp_path: Path) -> None:
    queue = Queue(made, tmp_path / "run", solve_first=False)
    _, _, page = queue.opened(Person(queue.desk, "Ada"), CHOSEN)
    queue.close()
    assert "Solve it first" not in page and 'value="accept"' in page


def test_an_admin_who_looks_sees_the_key_and_solves_what_they_take(queue: Queue) -> None:
    lead = Person(queue.desk, "Lead", "admin")
    assert 'value="accept"' in lead.get(f"/items/{queue.item(CHOSEN)}").text
    assert "Solve it first" in queue.opened(lead, CHOSEN)[2]
    invited(queue.store, "Eve")


@pytest.mark.parametrize(
    ("code", "prints"),
    [
        ("x = 1\nx + 1", "2\n"),
        ("y = 'é'; y * 2  # twice", "éé\n"),
        ("print(3)", "3\n"),
        ("z = 4", ""),
        ("(1,\n 2)", "(1, 2)\n"),
    ],
)
def test_a_cell_shows_the_value_of_its_last_line(code: str, prints: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(echoed(code), {})
    assert capsys.readouterr().out == prints
    assert echoed("for x in") == "for x in"
