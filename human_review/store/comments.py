"""What people write to each other about an item: a thread for each who began one, with whoever runs the review.

While an item is open, a thread is its author's and the lead's alone, since it may tell what its author thinks. Once all
that was said of the item may be seen, so may its threads.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sql

import human_review.store.people as people
from company.errors import ReviewError
from company.records import Frozen
from human_review.store.events import note
from human_review.store.tables import COMMENTS, ITEMS, LEASES, REVIEWERS, SKIPS
from human_review.store.values import Reviewer


class Comment(Frozen):
    """What somebody wrote about an item."""

    text: str
    asks: bool = False
    """Its author is unsure, and asks who runs the review."""
    thread: int = 0
    """The reviewer who began the thread; of a new comment, 0 begins one."""
    reviewer: int = 0
    name: str = ""
    at: float = 0.0


LONGEST = 4_000
"""Characters of a comment."""


def add(connection: sql.Connection, now: float, item: str, reviewer: int, told: Comment) -> None:
    """Add a comment. Raises ReviewError for one that says nothing or too much, and on what was not given to its author.

    A lead's answer brings the item back to who asked.
    """
    who = people.locked(connection, reviewer)
    text = told.text.strip()
    if not text or len(text) > LONGEST:
        raise ReviewError(f"a comment has from 1 to {LONGEST:,} characters; write some, or fewer")
    if connection.execute(sql.select(ITEMS.c.id).where(ITEMS.c.id == item)).first() is None:
        raise ReviewError(f"there is no item {item} in the queue; look for it by its record's id")
    if who.role != "admin" and not _given(connection, item, who.id):
        raise ReviewError("this item was not given to you, so you have nothing to say of it yet; take it first")
    thread = told.thread if who.role == "admin" and told.thread else who.id
    row = {"item": item, "thread": thread, "reviewer": who.id, "at": now, "text": text, "asks": told.asks}
    connection.execute(sql.insert(COMMENTS), row)
    if thread != who.id:
        connection.execute(sql.delete(SKIPS).where(SKIPS.c.item == item, SKIPS.c.reviewer == thread))
    note(connection, now, "asked the lead" if told.asks else "commented", who.id, item)


def on(connection: sql.Connection, item: str, who: Reviewer, *, all_seen: bool) -> Sequence[Comment]:
    """Return the comments on an item, oldest first, that a reader may see. `all_seen`: all that was said of it."""
    statement = (
        sql.select(COMMENTS, REVIEWERS.c.name)
        .join(REVIEWERS, REVIEWERS.c.id == COMMENTS.c.reviewer)
        .where(COMMENTS.c.item == item)
        .order_by(COMMENTS.c.thread, COMMENTS.c.id)
    )
    if who.role != "admin" and not all_seen:
        statement = statement.where(COMMENTS.c.thread == who.id)
    return [
        Comment(**{name: row[name] for name in Comment.model_fields})
        for row in connection.execute(statement).mappings()
    ]


def unanswered() -> sql.Select[tuple[str]]:
    """Return the query for the items on which somebody asks the lead and nobody answered since."""
    later = COMMENTS.alias("later")
    answered = sql.exists().where(
        later.c.item == COMMENTS.c.item,
        later.c.thread == COMMENTS.c.thread,
        later.c.id > COMMENTS.c.id,
        later.c.reviewer != COMMENTS.c.reviewer,
    )
    return sql.select(COMMENTS.c.item).where(COMMENTS.c.asks.is_(sql.true()), ~answered)


def _given(connection: sql.Connection, item: str, reviewer: int) -> bool:
    given = sql.select(LEASES.c.token).where(LEASES.c.item == item, LEASES.c.reviewer == reviewer).limit(1)
    return connection.execute(given).first() is not None
