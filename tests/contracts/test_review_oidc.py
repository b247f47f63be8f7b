"""Signing in by an issuer: who is allowed gets in, and nothing that is forged, stale, replayed or another's does."""

import base64
import json
import time
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient

from company.archive import Archive
from company.config import ReviewSettings
from company.errors import ConfigError
from human_review.store import ReviewStore
from human_review.web import issuer as issuers
from human_review.web.app import application
from human_review.web.desk import Desk
from human_review.web.issuer import FILE, Issuer
from human_review.web.signing import Keys
from tests.support.review_pages import HERE, Person

pytest.importorskip("authlib", reason="signing in by an issuer is not tried without Authlib")
from joserfc import jwt
from joserfc.jwk import OctKey

from tests.support.issuer_stand_in import CLIENT, SECRET, issuing, new_key

ALLOW = '"@example.org" = "reviewer"\n"lea@example.org" = "admin"\n"Guest@Elsewhere.net" = "adjudicator"\n'


class Place:
    """A review that an issuer signs people in to."""

    def __init__(self, folder, stand_in):
        with Archive.create(folder):
            pass
        self.run, self.stand_in = folder, stand_in
        self.store = ReviewStore.of_run(folder)
        self.write()

    def write(self, secret=f'client_secret = "{SECRET}"\n', allow=ALLOW, issuer=None):
        told = f'issuer = "{issuer or self.stand_in.url}"\nclient_id = "{CLIENT}"\n{secret}[allow]\n{allow}'
        (self.run / FILE).write_text(told)
        keys = Keys(b"k" * 32)
        self.desk = Desk(self.run, self.store, ReviewSettings(), keys, issuer=Issuer.of_run(self.run))
        self.app = application(self.desk)

    def browser(self):
        return TestClient(self.app, base_url=HERE, follow_redirects=False, headers={"Origin": HERE})

    def went(self, browser, address, place="/run"):
        """What somebody brings back who was sent to the issuer and signed in there."""
        answer = browser.get("/oidc/begin", params={"next": place})
        assert answer.status_code == 303, answer.text
        return self.stand_in.sign_in(answer.headers["location"], address)

    def signed_in(self, address):
        """A browser in which somebody is signed in."""
        browser = self.browser()
        back = browser.get("/oidc/back", params=self.went(browser, address))
        assert back.status_code == 303, problem(back)
        return entered(browser, back)


@pytest.fixture(scope="module")
def stand_in():
    with issuing() as told:
        yield told


@pytest.fixture
def place(tmp_path, stand_in):
    stand_in.metadata, stand_in.claims, stand_in.signing, stand_in.secret = {}, {}, None, SECRET
    opened = Place(tmp_path / "run", stand_in)
    yield opened
    opened.desk.shelf.close()
    opened.store.close()


def entered(browser, back):
    """Go on as the page's script does: the ticket behind the # is posted."""
    there = urlsplit(back.headers["location"])
    told = {"token": there.fragment, "next": parse_qs(there.query)["next"][0]}
    answer = browser.post("/enter", data=told)
    assert answer.status_code == 303 and answer.headers["location"] == told["next"]
    return browser


def problem(answer):
    return answer.text.partition('role="alert">')[2].partition("<")[0]


def test_who_is_allowed_is_signed_in_with_their_role_and_goes_on_where_they_wanted(place):
    assert f"Sign in at {urlsplit(place.stand_in.url).netloc}" in place.browser().get("/enter").text
    for address, role in (
        ("Ann@Example.org", "reviewer"),
        ("lea@example.org", "admin"),
        ("guest@elsewhere.net", "adjudicator"),
    ):
        browser = place.signed_in(address)
        assert address.lower() in browser.get("/run").text
        assert {each.name: each.role for each in place.store.reviewers()}[address.lower()] == role
    place.signed_in("ann@example.org")
    assert len(place.store.reviewers()) == 3, "who comes again is who they were"


def test_a_public_client_is_protected_by_pkce_alone(place):
    place.stand_in.secret = None
    place.write(secret="")
    place.signed_in("ann@example.org")


@pytest.mark.parametrize(
    ("address", "claims", "words"),
    [
        ("eve@evil.net", {}, "eve@evil.net is not among those who may review"),
        ("eve@sub.example.org", {}, "is not among those"),
        ("ann@example.org", {"email_verified": False}, "no verified e-mail"),
        ("ann@example.org", {"email_verified": "true"}, "no verified e-mail"),
        ("ann@example.org", {"email_verified": None}, "no verified e-mail"),
        ("ann@example.org", {"email": None}, "no verified e-mail"),
        ("ann@example.org", {"email": "eve@evil.net@example.org"}, "no verified e-mail"),
        ("ann@example.org", {"email": "\u212aim@example.org"}, "no verified e-mail"),
        ("ann@example.org", {"aud": "another client"}, "is not valid"),
        ("ann@example.org", {"iss": "http://127.0.0.1:1"}, "is not valid"),
        ("ann@example.org", {"nonce": "another"}, "is not valid"),
        ("ann@example.org", {"nonce": None}, "is not valid"),
        ("ann@example.org", {"exp": 1}, "is not valid"),
        ("ann@example.org", {"exp": None}, "is not valid"),
        ("ann@example.org", {"iat": 2**33, "nbf": 2**33}, "is not valid"),
    ],
)
def test_whoever_is_not_allowed_or_not_certain_stays_outside(place, address, claims, words):
    place.stand_in.claims = claims
    browser = place.browser()
    answer = browser.get("/oidc/back", params=place.went(browser, address))
    assert answer.status_code == 403 and words in problem(answer)
    assert place.store.reviewers() == [], "nobody is invited by trying"


def test_a_token_that_another_has_signed_or_nobody_is_refused(place):
    browser = place.browser()
    place.stand_in.signing = new_key()
    answer = browser.get("/oidc/back", params=place.went(browser, "ann@example.org"))
    assert answer.status_code == 403 and "is not valid" in problem(answer)
    public = json.dumps(place.stand_in.key.as_dict(private=False)).encode()
    header, body = base64.urlsafe_b64encode(b'{"alg":"none"}').rstrip(b"="), b"e30"
    forged = [f"{header.decode()}.{body.decode()}.", jwt.encode({"alg": "HS256"}, {}, OctKey.import_key(public))]
    for each in forged:
        real, place.stand_in.sell = place.stand_in.sell, lambda *_, each=each: {"access_token": "a", "id_token": each}
        answer = browser.get("/oidc/back", params=place.went(browser, "ann@example.org"))
        del place.stand_in.sell
        assert place.stand_in.sell == real and answer.status_code == 403 and "is not valid" in problem(answer)
    assert place.store.reviewers() == []


def test_an_answer_counts_in_the_browser_that_asked_once_and_soon(place, monkeypatch):
    for change in (
        {"state": "guessed"},
        {"state": ""},
        {"code": ""},
        {"error": "access_denied"},
        {"iss": "https://other.example"},
    ):
        browser = place.browser()
        answer = browser.get("/oidc/back", params={**place.went(browser, "ann@example.org"), **change})
        assert answer.status_code == 403 and problem(answer), change
    browser, other = place.browser(), place.browser()
    brought = place.went(browser, "ann@example.org")
    assert "not begun in this browser" in problem(other.get("/oidc/back", params=brought))
    assert browser.get("/oidc/back", params=brought).status_code == 303
    assert "not begun in this browser" in problem(browser.get("/oidc/back", params=brought)), "once"
    brought = place.went(browser, "ann@example.org")
    now = time.time()
    monkeypatch.setattr("human_review.web.issuer_pages.time.time", lambda: now + 601)
    assert "not begun in this browser" in problem(browser.get("/oidc/back", params=brought)), "soon"
    forged = place.desk.keys.sealed("csrf", "{}")
    assert place.desk.keys.unsealed("oidc", forged) is None, "what is sealed for something else opens nothing"


def test_another_code_is_of_no_use_without_its_own_verifier(place):
    ann, eve = place.browser(), place.browser()
    of_ann, of_eve = place.went(ann, "ann@example.org"), place.went(eve, "eve@example.org")
    answer = eve.get("/oidc/back", params={"code": of_ann["code"], "state": of_eve["state"]})
    assert answer.status_code == 403 and "did not take the code (invalid_grant)" in problem(answer)


def test_it_leads_to_a_path_of_this_server_and_replaces_nobody_without_asking(place):
    browser = place.browser()
    back = browser.get("/oidc/back", params=place.went(browser, "ann@example.org", "/%09/evil.example"))
    assert back.headers["location"].startswith("/enter?next=%2F")
    assert parse_qs(urlsplit(back.headers["location"]).query)["next"][0] in ("/", "/%09/evil.example")
    for evil in ("//evil.example", "https://evil.example", "/\t/evil.example", "\\evil.example"):
        back = browser.get("/oidc/back", params=place.went(browser, "ann@example.org", evil))
        assert parse_qs(urlsplit(back.headers["location"]).query)["next"] == ["/"], evil
    bob = Person(place.desk, "Bob")
    back = bob.client.get("/oidc/back", params=place.went(bob.client, "ann@example.org"))
    answer = bob.client.post("/enter", data={"token": urlsplit(back.headers["location"]).fragment})
    assert answer.status_code == 409 and "Bob" in bob.get("/run").text


def test_the_dismissed_stay_outside_and_known_people_keep_their_role(place):
    place.store.invite("ann@example.org", "adjudicator")
    place.signed_in("ann@example.org")
    assert place.store.reviewers()[0].role == "adjudicator"
    place.store.dismiss("ann@example.org")
    browser = place.browser()
    answer = browser.get("/oidc/back", params=place.went(browser, "ann@example.org"))
    assert answer.status_code == 403 and "may not review any more" in problem(answer)


def test_cookies_of_a_sign_in_on_its_way_are_out_of_reach_of_scripts_and_tell_no_secret(place):
    answer = place.browser().get("/oidc/begin")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Path=/oidc" in cookie
    assert SECRET not in cookie and SECRET not in answer.headers["location"] and SECRET not in repr(place.desk.issuer)


@pytest.mark.parametrize(
    ("metadata", "words"),
    [
        ({"issuer": "https://other.example"}, "calls itself"),
        ({"token_endpoint": "http://192.0.2.1/token"}, "no token_endpoint that can be reached safely"),
        ({"jwks_uri": None}, "no jwks_uri"),
    ],
)
def test_an_issuer_that_is_not_who_it_should_be_signs_nobody_in(place, metadata, words):
    place.stand_in.metadata = metadata
    answer = place.browser().get("/oidc/begin")
    assert answer.status_code == 502 and words in answer.text


def test_an_issuer_that_does_not_answer_is_told_and_links_still_work(place, stand_in):
    place.write(issuer=f"{stand_in.url}/nowhere")
    answer = place.browser().get("/oidc/begin")
    assert answer.status_code == 502 and "cannot be asked" in answer.text and "Link or token" in answer.text
    Person(place.desk, "Bob")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("issuer = ", "is no TOML"),
        ('issuer = "http://example.org"\nclient_id = "x"\n[allow]\n"@x.org" = "reviewer"\n', "issuer: .*https://"),
        ('issuer = "https://example.org"\nclient_id = "x"\n', "allow"),
        ('issuer = "https://example.org"\nclient_id = "x"\n[allow]\n"x.org" = "reviewer"\n', "'x.org'"),
        ('issuer = "https://example.org"\nclient_id = "x"\n[allow]\n"@x.org" = "boss"\n', "allow.@x.org"),
        ('issuer = "https://e.org"\nclient_id = "x"\nsecret = "y"\n[allow]\n"@x.org" = "admin"\n', "secret: Extra"),
    ],
)
def test_what_is_wrong_with_the_file_is_told_with_its_place(tmp_path, content, words):
    (tmp_path / FILE).write_text(content)
    with pytest.raises(ConfigError, match=words):
        Issuer.of_run(tmp_path)


def test_without_the_extra_the_server_says_what_to_install(place, monkeypatch):
    monkeypatch.setattr(issuers, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"needs Authlib: pip install 'decision-company\[oidc\]'"):
        Issuer.of_run(place.run)
    (place.run / FILE).unlink()
    assert Issuer.of_run(place.run) is None


def test_where_no_issuer_is_told_of_its_pages_are_not_there(tmp_path):
    with Archive.create(tmp_path), ReviewStore.of_run(tmp_path) as store:
        desk = Desk(tmp_path, store, ReviewSettings(), Keys(b"k" * 32))
        browser = TestClient(application(desk), base_url=HERE, follow_redirects=False)
        for there in ("/oidc/begin", "/oidc/back?code=a&state=b"):
            assert browser.get(there).status_code == 404
        assert "Sign in at" not in browser.get("/enter").text
        desk.shelf.close()
