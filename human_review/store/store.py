"""The queue as everything else uses it: each method is one transaction, durable when it returns."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import sqlalchemy as sql

import human_review.store.blind as blind
import human_review.store.claiming as claiming
import human_review.store.comments as comments
import human_review.store.drafts as drafts
import human_review.store.gating as gating
import human_review.store.gold as gold
import human_review.store.items as items
import human_review.store.judgements as judgements
import human_review.store.people as people
import human_review.store.presence as presence
import human_review.store.reading as reading
import human_review.store.rounds as rounds
import human_review.store.solutions as solutions
import human_review.store.submitting as submitting
import human_review.store.undoing as undoing
from company.errors import ReviewError
from company.reviewing.kinds import FormName, Kinds, kinds_of_run
from company.reviewing.lineage import Key
from human_review.store.claiming import LEASE_SECONDS, Fronts
from human_review.store.database import Database
from human_review.store.events import events, latest, note
from human_review.store.judgements import By, Counted, Judgement
from human_review.store.leading import Leading
from human_review.store.searching import Search, find
from human_review.store.sessions import Sessions
from human_review.store.stakes import Stake, at_stake
from human_review.store.tables import ITEMS
from human_review.store.tokens import Tokens
from human_review.store.values import (
    Again,
    Assignment,
    Comment,
    Draft,
    Duty,
    Event,
    Gold,
    Item,
    ItemState,
    Progress,
    Proposal,
    Receipt,
    Return,
    Reviewer,
    ReviewerRole,
    Standing,
    Submission,
    Verdict,
)
from human_review.store.webhooks import Webhooks, tell_opened
from human_review.verdicts import Said

FILE = "review.sqlite"
AT_ONCE = 200
"""Items that are queued or retired in one transaction, for which reviewers wait."""


class ReviewStore:
    """A run's review queue. Open one per process, let its threads share it, and close it.

    Methods raise ReviewError where what is asked for cannot be had; nothing was written then, except that a refused
    verdict stands among the events.
    """

    def __init__(
        self,
        place: Path | str,
        *,
        lease_seconds: float = LEASE_SECONDS,
        clock: Callable[[], float] = time.time,
        kinds: Kinds | None = None,
    ) -> None:
        """Open the queue in an SQLite file, or in the PostgreSQL database of a URL; made where it is missing.

        `kinds` are those of the family whose records are judged; of the usual family where none are given.
        """
        self._database = Database(place, kinds)
        self._lease = lease_seconds
        self._clock = clock
        self._fronts = Fronts()
        self.sessions = Sessions(self._database, clock)
        self.tokens = Tokens(self._database, clock)
        self.webhooks = Webhooks(self._database, clock)
        self.leading = Leading(self._database, clock, self._fronts)

    @classmethod
    def of_run(cls, run: Path, url: str | None = None) -> Self:
        """Open the queue of a run's folder, or at the URL that is to be used instead of a file there."""
        return cls(url or run / FILE, kinds=kinds_of_run(run))

    @property
    def kinds(self) -> Kinds:
        """The kinds of the family whose records are judged."""
        return self._database.kinds

    @property
    def database(self) -> Database:
        """What the queue is kept in, for what reads or writes all of it."""
        return self._database

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # people

    def invite(self, name: str, role: ReviewerRole = "reviewer") -> str:
        """Return the token of a new reviewer, shown this once; for a name that is known, a new token and role."""
        with self._database.writing() as connection:
            return people.invite(connection, self._clock(), name, role)

    def admit(self, name: str, role: ReviewerRole) -> Reviewer:
        """Return who is known by a name, or is from now on, with this role; raises ReviewError for the dismissed."""
        with self._database.writing() as connection:
            return people.admit(connection, self._clock(), name, role)

    def dismiss(self, name: str) -> None:
        """End a reviewer's access; their verdicts stay."""
        with self._database.writing() as connection:
            people.dismiss(connection, self._clock(), name)

    def reviewer(self, token: str) -> Reviewer:
        """Return the reviewer with this token; raises ReviewError where it is nobody's (any more)."""
        with self._database.reading() as connection:
            return people.of_token(connection, token)

    def reviewers(self) -> list[Reviewer]:
        """Return all reviewers that were ever invited."""
        with self._database.reading() as connection:
            return people.everyone(connection)

    # the queue

    def add(self, proposals: Iterable[Proposal]) -> int:
        """Queue what is not queued yet, and stale items that are again as they were; return how many that were.

        Of many, some hundred at a time: reviewers do not wait for the rest, and what was queued by then stays.
        """
        count, remaining = 0, iter(proposals)
        while part := list(islice(remaining, AT_ONCE)):
            with self._database.writing() as connection:
                rounds.alone(connection)
                count += items.add(connection, self._clock(), part)
        self._fronts.known.clear()
        return count

    def retire(self, item_ids: Sequence[str], reason: str) -> int:
        """Take items out as stale, some hundred at a time; verdicts on them stay. How many were in the queue."""
        count = 0
        for start in range(0, len(item_ids), AT_ONCE):
            with self._database.writing() as connection:
                count += items.retire(connection, self._clock(), item_ids[start : start + AT_ONCE], reason)
        return count

    def send_back(self, proposals: Iterable[Proposal], by: int | None = None) -> list[Return]:
        """Put records before people once more, as the run has them now; return what became of each of them.

        `by` is the number of who asks for it; None where nobody in particular does.

        What is open already is moved to the proposal's place; what was decided gets another round, and its decision
        stands until that one's. Sent back again on the same grounds, nothing changes.
        """
        found: list[Return] = []
        for each in proposals:
            with self._database.writing() as connection:
                rounds.alone(connection)
                found.append(rounds.send_back(connection, self._clock(), each, by))
        self._fronts.known.clear()
        return found

    def latest_round(self, item: Item) -> Item:
        """Return the last round on an item's record."""
        with self._database.reading() as connection:
            return rounds.latest_round(connection, item)

    def hand_over(self) -> int:
        """Have adjudicators decide the later rounds that too few are left to review; return how many these are."""
        with self._database.reading() as connection:
            waiting = rounds.open_later(connection)
        if not waiting:
            return 0
        with self._database.writing() as connection:
            return sum(rounds.hand_over(connection, self._clock(), items.locked(connection, each)) for each in waiting)

    def next(self, reviewer: int, kinds: Sequence[str] = (), gold: float = 0.0) -> Assignment | Standing:
        """Return the item that the reviewer holds, or the next one (of these kinds), leased; else why there is none.

        `gold`: the share of reviews in whose place a gold item is given; see `[review] gold`.
        """
        now = self._clock()
        self._free_ended(now)
        with self._database.writing() as connection:
            wish = claiming.Wish(reviewer, tuple(kinds), gold)
            found = claiming.next_slot(connection, now, self._lease, self._fronts, wish)
        return self.standing(reviewer) if found is None else found

    def take(self, reviewer: int, item: str) -> Assignment:
        """Lease an item that was looked for; raises ReviewError where no place at it is free for the reviewer."""
        now = self._clock()
        self._free_ended(now)
        with self._database.writing() as connection:
            return claiming.take(connection, now, self._lease, reviewer, item)

    def held(self, reviewer: int, item: str) -> Assignment | None:
        """Return the reviewer's own lease of an item, as it is; None where they hold none. Changes nothing."""
        with self._database.reading() as connection:
            return claiming.held(connection, reviewer, item)

    def heartbeat(self, reviewer: int, token: str) -> float:
        """Hold on to a lease while its page is in use; when it ends now, in seconds since 1970."""
        with self._database.writing() as connection:
            return claiming.extend(connection, self._clock(), self._lease, reviewer, token)

    def release(self, reviewer: int, token: str, *, skip: bool = False) -> None:
        """Give an item back before its time; with `skip`, it comes last for this reviewer."""
        with self._database.writing() as connection:
            claiming.release(connection, self._clock(), self._fronts, reviewer, token, skip=skip)

    # what reviewers say

    def save_draft(self, reviewer: int, item: str, content: dict[str, Any], hash: str, sequence: int) -> bool:
        """Keep what was typed, lease or no lease; False where a draft with this sequence or a later one is there."""
        now = self._clock()
        draft = Draft(item=item, content=content, hash=hash, sequence=sequence, saved=now)
        with self._database.writing() as connection:
            saved = drafts.save(connection, now, reviewer, draft)
            presence.sign(connection, now, reviewer, item)
            return saved

    def draft(self, reviewer: int, item: str) -> Draft | None:
        """Return the reviewer's last draft for an item."""
        with self._database.reading() as connection:
            return drafts.draft(connection, reviewer, item)

    def submit(self, reviewer: int, submission: Submission) -> Receipt:
        """Take a verdict, once: the same key gets the same receipt. Raises ReviewError for one that cannot be taken."""
        now = self._clock()
        self._free_ended(now, but=reviewer)
        with self._database.writing() as connection:
            try:
                return submitting.submit(connection, now, self._lease, reviewer, submission)
            except ReviewError as problem:
                refused = problem
                told = submission.model_dump(mode="json", exclude={"token"})
                note(connection, now, "refused", reviewer, submission.item, why=str(problem), submission=told)
        raise refused

    def undo(self, reviewer: int, item: str) -> Assignment:
        """Take the last verdict on an item back, until something builds on it, and have its item again."""
        with self._database.writing() as connection:
            return submitting.undo(connection, self._clock(), self._lease, reviewer, item)

    def comment(self, reviewer: int, item: str, told: Comment) -> None:
        """Add a comment to an item. Raises ReviewError for an empty one, and on what was never given to its author."""
        with self._database.writing() as connection:
            comments.add(connection, self._clock(), item, reviewer, told)

    def comments(self, item: str, reader: int) -> Sequence[Comment]:
        """Return the comments on an item that a reader may see, thread by thread."""
        with self._database.reading() as connection:
            who = people.of_id(connection, reader)
            return comments.on(connection, item, who, all_seen=reading.all_seen(connection, item, who, self._clock()))

    def categories(self) -> list[str]:
        """Return the categories of items, in order."""
        with self._database.reading() as connection:
            found = sql.select(ITEMS.c.category).where(ITEMS.c.category != "").distinct().order_by(ITEMS.c.category)
            return list(connection.execute(found).scalars())

    def can_undo(self, reviewer: int, item: str) -> bool:
        """Return whether `undo` would take the reviewer's verdict back now."""
        with self._database.reading() as connection:
            found, _ = reading.item(connection, item, None)
            return not undoing.why_not(connection, self._clock(), found, people.of_id(connection, reviewer))

    # how it was solved

    def solve(self, reviewer: int, attempt: solutions.Attempt) -> solutions.Solution:
        """Keep how a reviewer solved an item before they saw the key; return the answer that counts, their first."""
        with self._database.writing() as connection:
            return solutions.solve(connection, self._clock(), reviewer, attempt)

    def solution(self, reviewer: int, item: str) -> solutions.Solution | None:
        """Return how a reviewer solved an item; None where they did not."""
        with self._database.reading() as connection:
            return solutions.solution(connection, reviewer, item)

    def solutions_of(self, item: str) -> list[solutions.Solution]:
        """Return how everybody solved an item: for adjudicators and the machine, never for who may still review it."""
        with self._database.reading() as connection:
            return solutions.of_item(connection, item)

    def solved(self) -> list[solutions.Solved]:
        """Return every answer that was given to a first round as a review, as figures need it."""
        with self._database.reading() as connection:
            return solutions.solved(connection)

    # what can be asked

    def standing(self, reviewer: int) -> Standing:
        """Return the state of the queue for one reviewer."""
        with self._database.reading() as connection:
            return reading.standing(connection, self._clock(), people.of_id(connection, reviewer))

    def progress(self) -> Progress:
        """Return the state of the whole queue."""
        with self._database.reading() as connection:
            return reading.progress(connection)

    def item(self, item: str, reader: int | None = None) -> tuple[Item, dict[str, Any]]:
        """Return an item as a reader may see it, and what is judged. Reader None is the machine, which sees all."""
        with self._database.reading() as connection:
            return reading.item(connection, item, _reader(connection, reader))

    def items(
        self,
        kind: str | None = None,
        state: ItemState | None = None,
        text: str = "",
        after: str = "",
        most: int = 100,
    ) -> list[Item]:
        """Return items by kind, state and words, in order; the position of a page's last one leads to the next page."""
        with self._database.reading() as connection:
            return find(connection, Search(text=text, kind=kind, state=state), after, most, None)

    def bodies(self, item_ids: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Return the contents to judge of some items."""
        with self._database.reading() as connection:
            return items.bodies_of(connection, item_ids)

    def of_record(self, record: str) -> list[Item]:
        """Return every version of a record that was queued, and every round on it, the oldest first."""
        with self._database.reading() as connection:
            statement = sql.select(ITEMS).where(ITEMS.c.record == record).order_by(ITEMS.c.created, ITEMS.c.round)
            return [items.item_of(row) for row in connection.execute(statement).mappings()]

    def search(self, wanted: Search, reader: int, after: str = "", most: int = 50) -> list[Item]:
        """Return items for a reader's eyes, in order; the position of a page's last one leads to the next page."""
        with self._database.reading() as connection:
            return find(connection, wanted, after, most, _reader(connection, reader))

    def verdicts(self, item: str, reader: int | None) -> list[Verdict]:
        """Return all that was said of an item. Until all its reviews are in, a reader sees their own alone.

        Reader None is the machine, which sees everything.
        """
        with self._database.reading() as connection:
            return reading.verdicts(connection, item, _reader(connection, reader), self._clock())

    def verdicts_after(self, number: int, reader: int, most: int = 100) -> tuple[list[Verdict], int | None]:
        """Return verdicts after the one with this number that a reader may see: their own, to an admin others', too.

        With the number to go on from; None where nothing follows.
        """
        with self._database.reading() as connection:
            who = people.of_id(connection, reader)
            return reading.verdicts_after(connection, (number, most), who, self._clock())

    def judged(self, form: FormName, kind: str | None = None) -> list[list[tuple[int, Said]]]:
        """Return reviewer and verdict of every review, item by item, of first rounds that have all their reviews."""
        with self._database.reading() as connection:
            return list(reading.judged(connection, form, kind))

    def events(self, item: str | None = None, after: int = 0) -> list[Event]:
        """Return events (of an item) after the one with this number, oldest first."""
        with self._database.reading() as connection:
            return list(events(connection, item, after))

    def latest(self, item: str | None = None, before: int | None = None, most: int = 100) -> list[Event]:
        """Return events (of an item) before the one with this number, the newest first."""
        with self._database.reading() as connection:
            return latest(connection, item, before, most)

    # what is counted

    def last_event(self) -> int:
        """Return the number of the last event: while it is the same, so is all that is counted."""
        with self._database.reading() as connection:
            return judgements.last(connection)

    def counted(self, by: By) -> list[Counted]:
        """Count verdicts by kind and by persona or reviewer; standing first reviews alone, without gold."""
        with self._database.reading() as connection:
            return judgements.counted(connection, by)

    def again(self) -> Again:
        """Count the sent-back items that wait, and the decisions of later rounds."""
        with self._database.reading() as connection:
            return rounds.again(connection)

    def decided(self) -> list[tuple[str, ItemState, str | None, Duty | None, int]]:
        """Count items of first rounds by kind, state, decision in a word, and duty of the decider."""
        with self._database.reading() as connection:
            return judgements.decided(connection)

    def seen_by(self, reader: int) -> list[tuple[str, ItemState, str | None, Duty | None, int]]:
        """Count items as `decided` does, as they look to a reader, who may not know which are gold."""
        with self._database.reading() as connection:
            return blind.counted(connection, people.of_id(connection, reader))

    def own(self, reviewer: int) -> list[blind.Own]:
        """Return what a reviewer has said, kind by kind, for their own eyes."""
        with self._database.reading() as connection:
            return blind.own(connection, reviewer)

    def at_stake(self, below: Collection[Key], reader: int) -> Stake:
        """Count what was judged of these questions, as far as a reader may know of it."""
        with self._database.reading() as connection:
            return at_stake(connection, below, people.of_id(connection, reader))

    def late(self) -> int:
        """Count the verdicts that came when nobody's place was free any more."""
        with self._database.reading() as connection:
            return reading.late(connection)

    def judgements(self) -> list[Judgement]:
        """Return every standing verdict as figures need it, in the order in which they came."""
        with self._database.reading() as connection:
            return list(judgements.standing(connection))

    # gold

    def mark_gold(self, item: str, expected: Said | None = None) -> None:
        """Give an item out as gold, too. Right is its decision, or `expected`, which decides it if need be.

        Raises ReviewError where nobody has said what is right, or that cannot be said of it.
        """
        with self._database.writing() as connection:
            gold.mark(connection, self._clock(), item, expected)

    def unmark_gold(self, item: str) -> None:
        """Give an item out as gold no more."""
        with self._database.writing() as connection:
            gold.unmark(connection, self._clock(), item)

    def gold(self) -> list[Gold]:
        """Return all gold items. Only the administrator of the review may know them, not reviewers."""
        with self._database.reading() as connection:
            return gold.listed(connection)

    def gold_answers(self) -> dict[int, bool]:
        """Return for the number of each standing verdict on a gold item whether it is right."""
        with self._database.reading() as connection:
            return {number: gold.meets(said, right) for number, said, right in judgements.gold_answers(connection)}

    # decisions

    def to_apply(self, settled_for: float = 0.0) -> list[Item]:
        """Return items decided at least so many seconds ago whose decisions are not written to the run yet."""
        with self._database.reading() as connection:
            return reading.to_apply(connection, self._clock() - settled_for)

    def applied(self, item: str, applied_hash: str | None, basis: str = "", *, opens: bool = False) -> None:
        """Note that a decision is written, and the hash that what was judged has with it, and what verdicts rest on.

        `opens`: work waited for it, and goes on.
        """
        now = self._clock()
        with self._database.writing() as connection:
            statement = (
                sql.update(ITEMS)
                .where(ITEMS.c.id == item)
                .values(applied=now, applied_hash=applied_hash, basis=basis or None)
            )
            statement = statement.returning(ITEMS.c.kind, ITEMS.c.record)
            gating.passed_on(connection, [(row.kind, row.record) for row in connection.execute(statement).all()])
            note(connection, now, "applied", None, item)
            if opens:
                told = items.locked(connection, item)
                note(connection, now, "gate opened", None, item, kind=told.kind)
                tell_opened(connection, now, told, judgements.word(told.decision) if told.decision else "")

    def live(self) -> dict[str, Item]:
        """Return every item that is not stale, by its id."""
        with self._database.reading() as connection:
            rows = connection.execute(sql.select(ITEMS).where(ITEMS.c.state != "stale")).mappings()
            return {row["id"]: items.item_of(row) for row in rows}

    def sent_back(self) -> list[Item]:
        """Return every item that was ever sent back, stale ones among them; those of later rounds first."""
        with self._database.reading() as connection:
            return rounds.sent_back(connection)

    def _free_ended(self, now: float, but: int | None = None) -> None:
        """Open the slots whose leases have ended, so that they can be taken."""
        with self._database.reading() as connection:
            slots = claiming.ended(connection, now, but)
        if slots:
            with self._database.writing() as connection:
                for place in claiming.free(connection, now, slots):
                    self._fronts.reopened(place)


def _reader(connection: sql.Connection, reader: int | None) -> Reviewer | None:
    return None if reader is None else people.of_id(connection, reader)
