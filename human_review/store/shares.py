"""Shares of a kind: which part of its items somebody is given, or a group of people.

Of each item that is theirs, one place is kept for them. Items are dealt out as they come, each to whom most is lacking,
and those that lie together, such as the turns of a dialogue, to one of them as a whole. So nothing is drawn, and what
was dealt stays. Others come to a place that is kept when nothing else is left for them: nobody's absence holds a
review up.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sql
from pydantic import Field
from sqlalchemy.dialects import postgresql, sqlite

import human_review.store.audiences as audiences
import human_review.store.people as people
from company.errors import ReviewError
from company.records import Frozen
from human_review.store.database import kinds_in
from human_review.store.events import note
from human_review.store.tables import CREWS, ITEMS, META, SLOTS
from human_review.store.values import Reviewer

SHARES = sql.Table(
    "shares",
    META,
    sql.Column("kind", sql.Text, primary_key=True),
    sql.Column("whose", sql.Text, primary_key=True),
    sql.Column("share", sql.Float, nullable=False),
    sql.Column("passed", sql.Integer, nullable=False),
    sql.Column("given", sql.Integer, nullable=False),
)
"""Which part of a kind somebody is given, and how many items were dealt out since that was said."""
KEPT_AT = 0.0
"""The time at which somebody begins what lies together and is kept for them, until they are given something of it."""
_ANY = sql.select(SHARES.c.kind).limit(1)
_AT_ONCE = 400
_EXACT = 9
"""Digits to which parts of items are compared, so that thirds add up."""


class KindShare(Frozen):
    """What part of a kind somebody is given."""

    kind: str
    whose: str
    """"person:" and the number of a reviewer, or "group:" and a group of people."""
    share: float = Field(gt=0, le=1)
    passed: int = 0
    """Items of the kind that were dealt out under it."""
    given: int = 0
    """Of these, theirs."""


@dataclass(frozen=True)
class ShareStanding:
    """How far a share is."""

    share: KindShare
    done: int
    """Places that they have judged at."""
    waiting: int
    """Places that are kept for them, or that they have in hand."""
    others: int
    """Places that others have judged at, since nothing else was left for them."""


def whose(who: Reviewer) -> tuple[str, ...]:
    """Return under what names places are kept for somebody."""
    return (f"person:{who.id}", *(f"group:{each}" for each in who.groups))


def there(connection: sql.Connection) -> bool:
    """Return whether anything may be kept for somebody."""
    return connection.execute(_ANY).first() is not None


def rules(connection: sql.Connection, kind: str | None = None) -> list[KindShare]:
    """Return all shares, or those of a kind."""
    chosen = sql.select(SHARES).order_by(SHARES.c.kind, SHARES.c.whose)
    if kind is not None:
        chosen = chosen.where(SHARES.c.kind == kind)
    return [KindShare(**row) for row in connection.execute(chosen).mappings()]


def put(connection: sql.Connection, now: float, wanted: KindShare, by: int | None) -> None:
    """Have somebody be given a share of a kind, and deal out anew what is undecided of it.

    Raises ReviewError for a kind, a person or a group that is not there or not given the kind, and for more than all.
    """
    _check(connection, wanted)
    connection.execute(sql.delete(SHARES).where(*_one(wanted.kind, wanted.whose)))
    connection.execute(sql.insert(SHARES), wanted.model_dump())
    note(connection, now, "given a share", by, None, **wanted.model_dump(include={"kind", "whose", "share"}))
    _deal_anew(connection, wanted.kind)


def end(connection: sql.Connection, now: float, kind: str, named: str, by: int | None) -> None:
    """End somebody's share of a kind: what was kept for them is everybody's. Raises ReviewError where there is none."""
    if connection.execute(sql.delete(SHARES).where(*_one(kind, named))).rowcount == 0:
        raise ReviewError("there is no such share (any more); look at the list of shares")
    note(connection, now, "share ended", by, None, kind=kind, whose=named)
    _deal_anew(connection, kind)


def end_all(connection: sql.Connection, now: float, reviewer: int) -> None:
    """End all shares of somebody who is gone."""
    for each in rules(connection):
        if each.whose == f"person:{reviewer}":
            end(connection, now, each.kind, each.whose, None)


def standings(connection: sql.Connection) -> list[ShareStanding]:
    """Return how far all shares are."""
    counted = (
        sql.select(SLOTS.c.kind, SLOTS.c.kept, SLOTS.c.state, SLOTS.c.reviewer, sql.func.count())
        .where(SLOTS.c.kept.is_not(None), SLOTS.c.state.in_(("open", "leased", "done")))
        .group_by(SLOTS.c.kind, SLOTS.c.kept, SLOTS.c.state, SLOTS.c.reviewer)
    )
    members = {each.id: whose(each) for each in people.everyone(connection)}
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for kind, kept, state, reviewer, count in connection.execute(counted):
        theirs = reviewer is None or kept in members[reviewer]
        found[kind, kept]["waiting" if state != "done" else "done" if theirs else "others"] += count
    return [
        ShareStanding(each, *(found[each.kind, each.whose][name] for name in ("done", "waiting", "others")))
        for each in rules(connection)
    ]


# places


def rearrange(connection: sql.Connection, who: Reviewer, slot: str) -> None:
    """Have the place that somebody has at an item be the one that is kept for them, and none that is for others.

    What is kept is a place at the item, whichever: so it changes with one that is open.
    """
    mine = connection.execute(sql.select(SLOTS.c.item, SLOTS.c.kept).where(SLOTS.c.id == slot)).one()
    own = whose(who)
    if mine.kept in own:
        return
    other = sql.select(SLOTS.c.id, SLOTS.c.kept).where(
        SLOTS.c.item == mine.item, SLOTS.c.state == "open", SLOTS.c.duty == "review"
    )
    wanted = SLOTS.c.kept.in_(own) if mine.kept is None else sql.or_(SLOTS.c.kept.is_(None), SLOTS.c.kept.in_(own))
    # An own one first: NULL comes last in neither database of itself.
    found = connection.execute(other.where(wanted).order_by(SLOTS.c.kept.is_(None), SLOTS.c.number).limit(1)).first()
    if found is not None:
        connection.execute(sql.update(SLOTS).where(SLOTS.c.id == found.id).values(kept=mine.kept))
        connection.execute(sql.update(SLOTS).where(SLOTS.c.id == slot).values(kept=found.kept))


# dealing


def deal(connection: sql.Connection, items: Sequence[str], kinds: Iterable[str]) -> None:
    """Deal out items that are new in the queue, of these kinds."""
    for kind in sorted(set(kinds).intersection(each.kind for each in rules(connection))):
        _deal(connection, kind, items)


def _deal_anew(connection: sql.Connection, kind: str) -> None:
    """Take back what was dealt of a kind, and deal out what is undecided."""
    connection.execute(sql.update(SLOTS).where(SLOTS.c.kind == kind, SLOTS.c.kept.is_not(None)).values(kept=None))
    connection.execute(sql.update(SHARES).where(SHARES.c.kind == kind).values(passed=0, given=0))
    lie = sql.select(SLOTS.c.lies).where(SLOTS.c.kind == kind, SLOTS.c.lies != "")
    connection.execute(sql.delete(CREWS).where(CREWS.c.at == KEPT_AT, CREWS.c.lies.in_(lie)))
    _deal(connection, kind, None)


@dataclass
class _Dealing:
    """One kind, while it is dealt out."""

    parts: list[KindShare]
    skills: dict[str, set[str]]
    """Whose → the skills that they have, any of a group."""
    members: dict[str, set[int]]
    known: dict[str, str | None] = field(default_factory=dict)
    """What lies together → whose it is already; None: nobody's."""
    passed: int = 0
    given: Counter[str] = field(default_factory=Counter)

    def whose(self, lies: str, count: int, skills: set[str]) -> str | None:
        """Return whose some items are; None: nobody's in particular."""
        self.passed += count
        if lies in self.known:
            found = self.known[lies]
        else:
            rest = 1 - sum(each.share for each in self.parts)
            lacking = round(rest * self.passed - (self.passed - count - self.given.total()), _EXACT)
            able = [each for each in self.parts if skills <= self.skills[each.whose]]
            found = None
            for each in able:
                theirs = round(each.share * self.passed - self.given[each.whose], _EXACT)
                # Of two to whom as much is lacking, a share comes before the rest, and the first one before others.
                if theirs > 0 and (theirs > lacking or (theirs == lacking and found is None)):
                    found, lacking = each.whose, theirs
        if found is not None:
            self.given[found] += count
        return found


@dataclass
class _Undecided:
    """An item that can be dealt out, with its places: id, state and reviewer of each."""

    lies: str
    skill: str
    overlap: int
    places: list[tuple[str, str, int | None]] = field(default_factory=list)

    def place_for(self, members: set[int]) -> str | None:
        """Return the place that is kept for some people: the one that they have already, or else the first open one."""
        theirs = [slot for slot, _, reviewer in self.places if reviewer in members]
        free = [slot for slot, state, _ in self.places if state == "open"]
        return next(iter(theirs or free), None)


def _deal(connection: sql.Connection, kind: str, which: Sequence[str] | None) -> None:
    """Deal out the undecided items of a kind, in the order of the queue: those that are new, or None: all of them."""
    parts = rules(connection, kind)
    together: dict[str, list[_Undecided]] = {}
    for item, found in _undecided(connection, kind, which).items():
        if any(state == "open" for _, state, _ in found.places):
            together.setdefault(found.lies or item, []).append(found)
    if not parts or not together:
        return
    dealing = _dealing(connection, parts)
    lie = {lies: own[0].overlap for lies, own in together.items() if own[0].lies}
    dealing.known = _manned(connection, lie) if which is None else _known(connection, list(lie), set(which))
    kept: dict[str, list[str]] = defaultdict(list)
    begun: list[dict[str, Any]] = []
    for lies, own in together.items():
        named = dealing.whose(lies, len(own), {each.skill for each in own})
        if named is None:
            continue
        kept[named] += filter(None, (each.place_for(dealing.members[named]) for each in own))
        if lies in lie and named.startswith("person:"):
            begun += [{"lies": lies, "reviewer": number, "at": KEPT_AT} for number in dealing.members[named]]
    _keep(connection, kept, begun)
    for each in parts:
        counts = {"passed": dealing.passed, "given": dealing.given[each.whose]}
        connection.execute(sql.update(SHARES).where(*_one(kind, each.whose)).values(counts))


def _undecided(connection: sql.Connection, kind: str, which: Sequence[str] | None) -> dict[str, _Undecided]:
    """Return the undecided items of a kind, or those of them, in the order of the queue."""
    # Later rounds are for people who have not judged the item before, whoever they are.
    statement = (
        sql.select(
            ITEMS.c.id, ITEMS.c.lies, ITEMS.c.skill, ITEMS.c.overlap, SLOTS.c.id, SLOTS.c.state, SLOTS.c.reviewer
        )
        .join(SLOTS, SLOTS.c.item == ITEMS.c.id)
        .where(ITEMS.c.kind == kind, ITEMS.c.state == "open", ITEMS.c.round == 1, SLOTS.c.duty == "review")
        .order_by(ITEMS.c.place, SLOTS.c.number)
    )
    if which is not None:
        statement = statement.where(ITEMS.c.id.in_(list(which)))
    found: dict[str, _Undecided] = {}
    for item, lies, skill, overlap, *place in connection.execute(statement).all():
        if item not in found:
            found[item] = _Undecided(lies, skill, overlap)
        found[item].places.append((place[0], place[1], place[2]))
    return found


def _keep(connection: sql.Connection, kept: dict[str, list[str]], begun: list[dict[str, Any]]) -> None:
    """Keep places, and have people count among those who have begun what lies together and is kept for them."""
    for named, slots in kept.items():
        for start in range(0, len(slots), _AT_ONCE):
            part = sql.update(SLOTS).where(SLOTS.c.id.in_(slots[start : start + _AT_ONCE]))
            connection.execute(part.values(kept=named))
    if begun:
        insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
        connection.execute(insert(CREWS).on_conflict_do_nothing(), begun)


def _dealing(connection: sql.Connection, parts: list[KindShare]) -> _Dealing:
    everyone = [each for each in people.everyone(connection) if each.active]
    members = {part.whose: [each for each in everyone if part.whose in whose(each)] for part in parts}
    return _Dealing(
        parts=parts,
        skills={named: {"", *(skill for each in own for skill in each.skills)} for named, own in members.items()},
        members={named: {each.id for each in own} for named, own in members.items()},
        passed=parts[0].passed,
        given=Counter({each.whose: each.given for each in parts}),
    )


def _manned(connection: sql.Connection, lie: Mapping[str, int]) -> dict[str, str | None]:
    """Return what lies together and so many have begun as are asked about it: it is nobody else's any more."""
    begun = sql.select(CREWS.c.lies, sql.func.count()).where(CREWS.c.at > KEPT_AT).group_by(CREWS.c.lies)
    return {lies: None for lies, count in connection.execute(begun).all() if count >= lie.get(lies, count + 1)}


def _known(connection: sql.Connection, lie: Sequence[str], new: set[str]) -> dict[str, str | None]:
    """Return whose it is what lies together and was dealt out, or begun by somebody, before these items came."""
    found: dict[str, str | None] = {}
    for start in range(0, len(lie), _AT_ONCE):
        part = lie[start : start + _AT_ONCE]
        begun = sql.select(CREWS.c.lies).where(CREWS.c.lies.in_(part), CREWS.c.at > KEPT_AT)
        there = sql.select(SLOTS.c.item, SLOTS.c.lies).where(SLOTS.c.lies.in_(part), SLOTS.c.state == "open")
        kept = sql.select(SLOTS.c.lies, SLOTS.c.kept).where(SLOTS.c.lies.in_(part), SLOTS.c.kept.is_not(None))
        found.update(dict.fromkeys(connection.execute(begun).scalars()))
        found.update({row.lies: None for row in connection.execute(there).all() if row.item not in new})
        found.update({row.lies: row.kept for row in connection.execute(kept)})
    return found


def _check(connection: sql.Connection, wanted: KindShare) -> None:
    """Raise ReviewError for a share that nobody could be given."""
    if wanted.kind not in kinds_in(connection):
        raise ReviewError(f"nobody is asked about a {wanted.kind!r}; give one of {', '.join(kinds_in(connection))}")
    of, _, named = wanted.whose.partition(":")
    groups = audiences.audiences(connection).get(wanted.kind)
    if of == "person" and named.isdecimal():
        who = people.locked(connection, int(named))
        kinds = audiences.kinds_for(connection, who)
        if kinds is not None and wanted.kind not in kinds:
            raise ReviewError(f"{who.name} is in no group that is given {wanted.kind} items; change their groups first")
    elif of != "group" or not named:
        raise ReviewError(f"{wanted.whose!r} is nobody; give a person or a group of people")
    elif groups is not None and named not in groups:
        raise ReviewError(f"the group {named} is not given {wanted.kind} items; [review.groups] says which are")
    others = sum(each.share for each in rules(connection, wanted.kind) if each.whose != wanted.whose)
    if round(others + wanted.share, _EXACT) > 1:
        told = f"others are given {100 * others:.4g} % of the {wanted.kind} items already"
        raise ReviewError(f"{told}; give {100 * (1 - others):.4g} % at most")


def _one(kind: str, named: str) -> tuple[sql.ColumnElement[bool], sql.ColumnElement[bool]]:
    """Return the conditions of one share."""
    return SHARES.c.kind == kind, SHARES.c.whose == named
