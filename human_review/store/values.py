"""What several modules of the store take and give back; what one alone speaks of stands in that one."""

from __future__ import annotations

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
    ahead: tuple[str, ...] = ()
    """What comes first for them, later items among it: "kind:turn", "category:…", "skill:…", or "group:" and an id."""


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


def in_words(seconds: float) -> str:
    """Return a short time, such as "6 min"."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    return f"{-(-int(seconds) // 60)} min"
