"""The pages of the queue: who may do what, that nothing is lost or told too early, and that all text stays text."""

import re
from html import unescape

import pytest
from fastapi.testclient import TestClient

from company.config import ReviewSettings
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Answer, Choose, Edit, Keep, Rank, Reject, Score
from human_review.web import access, entering
from human_review.web.app import application
from human_review.web.desk import Desk
from human_review.web.serving import Where
from human_review.web.signing import Keys
from tests.support.review import Clock, given, invited, options, proposal, submission
from tests.support.review_pages import HERE, Person, problem

HOSTILE = "</textarea><script>alert(1)</script>\" onfocus='x' {{ 7 * 7 }} =1+1"


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(tmp_path, clock):
    with ReviewStore(tmp_path / "review.sqlite", clock=clock) as opened:
        yield opened


@pytest.fixture
def desk(tmp_path, store):
    return Desk(tmp_path, store, ReviewSettings(gold=0.0), Keys.of_run(tmp_path))


@pytest.fixture
def person(desk):
    return lambda name, role="reviewer": Person(desk, name, role)


# who may come in


def test_every_page_sends_who_is_not_signed_in_to_the_door(desk, store):
    store.add([proposal(1)])
    stranger = TestClient(application(desk), base_url=HERE, follow_redirects=False, headers={"Origin": HERE})
    for place in ("/", "/guideline", f"/items/{store.items()[0].id}"):
        answer = stranger.get(place)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/enter?next={place}")
    for place in ("/next", "/leave", "/items/x/submit", "/items/x/draft", "/items/x/heartbeat", "/items/x/take"):
        assert stranger.post(place).status_code == 401
    assert stranger.get("/enter").status_code == 200


def test_an_invitation_signs_in_and_its_cookie_is_out_of_reach_of_scripts(desk, store):
    token = store.invite("Ann", "reviewer")
    client = TestClient(application(desk), base_url=HERE, follow_redirects=False, headers={"Origin": HERE})
    refused = client.post("/enter", data={"token": "nonsense"})
    assert refused.status_code == 403 and "not valid" in refused.text
    link = f"{HERE}/enter#{token}"
    answer = client.post("/enter", data={"token": link, "next": "//evil.example/"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Secure" not in cookie
    assert "Ann" in client.get("/").text
    known = client.get("/enter?next=/guideline", headers={"Accept": "application/json"}).json()
    assert known == {"who": "Ann", "next": "/guideline"}
    session = client.cookies[desk.keys.cookie]
    stored = b"".join(file.read_bytes() for file in desk.run.iterdir())
    assert token.encode() not in stored and session.encode() not in stored
    client.post("/leave", data={"csrf": desk.keys.csrf(session)})
    assert client.get("/").status_code == 303


def test_a_restart_signs_nobody_out_and_dismissal_does(desk, person):
    ann = person("Ann")
    again = Desk(desk.run, desk.store, desk.settings, Keys.of_run(desk.run))
    ann.client.app.state.desk = again
    assert ann.get("/").status_code == 200
    assert ann.post("/next").status_code == 303
    desk.store.dismiss("Ann")
    assert ann.get("/").status_code == 303
    assert ann.post("/next").status_code == 401


def test_the_link_of_who_starts_the_server_is_good_for_an_hour_and_its_session_is_another(desk, monkeypatch):
    (number,) = invited(desk.store, "Eve", role="admin")
    client = TestClient(application(desk), base_url=HERE, follow_redirects=False, headers={"Origin": HERE})
    now = [1_000_000.0]
    monkeypatch.setattr(entering.time, "time", lambda: now[0])
    link = desk.keys.ticket(number, now[0])
    client.cookies.set(desk.keys.cookie, link)
    assert client.get("/").status_code == 303
    client.cookies.clear()
    assert client.post("/enter", data={"token": link}).status_code == 303
    assert "Eve" in client.get("/").text
    session = client.cookies[desk.keys.cookie]
    now[0] += 3601
    assert "Eve" in client.get("/").text
    client.cookies.clear()
    assert client.post("/enter", data={"token": link}).status_code == 403
    client.cookies.set(desk.keys.cookie, session)
    other = Keys(b"other" * 8).ticket(number, now[0])
    for forged in (other, f"own.{number}.9999999999.", f"{link}0", "start", "start..", "start.1.2.é"):
        assert client.post("/enter", data={"token": forged}).status_code == 403
    desk.store.dismiss("Eve")
    assert client.get("/").status_code == 303


def test_roles(desk, person):
    from typing import Annotated

    from fastapi import Depends

    app = application(desk)

    @app.get("/for-adjudicators")
    def adjudicators(who: access.Adjudicating) -> str:
        return who.name

    @app.get("/for-admins")
    def admins(who: Annotated[object, Depends(lambda: None)], admin: access.Administering) -> str:
        return admin.name

    found = {}
    for role in ("reviewer", "adjudicator", "admin"):
        each = person(role, role)
        each.client.app.state.desk = desk
        client = TestClient(app, base_url=HERE, cookies={desk.keys.cookie: each.session})
        found[role] = [client.get(place).status_code for place in ("/for-adjudicators", "/for-admins")]
    assert found == {"reviewer": [403, 403], "adjudicator": [200, 403], "admin": [200, 200]}


# where a request comes from


def test_a_change_has_to_come_from_a_form_of_this_server(desk, person, store):
    store.add([proposal(1)])
    ann = person("Ann")
    cases = {
        "another site": {"Origin": "http://evil.example"},
        "a page that hides where it is": {"Origin": "null"},
        "another port": {"Origin": "http://localhost:1"},
        "no browser": {"Origin": ""},
    }
    for why, headers in cases.items():
        assert ann.post("/next", headers=headers).status_code == 403, why
    assert ann.client.post("/next").status_code == 403, "no token"
    assert ann.client.post("/next", data={"csrf": "0" * 64}).status_code == 403
    other = person("Bea")
    assert ann.client.post("/next", data={"csrf": other.csrf}).status_code == 403, "another's token"
    assert ann.client.post("/next", headers={"X-CSRF-Token": other.csrf}).status_code == 403
    assert store.standing(1).yours == 0
    assert ann.client.post("/next", headers={"X-CSRF-Token": ann.csrf}).status_code == 303
    assert store.standing(1).yours == 1


def test_behind_another_server_its_address_is_ours_and_the_cookie_goes_by_tls_alone(tmp_path, store):
    public = "https://review.example"
    desk = Desk(tmp_path, store, ReviewSettings(), Keys.of_run(tmp_path), Where(address=public).names, False, public)
    client = TestClient(application(desk), base_url=HERE, follow_redirects=False)
    told = {"data": {"token": store.invite("Ann", "reviewer")}}
    for host in ("review.example", "localhost:8765"):  # as a server passes on the name, or does not
        answer = client.post("/enter", **told, headers={"Host": host, "Origin": public})
        assert answer.status_code == 303 and "Secure" in answer.headers["set-cookie"]
    for origin in ("https://review.example.evil", "http://review.example", "https://localhost:8765"):
        assert client.post("/enter", **told, headers={"Host": "localhost:8765", "Origin": origin}).status_code == 403


@pytest.mark.parametrize(
    ("host", "listens", "reached", "status"),
    [
        ("localhost:8765", None, "127.0.0.1", 200),
        ("127.0.0.1", None, "127.0.0.1", 200),
        ("[::1]:8765", None, "127.0.0.1", 200),
        ("LOCALHOST.", None, "127.0.0.1", 200),
        ("evil.example", None, "127.0.0.1", 421),
        ("192.0.2.7", None, "127.0.0.1", 421),
        ("", None, "127.0.0.1", 421),
        ("[::1", None, "127.0.0.1", 421),
        ("192.0.2.7:8765", "0.0.0.0", "192.0.2.7", 200),
        ("192.0.2.8:8765", "0.0.0.0", "192.0.2.7", 421),
        ("0.0.0.0:8765", "0.0.0.0", "0.0.0.0", 421),
        ("evil.example", "0.0.0.0", "192.0.2.7", 421),
        ("evil.example", "0.0.0.0", "evil.example", 421),
        ("[2001:db8::1]", "::", "2001:db8::1", 200),
        ("[2001:db8::2]", "::", "2001:db8::1", 421),
        ("192.0.2.7", "::", "::ffff:192.0.2.7", 200),
        ("review.example", "review.example", "192.0.2.7", 200),
        ("192.0.2.7", "review.example", "192.0.2.7", 421),
    ],
)
def test_names_that_were_never_given_are_refused(tmp_path, store, host, listens, reached, status):
    desk = Desk(tmp_path, store, ReviewSettings(), Keys.of_run(tmp_path), Where(listens).names)
    pages = application(desk)

    async def served(scope, receive, send):  # as a server tells by which of its addresses it was reached
        await pages({**scope, "server": (reached, 8765)}, receive, send)

    answer = TestClient(served).get("/enter", headers={"Host": host})
    assert answer.status_code == status
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_what_every_answer_tells_browsers(desk, person):
    ann = person("Ann")
    for place in ("/", "/enter", "/nowhere", "/static/style.css", "/static/review.js", "/guideline"):
        answer = ann.get(place)
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy and "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert ("no-store" in answer.headers["cache-control"]) != place.startswith("/static")
        if answer.headers.get("content-type", "").startswith("text/html"):
            assert not re.search(r"<script(?![^>]*src=)|\son\w+=|\sstyle=|javascript:", answer.text), place
    nonces = {re.search("nonce-([^']+)", ann.get("/").headers["content-security-policy"])[1] for _ in range(3)}
    assert len(nonces) == 3


def test_too_much_at_once_is_refused_before_it_is_read(person, monkeypatch):
    ann = person("Ann")
    answer = ann.client.post("/next", headers={"Content-Length": str(access.MOST_BYTES + 1)})
    assert answer.status_code == 413
    monkeypatch.setattr(access, "MOST_BYTES", 1000)
    parts = (b"a=%d&" % number for number in range(1000))
    answer = ann.client.post("/next", content=parts, headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert answer.status_code == 413 and "1,000 bytes" in answer.text


def test_reading_changes_nothing(desk, person, store):
    store.add([proposal(1), options(2)])
    ann = person("Ann")
    before = store.events()
    for item in store.items():
        for place in ("", "/submit", "/take", "/draft", "/skip", "/undo", "/heartbeat"):
            assert ann.get(f"/items/{item.id}{place}").status_code in (200, 405)
    assert ann.get("/next").status_code == 405
    ann.get("/")
    assert store.events() == before
    assert store.standing(1).yours == 0


# the way through the queue


def test_an_item_is_accepted_and_the_next_one_comes(person, store):
    store.add([proposal(1), proposal(2)])
    ann = person("Ann")
    item, answer = ann.judge(verdict="accept", seconds="12.5")
    assert answer.status_code == 303
    (verdict,) = store.verdicts(item, None)
    assert (verdict.content, verdict.seconds) == (Accept(), 12.5)
    following, _, page = ann.open(answer.headers["location"])
    assert following != item and "shop.p1</strong> accepted as it is" in page
    answer = ann.post(f"/items/{item}/undo")
    assert answer.headers["location"] == f"/items/{item}"
    assert store.held(1, item) is not None


def test_a_double_click_counts_once_and_never_lands_on_the_next_item(person, store):
    store.add([proposal(1), proposal(2)])
    ann = person("Ann")
    item, fields, _ = ann.next()
    first = ann.post(f"/items/{item}/submit", {**fields, "verdict": "accept"})
    second = ann.post(f"/items/{item}/submit", {**fields, "verdict": "accept"})
    assert first.headers["location"] == second.headers["location"]
    assert [len(store.verdicts(each.id, None)) for each in store.items()] == [1, 0]
    other = ann.post(f"/items/{item}/submit", {**fields, "verdict": "reject", "reasons": "dull"})
    assert other.status_code == 409 and "under a new key" in problem(other)


def test_scripts_get_their_answers_as_json(person, store):
    store.add([proposal(1)])
    ann = person("Ann")
    item, fields, _ = ann.next()
    headers = {"Accept": "application/json"}
    refused = ann.post(f"/items/{item}/submit", fields, headers=headers)
    assert refused.status_code == 409 and "nothing is chosen" in refused.json()["problem"]
    assert ann.post(f"/items/{item}/submit", {**fields, "verdict": "accept"}, headers=headers).json() == {
        "next": f"/?done={item}"
    }
    ann.client.cookies.clear()
    assert "not signed in" in ann.post("/next", headers=headers).json()["problem"]
    part = ann.post("/next", headers={"HX-Request": "true"})
    assert part.text.startswith("<p") and part.status_code == 401


def test_edits_are_what_differs_and_line_ends_do_not(person, store):
    body = {**proposal(1).body, "background": "buys\nwine\n"}
    store.add([proposal(1, body=body), proposal(2)])
    ann = person("Ann")
    told = {f"changes.{name}": body[name] for name in ("name", "location", "job_title")}
    same = {**told, "changes.background": "buys\r\nwine\r\n", "verdict": "edit"}
    _, answer = ann.judge(**same)
    assert answer.status_code == 409 and "nothing is changed" in problem(answer)
    item, answer = ann.judge(**{**same, "changes.location": "Trieste", "changes.id": "x"})
    assert answer.status_code == 303
    assert store.verdicts(item, None)[0].content == Edit(changes={"location": "Trieste"})
    _, answer = ann.judge(verdict="edit", **{"changes.name": " "})
    assert answer.status_code == 303  # words are people's business


def test_a_rejection_needs_a_reason(person, store):
    store.add([proposal(1)])
    ann = person("Ann")
    _, answer = ann.judge(verdict="reject", reason="  ")
    assert answer.status_code == 409 and "needs a reason" in problem(answer)
    item, answer = ann.judge(verdict="reject", reasons="a stereotype", reason="and dull")
    assert store.verdicts(item, None)[0].content == Reject(reasons=("a stereotype", "and dull"))


@pytest.mark.parametrize(
    ("form", "fields", "said"),
    [
        ("choose", {"verdict": "option:shop.p1.s2"}, Choose(option="shop.p1.s2")),
        ("choose", {"verdict": "reject", "reasons": "all are too vague"}, Reject(reasons=("all are too vague",))),
        ("choose", {"verdict": "option:shop.p9"}, "none of the options"),
        ("keep", {"verdict": "keep"}, Keep(keep=True)),
        ("keep", {"verdict": "drop"}, Keep(keep=False)),
        ("keep", {"verdict": "accept"}, "cannot be said"),
        ("answer", {"verdict": "no", "flags": "harmful"}, Answer(reply="no", flags=("harmful",))),
        ("answer", {"verdict": "unsure"}, Answer(reply="unsure")),
        ("answer", {}, "nothing is chosen"),
        (
            "rank",
            {"verdict": "rank", "place.0": "3", "place.1": "1", "place.2": "2"},
            Rank(order=("shop.p1.s2", "shop.p1.s3", "shop.p1.s1")),
        ),
        ("rank", {"verdict": "rank", "place.0": "1", "place.1": "1", "place.2": "2"}, "another place"),
        ("rank", {"verdict": "rank", "place.0": "1", "place.1": "2", "place.2": "4"}, "another place"),
        ("score", {"verdict": "score", "score": "85"}, Score(score=85)),
        ("score", {"verdict": "score", "score": "high"}, "from 0 to 100"),
        ("score", {"verdict": "score", "score": "101"}, "from 0 to 100"),
        ("score", {"verdict": "score", "score": "nan"}, "from 0 to 100"),
    ],
)
def test_every_form(person, store, form, fields, said):
    listed = {"choose": {"kind": "scenario", "body": options(1).body}, "rank": {"body": options(1).body}}
    store.add([proposal(1, form=form, **listed.get(form, {}))])
    item, answer = person("Ann").judge(**fields)
    if isinstance(said, str):
        assert answer.status_code == 409 and said in problem(answer)
    else:
        assert answer.status_code == 303, answer.text
        assert store.verdicts(item, None)[0].content == said


@pytest.mark.parametrize(
    ("form", "said", "there"),
    [
        ("judge", {"verdict": "edit", "changes.name": "Zoe"}, ['value="edit" data-key="e" checked', 'value="Zoe"']),
        (
            "judge",
            {"verdict": "reject", "reason": "dull"},
            ['value="reject" data-key="r" checked', 'value="dull" checked'],
        ),
        ("judge", {"verdict": "accept"}, ['value="accept" data-key="a" checked']),
        ("keep", {"verdict": "drop"}, ['value="drop" data-key="n" checked']),
        ("answer", {"verdict": "no", "flags": "harmful"}, ['value="no" data-key="n" checked']),
        ("score", {"verdict": "score", "score": "85"}, ['inputmode="numeric" value="85"']),
        ("choose", {"verdict": "option:shop.p1.s2"}, ['value="option:shop.p1.s2" data-key="2" checked']),
        (
            "rank",
            {"verdict": "rank", "place.0": "2", "place.1": "3", "place.2": "1"},
            ['aria-label="Place of option 1" value="2"', 'aria-label="Place of option 3" value="1"'],
        ),
    ],
)
def test_what_is_taken_back_stands_in_the_form_again(person, store, clock, form, said, there):
    listed = {"choose": {"kind": "scenario", "body": options(1).body}, "rank": {"body": options(1).body}}
    store.add([proposal(1, form=form, **listed.get(form, {}))])
    ann = person("Ann")
    item, fields, _ = ann.next()
    keep = {"fields": {"changes.name": ["Zo"]}, "hash": fields["hash"], "sequence": 1}
    ann.client.post(f"/items/{item}/draft", json=keep, headers={"X-CSRF-Token": ann.csrf})
    clock.now += 1
    ann.post(f"/items/{item}/submit", {**fields, **said})
    page = ann.get(ann.post(f"/items/{item}/undo").headers["location"]).text
    assert [each for each in there if each not in page] == []


def test_only_some_kinds_are_asked_for_until_the_reviewer_says_otherwise(person, store):
    store.add([proposal(1), options(2), options(3)])
    ann = person("Ann")
    item, fields, _ = ann.next(kinds="scenario")
    assert store.item(item)[0].kind == "scenario" and fields["kinds"] == "scenario"
    answer = ann.post(f"/items/{item}/submit", {**fields, "verdict": "option:shop.p2.s1"})
    following, fields, _ = ann.open(answer.headers["location"])
    assert store.item(following)[0].kind == "scenario"
    answer = ann.post(f"/items/{following}/skip", fields)
    assert answer.headers["location"].startswith(f"/items/{following}")  # skipped, it is the last one of them


def test_the_empty_page_says_why_it_is_empty(person, store):
    ann = person("Ann")
    assert "nothing is in the queue yet" in ann.get("/").text
    store.add([proposal(1, overlap=1), proposal(2, overlap=1)])
    (bea,) = invited(store, "Bea")
    given(store, bea)
    _, answer = ann.judge(verdict="accept")
    page = ann.get(answer.headers["location"])
    assert "0 open for you: 1 done by you, 1 held by others (next free in 15 min)" in page.text
    assert "Others hold what you could judge" in page.text
    assert ann.post("/next").headers["location"] == "/"


# nothing is lost


def test_a_draft_comes_back_wherever_its_author_opens_the_item(person, store, clock):
    store.add([proposal(1, overlap=1), proposal(2, overlap=1)])
    ann = person("Ann")
    item, fields, _ = ann.next()
    typed = {"verdict": ["reject"], "reasons": ["a stereotype", "my own"], "changes.name": [HOSTILE]}
    keep = {"fields": typed, "hash": fields["hash"], "sequence": 7}
    place, headers = f"/items/{item}/draft", {"X-CSRF-Token": ann.csrf}
    assert ann.client.post(place, json=keep, headers=headers).json() == {"kept": True}
    assert ann.client.post(place, json={**keep, "sequence": 6}, headers=headers).json() == {"kept": False}
    assert ann.client.post(place, json=[1], headers=headers).status_code == 400
    assert ann.client.post(place, content="{", headers=headers).status_code == 400
    page = ann.get(f"/items/{item}").text
    assert 'value="reject" data-key="r" checked' in page and 'value="my own" checked' in page
    assert unescape(re.search(r'name="changes.name" value="([^"]*)"', page)[1]) == HOSTILE
    assert "<script>alert" not in page and 'data-sequence="7"' in page
    clock.now += 3600
    bea = person("Bea")
    assert bea.next()[0] == item
    assert "my own" not in bea.get(f"/items/{item}").text
    assert "my own" in ann.get(f"/items/{item}").text, "the lease is gone, the draft is not"


def test_a_lease_that_was_lost_is_taken_again_and_one_that_cannot_be_is_explained(person, store, clock):
    store.add([proposal(1, overlap=1)])
    ann, bea = person("Ann"), person("Bea")
    item, fields, _ = ann.next()
    assert ann.post(f"/items/{item}/heartbeat").json()["held"] is True
    clock.now += 3600
    bea.next()
    assert ann.post(f"/items/{item}/heartbeat").json() == {"held": False, "seconds": 0}
    store.release(2, store.held(2, item).token)
    answer = ann.post(f"/items/{item}/submit", {**fields, "verdict": "accept"})
    assert answer.status_code == 303 and [each.late for each in store.verdicts(item, None)] == [False]

    store.add([proposal(2, overlap=1)])
    item, fields, _ = ann.next()
    clock.now += 3600
    assert bea.judge(verdict="accept")[0] == item
    answer = ann.post(f"/items/{item}/submit", {**fields, "verdict": "reject", "reasons": "dull"})
    page = ann.get(answer.headers["location"]).text
    assert "your verdict is kept for the adjudicator" in page
    assert [each.late for each in store.verdicts(item, None)] == [False, True]


def test_a_stale_item_is_explained_and_what_was_typed_stays(person, store):
    store.add([proposal(1)])
    ann = person("Ann")
    item, fields, _ = ann.next()
    store.retire([item], "the table was described anew")
    answer = ann.post(f"/items/{item}/submit", {**fields, "verdict": "accept"})
    assert answer.status_code == 409 and "has changed since you were given it" in problem(answer)
    page = ann.get(f"/items/{item}").text
    assert "the table was described anew" in page and "not in the queue any more" in page


# blindness and adjudication


def test_nobody_sees_a_verdict_before_all_are_in_and_a_third_person_decides(person, store):
    store.add([proposal(1)])
    ann, bea, eve = person("Ann"), person("Bea"), person("Eve", "adjudicator")
    item, answer = ann.judge(verdict="edit", **{"changes.location": "Trieste"})
    assert "edited: location" in ann.get(f"/items/{item}").text
    for other in (bea, eve, person("Ida", "admin")):
        page = other.get(f"/items/{item}").text
        assert "Trieste" not in page and "edited" not in page
        assert "edited" not in other.get(f"/?done={item}").text and "Trieste" not in other.get(f"/?done={item}").text
    assert bea.judge(verdict="reject", reasons="a stereotype")[0] == item
    found, fields, page = eve.next()
    assert found == item and "edited: location" in page and "rejected: a stereotype" in page
    assert "<del>Turin</del><ins>Trieste</ins>" in page
    assert not re.search("Ann|Bea", page[page.index("<main") :])
    first = re.search(r'value="take:(\d+)"', page)[1]
    _, _, edited = eve.open(f"/items/{item}?start={first}")
    assert 'name="changes.location" value="Trieste"' in edited and 'value="edit" data-key="e" checked' in edited
    wrong = eve.post(f"/items/{item}/submit", {**fields, "verdict": "take:999"})
    assert wrong.status_code == 409 and "no verdict 999" in problem(wrong)
    answer = eve.post(f"/items/{item}/submit", {**fields, "verdict": f"take:{first}"})
    assert answer.status_code == 303
    decided = store.item(item)[0]
    assert (decided.decision, decided.decided_by) == (Edit(changes={"location": "Trieste"}), "adjudication")


def test_a_reviewer_cannot_take_over_what_is_not_theirs_to_see(person, store):
    store.add([proposal(1)])
    ann, bea = person("Ann"), person("Bea")
    item, _ = ann.judge(verdict="edit", **{"changes.location": "Trieste"})
    (verdict,) = store.verdicts(item, None)
    _, answer = bea.judge(verdict=f"take:{verdict.id}")
    assert answer.status_code == 409
    assert "Trieste" not in bea.get(f"/items/{item}?start={verdict.id}").text


def test_a_verdict_cannot_be_taken_back_when_another_is_in(person, store):
    store.add([proposal(1)])
    ann, bea = person("Ann"), person("Bea")
    item, _ = ann.judge(verdict="accept")
    bea.judge(verdict="accept")
    answer = ann.post(f"/items/{item}/undo")
    assert answer.status_code == 409 and "yours stands" in problem(answer)
    assert f"/items/{item}/undo" not in ann.get(f"/items/{item}").text


def test_an_item_that_was_looked_for_is_taken_if_there_is_a_place(person, store):
    store.add([proposal(1, overlap=1)])
    item = store.items()[0].id
    ann, bea = person("Ann"), person("Bea")
    page = ann.get(f"/items/{item}").text
    assert "Take it" in page and '<fieldset class="bare" disabled>' in page and 'id="submit"' not in page
    assert ann.post(f"/items/{item}/take").headers["location"] == f"/items/{item}"
    refused = bea.post(f"/items/{item}/take")
    assert refused.status_code == 409 and "no place is free" in problem(refused)
    assert bea.get("/items/nothing").status_code == 409


# text stays text


@pytest.mark.parametrize("form", ["judge", "choose", "keep", "rank", "answer", "score"])
def test_hostile_text_is_text(person, store, form):
    flags = [{"kind": "harmful", "field": HOSTILE, "start": 0, "end": 1, "passage": HOSTILE, "why": HOSTILE}]
    words = dict.fromkeys(("name", "location", "job_title", "background", "description", "goal"), HOSTILE)
    body = {**proposal(1).body, **words, "flags": flags}
    listed = {"options": [{**body, "id": f"{HOSTILE}{number}"} for number in (1, 2)]}
    store.add(
        [proposal(1, form=form, record=HOSTILE, why=HOSTILE, body=listed if form in ("choose", "rank") else body)]
    )
    ann = person("Ann")
    _, fields, page = ann.next()
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 4
    assert "<script>alert" not in page and "\" onfocus='" not in page and "{{ 7 * 7 }}" in page
    said = {"judge": {"verdict": "reject", "reason": HOSTILE}, "choose": {"verdict": f"option:{HOSTILE}1"}}.get(
        form, {}
    )
    if said:
        item = store.items()[0].id
        answer = ann.post(f"/items/{item}/submit", {**fields, **said})
        assert answer.status_code == 303
        assert "<script>alert" not in ann.get(answer.headers["location"]).text
        assert "<script>alert" not in ann.get(f"/items/{item}").text


def test_the_guideline_has_a_part_for_every_kind(person, desk):
    page = person("Ann").get("/guideline").text
    for kind in desk.asked:
        assert f'id="{kind}"' in page
    assert page.count("<li>") >= 3 * len(desk.asked)


def test_what_goes_wrong_unforeseen_is_told_without_its_insides(desk, person, monkeypatch):
    person("Ann")
    client = TestClient(application(desk), base_url=HERE, raise_server_exceptions=False)
    client.cookies.set(desk.keys.cookie, desk.store.sessions.begin(desk.store.invite("Bea", "reviewer")))

    def broken(*_):
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(desk.store, "standing", broken)
    answer = client.get("/")
    assert answer.status_code == 500 and "ZeroDivisionError" in answer.text and "secret" not in answer.text


def test_who_judges_on_the_page_and_who_judges_otherwise_decide_together(person, store):
    store.add([proposal(1, overlap=2)])
    (bea,) = invited(store, "Bea")
    store.submit(bea, submission(given(store, bea)))
    item, answer = person("Ann").judge(verdict="accept")
    assert answer.status_code == 303 and store.item(item)[0].state == "decided"


# what pages say of the way


@pytest.mark.parametrize(("overlap", "words"), [(1, "One person judges"), (2, "Two people judge"), (5, "Five people")])
def test_how_many_people_judge_an_item_is_told_as_it_is(tmp_path, store, overlap, words):
    desk = Desk(tmp_path, store, ReviewSettings(overlap=overlap), Keys.of_run(tmp_path))
    assert words in Person(desk, "Ann").get("/").text


def test_only_kinds_and_keys_that_there_are_are_listed(tmp_path, store):
    desk = Desk(tmp_path, store, ReviewSettings(of=("persona",)), Keys.of_run(tmp_path))
    page = Person(desk, "Ann").get("/").text
    assert "Only some kinds" not in page and "while you solve a case" not in page and "run the code" not in page
    assert "<dd>reasons, verdicts A and B" in page
    other = Person(Desk(tmp_path, store, ReviewSettings(of=("scenario", "case")), Keys.of_run(tmp_path)), "Ben")
    page = other.get("/").text
    assert 'value="scenario"' in page and 'value="persona"' not in page and "while you solve a case" in page


def test_an_items_page_says_how_far_its_reader_has_come(person, store, monkeypatch):
    monkeypatch.setattr("human_review.web.recalling.QUICK", float("inf"))  # however slow the machine is
    store.add([proposal(number) for number in range(3)])
    ann = person("Ann")
    ann.judge(verdict="accept")
    _, _, page = ann.next()
    assert "1 judged by you · 2 for you" in page


def test_what_is_refused_says_what_happened_truly(person, store):
    store.add([proposal(number, overlap=1) for number in (1, 2, 3)])
    first, second, third = (each.id for each in store.items())
    ann, bea = person("Ann"), person("Bea")
    (lea,) = invited(store, "Lea", role="admin")
    ann.judge(verdict="accept")
    assert "is decided already" in problem(bea.post(f"/items/{first}/take"))
    ann.post(f"/items/{second}/take")
    assert "others have it in hand for 15 min more" in problem(bea.post(f"/items/{second}/take"))
    store.leading.dismiss([third], "twice in the run", lea)
    refused = problem(bea.post(f"/items/{third}/take"))
    assert "is not in the queue any more (taken out of the queue: twice in the run)" in refused
    assert "changed" not in refused


def test_what_people_differ_on_is_the_adjudicators(person, store):
    store.add([proposal(1)])
    ann, bea, cy = person("Ann"), person("Bea"), person("Cy")
    item, _ = ann.judge(verdict="accept")
    bea.judge(verdict="reject", reason="no")
    assert "people differ on shop.p1, and an adjudicator decides" in problem(cy.post(f"/items/{item}/take"))
