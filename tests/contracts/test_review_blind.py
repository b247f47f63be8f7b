"""What a reviewer can open tells neither what others said of open items nor which items are gold.

Two queues are compared that differ only in what must not show: all that a reviewer can open in them has to be the same.
`LOOKED_AT` has a decision for every route of the application, so that a new one without a decision fails here.
"""

import re

import pytest
from starlette.routing import Mount

from company.archive import Archive
from company.config import ReviewSettings
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Edit, Reject
from human_review.web.app import application
from human_review.web.desk import Desk
from human_review.web.own_view import ENOUGH
from human_review.web.signing import Keys
from tests.support.review import Clock, invited, persona, proposal, submission
from tests.support.review_pages import Person

NO = Reject(reasons=("no",))
ITEMS = 6
LOOKED_AT = {
    "GET /": ("/", "/?done={item}", "/?kinds=persona"),
    "GET /items/{item}": (
        "/items/{item}",
        "/items/{item}?done={item}",
        "/items/{item}?start=1",
        "/items/{item}?start=2",
    ),
    "GET /items/{item}/cost": ("/items/{item}/cost",),
    "GET /items/{item}/figures/{number}.png": ("/items/{item}/figures/1.png",),
    "GET /items/{item}/earlier/{position}/{number}.png": ("/items/{item}/earlier/1/1.png",),
    "GET /run": ("/run",),
    "GET /run/quality": ("/run/quality",),
    "GET /search": (
        "/search",
        "/search?q=ada",
        "/search?mine=true",
        "/search?why=rest",
        "/search?reviewer=1",
        "/search?reason=no",
        *(f"/search?verdict={word}" for word in ("accept", "edit", "reject")),
        "/search?asks=true",
        *(f"/search?state={state}" for state in ("open", "adjudication", "decided", "stale")),
    ),
    "GET /guideline": ("/guideline",),
    "GET /guideline/{kind}": ("/guideline/persona", "/guideline/persona?version=1"),
    "GET /enter": ("/enter",),
    "GET /oidc/begin": ("/oidc/begin",),
    "GET /oidc/back": ("/oidc/back?code=a&state=b",),
    "GET /people": ("/people",),
    "GET /events": ("/events", "/events?item={item}"),
    "GET /webhooks": ("/webhooks",),
    "GET /tables": ("/tables",),
    "GET /tables/{name}": ("/tables/shop", "/tables/shop?sort=city"),
}
"""Route → addresses that a reviewer may try there."""
ASKED_BY_PROGRAMS = {
    "GET /api/v1/openapi.json": ("/openapi.json",),
    "GET /api/v1/me": ("/me",),
    "GET /api/v1/items": (
        "/items",
        "/items?limit=2",
        "/items?q=ada",
        "/items?mine=true",
        "/items?asks=true",
        "/items?reviewer=1",
        "/items?reason=no",
        *(f"/items?verdict={word}" for word in ("accept", "edit", "reject")),
        *(f"/items?state={state}" for state in ("open", "adjudication", "decided", "stale")),
    ),
    "GET /api/v1/items/{item}": ("/items/{item}",),
    "GET /api/v1/items/{item}/figures/{number}.png": ("/items/{item}/figures/1.png",),
    "GET /api/v1/items/{item}/verdicts": ("/items/{item}/verdicts",),
    "GET /api/v1/verdicts": ("/verdicts", "/verdicts?after=1", "/verdicts?limit=1"),
    "GET /api/v1/progress": ("/progress",),
    "GET /api/v1/agreement": ("/agreement",),
    "GET /api/v1/webhooks/log": ("/webhooks/log",),
    "GET /api/v1/export": ("/export", "/export?form=rows"),
}
"""The same of calls, by a reviewer's token."""
DONE = {
    "POST /enter": "signs in",
    "POST /leave": "signs out",
    "POST /next": "see `acts`",
    "POST /items/{item}/take": "see `acts`",
    "POST /items/{item}/draft": "see `acts`",
    "POST /items/{item}/heartbeat": "see `acts`",
    "POST /items/{item}/submit": "see `acts`",
    "POST /items/{item}/skip": "see `acts`",
    "POST /items/{item}/undo": "see `acts`",
    "POST /items/{item}/run": "runs the sender's own code",
    "POST /items/{item}/scratch": "runs the sender's own code",
    "POST /items/{item}/solve": "keeps the sender's own answer; what it shows is looked at in test_review_solving.py",
    "GET /items/{item}/runs/{mark}/{number}.png": "shows figures of the sender's own runs",
    "POST /items/{item}/comment": "tells its author of their own comment",
    "POST /items/{item}/look": "for admins alone",
    "POST /items/{item}/reopen": "for admins alone",
    "POST /search/bulk": "for admins alone",
    "POST /search/bulk/{number}/undo": "for admins alone",
    "POST /people/invite": "for admins alone",
    "POST /people/dismiss": "for admins alone",
    "POST /people/set": "for admins alone",
    "POST /people/need": "for admins alone",
    "POST /people/share": "for admins alone",
    "POST /guideline/{kind}": "for admins alone",
    "GET /guideline/{kind}/edit": "for admins alone",
    "POST /webhooks/{number}/again": "for admins alone",
    "POST /api/v1/next": "see `calls`",
    "POST /api/v1/items/{item}/hold": "see `calls`",
    "DELETE /api/v1/items/{item}/hold": "see `calls`",
    "POST /api/v1/items/{item}/verdicts": "see `calls`",
    "POST /api/v1/items/{item}/undo": "see `calls`",
    "POST /api/v1/items/{item}/solution": "keeps the sender's own answer; see test_review_api.py",
}
"""Route → why there is nothing to look at before something is done, or where it is done."""


class World:
    """A queue of some clients, the first of which Ann, and perhaps Bob, has judged; and Cy, who looks at it."""

    def __init__(self, folder, said, *, gold=False, overlap=2):
        self.clock = Clock()
        folder.mkdir(parents=True)
        with Archive.create(folder) as archive:
            for number in range(1, ITEMS + 1):
                archive.put(persona(number))
        self.store = ReviewStore.of_run(folder)
        self.store._clock = self.store.sessions._clock = self.store.tokens._clock = self.clock
        self.store.add([proposal(number, overlap) for number in range(1, ITEMS + 1)])
        self.item = self.store.of_record("shop.p1")[0].id
        ann, bob = invited(self.store, "Ann", "Bob")
        for who, each in zip((ann, bob), said, strict=False):
            self.store.submit(who, submission(self.store.take(who, self.item), each))
        if gold:
            self.store.mark_gold(self.item)
        self.desk = Desk(folder, self.store, ReviewSettings(gold=0.0), Keys(b"k" * 32))
        self.desk.recalled.spared = 0.0
        self.clock.now += 3600
        self.cy = Person(self.desk, "Cy")
        self._bearer = {}

    def call(self, method, place, **more):
        """Ask as a program of Cy's."""
        name = self.store.reviewer(self.cy.token).name
        if name not in self._bearer:
            self._bearer[name] = self.store.tokens.make(name, ["read", "judge"], 30)[1]
        headers = {"Authorization": f"Bearer {self._bearer[name]}"}
        return self.cy.client.request(method, f"/api/v1{place}", headers=headers, **more)

    def close(self):
        self.desk.shelf.close()
        self.store.close()

    def seen(self):
        """All that Cy can open, without what differs between any two pages."""
        told = {}
        for places in LOOKED_AT.values():
            for place in places:
                address = place.format(item=self.item)
                told[place] = alike(self.cy.get(address, headers={"Accept": "text/html"}))
        for places in ASKED_BY_PROGRAMS.values():
            told |= {f"/api{place}": alike(self.call("GET", place.format(item=self.item))) for place in places}
        return told

    def calls(self, verdict):
        """Do by calls all that can be done with the item; what each answers."""
        place = f"/items/{self.item}"
        answers = [self.call("POST", f"{place}/hold"), self.call("DELETE", f"{place}/hold?skip=true")]
        answers.append(self.call("POST", f"{place}/hold"))
        answers.append(self.call("POST", "/next", json={"kinds": ["persona"]}))
        told = answers[-1].json()["item"]
        hold = {name: told["hold"][name] for name in ("slot", "token", "version")}
        sent = {"hash": told["hash"], "hold": hold, "key": "by a program", "verdict": verdict, "seconds": 9.0}
        answers.append(self.call("POST", f"{place}/verdicts", json=sent))
        found = [alike(each) for each in answers] + [self.seen()]
        self.clock.now += 30
        found.append(alike(self.call("POST", f"{place}/undo")))
        hold = self.call("POST", f"{place}/hold").json()
        sent["hold"] = {name: hold[name] for name in ("slot", "token", "version")}
        found.append(alike(self.call("POST", f"{place}/verdicts", json={**sent, "key": "once more"})))
        return [*found, self.seen()]

    def acts(self, **said):
        """Take the item as it was looked for, write, hold on, submit; what each answers."""
        answers = [alike(self.cy.post(f"/items/{self.item}/take"))]
        _, fields, _ = self.cy.open(f"/items/{self.item}")
        answers.append(self.seen())
        headers = {"X-CSRF-Token": self.cy.csrf}
        draft = {"fields": {"verdict": ["accept"]}, "hash": fields["hash"], "sequence": 1}
        answers.append(alike(self.cy.client.post(f"/items/{self.item}/draft", json=draft, headers=headers)))
        answers.append(alike(self.cy.post(f"/items/{self.item}/heartbeat")))
        answers.append(alike(self.cy.post(f"/items/{self.item}/submit", {**fields, **said})))
        answers.append(self.seen())
        return answers


def alike(answer):
    """Status, headers and text of an answer, without nonces, tokens and keys."""
    text = re.sub(r"[0-9a-f]{64}", "HASH", answer.text)
    text = re.sub(r'nonce" content="[^"]*"', 'nonce"', text)
    text = re.sub(r'name="(token|slot|key)" value="[^"]*"', r'name="\1"', text)
    text = re.sub(r'"(token|slot)":"[^"]*"', r'"\1"', text)
    text = re.sub(r'"(verdict|id|next)":\d+', r'"\1"', text)
    headers = {name: value for name, value in answer.headers.items() if name != "content-security-policy"}
    return answer.status_code, headers, text


@pytest.fixture
def world(tmp_path):
    made = []

    def make(*said, **more):
        made.append(World(tmp_path / str(len(made)) / "run", said, **more))
        return made[-1]

    yield make
    for each in made:
        each.close()


def routes(app, below=""):
    for route in app.routes:
        if isinstance(route, Mount):
            assert route.path in ("/static", "/api/v1")
            if route.path != "/static":
                yield from routes(route.app, route.path)
        elif hasattr(route, "original_router"):
            yield from routes(route.original_router, below)
        else:
            yield from (f"{method} {below}{route.path}" for method in route.methods - {"HEAD"})


def test_there_is_a_decision_for_every_route(world):
    there = set(routes(application(world().desk)))
    known = LOOKED_AT.keys() | ASKED_BY_PROGRAMS.keys() | DONE.keys()
    assert there == known, (
        f"{sorted(there ^ known)}: say in LOOKED_AT which addresses a reviewer may try there, or in DONE why not"
    )


@pytest.mark.parametrize("said", [Edit(changes={"location": "Trieste"}), NO], ids=["edited", "rejected"])
@pytest.mark.parametrize("role", ["reviewer", "adjudicator"])
def test_what_another_said_of_an_open_item_shows_nowhere(world, said, role):
    one, other = world(Accept()), world(said)
    for each in (one, other):
        each.cy = Person(each.desk, "Di", role)
    assert one.seen() == other.seen()


@pytest.mark.parametrize("said", [Edit(changes={"location": "Trieste"}), NO], ids=["edited", "rejected"])
def test_who_has_judged_it_sees_nothing_of_what_others_said_either_while_it_is_open(world, said):
    one, other = world(Accept(), overlap=3), world(said, overlap=3)
    assert one.acts(verdict="accept") == other.acts(verdict="accept")


def test_what_somebody_asks_the_lead_about_an_open_item_shows_to_nobody_else(world):
    silent, asked = world(overlap=3), world(overlap=3)
    for each, asks in ((silent, False), (asked, True)):
        who = Person(each.desk, "Di")
        who.post(f"/items/{each.item}/take")
        if asks:
            answer = who.post(f"/items/{each.item}/comment", {"comment": "Is Ada a buyer?", "asks": "yes"})
            assert answer.status_code == 303
        else:
            who.post(f"/items/{each.item}/skip")
    assert silent.seen() == asked.seen()


VERDICTS = [{"verdict": "accept"}, {"verdict": "reject", "reasons": "no"}]


@pytest.mark.parametrize("verdict", VERDICTS, ids=["alike", "no"])
def test_gold_looks_like_an_open_item_before_while_and_after_it_is_judged(world, verdict):
    ordinary, gold = world(Accept()), world(Accept(), Accept(), gold=True)
    assert ordinary.seen() == gold.seen()
    assert ordinary.acts(**verdict) == gold.acts(**verdict)


@pytest.mark.parametrize("asks", ["", "yes"], ids=["comment", "question"])
def test_gold_is_commented_on_and_asked_about_as_any_open_item(world, asks):
    done = []
    for each in (world(Accept()), world(Accept(), Accept(), gold=True)):
        each.cy.post(f"/items/{each.item}/take")
        said = each.cy.post(f"/items/{each.item}/comment", {"comment": "Is Ada a buyer?", "asks": asks})
        done.append([alike(said), each.seen(), alike(each.cy.post("/next"))])
        assert said.status_code == 303
    assert done[0] == done[1]


SAID = [{"kind": "accept"}, {"kind": "reject", "reasons": ["no"]}]


@pytest.mark.parametrize("verdict", SAID, ids=["alike", "no"])
def test_gold_looks_like_an_open_item_to_programs_whatever_they_do_with_it(world, verdict):
    ordinary, gold = world(Accept()), world(Accept(), Accept(), gold=True)
    done = [each.calls(verdict) for each in (ordinary, gold)]
    assert done[0] == done[1]
    assert [each[0] for each in done[0][:5]] == [200, 204, 200, 200, 201], "all of it was done"


def test_gold_that_is_given_like_what_is_given_otherwise(world):
    ordinary, gold = world(Accept()), world(Accept(), Accept(), gold=True)
    object.__setattr__(gold.desk, "told", ReviewSettings(gold=0.5))
    counts = []
    for each in (ordinary, gold):
        of = []
        for _ in range(ITEMS):
            item, fields, _ = each.cy.next()
            of.append(alike(each.cy.get("/"))[2] + alike(each.cy.get("/run"))[2])
            each.cy.post(f"/items/{item}/submit", {**fields, "verdict": "accept"})
            of.append(re.sub(r"shop\.p\d+", "shop", alike(each.cy.get("/"))[2]))
        of.append(each.cy.post("/next").headers["location"])
        counts.append([re.sub(r"\d+ items decided.*?Items by kind", "", part, flags=re.DOTALL) for part in of])
    assert counts[0][-1] == counts[1][-1] == "/", "nothing is left in either"
    found = [[re.findall(r"<b>([\d,]+)</b>|<h1>([^<]*)</h1>", part) for part in of] for of in counts]
    assert found[0] == found[1]


def test_outcomes_are_told_of_kinds_of_which_much_is_decided(tmp_path):
    with Archive.create(tmp_path), ReviewStore.of_run(tmp_path) as store:
        (ann,) = invited(store, "Ann")
        desk = Desk(tmp_path, store, ReviewSettings(), Keys.of_run(tmp_path))
        cy = Person(desk, "Cy")
        store.add([proposal(number, overlap=1) for number in range(1, ENOUGH + 1)])
        for number in range(1, ENOUGH + 1):
            assert (
                " of 2"
                not in cy.get("/run").text.partition("What you said")[0].partition("<tbody>")[2].partition("%")[2]
            )
            (item,) = store.of_record(f"shop.p{number}")
            store.submit(ann, submission(store.take(ann, item.id), Accept() if number % 4 else NO))
        page = cy.get("/run").text
        assert f"75 % of {ENOUGH}" in page and "Ann" not in page.partition("<main")[2]


def test_a_reviewer_sees_their_own_figures_with_gold_among_them(world):
    gold = world(Accept(), Accept(), gold=True)
    gold.acts(verdict="accept")
    page = re.sub(r"\s+", " ", gold.cy.get("/run").text.partition("What you said")[2])
    assert '<td class="number">1</td>' in page and "100 % accepted" in page
    ordinary = world(Accept())
    ordinary.acts(verdict="accept")
    assert page == re.sub(r"\s+", " ", ordinary.cy.get("/run").text.partition("What you said")[2])
