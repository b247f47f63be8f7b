"""Which items something was said of, for searches: a reviewer's own words to them, and those of all to a lead."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

import sqlalchemy as sql

from human_review.store.judgements import STANDING
from human_review.store.tables import ITEMS, JUDGEMENTS, LOOKED, VERDICTS
from human_review.store.values import Reviewer


@dataclass(frozen=True)
class Wanted:
    """What was said; what is left empty does not matter."""

    verdict: str = ""
    """In a word."""
    reviewer: int | None = None
    reason: str = ""
    """Of a rejection, as it was given."""

    def __bool__(self) -> bool:
        return bool(self.verdict or self.reviewer or self.reason)


def said_so(wanted: Wanted, reader: Reviewer | None) -> sql.ColumnElement[bool]:
    """Return the condition that this was said of an item, as far as the reader may know.

    Who judges finds what they said themselves. A lead finds everybody's words on what is not open any more, and on
    what they looked at.
    """
    terms = [JUDGEMENTS.c.item == ITEMS.c.id, STANDING]
    if wanted.verdict:
        terms.append(JUDGEMENTS.c.said == wanted.verdict)
    if wanted.reason:
        text = json.dumps(wanted.reason, ensure_ascii=False)
        terms += [JUDGEMENTS.c.said == "reject", VERDICTS.c.content.contains(text, autoescape=True)]
    lead = reader is None or reader.role == "admin"
    if reader is not None and not lead:
        terms.append(JUDGEMENTS.c.reviewer == reader.id)
    elif wanted.reviewer is not None:
        terms.append(JUDGEMENTS.c.reviewer == wanted.reviewer)
    found = sql.exists().where(VERDICTS.c.id == JUDGEMENTS.c.verdict, *terms)
    return sql.and_(found, _told(reader)) if reader is not None and lead else found


def reasons(connection: sql.Connection, reader: Reviewer) -> Counter[str]:
    """Count the reasons of standing rejections, as far as the reader may know of them."""
    statement = (
        sql.select(VERDICTS.c.content)
        .join(JUDGEMENTS, JUDGEMENTS.c.verdict == VERDICTS.c.id)
        .join(ITEMS, ITEMS.c.id == JUDGEMENTS.c.item)
        .where(STANDING, JUDGEMENTS.c.said == "reject", ITEMS.c.state != "stale")
    )
    own = JUDGEMENTS.c.reviewer == reader.id
    rows = connection.execute(statement.where(_told(reader) if reader.role == "admin" else own)).scalars()
    return Counter(reason for content in rows for reason in json.loads(content)["reasons"])


def _told(reader: Reviewer) -> sql.ColumnElement[bool]:
    looked = sql.exists().where(LOOKED.c.item == ITEMS.c.id, LOOKED.c.reviewer == reader.id)
    return sql.or_(ITEMS.c.state.in_(("adjudication", "decided")), looked)
