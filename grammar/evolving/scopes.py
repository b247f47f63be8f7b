"""Scopes of standing rules: by what a question has to be told, or what it has to measure, for a rule to hold."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from company.records import Column
from grammar.evolving.catalogue import groups, measures
from grammar.slots import QUOTED, quoted, sayable
from grammar.steps.words import additive
from grammar.subject import Subject
from grammar.words import words

_FORMS = words("evolving")["rules"]["scopes"]
_TOLD, _ANYHOW, _SUMS, _MEANS = "told by", "measured", "added up", "averaged"
_OFTEN: Mapping[str, float] = {_TOLD: 0.8, _ANYHOW: 0.75, _MEANS: 0.4, _SUMS: 0.3}
"""Part of the questions that are told by a column of the few, or measure one, at all or in a way."""
_GROUPS, _NUMBERS = 3, 4
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
    """Yield scopes that a table and those linked to it allow, without end: each as often as questions are within it.

    There are none where no question can be.
    """
    few = [each for each in groups(subject) if each.distinct <= _MOST_LABELS and sayable(each.name)]
    numbers = [each for each in measures(subject) if sayable(each.name)]
    # The table's own first: most questions measure these.
    numbers = sorted(numbers, key=lambda each: each.name in subject.fetched)[:_NUMBERS]
    possible = [Scoped(_TOLD, _named(each, subject)) for each in few[:_GROUPS]]
    possible += [
        Scoped(how, _named(each, subject))
        for how in (_ANYHOW, _MEANS, _SUMS)
        for each in numbers
        if how != _SUMS or additive(each)
    ]
    chance.shuffle(possible)
    kinds, given = Counter(each.how for each in possible), Counter[Scoped]()
    while possible:
        scope = max(possible, key=lambda each: _OFTEN[each.how] / kinds[each.how] / (given[each] + 1))
        given[scope] += 1
        yield scope


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
