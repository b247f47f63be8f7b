"""Which concrete conditions a client brings to a question, and how references to questions are said and read."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from company.records import Column
from grammar.analyses.forms import form_of
from grammar.interview import columns_in
from grammar.narrowing import bare
from grammar.scene import FEW, is_place
from grammar.slots import Condition
from grammar.steps.conditions import condition
from grammar.subject import Subject, shuffled
from grammar.voices import ORDINALS

_FEWEST = 60
"""Rows that a question should be left with, where the table has them: its best tenth is compared with the rest."""
_PICKING = ("eq", "in")


def wishes(
    question: Mapping[str, Any],
    subject: Subject,
    cared: tuple[Sequence[str], Sequence[tuple[str, str]]],
    used: Counter[Condition],
    chance: random.Random,
) -> list[Condition]:
    """One or two conditions on a question that follow from what a client cares about (columns, favoured values).

    Empty where no column lends itself to one: the question then stays on the whole table.
    """
    liked, values = cared
    text = bare(question["text"])
    form = form_of(text)
    compared = {*columns_in(text, subject), *question["columns"][: len(form.slots) if form else 0]}
    offered = _favoured(compared, values, subject, chance) + _limits(question, compared, liked, subject, chance)
    fresh = sorted(
        (
            one
            for one in dict.fromkeys(offered)
            if used[one] < 2 and _selects(one, subject) and not _may_fix(one, compared, subject)
        ),
        key=lambda one: (
            used[one] + (0.0 if one[0] in question["columns"] or one[0] in liked else 0.5) + chance.random()
        ),
    )
    if not fresh:
        return []
    found = fresh[:1]
    second = next((one for one in fresh[1:] if one[0] != found[0][0] and _independent(one, found[0], subject)), None)
    kept = share(found[0], subject) * (share(second, subject) if second else 0) * subject.var.rows
    if second and kept >= 2 * _enough(subject) and chance.random() < 0.22:
        found.append(second)
    used.update(found)
    return found


def _selects(one: Condition, subject: Subject) -> bool:
    part = share(one, subject)
    return part <= 0.9 and part * subject.var.rows >= _enough(subject)


def _may_fix(one: Condition, others: Iterable[str], subject: Subject) -> bool:
    """Whether picking values of a column may leave another one with a single value, as a suburb lies in one region."""
    name, comparison, _ = one
    columns = subject.var.named
    count = columns[name].distinct
    return comparison in _PICKING and count > FEW and any(columns[other].distinct <= count for other in others)


def _independent(one: Condition, other: Condition, subject: Subject) -> bool:
    return not _may_fix(one, other[:1], subject) and not _may_fix(other, one[:1], subject)


def _enough(subject: Subject) -> float:
    return min(_FEWEST, max(3, subject.var.rows * 0.2))


def _favoured(
    compared: set[str], values: Sequence[tuple[str, str]], subject: Subject, chance: random.Random
) -> list[Condition]:
    """The client's favoured values as conditions, unless the question compares the very groups they belong to."""
    by_column: dict[str, list[str]] = {}
    for name, value in values:
        column = subject.var.named[name]
        if name not in compared and not column.numeric and value in dict(column.values):
            by_column.setdefault(name, []).append(value)
    if chance.random() < 0.3:
        return []
    return [
        (name, "eq", found[0]) if len(found) == 1 else (name, "in", tuple(found)) for name, found in by_column.items()
    ]


def _limits(
    question: Mapping[str, Any], compared: set[str], liked: Sequence[str], subject: Subject, chance: random.Random
) -> list[Condition]:
    """Thresholds and groups of columns beside those that the question itself is about.

    A limit on what is compared would take away a part of the answer.
    """
    near = [name for name in dict.fromkeys([*question["columns"], *liked]) if name in subject.words]
    far = [column.name for column in shuffled([*subject.measures, *subject.groups], chance)][:4]
    names = [name for name in dict.fromkeys([*near, *far]) if name not in compared]
    columns = [subject.var.named[name] for name in names if not is_place(name)]
    return [made for column in columns if not _numbering(column, subject) and (made := condition(column, chance))]


def _numbering(column: Column, subject: Subject) -> bool:
    """Whether numbers tell the rows apart, as a place in a list does, rather than measure them."""
    return column.numeric and column.dtype.startswith("int") and column.distinct >= 0.95 * subject.var.rows


def share(one: Condition, subject: Subject) -> float:
    """About which part of the rows meets a condition, as far as the profile tells."""
    name, comparison, operand = one
    column = subject.var.named[name]
    if comparison in ("eq", "in", "ne") and column.values:
        counts = dict(column.values)
        wanted = operand if isinstance(operand, tuple) else (operand,)
        kept = sum(counts.get(str(value), 0) for value in wanted) / max(subject.var.rows, 1)
        return 1 - kept if comparison == "ne" else kept
    return 0.25 if comparison in ("gt", "ge") else 0.4


_ORDINAL = re.compile(
    r"\b(?:(" + "|".join(ORDINALS) + r")|(\d{1,3})(?:st|nd|rd|th)|questions? (\d{1,3})|Q(\d{1,3}))\b", re.I
)


def referred(text: str, count: int) -> list[int]:
    """0-based positions of the questions that a sentence refers to."""
    found: list[int] = []
    for word, *digits in _ORDINAL.findall(text):
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
