"""Webhooks: what happens to items is told to programs elsewhere, once it is durable, and at least once.

A message is put into the store by the transaction that makes it true, for each webhook that wants it; so none is lost,
whoever is stopped when. It is sent later, again and again with growing pauses, until it is taken or given up. Only
addresses that who runs the review has added are ever asked. Of items that were decided by marking them as gold nothing
is told: to reviewers they are open.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Literal, get_args
from urllib.parse import urlsplit

import sqlalchemy as sql

from company.errors import ReviewError
from company.records import Frozen
from human_review.store.database import Database
from human_review.store.events import note
from human_review.store.tables import ITEMS, META
from human_review.store.values import Item

HookEvent = Literal["item.decided", "item.adjudicated", "gate.opened"]
"""What webhooks can be told of: reviewers agree, an adjudicator decides, work that waited for people goes on."""


class Webhook(Frozen):
    """Where messages are sent."""

    id: int
    url: str
    events: tuple[HookEvent, ...]
    made: float
    active: bool = True
    waiting: int = 0
    """Messages that are not taken yet."""


class Delivery(Frozen):
    """A message on its way to a webhook."""

    id: int
    webhook: int
    url: str
    key: str
    """The same each time that it is sent."""
    event: HookEvent
    body: str
    state: Literal["waiting", "taken", "given up"]
    tries: int
    next: float
    """When it is sent next, while it waits."""
    made: float
    done: float | None = None
    answer: str = ""
    """What the last try came to, in words."""


FIRST_PAUSE = 10.0
LONGEST_PAUSE = 6 * 3600.0
MOST_TRIES = 15
"""Of one message, over some two days."""
CLAIM_SECONDS = 60.0
"""Who took a message to send it and was stopped has it no longer than that."""
LONGEST = 500
"""Characters that are kept of why one was not taken."""

WEBHOOKS = sql.Table(
    "webhooks",
    META,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("url", sql.Text, nullable=False),
    sql.Column("events", sql.Text, nullable=False),
    sql.Column("made", sql.Float, nullable=False),
    sql.Column("active", sql.Boolean, nullable=False),
)
DELIVERIES = sql.Table(
    "deliveries",
    META,
    sql.Column("id", sql.BigInteger().with_variant(sql.Integer(), "sqlite"), primary_key=True),
    sql.Column("webhook", sql.ForeignKey("webhooks.id"), nullable=False),
    sql.Column("key", sql.Text, nullable=False),
    sql.Column("event", sql.Text, nullable=False),
    sql.Column("body", sql.Text, nullable=False),
    sql.Column("state", sql.Text, nullable=False),
    sql.Column("tries", sql.Integer, nullable=False),
    sql.Column("next", sql.Float, nullable=False),
    sql.Column("made", sql.Float, nullable=False),
    sql.Column("done", sql.Float),
    sql.Column("answer", sql.Text, nullable=False),
)
_WAITS = DELIVERIES.c.state == sql.literal_column("'waiting'")
sql.Index("deliveries_waiting", DELIVERIES.c.next, sqlite_where=_WAITS, postgresql_where=_WAITS)
_WITH_URL = sql.select(DELIVERIES, WEBHOOKS.c.url).join(WEBHOOKS, WEBHOOKS.c.id == DELIVERIES.c.webhook)


def tell_decided(connection: sql.Connection, now: float, item: Item, word: str, by: str) -> None:
    """Put the message that an item is decided before those who want it."""
    if by != "gold":
        event: HookEvent = "item.adjudicated" if by == "adjudication" else "item.decided"
        _put(connection, now, event, item, {"verdict": word, "by": by})


def tell_opened(connection: sql.Connection, now: float, item: Item, word: str) -> None:
    """Put the message that a gate is open for an item's record, with how many of its kind the gate still holds."""
    undecided = sql.or_(
        ITEMS.c.state.in_(("open", "adjudication")), sql.and_(ITEMS.c.state == "decided", ITEMS.c.applied.is_(None))
    )
    of_kind = (ITEMS.c.kind == item.kind, ITEMS.c.round == 1)
    left = connection.execute(sql.select(sql.func.count()).select_from(ITEMS).where(*of_kind, undecided)).scalar_one()
    _put(connection, now, "gate.opened", item, {"verdict": word, "left": left})


def _put(connection: sql.Connection, now: float, event: HookEvent, item: Item, more: dict[str, object]) -> None:
    active = connection.execute(sql.select(WEBHOOKS).where(WEBHOOKS.c.active)).mappings()
    wanting = [row["id"] for row in active if event in row["events"].split()]
    if not wanting:
        return
    about = {"item": item.id, "record": item.record, "kind": item.kind, "category": item.category, "round": item.round}
    told = {"type": event, "timestamp": datetime.fromtimestamp(now, UTC).isoformat(), "data": {**about, **more}}
    row = {"event": event, "body": json.dumps(told, ensure_ascii=False), "state": "waiting", "tries": 0}
    row |= {"next": now, "made": now, "answer": ""}
    connection.execute(
        sql.insert(DELIVERIES), [{**row, "webhook": each, "key": f"msg_{secrets.token_hex(12)}"} for each in wanting]
    )


class Webhooks:
    """The webhooks of a queue, and what is to be sent to them."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database, self._clock = database, clock

    def add(self, url: str, events: Collection[HookEvent]) -> Webhook:
        """Return a new webhook that is told these events. Raises ReviewError for what is no address of the web."""
        _check(url)
        ordered = [each for each in get_args(HookEvent) if each in events]
        if not ordered:
            raise ReviewError(f"a webhook is told of something; name some of {', '.join(get_args(HookEvent))}")
        now = self._clock()
        row = {"url": url, "events": " ".join(ordered), "made": now, "active": True}
        with self._database.writing() as connection:
            number = connection.execute(sql.insert(WEBHOOKS).values(row).returning(WEBHOOKS.c.id)).scalar_one()
            note(connection, now, "webhook added", None, None, webhook=number, events=ordered)
        return Webhook(id=number, url=url, events=tuple(ordered), made=now)

    def listed(self) -> list[Webhook]:
        """Return all webhooks that were ever added, with how many messages wait for each."""
        waiting = sql.select(sql.func.count()).where(DELIVERIES.c.webhook == WEBHOOKS.c.id, _WAITS).scalar_subquery()
        with self._database.reading() as connection:
            found = connection.execute(sql.select(WEBHOOKS, waiting.label("waiting")).order_by(WEBHOOKS.c.id))
            return [Webhook(**{**row, "events": tuple(row["events"].split())}) for row in found.mappings()]

    def remove(self, number: int) -> Webhook:
        """Tell a webhook nothing any more, nor what waits for it. Raises ReviewError where there is none."""
        with self._database.writing() as connection:
            gone = connection.execute(sql.update(WEBHOOKS).where(WEBHOOKS.c.id == number).values(active=False))
            if gone.rowcount == 0:
                raise ReviewError(f"there is no webhook {number}; `webhooks list` has their numbers")
            told = {"state": "given up", "done": self._clock(), "answer": "the webhook was removed"}
            connection.execute(sql.update(DELIVERIES).where(DELIVERIES.c.webhook == number, _WAITS).values(told))
            note(connection, self._clock(), "webhook removed", None, None, webhook=number)
        return next(each for each in self.listed() if each.id == number)

    # sending

    def claim(self) -> Delivery | None:
        """Return the next message that is to be sent now, for a minute in the caller's hands alone; None of none."""
        now = self._clock()
        due = sql.select(DELIVERIES.c.id).where(_WAITS, DELIVERIES.c.next <= now)
        with self._database.reading() as connection:  # mostly there is none, and nobody waits for that
            if connection.execute(due.limit(1)).first() is None:
                return None
        first = due.order_by(DELIVERIES.c.next, DELIVERIES.c.id).limit(1).with_for_update(skip_locked=True)
        with self._database.writing() as connection:
            number = connection.execute(first).scalar()
            if number is None:
                return None
            told = {"next": now + CLAIM_SECONDS, "tries": DELIVERIES.c.tries + 1}
            connection.execute(sql.update(DELIVERIES).where(DELIVERIES.c.id == number).values(told))
            return _delivery(connection.execute(_WITH_URL.where(DELIVERIES.c.id == number)).mappings().one())

    def taken(self, delivery: Delivery, answer: str) -> None:
        """Note that a message was taken."""
        told = {"state": "taken", "done": self._clock(), "answer": answer[:LONGEST]}
        with self._database.writing() as connection:
            connection.execute(sql.update(DELIVERIES).where(DELIVERIES.c.id == delivery.id).values(told))

    def failed(self, delivery: Delivery, why: str, *, unreachable: bool) -> None:
        """Note that a message was not taken: it is sent again later, or given up after many times.

        Where nobody could be reached, all that waits for the same webhook waits as long, so that others get theirs.
        """
        now, mine = self._clock(), DELIVERIES.c.id == delivery.id
        later = now + min(LONGEST_PAUSE, FIRST_PAUSE * 3.0 ** (delivery.tries - 1))
        with self._database.writing() as connection:
            if delivery.tries >= MOST_TRIES:
                over = {"state": "given up", "done": now, "answer": why[:LONGEST]}
                connection.execute(sql.update(DELIVERIES).where(mine, _WAITS).values(over))
            else:
                told = {"next": later, "answer": why[:LONGEST]}
                connection.execute(sql.update(DELIVERIES).where(mine, _WAITS).values(told))
            if unreachable:
                others = (DELIVERIES.c.webhook == delivery.webhook, _WAITS, DELIVERIES.c.next < later)
                connection.execute(sql.update(DELIVERIES).where(*others).values(next=later))

    def again(self, number: int) -> None:
        """Send a message now, whatever became of it. Raises ReviewError where there is none, or its webhook is gone."""
        with self._database.writing() as connection:
            row = connection.execute(_WITH_URL.where(DELIVERIES.c.id == number, WEBHOOKS.c.active)).first()
            if row is None:
                raise ReviewError(f"there is no message {number} of a webhook that is there; look at the list of them")
            told = {"state": "waiting", "tries": 0, "next": self._clock(), "done": None}
            connection.execute(sql.update(DELIVERIES).where(DELIVERIES.c.id == number).values(told))

    def log(self, before: int | None = None, most: int = 50) -> list[Delivery]:
        """Return messages before the one with this number, the newest first."""
        statement = _WITH_URL.order_by(DELIVERIES.c.id.desc()).limit(most)
        statement = statement if before is None else statement.where(DELIVERIES.c.id < before)
        with self._database.reading() as connection:
            return [_delivery(row) for row in connection.execute(statement).mappings()]


def _check(url: str) -> None:
    try:
        found = urlsplit(url)
        sound = found.scheme in ("http", "https") and bool(found.hostname) and found.port != 0
    except ValueError:
        sound = False
    if not sound or len(url) > 2_000 or any(each.isspace() or not each.isprintable() for each in url):
        raise ReviewError(f"{url[:200]!r} is no address of the web; give one as https://example.org/review")
    if found.username or found.password or found.fragment:
        raise ReviewError("an address with a name, a password or a # is not sent to; messages are signed instead")


def _delivery(row: sql.RowMapping) -> Delivery:
    return Delivery(**{name: row[name] for name in Delivery.model_fields})
