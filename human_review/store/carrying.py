"""What was said of a record goes on to what was made again with the same content, whatever became of all above it.

The new version is another item. The verdicts on the former one are given to it as they were, in the name of those who
gave them and with their times; there they stand no more, so that each counts once.
"""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sql

import human_review.store.people as people
import human_review.store.shares as shares
from human_review.store.events import note
from human_review.store.slots import slot_row
from human_review.store.tables import DRAFTS, ITEMS, JUDGEMENTS, SLOTS, VERDICTS
from human_review.store.values import Duty, Proposal

_NOBODYS = {"state": "open", "reviewer": None, "until": None, "token": None, "verdict": None}


def carry(connection: sql.Connection, now: float, back: Mapping[str, Proposal]) -> list[str]:
    """Give the verdicts of former versions to items that are new or back; return the ids of those that got any.

    A former version that was asked about once more and is not decided yet gives nothing: people are to be asked.
    """
    found: list[str] = []
    for item, proposal in back.items():
        former = _former(connection, item, proposal)
        if former is None:
            continue
        connection.execute(sql.update(SLOTS).where(SLOTS.c.item == item, SLOTS.c.state == "carried").values(_NOBODYS))
        _give_drafts(connection, former, item, proposal.hash)
        if given := _give(connection, former, item, proposal):
            note(connection, now, "kept", None, item, from_item=former, verdicts=given)
            found.append(item)
    return found


def _former(connection: sql.Connection, item: str, proposal: Proposal) -> str | None:
    """Return the version before this one, where a verdict on it rests on the same."""
    same = (ITEMS.c.record == proposal.record, ITEMS.c.kind == proposal.kind, ITEMS.c.form == proposal.form)
    statement = (
        sql.select(ITEMS.c.id, ITEMS.c.basis, ITEMS.c.decided, ITEMS.c.round)
        .where(*same, ITEMS.c.id != item)
        .order_by(ITEMS.c.created.desc(), ITEMS.c.round.desc())
        .limit(1)
    )
    row = connection.execute(statement).first()
    if row is None or row.basis != proposal.basis or (row.round > 1 and row.decided is None):
        return None
    return str(row.id)


def _give(connection: sql.Connection, former: str, item: str, proposal: Proposal) -> list[int]:
    """Give what stands of a former version; return the numbers that the verdicts have now."""
    done = (
        sql.select(SLOTS.c.id.label("slot_was"), SLOTS.c.duty.label("slot_duty"), VERDICTS)
        .join(VERDICTS, VERDICTS.c.id == SLOTS.c.verdict)
        .where(SLOTS.c.item == former, SLOTS.c.state == "done", SLOTS.c.duty.in_(("review", "adjudication")))
        .order_by(SLOTS.c.number)
    )
    given: list[int] = []
    for row in connection.execute(done).mappings().all():
        slot = _open_slot(connection, item, row["slot_duty"], proposal)
        if slot is None:  # fewer people are asked by now: it stays where it was
            continue
        told = {name: row[name] for name in ("reviewer", "duty", "content", "seconds", "at", "guideline")}
        statement = sql.insert(VERDICTS).values(**told, item=item, slot=slot, hash=proposal.hash)
        number = int(connection.execute(statement.returning(VERDICTS.c.id)).scalar_one())
        values = {"state": "done", "reviewer": row["reviewer"], "verdict": number}
        connection.execute(sql.update(SLOTS).where(SLOTS.c.id == row["slot_was"]).values(state="carried"))
        connection.execute(sql.update(SLOTS).where(SLOTS.c.id == slot).values(values))
        shares.rearrange(connection, people.of_id(connection, row["reviewer"]), slot)
        _count_there(connection, row["id"], number, item)
        given.append(number)
    return given


def _open_slot(connection: sql.Connection, item: str, duty: Duty, proposal: Proposal) -> str | None:
    """Return the first open slot of an item for a duty; one for an adjudicator is made if there is none."""
    free = sql.select(SLOTS.c.id).where(SLOTS.c.item == item, SLOTS.c.duty == duty, SLOTS.c.state == "open")
    if (slot := connection.execute(free.order_by(SLOTS.c.number).limit(1)).scalar()) is not None:
        return str(slot)
    if duty == "review":
        return None
    row = connection.execute(
        sql.select(sql.func.max(SLOTS.c.number).label("number"), ITEMS.c.place, ITEMS.c.waits, ITEMS.c.skill)
        .join(ITEMS, ITEMS.c.id == SLOTS.c.item)
        .where(SLOTS.c.item == item)
        .group_by(ITEMS.c.place, ITEMS.c.waits, ITEMS.c.skill)
    ).one()
    made = slot_row(item, row.number + 1, duty, proposal.kind, row.place)
    connection.execute(sql.insert(SLOTS), {**made, "waits": row.waits, "skill": row.skill})
    return str(made["id"])


def _count_there(connection: sql.Connection, before: int, number: int, item: str) -> None:
    """Count a verdict under its new number, and under its former one no more; what is tallied stays as it is."""
    row = connection.execute(sql.select(JUDGEMENTS).where(JUDGEMENTS.c.verdict == before)).mappings().first()
    if row is not None:
        connection.execute(sql.insert(JUDGEMENTS), {**row, "verdict": number, "item": item})
        connection.execute(sql.update(JUDGEMENTS).where(JUDGEMENTS.c.verdict == before).values(standing=False))


def _give_drafts(connection: sql.Connection, former: str, item: str, hash: str) -> None:
    """Have what was typed at the former version stand at this one, but where more was typed here."""
    there = sql.select(DRAFTS.c.reviewer).where(DRAFTS.c.item == item)
    typed = sql.select(DRAFTS).where(DRAFTS.c.item == former, DRAFTS.c.reviewer.not_in(there))
    for row in connection.execute(typed).mappings().all():
        connection.execute(sql.insert(DRAFTS), {**row, "item": item, "hash": hash})
