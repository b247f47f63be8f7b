"""The terms of a dialogue: of all that a table allows, those that are wanted, with a choice of values for each."""

from __future__ import annotations

import keyword
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grammar.evolving.catalogue import Known, catalogue, groups, measures
from grammar.evolving.forms import worded
from grammar.evolving.joined import JOINED
from grammar.evolving.looking_up import wide_subject
from grammar.evolving.ordered import ORDERED
from grammar.evolving.ranges import MOST, Choice
from grammar.evolving.relative import RELATIVE
from grammar.subject import Subject, names_beside
from grammar.voices import capital
from grammar.words import words

_TERMS = words("evolving")["terms"]
_SHARED = ("unit", "rounding", "rates")
"""Kinds whose terms draw from the same values: each takes others."""
_OF_ROWS = ("filter", "exclusion", "measure")
"""Kinds of which some ways look at several rows at once."""
_LEAVES_FEW, _LIMITS = ("filter", "rates"), ("line", "filter", "exclusion")
"""Kinds by whose columns no figures are told, and kinds whose columns are not measured."""
_COMPUTED = (*JOINED, *ORDERED, *RELATIVE)
_HIGHEST = frozenset(("ranked", "core", "above"))
_LOW = frozenset(("below", "most", "runaway", "tier", "capped"))
"""Ways of terms that keep the high values of a column alone, and of those that keep none of these, or not what they
differ in: nobody asks for the highest of which only the low ones count.
"""
_SPARE = 2
"""Values beside those that its versions need, so that one can be had for which it matters."""
_FIRST = 0.75
"""How often the most natural of the terms that are left is taken, rather than the next."""


def write_terms(brief: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `write_terms` brief: a term for each that is wanted.

    Raises LookupError for a kind of which the table has no more.
    """
    subject = wide_subject(brief["table"])
    is_open = not brief.get("no_columns_as_values")
    known = [term for term in catalogue(subject).values() if is_open or not term.takes_columns]
    questions = {each["question"]: tuple(map(str, each["columns"])) for each in brief.get("questions", ())}
    wanted = [
        _Wanted(
            *(str(each["slot"]), str(each["kind"]), int(each.get("versions", 1))),
            tuple(questions[number] for number in each.get("serves", ()) if number in questions),
        )
        for each in brief["wanted"]
    ]
    counts = Counter(each.kind for each in wanted)
    said = _numbers_said(subject)
    taken: list[Known] = []
    terms = []
    for each in wanted:
        kind, versions = each.kind, each.versions
        term = _chosen(each, known, subject, taken, chance)
        taken.append(term)
        before = sum(other.kind == kind for other in taken) - 1
        choices = _choices(term, taken[:-1], versions, (before, counts[kind]))
        silent = [one for one in choices if _bare(one.words) not in said]
        if len(silent) < max(versions, 3):
            silent = [one for one in term.choices if _bare(one.words) not in said][:MOST]
        choices = silent if len(silent) >= versions else choices
        chance.shuffle(choices)
        says = worded(chance.choice(_TERMS[kind][term.way]["says"]), {**term.gaps, "value": "{value}"}, chance)
        terms.append(
            {
                "slot": each.slot,
                "variable": term.variable,
                "name": term.name,
                "code": term.code,
                "candidates": [{"code": one.code, "words": one.words} for one in choices],
                "naive": term.naive,
                "says": capital(says),
            }
        )
    return {"terms": terms}


def _numbers_said(subject: Subject) -> set[str]:
    """Numbers in headers and labels: as a term's value they would be said where labels are."""
    labels = (value for column in subject.groups if not column.numeric for value, _ in column.values)
    names = (column.name for column in subject.var.columns)
    return {number for text in (*labels, *names) for number in re.findall(r"\d+(?:\.\d+)?", text)}


def _bare(words: str) -> str:
    return words.replace(",", "")


@dataclass(frozen=True)
class _Wanted:
    """What a term is to be."""

    slot: str
    kind: str
    versions: int
    serves: tuple[tuple[str, ...], ...]
    """The columns of each question that it is used for."""


def _chosen(
    wanted: _Wanted, known: Sequence[Known], subject: Subject, taken: Sequence[Known], chance: random.Random
) -> Known:
    """A term of a kind beside those that are taken: on columns of the questions that it serves, and on other ones than
    theirs as far as possible.
    """
    kind, versions, serves = wanted.kind, wanted.versions, wanted.serves
    columns = {column.name.lower() for column in subject.var.columns} | names_beside(subject.table)
    left = [term for term in known if term.kind == kind and _is_apart(term, taken) and _is_free(term.variable, columns)]
    if not left:
        raise LookupError(f"the table has no more terms of the kind {kind}")
    used = Counter(name for term in taken for name in term.columns)
    same = Counter(name for term in taken if term.kind == kind for name in term.columns)
    ways = Counter((term.way, *term.columns[:1]) for term in taken)

    rows = [term for term in taken if term.kind in _OF_ROWS]
    # Every other one of those that may looks at several rows at once: dialogues without any are too easy.
    is_due = 2 * sum(term.way in _COMPUTED for term in rows) <= len(rows)

    by = {column.name for column in groups(subject)}
    amounts = {column.name for column in measures(subject)}

    def strange(term: Known) -> int:
        """How many questions a term is not about, and of how many it takes the one column that figures need."""
        spared = by if term.kind in _LEAVES_FEW else amounts if term.kind in _LIMITS else set[str]()
        own = term.columns[:1]
        away = sum(name not in asked for asked in serves for name in own)
        return away + sum({*own} == spared & {*asked} for asked in serves)

    def crowded(term: Known) -> tuple[int, int, bool, int, int, int, int]:
        own = term.columns[:1]
        few = max(0, versions + _SPARE - len(term.choices) // (1 + sum(same[name] for name in own)))
        return (
            sum(_is_against(term, other) for other in taken),
            few,
            (term.way in _COMPUTED) is not is_due,
            strange(term),
            ways[term.way, *own],
            sum(same[name] for name in own),
            sum(used[name] for name in own),
        )

    least = min(map(crowded, left))
    best = [term for term in left if crowded(term) == least]
    # A table allows a way of some kinds for one column and another way for all: each way comes as often.
    way = chance.choice(list(dict.fromkeys(term.way for term in best)))
    best = [term for term in best if term.way == way]
    at = 0
    while at + 1 < len(best) and chance.random() > _FIRST / 2:
        at += 1
    return best[at]


def _is_against(one: Known, other: Known) -> bool:
    """Whether one term keeps the high values of a column alone, and the other none of these as they are."""
    ways = {one.way, other.way}
    return one.columns[:1] == other.columns[:1] and bool(ways & _HIGHEST) and bool(ways & _LOW)


def _is_apart(term: Known, taken: Sequence[Known]) -> bool:
    """Whether no name is a part of another."""
    names = [other.name.lower() for other in taken] + [other.variable for other in taken]
    own = (term.name.lower(), term.variable)
    return not any(one in other or other in one for one in own for other in names)


def _is_free(variable: str, columns: set[str]) -> bool:
    return variable not in columns and not keyword.iskeyword(variable) and variable not in ("df", "pd", "np")


def _choices(term: Known, others: Sequence[Known], versions: int, place: tuple[int, int]) -> list[Choice]:
    """The values that a term may have: none that another term of its kind may have too, as far as there are enough.

    `place` is its own among those of its kind, and how many these are.
    """
    alike = [other for other in others if other.kind == term.kind and other.columns == term.columns]
    at, count = place if term.kind in _SHARED else (len(alike), len(alike) + 1)
    own = list(term.choices[at::count])
    return (own if len(own) > versions else list(term.choices))[:MOST]
