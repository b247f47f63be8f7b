"""A queue's file into a queue: what is missing is added, what went on there is taken over, and nothing else changes.

What happened to an item is a line of events. Where the queue's is the beginning of the file's, the item went on in the
file, and its state there is taken over; where the file's is the beginning of the queue's, the queue knows more already.
Where both went on, each in its own way, neither can be had without losing the other: that is refused, and the whole
file with it. All of it is one transaction.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from company.errors import ReviewError
from human_review.interchange.groups import Group, Reader
from human_review.interchange.lines import (
    DraftLine,
    EventLine,
    ItemLine,
    PresenceLine,
    ReviewerLine,
    SlotLine,
    VerdictLine,
)
from human_review.store import Item, judgements
from human_review.store.database import Database
from human_review.store.items import grounds_text, item_of
from human_review.store.tables import (
    DRAFTS,
    EVENTS,
    GOLD,
    ITEMS,
    LEASES,
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
"""Items that are looked up and written together."""
_IN_ORDER = (ITEMS, PROPOSALS, WORDS, GOLD, SLOTS, LEASES, SKIPS, DRAFTS, PRESENCE, VERDICTS, EVENTS)
"""Tables after those that they refer to."""
_NUMBERED = (REVIEWERS, VERDICTS, EVENTS)
Happened = tuple[float, str, str | None, str]


@dataclass
class Merged:
    """What a file brought."""

    reviewers: int = 0
    """New people; they have no invitation yet."""
    added: int = 0
    """New items."""
    went_on: int = 0
    """Items that went on in the file."""
    known: int = 0
    """Items of which the file tells nothing new."""
    verdicts: int = 0
    """New verdicts."""


def merge(database: Database, file: Path) -> Merged:
    """Bring a file's queue into this one.

    Raises ReviewError, with nothing written, for a file that cannot be read and for one that contradicts this queue.
    """
    reader = Reader(file)
    with database.writing() as connection:
        work = _Merge(connection, reader)
        groups = reader.groups()
        try:
            while part := list(islice(groups, AT_ONCE)):
                work.take(part)
        except sql.exc.IntegrityError as problem:
            raise ReviewError(
                f"{file} does not fit into this queue ({problem.orig}); nothing of it was taken"
            ) from None
        work.go_on_numbering()
    return work.done


@dataclass
class _Merge:
    """One file on its way in."""

    connection: sql.Connection
    reader: Reader
    done: Merged = field(default_factory=Merged)
    _people: dict[int, int] = field(default_factory=dict)
    """Number in the file → number here."""
    _names: dict[int, str] = field(default_factory=dict)
    """Number here → name."""
    _above: dict[str, int] = field(default_factory=dict)
    """Table → the highest number in it before. New rows are numbered from there: in an empty queue, as they were."""
    _rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    _counted: list[tuple[int, Item, dict[str, Any], dict[str, Any]]] = field(default_factory=list)
    """Verdicts of which what is counted is to be written down, when they are there."""
    _outdated: list[int] = field(default_factory=list)
    """Verdicts that do not stand any more."""

    def __post_init__(self) -> None:
        for table in _NUMBERED:
            highest = self.connection.execute(sql.select(sql.func.max(table.c.id))).scalar()
            self._above[table.name] = highest or 0
        chosen = sql.select(REVIEWERS.c.id, REVIEWERS.c.name)
        self._names = {row.id: row.name for row in self.connection.execute(chosen)}

    def take(self, groups: Sequence[Group]) -> None:
        """Take some groups."""
        ids = [group.head.id for group in groups if isinstance(group.head, ItemLine)]
        chosen = sql.select(ITEMS, PROPOSALS.c.body).join(PROPOSALS, PROPOSALS.c.item == ITEMS.c.id)
        there = {row["id"]: row for row in self.connection.execute(chosen.where(ITEMS.c.id.in_(ids))).mappings()}
        for group in groups:
            match group.head:
                case ReviewerLine() as person:
                    self._person(group, person)
                case ItemLine() as item if item.id in there:
                    self._flush()
                    self._known(group, item, there[item.id])
                case ItemLine() as item:
                    self._new(group, item)
                case None:
                    self._missing_events(group.events, sql.true())
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

    # people

    def _person(self, group: Group, line: ReviewerLine) -> None:
        chosen = sql.select(REVIEWERS).where(REVIEWERS.c.name == line.name)
        here = self.connection.execute(chosen).mappings().first()
        row = {"name": line.name, "role": line.role, "active": line.active, "invited": line.invited}
        if here is None:
            number = line.id + self._above["reviewers"]
            # A token that nobody was ever told: who is meant is invited anew under the same name.
            unknown = hashlib.sha256(secrets.token_bytes(32)).hexdigest()
            self.connection.execute(sql.insert(REVIEWERS), {**row, "id": number, "token_hash": unknown})
            self.done.reviewers += 1
        else:
            number = here["id"]
        self._people[line.id], self._names[number] = number, line.name
        if here is not None:
            theirs = self._history(group.events)
            ours = self._history_here(EVENTS.c.item.is_(None), EVENTS.c.reviewer == number)
            if _begins(ours, theirs) and (here["role"], here["active"]) != (line.role, line.active):
                change = {"role": line.role, "active": line.active, "invited": line.invited}
                self.connection.execute(sql.update(REVIEWERS).where(REVIEWERS.c.id == number).values(change))
            elif not _begins(theirs, ours) and (here["role"], here["active"]) != (line.role, line.active):
                self.reader.refuse(
                    group.number,
                    f"{line.name} is {_standing(here['role'], here['active'])} here and "
                    f"{_standing(line.role, line.active)} in the file; nothing was taken: make them the same, by "
                    "inviting or dismissing, and import again",
                )
        self._missing_events(group.events, sql.and_(EVENTS.c.item.is_(None), EVENTS.c.reviewer == number))

    # items

    def _new(self, group: Group, item: ItemLine) -> None:
        numbers = {verdict.id: verdict.id + self._above["verdicts"] for verdict in group.verdicts}
        self._put(ITEMS, _item_row(item))
        self._put(PROPOSALS, {"item": item.id, "body": _json(item.body)})
        self._put(WORDS, {"item": item.id, "words": words_of(item.record, item.body)})
        self._put_gold(group)
        for slot in group.slots:
            self._put(SLOTS, self._slot_row(slot, item, numbers))
        for skip in group.skips:
            self._put(SKIPS, {"item": item.id, "reviewer": self._people[skip.reviewer]})
        for draft in group.drafts:
            self._put(DRAFTS, self._draft_row(draft))
        for presence in group.presences:
            self._put(PRESENCE, self._presence_row(presence))
        for verdict in group.verdicts:
            self._put(VERDICTS, self._verdict_row(verdict, group, numbers))
        self._count(group, numbers, 0)
        for event in group.events:
            self._put(EVENTS, self._event_row(event, numbers))
        self.done.added += 1
        self.done.verdicts += len(group.verdicts)

    def _known(self, group: Group, item: ItemLine, here: sql.RowMapping) -> None:
        if json.loads(here["body"]) != item.body or here["overlap"] != item.overlap:
            self.reader.refuse(
                group.number,
                f"{item.record} is in this queue under the same hash with another text or overlap; nothing was taken: "
                "this file is not of this run, or was changed",
            )
        chosen = sql.select(VERDICTS).where(VERDICTS.c.item == item.id).order_by(VERDICTS.c.id)
        said_here = list(self.connection.execute(chosen).mappings())
        ours, theirs = self._history_here(EVENTS.c.item == item.id), self._history(group.events)
        we_said = [self._said(row["reviewer"], row["at"], row["content"]) for row in said_here]
        they_said = [self._said(self._people[v.reviewer], v.at, v.content.model_dump_json()) for v in group.verdicts]
        if _begins(ours, theirs) and _begins(we_said, they_said) and len(theirs) > len(ours):
            self._go_on(group, item, [row["id"] for row in said_here], len(ours))
            self.done.went_on += 1
        elif _begins(theirs, ours) and _begins(they_said, we_said):
            self.done.known += 1
        else:
            self.reader.refuse(
                group.number,
                f"{item.record} was judged both here and in the file since they parted; nothing was taken: judge it in "
                "one of the two queues, or leave its lines out of the file",
            )
        self._keep_drafts(group)
        self._keep_skips(group)
        self._keep_presences(group)

    def _go_on(self, group: Group, item: ItemLine, said_here: list[int], seen: int) -> None:
        """Take an item's state over from the file, which holds all that is known of it here."""
        numbers = {verdict.id: verdict.id + self._above["verdicts"] for verdict in group.verdicts}
        numbers |= {verdict.id: here for verdict, here in zip(group.verdicts, said_here, strict=False)}
        self.connection.execute(sql.update(ITEMS).where(ITEMS.c.id == item.id).values(_item_row(item)))
        # First without holders: two people may have changed places.
        freed = sql.update(SLOTS).where(SLOTS.c.item == item.id).values(reviewer=None)
        self.connection.execute(freed)
        there = set(self.connection.execute(sql.select(SLOTS.c.id).where(SLOTS.c.item == item.id)).scalars())
        for slot in group.slots:
            row = self._slot_row(slot, item, numbers)
            if slot.id in there:
                self.connection.execute(sql.update(SLOTS).where(SLOTS.c.id == slot.id).values(row))
            else:
                self._put(SLOTS, row)
        self.connection.execute(sql.delete(GOLD).where(GOLD.c.item == item.id))
        self._put_gold(group)
        for verdict in group.verdicts[len(said_here) :]:
            self._put(VERDICTS, self._verdict_row(verdict, group, numbers))
        self._count(group, numbers, len(said_here))
        for event in group.events[seen:]:
            self._put(EVENTS, self._event_row(event, numbers))
        self.done.verdicts += len(group.verdicts) - len(said_here)

    def _keep_drafts(self, group: Group) -> None:
        for draft in group.drafts:
            row = self._draft_row(draft)
            mine = (DRAFTS.c.item == draft.item, DRAFTS.c.reviewer == row["reviewer"])
            here = self.connection.execute(sql.select(DRAFTS).where(*mine)).first()
            if here is None:
                self._put(DRAFTS, row)
            elif (here.sequence, here.saved) < (draft.sequence, draft.saved):
                self.connection.execute(sql.update(DRAFTS).where(*mine).values(row))

    def _put_gold(self, group: Group) -> None:
        for gold in group.gold:
            assert isinstance(group.head, ItemLine)
            told = {"item": gold.item, "kind": group.head.kind, "expected": gold.expected.model_dump_json()}
            self._put(GOLD, {**told, "given": gold.given, "marked": gold.marked})

    def _count(self, group: Group, numbers: dict[int, int], there: int) -> None:
        """Have what is counted of verdicts written down, for all after those that are there already."""
        assert isinstance(group.head, ItemLine)
        item, last = item_of(_item_row(group.head)), {each.reviewer: each.id for each in group.verdicts}
        for place, verdict in enumerate(group.verdicts):
            standing = verdict.slot is not None and last[verdict.reviewer] == verdict.id
            if place < there:
                if not standing:
                    self._outdated.append(numbers[verdict.id])
            elif not isinstance(verdict.content, Withdrawn):
                told: dict[str, Any] = {
                    "duty": verdict.duty,
                    "reviewer": self._people[verdict.reviewer],
                    "seconds": verdict.spent,
                }
                told |= {"content": verdict.content, "standing": standing}
                self._counted.append((numbers[verdict.id], item, told, group.head.body))

    def _keep_presences(self, group: Group) -> None:
        for presence in group.presences:
            row = self._presence_row(presence)
            mine = (PRESENCE.c.item == presence.item, PRESENCE.c.reviewer == row["reviewer"])
            here = self.connection.execute(sql.select(PRESENCE.c.last).where(*mine)).scalar()
            if here is None:
                self._put(PRESENCE, row)
            elif here < presence.last:
                self.connection.execute(sql.update(PRESENCE).where(*mine).values(row))

    def _keep_skips(self, group: Group) -> None:
        for skip in group.skips:
            row = {"item": skip.item, "reviewer": self._people[skip.reviewer]}
            mine = (SKIPS.c.item == row["item"], SKIPS.c.reviewer == row["reviewer"])
            if self.connection.execute(sql.select(SKIPS.c.item).where(*mine)).first() is None:
                self._put(SKIPS, row)

    # what happened

    def _history(self, events: Sequence[EventLine]) -> list[Happened]:
        return [(each.at, each.what, self._name(self._person_of(each)), _bare(each.content)) for each in events]

    def _history_here(self, *which: sql.ColumnElement[bool]) -> list[Happened]:
        rows = self.connection.execute(sql.select(EVENTS).where(*which).order_by(EVENTS.c.id))
        return [(row.at, row.what, self._name(row.reviewer), _bare(json.loads(row.content))) for row in rows]

    def _missing_events(self, events: Sequence[EventLine], among: sql.ColumnElement[bool]) -> None:
        here = Counter(self._history_here(among)) if events else Counter()
        for event, happened in zip(events, self._history(events), strict=True):
            if here[happened]:
                here[happened] -= 1
            else:
                self._put(EVENTS, self._event_row(event, {}))

    def _said(self, reviewer: int, at: float, content: str) -> tuple[str | None, float, str]:
        return self._name(reviewer), at, content

    def _name(self, reviewer: int | None) -> str | None:
        return None if reviewer is None else self._names.get(reviewer, f"reviewer {reviewer}")

    def _person_of(self, event: EventLine) -> int | None:
        if event.reviewer is None:
            return None
        return self._people.get(event.reviewer, event.reviewer + self._above["reviewers"])

    # rows

    def _slot_row(self, line: SlotLine, item: ItemLine, verdicts: dict[int, int]) -> dict[str, Any]:
        holder = None if line.reviewer is None else self._people[line.reviewer]
        row = {"id": line.id, "item": item.id, "number": line.number, "duty": line.duty}
        row |= {"kind": item.kind, "place": item.place, "state": line.state, "reviewer": holder, "until": line.until}
        row |= {"version": line.version, "verdict": None if line.verdict is None else verdicts[line.verdict]}
        row["token"] = None
        if line.state == "leased":
            # Pages that were open elsewhere are not let in here: the holder gets the item back under a new token.
            row["token"] = secrets.token_urlsafe(16)
            lease = {"token": row["token"], "slot": row["id"], "item": item.id, "reviewer": holder}
            self._put(LEASES, {**lease, "version": line.version, "taken": line.taken})
        return row

    def _draft_row(self, line: DraftLine) -> dict[str, Any]:
        told = {"item": line.item, "reviewer": self._people[line.reviewer], "content": _json(line.content)}
        return {**told, "hash": line.hash, "sequence": line.sequence, "saved": line.saved}

    def _presence_row(self, line: PresenceLine) -> dict[str, Any]:
        return {**line.model_dump(exclude={"line"}), "reviewer": self._people[line.reviewer]}

    def _verdict_row(self, line: VerdictLine, group: Group, numbers: dict[int, int]) -> dict[str, Any]:
        slot = next((slot.id for slot in group.slots if slot.number == line.slot), None)
        supersedes = None if line.supersedes is None else numbers[line.supersedes]
        row = {"id": numbers[line.id], "item": line.item, "slot": slot, "reviewer": self._people[line.reviewer]}
        row |= {"duty": line.duty, "hash": line.hash, "content": line.content.model_dump_json()}
        return {**row, "seconds": line.seconds, "supersedes": supersedes, "at": line.at}

    def _event_row(self, line: EventLine, verdicts: dict[int, int]) -> dict[str, Any]:
        content = dict(line.content)
        if content.get("verdict") in verdicts:
            content["verdict"] = verdicts[content["verdict"]]
        if content.get("reviewer") in self._people:
            content["reviewer"] = self._people[content["reviewer"]]
        row = {"id": line.id + self._above["events"], "at": line.at, "what": line.what, "item": line.item}
        return {**row, "reviewer": self._person_of(line), "content": _json(content)}

    def _put(self, table: sql.Table, row: dict[str, Any]) -> None:
        self._rows.setdefault(table.name, []).append(row)

    def _flush(self) -> None:
        for table in _IN_ORDER:
            if rows := self._rows.pop(table.name, []):
                self.connection.execute(sql.insert(table), rows)
        for number, item, told, body in self._counted:
            judgements.note(self.connection, number, item, told, body)
        if self._outdated:
            judgements.outdate(self.connection, self._outdated)
        self._counted, self._outdated = [], []


def _item_row(line: ItemLine) -> dict[str, Any]:
    decision = None if line.decision is None else line.decision.model_dump_json()
    word = None if line.decision is None else judgements.word(line.decision)
    told = line.model_dump(exclude={"line", "body", "decision", "grounds"})
    return {**told, "decision": decision, "decided_as": word, "grounds": grounds_text(line.grounds)}


def _begins(one: Sequence[object], other: Sequence[object]) -> bool:
    """Whether one is the beginning of the other, or all of it."""
    return list(other[: len(one)]) == list(one)


def _bare(content: dict[str, Any]) -> str:
    """What an event says, without the numbers that each queue gives in its own way."""
    return json.dumps(
        {name: what for name, what in content.items() if name not in ("verdict", "reviewer")}, sort_keys=True
    )


def _standing(role: str, active: bool) -> str:
    return role if active else f"dismissed ({role})"


def _json(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False)
