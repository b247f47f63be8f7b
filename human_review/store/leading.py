"""What who runs a review does beside judging; each method is one transaction, durable when it returns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import sqlalchemy as sql

import human_review.store.bulk as bulk
import human_review.store.guidelines as guidelines
import human_review.store.looking as looking
import human_review.store.needs as needs
import human_review.store.people as people
import human_review.store.saying as saying
import human_review.store.shares as shares
from human_review.store.bulk import Bulk
from human_review.store.database import Database
from human_review.store.guidelines import Guideline
from human_review.store.needs import Need
from human_review.store.offering import Fronts
from human_review.store.shares import KindShare, ShareStanding


class Leading:
    """The part of a queue's store that is its lead's."""

    def __init__(self, database: Database, clock: Callable[[], float], fronts: Fronts) -> None:
        self._database, self._clock, self._fronts = database, clock, fronts

    def dismiss(self, item_ids: Sequence[str], because: str, by: int) -> int:
        """Take undecided items out of the queue, until that is undone; return how many they are."""
        with self._database.writing() as connection:
            gone = bulk.dismiss(connection, self._clock(), item_ids, because, by)
            return self._noted(connection, Bulk(action="dismiss", items=tuple(gone), by=by, because=because))

    def assign(self, item_ids: Sequence[str], to: int, by: int) -> int:
        """Have items come first for somebody, until that is undone; return how many had not."""
        with self._database.writing() as connection:
            new = bulk.assign(connection, self._clock(), item_ids, people.locked(connection, to), by)
            return self._noted(connection, Bulk(action="assign", items=tuple(new), by=by, to=to))

    def settle(self, reviewer: int, skills: Sequence[str], share: float | None, ahead: Sequence[str] = ()) -> None:
        """Say what somebody knows, what share of all reviews they do at most, and what comes first for them.

        Raises ReviewError for what is none of these.
        """
        told = {"skills": tuple(skills), "share": share, "ahead": tuple(ahead)}
        with self._database.writing() as connection:
            wanted = people.of_id(connection, reviewer).model_copy(update=told)
            people.settle(connection, self._clock(), wanted)
        self._fronts.known.clear()

    def group(self, reviewer: int, groups: Sequence[str]) -> None:
        """Say which groups of people somebody is in."""
        with self._database.writing() as connection:
            people.group(connection, self._clock(), reviewer, groups)
        self._fronts.known.clear()

    def need(self, wanted: Need, by: int) -> int:
        """Have items ask for a skill or language, or for none; return how many undecided ones do otherwise now."""
        with self._database.writing() as connection:
            changed = needs.put(connection, self._clock(), wanted, by)
        self._fronts.known.clear()
        return changed

    def needs(self) -> list[Need]:
        """Return which skills and languages items ask for."""
        with self._database.reading() as connection:
            return needs.rules(connection)

    def give_share(self, wanted: KindShare, by: int | None = None) -> None:
        """Have somebody be given a part of a kind. Raises ReviewError for one that nobody could be given."""
        with self._database.writing() as connection:
            shares.put(connection, self._clock(), wanted, by)
        self._fronts.known.clear()

    def end_share(self, kind: str, whose: str, by: int | None = None) -> None:
        """End somebody's part of a kind. Raises ReviewError where they have none."""
        with self._database.writing() as connection:
            shares.end(connection, self._clock(), kind, whose, by)
        self._fronts.known.clear()

    def shares(self) -> list[ShareStanding]:
        """Return who is given which part of a kind, and how far they are."""
        with self._database.reading() as connection:
            return shares.standings(connection)

    def write_guideline(self, wanted: Guideline) -> int:
        """Keep a new version of a kind's guideline; return its number. Raises ReviewError for one that says nothing."""
        with self._database.writing() as connection:
            return guidelines.write(connection, self._clock(), wanted)

    def note_reopened(self, item_ids: Sequence[str], because: str, by: int) -> int:
        """Note that items were opened again together, so that it can be undone; return how many they are."""
        with self._database.writing() as connection:
            return self._noted(connection, Bulk(action="reopen", items=tuple(item_ids), by=by, because=because))

    def recent(self, most: int = 10) -> list[Bulk]:
        """Return what was done to many items at once, the newest first."""
        with self._database.reading() as connection:
            return bulk.recent(connection, most)

    def undo(self, number: int, by: int) -> int:
        """Undo what was done to many items at once; return for how many. Raises ReviewError where it cannot be."""
        with self._database.writing() as connection:
            undone = bulk.undo(connection, self._clock(), number, by)
        self._fronts.known.clear()
        return undone

    def look(self, reviewer: int, item: str) -> None:
        """Let who runs the review see what was said of an open item; they judge it no more. Raises ReviewError."""
        with self._database.writing() as connection:
            looking.look(connection, self._clock(), item, reviewer)

    def looked(self, reviewer: int, item: str) -> bool:
        """Return whether somebody has looked at the verdicts on an open item."""
        with self._database.reading() as connection:
            return looking.looked(connection, item, reviewer)

    def reasons(self, reader: int) -> Counter[str]:
        """Count the reasons of rejections, as far as a reader may know of them."""
        with self._database.reading() as connection:
            return saying.reasons(connection, people.of_id(connection, reader))

    def _noted(self, connection: sql.Connection, done: Bulk) -> int:
        if done.items:
            bulk.noted(connection, self._clock(), done)
        return len(done.items)
