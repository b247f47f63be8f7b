"""Items: put into the queue, retired when what they were made from changes, decided, applied."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sql
from pydantic import TypeAdapter

import human_review.store.carrying as carrying
import human_review.store.gating as gating
import human_review.store.needs as needs
import human_review.store.shares as shares
import human_review.store.webhooks as webhooks
from company.errors import ReviewError
from company.reviewing.grounds import Grounds
from company.reviewing.kinds import executed_in
from human_review.deciding import decide, summed_up
from human_review.store.database import kinds_in
from human_review.store.events import note, note_all
from human_review.store.judgements import word
from human_review.store.slots import slot_row
from human_review.store.tables import APART, DISMISSED, ITEMS, PLANTED, PROPOSALS, SLOTS, VERDICTS, WORDS
from human_review.store.values import Duty, Item, ItemState, Proposal
from human_review.store.words import words_of
from human_review.verdicts import CONTENT, Said, Withdrawn

_LOCKED = sql.select(ITEMS).where(ITEMS.c.id == sql.bindparam("item")).with_for_update(key_share=True)
_BODY = sql.select(PROPOSALS.c.body).where(PROPOSALS.c.item == sql.bindparam("item"))
_SAID = (
    sql.select(VERDICTS.c.content)
    .join(SLOTS, SLOTS.c.verdict == VERDICTS.c.id)
    .where(SLOTS.c.item == sql.bindparam("item"), SLOTS.c.duty == sql.bindparam("duty"), SLOTS.c.state == "done")
    .order_by(SLOTS.c.number)
)
"""Made once: SQLAlchemy takes longer to build these than the database to carry them out."""
GROUNDS: TypeAdapter[tuple[Grounds, ...]] = TypeAdapter(tuple[Grounds, ...])
"""Reads and writes the grounds of an item."""
OUT = "taken out of the queue"
"""How the reason begins of what a lead took out."""
_NOBODYS = {"reviewer": None, "until": None, "token": None, "verdict": None}


def id_of(proposal: Proposal) -> str:
    """Return the id of a proposal's item: the same proposal is the same item, whoever queues it, and whenever."""
    later = [proposal.round] if proposal.round > 1 else []
    text = json.dumps([proposal.kind, proposal.record, proposal.form, proposal.hash, *later])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def add(connection: sql.Connection, now: float, proposals: Iterable[Proposal]) -> int:
    """Put proposals into the queue and bring back stale ones that are as they were; return how many there were.

    What is there already stays as it is.
    """
    part = {id_of(each): each for each in proposals}
    there = sql.select(ITEMS.c.id, ITEMS.c.state).where(ITEMS.c.id.in_(list(part)))
    known = {row.id: row.state for row in connection.execute(there)}
    new = {item: each for item, each in part.items() if item not in known}
    if new:
        wanted = needs.rules(connection)
        skills = {i: needs.skill(wanted, p.kind, p.category, p.record) for i, p in new.items()}
        connection.execute(sql.insert(ITEMS), [_item_row(i, p, now) | {"skill": skills[i]} for i, p in new.items()])
        connection.execute(sql.insert(PROPOSALS), [{"item": i, "body": _json(p.body)} for i, p in new.items()])
        found_by = [{"item": i, "words": words_of(p.record, p.body)} for i, p in new.items()]
        connection.execute(sql.insert(WORDS), found_by)
        slots = [
            {**slot_row(i, n, "review", p.kind, _place(i, p)), "lies": p.lies, "skill": skills[i], "waits": int(p.idle)}
            for i, p in new.items()
            for n in range(1, p.overlap + 1)
        ]
        connection.execute(sql.insert(SLOTS), slots)
        _tell_more(connection, new)
        shares.deal(connection, list(new), (p.kind for p in new.values()))
        gating.link(connection, {i: p.above for i, p in new.items()})
        note_all(connection, now, "queued", [(i, _queued(p)) for i, p in new.items()])
    out = set(connection.execute(sql.select(DISMISSED.c.item).where(DISMISSED.c.item.in_(list(known)))).scalars())
    stale = [item for item, state in known.items() if state == "stale" and item not in out]
    for item in stale:
        revive(connection, now, item, part[item].basis)
    for item in carrying.carry(
        connection, now, {i: p for i, p in part.items() if p.basis and (i in new or i in stale)}
    ):
        settle(connection, now, locked(connection, item))
    gating.passed_on(connection, [(each.kind, each.record) for each in part.values()])
    return len(new) + len(stale)


def retire(connection: sql.Connection, now: float, items: Sequence[str], reason: str) -> int:
    """Take items out of the queue for good or until they are as they were; return how many were in it."""
    statement = (
        sql.update(ITEMS)
        .where(ITEMS.c.id.in_(list(items)), ITEMS.c.state != "stale")
        .values(state="stale", reason=reason)
        .returning(ITEMS.c.id, ITEMS.c.kind, ITEMS.c.record)
    )
    rows = connection.execute(statement).all()
    gone = [row.id for row in rows]
    connection.execute(
        sql.update(SLOTS).where(SLOTS.c.item.in_(gone), SLOTS.c.state != "done").values(**_NOBODYS, state="stale")
    )
    note_all(connection, now, "stale", [(item, {"reason": reason}) for item in gone])
    gating.passed_on(connection, [(row.kind, row.record) for row in rows])
    return len(gone)


def locked(connection: sql.Connection, item: str) -> Item:
    """Return the item, held until the transaction ends. Raises ReviewError for one that is not there."""
    row = connection.execute(_LOCKED, {"item": item}).mappings().first()
    if row is None:
        raise ReviewError(f"there is no item {item} in the queue; ask for the next one")
    return item_of(row)


def gone(item: Item, since: str = "") -> str:
    """Return in words why a stale item can be judged no more, and what to do."""
    reason = item.reason or "it was made again"
    if reason.startswith(OUT) or reason.startswith("[review]"):
        return f"{item.record} is not in the queue any more ({reason}); ask for the next item"
    return f"{item.record} has changed{since} ({reason}); look for its new version"


def item_of(row: sql.RowMapping | dict[str, Any]) -> Item:
    """Return an item from its row."""
    decision, grounds = row["decision"], row["grounds"]
    told = {name: row[name] for name in Item.model_fields}
    told["decision"] = None if decision is None else CONTENT.validate_json(decision)
    return Item(**{**told, "grounds": () if grounds is None else GROUNDS.validate_json(grounds)})


def body_of(connection: sql.Connection, item: str) -> dict[str, Any]:
    """Return the content to judge."""
    body = connection.execute(_BODY, {"item": item}).scalar_one()
    found: dict[str, Any] = json.loads(body)
    return found


def bodies_of(connection: sql.Connection, item_ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the contents to judge of several items, by their ids."""
    found = connection.execute(sql.select(PROPOSALS).where(PROPOSALS.c.item.in_(list(item_ids))))
    return {row.item: json.loads(row.body) for row in found}


def said(connection: sql.Connection, item: str, duty: Duty) -> list[Said]:
    """Return the standing verdicts of a duty, in the order of their slots."""
    told = connection.execute(_SAID, {"item": item, "duty": duty}).scalars()
    found = [CONTENT.validate_json(content) for content in told]
    return [each for each in found if not isinstance(each, Withdrawn)]


def settle(connection: sql.Connection, now: float, item: Item) -> ItemState:
    """Decide an item, or open its adjudication, if all that it waited for is in; the state that it has then."""
    if judged := said(connection, item.id, "adjudication"):
        return _decide(connection, now, item, judged[0], "adjudication")
    reviews = said(connection, item.id, "review")
    if len(reviews) < item.overlap:
        # Of what was handed to an adjudicator, no review is waited for.
        given_up = item.round > 1 and not _reviews_to_come(connection, item.id)
        return put_state(connection, item.id, "adjudication" if given_up else "open")
    if is_opinion(connection, item):
        return _decide(connection, now, item, summed_up(reviews), "review")
    if (found := decide(reviews, executed_in(kinds_in(connection)))) is not None:
        return _decide(connection, now, item, found, "review")
    number = item.overlap + 1
    there = (SLOTS.c.item == item.id, SLOTS.c.duty == "adjudication")
    if connection.execute(sql.select(SLOTS.c.id).where(*there)).first() is not None:
        again = sql.update(SLOTS).where(*there, SLOTS.c.state == "stale").values(state="open", waits=int(item.waits))
        connection.execute(again)
    else:
        row = slot_row(item.id, number, "adjudication", item.kind, item.place)
        connection.execute(sql.insert(SLOTS), {**row, "waits": int(item.waits), "skill": item.skill})
        note(connection, now, "disputed", None, item.id)
    return put_state(connection, item.id, "adjudication")


def is_opinion(connection: sql.Connection, item: Item) -> bool:
    """Return whether what is said of an item are opinions, which all stand and are never adjudicated."""
    kind = kinds_in(connection).get(item.kind)
    return kind is not None and kind.opinion


def close(connection: sql.Connection, now: float, item: Item, found: Said) -> None:
    """Decide an undecided item by the word of who knows what is right of it; nobody is asked any more."""
    connection.execute(
        sql.update(SLOTS).where(SLOTS.c.item == item.id, SLOTS.c.state != "done").values(**_NOBODYS, state="stale")
    )
    _decide(connection, now, item, found, "gold")


def grounds_text(grounds: Sequence[Grounds]) -> str | None:
    """Return grounds as they are stored; None of none."""
    return GROUNDS.dump_json(tuple(grounds)).decode() if grounds else None


def revive(connection: sql.Connection, now: float, item: str, basis: str | None = None) -> None:
    """Bring an item back that was stale, with all that was said of it; on this basis, where one is given."""
    statement = sql.update(SLOTS).where(SLOTS.c.item == item, SLOTS.c.state == "stale").values(state="open")
    connection.execute(statement)
    row = {"state": "open", "reason": None, "applied": None, "applied_hash": None}
    row |= {} if basis is None else {"basis": basis or None}
    connection.execute(sql.update(ITEMS).where(ITEMS.c.id == item).values(row))
    note(connection, now, "revived", None, item)
    settle(connection, now, locked(connection, item))


def _decide(connection: sql.Connection, now: float, item: Item, found: Said, by: Duty) -> ItemState:
    row = {"state": "decided", "decision": found.model_dump_json(), "decided_by": by, "decided": now}
    row["decided_as"] = word(found)
    connection.execute(sql.update(ITEMS).where(ITEMS.c.id == item.id).values(row))
    note(connection, now, "decided", None, item.id, by=by, decision=found.model_dump(mode="json"))
    webhooks.tell_decided(connection, now, item, word(found), by)
    gating.passed_on(connection, [(item.kind, item.record)])
    return "decided"


def put_state(connection: sql.Connection, item: str, state: ItemState) -> ItemState:
    """Give an undecided item a state, and say which."""
    row = {"state": state, "decision": None, "decided_as": None, "decided_by": None, "decided": None}
    statement = sql.update(ITEMS).where(ITEMS.c.id == item).values(row).returning(ITEMS.c.kind, ITEMS.c.record)
    gating.passed_on(connection, [(row.kind, row.record) for row in connection.execute(statement).all()])
    return state


def _tell_more(connection: sql.Connection, new: Mapping[str, Proposal]) -> None:
    """Note what few items have: what they have in common with others, and what was planted in them."""
    apart = [{"item": i, "of": of, "side": side} for i, p in new.items() for of, side in p.apart]
    planted = [{"item": i, "flags": json.dumps(p.planted)} for i, p in new.items() if p.planted]
    for table, rows in ((APART, apart), (PLANTED, planted)):
        if rows:
            connection.execute(sql.insert(table), rows)


def _item_row(item: str, proposal: Proposal, now: float) -> dict[str, Any]:
    told = proposal.model_dump(exclude={"body", "grounds", "above", "apart", "planted"})
    told |= {
        "id": item,
        "basis": proposal.basis or None,
        "place": _place(item, proposal),
        "grounds": grounds_text(proposal.grounds),
        "idle": int(proposal.idle),
        "waits": int(proposal.idle),
    }
    return {**told, "state": "open", "created": now}


def _place(item: str, proposal: Proposal) -> str:
    """Return the position with the item's id, so that no two items have the same one."""
    return f"{proposal.place} {item}"


def _queued(proposal: Proposal) -> dict[str, Any]:
    told: dict[str, Any] = {"record": proposal.record, "why": proposal.why}
    return told | ({"round": proposal.round} if proposal.round > 1 else {}) | told_of(proposal.grounds)


def told_of(grounds: Sequence[Grounds]) -> dict[str, Any]:
    """Return grounds for an event: without what models wrote, which is kept with the item."""
    kept = {"data_id", "models", "right", "suspicions", "named", "because"}
    return {"grounds": [each.model_dump(mode="json", include=kept) for each in grounds]} if grounds else {}


def _reviews_to_come(connection: sql.Connection, item: str) -> bool:
    waited = sql.select(SLOTS.c.id).where(
        SLOTS.c.item == item, SLOTS.c.duty == "review", SLOTS.c.state.in_(("open", "leased"))
    )
    return connection.execute(waited).first() is not None


def _json(body: dict[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False)
