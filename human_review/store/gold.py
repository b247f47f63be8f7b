"""Items whose right verdict is known, put among those of each reviewer: how well they judge, and whether that lasts.

A reviewer is never told which they are. A gold item is given to them as a review, in place of one of the same kind, and
looks like any item whose last reviewer they are: open until they have judged it, then decided, with the verdicts of as
many others as it would have. What they say counts neither in the item's decision nor in agreement. Who has judged it
before, and who administers the review and so may know, is never given it.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence

import sqlalchemy as sql

import human_review.store.items as items
from company.errors import ReviewError
from company.records import Frozen
from company.reviewing.kinds import executed_in, kind_of
from human_review.deciding import agree, decide
from human_review.forms import checked
from human_review.store.database import kinds_in
from human_review.store.events import note
from human_review.store.slots import slot_id, slot_row
from human_review.store.tables import GOLD, ITEMS, JUDGEMENTS, SKIPS, SLOTS, VERDICTS
from human_review.store.values import Item, ItemState, Reviewer
from human_review.verdicts import CONTENT, Edit, Said


class Gold(Frozen):
    """An item whose right verdict is known."""

    item: str
    record: str
    kind: str
    state: ItemState
    """It is given out while it is decided."""
    expected: Said
    given: bool
    """By whoever marked it; else it is the item's decision."""
    marked: float
    judged: int = 0
    """Standing verdicts of reviewers to whom it was given as gold."""


Reader = Reviewer | None
"""None is the machine, which sees everything, as admins do."""


def mark(connection: sql.Connection, now: float, item_id: str, expected: Said | None) -> None:
    """Have an item given out as gold. What is right is its decision, or what is given; that decides it if need be.

    Raises ReviewError where nobody has said what is right, where that cannot be said of it, and for a stale item.
    """
    item = items.locked(connection, item_id)
    if item.state == "stale":
        raise ReviewError(f"{item.record} has changed ({item.reason}); mark its new version")
    right = expected or item.decision
    if right is None:
        raise ReviewError(f"nobody has decided on {item.record} yet; say what is right of it, or wait for the decision")
    if expected is not None:
        kind = kind_of(kinds_in(connection), item.kind)
        checked(kind, item.form, items.body_of(connection, item_id), expected)
    if item.state != "decided":
        items.close(connection, now, item, right)
    row = {"kind": item.kind, "expected": right.model_dump_json(), "given": expected is not None, "marked": now}
    if not connection.execute(sql.update(GOLD).where(GOLD.c.item == item_id).values(row)).rowcount:
        connection.execute(sql.insert(GOLD), {"item": item_id, **row})
    note(connection, now, "marked as gold", None, item_id, expected=right.model_dump(mode="json"))


def unmark(connection: sql.Connection, now: float, item_id: str) -> None:
    """Give an item out no more as gold; its decision stays. Raises ReviewError for one that is no gold."""
    if not connection.execute(sql.delete(GOLD).where(GOLD.c.item == item_id)).rowcount:
        raise ReviewError(f"item {item_id} is not marked as gold; look at the list of those that are")
    note(connection, now, "gold no more", None, item_id)


def listed(connection: sql.Connection) -> list[Gold]:
    """Return all gold items, in the order of the queue."""
    judged = sql.and_(
        JUDGEMENTS.c.item == GOLD.c.item, JUDGEMENTS.c.duty == "gold", JUDGEMENTS.c.standing.is_(sql.true())
    )
    count = sql.select(sql.func.count()).select_from(JUDGEMENTS).where(judged).scalar_subquery()
    statement = (
        sql.select(GOLD, ITEMS.c.record, ITEMS.c.state, count.label("judged"))
        .join(ITEMS, ITEMS.c.id == GOLD.c.item)
        .order_by(ITEMS.c.place)
    )
    found = connection.execute(statement).mappings()
    return [Gold(**{**row, "expected": CONTENT.validate_json(row["expected"])}) for row in found]


def meets(said: Said, right: Said) -> bool:
    """Return whether a verdict is right.

    As verdicts agree; but nobody finds another's words, so an edit is right where the same fields were to be edited,
    and an edit of code where it executes to the same results.
    """
    if isinstance(said, Edit) and isinstance(right, Edit) and not (said.outcome and right.outcome):
        return agree(said, right) or bool(said.changes.keys() & right.changes.keys())
    if isinstance(said, Edit) and isinstance(right, Edit):
        return said.outcome == right.outcome
    return agree(said, right)


def draw(connection: sql.Connection, who: Reviewer, kind: str, place: str, share: float) -> str | None:
    """Return an open slot of a gold item of a kind for the reviewer, in a share of all cases; else None.

    It is the one that comes next after the position of what is given otherwise, or the last one before it: an item from
    far away would stand out.
    """
    if who.role == "admin" or random.random() >= share:
        return None
    skipped = sql.exists().where(SKIPS.c.item == GOLD.c.item, SKIPS.c.reviewer == who.id)
    theirs = _still_open(who).where(GOLD.c.kind == kind, ~skipped)
    following = theirs.where(ITEMS.c.place >= place).order_by(ITEMS.c.place).limit(1)
    before = theirs.where(ITEMS.c.place < place).order_by(ITEMS.c.place.desc()).limit(1)
    found = connection.execute(following).scalar() or connection.execute(before).scalar()
    return None if found is None else open_slot(connection, found)


def left(connection: sql.Connection, who: Reviewer, kinds: Sequence[str]) -> str | None:
    """Return an open slot of the first gold item (of these kinds) that was not given to the reviewer, where any is.

    For who has nothing else left: as long as it looks open to them, it can be had like all that is open.
    """
    if who.role == "admin":
        return None
    skipped = sql.exists().where(SKIPS.c.item == GOLD.c.item, SKIPS.c.reviewer == who.id)
    statement = _still_open(who).order_by(skipped, ITEMS.c.place).limit(1)
    found = connection.execute(statement.where(GOLD.c.kind.in_(list(kinds))) if kinds else statement).scalar()
    return None if found is None else open_slot(connection, found)


def _still_open(who: Reviewer) -> sql.Select[str]:
    """Return the query for the gold items that the reviewer has neither judged nor in hand."""
    theirs = sql.exists().where(SLOTS.c.item == GOLD.c.item, SLOTS.c.reviewer == who.id)
    late = sql.exists().where(JUDGEMENTS.c.item == GOLD.c.item, JUDGEMENTS.c.reviewer == who.id)
    return (
        sql.select(GOLD.c.item)
        .join(ITEMS, ITEMS.c.id == GOLD.c.item)
        .where(ITEMS.c.state == "decided", ITEMS.c.skill.in_(("", *who.skills)), ~theirs, ~late)
    )


def open_slot(connection: sql.Connection, item_id: str) -> str:
    """Return a slot of a gold item that nobody holds, made if there is none."""
    free = (
        sql.select(SLOTS.c.id)
        .where(SLOTS.c.item == item_id, SLOTS.c.duty == "gold", SLOTS.c.state == "open")
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    if (slot := connection.execute(free).scalar()) is not None:
        return str(slot)
    row = connection.execute(sql.select(ITEMS.c.kind, ITEMS.c.place, ITEMS.c.skill).where(ITEMS.c.id == item_id)).one()
    number = sql.select(sql.func.max(SLOTS.c.number)).where(SLOTS.c.item == item_id)
    # A name like those of all other slots: it stands in the page.
    made = slot_row(item_id, connection.execute(number).scalar_one() + 1, "gold", row.kind, row.place)
    new = slot_id(f"{item_id} {secrets.token_hex(8)}")
    connection.execute(sql.insert(SLOTS), {**made, "id": new, "skill": row.skill})
    return new


def state_seen(connection: sql.Connection, wanted: ItemState, who: Reader) -> sql.ColumnElement[bool]:
    """Return the condition that an item has a state for a reader."""
    really = ITEMS.c.state == wanted
    if who is None or who.role == "admin":
        return really
    decided = sql.select(ITEMS).join(GOLD, GOLD.c.item == ITEMS.c.id).where(ITEMS.c.state == "decided")
    hidden = [items.item_of(row) for row in connection.execute(decided).mappings().all()]
    seen = {item.id: as_seen(connection, item, who).state for item in hidden}
    looks = [item for item, state in seen.items() if state == wanted]
    return sql.or_(sql.and_(really, ITEMS.c.id.not_in(list(seen))), ITEMS.c.id.in_(looks)) if seen else really


def as_seen(connection: sql.Connection, item: Item, who: Reader) -> Item:
    """Return an item as a reader may see it: gold looks as if they were its last reviewer."""
    if who is None or who.role == "admin" or item.state != "decided" or not _is_gold(connection, item.id):
        return item
    if _judged_before(connection, item.id, who):
        return item
    blank: dict[str, object] = dict.fromkeys(("decision", "decided_by", "decided", "applied", "applied_hash"))
    own = _own(connection, item.id, who)
    others = items.said(connection, item.id, "review")[: item.overlap - 1]
    if own is None or len(others) < item.overlap - 1:
        return item.model_copy(update={**blank, "state": "open"})
    said, at = own
    found = decide([*others, said], executed_in(kinds_in(connection)))
    if found is not None:
        return item.model_copy(update={**blank, "decision": found, "decided_by": "review", "decided": at})
    if (settled := _next_adjudication(connection, item.kind, at)) is None:
        return item.model_copy(update={**blank, "state": "adjudication"})
    told = {"decision": item.decision, "decided_by": "adjudication", "decided": settled}
    return item.model_copy(update={**blank, **told})


def _next_adjudication(connection: sql.Connection, kind: str, after: float) -> float | None:
    """Return when an item of a kind was next adjudicated: what reviewers differ on is not decided at once."""
    decided = (ITEMS.c.decided_by == "adjudication", ITEMS.c.kind == kind, ITEMS.c.decided > after)
    found: float | None = connection.execute(sql.select(sql.func.min(ITEMS.c.decided)).where(*decided)).scalar()
    return found


def hides(connection: sql.Connection, item: Item, who: Reviewer) -> bool:
    """Return whether the reader sees another item than there is."""
    return who.role != "admin" and _is_gold(connection, item.id) and not _judged_before(connection, item.id, who)


def _is_gold(connection: sql.Connection, item_id: str) -> bool:
    return connection.execute(sql.select(GOLD.c.item).where(GOLD.c.item == item_id)).first() is not None


def _judged_before(connection: sql.Connection, item_id: str, who: Reviewer) -> bool:
    """Return whether the reader has judged it when it was no gold to them."""
    ordinary = sql.select(JUDGEMENTS.c.verdict).where(
        JUDGEMENTS.c.reviewer == who.id, JUDGEMENTS.c.item == item_id, JUDGEMENTS.c.duty != "gold"
    )
    return connection.execute(ordinary).first() is not None


def _own(connection: sql.Connection, item_id: str, who: Reviewer) -> tuple[Said, float] | None:
    """Return the reader's verdict on it as gold, and its time."""
    statement = (
        sql.select(VERDICTS.c.content, VERDICTS.c.at)
        .join(JUDGEMENTS, JUDGEMENTS.c.verdict == VERDICTS.c.id)
        .where(JUDGEMENTS.c.reviewer == who.id, JUDGEMENTS.c.item == item_id, JUDGEMENTS.c.standing.is_(sql.true()))
    )
    row = connection.execute(statement).first()
    said = None if row is None else CONTENT.validate_json(row.content)
    return None if row is None or said is None or said.kind == "withdrawn" else (said, row.at)
