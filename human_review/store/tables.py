"""The tables of the queue; the same on SQLite and on PostgreSQL.

An item has slots, one for each verdict that it needs, and one more where reviewers disagree. A slot is open, leased to
a reviewer, done, or stale with its item. No reviewer has two slots of one item. Verdicts and events are only ever
added: the database itself refuses to change them.

What was decided and is judged anew is another item, of the next round. A queue that was made before there were rounds
gets the columns that it lacks when it is opened, so a column that is added here needs a default, or may be null.
"""

from __future__ import annotations

import sqlalchemy as sql

from human_review.store.triggers import only_added_to, searched

META = sql.MetaData()
_NUMBER = sql.BigInteger().with_variant(sql.Integer(), "sqlite")
_PLACE = sql.Text().with_variant(sql.Text(collation="C"), "postgresql")
"""Compared by bytes, as SQLite does, so that both have one order."""

REVIEWERS = sql.Table(
    "reviewers",
    META,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("name", sql.Text, nullable=False, unique=True),
    sql.Column("role", sql.Text, nullable=False),
    sql.Column("token_hash", sql.Text, nullable=False, unique=True),
    sql.Column("active", sql.Boolean, nullable=False),
    sql.Column("invited", sql.Float, nullable=False),
    sql.Column("skills", sql.Text, nullable=False, server_default=sql.text("''")),
    sql.Column("share", sql.Float),
    sql.Column("groups", sql.Text, nullable=False, server_default=sql.text("''")),
    sql.Column("ahead", sql.Text, nullable=False, server_default=sql.text("''")),
)
AUDIENCES = sql.Table(
    "audiences",
    META,
    sql.Column("kind", sql.Text, primary_key=True),
    sql.Column("group", sql.Text, primary_key=True),
)
"""Which groups of people a kind is given to; a kind that stands with no group is given to everybody."""
SESSIONS = sql.Table(
    "sessions",
    META,
    sql.Column("hash", sql.Text, primary_key=True),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), nullable=False, index=True),
    sql.Column("begun", sql.Float, nullable=False),
    sql.Column("seen", sql.Float, nullable=False),
)
"""Who is signed in, by the hash of a name that their browser alone has."""
TOKENS = sql.Table(
    "tokens",
    META,
    sql.Column("id", _NUMBER, primary_key=True),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), nullable=False, index=True),
    sql.Column("called", sql.Text, nullable=False),
    sql.Column("scopes", sql.Text, nullable=False),
    sql.Column("hash", sql.Text, nullable=False, unique=True),
    sql.Column("made", sql.Float, nullable=False),
    sql.Column("until", sql.Float, nullable=False),
    sql.Column("used", sql.Float),
    sql.Column("revoked", sql.Float),
)
"""What programs come in by, each in the name of a person; of the tokens, hashes are kept."""
ITEMS = sql.Table(
    "items",
    META,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("record", sql.Text, nullable=False),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("form", sql.Text, nullable=False),
    sql.Column("hash", sql.Text, nullable=False),
    sql.Column("why", sql.Text, nullable=False),
    sql.Column("place", _PLACE, nullable=False),
    sql.Column("overlap", sql.Integer, nullable=False),
    sql.Column("state", sql.Text, nullable=False),
    sql.Column("reason", sql.Text),
    sql.Column("decision", sql.Text),
    sql.Column("decided_as", sql.Text),
    sql.Column("decided_by", sql.Text),
    sql.Column("decided", sql.Float),
    sql.Column("applied", sql.Float),
    sql.Column("applied_hash", sql.Text),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("round", sql.Integer, nullable=False, server_default=sql.text("1")),
    sql.Column("grounds", sql.Text),
    sql.Column("basis", sql.Text),
    sql.Column("category", sql.Text, nullable=False, server_default=sql.text("''")),
    sql.Column("waits", sql.Integer, nullable=False, server_default=sql.text("0")),
    sql.Column("idle", sql.Integer, nullable=False, server_default=sql.text("0")),
    sql.Column("lies", sql.Text, nullable=False, server_default=sql.text("''")),
    sql.Column("skill", sql.Text, nullable=False, server_default=sql.text("''")),
    sql.Index("items_by_record", "record", "kind"),
    sql.Index("items_by_kind", "kind", "state", "place"),
    sql.Index("items_by_place", "place"),
    sql.Index("items_by_category", "category", "place"),
    sql.Index("items_by_state", "state", "place"),
    sql.Index("items_counted", "kind", "state", "decided_as", "decided_by"),
)
UNAPPLIED = sql.and_(ITEMS.c.state == sql.literal_column("'decided'"), ITEMS.c.applied.is_(None))
"""Here and below: a condition as its index has it. With a parameter in the word's place it would not be used."""
sql.Index("items_to_apply", ITEMS.c.decided, sqlite_where=UNAPPLIED, postgresql_where=UNAPPLIED)
SENT_BACK = ITEMS.c.grounds.is_not(None)
"""People were asked once more: for another round, or before it was their turn."""
LATER = sql.and_(SENT_BACK, ITEMS.c.round > sql.literal_column("1"))
"""Of a round after the first."""
sql.Index("items_sent_back", ITEMS.c.state, ITEMS.c.round, sqlite_where=SENT_BACK, postgresql_where=SENT_BACK)
PROPOSALS = sql.Table(
    "proposals",
    META,
    sql.Column("item", sql.ForeignKey("items.id"), primary_key=True),
    sql.Column("body", sql.Text, nullable=False),
)
BUILT_ON = sql.Table(
    "built_on",
    META,
    sql.Column("item", sql.ForeignKey("items.id"), primary_key=True),
    sql.Column("kind", sql.Text, primary_key=True),
    sql.Column("record", sql.Text, primary_key=True),
    sql.Index("built_on_by_record", "record", "kind"),
)
"""The nearest questions that an item hangs on; see `gating`."""
WORDS = sql.Table(
    "words",
    META,
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("item", sql.ForeignKey("items.id"), nullable=False, unique=True),
    sql.Column("words", sql.Text, nullable=False),
)
"""What items are found by; the full-text index over it is made below."""
APART = sql.Table(
    "apart",
    META,
    sql.Column("item", sql.ForeignKey("items.id"), primary_key=True),
    sql.Column("of", sql.Text, primary_key=True),
    sql.Column("side", sql.Text, nullable=False),
)
"""What an item has in common with others, and which of its sides it shows; nobody is given two sides of the same."""
MET = sql.Table(
    "met",
    META,
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), primary_key=True),
    sql.Column("of", sql.Text, primary_key=True),
    sql.Column("side", sql.Text, primary_key=True),
)
"""Which sides somebody was ever given, whatever they said of it."""
PLANTED = sql.Table(
    "planted",
    META,
    sql.Column("item", sql.ForeignKey("items.id"), primary_key=True),
    sql.Column("flags", sql.Text, nullable=False),
)
"""Flags that are known to be right of an item, as a JSON list; nobody who judges is told before they have."""
GOLD = sql.Table(
    "gold",
    META,
    sql.Column("item", sql.ForeignKey("items.id"), primary_key=True),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("expected", sql.Text, nullable=False),
    sql.Column("given", sql.Boolean, nullable=False),
    sql.Column("marked", sql.Float, nullable=False),
    sql.Column("tutorial", sql.Integer, nullable=False, server_default=sql.text("0")),
    sql.Index("gold_by_kind", "kind"),
)
SLOTS = sql.Table(
    "slots",
    META,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("item", sql.ForeignKey("items.id"), nullable=False),
    sql.Column("number", sql.Integer, nullable=False),
    sql.Column("duty", sql.Text, nullable=False),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("place", _PLACE, nullable=False),
    sql.Column("state", sql.Text, nullable=False),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id")),
    sql.Column("until", sql.Float),
    sql.Column("token", sql.Text),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("verdict", _NUMBER),
    sql.Column("waits", sql.Integer, nullable=False, server_default=sql.text("0")),
    sql.Column("lies", sql.Text, nullable=False, server_default=sql.text("''")),
    sql.Column("skill", sql.Text, nullable=False, server_default=sql.text("''")),
    sql.Column("kept", sql.Text),
    sql.UniqueConstraint("item", "reviewer", name="one_slot_each"),
    sql.Index("slots_of_item", "item", "number"),
    sql.Index("slots_of_reviewer", "reviewer", "state"),
)
OPEN = SLOTS.c.state == sql.literal_column("'open'")
LEASED = SLOTS.c.state == sql.literal_column("'leased'")
sql.Index(
    "slots_offered",
    SLOTS.c.duty,
    SLOTS.c.waits,
    SLOTS.c.place,
    SLOTS.c.number,
    SLOTS.c.item,
    SLOTS.c.kind,
    SLOTS.c.lies,
    SLOTS.c.skill,
    sqlite_where=OPEN,
    postgresql_where=OPEN,
)
KEPT = SLOTS.c.kept.is_not(None)
"""For somebody; see `shares`."""
_KEPT_OPEN = sql.and_(OPEN, KEPT)
# With all that is asked for: with less of it, SQLite would look through everything that is offered.
_ASKED = (SLOTS.c.kept, SLOTS.c.duty, SLOTS.c.waits, SLOTS.c.place, SLOTS.c.number)
sql.Index("slots_kept", *_ASKED, sqlite_where=_KEPT_OPEN, postgresql_where=_KEPT_OPEN)
sql.Index("slots_kept_lying", SLOTS.c.lies, SLOTS.c.kept, sqlite_where=KEPT, postgresql_where=KEPT)
sql.Index("slots_lying", SLOTS.c.lies, SLOTS.c.place, sqlite_where=OPEN, postgresql_where=OPEN)
sql.Index("slots_leased", SLOTS.c.until, sqlite_where=LEASED, postgresql_where=LEASED)
CREWS = sql.Table(
    "crews",
    META,
    sql.Column("lies", sql.Text, primary_key=True),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), primary_key=True),
    sql.Column("at", sql.Float, nullable=False),
    sql.Index("crews_of_reviewer", "reviewer", "at"),
)
"""Who has begun what lies together, such as the cases of a dialogue, and was given something of it when last; 0 where
it is kept for them and they have not."""
NEEDS = sql.Table(
    "needs",
    META,
    sql.Column("of", sql.Text, primary_key=True),
    sql.Column("named", sql.Text, primary_key=True),
    sql.Column("skill", sql.Text, nullable=False),
)
"""Which skill or language items ask for: by their kind, their category, or whom they were made for."""
GUIDELINES = sql.Table(
    "guidelines",
    META,
    sql.Column("kind", sql.Text, primary_key=True),
    sql.Column("version", sql.Integer, primary_key=True),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("because", sql.Text, nullable=False),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
"""What people go by when they judge a kind, as it was written here; version 1 is the one that the kind comes with."""
LEASES = sql.Table(
    "leases",
    META,
    sql.Column("token", sql.Text, primary_key=True),
    sql.Column("slot", sql.ForeignKey("slots.id"), nullable=False),
    sql.Column("item", sql.Text, nullable=False),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("taken", sql.Float, nullable=False),
)
SKIPS = sql.Table(
    "skips",
    META,
    sql.Column("item", sql.ForeignKey("items.id"), primary_key=True),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), primary_key=True),
)
LOOKED = sql.Table(
    "looked",
    META,
    sql.Column("item", sql.ForeignKey("items.id"), primary_key=True),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), primary_key=True),
)
"""Who has looked at the verdicts on an open item, and judges it no more."""
COMMENTS = sql.Table(
    "comments",
    META,
    sql.Column("id", _NUMBER, primary_key=True),
    sql.Column("item", sql.ForeignKey("items.id"), nullable=False, index=True),
    sql.Column("thread", sql.ForeignKey("reviewers.id"), nullable=False),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("asks", sql.Boolean, nullable=False),
)
"""What people write about items; a thread is called by who began it."""
DISMISSED = sql.Table("dismissed", META, sql.Column("item", sql.ForeignKey("items.id"), primary_key=True))
"""What was taken out of the queue by who runs the review, and does not come back by itself."""
ASSIGNED = sql.Table(
    "assigned",
    META,
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), primary_key=True),
    sql.Column("item", sql.ForeignKey("items.id"), primary_key=True),
)
"""What comes first for somebody."""
BULK = sql.Table(
    "bulk",
    META,
    sql.Column("id", _NUMBER, primary_key=True),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), nullable=False),
    sql.Column("action", sql.Text, nullable=False),
    sql.Column("because", sql.Text, nullable=False),
    sql.Column("to", sql.Integer),
    sql.Column("items", sql.Text, nullable=False),
    sql.Column("undone", sql.Float),
)
"""What was done to many items at once, and when it was undone."""
DRAFTS = sql.Table(
    "drafts",
    META,
    sql.Column("item", sql.ForeignKey("items.id"), primary_key=True),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), primary_key=True),
    sql.Column("content", sql.Text, nullable=False),
    sql.Column("hash", sql.Text, nullable=False),
    sql.Column("sequence", sql.BigInteger, nullable=False),
    sql.Column("saved", sql.Float, nullable=False),
)
VERDICTS = sql.Table(
    "verdicts",
    META,
    sql.Column("id", _NUMBER, primary_key=True),
    sql.Column("item", sql.ForeignKey("items.id"), nullable=False),
    sql.Column("slot", sql.ForeignKey("slots.id")),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), nullable=False),
    sql.Column("duty", sql.Text, nullable=False),
    sql.Column("hash", sql.Text, nullable=False),
    sql.Column("content", sql.Text, nullable=False),
    sql.Column("seconds", sql.Float),
    sql.Column("supersedes", sql.ForeignKey("verdicts.id")),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("guideline", sql.Integer, nullable=False, server_default=sql.text("1")),
    sql.Index("verdicts_of_item", "item", "reviewer"),
)
sql.Index(
    "verdicts_late",
    VERDICTS.c.item,
    VERDICTS.c.reviewer,
    unique=True,
    sqlite_where=VERDICTS.c.slot.is_(None),
    postgresql_where=VERDICTS.c.slot.is_(None),
)
JUDGEMENTS = sql.Table(
    "judgements",
    META,
    sql.Column("verdict", sql.ForeignKey("verdicts.id"), primary_key=True),
    sql.Column("item", sql.Text, nullable=False),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("form", sql.Text, nullable=False),
    sql.Column("why", sql.Text, nullable=False),
    sql.Column("persona", sql.Text, nullable=False),
    sql.Column("duty", sql.Text, nullable=False),
    sql.Column("reviewer", sql.Integer, nullable=False),
    sql.Column("said", sql.Text, nullable=False),
    sql.Column("seconds", sql.Float),
    sql.Column("distance", sql.Float),
    sql.Column("distances", sql.Text),
    sql.Column("standing", sql.Boolean, nullable=False),
    sql.Column("round", sql.Integer, nullable=False, server_default=sql.text("1")),
    sql.Index("judgements_of", "reviewer", "item"),
)
"""What is counted of verdicts, so that figures need not read them; `standing` alone ever changes."""
TALLIES = sql.Table(
    "tallies",
    META,
    sql.Column("reviewer", sql.Integer, primary_key=True),
    sql.Column("kind", sql.Text, primary_key=True),
    sql.Column("persona", sql.Text, primary_key=True),
    sql.Column("said", sql.Text, primary_key=True),
    sql.Column("times", sql.Integer, nullable=False),
)
"""Standing reviews of first rounds, added up as they come."""
PRESENCE = sql.Table(
    "presence",
    META,
    sql.Column("item", sql.ForeignKey("items.id"), primary_key=True),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), primary_key=True),
    sql.Column("seconds", sql.Float, nullable=False),
    sql.Column("first", sql.Float, nullable=False),
    sql.Column("last", sql.Float, nullable=False),
)
ANSWERS = sql.Table(
    "answers",
    META,
    sql.Column("key", sql.Text, primary_key=True),
    sql.Column("reviewer", sql.ForeignKey("reviewers.id"), primary_key=True),
    sql.Column("asked", sql.Text, nullable=False),
    sql.Column("receipt", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
EVENTS = sql.Table(
    "events",
    META,
    sql.Column("id", _NUMBER, primary_key=True),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("what", sql.Text, nullable=False),
    sql.Column("reviewer", sql.Integer),
    sql.Column("item", sql.Text),
    sql.Column("content", sql.Text, nullable=False),
    sql.Index("events_of_item", "item", "id"),
)


only_added_to(VERDICTS)
only_added_to(EVENTS)
only_added_to(COMMENTS)
only_added_to(GUIDELINES)
searched(WORDS)
