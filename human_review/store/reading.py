"""What can be asked of the queue. Nothing here shows a verdict before all reviews of its item are in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sql

import human_review.store.gold as gold
import human_review.store.items as items
import human_review.store.undoing as undoing
from company.errors import ReviewError
from company.reviewing.kinds import FormName
from human_review.store.looking import looked
from human_review.store.rounds import asked_anew
from human_review.store.tables import ITEMS, SLOTS, UNAPPLIED, VERDICTS
from human_review.store.values import Item, Reviewer, Verdict
from human_review.verdicts import CONTENT, Said, Withdrawn

_MANY = 1_000
"""Verdicts that are remembered while many are read: most are one of a few."""


def item(connection: sql.Connection, item_id: str, who: Reviewer | None) -> tuple[Item, dict[str, Any]]:
    """Return an item as a reader may see it, and what is judged. Raises ReviewError for one that is not there."""
    row = connection.execute(sql.select(ITEMS).where(ITEMS.c.id == item_id)).mappings().first()
    if row is None:
        raise ReviewError(f"there is no item {item_id} in the queue; look for it by its record's id")
    seen = gold.as_seen(connection, items.item_of(row), who)
    if who is not None and seen.decision is not None and asked_anew(connection, seen):
        seen = seen.model_copy(update={"decision": None})
    return seen, items.body_of(connection, item_id)


def verdicts(connection: sql.Connection, item_id: str, who: Reviewer | None, now: float) -> list[Verdict]:
    """Return all that was said of an item, oldest first; to a reader who may still influence it, only their own words.

    Blind until all reviews are in: until then everybody sees their own verdicts alone; so it is while they can take
    theirs back, and again while the next round of the item is not decided. Reader None: the machine. Verdicts on it as
    gold are their authors' and the admins'.
    """
    statement = (
        sql.select(VERDICTS, SLOTS.c.verdict, SLOTS.c.state)
        .outerjoin(SLOTS, SLOTS.c.id == VERDICTS.c.slot)
        .where(VERDICTS.c.item == item_id)
        .order_by(VERDICTS.c.id)
    )
    found = [_verdict(row) for row in connection.execute(statement).mappings()]
    real = connection.execute(sql.select(ITEMS).where(ITEMS.c.id == item_id)).mappings().first()
    if who is None or real is None:
        return found
    seen = gold.as_seen(connection, items.item_of(real), who)
    if not all_seen(connection, item_id, who, now):
        found = [each for each in found if each.reviewer == who.id]
    elif gold.hides(connection, seen, who):
        others = [each for each in found if each.standing and each.duty == "review"][: seen.overlap - 1]
        found = [each for each in found if each.reviewer == who.id or each in others]
    elif who.role != "admin":
        found = [each for each in found if each.duty not in gold.DUTIES]
    return [_as_told(each, who) for each in found]


def verdicts_after(
    connection: sql.Connection, part: tuple[int, int], who: Reviewer, now: float
) -> tuple[list[Verdict], int | None]:
    """Return verdicts on any item in the order in which they came: of these, those that the reader may see.

    `part`: the number after which they begin, and how many are looked at. Others' verdicts are listed for admins alone,
    under the same blindness as at the item. The number that the next part begins after; None at the end.
    """
    after, most = part
    listed = sql.select(VERDICTS.c.id, VERDICTS.c.item).where(VERDICTS.c.id > after).order_by(VERDICTS.c.id)
    if who.role != "admin":
        listed = listed.where(VERDICTS.c.reviewer == who.id)
    rows = connection.execute(listed.limit(most + 1)).all()
    seen: dict[int, Verdict] = {}
    for item_id in dict.fromkeys(row.item for row in rows[:most]):
        seen |= {each.id: each for each in verdicts(connection, item_id, who, now)}
    found = [seen[row.id] for row in rows[:most] if row.id in seen]
    return found, rows[most - 1].id if len(rows) > most else None


def all_seen(connection: sql.Connection, item_id: str, who: Reviewer, now: float) -> bool:
    """Return whether a reader may see all that was said of an item: they cannot influence it by a verdict any more."""
    if looked(connection, item_id, who.id):
        return True
    row = connection.execute(sql.select(ITEMS).where(ITEMS.c.id == item_id)).mappings().first()
    if row is None:
        return False
    real = items.item_of(row)
    seen = gold.as_seen(connection, real, who)
    if seen.state not in ("adjudication", "decided") or asked_anew(connection, seen):
        return False
    return undoing.own_slot(connection, real, who) is None or bool(undoing.why_not(connection, now, real, who))


def judged(connection: sql.Connection, form: FormName, kind: str | None) -> Iterator[list[tuple[int, Said]]]:
    """Yield the first-round reviews of each item that has all of them: reviewer and verdict, in the order of slots.

    Later rounds are of cases that are doubted, and of records that count already.
    """
    statement = (
        sql.select(SLOTS.c.item, SLOTS.c.reviewer, VERDICTS.c.content, ITEMS.c.overlap)
        .join(ITEMS, ITEMS.c.id == SLOTS.c.item)
        .join(VERDICTS, VERDICTS.c.id == SLOTS.c.verdict)
        .where(SLOTS.c.state == "done", SLOTS.c.duty == "review", ITEMS.c.form == form, ITEMS.c.round == 1)
        .order_by(SLOTS.c.item, SLOTS.c.number)
    )
    if kind is not None:
        statement = statement.where(ITEMS.c.kind == kind)
    together: list[tuple[int, Said]] = []
    last = ""
    known: dict[str, Said | Withdrawn] = {}
    for row in connection.execute(statement):
        together = together if row.item == last else []
        last = row.item
        if (said := known.get(row.content)) is None:
            said = CONTENT.validate_json(row.content)
            if len(known) < _MANY:
                known[row.content] = said
        if not isinstance(said, Withdrawn):
            together.append((row.reviewer, said))
        if len(together) == row.overlap:
            yield together


def to_apply(connection: sql.Connection, before: float) -> list[Item]:
    """Return items decided before a time whose decisions are not in the run yet; the oldest decision first."""
    statement = sql.select(ITEMS).where(UNAPPLIED, ITEMS.c.decided <= before).order_by(ITEMS.c.decided, ITEMS.c.place)
    return [items.item_of(row) for row in connection.execute(statement).mappings()]


def _as_told(verdict: Verdict, who: Reviewer) -> Verdict:
    mine = verdict.duty == "gold" and who.role != "admin"
    return verdict.model_copy(update={"duty": "review"}) if mine else verdict


def _verdict(row: sql.RowMapping) -> Verdict:
    told = {name: row[name] for name in Verdict.model_fields if name in row}
    standing = row["slot"] is not None and row["verdict"] == row["id"] and row["state"] == "done"
    content = CONTENT.validate_json(row["content"])
    return Verdict(**{**told, "content": content, "standing": standing, "late": row["slot"] is None})
