"""The calls of programs: who may make which, what they are answered, and that they judge by the rules of the pages."""

import argparse
import json

import pytest
from fastapi.testclient import TestClient

from company.archive import Archive
from company.config import ReviewSettings
from company.errors import ReviewError
from human_review.interchange.writing import write
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Edit, Reject
from human_review.web import token_commands
from human_review.web.app import application
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.contracts.test_review_solving import CHOSEN, CODED, Queue, made, right_of
from tests.support.mixed_run import D
from tests.support.review import Clock, invited, proposal, submission
from tests.support.review_pages import HERE, Person
from tests.support.warm_start import warm_sandboxes

_ = (made, warm_sandboxes)  # fixtures
JSON, PROBLEM = "application/json", "application/problem+json"


class Program:
    """A program with a token."""

    def __init__(self, client, secret):
        self.client, self.headers = client, {"Authorization": f"Bearer {secret}"}

    def __call__(self, method, place, **more):
        return self.client.request(method, f"/api/v1{place}", headers=self.headers, **more)

    def judged(self, item, verdict, **more):
        """The answer to a verdict on an item that is taken in hand for it."""
        hold = self("POST", f"/items/{item}/hold").json()
        return self("POST", f"/items/{item}/verdicts", json=self.sent(item, hold, verdict, **more))

    def sent(self, item, hold, verdict, **more):
        hold = {name: hold[name] for name in ("slot", "token", "version")}
        told = {"hash": self("GET", f"/items/{item}").json()["hash"], "key": f"verdict on {item}", "verdict": verdict}
        return {**told, "hold": hold, **more}


class World:
    """A queue of four clients, served."""

    def __init__(self, folder):
        with Archive.create(folder):
            pass
        self.run, self.clock = folder, Clock()
        self.store = ReviewStore.of_run(folder)
        self.store._clock = self.store.tokens._clock = self.store.sessions._clock = self.clock
        self.store.add([proposal(number) for number in range(1, 5)])
        self.ids = [self.store.of_record(f"shop.p{number}")[0].id for number in range(1, 5)]
        self.desk = Desk(folder, self.store, ReviewSettings(gold=0.0), Keys(b"k" * 32))
        self.client = TestClient(application(self.desk), base_url=HERE)

    def program(self, name, *scopes, role="reviewer", days=30.0):
        if name not in {each.name for each in self.store.reviewers()}:
            self.store.invite(name, role)
        return Program(self.client, self.store.tokens.make(name, scopes or ("read", "judge"), days)[1])


@pytest.fixture
def world(tmp_path):
    opened = World(tmp_path / "run")
    yield opened
    opened.desk.shelf.close()
    opened.store.close()


def problem(answer, status):
    """The problem details of a refusal, which has to be one."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, PROBLEM), answer.text
    told = answer.json()
    assert told["status"] == status and told["type"] and told["title"] and told["detail"]
    return told["detail"]


# who comes in


def test_without_a_token_nothing_is_told_but_what_can_be_asked(world):
    answer = world.client.get("/api/v1/openapi.json")
    assert answer.status_code == 200
    for path, calls in answer.json()["paths"].items():
        for method, call in calls.items():
            place = path.format(item=world.ids[0], number=1)
            answer = world.client.request(method, f"/api/v1{place}", json={})
            assert "send it as `Authorization: Bearer TOKEN`" in problem(answer, 401), path
            assert answer.headers["www-authenticate"].startswith("Bearer")
            assert call["security"] == [{"token": []}], f"{path} says that it wants one"


def test_a_cookie_opens_no_call_and_a_token_no_page(world):
    ann = Person(world.desk, "Ann")
    assert ann.get("/run").status_code == 200
    problem(ann.get("/api/v1/me"), 401)
    problem(ann.post("/api/v1/next"), 401)
    cy = world.program("Cy")
    assert cy("GET", "/me").json()["name"] == "Cy"
    page = world.client.get("/run", headers=cy.headers, follow_redirects=False)
    assert page.status_code == 303 and page.headers["location"].startswith("/enter")


def test_a_token_ends_by_its_day_by_revoking_with_its_person_and_with_their_next_invitation(world):
    cy, ends = world.program("Cy"), []
    world.clock.now += 30 * 86400 - 1
    assert cy("GET", "/me").status_code == 200
    world.clock.now += 1
    ends.append(problem(cy("GET", "/me"), 401))
    revoked = world.program("Cy")
    world.store.tokens.revoke(2)
    ends.append(problem(revoked("GET", "/me"), 401))
    anew = world.program("Cy")
    world.store.invite("Cy", "admin")
    ends.append(problem(anew("GET", "/me"), 401))
    gone = world.program("Di")
    world.store.dismiss("Di")
    ends.append(problem(gone("GET", "/me"), 401))
    assert [each.partition("; ")[0] for each in ends] == [
        "this token's time is over",
        *["this token was revoked"] * 3,
    ]
    assert "none of this review's" in problem(Program(world.client, "review_guessed")("GET", "/me"), 401)


def test_only_hashes_of_tokens_are_kept_and_no_file_carries_them(world, tmp_path):
    token, secret = world.store.tokens.make(world.store.invite("Cy") and "Cy", ["read"], 1, "a dashboard")
    world.store.tokens.of(secret)
    assert secret not in repr(token) and secret.startswith("review_")
    write(world.store.database, tmp_path / "queue.jsonl")
    world.store.close()
    kept = b"".join(each.read_bytes() for each in tmp_path.rglob("*") if each.is_file())
    assert secret.encode() not in kept and b"a dashboard" in kept


@pytest.mark.parametrize(
    ("role", "scopes", "words"),
    [
        ("reviewer", ["lead"], "the scope lead is for admins"),
        ("adjudicator", ["read", "lead"], "the scope lead is for admins"),
        ("admin", ["read", "judge"], "shows what reviewers may not see"),
        ("reviewer", [], "a token needs a scope"),
    ],
)
def test_a_token_is_as_blind_as_its_person_and_says_so(world, role, scopes, words):
    world.store.invite("Eve", role)
    with pytest.raises(ReviewError, match=words):
        world.store.tokens.make("Eve", scopes, 1)
    assert world.store.tokens.listed() == []


def test_scopes(world):
    reads, leads = world.program("Cy", "read"), world.program("Lea", "lead", role="admin")
    item = world.ids[0]
    for method, place in (
        ("POST", "/next"),
        ("POST", f"/items/{item}/hold"),
        ("DELETE", f"/items/{item}/hold"),
        ("POST", f"/items/{item}/verdicts"),
        ("POST", f"/items/{item}/undo"),
        ("POST", f"/items/{item}/solution"),
    ):
        for each in (reads, leads):
            assert "this needs the scope judge" in problem(each(method, place, json={}), 403), place
    for place in ("/agreement", "/export"):
        assert "this needs the scope lead" in problem(reads("GET", place), 403)
        assert leads("GET", place).status_code == 200
    assert world.store.standing(1).yours == 0


# what is told


def test_items_come_in_parts_and_by_filters(world):
    cy = world.program("Cy")
    seen, after = [], ""
    while after is not None:
        part = cy("GET", f"/items?limit=3&after={after}").json()
        seen += [each["record"] for each in part["items"]]
        after = part["next"]
    assert seen == [f"shop.p{number}" for number in range(1, 5)]
    (found,) = cy("GET", "/items", params={"q": "ada 3"}).json()["items"]
    assert (found["id"], found["excerpt"], found["state"]) == (world.ids[2], "Ada 3, buyer, Turin", "open")
    assert cy("GET", "/items?state=decided").json()["items"] == []
    for place, words in (
        ("/items?kind=persn", "there is no kind 'persn' here; the kinds are table, rule, persona"),
        ("/items?state=done", "query.state"),
        ("/items?limit=0", "query.limit"),
        ("/items?sort=up", "query.sort: Extra inputs"),
        ("/verdicts?after=x", "query.after"),
        ("/export?form=xml", "query.form"),
    ):
        who = cy if "export" not in place else world.program("Lea", "lead", role="admin")
        assert words in problem(who("GET", place), 422)
    assert "there is no item nix" in problem(cy("GET", "/items/nix"), 404)
    assert "openapi.json" in problem(cy("GET", "/item"), 404)
    assert problem(cy("PUT", "/me"), 405)


def test_what_is_described_is_what_is_answered(world):
    described = world.client.get("/api/v1/openapi.json").json()
    assert described["openapi"].startswith("3.1.")
    parts = described["components"]["schemas"]
    assert "HTTPValidationError" not in parts
    for calls in described["paths"].values():
        for call in calls.values():
            for status in ("401", "403", "404", "409", "422"):
                assert list(call["responses"][status]["content"]) == [PROBLEM]
    item = world.program("Cy")("GET", f"/items/{world.ids[0]}").json()
    assert item.keys() == parts["Whole"]["properties"].keys()


def test_the_description_is_valid_openapi(world):
    validator = pytest.importorskip("openapi_spec_validator", reason="the description is not validated without it")
    validator.validate(world.client.get("/api/v1/openapi.json").json())


# judging


def test_a_verdict_counts_once_and_for_two_people_decides(world):
    cy, di = world.program("Cy"), world.program("Di", "judge")
    item = world.ids[0]
    first = cy.judged(item, {"kind": "accept"}, seconds=40.0, note="fine")
    assert first.status_code == 201 and first.json()["outcome"] == "taken" and first.json()["state"] == "open"
    assert world.store.verdicts(item, None)[0].content == Accept()
    assert world.store.comments(item, 1)[0].text == "fine"
    assert problem(cy("POST", f"/items/{item}/hold"), 409).startswith("your verdict on shop.p1 is in")
    assert di("GET", f"/items/{item}/verdicts").json() == {"verdicts": []}, "blind"
    second = di.judged(item, {"kind": "reject", "reasons": ["dull"]})
    assert second.json()["state"] == "adjudication"
    told = di("GET", f"/items/{item}/verdicts").json()["verdicts"]
    assert [each["yours"] for each in told] == [True], "who may still undo is not told what others said"
    lea = world.program("Lea", "judge", "lead", role="admin")
    told = lea("GET", f"/items/{item}/verdicts").json()["verdicts"]
    assert [(each["reviewer"], each["content"]["kind"], each["seconds"]) for each in told] == [
        ("Cy", "accept", 40.0),
        ("Di", "reject", None),
    ]
    assert lea.judged(item, {"kind": "edit", "changes": {"name": "Zoë"}}).json()["state"] == "decided"
    assert world.store.item(item)[0].decision == Edit(changes={"name": "Zoë"})
    told = cy("GET", f"/items/{item}/verdicts").json()["verdicts"]
    assert [(each["yours"], each["reviewer"]) for each in told] == [(True, None), (False, None), (False, None)]


def test_sent_again_a_verdict_gets_the_same_answer_and_another_under_its_key_none(world):
    cy, item = world.program("Cy"), world.ids[0]
    hold = cy("POST", f"/items/{item}/hold").json()
    sent = cy.sent(item, hold, {"kind": "accept"})
    answers = [cy("POST", f"/items/{item}/verdicts", json=sent) for _ in range(2)]
    assert answers[0].json() == answers[1].json() and len(world.store.verdicts(item, None)) == 1
    other = {**sent, "verdict": {"kind": "reject", "reasons": ["no"]}}
    assert "was used for another verdict" in problem(cy("POST", f"/items/{item}/verdicts", json=other), 409)


def test_what_cannot_be_taken_is_refused_as_on_the_page(world):
    cy, di = world.program("Cy"), world.program("Di")
    item = world.ids[0]
    hold = cy("POST", f"/items/{item}/hold").json()
    sent = cy.sent(item, hold, {"kind": "accept"})
    place = f"/items/{item}/verdicts"
    assert "was not given to you" in problem(di("POST", place, json=sent), 409)
    assert "has changed since" in problem(cy("POST", place, json={**sent, "hash": "of another version"}), 409)
    for verdict, words in (
        ({"kind": "choose", "option": "x"}, "cannot be said of a persona"),
        ({"kind": "edit", "changes": {"id": "x"}}, "id of a persona cannot be edited"),
        ({"kind": "edit", "changes": {"name": "Ada 1"}}, "changes nothing"),
        ({"kind": "reject", "reasons": []}, "reasons"),
        ({"kind": "reject", "reasons": [" "]}, "should each say something"),
        ({"kind": "withdrawn"}, "verdict"),
        ({"kind": "edit", "changes": {"name": "\\ud800"}}, "verdict"),
    ):
        text = json.dumps({**sent, "verdict": verdict}).replace("\\\\ud800", "\\ud800")
        answer = cy.client.post(f"/api/v1{place}", content=text, headers=cy.headers | {"Content-Type": JSON})
        assert words in problem(answer, 422), verdict
    assert "not to the point" in problem(cy("POST", place, json={**sent, "not to the point": 1}), 422)
    problem(cy.client.post(f"/api/v1{place}", content=b"{", headers=cy.headers | {"Content-Type": JSON}), 422)
    world.store.retire([item], "its table was edited")
    assert "its table was edited" in problem(cy("POST", place, json=sent), 409)
    assert world.store.verdicts(item, None) == []


def test_undone_and_given_back(world):
    cy, item = world.program("Cy"), world.ids[1]
    cy.judged(item, {"kind": "accept"})
    assert cy("POST", f"/items/{item}/undo").json()["duty"] == "review"
    told = cy("GET", "/verdicts").json()["verdicts"]
    assert [(each["content"]["kind"], each["standing"]) for each in told] == [("accept", False), ("withdrawn", False)]
    assert cy("DELETE", f"/items/{item}/hold").status_code == 204
    assert world.store.held(1, item) is None
    assert "no verdict" in problem(world.program("Di")("POST", f"/items/{item}/undo"), 409)
    assert cy("POST", "/next", json={"kinds": ["persona"]}).json()["item"]["hold"]["duty"] == "review"
    assert "there is no kind" in problem(cy("POST", "/next", json={"kinds": ["dog"]}), 422)
    nothing = cy("POST", "/next", json={"kinds": ["case"]}).json()
    assert nothing["item"] is None and "open for you" in nothing["standing"]


# verdicts and figures


def test_a_lead_lists_everybodys_verdicts_but_not_on_open_items_and_others_their_own(world):
    ann, bob = invited(world.store, "Ann", "Bob")
    for who, item, said in (
        (ann, 0, Accept()),
        (bob, 0, Accept()),
        (ann, 1, Reject(reasons=("a secret",))),
        (bob, 2, Accept()),
    ):
        world.store.submit(who, submission(world.store.take(who, world.ids[item]), said))
    lea = world.program("Lea", "lead", role="admin")
    seen, after = [], 0
    while after is not None:
        part = lea("GET", f"/verdicts?limit=1&after={after}").json()
        seen += [(each["reviewer"], each["item"]) for each in part["verdicts"]]
        after = part["next"]
    assert seen == [("Ann", world.ids[0]), ("Bob", world.ids[0])]
    world.store.leading.look(3, world.ids[1])
    assert lea("GET", "/verdicts").json()["verdicts"][2]["content"]["reasons"] == ["a secret"]
    of_ann = Program(world.client, world.store.tokens.make("Ann", ["read"], 1)[1])
    assert [each["id"] for each in of_ann("GET", "/verdicts").json()["verdicts"]] == [1, 3]
    told = of_ann("GET", "/progress").json()
    assert (told["done"], told["kinds"][0]["decided"], told["kinds"][0]["accepted"]) == (2, 1, None)
    assert told["yours"] == [{"kind": "persona", "verdicts": {"accept": 1, "reject": 1}, "median_seconds": 0.0}]
    found = lea("GET", "/agreement").json()
    assert found["kinds"]["persona"]["agreement"]["raw"]["value"] == 1.0
    assert {each["name"]: each["reviews"] for each in found["reviewers"]}["Ann"] == 2


def test_the_queue_comes_as_its_command_writes_it(world, tmp_path):
    lea = world.program("Lea", "lead", role="admin")
    answer = lea("GET", "/export")
    assert answer.headers["content-type"] == "application/jsonl"
    write(world.store.database, tmp_path / "queue.jsonl")
    assert answer.content == (tmp_path / "queue.jsonl").read_bytes()
    (ann,) = invited(world.store, "Ann")
    for item in world.ids[:2]:
        world.store.submit(ann, submission(world.store.take(ann, item)))
    assert lea("GET", "/export?form=rows").text == "", "nothing is told of items in review"


# solved before it is judged


def test_a_case_is_solved_by_a_call_before_its_key_is_told_or_it_is_judged(made, tmp_path):
    queue = Queue(made, tmp_path / "run")
    client = TestClient(application(queue.desk), base_url=HERE)
    queue.store.invite("Cy")
    cy = Program(client, queue.store.tokens.make("Cy", ["judge"], 1)[1])
    item = queue.item(CHOSEN)
    hold = cy("POST", f"/items/{item}/hold").json()
    before = cy("GET", f"/items/{item}").json()
    assert before["body"] is None and before["task"]["messages"][0]["role"] == "system"
    letters = [each["letter"] for each in before["task"]["options"]]
    secrets = [each["slip"] for each in queue.store.item(item)[1]["entry"]["choice"]["options"] if each["slip"]]
    assert secrets and not any(each in json.dumps(before) for each in secrets)
    sent = cy.sent(item, hold, {"kind": "accept"})
    assert "is solved before it is judged" in problem(cy("POST", f"/items/{item}/verdicts", json=sent), 409)
    answer = {"hash": before["hash"], "given": {"kind": "letter", "letter": "Z"}}
    assert "none of the options" in problem(cy("POST", f"/items/{item}/solution", json=answer), 422)
    answer["given"]["letter"] = right = right_of(queue, CHOSEN)
    assert right in letters
    assert cy("POST", f"/items/{item}/solution", json=answer).json()["right"] is True
    answer["given"]["letter"] = next(each for each in letters if each != right)
    assert cy("POST", f"/items/{item}/solution", json=answer).json()["right"] is True, "the first one counts"
    after = cy("GET", f"/items/{item}").json()
    assert after["task"] is None and after["body"]["entry"]["choice"]["options"] and after["solved"]["right"]
    assert cy("POST", f"/items/{item}/verdicts", json=sent).status_code == 201
    other = queue.item(CODED)
    code = {"hash": "x", "given": {"kind": "code", "code": "best = 1"}}
    assert "not in your hands" in problem(cy("POST", f"/items/{other}/solution", json=code), 409)
    assert cy("GET", f"/items/{other}").json()["figures"] == 0
    queue.close()


def test_the_figure_that_a_case_asks_for_is_not_shown_before_it_is_solved(made, tmp_path):
    queue = Queue(made, tmp_path / "run")
    drawn = [each for each in queue.store.items(most=100) if f"{D}.t04" in each.record]
    asks = {each.id: bool(queue.store.item(each.id)[1]["entry"].get("figure")) for each in drawn}
    assert set(asks.values()) == {True, False}
    ann = Person(queue.desk, "Ann")
    cy = Program(ann.client, queue.store.tokens.make("Ann", ["read"], 1)[1])
    for item, about_it in asks.items():
        shown = 200 if about_it else 404
        assert ann.get(f"/items/{item}/figures/1.png").status_code == shown
        assert cy("GET", f"/items/{item}/figures/1.png").status_code == shown
        assert cy("GET", f"/items/{item}").json()["figures"] == about_it
    queue.close()


# the command


def run(world, *arguments):
    parser = argparse.ArgumentParser()
    token_commands.add(parser.add_subparsers())
    chosen = parser.parse_args(["tokens", *(str(each) for each in arguments)])
    chosen.run, chosen.database = world.run, None
    return chosen.call(chosen)


def test_the_command_makes_lists_and_revokes_tokens(world, capsys):
    world.store.invite("Lea", "admin")
    assert run(world, "add", "Lea", "--for", "a dashboard", "--days", "7") == 0
    secret, told, where = capsys.readouterr().out.splitlines()
    assert "token 1 of Lea may read, lead until " in told and where.strip().startswith("http://localhost:8765/api/v1/")
    world.store.tokens._clock = __import__("time").time
    assert Program(world.client, secret)("GET", "/me").json()["scopes"] == ["read", "lead"]
    assert run(world, "list") == 0 and "1: Lea (a dashboard): read, lead, until " in capsys.readouterr().out
    assert run(world, "list", "--json") == 0
    (listed,) = json.loads(capsys.readouterr().out)
    assert listed["good"] and secret not in json.dumps(listed) and "hash" not in listed
    assert run(world, "revoke", "1") == 0
    problem(Program(world.client, secret)("GET", "/me"), 401)
    assert run(world, "list") == 0 and "revoked" in capsys.readouterr().out
    for arguments, words in ((["add", "Nix"], "nobody called 'Nix' may review"), (["revoke", "9"], "no token 9")):
        with pytest.raises(ReviewError, match=words):
            run(world, *arguments)
    with pytest.raises(ReviewError, match="up to 366 days"):
        run(world, "add", "Lea", "--days", "1000")
