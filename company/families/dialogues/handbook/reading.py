"""A handbook as Markdown: a heading for each rule, its text, and which rule it overrides."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from company.errors import ConfigError

FILE = "handbook.md"
"""What a handbook is called with the tables of a run, and in a benchmark."""
MOST_CHARACTERS = 12_000
"""Of a handbook: every prompt shows it whole."""
MOST_RULES = 60
_HEADING = re.compile(r"##[ \t]+(?P<rule>[A-Z]{1,3}\d{1,4})[ \t]+(?P<name>\S.*?)[ \t]*#*")
_OVERRIDES = re.compile(r"(?i)overrides:[ \t]*(?P<rule>\S+?)\.?")
_LONGEST_NAME = 40
STANDING = "Whenever "
"""How the text of a rule begins that holds for every question that it fits, whether that names it or not."""


@dataclass(frozen=True)
class RuleText:
    """A rule in words."""

    rule: str
    """Its id: "R7"."""
    name: str
    """As its heading has it: "Late"."""
    text: str
    overrides: str = ""
    """The id of the rule in whose place it stands; empty for none."""

    @property
    def is_standing(self) -> bool:
        """Whether it holds without being named."""
        return self.text.startswith(STANDING)


@dataclass
class _Begun:
    rule: str
    name: str
    line: int
    lines: list[str] = field(default_factory=list)
    overrides: str = ""


def read_rules(content: str, file: Path) -> list[RuleText]:
    """Return the rules of a handbook, in order. Raises ConfigError, which names the line, for what is none."""
    if len(content) > MOST_CHARACTERS:
        raise ConfigError(
            f"{file} has {len(content):,} characters: every prompt shows it whole; keep it to {MOST_CHARACTERS:,}"
        )
    begun = list(_begun(content, file))
    if not begun:
        raise ConfigError(f"{file} has no rule; begin each with a heading such as `## R7 Late`")
    rules = [RuleText(each.rule, each.name, "\n".join(each.lines).strip(), each.overrides) for each in begun]
    if fault := rules_fault(rules):
        raise ConfigError(f"{file}: {fault}")
    return rules


def _begun(content: str, file: Path) -> Iterator[_Begun]:
    now: _Begun | None = None
    for number, line in enumerate(content.splitlines(), start=1):
        heading = _HEADING.fullmatch(line.rstrip())
        if line.startswith("##") and heading is None:
            raise ConfigError(f"{file}, line {number}: {line.strip()!r} is no heading of a rule, such as `## R7 Late`")
        if heading is not None:
            if now is not None:
                yield now
            now = _Begun(heading["rule"], heading["name"], number)
        elif now is None:
            if line.strip() and not line.startswith("# "):
                raise ConfigError(f"{file}, line {number}: {line.strip()[:40]!r} stands before the first rule")
        elif (overrides := _OVERRIDES.fullmatch(line.strip())) is not None:
            now.overrides = overrides["rule"]
        else:
            now.lines.append(line.rstrip())
    if now is not None:
        yield now


def rules_fault(rules: Sequence[RuleText]) -> str | None:
    """Return what is wrong with rules as a whole, in words; None where nothing is."""
    if len(rules) > MOST_RULES:
        return f"it has {len(rules)} rules; keep it to {MOST_RULES}"
    before: dict[str, RuleText] = {}
    overridden: dict[str, str] = {}
    for each in rules:
        if fault := _fault(each, before):
            return fault
        if each.overrides and each.overrides not in before:
            return f"{each.rule} overrides {each.overrides}, which is no rule before it"
        if each.overrides in overridden:
            return f"{each.rule} overrides {each.overrides}, as {overridden[each.overrides]} does already"
        if each.overrides:
            overridden[each.overrides] = each.rule
        before[each.rule] = each
    return _names_fault([each for each in rules if each.rule not in overridden])


def _fault(rule: RuleText, before: Collection[str]) -> str | None:
    """Return what is wrong with a rule by itself, given the ids of those before it."""
    if rule.rule in before:
        return f"two rules are called {rule.rule}; give each an id of its own"
    if not rule.text:
        return f"{rule.rule} says nothing; write its text below the heading"
    if len(rule.name) > _LONGEST_NAME or not re.search(r"[A-Za-z]", rule.name):
        return f"{rule.rule} is called {rule.name!r}; give it a name of a few words"
    return None


def _names_fault(rules: Sequence[RuleText]) -> str | None:
    """Return which of the rules in force are called alike."""
    for one, other in combinations(rules, 2):
        names = one.name.casefold(), other.name.casefold()
        if names[0] in names[1] or names[1] in names[0]:
            return f"of the names of {one.rule} and {other.rule}, both in force, one is a part of the other; rename one"
    return None


def handbook_text(rules: Sequence[RuleText]) -> str:
    """Return rules as the handbook has them."""
    parts = []
    for each in rules:
        overrides = f"\n\noverrides: {each.overrides}" if each.overrides else ""
        parts.append(f"## {each.rule} {each.name}\n\n{each.text}{overrides}")
    return "\n\n".join(parts)
