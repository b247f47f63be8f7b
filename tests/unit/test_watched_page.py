"""The page that shows the company at work: what is new comes, once, and nothing that a model wrote does anything."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from company.archive import Archive
from company.archive.locking import locked
from company.cli import main
from company.family.registry import FAMILIES
from company.run.stage import LOST
from company.watching.app import Server, application, told
from company.watching.following import Follower
from company.watching.pieces import Page, Window
from human_review.web.serving import Where
from tests.support.reported_run import OTHER, D, case, reported_run, turn
from tests.support.sentences import NAME, WHERE, run_of_sentences
from tests.unit.test_looking import call

HERE = "http://localhost:8765"
P = "shop.p1"
PLAN = f"{P}.s1.plan"
HOSTILE = '</pre></div><script>alert(1)</script><img src=x onerror="alert(2)"> [here](javascript:alert(3)) \u202egnp'


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return reported_run(tmp_path / "run")


class Clock:
    """A clock that runs ahead of all files, so that each reading finds them settled, and of all pauses."""

    def __init__(self) -> None:
        self.now = 4e9

    def __call__(self) -> float:
        self.now += 60
        return self.now


@pytest.fixture
def window(run: Path) -> Window:
    return Window(Follower(run, Clock()))


def say(run: Path, number: int, message: str, code: str | None = None, **more: object) -> None:
    with Archive.open(run) as archive:
        archive.put_call(call(number, reply=json.dumps({"message": message, "code": code}), **more))


def html(page: Page, name: str) -> str:
    return next(each.html for each in page.pieces if each.name == name)


def names(page: Page) -> list[str]:
    return [each.name for each in page.parts]


# what is shown


def test_a_dialogue_is_a_chat_with_the_cases_beside_the_turn_that_they_were_made_of(window: Window) -> None:
    page = window.page(P)
    shown = ["client", "interview", "plan", "t01", "t02", "t03", "t04", "end", "making"]
    assert names(page) == [f"part-{name}" for name in shown]
    first = html(page, "part-t01")
    assert "query 1" in first and "by_city" in first and "Rome" in first and "answer 1" in first
    assert "One attempt that failed" in first and "Cases made of this turn" in first and "update code" in first
    assert 'src="/figures/shop.p1.s1.d1.t02"' in html(page, "part-t02")
    assert "it gives the same results" in html(page, "part-t02"), "what was tried and lost"
    assert "set aside" in html(page, "part-t04") and "beyond the number" in html(page, "part-t04")
    other = window.page("shop.p2")
    assert f"same query and code as {D}.t01" in html(other, "part-t01")
    assert "the code still failed" in html(other, "part-t02")


def test_the_head_counts_cases_of_those_wanted_calls_and_what_they_cost(run: Path, window: Window) -> None:
    head = " ".join(html(window.page(), "head").split())
    assert "<dd>3 <small>of 4</small></dd>" in head
    assert '<span>normal</span> <strong>1</strong> of 2 <small class="lost">1 rejected</small>' in head
    assert "<span>insight mining</span> <strong>0</strong> of 0 <small>1 set aside</small>" in head
    assert "<dt>cost</dt><dd>unknown</dd>" in head and "<dt>tokens</dt><dd>unknown</dd>" in head, "not 0"


def test_the_conversation_that_was_heard_of_last_comes_first(run: Path, window: Window) -> None:
    say(run, 11, "hello", record=f"{P}.s1.plan")
    say(run, 12, "hello", record="shop.p2")
    assert window.page().conversation == "shop.p2"
    listed = html(window.page(), "list")
    assert listed.index("Ada 2") < listed.index("Ada 1") and 'conversation=shop.p2" aria-current="page"' in listed
    say(run, 13, "hello again", record=f"{P}.s1.plan")
    assert window.page().conversation == P
    assert "chatbot</strong> in dialogues" in html(window.page(), "head")


def test_a_client_who_is_being_invented_is_listed_before_there_is_a_record(run: Path, window: Window) -> None:
    say(run, 11, "hello", stage="personas", record="shop.p3")
    page = window.page()
    assert page.conversation == "shop.p3" and "is being invented" in html(page, "list") and page.parts == ()


def test_what_is_said_of_a_turn_is_shown_until_the_turn_is_on_record(tmp_path: Path) -> None:
    run = tmp_path / "run"
    reported_run(run, lambda record: record)
    with Archive.open(run) as archive, archive._engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM records WHERE id = ?", (D,))  # it is still being held
    window = Window(Follower(run, Clock()))
    say(run, 10, "query 4", role="data_scientist")
    say(run, 11, "done")  # the last words of turn 4
    say(run, 12, "And by month?", role="data_scientist")
    say(run, 13, "I count them.", "months = 12")
    talk = html(window.page(P), "part-talk")
    assert "And by month?" in talk and "months" in talk and "query 4" not in talk and "done" not in talk
    with Archive.open(run) as archive:
        archive.put(turn(5, ("value",), query="And by month?", conversation=()))
    page = window.page(P)
    assert "And by month?" in html(page, "part-t05")


def test_an_interview_under_way_is_told_by_the_calls(run: Path, window: Window) -> None:
    with Archive.open(run) as archive, archive._engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM records WHERE id GLOB 'shop.p2.*'")
    say(run, 11, "What do you wonder about?", role="admin", stage="scenarios", record="shop.p2")
    say(run, 12, "not JSON", role="client", stage="scenarios", record="shop.p2")
    with Archive.open(run) as archive:
        archive.put_call(call(13, reply="<b>not JSON</b>", role="client", stage="scenarios", record="shop.p2"))
    interview = html(window.page("shop.p2"), "part-interview")
    assert "under way" in interview and "What do you wonder about?" in interview
    assert "&lt;" in interview and "<b>" not in interview


def test_whether_it_runs_is_told_by_who_holds_it(run: Path, window: Window) -> None:
    with locked(run):
        assert window.page().standing.state == "running"
    assert window.page().standing.state == "stopped"
    with Archive.open(run) as archive:
        archive.put_note("stopped", "spent $1.00 of $1.00 allowed")
    assert "spent $1.00 of $1.00 allowed" in html(window.page(), "head")
    with Archive.open(run) as archive:
        archive.put_note("finished", True)
    assert window.page().standing.state == "ended"


def test_a_case_through_the_gate_is_not_accepted_before_its_round_is_settled(run: Path, window: Window) -> None:
    with Archive.open(run) as archive:
        archive.put(case(f"{D}.t02", status="proposed"))
    tally = window.page(P).standing.categories["normal"]
    assert (tally.accepted, tally.passed) == (1, 1)
    assert "passed the gate" in html(window.page(P), "part-t02")
    with Archive.open(run) as archive:
        archive.settle(f"{D}.t02.normal", "accepted")
    assert (window.page(P).standing.categories["normal"].accepted) == 2


def test_a_preview_that_becomes_a_run_is_read_anew(run: Path, window: Window) -> None:
    with Archive.open(run) as archive:
        archive.put_note("previewed", True)
    assert "It was a preview" in html(window.page(P), "head")
    with Archive.open(run) as archive:
        archive.forget()
    reported_run(run)
    assert window.page(P).standing.accepted == 3 and "Ada 1" in html(window.page(P), "list")


def test_a_run_that_was_made_anew_in_the_same_place_is_read_anew(run: Path, window: Window, tmp_path: Path) -> None:
    assert window.page().standing.sums.calls == 2
    with Archive.create(tmp_path / "other") as archive:
        archive.put_call(call(1))
    (tmp_path / "other" / "company.sqlite").replace(run / "company.sqlite")
    assert window.page().standing.sums.calls == 1 and window.page().standing.accepted == 0


def test_families_that_say_nothing_are_shown_record_by_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FAMILIES, NAME, WHERE)
    hostile = ("s2", f"Noon {HOSTILE}", 2)
    page = Window(Follower(run_of_sentences(tmp_path / "run", (hostile,)), Clock())).page()
    assert page.standing.accepted == 1 and page.conversation == "s2"
    (part,) = page.parts
    assert "Noon" in part.html and "<script" not in part.html and "⟨U+202E⟩" in part.html


# what is new


def test_only_what_is_new_is_sent(run: Path, window: Window) -> None:
    first = window.page(P)
    assert told(first, first.cursor)["pieces"] == {} and told(first, first.cursor)["told"] == []
    assert set(told(first, "")["pieces"]) == {"head", "list", *names(first)}
    with Archive.open(run) as archive:
        archive.put(turn(5, ("value",)))
        archive.settle(f"{D}.t04.insight_mining", "rejected", "it is no insight")
    news = told(window.page(P), first.cursor)
    assert set(news["pieces"]) == {"head", "list", "part-t04", "part-t05"}
    assert news["told"] == ["turn 4: a case of insight mining, rejected", "turn 5 is answered"]
    assert news["order"].index("part-t05") == news["order"].index("part-t04") + 1
    with Archive.open(run) as archive:
        archive.put(turn(6, ("value",), OTHER))
    assert not any(name.startswith("part-") for name in told(window.page(P), news["cursor"])["pieces"])


def test_what_came_to_nothing_is_told_when_it_is_noted(run: Path, window: Window) -> None:
    first = window.page(P)
    with Archive.open(run) as archive:
        archive.put_fact(LOST, "best_guess", f"{D}.t03", content="no word is vague")
        archive.put_fact(LOST, "plans", f"{P}.s2", content="no question is about a column")
        archive.put_fact(LOST, "plans", "shop.p2.s2", content="another client's")
    pieces = told(window.page(P), first.cursor)["pieces"]
    assert set(pieces) - {"head", "list"} == {"part-t03", "part-lost"}
    assert "best guess: no word is vague" in pieces["part-t03"]
    assert "no question is about a column" in pieces["part-lost"] and "another" not in pieces["part-lost"]


def test_what_has_not_changed_is_not_read_again(run: Path, window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    page = window.page(P)
    monkeypatch.setattr(Follower, "opened", None)
    assert window.page(P) is page
    monkeypatch.undo()
    monkeypatch.setattr(type(window.follower.live), "content", None)  # no part is made again
    say(run, 20, "elsewhere", record="shop.p2")
    assert window.page(P).parts == page.parts


def test_long_readings_are_followed_by_pauses(run: Path) -> None:
    now = [4e9]
    follower = Follower(run, lambda: now[0])
    with follower.opened():
        pass
    follower._next = now[0] + 3
    say(run, 20, "hello")
    assert not follower.changed() and follower.changed(at_once=True)
    now[0] += 4
    assert follower.changed()


def test_a_file_that_was_just_written_may_be_written_again_within_its_clock(run: Path) -> None:
    written = (run / "company.sqlite").stat().st_mtime
    now = [written + 0.5]
    follower = Follower(run, lambda: now[0])
    with follower.opened():
        pass
    follower._next = 0
    assert follower.changed()
    now[0] = written + 5
    assert not follower.changed()


# the server


@pytest.fixture
def client(run: Path) -> TestClient:
    return TestClient(application(Server(run)), base_url=HERE, follow_redirects=False)


def test_the_page_holds_all_of_it_without_its_script(client: TestClient) -> None:
    answer = client.get("/", params={"conversation": P})
    assert answer.status_code == 200 and "query 1" in answer.text and "Load the page again" in answer.text
    assert 'aria-live="polite"' in answer.text and "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.text.count("<script") == 1 and "style=" not in answer.text and "<style" not in answer.text
    assert ".scientist .words" in client.get("/style.css").text
    assert client.get("/static/watch.js").status_code == 200
    cursor = answer.text.split('data-cursor="')[1].split('"')[0]
    news = client.get("/news", params={"conversation": P, "since": unescape(cursor)}).json()
    assert news["pieces"] == {} and news["wait"] > 0


def test_nothing_that_a_model_wrote_is_markup(run: Path) -> None:
    with Archive.open(run) as archive:
        archive.put(turn(5, ("value",), query=HOSTILE, answer=HOSTILE, code=f"x = '''{HOSTILE}'''"))
        archive.put(archive.get(P).model_copy(update={"name": HOSTILE, "background": HOSTILE}))
        archive.put(case(f"{D}.t05", status="rejected", reason=HOSTILE))
        archive.put_note("told", {"scenario": HOSTILE})
        archive.put_note("stopped", HOSTILE)
    say(run, 21, HOSTILE, HOSTILE, record=f"{P}{HOSTILE}")
    client = TestClient(application(Server(run)), base_url=HERE)
    news = client.get("/news", params={"conversation": P}).json()
    for text in (client.get("/", params={"conversation": P}).text, *news["pieces"].values()):
        assert "<script>" not in text and "<img src=x" not in text and "\u202e" not in text
        assert 'href="javascript' not in text
    assert "⟨U+202E⟩" in news["pieces"]["part-t05"]


def test_it_answers_under_its_own_names_alone_and_nothing_can_be_posted(client: TestClient) -> None:
    assert client.get("/", headers={"Host": "attacker.example:8765"}).status_code == 421
    assert client.post("/", data={"x": "y"}).status_code == 405
    answer = client.get("/nowhere")
    assert answer.status_code == 404 and "nothing at /nowhere" in answer.text


def test_figures_are_pictures_or_nothing(run: Path, client: TestClient) -> None:
    found = client.get(f"/figures/{D}.t02")
    assert found.headers["content-type"] == "image/png" and found.headers["x-content-type-options"] == "nosniff"
    assert client.get(f"/figures/{D}.t01").status_code == 404
    with Archive.open(run) as archive:
        archive.put_figures(f"{D}.t01", [b"<script>alert(1)</script>"])
    assert client.get(f"/figures/{D}.t01").status_code == 404


def test_beyond_loopback_the_key_is_needed(run: Path) -> None:
    server = Server(run, Where("0.0.0.0").names, wide=True)
    client = TestClient(application(server), base_url="http://10.0.0.5:8765", follow_redirects=False)
    for place in ("/", "/news", f"/figures/{D}.t02", "/style.css", "/?key=wrong"):
        assert client.get(place).status_code == 403
    entered = client.get("/", params={"key": server.key})
    assert entered.status_code == 303 and "HttpOnly" in entered.headers["set-cookie"]
    assert client.get("/").status_code == 200


def test_a_run_that_has_gone_is_told_and_asked_for_again(run: Path, client: TestClient) -> None:
    assert client.get("/").status_code == 200
    (run / "company.sqlite").unlink()
    news = client.get("/news", headers={"Accept": "application/json"})
    assert news.status_code == 503 and "is not a run" in news.json()["problem"] and news.json()["wait"] > 0
    assert "is not a run" in client.get("/").text


def test_the_command_refuses_what_it_cannot_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(tmp_path)]) == 1
    assert "is not a run" in capsys.readouterr().err
    assert main(["watch", str(tmp_path), "--port", "70000"]) == 2
    assert "--port 70000 is no port" in capsys.readouterr().err
