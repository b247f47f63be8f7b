"""Which skill or language items ask for: by their kind, their category, or whom they were made for.

Such items are given to those alone who know it. A rule holds for what is queued already and for what comes later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import sqlalchemy as sql

import human_review.store.people as people
from company.records import Frozen
from human_review.store.events import note
from human_review.store.tables import ITEMS, NEEDS, SLOTS

NeedOf = Literal["kind", "category", "group"]
"""Items of a kind, of a category, or made for somebody; the later one counts where several say something."""


class Need(Frozen):
    """A skill or language that some items ask for."""

    of: NeedOf
    named: str
    """The kind, the category, or the id of whom they were made for."""
    skill: str


_ORDER = ("kind", "category", "group")
"""The later one counts where several rules are about an item."""
_AT_ONCE = 400


def rules(connection: sql.Connection) -> list[Need]:
    """Return all rules, the weakest first."""
    found = [Need(**row) for row in connection.execute(sql.select(NEEDS)).mappings()]
    return sorted(found, key=lambda each: (_ORDER.index(each.of), each.named))


def skill(wanted: Sequence[Need], kind: str, category: str, record: str) -> str:
    """Return the skill that an item asks for by these rules; empty where it asks for none."""
    about = {"kind": kind, "category": category}
    found = ""
    for each in wanted:
        theirs = record == each.named or record.startswith(f"{each.named}.")
        if theirs if each.of == "group" else about[each.of] == each.named:
            found = each.skill
    return found


def put(connection: sql.Connection, now: float, wanted: Need, by: int) -> int:
    """Keep a rule, or take it away where its skill is empty; return how many undecided items ask for another now."""
    connection.execute(sql.delete(NEEDS).where(NEEDS.c.of == wanted.of, NEEDS.c.named == wanted.named))
    told = wanted.model_copy(update={"skill": people.named(wanted.skill)})
    if told.skill:
        connection.execute(sql.insert(NEEDS), told.model_dump())
    note(connection, now, "asked for a skill", by, None, **told.model_dump())
    columns = (ITEMS.c.id, ITEMS.c.kind, ITEMS.c.category, ITEMS.c.record, ITEMS.c.skill)
    undecided = sql.select(*columns).where(ITEMS.c.state.in_(("open", "adjudication")))
    now_wanted = rules(connection)
    changed: dict[str, list[str]] = {}
    for row in connection.execute(undecided).all():
        if (new := skill(now_wanted, row.kind, row.category, row.record)) != row.skill:
            changed.setdefault(new, []).append(row.id)
    for new, ids in changed.items():
        for start in range(0, len(ids), _AT_ONCE):
            part = ids[start : start + _AT_ONCE]
            connection.execute(sql.update(ITEMS).where(ITEMS.c.id.in_(part)).values(skill=new))
            connection.execute(sql.update(SLOTS).where(SLOTS.c.item.in_(part)).values(skill=new))
    return sum(map(len, changed.values()))
