"""Rules of the handbook that a dialogue may use, each with what it can be taken for."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from company.families.dialogues.evolving.replies import Candidate, WrittenTerm
from company.families.dialogues.evolving.timetable import RuleSlot
from company.families.dialogues.evolving.views import BARE, IN_FORCE, OVERRIDDEN
from company.families.dialogues.handbook.book import every_rule
from company.families.dialogues.handbook.records import Rule, RuleKind, Scope
from company.records import USABLE

if TYPE_CHECKING:
    from company.archive import Archive

_TURNS_A_RULE, _MOST = 9, 5
"""Turns of a dialogue for each of which it may use one rule more, and the most that it may use."""


class RuleTerm(WrittenTerm):
    """A rule as a term, whose candidates are the versions that it can be taken for."""

    rule: str
    """Its id."""
    sort: RuleKind
    scope: Scope | None = None
    """Of a standing rule, which questions it holds for."""


@dataclass(frozen=True)
class InForce:
    """A rule that nothing overrides, with the one before it."""

    rule: Rule
    before: Rule | None = None
    """The rule that it overrides, where that says something of the same sort."""

    @property
    def codes(self) -> dict[int, str]:
        """Its code by version."""
        found = {IN_FORCE: self.rule.code, BARE: self.rule.bare, OVERRIDDEN: self.before.code if self.before else ""}
        return {version: code for version, code in found.items() if code}

    def slot(self, name: str) -> RuleSlot:
        """Return it as timetables know it, by the name of its slot."""
        return RuleSlot(name, self.rule.term_kind, frozenset(self.codes))

    def written(self, slot: str) -> RuleTerm:
        """Return it as a term, whose values are its versions."""
        codes = [self.codes.get(version, self.rule.plain) for version in (IN_FORCE, BARE, OVERRIDDEN)]
        return RuleTerm(
            slot=slot,
            variable=self.rule.variable,
            name=self.rule.called,
            code="{value}",
            candidates=tuple(Candidate(code=code, words="") for code in codes),
            naive=self.rule.plain,
            says=self.rule.text,
            rule=self.rule.rule,
            sort=self.rule.sort,
            scope=self.rule.scope,
        )


def standing(archive: Archive) -> dict[str, InForce]:
    """Return by slot the rules that hold in every dialogue for the questions that they fit."""
    rules = [each for each in _in_force(archive) if each.rule.scope is not None]
    return {f"h{number}": each for number, each in enumerate(rules, start=1)}


def in_force(archive: Archive) -> list[InForce]:
    """Return the rules that dialogues may use by their names, in their order."""
    return [each for each in _in_force(archive) if each.rule.scope is None]


def _in_force(archive: Archive) -> list[InForce]:
    every = every_rule(archive)
    usable = [each for each in every if each.status in USABLE]
    known = {each.rule: each for each in usable}
    overridden = {each.overrides for each in every if each.overrides}
    found = []
    for rule in usable:
        before = known.get(rule.overrides)
        if rule.rule not in overridden:
            is_alike = before is not None and (before.sort, before.scope) == (rule.sort, rule.scope)
            found.append(InForce(rule, before if is_alike else None))
    return found


def chosen(archive: Archive, turns: int, seed: str) -> list[InForce]:
    """Return the rules that a dialogue of some turns may use, those first that can be taken for most other things."""
    known = in_force(archive)
    if not known:
        return []
    number = min(_MOST, max(2, turns // _TURNS_A_RULE), len(known))
    chance = random.Random(f"{seed} rules")
    return sorted(chance.sample(known, number), key=lambda each: known.index(each))
