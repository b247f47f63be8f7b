"""What was said in another tool, as verdicts of named reviewers.

A verdict comes in as on the page: into a slot, once a person and item, on the version that was looked at; where no slot
is free any more, it is kept for the adjudicator. What cannot be taken is told, stands among the events, and does not
keep the others out.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from company.errors import ReviewError
from company.reviewing import kind_of
from company.reviewing.kinds import ReviewKind
from human_review.forms import checked
from human_review.interchange.accounts import names
from human_review.store import (
    LEASE_SECONDS,
    Assignment,
    Item,
    Reviewer,
    Submission,
    Verdict,
    audiences,
    claiming,
    items,
    judgements,
    people,
    reading,
    submitting,
)
from human_review.store.database import Database, kinds_in
from human_review.store.events import note
from human_review.store.tables import ITEMS, REVIEWERS, VERDICTS
from human_review.verdicts import Said


@dataclass
class Taken:
    """What became of a file's annotations."""

    taken: int = 0
    late: int = 0
    """No slot was free; kept for the adjudicator."""
    known: int = 0
    """In the queue already."""
    skipped: int = 0
    """Cancelled there."""
    invited: list[str] = field(default_factory=list)
    """New reviewers, who have no invitation that anybody knows."""
    refused: list[str] = field(default_factory=list)
    """Why, annotation by annotation."""


@dataclass(frozen=True)
class About:
    """What something was said of."""

    item: Item
    kind: ReviewKind
    body: Mapping[str, Any]
    before: Sequence[Verdict]
    """All that was said of it before."""


@dataclass(frozen=True)
class Given:
    """What somebody said in another tool."""

    place: str
    """Where it stands, in words."""
    item: str
    hash: str
    """Of the version that was looked at."""
    who: str
    """The reviewer's name."""
    said: Callable[[About], Said]
    """What it says as a verdict; raises ReviewError where it is none."""
    ours: Callable[[About], Verdict | None]
    """The verdict of ours that it was made from, unchanged; raises ReviewError for one that was changed."""
    raw: Any
    """As it stands there, to be kept where it cannot be taken."""
    seconds: float | None = None
    told: Mapping[str, Any] = field(default_factory=dict)
    """What more is kept of it."""


@dataclass(frozen=True)
class Format:
    """How a tool gives back what was exported to it: a list, with an item and a hash in a part of each."""

    noun: str
    """What it calls one."""
    part: str
    again: str
    """What to do where a file is not JSON."""
    instead: str
    """What to give where it is no list."""

    def read(self, file: Path) -> list[dict[str, Any]]:
        """Return what a file lists. Raises ReviewError where it is not what was exported from a queue."""
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as problem:
            raise ReviewError(f"{file} is not JSON ({problem}); {self.again}") from None
        if not isinstance(found, list):
            raise ReviewError(f"{file} is no list of {self.noun}s; {self.instead}")
        for number, each in enumerate(found, 1):
            part = each.get(self.part) if isinstance(each, dict) else None
            if not isinstance(part, dict) or not all(isinstance(part.get(name), str) for name in ("item", "hash")):
                raise ReviewError(
                    f"{file}, {self.noun} {number}: no item and hash in its {self.part}; it has to be a {self.noun} "
                    "that was exported from a review queue"
                )
        return found


def take_in(
    database: Database, found: Iterable[Given], done: Taken, origin: str, clock: Callable[[], float] = time.time
) -> Taken:
    """Take in what was said in a tool of this name; return what became of all of it."""
    now = clock()
    with database.writing() as connection:
        claiming.free(connection, now, claiming.ended(connection, now))
        work = _Intake(connection, now, done, names(connection), origin)
        for each in found:
            work.take(each)
    return done


@dataclass
class _Intake:
    """One file's annotations on their way in."""

    connection: sql.Connection
    now: float
    done: Taken
    names: dict[int, str]
    origin: str

    def take(self, given: Given) -> None:
        """Take one annotation, or note why not."""
        try:
            with self.connection.begin_nested():
                self._take(given)
        except ReviewError as problem:
            self.done.refused.append(f"{given.place}: {problem}")
            what = {"why": str(problem), "from": self.origin, "by": given.who, "result": given.raw}
            note(self.connection, self.now, "refused", None, given.item, **what)

    def _take(self, given: Given) -> None:
        item = _item(self.connection, given)
        kind = kind_of(kinds_in(self.connection), item.kind)
        before = reading.verdicts(self.connection, item.id, None, 0.0)
        about = About(item, kind, items.body_of(self.connection, item.id), before)
        if given.ours(about) is not None:
            self.done.known += 1
            return
        content = given.said(about)
        checked(kind, item.form, about.body, content)
        who, new = self._reviewer(given.who, item.kind)
        standing = [each for each in before if each.reviewer == who.id and (each.standing or each.late)]
        if standing:
            if standing[-1].content != content:
                raise ReviewError(f"{who.name} said something else of {item.record} already; that stands")
            self.done.known += 1
            return
        late = self._submit(given, item, who, content)
        self.done.late += late
        self.done.taken += not late
        if new:
            self.done.invited.append(who.name)
            self.names[who.id] = who.name

    def _reviewer(self, name: str, kind: str) -> tuple[Reviewer, bool]:
        """Return who has a name, and whether they are new; these are in the group that the kind is given to."""
        chosen = sql.select(REVIEWERS.c.id).where(REVIEWERS.c.name == name)
        number = self.connection.execute(chosen).scalar()
        if number is not None:
            return people.locked(self.connection, number), False
        # The token is told to nobody: to come to the review page, they are invited again under this name.
        groups = audiences.audiences(self.connection).get(kind, [])[:1]
        people.invite(self.connection, self.now, name, "reviewer", groups)
        return people.locked(self.connection, self.connection.execute(chosen).scalar_one()), True

    def _submit(self, given: Given, item: Item, who: Reviewer, content: Said) -> bool:
        """Put a verdict into a slot, or keep it as late; whether it was late."""
        seconds, told = given.seconds, {"origin": self.origin, **given.told}
        held = self._slot(item, who)
        if held is None:
            row: dict[str, Any] = {
                "item": item.id,
                "slot": None,
                "reviewer": who.id,
                "duty": "review",
                "hash": item.hash,
            }
            row |= {"content": content.model_dump_json(), "seconds": seconds, "at": self.now}
            verdict = self.connection.execute(sql.insert(VERDICTS).values(row).returning(VERDICTS.c.id)).scalar_one()
            told_of = {"duty": "review", "reviewer": who.id, "seconds": seconds, "standing": False, "content": content}
            judgements.note(self.connection, verdict, item, told_of, items.body_of(self.connection, item.id))
            note(self.connection, self.now, "late", who.id, item.id, verdict=verdict, duty="review", **told)
            return True
        sent = Submission(
            item=item.id,
            slot=held.slot,
            token=held.token,
            version=held.version,
            hash=item.hash,
            key=secrets.token_urlsafe(16),
            content=content,
            seconds=seconds,
        )
        submitting.submit(self.connection, self.now, LEASE_SECONDS, who.id, sent)
        note(self.connection, self.now, "imported", who.id, item.id, **told)
        return False

    def _slot(self, item: Item, who: Reviewer) -> Assignment | None:
        try:
            return claiming.take(self.connection, self.now, LEASE_SECONDS, who.id, item.id)
        except ReviewError:
            met = sql.select(audiences.other_side_met(sql.literal(item.id), sql.literal(who.id)))
            if not items.is_opinion(self.connection, item) or self.connection.execute(met).scalar_one():
                return None
            return claiming.one_more(self.connection, self.now, LEASE_SECONDS, who, item)


def _item(connection: sql.Connection, given: Given) -> Item:
    """Return the item that something was said of, as it was looked at. Raises ReviewError where it is not that now."""
    row = connection.execute(sql.select(ITEMS).where(ITEMS.c.id == given.item)).mappings().first()
    if row is None:
        raise ReviewError(f"there is no item {given.item} in this queue; import into the queue that it came from")
    item = items.locked(connection, given.item)
    if item.hash != given.hash:
        raise ReviewError(f"the task's hash is not that of {item.record}; it was changed, or is of another version")
    if item.state == "stale":
        raise ReviewError(f"{item.record} has changed since it was exported ({item.reason}); export its new version")
    return item
