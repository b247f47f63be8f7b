"""Questions about two columns and more: whether one tells of another, and which tells most."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grammar.choice_drafts import Draft
from grammar.insights.drafts import SAID, Brief, asked, both_of, in_words_of
from grammar.steps.base import plain

_CANDIDATES = 4
"""So many columns are compared at the fewest, and at the most two more."""
_UNRELATED = 0.25
"""How often it is asked about two columns that tell nothing of each other on any scale."""


def relation(r: str, value: float, one: str, other: str, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """Whether one column tells of another: the strength and the direction of a correlation, `r` in code.

    The scale is chosen by its `value`, so that no strength is right more often than others as far as it allows.
    """
    possible: dict[str, list[Mapping[str, Any]]] = {}
    for scale in SAID["relation"]["scales"]:
        if strength := _strength(abs(value), scale):
            possible.setdefault(strength, []).append(scale)
    if not possible or (set(possible) == {"none"} and chance.random() > _UNRELATED):
        return
    scale = chance.choice(possible[chance.choice(sorted(possible))])
    words = {"one": one, "other": other, **both_of(brief), "scale": scale["said"]}
    yield asked("relation", chance, words, {"r": r, **scale})


def _strength(size: float, scale: Mapping[str, Any]) -> str | None:
    """What a correlation of this size is on a scale; None near to where another strength begins."""
    low, high = scale["weak"]
    holds = {"none": size < scale["none"], "weak": low < size < high, "strong": size > scale["strong"]}
    return next((strength for strength, it_is in holds.items() if it_is), None)


def closest(
    name: str, target: str, columns: Sequence[str], brief: Brief, chance: random.Random, *, here: str
) -> Iterator[Draft]:
    """Which of several columns of a frame tells most about another one, where there are enough to choose among."""
    candidates = [column for column in columns if column != target and apart(column, target, brief)]
    if len(candidates) < _CANDIDATES:
        return
    compared = chance.sample(candidates, min(len(candidates), _CANDIDATES + 2))
    words = {"target": in_words_of(brief, target), "here": here, **both_of(brief)}
    code = {"name": name, "compared": compared, "target": target}
    said = [(in_words_of(brief, column), column) for column in compared]
    many = [{"label": label, "Label": label[:1].upper() + label[1:], "column": column} for label, column in said]
    yield asked("closest", chance, words, code, {"column": many})


def apart(one: str, other: str, brief: Brief) -> bool:
    """Whether two columns are not made from each other: neither by their names, nor as a sum and its part."""
    tied = {column["name"]: column.get("tied_to", ()) for column in brief["table"]["columns"]}
    bound = other in tied.get(one, ()) or one in tied.get(other, ())
    return not bound and plain(one) not in plain(other) and plain(other) not in plain(one)
