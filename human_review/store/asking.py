"""What can be asked of a queue and changes nothing: each method reads one state of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sql

import human_review.store.audiences as audiences
import human_review.store.blind as blind
import human_review.store.claiming as claiming
import human_review.store.comments as comments
import human_review.store.drafts as drafts
import human_review.store.gold as gold
import human_review.store.guidelines as guidelines
import human_review.store.items as items
import human_review.store.judgements as judgements
import human_review.store.leaving as leaving
import human_review.store.people as people
import human_review.store.reading as reading
import human_review.store.rounds as rounds
import human_review.store.solutions as solutions
import human_review.store.standing as standing
import human_review.store.undoing as undoing
from company.reviewing.kinds import FormName
from company.reviewing.lineage import Key
from human_review.store.comments import Comment
from human_review.store.events import Event, events, latest
from human_review.store.gold import Gold
from human_review.store.guidelines import Guideline
from human_review.store.judgements import By, Counted, Judgement
from human_review.store.leaving import Left
from human_review.store.opened import Opened
from human_review.store.rounds import Again
from human_review.store.searching import Search, find
from human_review.store.stakes import Stake, at_stake
from human_review.store.standing import Progress, Standing
from human_review.store.tables import ITEMS
from human_review.store.values import Assignment, Draft, Duty, Item, ItemState, Reviewer, Verdict
from human_review.verdicts import Said


class Asking(Opened):
    """The part of a queue's store that reads."""

    # people

    def reviewer(self, token: str) -> Reviewer:
        """Return the reviewer with this token; raises ReviewError where it is nobody's (any more)."""
        with self._database.reading() as connection:
            return people.of_token(connection, token)

    def reviewers(self) -> list[Reviewer]:
        """Return all reviewers that were ever invited."""
        with self._database.reading() as connection:
            return people.everyone(connection)

    def audiences(self) -> dict[str, list[str]]:
        """Return the groups of people that each kind is given to; kinds that are everybody's do not stand there."""
        with self._database.reading() as connection:
            return audiences.audiences(connection)

    def given_to(self, reviewer: int) -> tuple[str, ...]:
        """Return the kinds that a reviewer is given, by the groups of people that they are in."""
        with self._database.reading() as connection:
            given = audiences.kinds_for(connection, people.of_id(connection, reviewer))
        return tuple(self.kinds) if given is None else given

    def done_of(self, reviewer: int, kind: str) -> int:
        """Count the items of a kind that a reviewer has judged; those of the tutorial do not count."""
        with self._database.reading() as connection:
            return standing.done_of(connection, reviewer, kind)

    # items

    def latest_round(self, item: Item) -> Item:
        """Return the last round on an item's record."""
        with self._database.reading() as connection:
            return rounds.latest_round(connection, item)

    def held(self, reviewer: int, item: str) -> Assignment | None:
        """Return the reviewer's own lease of an item, as it is; None where they hold none. Changes nothing."""
        with self._database.reading() as connection:
            return claiming.held(connection, reviewer, item)

    # what somebody said

    def draft(self, reviewer: int, item: str) -> Draft | None:
        """Return the reviewer's last draft for an item."""
        with self._database.reading() as connection:
            return drafts.draft(connection, reviewer, item)

    def comments(self, item: str, reader: int) -> Sequence[Comment]:
        """Return the comments on an item that a reader may see, thread by thread."""
        with self._database.reading() as connection:
            who = people.of_id(connection, reader)
            return comments.on(connection, item, who, all_seen=reading.all_seen(connection, item, who, self._clock()))

    def guidelines(self, kind: str) -> list[Guideline]:
        """Return the versions of a kind's guideline that were written here, the oldest first."""
        with self._database.reading() as connection:
            return guidelines.of_kind(connection, kind)

    def judged_under(self, kind: str) -> dict[int, int]:
        """Count the standing reviews of a kind by the version of the guideline that they were given under."""
        with self._database.reading() as connection:
            return guidelines.judged_under(connection, kind)

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

    # how it stands

    def standing(self, reviewer: int) -> Standing:
        """Return the state of the queue for one reviewer."""
        with self._database.reading() as connection:
            return standing.standing(connection, self._clock(), people.of_id(connection, reviewer))

    def progress(self) -> Progress:
        """Return the state of the whole queue."""
        with self._database.reading() as connection:
            return standing.progress(connection)

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

    def left(self) -> Left:
        """Count what is left of the review."""
        with self._database.reading() as connection:
            return leaving.left(connection, self._clock())

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
            return standing.late(connection)

    def judgements(self) -> list[Judgement]:
        """Return every standing verdict as figures need it, in the order in which they came."""
        with self._database.reading() as connection:
            return list(judgements.standing(connection))

    # gold

    def gold(self) -> list[Gold]:
        """Return all gold items. Only the administrator of the review may know them, not reviewers."""
        with self._database.reading() as connection:
            return gold.listed(connection)

    def gold_answers(self) -> dict[int, bool]:
        """Return for the number of each standing verdict on a gold item whether it is right."""
        return self._right("gold")

    def lesson_answers(self) -> dict[int, bool]:
        """Return for the number of each standing verdict of a tutorial whether it is right."""
        return self._right("tutorial")

    def _right(self, duty: Duty) -> dict[int, bool]:
        with self._database.reading() as connection:
            answers = judgements.answers_to_known(connection, duty)
        return {number: gold.meets(said, right, self.kinds.get(kind)) for number, kind, said, right in answers}

    def lessons(self, reviewer: int, kind: str) -> tuple[int, int]:
        """Return how many items of a kind's tutorial a reviewer has judged, and how many there are."""
        with self._database.reading() as connection:
            return gold.lessons(connection, reviewer, kind)

    def taught(self, reviewer: int, item: str) -> tuple[bool, tuple[str, ...]] | None:
        """Return whether a reviewer was right in their tutorial, and the flags that are; None of other items."""
        with self._database.reading() as connection:
            return gold.taught(connection, reviewer, item)

    # decisions

    def to_apply(self, settled_for: float = 0.0) -> list[Item]:
        """Return items decided at least so many seconds ago whose decisions are not written to the run yet."""
        with self._database.reading() as connection:
            return reading.to_apply(connection, self._clock() - settled_for)

    def live(self) -> dict[str, Item]:
        """Return every item that is not stale, by its id."""
        with self._database.reading() as connection:
            rows = connection.execute(sql.select(ITEMS).where(ITEMS.c.state != "stale")).mappings()
            return {row["id"]: items.item_of(row) for row in rows}

    def sent_back(self) -> list[Item]:
        """Return every item that was ever sent back, stale ones among them; those of later rounds first."""
        with self._database.reading() as connection:
            return rounds.sent_back(connection)


def _reader(connection: sql.Connection, reader: int | None) -> Reviewer | None:
    return None if reader is None else people.of_id(connection, reader)
