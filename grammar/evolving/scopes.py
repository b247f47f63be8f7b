"""Scopes of standing rules: by what a question has to be told, or what it has to measure, for a rule to hold."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from company.records import Column
from grammar.evolving.catalogue import groups, measures
from grammar.slots import QUOTED, quoted, sayable
from grammar.steps.words import additive
from grammar.subject import Subject
from grammar.words import words

_FORMS = words("evolving")["rules"]["scopes"]
_TOLD, _ANYHOW, _SUMS, _MEANS = "told by", "measured", "added up", "averaged"
_TURNS = (_ANYHOW, _TOLD, _ANYHOW, _TOLD, _MEANS, _TOLD, _SUMS, _TOLD, _MEANS, _SUMS)
"""How the scopes of a handbook take turns."""
_FEW = 4
"""Columns of either kind that scopes are about: those that most questions are about."""
_MOST_LABELS = 12
_CITED = rf"{QUOTED}(?: of `\w+`)?"
_READ = re.compile(
    rf"Whenever (?:a figure is told by (?P<by>{_CITED})|(?P<column>{_CITED}) is (?P<how>measured|added up|averaged)), "
    r"(?P<rest>.+)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Scoped:
    """What a standing rule goes by, and the rest of its text."""

    how: str
    column: str
    """By its name; of a linked table as "members.tariff"."""
    rest: str = ""

    @property
    def words(self) -> str:
        """How the rule begins."""
        table, _, name = self.column.rpartition(".")
        return str(_FORMS[self.how]).format(column=f"{quoted(name)} of `{table}`" if table else quoted(name))


def scopes(subject: Subject, chance: random.Random) -> Iterator[Scoped]:
    """Yield the scopes that a table and those linked to it allow: each column in one, then numbers in another."""
    few = [each for each in groups(subject) if each.distinct <= _MOST_LABELS]
    by = [_named(each, subject) for each in few if sayable(each.name)][:_FEW]
    numbers = [each for each in measures(subject) if sayable(each.name)]
    # The table's own first: most questions measure these.
    numbers = sorted(numbers, key=lambda each: each.name in subject.fetched)[: _FEW + 1]
    adding = {_named(each, subject) for each in numbers if additive(each)}
    names = [_named(each, subject) for each in numbers]
    taken: list[Scoped] = []
    chance.shuffle(by)
    for how in _TURNS:
        free = by if how == _TOLD else [each for each in names if how != _SUMS or each in adding]
        if free:
            taken.append(Scoped(how, free[0]))
            (by if how == _TOLD else names).remove(free[0])
    more = [Scoped(how, _named(each, subject)) for how in (_MEANS, _SUMS) for each in numbers]
    yield from taken
    yield from (each for each in more if each not in taken and (each.how == _MEANS or each.column in adding))


def _named(column: Column, subject: Subject) -> str:
    linked = subject.fetched.get(column.name)
    return f"{linked.name}.{column.name}" if linked else column.name


def scope_of(text: str) -> Scoped | None:
    """The scope of a rule's text; None where it has to be named, or begins in other words."""
    found = _READ.fullmatch(text)
    if found is None:
        return None
    name, _, table = (found["by"] or found["column"]).partition(" of `")
    bare = name[1:-1]
    return Scoped(found["how"] or _TOLD, f"{table[:-1]}.{bare}" if table else bare, found["rest"])
