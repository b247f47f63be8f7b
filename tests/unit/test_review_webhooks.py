"""Webhooks: what is told, that it is signed, that nothing is lost, and that nobody else is ever asked."""

import argparse
import base64
import hashlib
import hmac
import json
import socket

import pytest

from company.archive import Archive
from company.config import ReviewSettings
from company.errors import ReviewError
from company.reviewing import put_settings
from human_review.queueing.applying import apply
from human_review.queueing.filling import fill
from human_review.store import ReviewStore
from human_review.store.webhooks import FIRST_PAUSE, LONGEST_PAUSE, MOST_TRIES
from human_review.verdicts import Accept, Reject
from human_review.web import webhook_commands
from human_review.web.delivering import deliver, delivering, secret_text, signed
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.receiver import receiving
from tests.support.review import Clock, invited, proposal, submission
from tests.support.review_pages import Person
from tests.support.review_run import small_run

ALL = ("item.decided", "item.adjudicated", "gate.opened")
KEYS = Keys(b"k" * 32)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(tmp_path, clock):
    with Archive.create(tmp_path):
        pass
    with ReviewStore.of_run(tmp_path) as opened:
        opened._clock = opened.webhooks._clock = clock
        yield opened


@pytest.fixture
def receiver():
    with receiving() as told:
        yield told


def decided(store, number, *said, overlap=2):
    """An item on which people say this."""
    store.add([proposal(number, overlap)])
    item = store.of_record(f"shop.p{number}")[0].id
    people = {each.name: each.id for each in store.reviewers()}
    for name, each in zip(("Ann", "Bob", "Cy"), said, strict=False):
        if name not in people:
            people[name] = invited(store, name, role="adjudicator" if name == "Cy" else "reviewer")[0]
        store.submit(people[name], submission(store.take(people[name], item), each))
    return item


def told(receiver):
    return [json.loads(body) for _, body in receiver.came]


NO = Reject(reasons=("no",))


def test_what_reviewers_and_adjudicators_decide_is_told_and_nothing_else(store, receiver):
    store.webhooks.add(receiver.url, ALL)
    store.webhooks.add(receiver.url, ["item.adjudicated"])
    one = decided(store, 1, Accept(), Accept())
    two = decided(store, 2, Accept(), NO)
    assert deliver(store, KEYS) == (1, 0), "what people differ on is not decided"
    cy = invited(store, "Cy", role="adjudicator")[0]
    store.submit(cy, submission(store.take(cy, two), NO))
    open_item = decided(store, 3, NO)
    assert deliver(store, KEYS) == (2, 0)
    assert [(each["type"], each["data"]["item"], each["data"]["verdict"]) for each in told(receiver)] == [
        ("item.decided", one, "accept"),
        *[("item.adjudicated", two, "reject")] * 2,
    ]
    assert told(receiver)[0]["data"]["by"] == "review" and told(receiver)[0]["timestamp"] == "1970-01-12T13:46:40+00:00"
    everything = b"".join(body for _, body in receiver.came)
    assert open_item.encode() not in everything and b"Ann" not in everything, "nobody is named"


def test_of_gold_nothing_is_told(store, receiver):
    store.webhooks.add(receiver.url, ALL)
    store.add([proposal(1)])
    store.mark_gold(store.of_record("shop.p1")[0].id, Accept())
    assert store.of_record("shop.p1")[0].state == "decided"
    assert deliver(store, KEYS) == (0, 0) and store.webhooks.log() == []


def test_messages_are_signed_over_key_time_and_body(store, receiver):
    hook = store.webhooks.add(receiver.url, ALL)
    decided(store, 1, Accept(), Accept())
    deliver(store, KEYS)
    ((headers, body),) = receiver.came
    secret = base64.b64decode(secret_text(KEYS.webhook(hook.id)).removeprefix("whsec_"))
    over = b".".join((headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body))
    mac = base64.b64encode(hmac.new(secret, over, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{mac}"
    (sent,) = store.webhooks.log()
    now = signed(KEYS.webhook(hook.id), sent, 5)
    for other in (
        signed(KEYS.webhook(hook.id + 1), sent, 5),
        signed(KEYS.webhook(hook.id), sent, 6),
        signed(KEYS.webhook(hook.id), sent.model_copy(update={"body": sent.body + " "}), 5),
        signed(KEYS.webhook(hook.id), sent.model_copy(update={"key": "msg_other"}), 5),
    ):
        assert other["webhook-signature"] != now["webhook-signature"]


def test_what_is_not_taken_is_sent_again_later_by_whoever_serves_then(store, receiver, clock, tmp_path):
    store.webhooks.add(receiver.url, ALL)
    receiver.status = 503
    decided(store, 1, Accept(), Accept())
    assert deliver(store, KEYS) == (0, 1) and deliver(store, KEYS) == (0, 0), "not before its time"
    (waiting,) = store.webhooks.log()
    assert (waiting.state, waiting.tries, waiting.answer) == ("waiting", 1, "answered 503: not now")
    assert waiting.next == clock.now + FIRST_PAUSE
    receiver.status = 204
    clock.now += FIRST_PAUSE
    with ReviewStore.of_run(tmp_path) as anew:
        anew.webhooks._clock = clock
        assert deliver(anew, KEYS) == (1, 0)
    assert len({headers["webhook-id"] for headers, _ in receiver.came}) == 1 and len(receiver.came) == 2
    assert len({body for _, body in receiver.came}) == 1
    assert store.webhooks.log()[0].state == "taken"


def test_who_was_stopped_while_sending_has_sent_nothing(store, receiver, clock):
    store.webhooks.add(receiver.url, ALL)
    decided(store, 1, Accept(), Accept())
    assert store.webhooks.claim() is not None
    assert store.webhooks.claim() is None, "another server does not send it meanwhile"
    clock.now += 61
    assert deliver(store, KEYS) == (1, 0)


def test_after_days_a_message_is_given_up_kept_and_can_be_sent_by_hand(store, receiver, clock):
    store.webhooks.add(receiver.url, ALL)
    receiver.status = 500
    decided(store, 1, Accept(), Accept())
    pauses = []
    while (each := store.webhooks.log()[0]).state == "waiting":
        pauses.append(each.next - clock.now)
        clock.now = max(clock.now, each.next)
        deliver(store, KEYS)
    assert len(receiver.came) == MOST_TRIES and pauses[1:4] == [10, 30, 90] and pauses[-1] == LONGEST_PAUSE
    assert 24 * 3600 < sum(pauses) < 72 * 3600
    assert each.state == "given up" and deliver(store, KEYS) == (0, 0)
    receiver.status = 200
    store.webhooks.again(each.id)
    assert deliver(store, KEYS) == (1, 0)
    with pytest.raises(ReviewError, match="there is no message 99"):
        store.webhooks.again(99)


def test_an_address_where_nobody_answers_holds_up_no_other(store, receiver, clock):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        gone = f"http://127.0.0.1:{taken.getsockname()[1]}/"
    store.webhooks.add(gone, ALL)
    store.webhooks.add(receiver.url, ALL)
    for number in range(1, 6):
        decided(store, number, Accept(), Accept())
    assert deliver(store, KEYS) == (5, 1), "of the first, one try stands for all"
    assert {each.next - clock.now for each in store.webhooks.log() if each.state == "waiting"} == {FIRST_PAUSE}
    store.webhooks.remove(1)
    assert {each.state for each in store.webhooks.log()} == {"taken", "given up"}


def test_an_answer_that_leads_elsewhere_is_not_followed(store, receiver):
    with receiving() as elsewhere:
        receiver.status, receiver.headers = 307, {"Location": elsewhere.url}
        store.webhooks.add(receiver.url, ALL)
        decided(store, 1, Accept(), Accept())
        assert deliver(store, KEYS) == (0, 1)
        assert elsewhere.came == [] and store.webhooks.log()[0].answer.startswith("answered 307")


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://example.org/",
        "example.org/hook",
        "http://",
        "http://example.org/a\r\nHost: other",
        "http://me:secret@example.org/",
        "http://example.org/#x",
        "http://example.org:99999/",
    ],
)
def test_what_is_no_plain_address_of_the_web_is_refused(store, url):
    with pytest.raises(ReviewError, match="address"):
        store.webhooks.add(url, ALL)
    assert store.webhooks.listed() == []


def test_a_gate_that_opens_is_told_with_what_it_still_holds(tmp_path, receiver, clock):
    settings = ReviewSettings(of=("persona",), gates=("persona",), overlap=1)
    with small_run(tmp_path / "run") as archive, ReviewStore.of_run(tmp_path / "run") as store:
        store._clock = store.webhooks._clock = clock
        put_settings(archive, settings)
        fill(archive, store, settings)
        store.webhooks.add(receiver.url, ["gate.opened"])
        (ann,) = invited(store, "Ann")
        for left, number in ((1, 1), (0, 2)):
            item = store.of_record(f"shop.p{number}")[0].id
            store.submit(ann, submission(store.take(ann, item), Accept()))
            assert deliver(store, KEYS) == (0, 0), "work waits until the decision is in the run"
            apply(archive, store, 0.0)
            assert deliver(store, KEYS) == (1, 0)
            data = told(receiver)[-1]["data"]
            assert (data["record"], data["verdict"], data["left"]) == (f"shop.p{number}", "accept", left)
        assert [each.what for each in store.events(item)][-1] == "gate opened"


def test_the_server_sends_while_it_answers(store, receiver):
    store.webhooks.add(receiver.url, ALL)
    with delivering(store, KEYS):
        decided(store, 1, Accept(), Accept())
        for _ in range(100):
            if receiver.came:
                break
            __import__("time").sleep(0.05)
    assert len(receiver.came) == 1


def test_a_lead_sees_the_messages_and_sends_one_again_without_the_whole_address(store, receiver, tmp_path):
    desk = Desk(tmp_path, store, ReviewSettings(), KEYS)
    lea, eve = Person(desk, "Lea", "admin"), Person(desk, "Eve", "adjudicator")
    assert "Nobody is told" in lea.get("/webhooks").text
    store.webhooks.add(f"{receiver.url}/secret-path", ALL)
    decided(store, 1, Accept(), Accept())
    deliver(store, KEYS)
    page = lea.get("/webhooks").text
    assert "item.decided" in page and "answered 204" in page and "secret-path" not in page
    assert '<a href="/webhooks">' in lea.get("/run").text
    assert lea.post("/webhooks/1/again").status_code == 303
    assert deliver(store, KEYS) == (1, 0) and len(receiver.came) == 2
    assert eve.get("/webhooks").status_code == eve.post("/webhooks/1/again").status_code == 403
    desk.shelf.close()


def run(folder, *arguments):
    parser = argparse.ArgumentParser()
    webhook_commands.add(parser.add_subparsers())
    chosen = parser.parse_args(["webhooks", *(str(each) for each in arguments)])
    chosen.run, chosen.database = folder, None
    return chosen.call(chosen)


def test_the_commands(store, receiver, tmp_path, capsys):
    assert run(tmp_path, "add", receiver.url, "--on", "item.decided") == 0
    secret = capsys.readouterr().out.rpartition("secret: ")[2].strip()
    assert run(tmp_path, "secret", "1") == 0 and secret in capsys.readouterr().out
    assert secret == secret_text(Keys.of_run(tmp_path).webhook(1))
    decided(store, 1, Accept(), Accept())
    assert run(tmp_path, "list") == 0
    assert f"1: {receiver.url}: item.decided; 1 messages wait" in capsys.readouterr().out
    receiver.status = 404
    assert run(tmp_path, "send") == 1 and "0 taken, 1 not taken" in capsys.readouterr().out
    assert run(tmp_path, "log") == 0 and "waiting after 1 try (answered 404: not now)" in capsys.readouterr().out
    receiver.status = 200
    assert run(tmp_path, "send", "--again", "1") == 0 and "1 taken" in capsys.readouterr().out
    assert run(tmp_path, "add", "http://example.org/hook") == 0 and "plain HTTP" in capsys.readouterr().out
    assert run(tmp_path, "remove", "2") == 0 and run(tmp_path, "list", "--json") == 0
    assert [each["id"] for each in json.loads(capsys.readouterr().out.partition("\n")[2])] == [1]
    for number in ("secret", "remove"):
        with pytest.raises(ReviewError, match="there is no webhook 9"):
            run(tmp_path, number, "9")
