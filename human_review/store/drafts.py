"""What a reviewer has typed: kept whatever becomes of the lease, and never deleted."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from company.errors import ReviewError
from human_review.store.tables import DRAFTS, ITEMS, LEASES, SLOTS
from human_review.store.values import Draft

LONGEST = 4 * 2**20
"""Bytes of a draft; the longest cell that a table may have stays below."""
SMALL = 64 * 2**10
"""Up to so many bytes, one is kept of every item that somebody is given."""
MOST = 32 * 2**20
"""Bytes of one person's longer drafts together."""


def save(connection: sql.Connection, now: float, reviewer: int, draft: Draft) -> bool:
    """Keep a draft; False where a later one, by its sequence, is there already.

    Raises ReviewError for no such item, for one that was never given to the reviewer or that they have judged, and for
    more than there is room for.
    """
    if connection.execute(sql.select(ITEMS.c.id).where(ITEMS.c.id == draft.item)).first() is None:
        raise ReviewError(f"there is no item {draft.item} in the queue; copy what you wrote, and ask for the next one")
    content = json.dumps(draft.content, ensure_ascii=False)
    _check_given(connection, reviewer, draft.item)
    _check_room(connection, reviewer, draft.item, len(content.encode()))
    row: dict[str, Any] = {**draft.model_dump(), "content": content}
    row |= {"reviewer": reviewer, "saved": now}
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    statement = (
        insert(DRAFTS)
        .values(row)
        .on_conflict_do_update(index_elements=["item", "reviewer"], set_=row, where=DRAFTS.c.sequence < row["sequence"])
        .returning(DRAFTS.c.item)
    )
    return connection.execute(statement).first() is not None


def _check_given(connection: sql.Connection, reviewer: int, item: str) -> None:
    """Refuse what is written of items that are not in somebody's hands; a lease that ran out may still be submitted."""
    given = sql.select(LEASES.c.token).where(LEASES.c.item == item, LEASES.c.reviewer == reviewer).limit(1)
    done = sql.select(SLOTS.c.id).where(SLOTS.c.item == item, SLOTS.c.reviewer == reviewer, SLOTS.c.state == "done")
    if connection.execute(given).first() is None:
        raise ReviewError("this item was not given to you, so nothing is kept of what you write; take it first")
    if connection.execute(done).first() is not None:
        raise ReviewError("your verdict on this item is in, so nothing more is kept; undo it to go on writing")


def _check_room(connection: sql.Connection, reviewer: int, item: str, length: int) -> None:
    if length > LONGEST:
        raise ReviewError(f"a draft may have {LONGEST:,} bytes, and this one has {length:,}; write less")
    if length > SMALL:
        others = sql.select(sql.func.coalesce(sql.func.sum(sql.func.length(DRAFTS.c.content)), 0)).where(
            DRAFTS.c.reviewer == reviewer, DRAFTS.c.item != item, sql.func.length(DRAFTS.c.content) > SMALL // 4
        )
        if connection.execute(others).scalar_one() + length > MOST:
            raise ReviewError(f"your long drafts have more than {MOST:,} bytes together; submit some of them first")


def draft(connection: sql.Connection, reviewer: int, item: str) -> Draft | None:
    """Return the reviewer's draft on an item, if there ever was one."""
    statement = sql.select(DRAFTS).where(DRAFTS.c.item == item, DRAFTS.c.reviewer == reviewer)
    row = connection.execute(statement).mappings().first()
    if row is None:
        return None
    told = {name: row[name] for name in Draft.model_fields}
    return Draft(**{**told, "content": json.loads(row["content"])})
