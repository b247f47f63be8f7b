"""Items whose right verdict is known, put among those of each reviewer: how well they judge, and whether that lasts.

A reviewer is never told which they are. A gold item is given to them as a review, in place of one of the same kind, and
looks like any item whose last reviewer they are: open until they have judged it, then decided, with the verdicts of as
many others as it would have. What they say counts neither in the item's decision nor in agreement. Who has judged it
before, and who administers the review and so may know, is never given it.

Opinions have no right verdict. What was planted in an item has, and nothing else: such items can be gold, and some of
them are a tutorial, which is given to each reviewer before all else, does not count, and ends with what was right.
"""

from __future__ import annotations

import hashlib
import json
import random
import secrets
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sql

import human_review.store.items as items
from company.errors import ReviewError
from company.records import Frozen
from company.reviewing.kinds import ReviewKind, executed_in, kind_of
from human_review.deciding import agree, decide, proves, summed_up
from human_review.forms import checked
from human_review.store.audiences import other_side_met
from human_review.store.database import kinds_in
from human_review.store.events import note
from human_review.store.slots import slot_id, slot_row
from human_review.store.tables import APART, GOLD, ITEMS, JUDGEMENTS, PLANTED, SKIPS, SLOTS, VERDICTS
from human_review.store.values import Duty, Item, ItemState, Reviewer
from human_review.verdicts import CONTENT, Answer, Edit, Said, Withdrawn


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
    """Standing verdicts of reviewers to whom it was given as gold, or in their tutorial."""
    tutorial: bool = False
    """It is given to everybody before all else, and they are told what was right."""


DUTIES: tuple[Duty, ...] = ("gold", "tutorial")
"""Of those who judge what is known."""
Reader = Reviewer | None
"""None is the machine, which sees everything, as admins do."""


def mark(
    connection: sql.Connection, now: float, item_id: str, expected: Said | None, *, tutorial: bool = False
) -> None:
    """Have an item given out as gold. What is right is its decision, or what is given; that decides it if need be.

    Raises ReviewError where nobody has said what is right, where that cannot be said of it, and for a stale item.
    """
    item = items.locked(connection, item_id)
    if item.state == "stale":
        raise ReviewError(f"{item.record} has changed ({item.reason}); mark its new version")
    kind = kind_of(kinds_in(connection), item.kind)
    if kind.opinion:
        expected = _planted(connection, item)
    right = expected or item.decision
    if right is None:
        raise ReviewError(f"nobody has decided on {item.record} yet; say what is right of it, or wait for the decision")
    if expected is not None:
        checked(kind, item.form, items.body_of(connection, item_id), expected)
    if item.state != "decided":
        items.close(connection, now, item, right)
    row = {"kind": item.kind, "expected": right.model_dump_json(), "given": expected is not None, "marked": now}
    row |= {"tutorial": int(tutorial)}
    if not connection.execute(sql.update(GOLD).where(GOLD.c.item == item_id).values(row)).rowcount:
        connection.execute(sql.insert(GOLD), {"item": item_id, **row})
    what = "in the tutorial" if tutorial else "marked as gold"
    note(connection, now, what, None, item_id, expected=right.model_dump(mode="json"))


def _planted(connection: sql.Connection, item: Item) -> Said:
    """Return what is right of an opinion: what was planted is to be noted. Raises ReviewError where nothing was."""
    flags = connection.execute(sql.select(PLANTED.c.flags).where(PLANTED.c.item == item.id)).scalar()
    if flags is None:
        raise ReviewError(
            f"nothing is known to be right of {item.record}: what people say of a {item.kind} is their opinion, and "
            "nothing was planted in this one; mark another"
        )
    return Answer(reply="unsure", flags=tuple(json.loads(flags)))


def unmark(connection: sql.Connection, now: float, item_id: str) -> None:
    """Give an item out no more as gold; its decision stays. Raises ReviewError for one that is no gold."""
    if not connection.execute(sql.delete(GOLD).where(GOLD.c.item == item_id)).rowcount:
        raise ReviewError(f"item {item_id} is not marked as gold; look at the list of those that are")
    note(connection, now, "gold no more", None, item_id)


def listed(connection: sql.Connection) -> list[Gold]:
    """Return all gold items, in the order of the queue."""
    judged = sql.and_(
        JUDGEMENTS.c.item == GOLD.c.item, JUDGEMENTS.c.duty.in_(DUTIES), JUDGEMENTS.c.standing.is_(sql.true())
    )
    count = sql.select(sql.func.count()).select_from(JUDGEMENTS).where(judged).scalar_subquery()
    statement = (
        sql.select(GOLD, ITEMS.c.record, ITEMS.c.state, count.label("judged"))
        .join(ITEMS, ITEMS.c.id == GOLD.c.item)
        .order_by(ITEMS.c.place)
    )
    found = connection.execute(statement).mappings()
    return [Gold(**{**row, "expected": CONTENT.validate_json(row["expected"])}) for row in found]


def meets(said: Said, right: Said, kind: ReviewKind | None = None) -> bool:
    """Return whether a verdict is right.

    Of an opinion, whether what was planted is noted. Else as verdicts agree; but nobody finds another's words, so an
    edit is right where the same fields were to be edited, and an edit of code where it executes to the same results.
    """
    if kind is not None and kind.opinion:
        return proves(said, right.flags if isinstance(right, Answer) else (), kind.provable)
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
        .where(GOLD.c.tutorial == 0, ITEMS.c.state == "decided", ITEMS.c.skill.in_(("", *who.skills)), ~theirs, ~late)
        .where(~other_side_met(ITEMS.c.id, sql.literal(who.id)))
    )


# the tutorial


def teach(connection: sql.Connection, now: float, kind: str, wanted: int, seed: int) -> int:
    """Have so many items of a kind be the tutorial, or half of those that can be; return how many are new in it."""
    rows = _known(connection, kind)
    missing = min(wanted, len(rows) // 2) - sum(row.tutorial == 1 for row in rows)
    chosen = _in_turns(rows, f"{seed} tutorial")[: max(0, missing)]
    for item in chosen:
        mark(connection, now, item, None, tutorial=True)
    return len(chosen)


def mark_planted(connection: sql.Connection, now: float, kind: str, wanted: int, seed: int) -> list[str]:
    """Have so many items of a kind be gold in addition, or as many as can be; return their ids."""
    chosen = _in_turns(_known(connection, kind), f"{seed} gold")[:wanted]
    for item in chosen:
        mark(connection, now, item, None)
    return chosen


def _known(connection: sql.Connection, kind: str) -> Sequence[sql.Row[Any]]:
    """Return the items of a kind in which something was planted, and of which no other item shows another side."""
    touched = sql.exists().where(SLOTS.c.item == ITEMS.c.id, SLOTS.c.state != "open")
    shared = sql.exists().where(APART.c.item == ITEMS.c.id)
    statement = (
        sql.select(
            ITEMS.c.id, ITEMS.c.record, ITEMS.c.state, PLANTED.c.flags, GOLD.c.tutorial, touched.label("touched")
        )
        .join(PLANTED, PLANTED.c.item == ITEMS.c.id)
        .outerjoin(GOLD, GOLD.c.item == ITEMS.c.id)
        .where(ITEMS.c.kind == kind, ITEMS.c.round == 1, ITEMS.c.state != "stale", ~shared)
    )
    return connection.execute(statement).all()


def _in_turns(rows: Sequence[sql.Row[Any]], seed: str) -> list[str]:
    """Return those that nobody has had in hand and are no gold, by chance; sorts of what was planted take turns."""
    sorts: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in rows:
        if row.state == "open" and not row.touched and row.tutorial is None:
            sorts[row.flags].append((hashlib.sha256(f"{seed} {row.record}".encode()).hexdigest(), row.id))
    turns = [(turn, flags, item) for flags, each in sorts.items() for turn, (_, item) in enumerate(sorted(each))]
    return [item for _, _, item in sorted(turns)]


def lesson(connection: sql.Connection, who: Reviewer, kinds: Sequence[str]) -> str | None:
    """Return an open slot of the next item (of these kinds) of the reviewer's tutorial; None when it is done.

    Admins have none: they may know what is right.
    """
    if who.role == "admin":
        return None
    theirs = sql.exists().where(SLOTS.c.item == GOLD.c.item, SLOTS.c.reviewer == who.id)
    late = sql.exists().where(JUDGEMENTS.c.item == GOLD.c.item, JUDGEMENTS.c.reviewer == who.id)
    skipped = sql.exists().where(SKIPS.c.item == GOLD.c.item, SKIPS.c.reviewer == who.id)
    statement = (
        sql.select(GOLD.c.item)
        .join(ITEMS, ITEMS.c.id == GOLD.c.item)
        .where(GOLD.c.tutorial == 1, ITEMS.c.state == "decided", ~theirs, ~late, ~skipped)
        .order_by(ITEMS.c.place)
        .limit(1)
    )
    found = connection.execute(statement.where(GOLD.c.kind.in_(list(kinds))) if kinds else statement).scalar()
    return None if found is None else open_slot(connection, found)


def lessons(connection: sql.Connection, reviewer: int, kind: str) -> tuple[int, int]:
    """Return how many items of a kind's tutorial a reviewer has judged, and how many there are."""
    every = sql.select(sql.func.count()).select_from(GOLD).where(GOLD.c.tutorial == 1, GOLD.c.kind == kind)
    done = (
        sql.select(sql.func.count())
        .select_from(SLOTS)
        .where(SLOTS.c.reviewer == reviewer, SLOTS.c.duty == "tutorial", SLOTS.c.state == "done", SLOTS.c.kind == kind)
    )
    return connection.execute(done).scalar_one(), connection.execute(every).scalar_one()


def taught(connection: sql.Connection, reviewer: int, item_id: str) -> tuple[bool, tuple[str, ...]] | None:
    """Return whether a reviewer was right in their tutorial, and the flags that are; None of other items."""
    own = sql.select(JUDGEMENTS.c.verdict).where(
        JUDGEMENTS.c.reviewer == reviewer, JUDGEMENTS.c.item == item_id, JUDGEMENTS.c.duty == "tutorial"
    )
    said = sql.select(VERDICTS.c.content).where(VERDICTS.c.id.in_(own)).order_by(VERDICTS.c.id.desc()).limit(1)
    row = connection.execute(
        sql.select(GOLD.c.expected, GOLD.c.kind, said.scalar_subquery().label("said")).where(GOLD.c.item == item_id)
    ).first()
    if row is None or row.said is None:
        return None
    given, right = CONTENT.validate_json(row.said), CONTENT.validate_json(row.expected)
    if isinstance(given, Withdrawn) or not isinstance(right, Answer):
        return None
    return meets(given, right, kinds_in(connection).get(row.kind)), right.flags


def open_slot(connection: sql.Connection, item_id: str) -> str:
    """Return a slot of a gold item that nobody holds, made if there is none."""
    duty: Duty = "tutorial" if is_tutorial(connection, item_id) else "gold"
    free = (
        sql.select(SLOTS.c.id)
        .where(SLOTS.c.item == item_id, SLOTS.c.duty == duty, SLOTS.c.state == "open")
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    if (slot := connection.execute(free).scalar()) is not None:
        return str(slot)
    row = connection.execute(sql.select(ITEMS.c.kind, ITEMS.c.place, ITEMS.c.skill).where(ITEMS.c.id == item_id)).one()
    number = sql.select(sql.func.max(SLOTS.c.number)).where(SLOTS.c.item == item_id)
    # A name like those of all other slots: it stands in the page.
    made = slot_row(item_id, connection.execute(number).scalar_one() + 1, duty, row.kind, row.place)
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
    if is_tutorial(connection, item.id) and _own(connection, item.id, who) is not None:
        return item
    blank: dict[str, object] = dict.fromkeys(("decision", "decided_by", "decided", "applied", "applied_hash"))
    own = _own(connection, item.id, who)
    others = items.said(connection, item.id, "review")[: item.overlap - 1]
    if own is None or len(others) < item.overlap - 1:
        return item.model_copy(update={**blank, "state": "open"})
    said, at = own
    reviews = [*others, said]
    found = (
        summed_up(reviews) if items.is_opinion(connection, item) else decide(reviews, executed_in(kinds_in(connection)))
    )
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


def is_tutorial(connection: sql.Connection, item_id: str) -> bool:
    """Return whether an item is in the tutorial."""
    tutorial = connection.execute(sql.select(GOLD.c.tutorial).where(GOLD.c.item == item_id)).scalar()
    return tutorial == 1


def _is_gold(connection: sql.Connection, item_id: str) -> bool:
    return connection.execute(sql.select(GOLD.c.item).where(GOLD.c.item == item_id)).first() is not None


def _judged_before(connection: sql.Connection, item_id: str, who: Reviewer) -> bool:
    """Return whether the reader has judged it when it was no gold to them."""
    ordinary = sql.select(JUDGEMENTS.c.verdict).where(
        JUDGEMENTS.c.reviewer == who.id, JUDGEMENTS.c.item == item_id, JUDGEMENTS.c.duty.not_in(DUTIES)
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
