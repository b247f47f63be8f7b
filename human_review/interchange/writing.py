"""The whole queue as JSON Lines, of one moment; the same queue gives the same file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sql

import human_review.store.audiences as audiences
import human_review.store.guidelines as guidelines
import human_review.store.needs as needs
import human_review.store.people as people
import human_review.store.shares as shares
from company.reviewing import GIVEN
from human_review.interchange.files import written
from human_review.interchange.lines import (
    CommentLine,
    DraftLine,
    EventLine,
    GoldLine,
    Header,
    ItemLine,
    Line,
    LookedLine,
    PresenceLine,
    ReviewerLine,
    SkipLine,
    SlotLine,
    SolutionLine,
    VerdictLine,
)
from human_review.store import Item
from human_review.store.database import Database, kinds_in
from human_review.store.items import item_of
from human_review.store.solutions import SOLUTIONS
from human_review.store.tables import (
    APART,
    ASSIGNED,
    BUILT_ON,
    COMMENTS,
    CREWS,
    DISMISSED,
    DRAFTS,
    EVENTS,
    GOLD,
    ITEMS,
    JUDGEMENTS,
    LEASES,
    LOOKED,
    MET,
    PLANTED,
    PRESENCE,
    PROPOSALS,
    REVIEWERS,
    SKIPS,
    SLOTS,
    VERDICTS,
)
from human_review.verdicts import CONTENT

AT_ONCE = 200
"""Items that are read at once."""
Rows = Mapping[str, Sequence[sql.RowMapping]]


def write(database: Database, file: Path) -> Header:
    """Write the queue to a file; return its header. Raises ReviewError for a file that exists."""
    with written(file) as stream, database.reading() as connection:
        header = _header(connection)
        for line in _lines(connection, header):
            stream.write(f"{line.model_dump_json()}\n")
    return header


def _header(connection: sql.Connection) -> Header:
    def count(table: sql.Table) -> int:
        return connection.execute(sql.select(sql.func.count()).select_from(table)).scalar_one()

    return Header(
        reviewers=count(REVIEWERS),
        items=count(ITEMS),
        verdicts=count(VERDICTS),
        drafts=count(DRAFTS),
        events=count(EVENTS),
        needs=tuple(needs.rules(connection)),
        shares=tuple(shares.rules(connection)),
        guidelines=tuple(each for kind in kinds_in(connection) for each in guidelines.of_kind(connection, kind)),
        audiences={kind: tuple(groups) for kind, groups in audiences.audiences(connection).items()},
    )


def _lines(connection: sql.Connection, header: Header) -> Iterator[Line]:
    yield header
    about_people: dict[int, list[EventLine]] = {}
    loose: list[EventLine] = []
    everyone = list(connection.execute(sql.select(REVIEWERS).order_by(REVIEWERS.c.id)).mappings())
    known = {person["id"] for person in everyone}
    no_item = ~sql.exists().where(ITEMS.c.id == EVENTS.c.item)
    for row in connection.execute(sql.select(EVENTS).where(no_item).order_by(EVENTS.c.id)).mappings():
        about = about_people.setdefault(row["reviewer"], []) if _of_person(row, known) else loose
        about.append(_event(row))
    for person in everyone:
        yield _person(connection, person)
        yield from about_people.get(person["id"], [])
    in_order = list(connection.execute(sql.select(ITEMS.c.id).order_by(ITEMS.c.place)).scalars())
    for start in range(0, len(in_order), AT_ONCE):
        yield from _items(connection, in_order[start : start + AT_ONCE])
    yield from loose


def _person(connection: sql.Connection, row: sql.RowMapping) -> ReviewerLine:
    begun = sql.select(CREWS.c.lies, CREWS.c.at).where(CREWS.c.reviewer == row["id"]).order_by(CREWS.c.lies)
    told = {name: row[name] for name in ReviewerLine.model_fields if name in row}
    told |= {**people.lists_of(row), "begun": tuple(map(tuple, connection.execute(begun)))}
    met = sql.select(MET.c.of, MET.c.side).where(MET.c.reviewer == row["id"]).order_by(MET.c.of, MET.c.side)
    told |= {"met": tuple(map(tuple, connection.execute(met)))}
    return ReviewerLine(**told)


def _of_person(row: sql.RowMapping, known: set[int]) -> bool:
    return row["item"] is None and row["reviewer"] in known


def _items(connection: sql.Connection, ids: Sequence[str]) -> Iterator[Line]:
    taken = sql.and_(LEASES.c.token == SLOTS.c.token, SLOTS.c.state == "leased")
    counted = JUDGEMENTS.c.seconds.label("spent")
    said = sql.select(VERDICTS, counted).outerjoin(JUDGEMENTS, JUDGEMENTS.c.verdict == VERDICTS.c.id)
    found = {
        "above": _together(connection, sql.select(BUILT_ON), BUILT_ON, ids, "record"),
        "apart": _together(connection, sql.select(APART), APART, ids, "of"),
        "planted": _together(connection, sql.select(PLANTED), PLANTED, ids, "item"),
        "dismissed": _together(connection, sql.select(DISMISSED), DISMISSED, ids, "item"),
        "assigned": _together(connection, sql.select(ASSIGNED), ASSIGNED, ids, "reviewer"),
        "slot": _together(connection, sql.select(SLOTS, LEASES.c.taken).outerjoin(LEASES, taken), SLOTS, ids, "number"),
        "verdict": _together(connection, said, VERDICTS, ids, "id"),
        "solution": _together(connection, sql.select(SOLUTIONS), SOLUTIONS, ids, "reviewer"),
        "gold": _together(connection, sql.select(GOLD), GOLD, ids, "item"),
        "presence": _together(connection, sql.select(PRESENCE), PRESENCE, ids, "reviewer"),
        "skip": _together(connection, sql.select(SKIPS), SKIPS, ids, "reviewer"),
        "draft": _together(connection, sql.select(DRAFTS), DRAFTS, ids, "reviewer"),
        "looked": _together(connection, sql.select(LOOKED), LOOKED, ids, "reviewer"),
        "comment": _together(connection, sql.select(COMMENTS), COMMENTS, ids, "id"),
        "event": _together(connection, sql.select(EVENTS), EVENTS, ids, "id"),
    }
    whole = sql.select(ITEMS, PROPOSALS.c.body).join(PROPOSALS, PROPOSALS.c.item == ITEMS.c.id)
    rows = connection.execute(whole.where(ITEMS.c.id.in_(ids)).order_by(ITEMS.c.place)).mappings()
    for row in rows:
        yield _item(row, found)
        yield from _of_item(row["id"], found)


def _of_item(item: str, found: Mapping[str, Rows]) -> Iterator[Line]:
    """Yield the lines of an item below its own, each kind after those that it refers to."""
    own = {name: rows.get(item, []) for name, rows in found.items()}
    numbers = {slot["id"]: slot["number"] for slot in own["slot"]}
    yield from map(_slot, own["slot"])
    yield from (_verdict(verdict, numbers) for verdict in own["verdict"])
    yield from map(_solution, own["solution"])
    yield from map(_gold, own["gold"])
    yield from (PresenceLine(**presence) for presence in own["presence"])
    yield from (SkipLine(item=item, reviewer=who["reviewer"]) for who in own["skip"])
    yield from (LookedLine(item=item, reviewer=who["reviewer"]) for who in own["looked"])
    yield from (DraftLine(**{**draft, "content": json.loads(draft["content"])}) for draft in own["draft"])
    yield from (CommentLine(**comment) for comment in own["comment"])
    yield from map(_event, own["event"])


def _together(
    connection: sql.Connection, chosen: sql.Select[Any], table: sql.Table, ids: Sequence[str], order: str
) -> Rows:
    """Group rows by their item."""
    together: dict[str, list[sql.RowMapping]] = {}
    statement = chosen.where(table.c.item.in_(ids)).order_by(table.c[order])
    for row in connection.execute(statement).mappings():
        together.setdefault(row["item"], []).append(row)
    return together


def _item(row: sql.RowMapping, found: Mapping[str, Rows]) -> ItemLine:
    item = item_of(row)
    told: dict[str, Any] = {name: getattr(item, name) for name in ItemLine.model_fields if name in Item.model_fields}
    told["above"] = tuple((above["kind"], above["record"]) for above in found["above"].get(item.id, []))
    told["assigned"] = tuple(assigned["reviewer"] for assigned in found["assigned"].get(item.id, []))
    told["dismissed"] = item.id in found["dismissed"]
    told["apart"] = tuple((apart["of"], apart["side"]) for apart in found["apart"].get(item.id, []))
    told["planted"] = tuple(flag for row in found["planted"].get(item.id, []) for flag in json.loads(row["flags"]))
    return ItemLine(**told, basis=row["basis"] or "", body=json.loads(row["body"]))


def _slot(row: sql.RowMapping) -> SlotLine:
    return SlotLine(**{name: row[name] for name in SlotLine.model_fields if name != "line"})


def _verdict(row: sql.RowMapping, numbers: Mapping[str, int]) -> VerdictLine:
    told = {"slot": numbers.get(row["slot"]), "content": CONTENT.validate_json(row["content"])}
    return VerdictLine(**{**row, **told})


def _solution(row: sql.RowMapping) -> SolutionLine:
    told = {name: row[name] for name in SolutionLine.model_fields if name in row}
    return SolutionLine(**told, given=GIVEN.validate_json(row["content"]))


def _gold(row: sql.RowMapping) -> GoldLine:
    expected = CONTENT.validate_json(row["expected"])
    told = {name: row[name] for name in ("item", "given", "marked")}
    return GoldLine(**{**told, "expected": expected, "tutorial": row["tutorial"] == 1})


def _event(row: sql.RowMapping) -> EventLine:
    return EventLine(**{**row, "content": json.loads(row["content"])})
