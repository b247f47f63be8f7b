"""A verdict comes in, once, from whom the item was given to; or is refused in words, and kept all the same."""

from __future__ import annotations

import hashlib
from typing import Any

import sqlalchemy as sql

import human_review.store.claiming as claiming
import human_review.store.gold as gold
import human_review.store.guidelines as guidelines
import human_review.store.items as items
import human_review.store.judgements as judgements
import human_review.store.people as people
import human_review.store.presence as presence
import human_review.store.undoing as undoing
from company.errors import ReviewError
from company.reviewing.kinds import kind_of
from human_review.forms import checked
from human_review.store.database import kinds_in
from human_review.store.events import note
from human_review.store.tables import ANSWERS, LEASES, SLOTS, VERDICTS
from human_review.store.values import Assignment, Duty, Item, Receipt, Reviewer, Submission
from human_review.verdicts import Said, Withdrawn


def submit(connection: sql.Connection, now: float, lease: float, reviewer: int, given: Submission) -> Receipt:
    """Take a verdict. Raises ReviewError, before anything is written, for one that cannot be taken."""
    who = people.locked(connection, reviewer)
    asked = hashlib.sha256(given.model_dump_json().encode()).hexdigest()
    if (before := _answered(connection, who, given, asked)) is not None:
        return before
    item = items.locked(connection, given.item)
    duty = _duty(connection, who, given)
    _check(connection, who, item, given)
    held, reclaimed = given.slot, False
    if not _holds(connection, who, given):
        got = claiming.reclaimed(connection, now, lease, who, item.id, duty)
        if got is None and duty == "review" and items.is_opinion(connection, item):
            got = claiming.one_more(connection, now, lease, who, item)
            item = got.item
        held, reclaimed = got.slot if got else "", True
    slot = held or None
    body = items.body_of(connection, item.id)
    spent = presence.spent(presence.sign(connection, now, who.id, item.id), given.seconds, now)
    row = {"item": item.id, "slot": slot, "duty": duty, "hash": given.hash, "seconds": given.seconds}
    row["guideline"] = min(given.guideline, guidelines.current(connection, item.kind))
    verdict = _add(connection, now, who, given.content, row)
    counted = {"duty": duty, "reviewer": who.id, "seconds": spent, "standing": slot is not None}
    judgements.note(connection, verdict, item, {**counted, "content": given.content}, body)
    if slot is not None:
        _finish(connection, slot, verdict)
    note(connection, now, "submitted" if slot else "late", who.id, item.id, verdict=verdict, duty=duty)
    if slot and duty not in gold.DUTIES:
        state = items.settle(connection, now, item)
    else:
        state = gold.as_seen(connection, item, who).state
    receipt = Receipt(
        item=item.id,
        verdict=verdict,
        outcome="taken" if slot else "late",
        reclaimed=reclaimed and bool(slot),
        state=state,
    )
    answer = {"key": given.key, "reviewer": who.id, "asked": asked, "receipt": receipt.model_dump_json(), "at": now}
    connection.execute(sql.insert(ANSWERS), answer)
    return receipt


def undo(connection: sql.Connection, now: float, lease: float, reviewer: int, item_id: str) -> Assignment:
    """Take a verdict back and hold its slot again. Raises ReviewError where somebody or something builds on it."""
    who = people.locked(connection, reviewer)
    item = items.locked(connection, item_id)
    mine, problem = undoing.own_slot(connection, item, who), undoing.why_not(connection, now, item, who)
    if problem or mine is None:
        raise ReviewError(problem)
    old = connection.execute(sql.select(VERDICTS).where(VERDICTS.c.id == mine["verdict"])).one()
    row = {"item": item_id, "slot": mine["id"], "duty": mine["duty"], "hash": old.hash, "seconds": None}
    new = _add(connection, now, who, Withdrawn(), row)
    connection.execute(sql.update(SLOTS).where(SLOTS.c.id == mine["id"]).values(verdict=new))
    judgements.withdraw(connection, who.id, item_id)
    note(connection, now, "undone", who.id, item_id, verdict=old.id)
    taken = claiming.hold_again(connection, now, lease, who, mine["id"])
    if mine["duty"] in gold.DUTIES:
        return taken
    # Nobody decides between verdicts of which one is taken back.
    waiting = (SLOTS.c.item == item_id, SLOTS.c.duty == "adjudication", SLOTS.c.state == "open")
    connection.execute(sql.update(SLOTS).where(*waiting).values(state="stale"))
    state = items.settle(connection, now, item)
    return taken.model_copy(update={"item": taken.item.model_copy(update={"state": state, "decision": None})})


def _answered(connection: sql.Connection, who: Reviewer, given: Submission, asked: str) -> Receipt | None:
    statement = sql.select(ANSWERS).where(ANSWERS.c.key == given.key, ANSWERS.c.reviewer == who.id)
    row = connection.execute(statement).first()
    if row is None:
        return None
    if row.asked != asked:
        raise ReviewError(f"the key {given.key} was used for another verdict; send this one under a new key")
    return Receipt.model_validate_json(row.receipt)


def _duty(connection: sql.Connection, who: Reviewer, given: Submission) -> Duty:
    """Return the duty of the lease that the submission names. Raises ReviewError where it was never this reviewer's."""
    statement = (
        sql.select(SLOTS.c.duty)
        .join(LEASES, LEASES.c.slot == SLOTS.c.id)
        .where(
            LEASES.c.token == given.token,
            LEASES.c.reviewer == who.id,
            LEASES.c.item == given.item,
            LEASES.c.slot == given.slot,
            LEASES.c.version == given.version,
        )
    )
    duty: Duty | None = connection.execute(statement).scalar()
    if duty is None:
        raise ReviewError(f"item {given.item} was not given to you under this token; ask for the next item")
    return duty


def _check(connection: sql.Connection, who: Reviewer, item: Item, given: Submission) -> None:
    if item.state == "stale":
        raise ReviewError(f"{items.gone(item, ' since you were given it')}; what you wrote is kept")
    if item.hash != given.hash:
        raise ReviewError(f"{item.record} has changed since you were given it; what you wrote is kept: load it again")
    in_already = sql.select(VERDICTS.c.id).where(
        VERDICTS.c.item == item.id,
        VERDICTS.c.reviewer == who.id,
        sql.or_(
            VERDICTS.c.slot.is_(None),
            sql.exists().where(SLOTS.c.verdict == VERDICTS.c.id, SLOTS.c.state == "done"),
        ),
    )
    if connection.execute(in_already).first() is not None:
        raise ReviewError(f"your verdict on {item.record} is already in; undo it first to give another")
    kind = kind_of(kinds_in(connection), item.kind)
    checked(kind, item.form, items.body_of(connection, item.id), given.content)


def _holds(connection: sql.Connection, who: Reviewer, given: Submission) -> bool:
    """Return whether the lease is still this reviewer's; it is after its end, too, until another takes the slot."""
    statement = (
        sql.select(SLOTS.c.id)
        .where(
            SLOTS.c.id == given.slot,
            SLOTS.c.reviewer == who.id,
            SLOTS.c.token == given.token,
            SLOTS.c.version == given.version,
            SLOTS.c.state == "leased",
        )
        .with_for_update()
    )
    return connection.execute(statement).first() is not None


def _add(connection: sql.Connection, now: float, who: Reviewer, said: Said | Withdrawn, row: dict[str, Any]) -> int:
    """Add a verdict, which supersedes its author's earlier one on the item; return its number."""
    before = sql.select(sql.func.max(VERDICTS.c.id)).where(
        VERDICTS.c.item == row["item"], VERDICTS.c.reviewer == who.id
    )
    supersedes = connection.execute(before).scalar()
    told = {"reviewer": who.id, "content": said.model_dump_json(), "supersedes": supersedes, "at": now}
    return int(connection.execute(sql.insert(VERDICTS).values(**row, **told).returning(VERDICTS.c.id)).scalar_one())


def _finish(connection: sql.Connection, slot: str, verdict: int) -> None:
    statement = sql.update(SLOTS).where(SLOTS.c.id == slot).values(state="done", verdict=verdict, until=None)
    connection.execute(statement)
