"""What can be asked of the queue. Nothing here shows a verdict before all reviews of its item are in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sql

import human_review.store.audiences as audiences
import human_review.store.blind as blind
import human_review.store.gold as gold
import human_review.store.items as items
import human_review.store.undoing as undoing
from company.errors import ReviewError
from company.reviewing.kinds import FormName
from human_review.store.looking import looked
from human_review.store.offering import share_left
from human_review.store.rounds import asked_anew, judged_before
from human_review.store.tables import APART, ITEMS, LATER, LEASED, LOOKED, MET, SLOTS, UNAPPLIED, VERDICTS
from human_review.store.values import Item, Progress, Reviewer, Standing, Verdict
from human_review.verdicts import CONTENT, Said, Withdrawn

_MANY = 1_000
"""Verdicts that are remembered while many are read: most are one of a few."""


def standing(connection: sql.Connection, now: float, who: Reviewer) -> Standing:
    """Return the state of the queue for one reviewer.

    What is open is all that is undecided, less what the reviewer has touched, less what others hold: leases and one
    person's verdicts are few, and open places many.
    """
    given = audiences.kinds_for(connection, who)
    theirs = sql.true() if given is None else ITEMS.c.kind.in_(given)
    by_state = sql.select(ITEMS.c.state, ITEMS.c.kind, sql.func.count()).group_by(ITEMS.c.state, ITEMS.c.kind)
    states: Counter[str] = Counter()
    total = 0
    for state, kind, count in connection.execute(by_state):
        states[state] += count if given is None or kind in given else 0
        total += count if state != "stale" else 0
    undecided = ["open"] if who.role == "reviewer" else ["open", "adjudication"]
    own = sql.select(SLOTS.c.state, sql.func.count()).where(SLOTS.c.reviewer == who.id).group_by(SLOTS.c.state)
    in_hand: dict[str, int] = {state: count for state, count in connection.execute(own)}
    touched = (
        sql.select(SLOTS.c.item)
        .where(SLOTS.c.reviewer == who.id)
        .union(
            sql.select(VERDICTS.c.item).where(VERDICTS.c.reviewer == who.id, VERDICTS.c.slot.is_(None)),
            # What they have looked at, or judged before, is for others to review.
            sql.select(LOOKED.c.item)
            .join(ITEMS, ITEMS.c.id == LOOKED.c.item)
            .where(LOOKED.c.reviewer == who.id, ITEMS.c.state == "open"),
            sql.select(ITEMS.c.id).where(
                LATER, ITEMS.c.state == "open", judged_before(ITEMS.c.id, sql.literal(who.id)).correlate(ITEMS)
            ),
            sql.select(APART.c.item)
            .join(MET, sql.and_(MET.c.of == APART.c.of, MET.c.side != APART.c.side))
            .where(MET.c.reviewer == who.id),
        )
        .subquery()
    )
    counted = sql.select(sql.func.count()).join(touched, touched.c.item == ITEMS.c.id)
    mine = connection.execute(counted.where(ITEMS.c.state.in_(undecided), theirs)).scalar_one()
    able = ("", *who.skills)
    left_out = sql.select(sql.func.count()).where(
        ITEMS.c.state.in_(undecided), theirs, ITEMS.c.skill.not_in(able), ITEMS.c.id.not_in(sql.select(touched.c.item))
    )
    lacking: int = connection.execute(left_out).scalar_one()
    looks = [each for each in blind.otherwise(connection, who) if given is None or each[0].kind in given]
    passed = {row.item for row in connection.execute(sql.select(touched)).all()} if looks else set()
    for real, seen in looks:
        states[real.state] -= 1
        states[seen.state] += 1
        more = (seen.state in undecided) - (real.state in undecided)
        if real.id in passed:
            mine += more
        elif seen.skill not in able:
            lacking += more
    free = SLOTS.alias("free")
    held = (
        sql.select(sql.func.count(SLOTS.c.item.distinct()), sql.func.min(SLOTS.c.until))
        .join(ITEMS, ITEMS.c.id == SLOTS.c.item)
        .where(
            LEASED,
            SLOTS.c.until >= now,
            ITEMS.c.state.in_(undecided),
            ITEMS.c.skill.in_(able),
            theirs,
            SLOTS.c.item.not_in(sql.select(touched.c.item)),
            ~sql.exists().where(
                free.c.item == SLOTS.c.item,
                sql.or_(free.c.state == "open", sql.and_(free.c.state == "leased", free.c.until < now)),
            ),
        )
    )
    others, until = connection.execute(held).one()
    return Standing(
        open=sum(states.get(state, 0) for state in undecided) - mine - lacking - others,
        done=in_hand.get("done", 0),
        yours=in_hand.get("leased", 0),
        held=others,
        next_free=None if until is None else until - now,
        adjudication=states.get("adjudication", 0),
        total=total,
        share_left=share_left(connection, who),
    )


def done_of(connection: sql.Connection, reviewer: int, kind: str) -> int:
    """Count the items of a kind that a reviewer has judged, but for those of the tutorial."""
    statement = sql.select(sql.func.count()).where(
        SLOTS.c.reviewer == reviewer, SLOTS.c.state == "done", SLOTS.c.kind == kind, SLOTS.c.duty != "tutorial"
    )
    return connection.execute(statement).scalar_one()


def progress(connection: sql.Connection) -> Progress:
    """Return the state of the whole queue."""
    by = (ITEMS.c.kind, ITEMS.c.state)
    states = sql.select(*by, sql.func.count()).where(ITEMS.c.round == 1).group_by(*by)
    said = (
        sql.select(SLOTS.c.kind, VERDICTS.c.content)
        .join(VERDICTS, VERDICTS.c.id == SLOTS.c.verdict)
        .where(SLOTS.c.state == "done", SLOTS.c.duty == "review")
    )
    verdicts: dict[tuple[str, str], int] = {}
    for kind, content in connection.execute(said):
        key = (kind, json.loads(content)["kind"])
        verdicts[key] = verdicts.get(key, 0) + 1
    adjudicated = (
        sql.select(sql.func.count()).select_from(ITEMS).where(ITEMS.c.decided_by == "adjudication", ITEMS.c.round == 1)
    )
    return Progress(
        states={(kind, state): count for kind, state, count in connection.execute(states)},
        verdicts=verdicts,
        late=late(connection),
        adjudicated=connection.execute(adjudicated).scalar_one(),
    )


def late(connection: sql.Connection) -> int:
    """Count the verdicts that came when nobody's place was free any more."""
    statement = sql.select(sql.func.count()).select_from(VERDICTS).where(VERDICTS.c.slot.is_(None))
    return int(connection.execute(statement).scalar_one())


def item(connection: sql.Connection, item_id: str, who: Reviewer | None) -> tuple[Item, dict[str, Any]]:
    """Return an item as a reader may see it, and what is judged. Raises ReviewError for one that is not there."""
    row = connection.execute(sql.select(ITEMS).where(ITEMS.c.id == item_id)).mappings().first()
    if row is None:
        raise ReviewError(f"there is no item {item_id} in the queue; look for it by its record's id")
    seen = gold.as_seen(connection, items.item_of(row), who)
    if who is not None and seen.decision is not None and asked_anew(connection, seen):
        seen = seen.model_copy(update={"decision": None})
    return seen, items.body_of(connection, item_id)


def verdicts(connection: sql.Connection, item_id: str, who: Reviewer | None, now: float) -> list[Verdict]:
    """Return all that was said of an item, oldest first; to a reader who may still influence it, only their own words.

    Blind until all reviews are in: until then everybody sees their own verdicts alone; so it is while they can take
    theirs back, and again while the next round of the item is not decided. Reader None: the machine. Verdicts on it as
    gold are their authors' and the admins'.
    """
    statement = (
        sql.select(VERDICTS, SLOTS.c.verdict, SLOTS.c.state)
        .outerjoin(SLOTS, SLOTS.c.id == VERDICTS.c.slot)
        .where(VERDICTS.c.item == item_id)
        .order_by(VERDICTS.c.id)
    )
    found = [_verdict(row) for row in connection.execute(statement).mappings()]
    real = connection.execute(sql.select(ITEMS).where(ITEMS.c.id == item_id)).mappings().first()
    if who is None or real is None:
        return found
    seen = gold.as_seen(connection, items.item_of(real), who)
    if not all_seen(connection, item_id, who, now):
        found = [each for each in found if each.reviewer == who.id]
    elif gold.hides(connection, seen, who):
        others = [each for each in found if each.standing and each.duty == "review"][: seen.overlap - 1]
        found = [each for each in found if each.reviewer == who.id or each in others]
    elif who.role != "admin":
        found = [each for each in found if each.duty not in gold.DUTIES]
    return [_as_told(each, who) for each in found]


def verdicts_after(
    connection: sql.Connection, part: tuple[int, int], who: Reviewer, now: float
) -> tuple[list[Verdict], int | None]:
    """Return verdicts on any item in the order in which they came: of these, those that the reader may see.

    `part`: the number after which they begin, and how many are looked at. Others' verdicts are listed for admins alone,
    under the same blindness as at the item. The number that the next part begins after; None at the end.
    """
    after, most = part
    listed = sql.select(VERDICTS.c.id, VERDICTS.c.item).where(VERDICTS.c.id > after).order_by(VERDICTS.c.id)
    if who.role != "admin":
        listed = listed.where(VERDICTS.c.reviewer == who.id)
    rows = connection.execute(listed.limit(most + 1)).all()
    seen: dict[int, Verdict] = {}
    for item_id in dict.fromkeys(row.item for row in rows[:most]):
        seen |= {each.id: each for each in verdicts(connection, item_id, who, now)}
    found = [seen[row.id] for row in rows[:most] if row.id in seen]
    return found, rows[most - 1].id if len(rows) > most else None


def all_seen(connection: sql.Connection, item_id: str, who: Reviewer, now: float) -> bool:
    """Return whether a reader may see all that was said of an item: they cannot influence it by a verdict any more."""
    if looked(connection, item_id, who.id):
        return True
    row = connection.execute(sql.select(ITEMS).where(ITEMS.c.id == item_id)).mappings().first()
    if row is None:
        return False
    real = items.item_of(row)
    seen = gold.as_seen(connection, real, who)
    if seen.state not in ("adjudication", "decided") or asked_anew(connection, seen):
        return False
    return undoing.own_slot(connection, real, who) is None or bool(undoing.why_not(connection, now, real, who))


def judged(connection: sql.Connection, form: FormName, kind: str | None) -> Iterator[list[tuple[int, Said]]]:
    """Yield the first-round reviews of each item that has all of them: reviewer and verdict, in the order of slots.

    Later rounds are of cases that are doubted, and of records that count already.
    """
    statement = (
        sql.select(SLOTS.c.item, SLOTS.c.reviewer, VERDICTS.c.content, ITEMS.c.overlap)
        .join(ITEMS, ITEMS.c.id == SLOTS.c.item)
        .join(VERDICTS, VERDICTS.c.id == SLOTS.c.verdict)
        .where(SLOTS.c.state == "done", SLOTS.c.duty == "review", ITEMS.c.form == form, ITEMS.c.round == 1)
        .order_by(SLOTS.c.item, SLOTS.c.number)
    )
    if kind is not None:
        statement = statement.where(ITEMS.c.kind == kind)
    together: list[tuple[int, Said]] = []
    last = ""
    known: dict[str, Said | Withdrawn] = {}
    for row in connection.execute(statement):
        together = together if row.item == last else []
        last = row.item
        if (said := known.get(row.content)) is None:
            said = CONTENT.validate_json(row.content)
            if len(known) < _MANY:
                known[row.content] = said
        if not isinstance(said, Withdrawn):
            together.append((row.reviewer, said))
        if len(together) == row.overlap:
            yield together


def to_apply(connection: sql.Connection, before: float) -> list[Item]:
    """Return items decided before a time whose decisions are not in the run yet; the oldest decision first."""
    statement = sql.select(ITEMS).where(UNAPPLIED, ITEMS.c.decided <= before).order_by(ITEMS.c.decided, ITEMS.c.place)
    return [items.item_of(row) for row in connection.execute(statement).mappings()]


def _as_told(verdict: Verdict, who: Reviewer) -> Verdict:
    mine = verdict.duty == "gold" and who.role != "admin"
    return verdict.model_copy(update={"duty": "review"}) if mine else verdict


def _verdict(row: sql.RowMapping) -> Verdict:
    told = {name: row[name] for name in Verdict.model_fields if name in row}
    standing = row["slot"] is not None and row["verdict"] == row["id"] and row["state"] == "done"
    content = CONTENT.validate_json(row["content"])
    return Verdict(**{**told, "content": content, "standing": standing, "late": row["slot"] is None})
