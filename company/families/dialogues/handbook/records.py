"""A rule of the handbook as a record: its words, and the code that they were drafted as."""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import SerializerFunctionWrapHandler, model_serializer

from company.families.dialogues.evolution import TermKind
from company.families.dialogues.handbook.reading import RuleText
from company.records import Frozen, Record

RuleKind = Literal["filter", "exclusion", "measure"]
"""What a rule says: which rows count, which are left out, or a figure of each row."""
ScopeKind = Literal["told by", "measured", "added up", "averaged"]
"""When a standing rule holds: where figures are by a column, or its values are put together in any way, or in one."""


class Scope(Frozen):
    """Which questions a standing rule holds for, by what they ask."""

    how: ScopeKind
    column: str
    """Of a table beside the main one as "members.tariff"."""


class Rule(Record):
    """A rule of the handbook."""

    kind: Literal["rule"] = "rule"
    rule: str
    """Its id: "R7"."""
    name: str
    text: str
    overrides: str = ""
    """The rule in whose place it stands; empty for none."""
    sort: RuleKind
    code: str
    """It as an expression: a function of the table."""
    bare: str = ""
    """The same without its exception; empty where it has none."""
    plain: str
    """What one does who takes its name for a plain word."""
    is_given: bool
    """Whether its text is from the user's file, and stands in the handbook whatever becomes of its code."""
    scope: Scope | None = None
    """Of a standing rule, which questions it holds for, named or not; None of one that holds where it is named."""

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write a rule without a scope as it was written before there were any."""
        return {name: value for name, value in handler(self).items() if name != "scope" or value}

    @property
    def term_kind(self) -> TermKind:
        """The kind of the term that it is."""
        return self.sort

    @property
    def called(self) -> str:
        """What queries call it."""
        name = self.name[:1].lower() + self.name[1:] if not self.name[:2].isupper() else self.name
        return f"the handbook's {name}{'' if self.sort == 'measure' else ' rule'}"

    @property
    def variable(self) -> str:
        """The Python name that it has in code."""
        slug = re.sub(r"\W+", "_", self.name.lower(), flags=re.ASCII).strip("_") or self.rule.lower()
        return f"{slug}_rule" if re.match(r"[a-z]", slug) else f"rule_{slug}"

    @property
    def words(self) -> RuleText:
        """It in words."""
        return RuleText(self.rule, self.name, self.text, self.overrides)
