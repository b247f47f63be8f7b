"""Scopes of standing rules: by what a question has to be told, or what it has to measure, for a rule to hold."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from grammar.evolving.catalogue import groups, measures
from grammar.slots import QUOTED, quoted, sayable
from grammar.steps.words import additive
from grammar.subject import Subject
from grammar.words import words

_FORMS = words("evolving")["rules"]["scopes"]
_TOLD, _ANYHOW, _SUMS, _MEANS = "told by", "measured", "added up", "averaged"
_TURNS = (_TOLD, _ANYHOW, _TOLD, _MEANS, _SUMS, _TOLD)
"""How the scopes of a handbook take turns."""
_FEW = 3
"""Columns of either kind that scopes are about: those that most questions are about."""
_READ = re.compile(
    rf"Whenever (?:a figure is told by (?P<by>{QUOTED})|(?P<column>{QUOTED}) is (?P<how>measured|added up|averaged)), "
    r"(?P<rest>.+)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Scoped:
    """What a standing rule goes by, and the rest of its text."""

    how: str
    column: str
    rest: str = ""

    @property
    def words(self) -> str:
        """How the rule begins."""
        return str(_FORMS[self.how]).format(column=quoted(self.column))


def scopes(subject: Subject, chance: random.Random) -> Iterator[Scoped]:
    """Yield the scopes that a table allows, each column in one of them before any is in two."""
    by = [each.name for each in groups(subject) if sayable(each.name)][:_FEW]
    numbers = [each for each in measures(subject) if sayable(each.name)][: _FEW + 1]
    chance.shuffle(by)
    chance.shuffle(numbers)
    adding = {each.name for each in numbers if additive(each)}
    names = [each.name for each in numbers]
    for how in _TURNS:
        free = by if how == _TOLD else [each for each in names if how != _SUMS or each in adding]
        if free:
            yield Scoped(how, free[0])
            (by if how == _TOLD else names).remove(free[0])


def scope_of(text: str) -> Scoped | None:
    """The scope of a rule's text; None where it has to be named, or begins in other words."""
    found = _READ.fullmatch(text)
    if found is None:
        return None
    return Scoped(found["how"] or _TOLD, (found["by"] or found["column"])[1:-1], found["rest"])
