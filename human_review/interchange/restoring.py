"""A queue's file into an empty queue, which is the same queue then; all of it is one transaction."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from company.errors import ReviewError
from human_review.interchange.groups import Group, Reader
from human_review.interchange.lines import ItemLine, ReviewerLine, SlotLine, VerdictLine
from human_review.store import Item, judgements
from human_review.store.database import Database, kinds_in
from human_review.store.items import grounds_text, item_of
from human_review.store.people import LISTS
from human_review.store.shares import SHARES
from human_review.store.solutions import SOLUTIONS, word
from human_review.store.tables import (
    APART,
    ASSIGNED,
    AUDIENCES,
    BUILT_ON,
    COMMENTS,
    CREWS,
    DISMISSED,
    DRAFTS,
    EVENTS,
    GOLD,
    GUIDELINES,
    ITEMS,
    LEASES,
    LOOKED,
    MET,
    NEEDS,
    PLANTED,
    PRESENCE,
    PROPOSALS,
    REVIEWERS,
    SKIPS,
    SLOTS,
    VERDICTS,
    WORDS,
)
from human_review.store.words import words_of
from human_review.verdicts import Withdrawn

AT_ONCE = 200
"""Items that are written together."""
_IN_ORDER = (
    REVIEWERS,
    ITEMS,
    PROPOSALS,
    BUILT_ON,
    DISMISSED,
    ASSIGNED,
    WORDS,
    GOLD,
    SLOTS,
    LEASES,
    SKIPS,
    DRAFTS,
    PRESENCE,
    LOOKED,
    COMMENTS,
    VERDICTS,
    SOLUTIONS,
    EVENTS,
    NEEDS,
    SHARES,
    GUIDELINES,
    CREWS,
    AUDIENCES,
    APART,
    PLANTED,
    MET,
)
"""Tables after those that they refer to."""
_NUMBERED = (REVIEWERS, VERDICTS, COMMENTS, EVENTS)


@dataclass
class Restored:
    """What a file brought."""

    reviewers: int = 0
    """People; they have no invitation yet."""
    items: int = 0
    verdicts: int = 0


def restore(database: Database, file: Path) -> Restored:
    """Bring a file's queue into an empty one.

    Raises ReviewError, with nothing written, for a file that cannot be read and for a queue that has something in it.
    """
    reader = Reader(file)
    with database.writing() as connection:
        _check_empty(connection, database, file)
        work = _Restoring(connection, reader)
        groups = reader.groups()
        try:
            while part := list(islice(groups, AT_ONCE)):
                work.take(part)
            work.finish()
        except sql.exc.IntegrityError as problem:
            raise ReviewError(
                f"{file} does not fit into this queue ({problem.orig}); nothing of it was taken"
            ) from None
        work.go_on_numbering()
    return work.done


def _check_empty(connection: sql.Connection, database: Database, file: Path) -> None:
    """Raise ReviewError where there is anything that the file's queue would have to be merged with."""
    counts = {
        what: connection.execute(sql.select(sql.func.count()).select_from(table)).scalar_one()
        for what, table in (("items", ITEMS), ("people", REVIEWERS))
    }
    if any(counts.values()):
        there = " and ".join(f"{count:,} {what}" for what, count in counts.items() if count)
        raise ReviewError(
            f"{database.place} has {there} already, and a queue's file is restored into an empty queue; nothing of "
            f"{file} was taken: give --database for a new one, or move this queue away first"
        )


@dataclass
class _Restoring:
    """One file on its way in."""

    connection: sql.Connection
    reader: Reader
    done: Restored = field(default_factory=Restored)
    _rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    _counted: list[tuple[int, Item, dict[str, Any], dict[str, Any]]] = field(default_factory=list)
    """Verdicts of which what is counted is to be written down, when they are there."""

    def take(self, groups: Sequence[Group]) -> None:
        """Take some groups."""
        for group in groups:
            match group.head:
                case ReviewerLine() as person:
                    self._person(group, person)
                case ItemLine() as item:
                    self._item(group, item)
                case None:
                    self._events(group)
        self._flush()

    def finish(self) -> None:
        """Take what the file's header tells of the whole queue."""
        for rule in self.reader.header.needs:
            self._put(NEEDS, rule.model_dump())
        for share in self.reader.header.shares:
            self._put(SHARES, share.model_dump())
        for kind, groups in self.reader.header.audiences.items():
            for group in groups:
                self._put(AUDIENCES, {"kind": kind, "group": group})
        for guideline in self.reader.header.guidelines:
            self._put(GUIDELINES, guideline.model_dump())
        self._flush()

    def go_on_numbering(self) -> None:
        """Have PostgreSQL number what comes next after what came in."""
        if self.connection.dialect.name == "sqlite":
            return
        for table in _NUMBERED:
            highest = self.connection.execute(sql.select(sql.func.max(table.c.id))).scalar()
            if highest is not None:
                sequence = sql.func.pg_get_serial_sequence(table.name, "id")
                self.connection.execute(sql.select(sql.func.setval(sequence, highest)))

    def _person(self, group: Group, line: ReviewerLine) -> None:
        # A token that nobody was ever told: who is meant is invited anew under the same name.
        unknown = hashlib.sha256(secrets.token_bytes(32)).hexdigest()
        told = {**line.model_dump(exclude={"line", "begun", "met"}), "token_hash": unknown}
        self._put(REVIEWERS, told | {name: "\n".join(getattr(line, name)) for name in LISTS})
        for of, side in line.met:
            self._put(MET, {"reviewer": line.id, "of": of, "side": side})
        for lies, at in line.begun:
            self._put(CREWS, {"lies": lies, "reviewer": line.id, "at": at})
        self.done.reviewers += 1
        self._events(group)

    def _item(self, group: Group, item: ItemLine) -> None:
        kinds = kinds_in(self.connection)
        if item.kind not in kinds:
            self.reader.refuse(
                group.number, f"nobody is asked about a {item.kind!r} here; the kinds are {', '.join(kinds)}"
            )
        self._put(ITEMS, _item_row(item))
        self._put(PROPOSALS, {"item": item.id, "body": _json(item.body)})
        for kind, record in item.above:
            self._put(BUILT_ON, {"item": item.id, "kind": kind, "record": record})
        self._put(WORDS, {"item": item.id, "words": words_of(item.record, item.body)})
        for gold in group.gold:
            told = {"item": gold.item, "kind": item.kind, "expected": gold.expected.model_dump_json()}
            self._put(GOLD, {**told, "given": gold.given, "marked": gold.marked, "tutorial": int(gold.tutorial)})
        for slot in group.slots:
            self._put(SLOTS, self._slot_row(slot, item))
        for solution in group.solutions:
            told = solution.model_dump(exclude={"line", "given"})
            told |= {"content": solution.given.model_dump_json(), "said": word(solution.given)}
            self._put(SOLUTIONS, {**told, "kind": item.kind, "round": item.round})
        for skip in group.skips:
            self._put(SKIPS, {"item": item.id, "reviewer": skip.reviewer})
        self._notes(group, item)
        for draft in group.drafts:
            self._put(DRAFTS, {**draft.model_dump(exclude={"line"}), "content": _json(draft.content)})
        for presence in group.presences:
            self._put(PRESENCE, presence.model_dump(exclude={"line"}))
        for verdict in group.verdicts:
            self._put(VERDICTS, _verdict_row(verdict, group))
        self._count(group, item)
        self._events(group)
        self.done.items += 1
        self.done.verdicts += len(group.verdicts)

    def _notes(self, group: Group, item: ItemLine) -> None:
        if item.dismissed:
            self._put(DISMISSED, {"item": item.id})
        for of, side in item.apart:
            self._put(APART, {"item": item.id, "of": of, "side": side})
        if item.planted:
            self._put(PLANTED, {"item": item.id, "flags": json.dumps(item.planted)})
        for reviewer in item.assigned:
            self._put(ASSIGNED, {"item": item.id, "reviewer": reviewer})
        for looked in group.looked:
            self._put(LOOKED, looked.model_dump(exclude={"line"}))
        for comment in group.comments:
            self._put(COMMENTS, comment.model_dump(exclude={"line"}))

    def _count(self, group: Group, line: ItemLine) -> None:
        """Have what is counted of verdicts written down."""
        item, last = item_of(_item_row(line)), {each.reviewer: each.id for each in group.verdicts}
        carried = {slot.verdict for slot in group.slots if slot.state == "carried"}
        for verdict in group.verdicts:
            if not isinstance(verdict.content, Withdrawn):
                told: dict[str, Any] = {
                    "duty": verdict.duty,
                    "reviewer": verdict.reviewer,
                    "seconds": verdict.spent,
                    "content": verdict.content,
                    "standing": verdict.slot is not None
                    and last[verdict.reviewer] == verdict.id
                    and verdict.id not in carried,
                }
                self._counted.append((verdict.id, item, told, line.body))

    def _events(self, group: Group) -> None:
        for event in group.events:
            self._put(EVENTS, {**event.model_dump(exclude={"line"}), "content": _json(event.content)})

    def _slot_row(self, line: SlotLine, item: ItemLine) -> dict[str, Any]:
        row = {"id": line.id, "item": item.id, "number": line.number, "duty": line.duty}
        row |= {"kind": item.kind, "place": item.place, "state": line.state, "reviewer": line.reviewer}
        row |= {"until": line.until, "version": line.version, "verdict": line.verdict, "token": None}
        row["kept"] = line.kept
        row |= {"waits": int(item.waits), "lies": item.lies if line.duty == "review" else "", "skill": item.skill}
        if line.state == "leased":
            # Pages that were open elsewhere are not let in here: the holder gets the item back under a new token.
            row["token"] = secrets.token_urlsafe(16)
            lease = {"token": row["token"], "slot": row["id"], "item": item.id, "reviewer": line.reviewer}
            self._put(LEASES, {**lease, "version": line.version, "taken": line.taken})
        return row

    def _put(self, table: sql.Table, row: dict[str, Any]) -> None:
        self._rows.setdefault(table.name, []).append(row)

    def _flush(self) -> None:
        for table in _IN_ORDER:
            if rows := self._rows.pop(table.name, []):
                self.connection.execute(sql.insert(table), rows)
        for number, item, told, body in self._counted:
            judgements.note(self.connection, number, item, told, body)
        self._counted = []


def _verdict_row(line: VerdictLine, group: Group) -> dict[str, Any]:
    slot = next((slot.id for slot in group.slots if slot.number == line.slot), None)
    row = {"id": line.id, "item": line.item, "slot": slot, "reviewer": line.reviewer, "duty": line.duty}
    row |= {"hash": line.hash, "content": line.content.model_dump_json(), "seconds": line.seconds}
    return {**row, "supersedes": line.supersedes, "at": line.at, "guideline": line.guideline}


def _item_row(line: ItemLine) -> dict[str, Any]:
    decision = None if line.decision is None else line.decision.model_dump_json()
    word = None if line.decision is None else judgements.word(line.decision)
    apart = {"body", "decision", "grounds", "above", "assigned", "dismissed", "apart", "planted"}
    told = line.model_dump(exclude={"line", *apart})
    told |= {"basis": line.basis or None, "waits": int(line.waits), "idle": int(line.idle)}
    return {**told, "decision": decision, "decided_as": word, "grounds": grounds_text(line.grounds)}


def _json(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False)
