"""Questions about many values and about two columns: shape, relation, and clusters."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from grammar import insight_words as words_of
from grammar.choice_drafts import Draft
from grammar.insights.drafts import Brief, claimed, filled, first_of, rows_of
from grammar.steps.base import plain

_MARGIN = 0.02
"""A correlation nearer than this to where another strength begins, or to another correlation, is left alone."""
_TELLING = 0.1
"""A correlation of this strength says something."""
_CANDIDATES = 4
"""So many columns are compared at the fewest, and at the most two more."""
_UNRELATED = 0.25
"""How often it is asked about two columns that tell nothing of each other on any scale."""


def shape(s: str, what: str, chance: random.Random) -> Draft:
    """The shape of many values."""
    low, high = (f"{s}.quantile({share})" for share in (0.25, 0.75))
    outside = f"(({s} > {high} + 1.5 * ({high} - {low})) | ({s} < {low} - 1.5 * ({high} - {low}))).sum()"
    lean = f"({s}.mean() - {s}.median()) / {s}.std()"
    claims = [
        (texts, f"{f'abs({lean}) < 0.04' if leans == 'near' else f'{lean} {leans}'} and {outside} {some}")
        for texts, leans, some in words_of.SHAPE
    ]
    return claimed(chance.choice(words_of.SHAPE_ASKS).format(what=what), claims, "mean or outliers misread")


def relation(r: str, value: float, one: str, other: str, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """Whether one column tells of another: the strength and the direction of a correlation, `r` in code.

    The scale is chosen by its `value`, so that no strength is right more often than others as far as it allows.
    """
    possible: dict[str, list[Scale]] = {}
    for each in words_of.RELATION_SCALES:
        for strength, (low, high) in _bounds(each).items():
            if low + _MARGIN < abs(value) < high - _MARGIN:
                possible.setdefault(strength, []).append(each)
    if not possible or (set(possible) == {"none"} and chance.random() > _UNRELATED):
        return
    scale = chance.choice(possible[chance.choice(sorted(possible))])
    words = {"one": one, "other": other, "first": first_of(brief)}
    bounds = _bounds(scale)
    claims = []
    for texts, strength, sign in words_of.RELATION:
        low, high = bounds[strength]
        size = f"{low + _MARGIN:.2f} < abs({r}) < {high - _MARGIN:.2f}"
        code = f"abs({r}) < {high - _MARGIN:.2f}" if not sign else f"{size} and {r} {'>' if sign > 0 else '<'} 0"
        claims.append((filled(texts, **words), code))
    question = chance.choice(words_of.RELATION_ASKS).format(scale=scale[0], **words)
    yield claimed(question, claims, "another strength or direction")


Scale = tuple[str, float, float]


def _bounds(scale: Scale) -> dict[str, tuple[float, float]]:
    """From where to where a correlation has each strength on a scale."""
    _, weak, strong = scale
    return {"none": (-1.0, weak), "weak": (weak, strong), "strong": (strong, 2.0)}


def closest(
    name: str, target: str, columns: Sequence[str], brief: Brief, chance: random.Random, *, here: str
) -> Iterator[Draft]:
    """Which of several columns of a frame tells most about another one, where there are enough to choose among.

    All options read alike; how strong a relation is, or whether there is one, could be guessed.
    """
    candidates = [column for column in columns if column != target and apart_by_name(column, target)]
    if len(candidates) < _CANDIDATES:
        return
    compared = chance.sample(candidates, min(len(candidates), _CANDIDATES + 2))
    strengths = f"{name}[{compared!r}].corrwith({name}[{target!r}]).abs()"
    first = f"{strengths}.max() > max({_TELLING}, {strengths}.nlargest(2).iloc[-1] + {_MARGIN})"
    words = {"target": plain(target), "here": here, "first": first_of(brief)}
    claims = [
        (filled(words_of.CLOSEST, label=plain(column), **words), f"{strengths}.idxmax() == {column!r} and {first}")
        for column in compared
    ]
    yield claimed(chance.choice(words_of.CLOSEST_ASKS).format(**words), claims, "another is more closely related")


def clusters(shares: str, brief: Brief, chance: random.Random) -> Draft:
    """How rows spread over clusters; `shares` is the series of their shares, in code."""
    words = {"rows": rows_of(brief), "first": first_of(brief)}
    bounds = {"top": f"{shares}.max()", "low": f"{shares}.min()"}
    claims = [(filled(texts, **words), code.format(**bounds)) for texts, code in words_of.CLUSTERS]
    return claimed(chance.choice(words_of.CLUSTER_ASKS).format(**words), claims, "sizes misjudged")


def apart_by_name(one: str, other: str) -> bool:
    """Whether two columns are not, by their names, made from each other."""
    return plain(one) not in plain(other) and plain(other) not in plain(one)
