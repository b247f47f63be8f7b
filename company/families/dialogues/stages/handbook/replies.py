"""What staff are asked to reply with for a handbook."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from company.families.dialogues.handbook.records import RuleKind, Scope, ScopeKind
from company.records import Frozen


class WrittenRule(Frozen):
    """A rule in words."""

    rule: str
    """Its id: R1, R2 and so on."""
    name: str
    """One or two everyday words by which queries call it: "Late"."""
    text: str
    """All of it, in one to three sentences."""
    overrides: str = ""
    """The id of an earlier rule in whose place it stands; empty for none."""


class HandbookReply(Frozen):
    """The rules of a handbook."""

    rules: tuple[WrittenRule, ...] = Field(min_length=1)


class DraftedRule(Frozen):
    """A rule as code."""

    rule: str
    """As it was asked for."""
    sort: RuleKind
    code: str
    """`lambda t: …` over the table."""
    bare: str = ""
    """The same without the rule's exception; empty where it has none."""
    plain: str
    """`lambda t: …` of one who takes the name for a plain word and has not read the rule."""
    how: ScopeKind | Literal[""] = ""
    """Of a rule that begins with "Whenever", when it holds; empty for any other."""
    column: str = ""
    """The column by which figures are told then, or that is measured; of another table as "members.tariff"."""
    why: str = ""
    """Why it cannot be written as code; empty where it can."""

    @property
    def scope(self) -> Scope | None:
        """Which questions it holds for without being named; None where it has to be named."""
        return Scope(how=self.how, column=self.column) if self.how else None


class RulesReply(Frozen):
    """Rules as code."""

    rules: tuple[DraftedRule, ...]
