"""How the queue stands: for one reviewer, who may not learn from it what no page shows, and as a whole."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import sqlalchemy as sql

import human_review.store.audiences as audiences
import human_review.store.blind as blind
from human_review.store.offering import share_left
from human_review.store.rounds import judged_before
from human_review.store.tables import ITEMS, LATER, LEASED, LOOKED, SLOTS, VERDICTS
from human_review.store.values import Reviewer, in_words

_AT_ONCE = 500
"""Items that one query names."""


@dataclass(frozen=True)
class Standing:
    """How the queue stands for one reviewer: why there is nothing to do, or how much there is."""

    open: int
    """Items that the reviewer could be given now."""
    done: int
    """Items that the reviewer has judged, adjudicated ones among them."""
    yours: int
    """Items in the reviewer's own hands."""
    held: int
    """Items that the reviewer could be given were they not all in others' hands."""
    next_free: float | None
    """Seconds until the first lease of these ends."""
    adjudication: int
    """Items on which reviews disagreed, of any reviewer, undecided."""
    total: int
    """Items that are not stale."""
    share_left: int | None = None
    """Reviews that are left of the reviewer's share; None for who has none."""

    @property
    def ready(self) -> bool:
        """Whether there is something for them to do."""
        return bool(self.yours or (self.open and self.share_left != 0))

    def sentence(self) -> str:
        """Describe it in words, such as "0 open for you: 14 done by you, 3 held by others (next free in 6 min)"."""
        if not self.total:
            return "0 open for you: nothing is in the queue yet"
        parts = [f"{self.done:,} done by you"]
        if self.yours:
            parts.append(f"{self.yours:,} in your hands")
        if self.held:
            free = f" (next free in {in_words(self.next_free)})" if self.next_free is not None else ""
            parts.append(f"{self.held:,} held by others{free}")
        if self.share_left is not None:
            parts.append(f"{self.share_left:,} left of your share")
        if self.adjudication:
            parts.append(f"{self.adjudication:,} in adjudication")
        return f"{self.open:,} open for you: {', '.join(parts)}"


@dataclass(frozen=True)
class Progress:
    """How the whole queue stands."""

    states: Mapping[tuple[str, str], int]
    """Kind and state of item → count; of first rounds, so that each record counts once."""
    verdicts: Mapping[tuple[str, str], int]
    """Kind of item and kind of verdict → standing reviews."""
    late: int
    adjudicated: int
    """Items that an adjudicator decided in their first round."""


@dataclass(frozen=True)
class _Theirs:
    """Which items a reviewer can be given."""

    states: tuple[str, ...]
    skills: tuple[str, ...]
    """Those that they have, and none."""
    kinds: Collection[str] | None
    """Those of their groups; None: all."""
    touched: sql.Subquery
    """Items that they have judged, hold, or may not judge."""

    @property
    def of_kinds(self) -> sql.ColumnElement[bool]:
        """Whether an item is of one of their kinds."""
        return sql.true() if self.kinds is None else ITEMS.c.kind.in_(self.kinds)


@dataclass(frozen=True)
class _Looks:
    """What is counted of the queue, as it looks to a reviewer."""

    states: Counter[str]
    """State → items of their kinds."""
    total: int
    """Items of all kinds that are not stale."""
    touched: int
    """Undecided items that they have judged, hold, or may not judge."""
    lacking: int
    """Other undecided items, which ask for a skill that they do not have."""


def standing(connection: sql.Connection, now: float, who: Reviewer) -> Standing:
    """Return the state of the queue for one reviewer.

    What is open is all that is undecided, less what the reviewer has touched, less what others hold: leases and one
    person's verdicts are few, and open places many.
    """
    states = ("open",) if who.role == "reviewer" else ("open", "adjudication")
    theirs = _Theirs(states, ("", *who.skills), audiences.kinds_for(connection, who), _touched(who))
    looks = _looks(connection, who, theirs)
    held, until = _held(connection, now, theirs)
    own = sql.select(SLOTS.c.state, sql.func.count()).where(SLOTS.c.reviewer == who.id).group_by(SLOTS.c.state)
    in_hand: dict[str, int] = {state: count for state, count in connection.execute(own)}
    return Standing(
        open=sum(looks.states[state] for state in states) - looks.touched - looks.lacking - held,
        done=in_hand.get("done", 0),
        yours=in_hand.get("leased", 0),
        held=held,
        next_free=None if until is None else until - now,
        adjudication=looks.states["adjudication"],
        total=looks.total,
        share_left=share_left(connection, who),
    )


def _touched(who: Reviewer) -> sql.Subquery:
    """Return the query for the items that a reviewer has judged, holds, or may not judge."""
    late_ones = sql.select(VERDICTS.c.item).where(VERDICTS.c.reviewer == who.id, VERDICTS.c.slot.is_(None))
    # What they have looked at, or judged before, is for others to review.
    looked_at = (
        sql.select(LOOKED.c.item)
        .join(ITEMS, ITEMS.c.id == LOOKED.c.item)
        .where(LOOKED.c.reviewer == who.id, ITEMS.c.state == "open")
    )
    before = judged_before(ITEMS.c.id, sql.literal(who.id)).correlate(ITEMS)
    asked_anew = sql.select(ITEMS.c.id).where(LATER, ITEMS.c.state == "open", before)
    own = sql.select(SLOTS.c.item).where(SLOTS.c.reviewer == who.id)
    return own.union(late_ones, looked_at, asked_anew, audiences.other_sides(who.id)).subquery()


def _looks(connection: sql.Connection, who: Reviewer, theirs: _Theirs) -> _Looks:
    """Count the queue as it looks to a reviewer."""
    by_state = sql.select(ITEMS.c.state, ITEMS.c.kind, sql.func.count()).group_by(ITEMS.c.state, ITEMS.c.kind)
    states: Counter[str] = Counter()
    total = 0
    for state, kind, count in connection.execute(by_state):
        states[state] += count if theirs.kinds is None or kind in theirs.kinds else 0
        total += count if state != "stale" else 0
    undecided = sql.and_(ITEMS.c.state.in_(theirs.states), theirs.of_kinds)
    meant = sql.select(sql.func.count()).join(theirs.touched, theirs.touched.c.item == ITEMS.c.id).where(undecided)
    touched: int = connection.execute(meant).scalar_one()
    others = ITEMS.c.id.not_in(sql.select(theirs.touched.c.item))
    unable = sql.select(sql.func.count()).where(undecided, ITEMS.c.skill.not_in(theirs.skills), others)
    lacking: int = connection.execute(unable).scalar_one()
    otherwise = blind.otherwise(connection, who)
    differing = [each for each in otherwise if theirs.kinds is None or each[0].kind in theirs.kinds]
    passed = {row.item for row in connection.execute(sql.select(theirs.touched)).all()} if differing else set()
    for real, seen in differing:
        states[real.state] -= 1
        states[seen.state] += 1
        more = (seen.state in theirs.states) - (real.state in theirs.states)
        if real.id in passed:
            touched += more
        elif seen.skill not in theirs.skills:
            lacking += more
    return _Looks(states, total, touched, lacking)


def _held(connection: sql.Connection, now: float, theirs: _Theirs) -> tuple[int, float | None]:
    """Count the items that a reviewer could be given were they not all in others' hands; and when the first is free."""
    # Leases are few, and have an index of their own, which SQLite passes over where all is joined at once.
    leases = sql.select(SLOTS.c.item, SLOTS.c.until).where(LEASED, SLOTS.c.until >= now)
    leased = connection.execute(leases).all()
    free = SLOTS.alias("free")
    ended = sql.and_(free.c.state == "leased", free.c.until < now)
    offered: set[str] = set()
    asked = sorted({item for item, _ in leased})
    for start in range(0, len(asked), _AT_ONCE):
        statement = sql.select(ITEMS.c.id).where(
            ITEMS.c.id.in_(asked[start : start + _AT_ONCE]),
            ITEMS.c.state.in_(theirs.states),
            ITEMS.c.skill.in_(theirs.skills),
            theirs.of_kinds,
            ITEMS.c.id.not_in(sql.select(theirs.touched.c.item)),
            ~sql.exists().where(free.c.item == ITEMS.c.id, sql.or_(free.c.state == "open", ended)),
        )
        offered.update(connection.execute(statement).scalars())
    return len(offered), min((until for item, until in leased if item in offered), default=None)


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


def done_of(connection: sql.Connection, reviewer: int, kind: str) -> int:
    """Count the items of a kind that a reviewer has judged, but for those of the tutorial."""
    statement = sql.select(sql.func.count()).where(
        SLOTS.c.reviewer == reviewer, SLOTS.c.state == "done", SLOTS.c.kind == kind, SLOTS.c.duty != "tutorial"
    )
    return connection.execute(statement).scalar_one()


def late(connection: sql.Connection) -> int:
    """Count the verdicts that came when nobody's place was free any more."""
    statement = sql.select(sql.func.count()).select_from(VERDICTS).where(VERDICTS.c.slot.is_(None))
    return int(connection.execute(statement).scalar_one())
