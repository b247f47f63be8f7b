"""What programs send and are answered."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from company.records import Intent
from company.reviewing import Given
from company.reviewing.kinds import FormName
from human_review.store import Duty, HookEvent, ItemState, ReviewerRole, Scope
from human_review.verdicts import Content, Said


class Sent(BaseModel):
    """What comes in: nothing that is not known."""

    model_config = ConfigDict(extra="forbid")


class Me(BaseModel):
    """Whose token it is, and what it may do."""

    name: str
    role: ReviewerRole
    scopes: tuple[Scope, ...]
    until: float
    """When it ends; here and everywhere, times are in seconds since 1970."""


class Brief(BaseModel):
    """An item in a list, as the token's person may see it."""

    id: str
    record: str
    kind: str
    form: FormName
    state: ItemState
    hash: str
    """Of all that is judged: a verdict names it, and one on another version is refused."""
    why: str
    """Why it stands where it stands in the queue."""
    category: str
    round: int
    """2 where people decided on it before and are asked anew, and so on."""
    overlap: int
    """Reviews that it needs."""
    reason: str | None
    """Why it is stale."""
    decision: Annotated[Said, Field(discriminator="kind")] | None
    decided_by: Duty | None
    decided: float | None
    excerpt: str
    """A line by which it differs from others of its kind."""


class Listed(BaseModel):
    """A part of a list."""

    items: list[Brief]
    next: str | None
    """What `after` is for the next part; null where this is the last."""


class Option(BaseModel):
    """One of the answers to choose from."""

    letter: str
    text: str


class Asked(BaseModel):
    """What is to be solved before it is judged; nothing of it tells what is right."""

    question: str
    options: list[Option]
    wanted: list[Intent]
    """The results that code is asked for."""
    messages: list[dict[str, Any]]
    """What a model is sent: the table as it is told, the conversation, the request."""


class Hold(BaseModel):
    """That an item is in the hands of the token's person: sent back with the verdict."""

    slot: str
    token: str
    version: int


class Held(Hold):
    """The same, with its end."""

    until: float
    """Taking the item again holds on to it. A verdict that comes later is taken where nobody else has its place."""
    duty: Duty


class Solved(BaseModel):
    """How the token's person solved an item before they saw the key."""

    given: Annotated[Given, Field(discriminator="kind")]
    right: bool | None
    """null where nobody has compared it with the key."""
    at: float


class Whole(Brief):
    """An item with what is judged: `body`, or, while it is to be solved first, `task`."""

    question: str
    """What people are asked about its kind."""
    says: tuple[str, ...]
    """The kinds of verdict that it takes."""
    editable: tuple[str, ...]
    """The fields that an edit may change."""
    reasons: tuple[str, ...]
    """Why one might be rejected; others may be written."""
    flags: tuple[str, ...]
    """What may be noted beside a yes or no, and nothing else."""
    body: dict[str, Any] | None
    task: Asked | None
    solved: Solved | None
    figures: int
    """How many there are at `/items/{item}/figures/1.png` and so on."""
    hold: Held | None


class Next(BaseModel):
    """The next item in hand, or why there is none."""

    item: Whole | None
    standing: str


class Wish(Sent):
    """Which items are wanted."""

    kinds: list[str] = []
    """Empty: of any kind."""


class Answer(Sent):
    """An answer to a case, before its key is seen."""

    hash: str
    given: Annotated[Given, Field(discriminator="kind")]
    seconds: float | None = Field(default=None, ge=0, le=86400)


class SentHold(Sent):
    """The hold on an item, as it was given out."""

    slot: str = Field(max_length=200)
    token: str = Field(max_length=200)
    version: int = Field(ge=0, lt=2**31)


class Judged(Sent):
    """A verdict on its way in."""

    hash: str = Field(max_length=200)
    """Of the version that was looked at."""
    hold: SentHold
    key: str = Field(min_length=8, max_length=200)
    """Made by the sender for this verdict: sent again under it, it counts once and is answered alike."""
    verdict: Annotated[Said, Field(discriminator="kind")]
    seconds: float | None = Field(default=None, ge=0, le=86400)
    """That the item was looked at."""
    note: str = Field(default="", max_length=4_000)
    """A comment on the item."""

    @field_validator("verdict")
    @classmethod
    def _text_is_whole(cls, verdict: Said) -> Said:
        """Refuse halves of characters, which JSON can tell and nothing can keep."""
        try:
            json.dumps(verdict.model_dump(mode="python"), ensure_ascii=False, default=str).encode()
        except UnicodeEncodeError:
            raise ValueError("has half a character in it") from None
        return verdict


class Spoken(BaseModel):
    """A verdict as it was given."""

    id: int
    item: str
    yours: bool
    reviewer: str | None
    """A name, to admins alone."""
    duty: Duty
    content: Content
    at: float
    seconds: float | None
    """That its author told of; to its author and to admins."""
    standing: bool
    """It counts: not late, and not superseded."""
    late: bool


class OfItem(BaseModel):
    """Verdicts of one item."""

    verdicts: list[Spoken]


class SpokenList(BaseModel):
    """A part of the list of verdicts."""

    verdicts: list[Spoken]
    next: int | None
    """What `after` is for the next part; null where this is the last."""


class KindProgress(BaseModel):
    """How far a kind is, as it looks to the token's person."""

    kind: str
    title: str
    items: int
    decided: int
    open: int
    adjudication: int
    accepted: int | None
    """Of those decided, as written; null where so few are decided that it would tell what one person said."""


class OwnWork(BaseModel):
    """What the token's person said of a kind."""

    kind: str
    verdicts: dict[str, int]
    median_seconds: float | None


class Progress(BaseModel):
    """How the queue stands for the token's person."""

    standing: str
    open: int
    done: int
    in_hand: int
    kinds: list[KindProgress]
    yours: list[OwnWork]


class Message(BaseModel):
    """A message to a webhook."""

    id: int
    webhook: int
    server: str
    key: str
    event: HookEvent
    state: Literal["waiting", "taken", "given up"]
    tries: int
    next: float
    """When it is sent next, while it waits."""
    made: float
    done: float | None
    answer: str
    """What the last try came to."""


class Messages(BaseModel):
    """Messages, the newest first; those before the last one are asked for with `before`."""

    messages: list[Message]
