"""What a reviewer has typed: kept whatever becomes of the lease, and never deleted."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from company.errors import ReviewError
from human_review.store.tables import DRAFTS, ITEMS
from human_review.store.values import Draft


def save(connection: sql.Connection, now: float, reviewer: int, draft: Draft) -> bool:
    """Keep a draft; False where a later one, by its sequence, is there already. Raises ReviewError for no such item."""
    if connection.execute(sql.select(ITEMS.c.id).where(ITEMS.c.id == draft.item)).first() is None:
        raise ReviewError(f"there is no item {draft.item} in the queue; copy what you wrote, and ask for the next one")
    row: dict[str, Any] = {**draft.model_dump(), "content": json.dumps(draft.content, ensure_ascii=False)}
    row |= {"reviewer": reviewer, "saved": now}
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    statement = (
        insert(DRAFTS)
        .values(row)
        .on_conflict_do_update(index_elements=["item", "reviewer"], set_=row, where=DRAFTS.c.sequence < row["sequence"])
        .returning(DRAFTS.c.item)
    )
    return connection.execute(statement).first() is not None


def draft(connection: sql.Connection, reviewer: int, item: str) -> Draft | None:
    """Return the reviewer's draft on an item, if there ever was one."""
    statement = sql.select(DRAFTS).where(DRAFTS.c.item == item, DRAFTS.c.reviewer == reviewer)
    row = connection.execute(statement).mappings().first()
    if row is None:
        return None
    told = {name: row[name] for name in Draft.model_fields}
    return Draft(**{**told, "content": json.loads(row["content"])})
