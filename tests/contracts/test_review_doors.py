"""What programs come in by and are told by, on both databases of the queue."""

from human_review.web.delivering import deliver
from human_review.web.signing import Keys
from tests.support.receiver import receiving
from tests.support.review import invited, proposal, submission

KEYS = Keys(b"k" * 32)


def test_messages_are_put_claimed_sent_sent_again_and_given_up(store, clock):
    store.webhooks.add("http://127.0.0.1:1/", ["gate.opened"])
    with receiving() as receiver:
        store.webhooks.add(receiver.url, ["item.decided"])
        store.add([proposal(1)])
        (item,) = store.of_record("shop.p1")
        for who in invited(store, "Ann", "Bob"):
            store.submit(who, submission(store.take(who, item.id)))
        assert store.webhooks.claim().event == "item.decided" and store.webhooks.claim() is None
        clock.now += 61
        assert deliver(store, KEYS) == (1, 0) and len(receiver.came) == 1
        receiver.status = 500
        store.webhooks.again(1)
        assert deliver(store, KEYS) == (0, 1) and store.webhooks.listed()[1].waiting == 1
        store.webhooks.remove(2)
        assert [(each.state, each.event) for each in store.webhooks.log()] == [("given up", "item.decided")]


def test_tokens_and_verdicts_after_one(store, clock):
    store.add([proposal(1), proposal(2)])
    (ann,) = invited(store, "Ann")
    for number in (1, 2):
        (item,) = store.of_record(f"shop.p{number}")
        store.submit(ann, submission(store.take(ann, item.id)))
    first, more = store.verdicts_after(0, ann, 1)
    rest, end = store.verdicts_after(more, ann, 1)
    assert [each.item for each in (*first, *rest)] == [store.of_record(f"shop.p{n}")[0].id for n in (1, 2)]
    assert more == first[0].id and end is None
    token, secret = store.tokens.make("Ann", ["judge"], 1, "a program")
    assert store.tokens.of(secret).reviewer.id == ann and store.tokens.listed()[0].used == clock.now
    assert store.tokens.revoke(token.id).revoked == clock.now and not store.tokens.good(store.tokens.listed()[0])
    assert store.admit("ann@example.org", "adjudicator") == store.admit("ann@example.org", "reviewer")
