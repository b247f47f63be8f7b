"""Which axes of one portrait are which of another, and which series."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from company.results.likeness.assignment import assignment
from company.results.likeness.content import Panel
from company.results.likeness.mark import Mark
from company.results.likeness.values import likeness_of_marks

MOST_PAIRS = 40_000
"""Pairs of series that are compared; where there would be more, series and axes are taken in their order."""


@dataclass(frozen=True, eq=False)
class Pair:
    """Two series that are held against each other."""

    one: Mark
    other: Mark
    share: float
    """Of the values of `one` that `other` has."""
    channels: dict[str, str]
    """Which channel of `other` holds the values of which channel of `one`."""


@dataclass(frozen=True, eq=False)
class PanelPair:
    """Two axes that are held against each other, and the pairs of series on them."""

    one: Panel
    other: Panel
    pairs: list[Pair]


def paired(ours: list[Panel], theirs: list[Panel]) -> list[PanelPair]:
    """Return the pairs of axes that are most like each other, all together, each with its pairs of series."""
    count = sum(len(one.marks) for one in ours) * sum(len(other.marks) for other in theirs)
    if count > MOST_PAIRS:
        return [PanelPair(one, other, in_turn(one, other)) for one, other in zip(ours, theirs, strict=False)]
    same = [pair_of(one, other) for one, other in zip(ours, theirs, strict=False)]
    settled = {place: pair for place, pair in enumerate(same) if is_whole(pair)}
    rows = [row for row in range(len(ours)) if row not in settled]
    columns = [column for column in range(len(theirs)) if column not in settled]
    found = {
        (at, to): same[row] if row == column else pair_of(ours[row], theirs[column])
        for at, row in enumerate(rows)
        for to, column in enumerate(columns)
    }
    worth = np.zeros((len(rows), len(columns)))
    for place, pair in found.items():
        worth[place] = worth_of(pair)
    return [*settled.values(), *(found[place] for place in assignment(-worth))]


def is_whole(pair: PanelPair) -> bool:
    """Return whether two axes show the same at the same place, so that neither goes better with another one."""
    one, other = pair.one, pair.other
    words = all(one.page.get(key) == other.page.get(key) for key in ("title", "xlabel", "ylabel"))
    return (
        words
        and one.cell == other.cell
        and len(one.marks) == len(other.marks) == len(pair.pairs)
        and all(is_same_mark(each) for each in pair.pairs)
    )


def is_same_mark(pair: Pair) -> bool:
    """Return whether two series are the same, so that neither goes better with another one."""
    return pair.share == 1.0 and pair.one.kind == pair.other.kind and pair.one.name == pair.other.name


def in_turn(one: Panel, other: Panel) -> list[Pair]:
    """Return the series of two axes in their order."""
    pairs = zip(one.marks, other.marks, strict=False)
    return [Pair(a, b, *likeness_of_marks(a, b, logs_of(one.page, a))) for a, b in pairs]


def pair_of(one: Panel, other: Panel) -> PanelPair:
    """Return two axes with the pairs of series that are most like each other; those that are the same come first."""
    settled: list[Pair] = []
    rest: list[Mark] = []
    left = list(other.marks)
    for mark in one.marks:
        alike = (each for each in left if (each.kind, each.name, each.length) == (mark.kind, mark.name, mark.length))
        tried = (Pair(mark, each, *likeness_of_marks(mark, each, logs_of(one.page, mark))) for each in alike)
        found = next((each for each in tried if is_same_mark(each)), None)
        if found is None:
            rest.append(mark)
        else:
            settled.append(found)
            left = [each for each in left if each is not found.other]
    made = {
        (row, column): Pair(a, b, *likeness_of_marks(a, b, logs_of(one.page, a)))
        for row, a in enumerate(rest)
        for column, b in enumerate(left)
    }
    worth = np.zeros((len(rest), len(left)))
    for place, pair in made.items():
        worth[place] = pair.share + 0.1 * (pair.one.kind == pair.other.kind) + 0.05 * (pair.one.name == pair.other.name)
    return PanelPair(one, other, [*settled, *(made[place] for place in assignment(-worth))])


def worth_of(pair: PanelPair) -> float:
    """Return how much is gained by taking two axes for each other; place and words settle what the data leave."""
    shares = sum(each.share + 0.1 * (each.one.kind == each.other.kind) for each in pair.pairs)
    total = 2 * shares / (len(pair.one.marks) + len(pair.other.marks))
    one, other = pair.one, pair.other
    told = ("title", "xlabel", "ylabel")
    words = sum(bool(one.page.get(key)) and one.page.get(key) == other.page.get(key) for key in told)
    return float(total + 0.01 * (one.cell == other.cell) + 0.003 * words)


def logs_of(page: Any, mark: Mark) -> tuple[str, ...]:
    """Return the channels of a mark that are drawn by their logarithms."""
    scales = {axis: page["scales"].get(axis) == "log" for axis in "xyz"}
    if mark.form.startswith("lying"):
        scales |= {"x": scales["y"], "y": scales["x"]}
    found = [name for name in mark.channels if scales.get(name[:1] if name[1:2] in ("", "_") else "", False)]
    return (*found, *(("value",) if "LogNorm" in mark.form and "value" in mark.channels else ()))
