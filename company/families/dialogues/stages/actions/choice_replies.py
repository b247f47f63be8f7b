"""What staff reply when they write a question with options: words with the expressions that decide them."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from company.records import Frozen

VALUE = "{value}"
"""Stands, in the text of an option, for the value of its code."""


class OptionDraft(Frozen):
    """One option before it is executed."""

    text: str
    """As it is read; in the form "value" with {value} once, in the same words for all options."""
    wordings: tuple[str, ...] = Field(default=(), max_length=6)
    """In the form "claim", other ways to say exactly the same, shorter and longer; one of all is drawn."""
    code: str
    """One Python expression over the dialogue's variables, without assignments."""
    slip: str = ""
    """In a few words what is wrong with it, e.g. "second instead of first"; empty for the right one."""


class ChoiceDraft(Frozen):
    """A question with one right option and more near-misses than are shown; our code executes and chooses."""

    possible: bool = True
    """False where nothing here is worth such a question; the other fields stay empty then."""
    question: str = ""
    form: Literal["value", "claim"] = "value"
    """value: each option shows the value of its code, and the one without a slip is right. claim: each is a statement
    whose code is a boolean expression; one that comes out true is right, and each says in `slip` what it would mix up
    if it were not true."""
    options: tuple[OptionDraft, ...] = Field(default=(), max_length=40)

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if not self.possible:
            return self
        if not self.question.strip():
            raise ValueError("question: it is empty; write one, or set `possible` to false")
        if len(self.options) < 4:
            raise ValueError(f"options: {len(self.options)} are given; at least 4, better 8 to 12, are wanted")
        if self.form == "value":
            self._shows_values()
        elif any(not option.slip for option in self.options):
            raise ValueError("options: in the form claim each has a slip, even the one that you take to be true")
        return self

    def _shows_values(self) -> None:
        if len({option.text for option in self.options}) > 1:
            raise ValueError("options: in the form value all have the same text; only their code differs")
        if any(option.wordings for option in self.options):
            raise ValueError("options: in the form value none has other wordings, as all read alike")
        if self.options[0].text.count(VALUE) != 1:
            raise ValueError("options: in the form value the text holds {value} once")
        right = sum(not option.slip for option in self.options)
        if right != 1:
            raise ValueError(f"options: {right} have no slip; exactly one, the right one, has none")
