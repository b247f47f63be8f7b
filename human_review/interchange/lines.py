"""The lines of a queue's own file: a header, then people and items, each with what belongs to it right below.

Lines are told apart by `line`. Numbers of people, verdicts and events are the queue's that the file was written from.
Left out is what only lets somebody in: the hashes of invitations, the tokens of leases, the keys of submissions.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter

from company.records import Frozen
from company.reviewing import Given
from company.reviewing.grounds import MOST_CASES, Grounds
from company.reviewing.kinds import FormName
from company.reviewing.lineage import Key
from company.reviewing.questions import Side
from human_review.store import Duty, Guideline, ItemState, KindShare, Need, ReviewerRole
from human_review.verdicts import Content, Said

FORMAT: Final = "decision-company review queue"
VERSION: Final = 6
"""Version 1 knew no rounds, version 2 no solutions and not what items hang on, version 3 no guidelines and no skills,
version 4 no groups of people and no tutorial, version 5 no shares of a kind; their files are read as they are."""


class Header(Frozen):
    """The first line: what the file is, and how much of it there has to be."""

    line: Literal["header"] = "header"
    format: Literal["decision-company review queue"] = FORMAT
    version: Literal[1, 2, 3, 4, 5, 6] = VERSION
    reviewers: int
    items: int
    verdicts: int
    drafts: int
    events: int
    needs: tuple[Need, ...] = ()
    """Which skills and languages items ask for."""
    shares: tuple[KindShare, ...] = ()
    """Who is given which part of a kind."""
    guidelines: tuple[Guideline, ...] = ()
    """Every version that was written, of all kinds."""
    audiences: dict[str, tuple[str, ...]] = Field(default={})
    """Kind → the groups of people that it is given to."""


class ReviewerLine(Frozen):
    """A person; below, the events that are about them and no item."""

    line: Literal["reviewer"] = "reviewer"
    id: int
    name: str = Field(min_length=1, max_length=100)
    role: ReviewerRole
    active: bool
    invited: float
    skills: tuple[str, ...] = ()
    share: float | None = None
    """Of all reviews, what they are given at most."""
    groups: tuple[str, ...] = ()
    met: tuple[Side, ...] = ()
    """The sides that they were given of what has several."""
    ahead: tuple[str, ...] = ()
    """What comes first for them."""
    begun: tuple[tuple[str, float], ...] = ()
    """What lies together and they have begun, and when they were given something of it last; 0: it is kept for them."""


class ItemLine(Frozen):
    """An item with what is judged; below, its slots, verdicts, drafts, skips and events."""

    line: Literal["item"] = "item"
    id: str
    record: str
    kind: str
    form: FormName
    hash: str
    why: str
    place: str
    overlap: int = Field(ge=1)
    state: ItemState
    reason: str | None
    decision: Annotated[Said, Field(discriminator="kind")] | None
    decided_by: Duty | None
    decided: float | None
    applied: float | None
    applied_hash: str | None
    created: float
    round: int = Field(default=1, ge=1)
    grounds: tuple[Grounds, ...] = Field(default=(), max_length=MOST_CASES)
    """Why it was sent back."""
    above: tuple[Key, ...] = ()
    """The questions that it hangs on."""
    basis: str = ""
    category: str = ""
    waits: bool = False
    """One of these is undecided, or it is idle."""
    idle: bool = False
    """Nothing that is released hangs on it."""
    lies: str = ""
    """What it has in common with others that are judged one after the other."""
    skill: str = ""
    """The skill or language that it asks for."""
    dismissed: bool = False
    """It was taken out of the queue, and does not come back by itself."""
    assigned: tuple[int, ...] = ()
    """The people for whom it comes first."""
    apart: tuple[Side, ...] = ()
    """What it has in common with other items, and the side of it that it shows."""
    planted: tuple[str, ...] = ()
    """Flags that are known to be right of it."""
    body: dict[str, Any]


class SlotLine(Frozen):
    """A place for one verdict on the item above."""

    line: Literal["slot"] = "slot"
    id: str
    item: str
    number: int
    duty: Duty
    state: Literal["open", "leased", "done", "stale", "carried"]
    """Carried: its verdict stands at the next version of the record."""
    reviewer: int | None
    version: int
    verdict: int | None
    until: float | None
    """When its lease ends."""
    taken: float | None
    """When its lease began; of a leased slot alone."""
    kept: str | None = None
    """For whom, as their share of the kind."""


class VerdictLine(Frozen):
    """What somebody said of the item above."""

    line: Literal["verdict"] = "verdict"
    id: int
    item: str
    slot: int | None
    """The slot's number; None for a verdict that came late."""
    reviewer: int
    duty: Duty
    hash: str
    content: Content
    seconds: float | None
    """That its author told of."""
    spent: float | None
    """That were counted, by signs of life from the page."""
    supersedes: int | None
    at: float
    guideline: int = 1
    """The version that it was given under."""


class SolutionLine(Frozen):
    """How somebody solved the item above before they saw what is right."""

    line: Literal["solution"] = "solution"
    item: str
    reviewer: int
    of: str
    """What it is counted with, such as its category."""
    duty: Duty
    given: Annotated[Given, Field(discriminator="kind")]
    right: bool | None
    knew: bool
    seconds: float | None
    at: float


class SkipLine(Frozen):
    """A person passed over the item above."""

    line: Literal["skip"] = "skip"
    item: str
    reviewer: int


class DraftLine(Frozen):
    """What somebody typed at the item above."""

    line: Literal["draft"] = "draft"
    item: str
    reviewer: int
    content: dict[str, Any]
    hash: str
    sequence: int
    saved: float


class PresenceLine(Frozen):
    """How long somebody was at the item above, until when."""

    line: Literal["presence"] = "presence"
    item: str
    reviewer: int
    seconds: float
    first: float
    last: float


class GoldLine(Frozen):
    """The right verdict on the item above, which is put among those of each reviewer."""

    line: Literal["gold"] = "gold"
    item: str
    expected: Annotated[Said, Field(discriminator="kind")]
    given: bool
    """By whoever marked it; else it is the item's decision."""
    marked: float
    tutorial: bool = False
    """It is given to everybody before all else, and they are told what was right."""


class LookedLine(Frozen):
    """Who runs the review has looked at the verdicts on the item above while it was open."""

    line: Literal["looked"] = "looked"
    item: str
    reviewer: int


class CommentLine(Frozen):
    """What somebody wrote about the item above."""

    line: Literal["comment"] = "comment"
    id: int
    item: str
    thread: int
    reviewer: int
    at: float
    text: str
    asks: bool


class EventLine(Frozen):
    """Something that happened: to the item or the person above, or, at the end of the file, to neither."""

    line: Literal["event"] = "event"
    id: int
    at: float
    what: str
    reviewer: int | None
    item: str | None
    content: dict[str, Any]


Line = (
    Header
    | ReviewerLine
    | ItemLine
    | SlotLine
    | VerdictLine
    | SolutionLine
    | SkipLine
    | DraftLine
    | EventLine
    | PresenceLine
    | GoldLine
    | LookedLine
    | CommentLine
)
LINE: TypeAdapter[Line] = TypeAdapter(Annotated[Line, Field(discriminator="line")])
"""Reads one line."""
