"""Signing in: a link leads to this server alone, replaces nobody unasked, and what it opens ends for good."""

import re

import pytest
from fastapi.testclient import TestClient

from company.config import ReviewSettings
from company.errors import ReviewError
from human_review.store.sessions import LONGEST_SECONDS, MOST, NOTED_SECONDS
from human_review.web.app import application
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.review import proposal
from tests.support.review_pages import HERE, Person

HOUR = 3600.0


@pytest.fixture
def desk(tmp_path, store):
    return Desk(tmp_path, store, ReviewSettings(idle_hours=2), Keys.of_run(tmp_path))


def browser(desk):
    return TestClient(application(desk), base_url=HERE, follow_redirects=False, headers={"Origin": HERE})


def signed_in(client):
    """Whom the pages take the browser for."""
    return client.get("/enter", headers={"Accept": "application/json"}).json()["who"]


AWAY = [
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/%09/evil.example\t",
    "\t//evil.example",
    "/\n/evil.example",
    "/\r/evil.example",
    "/\x00/evil.example",
    "/ /evil.example",
    "/\u2028/evil.example",
    "/a?next=//evil.example",
    "/a#//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "evil.example",
    "",
]


@pytest.mark.parametrize("place", AWAY)
def test_where_a_link_leads_on_is_a_path_of_this_server_or_the_queue(desk, store, place):
    client = browser(desk)
    token = store.invite("Ann", "reviewer")
    page = client.get("/enter", params={"next": place})
    assert re.search('name="next" value="([^"]*)"', page.text)[1] == "/"
    assert client.post("/enter", data={"token": token, "next": place}).headers["location"] == "/"
    assert client.post("/enter", data={"token": token, "next": place}).headers["location"] == "/", "signed in already"
    told = client.get("/enter", params={"next": place}, headers={"Accept": "application/json"})
    assert told.json() == {"who": "Ann", "next": "/"}


@pytest.mark.parametrize("place", ["/", "/items/0123abc", "/run/quality", "/a%20b", "/guideline"])
def test_a_path_is_kept(desk, store, place):
    answer = browser(desk).post("/enter", data={"token": store.invite("Ann", "reviewer"), "next": place})
    assert answer.headers["location"] == place


def test_what_a_link_opens_is_neither_the_link_nor_the_same_twice(desk, store):
    token, names = store.invite("Ann", "reviewer"), set()
    for _ in range(3):
        client = browser(desk)
        client.post("/enter", data={"token": token})
        names.add(client.cookies[desk.keys.cookie])
    assert len(names) == 3 and token not in names
    direct = browser(desk)
    direct.cookies.set(desk.keys.cookie, token)
    assert direct.get("/").status_code == 303, "an invitation's token is no sign-in"


def test_a_name_that_was_put_into_a_browser_is_not_taken_over(desk, store):
    client = browser(desk)
    client.cookies.set(desk.keys.cookie, "chosen by somebody else")
    answer = client.post("/enter", data={"token": store.invite("Ann", "reviewer")})
    assert "chosen by somebody else" not in answer.headers["set-cookie"]
    planted = browser(desk)
    planted.cookies.set(desk.keys.cookie, "chosen by somebody else")
    assert planted.get("/").status_code == 303


def test_a_copied_cookie_is_worth_nothing_after_its_owner_signed_out(desk, store):
    store.add([proposal(1)])
    ann, thief = Person(desk, "Ann"), browser(desk)
    thief.cookies.set(desk.keys.cookie, ann.session)
    assert signed_in(thief) == "Ann"
    assert ann.post("/leave").status_code == 303
    assert signed_in(thief) is None
    assert thief.get("/").status_code == 303
    assert thief.post("/next", data={"csrf": ann.csrf}).status_code == 401
    again = browser(desk)
    again.post("/enter", data={"token": ann.token})
    assert signed_in(again) == "Ann" and signed_in(thief) is None


def test_a_sign_in_ends_when_nobody_is_there_and_lasts_while_somebody_is(desk, store, clock):
    ann = Person(desk, "Ann")
    for _ in range(4):
        clock.now += 1.9 * HOUR
        assert ann.get("/").status_code == 200
    clock.now += 2 * HOUR + NOTED_SECONDS + 1
    assert ann.get("/").status_code == 303 and ann.post("/next").status_code == 401
    clock.now -= HOUR
    assert ann.get("/").status_code == 303, "what is over does not come back"


def test_a_page_that_looks_again_by_itself_holds_nobody_signed_in(desk, clock):
    ann = Person(desk, "Ann")
    for _ in range(6):
        clock.now += HOUR / 3
        assert ann.get("/?unattended=yes").status_code == 200
    clock.now += HOUR / 3
    assert ann.get("/?unattended=yes").status_code == 303


def test_a_sign_in_ends_after_a_month_however_busy(store, clock):
    name = store.sessions.begin(store.invite("Ann", "reviewer"))
    end = clock.now + LONGEST_SECONDS
    while clock.now + 11 * HOUR < end:
        clock.now += 11 * HOUR
        assert store.sessions.whose(name, 12 * HOUR).name == "Ann"
    clock.now += 11 * HOUR
    with pytest.raises(ReviewError, match="not signed in"):
        store.sessions.whose(name, 12 * HOUR)


@pytest.mark.parametrize("how", ["a new link", "dismissal"])
def test_a_sign_in_ends_with_its_invitation(desk, store, how):
    ann = Person(desk, "Ann")
    if how == "dismissal":
        store.dismiss("Ann")
    store.invite("Ann", "reviewer")
    assert ann.get("/").status_code == 303
    with pytest.raises(ReviewError, match="not valid"):
        store.sessions.begin(ann.token)


def test_of_one_person_so_many_sign_ins_are_open_and_no_more(store, clock):
    token = store.invite("Ann", "reviewer")
    names = []
    for _ in range(MOST + 2):
        clock.now += 1
        names.append(store.sessions.begin(token))
    kept = []
    for name in names:
        try:
            kept.append(store.sessions.whose(name, HOUR).name)
        except ReviewError:
            kept.append(None)
    assert kept == [None] * 2 + ["Ann"] * MOST


# a link replaces nobody unasked


def test_anothers_link_asks_first_and_changes_nothing(desk, store):
    ann, link = Person(desk, "Ann"), f"{HERE}/enter#{store.invite('Bob', 'reviewer')}"
    asked = ann.client.post("/enter", data={"token": link, "next": "/guideline"})
    assert asked.status_code == 409 and "set-cookie" not in asked.headers
    assert "Sign out Ann, and sign in Bob" in asked.text and signed_in(ann.client) == "Ann"
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', asked.text.partition("<main")[2]))
    assert fields.pop("csrf") == ann.csrf
    for csrf in ("", "0" * 64):  # a page of others cannot press the button
        assert ann.client.post("/enter", data={**fields, "csrf": csrf}).status_code == 403
        assert signed_in(ann.client) == "Ann"
    answer = ann.client.post("/enter", data={**fields, "csrf": ann.csrf})
    assert (answer.status_code, answer.headers["location"]) == (303, "/guideline")
    assert signed_in(ann.client) == "Bob"
    copied = browser(desk)
    copied.cookies.set(desk.keys.cookie, ann.session)
    assert signed_in(copied) is None, "Ann's sign-in has ended"


def test_ones_own_link_leads_on_and_a_wrong_one_is_told(desk, store):
    ann = Person(desk, "Ann")
    again = ann.client.post("/enter", data={"token": ann.token, "next": "/guideline"})
    assert (again.status_code, again.headers["location"]) == (303, "/guideline")
    assert ann.client.cookies[desk.keys.cookie] == ann.session
    wrong = ann.client.post("/enter", data={"token": "nonsense"})
    assert wrong.status_code == 403 and "not valid" in wrong.text and signed_in(ann.client) == "Ann"
    page = ann.get("/enter?next=/guideline")
    assert page.status_code == 200 and "You are signed in as <strong>Ann</strong>" in page.text


def test_the_link_of_who_starts_the_server_asks_as_well(desk, store, monkeypatch):
    ann = Person(desk, "Ann")
    root = store.reviewer(store.invite("Root", "admin"))
    monkeypatch.setattr("human_review.web.entering.time.time", lambda: 0.0)
    link = desk.keys.ticket(root.id, 0.0)
    assert ann.client.post("/enter", data={"token": link}).status_code == 409
    assert signed_in(ann.client) == "Ann"
    told = {"token": link, "instead": "yes", "csrf": ann.csrf}
    assert ann.client.post("/enter", data=told).status_code == 303 and signed_in(ann.client) == "Root"
