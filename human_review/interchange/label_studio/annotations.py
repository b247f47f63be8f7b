"""Annotations made in Label Studio, as verdicts of named reviewers.

An annotation comes in as a verdict on the page does: into a slot, once a person and item, on the version that was
looked at; where no slot is free any more, it is kept for the adjudicator. What cannot be taken is told, stands among
the events, and does not keep the others out.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from company.errors import ReviewError
from company.reviewing import kind_of
from human_review.forms import checked
from human_review.interchange.accounts import names
from human_review.interchange.label_studio.controls import regions, said, values
from human_review.interchange.label_studio.tasks import MARK
from human_review.store import (
    LEASE_SECONDS,
    Assignment,
    Item,
    Reviewer,
    Submission,
    Verdict,
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
from human_review.verdicts import Said, Withdrawn

_MARKED = re.compile(rf"{MARK}-(\d+)-\d+")
_USERNAME = re.compile(r"(\S+@\S+), \d+$")
"""How Label Studio writes users where it gives their numbers alone: first name, last name, address, number."""


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
class _Annotation:
    """One annotation with the task that it is of."""

    place: str
    task: Mapping[str, Any]
    told: Mapping[str, Any]
    who: str


def read(database: Database, file: Path, known_as: Mapping[str, str], clock: Callable[[], float] = time.time) -> Taken:
    """Take a project's export as JSON. `known_as`: Label Studio's address or number of a user → reviewer's name.

    Raises ReviewError, with nothing written, for a file of anything else.
    """
    done, now = Taken(), clock()
    found = list(_annotations(file, known_as, done))
    with database.writing() as connection:
        claiming.free(connection, now, claiming.ended(connection, now))
        work = _Intake(connection, now, done, names(connection))
        for annotation in found:
            work.take(annotation)
    return done


def _annotations(file: Path, known_as: Mapping[str, str], done: Taken) -> Iterator[_Annotation]:
    try:
        tasks = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as problem:
        raise ReviewError(f"{file} is not JSON ({problem}); export the project again, as JSON") from None
    if not isinstance(tasks, list):
        raise ReviewError(f"{file} is no list of tasks; export the project as JSON")
    for number, task in enumerate(tasks, 1):
        data = task.get("data") if isinstance(task, dict) else None
        if not isinstance(data, dict) or not isinstance(data.get("item"), str) or not isinstance(data.get("hash"), str):
            raise ReviewError(
                f"{file}, task {number}: no item and hash in its data; it has to be a task that was exported from a "
                "review queue"
            )
        for count, told in enumerate(task.get("annotations", []), 1):
            if not isinstance(told, dict) or not isinstance(told.get("result"), list):
                raise ReviewError(f"{file}, task {number}, annotation {count}: no list of results; export as JSON")
            if told.get("was_cancelled"):
                done.skipped += 1
                continue
            who = _who(told, known_as)
            yield _Annotation(f"task {number}, annotation {count} by {who}", data, told, who)


def _who(told: Mapping[str, Any], known_as: Mapping[str, str]) -> str:
    """Return the reviewer's name: by address where there is one, else by number."""
    by, username = told.get("completed_by"), str(told.get("created_username") or "")
    address = by.get("email") if isinstance(by, dict) else None
    number = by.get("id") if isinstance(by, dict) else by
    if address is None and (match := _USERNAME.search(username)):
        address = match[1]
    for called in (address, number):
        if called is not None and str(called) in known_as:
            return known_as[str(called)]
    if address is None and number is None:
        return known_as.get("", "somebody in Label Studio")
    return str(address) if address is not None else f"Label Studio user {number}"


@dataclass
class _Intake:
    """One file's annotations on their way in."""

    connection: sql.Connection
    now: float
    done: Taken
    names: dict[int, str]

    def take(self, given: _Annotation) -> None:
        """Take one annotation, or note why not."""
        try:
            with self.connection.begin_nested():
                self._take(given)
        except ReviewError as problem:
            self.done.refused.append(f"{given.place}: {problem}")
            what = {"why": str(problem), "from": "Label Studio", "by": given.who, "result": given.told["result"]}
            note(self.connection, self.now, "refused", None, given.task["item"], **what)

    def _take(self, given: _Annotation) -> None:
        item = _item(self.connection, given.task)
        body, kind = items.body_of(self.connection, item.id), kind_of(kinds_in(self.connection), item.kind)
        before = reading.verdicts(self.connection, item.id, None, 0.0)
        if (ours := _marked(given.told["result"], before)) is not None:
            assert not isinstance(ours.content, Withdrawn)
            as_it_was = regions(ours.content, kind, item.form, body, "")
            if values(given.told["result"]) != values(as_it_was):
                raise ReviewError(
                    f"the verdict of {self.names[ours.reviewer]} was changed there; verdicts are not overwritten: "
                    "annotate the task anew"
                )
            self.done.known += 1
            return
        content = said(given.told["result"], kind, item.form, body)
        checked(kind, item.form, body, content)
        who, new = self._reviewer(given.who)
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

    def _reviewer(self, name: str) -> tuple[Reviewer, bool]:
        chosen = sql.select(REVIEWERS.c.id).where(REVIEWERS.c.name == name)
        number = self.connection.execute(chosen).scalar()
        if number is not None:
            return people.locked(self.connection, number), False
        # The token is told to nobody: to come to the review page, they are invited again under this name.
        people.invite(self.connection, self.now, name, "reviewer")
        return people.locked(self.connection, self.connection.execute(chosen).scalar_one()), True

    def _submit(self, given: _Annotation, item: Item, who: Reviewer, content: Said) -> bool:
        """Put a verdict into a slot, or keep it as late; whether it was late."""
        seconds = given.told.get("lead_time")
        seconds = float(seconds) if isinstance(seconds, int | float) and seconds >= 0 else None
        told = {"origin": "Label Studio", "annotation": given.told.get("id"), "made": given.told.get("created_at")}
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
            return None


def _item(connection: sql.Connection, task: Mapping[str, Any]) -> Item:
    """Return the item that a task is of, as it was looked at. Raises ReviewError where it is not that any more."""
    row = connection.execute(sql.select(ITEMS).where(ITEMS.c.id == task["item"])).mappings().first()
    if row is None:
        raise ReviewError(f"there is no item {task['item']} in this queue; import into the queue that it came from")
    item = items.locked(connection, task["item"])
    if item.hash != task["hash"]:
        raise ReviewError(f"the task's hash is not that of {item.record}; it was changed, or is of another version")
    if item.state == "stale":
        raise ReviewError(f"{item.record} has changed since it was exported ({item.reason}); export its new version")
    return item


def _marked(found: Sequence[Mapping[str, Any]], before: Sequence[Verdict]) -> Verdict | None:
    """Return the verdict of ours that an annotation was exported from."""
    for region in found:
        if isinstance(region, dict) and (match := _MARKED.fullmatch(str(region.get("id", "")))):
            for verdict in before:
                if verdict.id == int(match[1]) and not isinstance(verdict.content, Withdrawn):
                    return verdict
    return None
