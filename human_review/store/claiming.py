"""Who holds what: one conditional update takes a slot, and nobody else has it until the lease ends."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import sqlalchemy as sql

import human_review.store.audiences as audiences
import human_review.store.drafts as drafts
import human_review.store.gold as gold
import human_review.store.items as items
import human_review.store.people as people
import human_review.store.presence as presence
import human_review.store.shares as shares
from company.errors import ReviewError
from human_review.store.events import note, note_all
from human_review.store.looking import looked
from human_review.store.offering import DUTIES, Among, Fronts, Wish, begun, offered, open_slot
from human_review.store.rounds import judged_before
from human_review.store.slots import slot_row
from human_review.store.tables import ITEMS, LEASED, LEASES, SKIPS, SLOTS, VERDICTS
from human_review.store.values import Assignment, Duty, Item, Reviewer, in_words

LEASE_SECONDS = 15 * 60.0
_FREE = {"state": "open", "reviewer": None, "until": None, "token": None, "verdict": None}


_ENDED = sql.select(SLOTS.c.id).where(
    LEASED,
    SLOTS.c.until < sql.bindparam("now"),
    SLOTS.c.reviewer != sql.bindparam("but"),
)


def ended(connection: sql.Connection, now: float, but: int | None = None) -> list[str]:
    """Return the slots whose leases have ended, but for one reviewer's."""
    return list(connection.execute(_ENDED, {"now": now, "but": but or 0}).scalars())


def free(connection: sql.Connection, now: float, slots: Sequence[str]) -> list[str]:
    """Open slots whose leases have ended; return their positions.

    A transaction of its own, which waits for nothing: who is just taking up such a slot again keeps it.
    """
    over = (
        sql.select(SLOTS.c.id, SLOTS.c.item, SLOTS.c.place, SLOTS.c.reviewer)
        .where(SLOTS.c.id.in_(slots), SLOTS.c.state == "leased", SLOTS.c.until < now)
        .with_for_update(skip_locked=True)
    )
    gone = connection.execute(over).all()
    if gone:
        connection.execute(sql.update(SLOTS).where(SLOTS.c.id.in_([row.id for row in gone])).values(_FREE))
        note_all(connection, now, "lease ended", [(row.item, {"reviewer": row.reviewer}) for row in gone])
    return [row.place for row in gone]


def next_slot(connection: sql.Connection, now: float, lease: float, fronts: Fronts, wish: Wish) -> Assignment | None:
    """Return the slot that the reviewer holds, or else the one that `offering` finds for them; None where none is."""
    who = people.locked(connection, wish.reviewer)
    if (held := _held(connection, who, wish.kinds)) is not None:
        return _again(connection, now, lease, who, held)
    found = offered(connection, now, fronts, who, wish)
    return None if found is None else _taken(connection, now, lease, who, found)


def take(connection: sql.Connection, now: float, lease: float, reviewer: int, item: str) -> Assignment:
    """Return a slot of one item, found by looking for it. Raises ReviewError where the reviewer can have none."""
    who = people.locked(connection, reviewer)
    wanted = items.locked(connection, item)
    if wanted.state == "stale":
        raise ReviewError(items.gone(wanted))
    own = sql.select(SLOTS).where(SLOTS.c.item == item, SLOTS.c.reviewer == who.id).with_for_update(skip_locked=True)
    mine = connection.execute(own).first()
    if mine is not None and mine.state == "done":
        raise ReviewError(f"your verdict on {wanted.record} is in; undo it to judge again")
    if mine is not None:
        return _again(connection, now, lease, who, mine.id)
    given = audiences.kinds_for(connection, who)
    if given is not None and wanted.kind not in given:
        raise ReviewError(f"{wanted.record} is for another group of people to judge; ask for the next item")
    met = audiences.other_side_met(sql.literal(item), sql.literal(who.id))
    if connection.execute(sql.select(met)).scalar_one():
        # Why is not told: it would say that there is another like it, and that one of them is not what it seems.
        raise ReviewError(f"{wanted.record} is for others to judge; ask for the next item")
    for duty in DUTIES[who.role]:
        found = open_slot(connection, who.id, duty, Among(item=item))
        if found is not None:
            return _taken(connection, now, lease, who, found.id)
    if mine is None and wanted.state == "decided" and gold.hides(connection, wanted, who):
        # As any open item, it can be taken.
        return _taken(connection, now, lease, who, gold.open_slot(connection, item))
    if connection.execute(sql.select(judged_before(sql.literal(item), sql.literal(who.id)))).scalar_one():
        raise ReviewError(f"you have judged {wanted.record} before; it is for others to judge it anew")
    raise ReviewError(_why_none(connection, now, gold.as_seen(connection, wanted, who), who))


def _why_none(connection: sql.Connection, now: float, seen: Item, who: Reviewer) -> str:
    """Return in words why somebody can have no place at an item, as far as they may know."""
    if seen.state == "decided":
        return f"{seen.record} is decided already; who runs the review can open it again"
    late = sql.select(VERDICTS.c.id).where(
        VERDICTS.c.item == seen.id, VERDICTS.c.reviewer == who.id, VERDICTS.c.slot.is_(None)
    )
    if connection.execute(late).first() is not None:
        return f"your verdict on {seen.record} came late, and is kept for the adjudicator"
    if looked(connection, seen.id, who.id):
        return f"you have looked at what others said of {seen.record}, so it is for others to judge"
    if seen.state == "adjudication" and who.role == "reviewer":
        return f"people differ on {seen.record}, and an adjudicator decides; ask for the next item"
    until = sql.select(sql.func.min(SLOTS.c.until)).where(SLOTS.c.item == seen.id, LEASED)
    ends = connection.execute(until).scalar()
    free = "" if ends is None else f" for {in_words(max(0.0, ends - now))} more, or longer while they work on it"
    return f"no place is free at {seen.record}: others have it in hand{free}; ask for the next item"


def held(connection: sql.Connection, reviewer: int, item: str) -> Assignment | None:
    """Return the reviewer's assignment of an item; nothing is taken, and no lease gets longer."""
    mine = sql.select(SLOTS).where(SLOTS.c.item == item, SLOTS.c.reviewer == reviewer, SLOTS.c.state == "leased")
    row = connection.execute(mine).mappings().first()
    return None if row is None else _assignment(connection, people.of_id(connection, reviewer), row)


def extend(connection: sql.Connection, now: float, lease: float, reviewer: int, token: str) -> float:
    """Hold on to a lease; when it ends now. Raises ReviewError where the slot is somebody else's by now."""
    people.locked(connection, reviewer)
    statement = (
        sql.update(SLOTS)
        .where(SLOTS.c.token == token, SLOTS.c.reviewer == reviewer, SLOTS.c.state == "leased")
        .values(until=now + lease)
        .returning(SLOTS.c.until, SLOTS.c.item)
    )
    held = connection.execute(statement).first()
    if held is None:
        raise ReviewError("your time with this item has run out; what you wrote is kept: submit it, or open it again")
    presence.sign(connection, now, reviewer, held.item)
    return float(held.until)


def release(connection: sql.Connection, now: float, fronts: Fronts, reviewer: int, token: str, *, skip: bool) -> None:
    """Give a slot back before its time; skipped, its item comes last for this reviewer. Nothing for one not held."""
    people.locked(connection, reviewer)
    statement = (
        sql.update(SLOTS)
        .where(SLOTS.c.token == token, SLOTS.c.reviewer == reviewer, SLOTS.c.state == "leased")
        .values(_FREE)
        .returning(SLOTS.c.item, SLOTS.c.place)
    )
    gone = connection.execute(statement).first()
    if gone is None:
        return
    fronts.reopened(gone.place)
    presence.sign(connection, now, reviewer, gone.item)
    note(connection, now, "skipped" if skip else "released", reviewer, gone.item)
    there = sql.select(SKIPS.c.item).where(SKIPS.c.item == gone.item, SKIPS.c.reviewer == reviewer)
    if skip and connection.execute(there).first() is None:
        connection.execute(sql.insert(SKIPS), {"item": gone.item, "reviewer": reviewer})


def hold_again(connection: sql.Connection, now: float, lease: float, who: Reviewer, slot: str) -> Assignment:
    """Return the reviewer's own slot that was done, leased anew."""
    return _taken(connection, now, lease, who, slot)


def reclaimed(
    connection: sql.Connection, now: float, lease: float, who: Reviewer, item: str, duty: Duty
) -> Assignment | None:
    """Return a free slot of the item for one whose lease was lost; None where there is none."""
    held = (SLOTS.c.item == item, SLOTS.c.reviewer == who.id, SLOTS.c.duty == duty, SLOTS.c.state == "leased")
    slot = connection.execute(sql.select(SLOTS.c.id).where(*held).with_for_update(skip_locked=True)).scalar()
    if slot is None and duty in gold.DUTIES:
        slot = gold.open_slot(connection, item)
    elif slot is None:
        found = open_slot(connection, who.id, duty, Among(item=item))
        slot = None if found is None else found.id
    return None if slot is None else _taken(connection, now, lease, who, slot)


def one_more(connection: sql.Connection, now: float, lease: float, who: Reviewer, item: Item) -> Assignment:
    """Return a place more at an item, for an opinion: none comes too late, and its decision is summed up again."""
    number = connection.execute(sql.select(sql.func.max(SLOTS.c.number)).where(SLOTS.c.item == item.id)).scalar_one()
    row = slot_row(item.id, number + 1, "review", item.kind, item.place)
    connection.execute(sql.insert(SLOTS), {**row, "skill": item.skill})
    told = {"overlap": item.overlap + 1, "applied": None, "applied_hash": None}
    connection.execute(sql.update(ITEMS).where(ITEMS.c.id == item.id).values(told))
    return _taken(connection, now, lease, who, row["id"])


def _held(connection: sql.Connection, who: Reviewer, kinds: Sequence[str]) -> str | None:
    statement = sql.select(SLOTS.c.id).where(SLOTS.c.reviewer == who.id, SLOTS.c.state == "leased")
    if kinds:
        statement = statement.where(SLOTS.c.kind.in_(kinds))
    # Who is just losing a slot, since its time has run out, does not wait for it.
    statement = statement.order_by(SLOTS.c.duty, SLOTS.c.place).limit(1).with_for_update(skip_locked=True)
    return connection.execute(statement).scalar()


def _again(connection: sql.Connection, now: float, lease: float, who: Reviewer, slot: str) -> Assignment:
    """Return the lease that the reviewer has, longer: a second page of theirs gets the same one."""
    statement = sql.update(SLOTS).where(SLOTS.c.id == slot).values(until=now + lease).returning(SLOTS)
    held = connection.execute(statement).mappings().one()
    presence.sign(connection, now, who.id, held["item"])
    return _assignment(connection, who, held)


def _taken(connection: sql.Connection, now: float, lease: float, who: Reviewer, slot: str) -> Assignment:
    """Lease a slot that is open, or the reviewer's own already, under a new token."""
    token = secrets.token_urlsafe(16)
    statement = (
        sql.update(SLOTS)
        .where(SLOTS.c.id == slot, sql.or_(SLOTS.c.state == "open", SLOTS.c.reviewer == who.id))
        .values(state="leased", reviewer=who.id, until=now + lease, token=token, version=SLOTS.c.version + 1)
        .returning(SLOTS)
    )
    row = connection.execute(statement).mappings().one()
    told = {"token": token, "slot": slot, "item": row["item"], "reviewer": who.id, "version": row["version"]}
    connection.execute(sql.insert(LEASES), {**told, "taken": now})
    note(connection, now, "claimed", who.id, row["item"], slot=slot, version=row["version"])
    if row["duty"] == "review":
        shares.rearrange(connection, who, slot)
        if row["lies"]:
            begun(connection, now, row["lies"], who.id)
    audiences.meet(connection, who.id, row["item"])
    presence.sign(connection, now, who.id, row["item"], arriving=True)
    return _assignment(connection, who, row)


def _assignment(connection: sql.Connection, who: Reviewer, slot: sql.RowMapping) -> Assignment:
    """Return all that the page of a leased slot needs."""
    found = connection.execute(sql.select(ITEMS).where(ITEMS.c.id == slot["item"])).mappings().one()
    return Assignment(
        item=gold.as_seen(connection, items.item_of(found), who),
        body=items.body_of(connection, slot["item"]),
        slot=slot["id"],
        duty="review" if slot["duty"] == "gold" else slot["duty"],
        token=slot["token"],
        version=slot["version"],
        until=slot["until"],
        draft=drafts.draft(connection, who.id, slot["item"]),
    )
