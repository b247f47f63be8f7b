"""What the store takes and gives back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from company.records import Frozen
from company.reviewing.grounds import MOST_CASES, Grounds
from company.reviewing.kinds import FormName
from company.reviewing.lineage import Key
from company.reviewing.questions import Side
from human_review.verdicts import Content, Said

ReviewerRole = Literal["reviewer", "adjudicator", "admin"]
"""Adjudicators also review; admins do both, and invite."""
Duty = Literal["review", "adjudication", "gold", "tutorial"]
"""Gold: a review of an item whose right verdict is known; its author is told that it is a review like all others.
Tutorial: one that does not count, after which its author is told what was right."""
ItemState = Literal["open", "adjudication", "decided", "stale"]


class Reviewer(Frozen):
    """A person who was invited."""

    id: int
    name: str
    role: ReviewerRole
    active: bool = True
    skills: tuple[str, ...] = ()
    """What they know, such as languages: items that ask for something else are not given to them."""
    share: float | None = Field(default=None, gt=0, le=1)
    """Of all reviews, what they are given at most; None: as it comes."""
    groups: tuple[str, ...] = ()
    """The groups of people that they are in: kinds of other groups are not given to them."""


Scope = Literal["read", "judge", "lead"]
"""What a program may do: see what its person may open; also take items and judge them; also what is a lead's alone."""


class Token(Frozen):
    """What a program comes in by, in somebody's name; the secret itself is known to the program alone."""

    id: int
    reviewer: Reviewer
    called: str
    """What it is for, in its maker's words."""
    scopes: tuple[Scope, ...]
    made: float
    until: float
    used: float | None = None
    """When it was last used, give or take an hour; None: never."""
    revoked: float | None = None


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


class Proposal(Frozen):
    """What the company wrote and a person is to judge: an item before it is in the queue."""

    record: str
    """Id of the record; of a choice, of the record whose children are the options."""
    kind: str
    form: FormName
    hash: str
    """Of all that is judged, and of what that was made from."""
    why: str
    """Why it stands where it stands: a signal, "audit" or "rest"."""
    place: str
    """Items are given out in the order of these texts."""
    overlap: int = Field(ge=1)
    body: dict[str, Any]
    """The record as JSON; of a choice or a ranking, {"options": [records]}."""
    round: int = Field(default=1, ge=1)
    """2 where people decided on the record before and are asked anew, and so on."""
    grounds: tuple[Grounds, ...] = Field(default=(), max_length=MOST_CASES)
    """Why they are; also where they were asked before it was its turn."""
    above: tuple[Key, ...] = ()
    """The nearest questions that it hangs on: while one of them is undecided, it comes last."""
    basis: str = ""
    """Of all that a verdict on it rests on: what comes again with the same keeps its verdicts. Empty: only as it is."""
    category: str = ""
    """By which it is searched."""
    lies: str = ""
    """Of what is best judged one after the other, what they have in common, such as a dialogue; empty: nothing."""
    idle: bool = False
    """Nothing that is released hangs on it (yet): it comes last."""
    apart: tuple[Side, ...] = ()
    """What it has in common with other items, and which side of that it shows: nobody is given two sides."""
    planted: tuple[str, ...] = ()
    """Flags that are known to be right of it."""


class Item(Frozen):
    """A proposal in the queue."""

    id: str
    """Made from record, form, hash and round: the same proposal is the same item."""
    record: str
    kind: str
    form: FormName
    hash: str
    why: str
    place: str
    overlap: int
    state: ItemState
    reason: str | None = None
    """Why it is stale."""
    decision: Said | None = None
    decided_by: Duty | None = None
    """By agreement of reviews, by adjudication, or by whoever gave its right verdict when marking it as gold."""
    decided: float | None = None
    applied: float | None = None
    """When the decision was written to the run's archive; here and everywhere, in seconds since 1970."""
    applied_hash: str | None = None
    """Of what was judged, as it is with the decision."""
    created: float
    round: int = 1
    grounds: tuple[Grounds, ...] = ()
    category: str = ""
    waits: bool = False
    """Something that it hangs on is undecided, or nothing that is released hangs on it."""
    idle: bool = False
    """The latter."""
    lies: str = ""
    skill: str = ""
    """A skill or language that only some people have; it is given to them alone."""


class Draft(Frozen):
    """What a reviewer has typed and not submitted."""

    item: str
    content: dict[str, Any]
    """Whatever the page keeps; the store does not look into it."""
    hash: str
    """Of the proposal that it was typed at."""
    sequence: int
    saved: float


class Assignment(Frozen):
    """An item in a reviewer's hands until the lease ends."""

    item: Item
    body: dict[str, Any]
    slot: str
    duty: Duty
    token: str
    version: int
    until: float
    draft: Draft | None = None


class Submission(Frozen):
    """A verdict on its way in."""

    item: str
    slot: str
    token: str
    version: int
    """All three as in the assignment."""
    hash: str
    """Of the proposal that was looked at."""
    key: str = Field(min_length=8, max_length=200)
    """Made by the page for this submission; sent again, it gets the same answer."""
    content: Said = Field(discriminator="kind")
    seconds: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """That the item was looked at."""
    guideline: int = Field(default=1, ge=1)
    """The version that was to be read at the page."""


class Receipt(Frozen):
    """What became of a submission."""

    item: str
    verdict: int
    outcome: Literal["taken", "late"]
    """Late: nobody's slot was free any more; it is kept for the adjudicator."""
    reclaimed: bool = False
    """The lease had been lost, and a slot was still free."""
    state: ItemState
    """Of the item, with this verdict."""


class Verdict(Frozen):
    """A verdict as it was given; never changed."""

    id: int
    item: str
    reviewer: int
    duty: Duty
    hash: str
    content: Content
    seconds: float | None
    at: float
    supersedes: int | None = None
    guideline: int = 1
    """The version of the guideline that it was given under."""
    standing: bool
    """It counts: not late, and not superseded."""
    late: bool


class Comment(Frozen):
    """What somebody wrote about an item."""

    text: str
    asks: bool = False
    """Its author is unsure, and asks who runs the review."""
    thread: int = 0
    """The reviewer who began the thread; of a new comment, 0 begins one."""
    reviewer: int = 0
    name: str = ""
    at: float = 0.0


BulkAction = Literal["reopen", "assign", "dismiss"]


class Bulk(Frozen):
    """What was done to many items at once."""

    action: BulkAction
    items: tuple[str, ...]
    by: int
    because: str = ""
    to: int | None = None
    """Whom they are assigned to."""
    number: int = 0
    at: float = 0.0
    undone: float | None = None


Return = Literal["opened", "moved", "added", "waits", "judged", "unwritten"]
"""What sending something back came to: a decision's next round was opened; what was open already was moved to the front
of the queue; what nobody was asked about was added. Or nothing was done: it waits already; it was judged on these very
grounds; its decision is not in the run yet, or is on another version."""


@dataclass(frozen=True)
class Again:
    """What was sent back to be judged once more."""

    waiting: Mapping[str, int]
    """Kind → items that were sent back and are not decided."""
    decided: Mapping[str, Mapping[str, int]]
    """Kind → decision in a word → rounds after the first that ended with it."""

    @property
    def words(self) -> dict[str, int]:
        """Decisions of all kinds together, the most frequent first."""
        found: Counter[str] = Counter()
        for counts in self.decided.values():
            found.update(counts)
        return dict(found.most_common())

    def sentence(self) -> str:
        """Describe it in words, such as "sent back: 2 wait to be judged again, 3 were (accept 2, reject 1)"."""
        told = ", ".join(f"{word} {count:,}" for word, count in self.words.items())
        decided = f"{sum(self.words.values()):,} were{f' ({told})' if told else ''}"
        waiting = sum(self.waiting.values())
        return f"sent back: {waiting:,} {'waits' if waiting == 1 else 'wait'} to be judged again, {decided}"


class Gold(Frozen):
    """An item whose right verdict is known."""

    item: str
    record: str
    kind: str
    state: ItemState
    """It is given out while it is decided."""
    expected: Said
    given: bool
    """By whoever marked it; else it is the item's decision."""
    marked: float
    judged: int = 0
    """Standing verdicts of reviewers to whom it was given as gold, or in their tutorial."""
    tutorial: bool = False
    """It is given to everybody before all else, and they are told what was right."""


class Guideline(Frozen):
    """What people go by when they judge a kind, in one of its versions."""

    kind: str
    version: int = Field(ge=1)
    """1: the one that the kind comes with, of which the store has no text."""
    text: str
    because: str = ""
    """What was changed, and why."""
    reviewer: int = 0
    """Who wrote it."""
    at: float = 0.0


NeedOf = Literal["kind", "category", "group"]
"""Items of a kind, of a category, or made for somebody; the later one counts where several say something."""


class Need(Frozen):
    """A skill or language that some items ask for."""

    of: NeedOf
    named: str
    """The kind, the category, or the id of whom they were made for."""
    skill: str


class Event(Frozen):
    """Something that happened; never changed."""

    id: int
    at: float
    what: str
    reviewer: int | None
    item: str | None
    content: dict[str, Any]


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


def sortable(text: str) -> str:
    """Return the text with its numbers padded, so that p2 comes before p10 wherever texts are compared."""
    return re.sub(r"\d+", lambda number: number[0].zfill(8), text)


def in_words(seconds: float) -> str:
    """Return a short time, such as "6 min"."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    return f"{-(-int(seconds) // 60)} min"
