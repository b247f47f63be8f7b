"""What a person can say of an item, each a record told apart by its `kind`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, field_validator

from company.records import Frozen

Reply = Literal["yes", "no", "unsure"]


class Accept(Frozen):
    """Good as it is."""

    kind: Literal["accept"] = "accept"


class Edit(Frozen):
    """Good with these changes."""

    kind: Literal["edit"] = "edit"
    changes: dict[str, Any] = Field(min_length=1)
    """Field of the record → its new content, as JSON."""
    outcome: str | None = None
    """Of edited code, a digest of the results that it was executed to; two edits with equal ones agree."""
    keep: bool = False
    """Only words are edited, and what was made of the record as it was stays, with all that was said of it."""


class Reject(Frozen):
    """Not to be used, for these reasons. Of options: none of them is."""

    kind: Literal["reject"] = "reject"
    reasons: tuple[str, ...] = Field(min_length=1)

    @field_validator("reasons")
    @classmethod
    def _say_something(cls, reasons: tuple[str, ...]) -> tuple[str, ...]:
        if not all(reason.strip() for reason in reasons):
            raise ValueError("should each say something")
        return reasons


class Choose(Frozen):
    """One of the options, the best of them."""

    kind: Literal["choose"] = "choose"
    option: str


class Keep(Frozen):
    """Keep or drop."""

    kind: Literal["keep"] = "keep"
    keep: bool


class Rank(Frozen):
    """All options, the best first."""

    kind: Literal["rank"] = "rank"
    order: tuple[str, ...] = Field(min_length=1)


class Answer(Frozen):
    """Yes, no or unsure, with what else was noticed."""

    kind: Literal["answer"] = "answer"
    reply: Reply
    flags: tuple[str, ...] = ()


class Score(Frozen):
    """From 0, useless, to 100, as good as the reference."""

    kind: Literal["score"] = "score"
    score: float = Field(ge=0, le=100, allow_inf_nan=False)


class Withdrawn(Frozen):
    """What was said is taken back; its author judges again."""

    kind: Literal["withdrawn"] = "withdrawn"


Said = Accept | Edit | Reject | Choose | Keep | Rank | Answer | Score
Content = Annotated[Said | Withdrawn, Field(discriminator="kind")]
CONTENT: TypeAdapter[Said | Withdrawn] = TypeAdapter(Content)
"""Reads what is stored."""
