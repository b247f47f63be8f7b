"""Rounds: what people decided is judged anew, by others, for reasons that they are told; until then, it stands.

A round is an item of its own, of the same record. What was said in earlier ones stays where it is. Who said it does not
review the next one; where too few others are left, an adjudicator decides.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sql

import human_review.store.gating as gating
import human_review.store.items as items
from company.reviewing.grounds import Grounds
from human_review.store.events import note
from human_review.store.slots import slot_row
from human_review.store.tables import DISMISSED, ITEMS, LATER, REVIEWERS, SENT_BACK, SLOTS, VERDICTS
from human_review.store.values import Item, Proposal

Return = Literal["opened", "moved", "added", "waits", "judged", "unwritten"]
"""What sending something back came to: a decision's next round was opened; what was open already was moved to the front
of the queue; what nobody was asked about was added. Or nothing was done: it waits already; it was judged on these very
grounds; its decision is not in the run yet, or is on another version."""


@dataclass(frozen=True)
class Again:
    """What was sent back to be judged once more."""

    waiting: Mapping[str, int]
    """Kind → items that were sent back and are not decided."""
    decided: Mapping[str, Mapping[str, int]]
    """Kind → decision in a word → rounds after the first that ended with it."""

    @property
    def words(self) -> dict[str, int]:
        """Decisions of all kinds together, the most frequent first."""
        found: Counter[str] = Counter()
        for counts in self.decided.values():
            found.update(counts)
        return dict(found.most_common())

    def sentence(self) -> str:
        """Describe it in words, such as "sent back: 2 wait to be judged again, 3 were (accept 2, reject 1)"."""
        told = ", ".join(f"{word} {count:,}" for word, count in self.words.items())
        decided = f"{sum(self.words.values()):,} were{f' ({told})' if told else ''}"
        waiting = sum(self.waiting.values())
        return f"sent back: {waiting:,} {'waits' if waiting == 1 else 'wait'} to be judged again, {decided}"


_UNDECIDED = ("open", "adjudication")
_ADDING = 20_261_121
"""Any number that nobody else in the database locks."""


def alone(connection: sql.Connection) -> None:
    """Have nobody else add items until the transaction ends; on SQLite nobody else writes anyway."""
    if connection.dialect.name != "sqlite":
        connection.execute(sql.select(sql.func.pg_advisory_xact_lock(_ADDING)))


def send_back(connection: sql.Connection, now: float, wanted: Proposal, by: int | None = None) -> Return:
    """Put a record before people once more, for the proposal's grounds; return the outcome. `by` asks for it.

    Sent back a second time, nothing changes. `wanted` is the record as it is in the run now, of whatever round.
    """
    known = _latest(connection, wanted)
    if known is None:
        fresh = _rows(connection, ITEMS.c.id == items.id_of(wanted)) == []
        items.add(connection, now, [wanted])
        if fresh:
            return "added"
        known = items.locked(connection, items.id_of(wanted))
    if known.state in _UNDECIDED and known.grounds:
        return "waits"
    if known.state in _UNDECIDED:
        _to_front(connection, now, known, wanted, by)
        return "moved"
    if known.applied is None or known.applied_hash != wanted.hash:
        return "unwritten"
    if not any(each.named for each in wanted.grounds) and _seen(wanted.grounds) <= _told_before(connection, known):
        return "judged"
    again = wanted.model_copy(update={"round": known.round + 1})
    connection.execute(sql.delete(DISMISSED).where(DISMISSED.c.item == items.id_of(again)))
    items.add(connection, now, [again])
    told = items.told_of(wanted.grounds)
    note(connection, now, "sent back", by, known.id, round=again.round, as_item=items.id_of(again), **told)
    hand_over(connection, now, items.locked(connection, items.id_of(again)))
    return "opened"


def hand_over(connection: sql.Connection, now: float, item: Item) -> bool:
    """Have an adjudicator decide a later round that too few are left to review who have not judged it; whether so."""
    if item.round == 1 or item.state != "open" or items.is_opinion(connection, item):
        return False
    wanting = sql.select(SLOTS.c.id).where(SLOTS.c.item == item.id, SLOTS.c.duty == "review", SLOTS.c.state == "open")
    free = list(connection.execute(wanting.with_for_update(skip_locked=True)).scalars())
    busy = sql.select(SLOTS.c.reviewer).where(SLOTS.c.item == item.id, SLOTS.c.reviewer.is_not(None))
    said = sql.select(VERDICTS.c.reviewer).where(VERDICTS.c.item == item.id)
    fresh = sql.select(sql.func.count()).where(
        REVIEWERS.c.active,
        REVIEWERS.c.id.not_in(busy.union(said)),
        ~judged_before(sql.literal(item.id), REVIEWERS.c.id),
    )
    people = connection.execute(fresh).scalar_one()
    if people >= len(free):
        return False
    connection.execute(sql.update(SLOTS).where(SLOTS.c.id.in_(free)).values(state="stale"))
    there = sql.select(SLOTS.c.id).where(SLOTS.c.item == item.id, SLOTS.c.duty == "adjudication")
    if connection.execute(there).first() is None:
        number = item.overlap + 1
        row = slot_row(item.id, number, "adjudication", item.kind, item.place)
        connection.execute(sql.insert(SLOTS), {**row, "skill": item.skill})
    note(connection, now, "handed to an adjudicator", None, item.id, reviews=len(free), people=people)
    items.put_state(connection, item.id, "adjudication")
    return True


def open_later(connection: sql.Connection) -> list[str]:
    """Return the ids of further rounds that are open."""
    return list(connection.execute(sql.select(ITEMS.c.id).where(LATER, ITEMS.c.state == "open")).scalars())


def judged_before(item: Any, reviewer: Any) -> sql.Exists:
    """Return the condition that a reviewer has judged an earlier round of an item."""
    this, earlier, said = ITEMS.alias("this"), ITEMS.alias("earlier"), VERDICTS.alias("said_before")
    return sql.exists().where(
        this.c.id == item,
        # As `LATER`: the few items of later rounds have an index, and PostgreSQL would read through all others.
        this.c.grounds.is_not(None),
        this.c.round > sql.literal_column("1"),
        earlier.c.record == this.c.record,
        earlier.c.kind == this.c.kind,
        earlier.c.round < this.c.round,
        earlier.c.state != "stale",
        said.c.item == earlier.c.id,
        said.c.reviewer == reviewer,
    )


def asked_anew(connection: sql.Connection, item: Item) -> bool:
    """Return whether a later round of an item is undecided: until then, earlier verdicts on it are not shown."""
    later = sql.and_(
        LATER,
        ITEMS.c.record == item.record,
        ITEMS.c.kind == item.kind,
        ITEMS.c.round > item.round,
        ITEMS.c.state.in_(_UNDECIDED),
    )
    return connection.execute(sql.select(ITEMS.c.id).where(later)).first() is not None


def sent_back(connection: sql.Connection) -> list[Item]:
    """Return every item that was sent back, stale ones among them; those of later rounds first."""
    statement = sql.select(ITEMS).where(SENT_BACK).order_by(ITEMS.c.round.desc(), ITEMS.c.created.desc())
    return [items.item_of(row) for row in connection.execute(statement).mappings()]


def latest_round(connection: sql.Connection, item: Item) -> Item:
    """Return the last round on an item's record that is not stale; the item itself where there is no other."""
    of_record = sql.and_(ITEMS.c.record == item.record, ITEMS.c.kind == item.kind, ITEMS.c.state != "stale")
    return max(_rows(connection, of_record), key=lambda each: (each.round, each.created), default=item)


def again(connection: sql.Connection) -> Again:
    """Count the sent-back items that wait, and the decisions on the rest."""
    by = (ITEMS.c.kind, ITEMS.c.state, ITEMS.c.round, ITEMS.c.decided_as)
    counted = sql.select(*by, sql.func.count()).where(SENT_BACK, ITEMS.c.state != "stale").group_by(*by)
    waiting: Counter[str] = Counter()
    decided: dict[str, Counter[str]] = defaultdict(Counter)
    for kind, state, number, word, count in connection.execute(counted):
        if state in _UNDECIDED:
            waiting[kind] += count
        elif number > 1:
            decided[kind][word] += count
    return Again(dict(waiting), {kind: dict(words) for kind, words in decided.items()})


def _latest(connection: sql.Connection, wanted: Proposal) -> Item | None:
    """Return the last round on a record that is not stale, held until the transaction ends."""
    of_record = sql.and_(ITEMS.c.record == wanted.record, ITEMS.c.kind == wanted.kind, ITEMS.c.state != "stale")
    found = max(_rows(connection, of_record), key=lambda each: (each.round, each.created), default=None)
    return None if found is None else items.locked(connection, found.id)


def _to_front(connection: sql.Connection, now: float, item: Item, wanted: Proposal, by: int | None) -> None:
    told = {"place": f"{wanted.place} {item.id}", "why": wanted.why, "grounds": items.grounds_text(wanted.grounds)}
    connection.execute(sql.update(ITEMS).where(ITEMS.c.id == item.id).values(told))
    connection.execute(sql.update(SLOTS).where(SLOTS.c.item == item.id).values(place=told["place"]))
    gating.let_go(connection, item)
    note(connection, now, "moved to the front", by, item.id, why=wanted.why, **items.told_of(wanted.grounds))


def _told_before(connection: sql.Connection, item: Item) -> set[Grounds]:
    """Return what people were shown of models' answers in the rounds on this record so far."""
    earlier = sql.and_(SENT_BACK, ITEMS.c.record == item.record, ITEMS.c.kind == item.kind, ITEMS.c.state != "stale")
    return {grounds for each in _rows(connection, earlier) for grounds in _seen(each.grounds)}


def _seen(grounds: Sequence[Grounds]) -> set[Grounds]:
    return {each.seen for each in grounds}


def _rows(connection: sql.Connection, which: sql.ColumnElement[bool]) -> list[Item]:
    return [items.item_of(row) for row in connection.execute(sql.select(ITEMS).where(which)).mappings()]
