"""Which open slot comes next for somebody.

What is assigned to them comes first, then what rules say is first for them, then what is kept for them as their share
of a kind, once what they have begun is done; adjudicators adjudicate before they review. What hangs on something
undecided, or has nothing released below it, comes after all else, so that nothing is judged in vain while something
else can be judged; then comes what is kept for others, and last what was skipped. What lies together, such as the cases
of a dialogue, is given to the same people: who has begun it goes on with it, and others come to it when nothing else is
left. What is urgent is not held up by it.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

import human_review.store.audiences as audiences
import human_review.store.bulk as bulk
import human_review.store.gold as gold
import human_review.store.shares as shares
from human_review.store.rounds import judged_before
from human_review.store.tables import CREWS, ITEMS, LOOKED, OPEN, SKIPS, SLOTS, VERDICTS
from human_review.store.values import Duty, Reviewer, ReviewerRole

Select = sql.Select[tuple[str, str, str, str]]
WALK_ANEW_SECONDS = 60.0
"""How long it may take until a slot that another process reopened further up is found there."""
DUTIES: Mapping[ReviewerRole, tuple[Duty, ...]] = {
    "reviewer": ("review",),
    "adjudicator": ("adjudication", "review"),
    "admin": ("adjudication", "review"),
}
_END = "\uffff"
"""A place behind all others."""
URGENT = ("-", "0")
"""How places begin of what was sent back, of gates, and of what much hangs on."""


@dataclass(frozen=True)
class Wish:
    """Who asks for an item, and of which they would have it."""

    reviewer: int
    kinds: tuple[str, ...] = ()
    """None: of any kind."""
    gold: float = 0.0
    """Share of reviews in whose place a gold item of the same kind is given, where there is one."""


@dataclass(frozen=True)
class Among:
    """Which open slots are looked through."""

    kinds: tuple[str, ...] = ()
    """None: of every kind."""
    start: str = ""
    """From this place on."""
    skipped: bool | None = None
    """Of items that the reviewer skipped, or of others; None: of both."""
    waits: bool | None = None
    """Of items that wait, or of others; None: of both."""
    item: str = ""
    """Of one item alone."""
    lies: str = ""
    """Of what lies together there alone."""
    skills: tuple[str, ...] | None = None
    """Of items that ask for nothing else; None: of all."""
    ahead: tuple[str, ...] = ()
    """Of what comes first for the reviewer alone; empty: of all."""
    kept: tuple[str, ...] | None = None
    """Of places that are kept for nobody, or under these names; None: of all."""
    own: str = ""
    """Of places that are kept under this name alone."""
    fresh: bool = False
    """Of these, only of what lies together and nobody else has begun for whom they are kept, too."""
    roomy: bool = False
    """Of what lies together, only where fewer others have begun it than each item needs."""


Front = tuple[int, Duty, Among]
"""Reviewer, duty, and what is looked through."""


@dataclass
class Fronts:
    """How far down each reviewer has come: above, every open slot is of an item that they have judged.

    It only saves time. Where nothing is found below a front, all is looked through again.
    """

    known: dict[Front, tuple[str, float]] = field(default_factory=dict)
    reviews: tuple[int, float] = (0, -math.inf)
    """The number of reviews that the queue takes, and when they were counted."""

    def of(self, key: Front, now: float) -> str:
        """Return the position to look from."""
        place, since = self.known.get(key, ("", now))
        return place if now - since < WALK_ANEW_SECONDS else ""

    def moved(self, key: Front, start: str, place: str, now: float) -> None:
        """Note where a slot was found by a search from `start`."""
        since = self.known[key][1] if start and key in self.known else now
        self.known[key] = (place, since)

    def reopened(self, place: str) -> None:
        """Move those back that are below a slot that became free."""
        for key, (front, since) in list(self.known.items()):
            if front > place:
                self.known[key] = (place, since)


def offered(connection: sql.Connection, now: float, fronts: Fronts, who: Reviewer, wish: Wish) -> str | None:
    """Return the slot that comes next for a reviewer; None where there is none for them.

    Who judged an earlier round of an item does not review it again, and adjudicates it only where nothing else is left
    for them; so it is with gold that is open to them. Who has done their share reviews no more. What is given to other
    groups of people is none of theirs, and before all else comes what they learn by.
    """
    kinds = _kinds(audiences.kinds_for(connection, who), wish.kinds)
    if kinds is None:
        return None
    if (lesson := gold.lesson(connection, who, kinds)) is not None:
        return lesson
    if not wish.kinds and (mine := _assigned(connection, who, kinds)) is not None:
        return mine
    duties = DUTIES[who.role]
    if who.share is not None and not _left(connection, now, fronts, who, who.share):
        duties = tuple(duty for duty in duties if duty != "review")
    kept = shares.whose(who) if shares.there(connection) else None
    for among in _searches(who, kinds, who.ahead if not wish.kinds else (), kept):
        for duty in duties:
            found = _found(connection, now, fronts, (who.id, duty, among))
            if found is not None and duty == "review" and wish.gold:
                return gold.draw(connection, who, found.kind, found.place, wish.gold) or str(found.id)
            if found is not None:
                return str(found.id)
    return gold.left(connection, who, kinds) if "review" in duties else None


def _kinds(given: tuple[str, ...] | None, wished: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the kinds of which somebody is given items, empty for all; None where there are none."""
    if given is None:
        return wished
    return tuple(kind for kind in given if not wished or kind in wished) or None


def _searches(
    who: Reviewer, kinds: tuple[str, ...], ahead: tuple[str, ...], kept: tuple[str, ...] | None
) -> list[Among]:
    """Return what is looked through for somebody, what comes first for them first."""
    all_of_it = Among(kinds, skipped=False, waits=False, skills=who.skills, kept=kept)
    first = [replace(all_of_it, ahead=ahead)] if ahead else []
    whole = replace(all_of_it, waits=None, kept=None)
    for_others = [] if kept is None else [whole]
    return [*first, all_of_it, replace(all_of_it, waits=True), *for_others, replace(whole, skipped=True)]


def _found(
    connection: sql.Connection, now: float, fronts: Fronts, wanted: Front
) -> sql.Row[tuple[str, str, str, str]] | None:
    """Return the slot to be given of those that are looked through."""
    reviewer, duty, among = wanted
    if duty != "review" or among.skipped:
        return _walked(connection, now, fronts, wanted)
    first = _walked(connection, now, fronts, (reviewer, duty, replace(among, roomy=True)))
    first = first or _walked(connection, now, fronts, wanted)
    if first is None or first.place.startswith(URGENT):
        return first
    near = _begun_last(connection, reviewer)
    if near and near == first.lies:
        return first
    going_on = open_slot(connection, reviewer, duty, replace(among, lies=near)) if near else None
    return going_on or _kept_for(connection, wanted) or first


def _kept_for(connection: sql.Connection, wanted: Front) -> sql.Row[tuple[str, str, str, str]] | None:
    """Return the first slot that is kept for the reviewer; None where there is none.

    Of a group, each goes through what lies together by themselves, as long as there is enough of it.
    """
    reviewer, duty, among = wanted
    for named in among.kept or ():
        for fresh in (True, False) if named.startswith("group:") else (False,):
            asked = replace(among, own=named, fresh=fresh, kept=None)
            if (found := open_slot(connection, reviewer, duty, asked)) is not None:
                return found
    return None


def _walked(
    connection: sql.Connection, now: float, fronts: Fronts, wanted: Front
) -> sql.Row[tuple[str, str, str, str]] | None:
    """Return the first slot, from where the reviewer has come to, and else from the beginning."""
    reviewer, duty, among = wanted
    begin = "" if among.skipped else fronts.of(wanted, now)
    # Who has done what comes first for them does not have all of it looked through each time.
    for start in (begin,) if among.ahead else dict.fromkeys((begin, "")):
        found = open_slot(connection, reviewer, duty, replace(among, start=start))
        if found is not None:
            if not among.skipped:
                fronts.moved(wanted, start, found.place, now)
            return found
    if among.ahead:
        fronts.moved(wanted, begin, _END, now)
    return None


def _assigned(connection: sql.Connection, who: Reviewer, kinds: tuple[str, ...]) -> str | None:
    """Return an open slot of the first item that is assigned to the reviewer, and that they have not skipped."""
    for item in bulk.assigned_to(connection, who.id):
        for duty in DUTIES[who.role]:
            if (found := open_slot(connection, who.id, duty, Among(kinds, item=item, skipped=False))) is not None:
                return str(found.id)
    return None


# what lies together


def begun(connection: sql.Connection, now: float, lies: str, reviewer: int) -> None:
    """Note that somebody was given something of what lies together."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    row = {"lies": lies, "reviewer": reviewer, "at": now}
    statement = insert(CREWS).values(row)
    connection.execute(statement.on_conflict_do_update(index_elements=["lies", "reviewer"], set_={"at": now}))


_BEGUN_LAST = (
    sql.select(CREWS.c.lies)
    .where(CREWS.c.reviewer == sql.bindparam("who"), CREWS.c.at > shares.KEPT_AT)
    .order_by(CREWS.c.at.desc())
    .limit(1)
)


def _begun_last(connection: sql.Connection, reviewer: int) -> str:
    """Return what of lies together the reviewer was given last; empty where they were given nothing of the sort."""
    return connection.execute(_BEGUN_LAST, {"who": reviewer}).scalar() or ""


# shares


def share_left(connection: sql.Connection, who: Reviewer) -> int | None:
    """Return how many reviews are left of a reviewer's share; None for who has none."""
    return None if who.share is None else _left_of(connection, who.id, who.share, _reviews(connection))


def _left(connection: sql.Connection, now: float, fronts: Fronts, who: Reviewer, share: float) -> int:
    if not 0 <= now - fronts.reviews[1] < WALK_ANEW_SECONDS:
        fronts.reviews = (_reviews(connection), now)
    return _left_of(connection, who.id, share, fronts.reviews[0])


def _left_of(connection: sql.Connection, reviewer: int, share: float, whole: int) -> int:
    # Gold counts as all else: a share that it does not fill would tell which it is.
    own = sql.select(sql.func.count()).where(
        SLOTS.c.reviewer == reviewer, SLOTS.c.state == "done", SLOTS.c.duty.in_(("review", "gold"))
    )
    return max(0, math.ceil(round(share * whole, 6)) - connection.execute(own).scalar_one())


def _reviews(connection: sql.Connection) -> int:
    statement = sql.select(sql.func.sum(ITEMS.c.overlap)).where(ITEMS.c.state != "stale")
    return int(connection.execute(statement).scalar() or 0)


# the search itself


def open_slot(
    connection: sql.Connection, reviewer: int, duty: Duty, among: Among
) -> sql.Row[tuple[str, str, str, str]] | None:
    """Return the first open slot that the reviewer may have."""
    told: dict[str, Any] = {
        "reviewer": reviewer,
        "duty": duty,
        "start": among.start,
        "item": among.item,
        "lies": among.lies,
    }
    told |= {"own": among.own, "kept": among.kept or ()}
    asked = replace(among, start=among.start and "any", item=among.item and "any", lies=among.lies and "any")
    asked = replace(asked, own=among.own and "any", kept=None if among.kept is None else ("any",))
    return connection.execute(_first_open(duty, asked), told).first()


@functools.cache
def _first_open(duty: Duty, among: Among) -> Select:
    """Return the query for a slot, made once for each kind of request: making it takes longer than running it."""
    reviewer = sql.bindparam("reviewer", type_=sql.Integer)
    statement = (
        sql.select(SLOTS.c.id, SLOTS.c.place, SLOTS.c.kind, SLOTS.c.lies)
        .where(OPEN, SLOTS.c.duty == sql.bindparam("duty", type_=sql.Text), *_theirs(duty, among, reviewer))
        .order_by(SLOTS.c.place, SLOTS.c.number)
        .limit(sql.literal_column("1"))
        .with_for_update(skip_locked=True, of=SLOTS)
    )
    if among.waits is not None:
        statement = statement.where(SLOTS.c.waits == sql.literal_column("1" if among.waits else "0"))
    if among.start:
        statement = statement.where(SLOTS.c.place >= sql.bindparam("start", type_=sql.Text))
    if among.item:
        statement = statement.where(SLOTS.c.item == sql.bindparam("item", type_=sql.Text))
    if among.lies:
        statement = statement.where(SLOTS.c.lies == sql.bindparam("lies", type_=sql.Text))
    if among.ahead:
        statement = statement.where(sql.or_(*(_comes_first(*each.split(":", 1)) for each in among.ahead)))
    if among.kinds:
        statement = statement.where(SLOTS.c.kind.in_(among.kinds))
    if among.skills is not None:
        statement = statement.where(SLOTS.c.skill.in_(("", *among.skills)))
    return statement.where(*_kept(among, reviewer))


def _kept(among: Among, reviewer: sql.BindParameter[int]) -> Iterator[sql.ColumnElement[bool]]:
    """Yield the conditions on for whom a slot is kept."""
    if among.kept is not None:
        yield sql.or_(SLOTS.c.kept.is_(None), SLOTS.c.kept.in_(sql.bindparam("kept", expanding=True)))
    if among.own:
        yield SLOTS.c.kept == sql.bindparam("own", type_=sql.Text)
    if among.fresh:
        other = SLOTS.alias("other")
        same = (other.c.lies == SLOTS.c.lies, other.c.kept == SLOTS.c.kept, SLOTS.c.lies != sql.literal_column("''"))
        yield ~sql.exists().where(*same, other.c.reviewer != reviewer)


def _comes_first(of: str, named: str) -> sql.ColumnElement[bool]:
    """Return the condition that a slot is of an item that a rule is about; see `Reviewer.ahead`."""
    if of in ("kind", "skill"):
        return SLOTS.c[of] == named
    record = ITEMS.c.record
    made_for = sql.or_(record == named, record.startswith(f"{named}.", autoescape=True))
    about = made_for if of == "group" else ITEMS.c.category == named
    return sql.exists().where(ITEMS.c.id == SLOTS.c.item, about)


def _theirs(duty: Duty, among: Among, reviewer: sql.BindParameter[int]) -> Iterator[sql.ColumnElement[bool]]:
    """Yield the conditions that what somebody has said, skipped and begun sets on slots for them."""
    theirs = SLOTS.alias("theirs")
    yield ~sql.exists().where(theirs.c.item == SLOTS.c.item, theirs.c.reviewer == reviewer)
    late = (VERDICTS.c.item == SLOTS.c.item, VERDICTS.c.reviewer == reviewer, VERDICTS.c.slot.is_(None))
    yield ~sql.exists().where(*late)
    before = judged_before(SLOTS.c.item, reviewer)
    if duty == "review":
        yield ~before
        yield ~sql.exists().where(LOOKED.c.item == SLOTS.c.item, LOOKED.c.reviewer == reviewer)
        yield ~audiences.other_side_met(SLOTS.c.item, reviewer)
    if among.skipped is not None:
        passed: sql.ColumnElement[bool] = sql.exists().where(SKIPS.c.item == SLOTS.c.item, SKIPS.c.reviewer == reviewer)
        if duty == "adjudication":
            passed = sql.or_(passed, before)
        yield passed if among.skipped else ~passed
    if among.roomy:
        others = sql.select(sql.func.count()).where(CREWS.c.lies == SLOTS.c.lies, CREWS.c.reviewer != reviewer)
        needed = sql.select(ITEMS.c.overlap).where(ITEMS.c.id == SLOTS.c.item)
        yield sql.or_(SLOTS.c.lies == sql.literal_column("''"), others.scalar_subquery() < needed.scalar_subquery())
