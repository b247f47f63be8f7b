"""Items found by their words: full-text search of both databases, which answer alike since both are given plain words.

What is searched is the record's id and what people read of it. A text is looked for word by word, all of which have to
be there, the last one as a beginning; what is written together, such as price_per_kg or shop.p2, has to stand together.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sql

import human_review.store.audiences as audiences
import human_review.store.gold as gold
import human_review.store.items as items
from human_review.store.comments import unanswered
from human_review.store.saying import Wanted, said_so
from human_review.store.tables import ITEMS, PROPOSALS, SLOTS, WORDS
from human_review.store.values import Item, ItemState
from human_review.store.words import words

FEW = 2_000
"""Up to so many matches are looked at one by one; of more, some come soon in the order of the queue."""


@dataclass(frozen=True)
class Search:
    """What is looked for; what is left empty does not matter."""

    text: str = ""
    kind: str | None = None
    state: ItemState | None = None
    under: str = ""
    """Id of a record, such as a persona: it, and what was made below it."""
    why: str = ""
    mine: bool = False
    """What the reader has judged or holds."""
    category: str = ""
    flag: str = ""
    """The kind of a passage that screening marked."""
    said: Wanted | None = None
    asks: bool = False
    """Somebody asks who runs the review, and has no answer yet; for a lead."""


def find(connection: sql.Connection, wanted: Search, after: str, most: int, reader: gold.Reader) -> list[Item]:
    """Return items in the order of the queue, after a position; each as the reader may see it."""
    terms = [*_of_items(connection, wanted, reader), *_of_words(connection, wanted, reader)]
    statement = sql.select(ITEMS).where(ITEMS.c.place > after, *terms).order_by(ITEMS.c.place).limit(most)
    found = [items.item_of(row) for row in connection.execute(statement).mappings()]
    return [gold.as_seen(connection, item, reader) for item in found]


def _of_items(connection: sql.Connection, wanted: Search, reader: gold.Reader) -> Iterator[sql.ColumnElement[bool]]:
    """Yield conditions on where items come from and where they stand.

    Of what has two sides, who judges finds what they were given: who read both in a list had met both.
    """
    if reader is not None and reader.role != "admin":
        yield ~audiences.side_unmet(ITEMS.c.id, sql.literal(reader.id))
    if wanted.kind is not None:
        yield ITEMS.c.kind == wanted.kind
    if wanted.state is not None:
        yield gold.state_seen(connection, wanted.state, reader)
    if wanted.why:
        yield ITEMS.c.why == wanted.why
    if wanted.category:
        yield ITEMS.c.category == wanted.category
    if wanted.under:
        below = ITEMS.c.record.startswith(f"{wanted.under}.", autoescape=True)
        yield sql.or_(ITEMS.c.record == wanted.under, below)
    if wanted.mine and reader is not None:
        own = sql.select(SLOTS.c.item).where(SLOTS.c.reviewer == reader.id, SLOTS.c.state.in_(("done", "leased")))
        yield ITEMS.c.id.in_(own)


def _of_words(connection: sql.Connection, wanted: Search, reader: gold.Reader) -> Iterator[sql.ColumnElement[bool]]:
    """Yield conditions on what stands in items, and on what was said of them."""
    if wanted.flag:
        marked = PROPOSALS.c.body.contains(_flag(wanted.flag), autoescape=True)
        yield sql.exists().where(PROPOSALS.c.item == ITEMS.c.id, marked)
    if wanted.said:
        yield said_so(wanted.said, reader)
    if wanted.asks and (reader is None or reader.role == "admin"):
        yield ITEMS.c.id.in_(unanswered())
    if wanted.text.strip():
        chunks = [words(chunk) for chunk in wanted.text.split()]
        yield _matching(connection, [each for each in chunks if each])


def _flag(kind: str) -> str:
    """Return the text that stands in a record with such a flag, as it is stored."""
    return json.dumps({"kind": kind, "field": ""})[1:-3]


def _matching(connection: sql.Connection, chunks: list[list[str]]) -> sql.ColumnElement[bool]:
    """Return the condition that an item has the words.

    Few matches are looked up and sorted; with many, items are walked in their order until enough of them match.
    """
    if not chunks:
        return sql.false()
    if connection.dialect.name != "sqlite":
        asked = " & ".join(f"({' <-> '.join(chunk)}{':*' if chunk is chunks[-1] else ''})" for chunk in chunks)
        vector = sql.func.to_tsvector(sql.literal_column("'simple'"), WORDS.c.words)
        query = sql.func.to_tsquery(sql.literal_column("'simple'"), asked)
        return ITEMS.c.id.in_(sql.select(WORDS.c.item).where(vector.op("@@")(query)))
    asked = " AND ".join(f'"{" ".join(chunk)}"{"*" if chunk is chunks[-1] else ""}' for chunk in chunks)
    matches = "SELECT rowid FROM sought WHERE sought MATCH :asked"
    counted = sql.text(f"SELECT count(*) FROM ({matches} LIMIT {FEW + 1})")
    few = connection.execute(counted, {"asked": asked}).scalar_one() <= FEW
    # The sign + keeps SQLite from looking up all of them first.
    among = sql.text(f"{'' if few else '+'}words.number IN ({matches})").bindparams(asked=asked)
    if few:
        return ITEMS.c.id.in_(sql.select(WORDS.c.item).where(among))
    return sql.exists().where(WORDS.c.item == ITEMS.c.id, among)
