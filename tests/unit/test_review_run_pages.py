"""Pages of a run: what they show, to whom, and what they change."""

import re
import shutil

import pytest
from fastapi.testclient import TestClient

from company.archive import Archive
from company.config import ReviewSettings
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Edit, Reject
from human_review.web.app import application
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.review import given, invited, persona, proposal, submission

HOSTILE = "<script>alert(1)</script>"
BASE = "http://localhost:8765"


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """A run of which two people have judged six items; not to be written to."""
    folder = tmp_path_factory.mktemp("judged")
    with Archive.create(folder) as archive:
        for number in range(1, 4):
            archive.put(persona(number, name=f"Ada {HOSTILE}" if number == 1 else f"Ada {number}"))
    with ReviewStore.of_run(folder) as store:
        ann, bob = invited(store, "Ann", "Bob")
        store.add([proposal(number) for number in range(1, 9)])
        store.add([proposal(9, body={**proposal(9).body, "name": HOSTILE})])
        for number in range(6):
            for reviewer in (ann, bob):
                said = (
                    Edit(changes={"background": "b"}) if number == 3 else Accept() if number else Reject(reasons=("n",))
                )
                store.submit(reviewer, submission(given(store, reviewer), said))
    return folder


@pytest.fixture
def desk(judged, tmp_path):
    run = shutil.copytree(judged, tmp_path / "run")
    with ReviewStore.of_run(run) as store:
        yield Desk(run, store, ReviewSettings(), Keys.of_run(run))


def client(desk, role="admin", name="Root"):
    opened = TestClient(application(desk), base_url=BASE)
    opened.cookies.set(desk.keys.cookie, desk.store.sessions.begin(desk.store.invite(name, role)))
    return opened


def post(opened, place, **told):
    session = next(iter(opened.cookies.jar)).value
    headers = {"Origin": BASE, "X-CSRF-Token": opened.app.state.desk.keys.csrf(session)}
    return opened.post(place, data=told, headers=headers, follow_redirects=False)


def text(answer):
    assert answer.status_code == 200, answer.text
    main = answer.text.partition("<main")[2].partition("</main>")[0] or answer.text
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))


def test_the_run_page_shows_figures_and_fetches_what_takes_long(desk):
    opened = client(desk)
    page = opened.get("/run")
    words = text(page)
    assert "6 of 9 items decided" in words and "66.7 % usable unedited, of 6 that people decided" in words
    assert words.index("Items by kind") < words.index("All kinds together") and "in the paper" not in words
    assert "67 % accepted, 17 % edited, 17 % rejected" in words
    assert 'hx-get="/run/quality"' in page.text and "Agreement take" not in words
    part = opened.get("/run/quality", headers={"HX-Request": "true"})
    assert part.text.lstrip().startswith("<h2>How long it still takes</h2>") and "<html" not in part.text
    assert "Krippendorff" not in part.text and "AC1" in text(part) and "Ann" in text(part)
    assert "6 of 9" in text(opened.get("/run/quality")) and "<html" in opened.get("/run/quality").text
    assert 'hx-get="/run/quality"' not in opened.get("/run").text


def test_others_figures_and_gold_are_for_admins(desk):
    desk.store.mark_gold(desk.store.items(state="decided")[0].id)
    words = text(client(desk, "reviewer", "Zoe").get("/run"))
    assert "5 of 9 items decided" in words and "You have not judged anything yet" in words
    assert "edited" not in words and "Ann" not in words and "gold" not in words.lower()
    assert "Gold items" in text(client(desk).get("/run/quality"))
    for role in ("reviewer", "adjudicator"):
        opened = client(desk, role, role)
        for place in ("/people", "/events", "/run/quality"):
            assert opened.get(place).status_code == 403
        assert post(opened, "/people/invite", name="Eve", role="admin").status_code == 403
        assert post(opened, "/people/dismiss", name="Ann").status_code == 403
        told = {"whose": "person:1", "kind": "persona", "share": "30"}
        assert post(opened, "/people/share", **told).status_code == 403
    assert "Eve" not in [each.name for each in desk.store.reviewers()]


def test_nobody_unknown_sees_anything(desk):
    opened = TestClient(application(desk), base_url=BASE, follow_redirects=False)
    for place in ("/run", "/run/quality", "/search", "/people", "/events"):
        assert opened.get(place).headers["location"].startswith("/enter")


def test_items_are_found_and_paged(desk, monkeypatch):
    monkeypatch.setattr("human_review.web.run_pages.PAGE", 4)
    opened = client(desk)
    seen, place, pages = [], "/search?q=turin&kind=persona", 0
    while place:
        page = opened.get(place)
        seen += re.findall(r"/items/([0-9a-f]{16})", page.text)
        found = re.search(r'href="(/search[^"]*after=[^"]*)" rel="next"', page.text)
        place, pages = (found[1].replace("&amp;", "&") if found else ""), pages + 1
    assert pages == 3 and seen == [each.id for each in desk.store.items()]
    assert "Ada 3, buyer, Turin" in text(opened.get("/search?under=shop.p3"))
    assert "Nothing was found" in text(opened.get("/search?q=nothing+like+it"))
    assert text(opened.get("/search?state=open")).count("buyer") == 3
    assert text(opened.get("/search?kind=wrong&state=wrong")).count("buyer") == 4


def test_what_models_wrote_is_text(desk):
    opened = client(desk)
    for place in ("/search", "/run", "/run/quality"):
        page = opened.get(place)
        assert HOSTILE not in page.text and "&lt;script&gt;" in page.text


def test_a_reviewer_who_searches_cannot_tell_gold(desk):
    opened = client(desk, "reviewer", "Zoe")
    before = {state: text(opened.get(f"/search?state={state}")).count("buyer") for state in ("open", "decided")}
    desk.store.mark_gold(desk.store.items(state="decided")[0].id)
    after = {state: text(opened.get(f"/search?state={state}")).count("buyer") for state in ("open", "decided")}
    assert (before, after) == ({"open": 3, "decided": 6}, {"open": 4, "decided": 5})
    assert text(client(desk).get("/search?state=decided")).count("buyer") == 6


def test_an_invitations_link_is_shown_once_and_works(desk):
    opened = client(desk)
    page = post(opened, "/people/invite", name="Eve & Co", role="adjudicator")
    token = re.search(rf'value="{BASE}/enter#([^"]+)"', page.text)[1]
    assert desk.store.reviewer(token).name == "Eve & Co" and desk.store.reviewer(token).role == "adjudicator"
    assert token not in opened.get("/people").text and token not in opened.get("/events").text
    asked = post(opened, "/people/dismiss", name="Eve & Co")
    assert "Dismiss Eve &amp; Co?" in asked.text and desk.store.reviewer(token).active, "it asks first"
    assert post(opened, "/people/dismiss", name="Eve & Co", sure="yes").headers["location"] == "/people"
    assert "dismissed" in text(opened.get("/people"))


@pytest.mark.parametrize(
    ("place", "told", "words"),
    [
        ("/people/invite", {"name": "", "role": "reviewer"}, "needs a name"),
        ("/people/invite", {"name": "Eve", "role": "king"}, "is no role"),
        ("/people/invite", {"name": "Root", "role": "reviewer"}, "your own name"),
        ("/people/dismiss", {"name": "Root", "sure": "yes"}, "cannot dismiss yourself"),
        ("/people/dismiss", {"name": "Nobody", "sure": "yes"}, "there is no reviewer"),
        ("/people/dismiss", {"name": "Nobody"}, "there is no reviewer"),
        ("/people/set", {"reviewer": "1", "share": "half"}, "number of per cent"),
        ("/people/set", {"reviewer": "1", "share": "120"}, "at most 100 %"),
        ("/people/set", {"reviewer": "1", "skills": "x" * 41}, "at most 40 characters"),
        ("/people/set", {"reviewer": "999"}, "there is no reviewer"),
        ("/people/set", {"reviewer": "1", "ahead": "kings"}, "says of no items"),
        ("/people/need", {"items": "", "skill": "german"}, "choose which items"),
        ("/people/share", {"whose": "", "kind": "persona", "share": "30"}, "choose who is given"),
        ("/people/share", {"whose": "person:1", "kind": "crown", "share": "30"}, "and of which kind"),
        ("/people/share", {"whose": "group:poets", "kind": "persona", "share": "30"}, "has no group"),
        ("/people/share", {"whose": "person:1", "kind": "persona", "share": "a third"}, "number of per cent"),
        ("/people/share", {"whose": "person:x", "kind": "persona", "share": "30"}, "is nobody"),
        ("/people/share", {"whose": "person:1", "kind": "persona", "end": "yes"}, "no such share"),
    ],
)
def test_what_cannot_be_done_is_told_in_words(desk, place, told, words):
    answer = post(client(desk), place, **told)
    assert answer.status_code == 409 and words in answer.text


def test_changes_need_the_forms_token_and_our_own_page(desk):
    opened = client(desk)
    assert opened.post("/people/invite", data={"name": "Eve", "role": "admin"}).status_code == 403
    elsewhere = {"Origin": "http://evil.example"}
    assert opened.post("/people/dismiss", data={"name": "Ann"}, headers=elsewhere).status_code == 403
    assert opened.get("/people/dismiss?name=Ann").status_code in (404, 405)
    assert [each.active for each in desk.store.reviewers()] == [True] * 3


def test_events_are_shown_by_item_or_record_and_paged(desk, monkeypatch):
    monkeypatch.setattr("human_review.web.run_pages.PAGE", 5)
    opened = client(desk)
    page = opened.get("/events?item=shop.p1")
    whats = re.findall(r'<th scope="row">([^<]+)</th>', page.text)
    assert whats == ["decided", "submitted", "claimed", "submitted", "claimed"]
    following = re.search(r'href="(/events[^"]+)" rel="next"', page.text)[1].replace("&amp;", "&")
    assert re.findall(r'<th scope="row">([^<]+)</th>', opened.get(following).text) == ["queued"]
    item = desk.store.of_record("shop.p1")[0].id
    assert "decided" in text(opened.get(f"/events?item={item}"))
    assert "Nothing happened to shop.p77" in text(opened.get("/events?item=shop.p77"))


def test_an_empty_review_has_pages_too(tmp_path):
    with Archive.create(tmp_path), ReviewStore.of_run(tmp_path) as store:
        opened = client(Desk(tmp_path, store, ReviewSettings(), Keys.of_run(tmp_path)))
        assert "0 of 0 items decided" in text(opened.get("/run"))
        assert "No item has been judged by two people yet" in text(opened.get("/run/quality"))
        assert "Nothing was found" in text(opened.get("/search"))
        assert "Root" in text(opened.get("/people")) and "invited" in text(opened.get("/events"))


def test_pages_are_there_while_the_archive_is_not(desk):
    (desk.run / "company.sqlite").unlink()
    opened = client(desk)
    assert "shop.p2" in text(opened.get("/run")) and opened.get("/search").status_code == 200


def test_a_lead_says_what_people_know_how_much_they_do_and_what_items_ask_for(desk):
    opened = client(desk)
    (ann,) = [each for each in desk.store.reviewers() if each.name == "Ann"]
    assert (
        post(opened, "/people/set", reviewer=str(ann.id), skills="German, statistics", share="25 %").status_code == 303
    )
    (ann,) = [each for each in desk.store.reviewers() if each.name == "Ann"]
    assert (ann.skills, ann.share) == (("german", "statistics"), 0.25)
    assert post(opened, "/people/need", items="group:shop.p7", skill="German").status_code == 303
    assert post(opened, "/people/need", items="kind:persona", skill="Greek").status_code == 303
    page = text(opened.get("/people"))
    assert "german, statistics, 25 %" in page and "greek nobody" in page and "german Ann" in page
    assert {each.skill for each in desk.store.items(state="open")} == {"german", "greek"}
    shown = text(opened.get("/run/quality"))
    assert "Nobody knows greek, and 4 reviews ask for it" in shown
    post(opened, "/people/need", items="kind:persona", skill="")
    assert {each.skill for each in desk.store.items(state="open")} == {"german", ""}


def test_a_lead_gives_somebody_a_part_of_a_kind_and_sees_how_far_they_are(desk):
    opened = client(desk)
    (bob,) = [each.id for each in desk.store.reviewers() if each.name == "Bob"]
    told = {"whose": f"person:{bob}", "kind": "persona"}
    assert post(opened, "/people/share", **told, share="100 %").headers["location"] == "/people#shares"
    for _ in range(2):
        assert "Bob Persona 100 % 3 of 3; 0 judged, 3 to come" in text(opened.get("/people")), (
            "as often as it is loaded"
        )
    desk.store.submit(bob, submission(given(desk.store, bob), Accept()))
    assert "Bob Persona 100 % 3 of 3; 1 judged, 2 to come" in text(opened.get("/people"))
    assert "given a share" in text(opened.get("/events")) and "Bob" not in text(
        client(desk, "reviewer", "Z").get("/run")
    )
    assert post(opened, "/people/share", **told, end="yes").status_code == 303
    assert desk.store.leading.shares() == []


def test_what_comes_first_for_somebody_is_chosen_and_shown(desk):
    opened = client(desk)
    someone = desk.store.reviewers()[0]
    assert post(opened, "/people/set", reviewer=str(someone.id), ahead="kind:turn").headers["location"] == "/people"
    assert desk.store.reviewers()[0].ahead == ("kind:turn",)
    page = opened.get("/people").text
    assert page.count('<option value="kind:turn" selected>') == 1 and "first kind turn" in page
    post(opened, "/people/set", reviewer=str(someone.id))
    assert desk.store.reviewers()[0].ahead == ()
