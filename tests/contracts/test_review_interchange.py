"""A queue's file, on SQLite and on PostgreSQL: nothing is lost on the way out and in again, whatever happened."""

import contextlib
import random

import pytest
import sqlalchemy as sql
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from company.errors import ReviewError
from company.reviewing import ByLetter, GaveUp, InWords
from human_review.interchange.lines import (
    CommentLine,
    DraftLine,
    EventLine,
    GoldLine,
    ItemLine,
    LookedLine,
    PresenceLine,
    ReviewerLine,
    SkipLine,
    SlotLine,
    SolutionLine,
    VerdictLine,
)
from human_review.interchange.restoring import restore
from human_review.interchange.writing import write
from human_review.store import Assignment, Attempt, Guideline, KindShare, Need, ReviewStore
from human_review.store.database import Database
from human_review.store.tables import META
from human_review.verdicts import Accept, Choose, Edit, Reject
from tests.support.review import Clock, invited, options, proposal, submission
from tests.support.review import given as the_next

NOT_CARRIED = {
    "reviewers": {"token_hash"},
    "slots": {"token"},
    "leases": {"token"},
    "sessions": {"hash", "reviewer", "begun", "seen"},
    "tokens": {"id", "reviewer", "called", "scopes", "hash", "made", "until", "used", "revoked"},
    "webhooks": {"id", "url", "events", "made", "active"},
    "deliveries": {column.name for column in META.tables["deliveries"].columns},
    "words": {"number"},
    "bulk": {"id", "at", "reviewer", "action", "because", "to", "items", "undone"},
    "answers": {"key", "reviewer", "asked", "receipt", "at"},
}
"""What only lets somebody in, answers a page that has no token any more, or undoes what was done with many at once."""
REPEATED = {
    "items": {"decided_as"},
    "proposals": {"item"},
    "built_on": {"item", "kind", "record"},
    "dismissed": {"item"},
    "assigned": {"item", "reviewer"},
    "words": {"item", "words"},
    "slots": {"kind", "place", "waits", "lies", "skill"},
    "crews": {"lies", "reviewer", "at"},  # `begun` of their person
    "met": {"reviewer", "of", "side"},  # `met` of their person
    "apart": {"item", "of", "side"},  # `apart` of their item
    "planted": {"item", "flags"},  # `planted` of their item
    "audiences": {"kind", "group"},  # `audiences` of the header
    "needs": {"of", "named", "skill"},  # `needs`, `shares` and `guidelines` of the header
    "shares": {column.name for column in META.tables["shares"].columns},
    "guidelines": {column.name for column in META.tables["guidelines"].columns},
    "leases": {"slot", "item", "reviewer", "version"},
    "gold": {"kind"},
    "solutions": {"kind", "round", "said", "content"},  # `given` is the content
    "judgements": {column.name for column in META.tables["judgements"].columns},
    "tallies": {column.name for column in META.tables["tallies"].columns},
}
"""What is made of the other lines, or told by where they stand."""
LINE_OF = {
    "reviewers": ReviewerLine,
    "items": ItemLine,
    "proposals": ItemLine,
    "slots": SlotLine,
    "leases": SlotLine,
    "verdicts": VerdictLine,
    "solutions": SolutionLine,
    "skips": SkipLine,
    "drafts": DraftLine,
    "events": EventLine,
    "presence": PresenceLine,
    "gold": GoldLine,
    "looked": LookedLine,
    "comments": CommentLine,
}


@pytest.fixture
def two(new_place):
    """Two empty queues of one clock: their stores and places."""
    clock, places = Clock(), (new_place(), new_place())
    with ReviewStore(places[0], clock=clock) as one, ReviewStore(places[1], clock=clock) as other:
        yield clock, (one, places[0]), (other, places[1])


def out(place, file):
    database = Database(place)
    try:
        file.unlink(missing_ok=True)
        return write(database, file)
    finally:
        database.close()


def into(place, file):
    database = Database(place)
    try:
        return restore(database, file)
    finally:
        database.close()


def rows(place):
    """All that a queue holds, but for what is not carried."""
    database = Database(place)
    try:
        with database.reading() as connection:
            found = {}
            for table in META.sorted_tables:
                columns = [each for each in table.columns if each.name not in NOT_CARRIED.get(table.name, ())]
                if not columns:
                    continue
                chosen = sql.select(*columns)
                if table.name == "leases":
                    slots = META.tables["slots"]
                    chosen = chosen.join(slots, slots.c.token == table.c.token).where(slots.c.state == "leased")
                found[table.name] = sorted(map(repr, connection.execute(chosen).all()))
            return found
    finally:
        database.close()


class Bustle:
    """Some people at work: everything that can happen to a queue, in an order of chance."""

    def __init__(self, store, clock, seed):
        self.store, self.clock, self.chance = store, clock, random.Random(seed)
        self.people = invited(store, "Ann", "Bob", "Çağla 🦊") + invited(store, "Di", role="adjudicator")
        overlaps = [self.chance.choice((1, 2, 3)) for _ in range(5)]
        store.add([proposal(number, overlap=each) for number, each in enumerate(overlaps, 1)] + [options(9)])
        self.hands = {}
        self.does = [self.claim] * 12 + [self.submit] * 12 + [self.draft] * 3 + [self.undo] * 2
        self.does += [
            self.solve,
            self.solve,
            self.release,
            self.skip,
            self.retire,
            self.add,
            self.apply,
            self.mistake,
            self.gold,
            self.gold,
            self.no_gold,
        ]

    def step(self):
        self.clock.now += self.chance.choice((0.1, 7, 400))
        with contextlib.suppress(ReviewError, IndexError):
            self.chance.choice(self.does)(self.chance.choice(self.people))

    def claim(self, who):
        held = self.store.next(who, gold=0.5)
        if isinstance(held, Assignment):
            self.hands[who] = held

    def submit(self, who):
        if held := self.hands.pop(who, None):
            said = self.chance.choice([Accept(), Reject(reasons=("dull 'n\n grey",)), Edit(changes={"name": "Zoë"})])
            if held.item.form == "choose":
                said = Choose(option=self.chance.choice([each["id"] for each in held.body["options"]]))
            self.store.submit(who, submission(held, said, seconds=self.chance.choice((None, 1 / 3))))

    def draft(self, who):
        if who not in self.hands:
            return
        wanted, count = self.hands[who].item, int(self.clock.now)
        self.store.save_draft(who, wanted.id, {"text": f"half {count}\u2028", "n": [1.5, None]}, wanted.hash, count)

    def solve(self, who):
        if held := self.hands.get(who):
            given = self.chance.choice((InWords(text="ä\u2028b"), ByLetter(letter="C"), GaveUp()))
            right = self.chance.choice((True, False, None))
            seconds = self.chance.choice((None, 1 / 3))
            self.store.solve(who, Attempt(held.item.id, held.item.hash, "normal", given, right, seconds, "shop.p1"))

    def undo(self, who):
        self.hands[who] = self.store.undo(who, self.chance.choice(self.store.items()).id)

    def release(self, who, skip=False):
        if held := self.hands.pop(who, None):
            self.store.release(who, held.token, skip=skip)

    def skip(self, who):
        self.release(who, skip=True)

    def retire(self, _):
        self.store.retire([self.chance.choice(self.store.items()).id], "its table was edited")

    def add(self, _):
        self.store.add([proposal(self.chance.randint(1, 6), lies=self.chance.choice(("", "d1", "d2")))])

    def apply(self, _):
        for item in self.store.to_apply():
            self.store.applied(item.id, "a hash")

    def gold(self, _):
        self.store.mark_gold(self.chance.choice(self.store.items()).id, self.chance.choice((None, Accept())))

    def no_gold(self, _):
        self.store.unmark_gold(self.chance.choice(self.store.gold()).item)

    def mistake(self, who):
        if held := self.hands.get(who):
            self.store.submit(who, submission(held, item="no item"))


def live(store, clock, seed, steps):
    bustle = Bustle(store, clock, seed)
    for _ in range(steps):
        bustle.step()
    if seed % 3 == 0:
        store.dismiss("Bob")


def test_every_column_of_the_queue_is_carried_or_named_as_left_out():
    for table in META.sorted_tables:
        columns = {column.name for column in table.columns}
        told = set(LINE_OF[table.name].model_fields) if table.name in LINE_OF else set()
        left_out = NOT_CARRIED.get(table.name, set()) | REPEATED.get(table.name, set())
        assert columns - told <= left_out, table.name


@settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(seed=some.integers(0, 10**6), steps=some.integers(0, 70))
def test_a_queue_that_is_exported_and_imported_is_the_same_queue(new_place, tmp_path, seed, steps):
    clock, here, there = Clock(), new_place(), new_place()
    with ReviewStore(here, clock=clock) as store:
        live(store, clock, seed, steps)
    header = out(here, tmp_path / "queue.jsonl")
    done = into(there, tmp_path / "queue.jsonl")
    assert (done.items, done.verdicts, done.reviewers) == (header.items, header.verdicts, header.reviewers)
    assert rows(there) == rows(here)
    out(there, tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "queue.jsonl").read_bytes()


def eventful(store, clock):
    """A verdict that was taken back, a late one, an adjudication, gold, and what was skipped, typed and went stale."""
    ann, bob, di = invited(store, "Ann", "Bob", "Di")
    (cy,) = invited(store, "Cy", role="adjudicator")
    store.add([proposal(number) for number in range(1, 6)])
    first, second, third, fourth = (store.items(text=f"shop.p{number}")[0].id for number in range(1, 5))
    store.submit(ann, submission(store.take(ann, first)))
    store.submit(ann, submission(store.undo(ann, first), Reject(reasons=("on second thoughts",)), seconds=9.5))
    store.submit(bob, submission(store.take(bob, first)))
    store.submit(cy, submission(store.take(cy, first), Edit(changes={"name": "Zoë"})))
    walked_off = store.take(bob, second)
    clock.now += 3600
    for reviewer in (ann, cy):
        store.submit(reviewer, submission(store.take(reviewer, second)))
    assert store.submit(bob, submission(walked_off)).outcome == "late"
    store.mark_gold(second, Accept())
    store.submit(di, submission(store.next(di, gold=1.0), Reject(reasons=("unlike",))))
    store.release(di, store.take(di, third).token, skip=True)
    typed = store.take(bob, third)
    store.save_draft(bob, third, {"text": "half a th"}, "hash 3", 4)
    store.release(bob, typed.token)
    store.retire([fourth], "its table was edited")
    store.applied(first, "a hash")
    store.dismiss("Di")
    store.leading.settle(ann, ["German", "statistics"], 0.5)
    store.leading.need(Need(of="group", named="shop.p5", skill="german"), cy)
    store.leading.give_share(KindShare(kind="persona", whose=f"person:{ann}", share=0.5))
    store.leading.write_guideline(Guideline(kind="persona", version=2, text="by this\n- and that", reviewer=cy))
    store.add([proposal(7, lies="shop.d1"), proposal(8, lies="shop.d1", idle=True)])
    store.submit(ann, submission(the_next(store, ann), guideline=2))
    store.submit(ann, submission(the_next(store, ann), guideline=2))
    the_next(store, ann)


def test_nothing_of_an_eventful_review_is_lost(two, tmp_path):
    clock, (one, here), (other, there) = two
    eventful(one, clock)
    out(here, tmp_path / "queue.jsonl")
    text = (tmp_path / "queue.jsonl").read_text()
    for line in ("reviewer", "item", "slot", "verdict", "gold", "presence", "skip", "draft", "event"):
        assert f'"line":"{line}"' in text
    into(there, tmp_path / "queue.jsonl")
    assert rows(there) == rows(here)
    assert told(other, but=()) == told(one, but=())
    assert other.judgements() == one.judgements() and other.gold_answers() == one.gold_answers()
    assert other.progress() == one.progress()


def told(store, but):
    """What a queue tells, with names for numbers."""
    names = {each.id: each.name for each in store.reviewers()}
    found = {}
    for item in store.items(most=1000):
        if item.record in but:
            continue
        verdicts = store.verdicts(item.id, None)
        order = {each.id: place for place, each in enumerate(verdicts)}
        found[item.id] = (
            item,
            [
                (names[v.reviewer], v.content, v.at, v.seconds, v.standing, v.late, order.get(v.supersedes))
                for v in verdicts
            ],
            [(each.at, each.what, names.get(each.reviewer)) for each in store.events(item.id)],
            item.id in {each.item for each in store.gold()},
            {names[number]: store.draft(number, item.id) for number in names if store.draft(number, item.id)},
        )
    return found


def test_who_held_an_item_has_it_after_the_move_and_work_goes_on(two, tmp_path):
    _, (one, here), (other, there) = two
    ann, bob = invited(one, "Ann", "Bob")
    one.add([proposal(1), proposal(2)])
    held = the_next(one, ann)
    one.save_draft(ann, held.item.id, {"text": "half a th"}, held.item.hash, 1)
    one.submit(bob, submission(the_next(one, bob)))
    out(here, tmp_path / "queue.jsonl")
    into(there, tmp_path / "queue.jsonl")
    assert held.token not in (tmp_path / "queue.jsonl").read_text()
    again = other.reviewer(other.invite("Ann"))
    kept = the_next(other, again.id)
    assert (kept.item, kept.draft.content, kept.until) == (held.item, {"text": "half a th"}, held.until)
    assert kept.token != held.token
    assert other.submit(again.id, submission(kept)).state == "decided"
    assert other.submit(again.id, submission(the_next(other, again.id))).state == "open"
    assert [each.reviewer for each in other.verdicts(kept.item.id, None)] == [bob, ann]


def test_the_old_invitations_do_not_open_the_new_queue(two, tmp_path):
    _, (one, here), (other, there) = two
    token = one.invite("Ann")
    out(here, tmp_path / "queue.jsonl")
    into(there, tmp_path / "queue.jsonl")
    with pytest.raises(ReviewError, match="not valid"):
        other.reviewer(token)


def test_a_queue_that_has_something_in_it_refuses_a_file_and_stays_as_it_is(two, tmp_path):
    _, (one, here), (_other, there) = two
    ann, _ = invited(one, "Ann", "Bob")
    one.add([proposal(1), proposal(2)])
    one.submit(ann, submission(the_next(one, ann)))
    out(here, tmp_path / "queue.jsonl")
    into(there, tmp_path / "queue.jsonl")
    before = rows(there)
    with pytest.raises(ReviewError, match=r"2 items and 2 people already.*give --database for a new one"):
        into(there, tmp_path / "queue.jsonl")
    assert rows(there) == before


def test_people_alone_are_a_queue_with_something_in_it(two, tmp_path):
    _, (one, here), (other, there) = two
    one.add([proposal(1)])
    out(here, tmp_path / "queue.jsonl")
    other.invite("Ann")
    with pytest.raises(ReviewError, match="has 1 people already"):
        into(there, tmp_path / "queue.jsonl")
    assert other.items() == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: lines[:-1], "of the 2 events|of the [0-9]+ events that its header tells of"),
        (lambda lines: lines[1:], "line 1: a queue's file begins with its header"),
        (lambda lines: [lines[0].replace('"version":6', '"version":9'), *lines[1:]], "line 1: version 9 of the format"),
        (lambda lines: [*lines[:3], "{", *lines[3:]], "line 4: Invalid JSON"),
        (lambda lines: [each.replace("hash 1", "hash 7") for each in lines], "is not the id that shop.p1 has"),
        (
            lambda lines: [each.replace('"duty":"review"', '"duty":"lunch"') for each in lines],
            "slot.duty: Input should",
        ),
        (
            lambda lines: [each.replace('"kind":"accept"', '"kind":"keep","keep":true') for each in lines],
            "cannot be said",
        ),
        (lambda lines: [], "is empty"),
        (
            lambda lines: [each.replace('"kind":"persona"', '"kind":"song"') for each in lines],
            "is not the id that shop.p1 has|nobody is asked about a 'song' here",
        ),
    ],
)
def test_a_file_that_was_cut_or_changed_is_refused_by_line(two, tmp_path, change, words):
    _, (one, here), (other, there) = two
    (ann,) = invited(one, "Ann")
    one.add([proposal(1)])
    one.submit(ann, submission(the_next(one, ann)))
    file = tmp_path / "queue.jsonl"
    out(here, file)
    file.write_text("".join(f"{line}\n" for line in change(file.read_text().splitlines())))
    with pytest.raises(ReviewError, match=words):
        into(there, file)
    assert other.items() == [] and other.reviewers() == []
