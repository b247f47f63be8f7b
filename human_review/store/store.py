"""The queue as everything else uses it: each method is one transaction, durable when it returns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import sqlalchemy as sql

import human_review.store.audiences as audiences
import human_review.store.claiming as claiming
import human_review.store.comments as comments
import human_review.store.drafts as drafts
import human_review.store.gating as gating
import human_review.store.gold as gold
import human_review.store.items as items
import human_review.store.judgements as judgements
import human_review.store.people as people
import human_review.store.presence as presence
import human_review.store.rounds as rounds
import human_review.store.shares as shares
import human_review.store.solutions as solutions
import human_review.store.submitting as submitting
from company.errors import ReviewError
from human_review.store.asking import Asking
from human_review.store.comments import Comment
from human_review.store.events import note
from human_review.store.offering import Wish
from human_review.store.rounds import Return
from human_review.store.standing import Standing
from human_review.store.tables import ITEMS
from human_review.store.values import Assignment, Draft, Proposal, Receipt, Reviewer, ReviewerRole, Submission
from human_review.store.webhooks import tell_opened
from human_review.verdicts import Said

AT_ONCE = 200
"""Items that are queued or retired in one transaction, for which reviewers wait."""


class ReviewStore(Asking):
    """A run's review queue. Open one per process, let its threads share it, and close it.

    Methods raise ReviewError where what is asked for cannot be had; nothing was written then, except that a refused
    verdict stands among the events.
    """

    # people

    def invite(self, name: str, role: ReviewerRole = "reviewer", groups: Sequence[str] | None = None) -> str:
        """Return the token of a new reviewer, shown this once; for a name that is known, a new token and role.

        They are in these groups of people; None: in those that they were in, if any.
        """
        with self._database.writing() as connection:
            token = people.invite(connection, self._clock(), name, role, groups)
        self._fronts.known.clear()
        return token

    def admit(self, name: str, role: ReviewerRole) -> Reviewer:
        """Return who is known by a name, or is from now on, with this role; raises ReviewError for the dismissed."""
        with self._database.writing() as connection:
            return people.admit(connection, self._clock(), name, role)

    def dismiss(self, name: str) -> None:
        """End a reviewer's access, and what was kept for them; their verdicts stay."""
        with self._database.writing() as connection:
            shares.end_all(connection, self._clock(), people.dismiss(connection, self._clock(), name))

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

    def divide(self, groups: Mapping[str, Sequence[str]]) -> None:
        """Have groups of people be given these kinds, each its own; kinds that no group has are everybody's."""
        with self._database.reading() as connection:
            there = audiences.audiences(connection)
        wanted: dict[str, list[str]] = {}
        for group in sorted(groups):
            for kind in groups[group]:
                wanted.setdefault(kind, []).append(group)
        if there != wanted:
            with self._database.writing() as connection:
                audiences.put(connection, groups)
            self._fronts.known.clear()

    def teach(self, kind: str, wanted: int, seed: int) -> int:
        """Have so many items of a kind be its tutorial, or half of those that can be; return how many are new in it."""
        with self._database.writing() as connection:
            return gold.teach(connection, self._clock(), kind, wanted, seed)

    def put_idle(self, item_ids: Sequence[str], *, idle: bool) -> None:
        """Have items come last because nothing is released that hangs on them, or no more for that."""
        for start in range(0, len(item_ids), AT_ONCE):
            with self._database.writing() as connection:
                gating.idle(connection, item_ids[start : start + AT_ONCE], idle=idle)
        if item_ids:
            self._fronts.known.clear()

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
            wish = Wish(reviewer, tuple(kinds), gold)
            found = claiming.next_slot(connection, now, self._lease, self._fronts, wish)
        return self.standing(reviewer) if found is None else found

    def take(self, reviewer: int, item: str) -> Assignment:
        """Lease an item that was looked for; raises ReviewError where no place at it is free for the reviewer."""
        now = self._clock()
        self._free_ended(now)
        with self._database.writing() as connection:
            return claiming.take(connection, now, self._lease, reviewer, item)

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

    # how it was solved

    def solve(self, reviewer: int, attempt: solutions.Attempt) -> solutions.Solution:
        """Keep how a reviewer solved an item before they saw the key; return the answer that counts, their first."""
        with self._database.writing() as connection:
            return solutions.solve(connection, self._clock(), reviewer, attempt)

    # gold

    def mark_gold(self, item: str, expected: Said | None = None) -> None:
        """Give an item out as gold, too. Right is its decision, or `expected`, which decides it if need be.

        Raises ReviewError where nobody has said what is right, or that cannot be said of it.
        """
        with self._database.writing() as connection:
            gold.mark(connection, self._clock(), item, expected)

    def mark_planted(self, wanted: int, seed: int = 1) -> list[str]:
        """Give out as gold so many further items of each kind in which something was planted; return their ids."""
        with self._database.writing() as connection:
            kinds = [name for name, kind in self.kinds.items() if kind.provable]
            return [item for kind in kinds for item in gold.mark_planted(connection, self._clock(), kind, wanted, seed)]

    def unmark_gold(self, item: str) -> None:
        """Give an item out as gold no more."""
        with self._database.writing() as connection:
            gold.unmark(connection, self._clock(), item)

    # decisions

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

    def _free_ended(self, now: float, but: int | None = None) -> None:
        """Open the slots whose leases have ended, so that they can be taken."""
        with self._database.reading() as connection:
            slots = claiming.ended(connection, now, but)
        if slots:
            with self._database.writing() as connection:
                for place in claiming.free(connection, now, slots):
                    self._fronts.reopened(place)
