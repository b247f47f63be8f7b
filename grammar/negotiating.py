"""Which concrete conditions a client brings to questions, and how references to questions are said and read."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from company.records import Column
from grammar.analyses.forms import form_of
from grammar.interview import columns_in
from grammar.narrowing import bare
from grammar.scene import FEW
from grammar.slots import QUOTED, Condition, sayable
from grammar.steps.conditions import condition, kept_share, tidy
from grammar.subject import Subject, is_flat, shuffled
from grammar.voices import ORDINALS

_FEWEST = 60
"""Rows that a question should be left with, where the table has them: its best tenth is compared with the rest."""
_PICKING = ("eq", "in")
_LEAST, _MOST, _MANY = 0.12, 0.85, 300
"""Part of the rows that a condition may leave, and rows that are enough whatever part they are."""
_YEARS = 5
"""Years that people count from are multiples of this."""
_MAIN_KINDS = (3, 4, 5)
"""How many kinds one keeps to among many."""
_FAR, _FURTHEST = 5.0, 15.0
"""How many interquartile ranges beyond a quartile is too far, where a value lies so far as to decide a result."""


Wish = tuple[Condition, str]
"""A condition that a client brings, and what kind of reason there is for it, as in plans.toml."""


def _compared(question: Mapping[str, Any], subject: Subject) -> set[str]:
    """The columns that a question itself is about."""
    text = bare(question["text"])
    form = form_of(text)
    return {*columns_in(text, subject), *question["columns"][: len(form.slots) if form else 0]}


def bears(one: Condition, question: Mapping[str, Any], near: Iterable[str], subject: Subject) -> bool:
    """Whether a question says as much among the rows that meet a condition.

    It does not where the condition is on what it or the scenario (`near`) is about, or on a sum, a part or a mirror of
    that, nor where it may leave a column with hardly any values, or hardly more than one.
    """
    form = form_of(bare(question["text"]))
    if form is not None and "gappy" in form.slots.values():
        return False
    compared = [name for name in {*_compared(question, subject), *near} if name in subject.var.named]
    alike = [one[0], *subject.var.named[one[0]].tied_to]
    if one[0] in compared or any(subject.is_tied(name, compared) for name in alike):
        return False
    columns = [subject.var.named[name] for name in compared]
    hollow = any(is_flat(column) or column.missing * 5 >= subject.var.rows for column in columns)
    return not hollow and not _may_fix(one, compared, subject)


def populations(
    questions: Sequence[Mapping[str, Any]],
    near: Sequence[str],
    subject: Subject,
    cared: tuple[Sequence[str], Sequence[tuple[str, str]]],
    chance: random.Random,
) -> list[tuple[Wish, list[int]]]:
    """Return what rows a client may care for in several questions, with the questions that bear it, the best first."""
    offers: list[tuple[bool, float, Wish, list[int]]] = []
    for wish in (*_favoured(cared[1], subject), *_parts(cared[0], subject, chance)):
        places = [place for place, asked in enumerate(questions) if bears(wish[0], asked, near, subject)]
        if len(places) > 1 and _selects(wish[0], subject):
            rank = chance.random() * len(questions) / 2 - len(places)
            offers.append((wish[1] != "favoured", rank, wish, places))
    return [(wish, places) for *_, wish, places in sorted(offers, key=lambda each: each[:2])]


def own_wishes(
    question: Mapping[str, Any], near: Sequence[str], subject: Subject, liked: Sequence[str], chance: random.Random
) -> list[Wish]:
    """Return conditions that one question by itself gives a reason for: its main kinds, or a part."""
    form = form_of(bare(question["text"]))
    columns = [subject.var.named[name] for name in sorted(_compared(question, subject)) if name in subject.var.named]
    found: list[Wish] = []
    if form is not None and form.phase in ("compare", "relate") and not any(map(is_flat, columns)):
        found = [(made, "kinds") for each in columns if (made := _main_kinds(each, subject, chance))]
    parts = [wish for wish in _parts(liked, subject, chance) if _selects(wish[0], subject)]
    rest = [wish for wish in parts if bears(wish[0], question, near, subject)]
    return [*shuffled(found, chance), *rest] if chance.random() < 0.7 else [*rest, *found]


def _main_kinds(column: Column, subject: Subject, chance: random.Random) -> Condition | None:
    """The few kinds of a group that most rows are of, where there are many; each with enough rows to be compared."""
    size = chance.choice(_MAIN_KINDS)
    known = [(value, count) for value, count in column.values[:size] if count >= _enough(subject) / 2]
    made = (column.name, "in", tuple(value for value, _ in known))
    is_some = column in subject.groups and not column.numeric and len(known) == size <= column.distinct - 3
    return made if is_some and all(sayable(value) for value, _ in known) else None


def caps(questions: Sequence[Mapping[str, Any]], subject: Subject) -> dict[Condition, list[int]]:
    """Return what leaves out values that would decide a result by themselves, with every question that they sway."""
    found: dict[Condition, list[int]] = {}
    for place, question in enumerate(questions):
        form = form_of(bare(question["text"]))
        for letter, name in zip(form.slots if form else (), question["columns"], strict=False):
            column = subject.var.named.get(name)  # None where the brief names it and tells nothing of it
            edge = _without_extremes(column) if column is not None else None
            if form and letter in form.swayed and edge is not None:
                found.setdefault(edge, []).append(place)
    return found


def _without_extremes(column: Column) -> Condition | None:
    """All but what is far beyond the rest; None where nothing is by far the furthest."""
    if not column.quartiles or column.role != "measure" or not column.numeric:
        return None
    low, _, high = column.quartiles
    span, least, most = high - low, column.minimum, column.maximum
    if span and isinstance(most, float) and most > high + _FURTHEST * span:
        return column.name, "le", tidy(high + _FAR * span)
    is_low = span and isinstance(least, float) and least < low - _FURTHEST * span
    return (column.name, "ge", tidy(low - _FAR * span)) if is_low else None


def _favoured(values: Sequence[tuple[str, str]], subject: Subject) -> Iterator[Wish]:
    """The client's favoured values as conditions."""
    by_column: dict[str, list[str]] = {}
    for name, value in values:
        column = subject.var.named[name]
        if not column.numeric and value in dict(column.values):
            by_column.setdefault(name, []).append(value)
    for name, known in by_column.items():
        yield (name, "eq", known[0]) if len(known) == 1 else (name, "in", tuple(known)), "favoured"


def _parts(liked: Sequence[str], subject: Subject, chance: random.Random) -> Iterator[Wish]:
    """Parts of the rows that somebody may be responsible for: groups, the last years, one side of a measure."""
    names = [*liked, *(column.name for column in shuffled(subject.groups, chance))]
    for column in (*subject.dates, *(subject.var.named[name] for name in dict.fromkeys(names))):
        if column.missing * 5 >= subject.var.rows or column.name == subject.main:
            continue
        if column.role == "date" and column.numeric and column.quartiles:
            yield (column.name, "ge", int(column.quartiles[1]) // _YEARS * _YEARS), "recent"
        made = condition(column, chance) if column in (*subject.groups, *subject.measures) else None
        is_idle = made is not None and made[1] in ("ge", "le") and made[2] in (column.minimum, column.maximum)
        if made is not None and made[1] in ("eq", "in", "gt", "ge", "le") and not is_idle:
            yield made, "part" if made[1] in _PICKING else "side"


def _selects(one: Condition, subject: Subject) -> bool:
    part = kept_share(one, subject.var)
    rows = part * subject.var.rows
    return part <= _MOST and rows >= _enough(subject) and (part >= _LEAST or rows >= _MANY)


def _may_fix(one: Condition, others: Iterable[str], subject: Subject) -> bool:
    """Whether picking values of a column may leave another one with a single value, as a suburb lies in one region."""
    name, comparison, _ = one
    columns = subject.var.named
    count = columns[name].distinct
    return comparison in _PICKING and count > FEW and any(columns[other].distinct <= count for other in others)


def _enough(subject: Subject) -> float:
    return min(_FEWEST, max(3, subject.var.rows * 0.2))


_ORDINAL = re.compile(
    r"\b(?:(" + "|".join(ORDINALS) + r")|(\d{1,3})(?:st|nd|rd|th)|questions? (\d{1,3})|Q(\d{1,3}))\b", re.I
)


def referred(text: str, count: int) -> list[int]:
    """0-based positions of the questions that a sentence refers to."""
    found: list[int] = []
    for word, *digits in _ORDINAL.findall(re.sub(QUOTED, "", text)):  # a value may be the '1st Round'
        position = ORDINALS.index(word.lower()) if word else int(next(digit for digit in digits if digit)) - 1
        if 0 <= position < count and position not in found:
            found.append(position)
    if re.search(r"\blast (question|one)\b", text, re.IGNORECASE) and count - 1 not in found:
        found.append(count - 1)
    return found


def named_columns(text: str, subject: Subject) -> list[str]:
    """Columns that a sentence names between quotes."""
    quotes = [single or double for single, double in re.findall(r"'([^'\n]+)'|\"([^\"\n]+)\"", text)]
    known = {column.name for column in subject.var.columns}
    return [name for name in dict.fromkeys(quotes) if name in known]
