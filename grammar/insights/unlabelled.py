"""Questions about many values and about two columns: shape, relation, and clusters."""

from __future__ import annotations

import random

from grammar import insight_words as words_of
from grammar.choice_drafts import Draft
from grammar.insights.drafts import Brief, claimed, filled, first_of, rows_of
from grammar.steps.base import plain

_MARGIN = 0.02
"""A correlation nearer than this to where another strength begins is left alone."""


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


def relation(r: str, one: str, other: str, brief: Brief, chance: random.Random, *, here: str = "") -> Draft:
    """Whether one column tells of another: the strength and the direction of a correlation, `r` in code."""
    words = {"one": one, "other": other, "here": here, "first": first_of(brief)}
    scale, weak, strong = chance.choice(words_of.RELATION_SCALES)
    bounds = {"none": (-1.0, weak), "weak": (weak, strong), "strong": (strong, 2.0)}
    claims = []
    for texts, strength, sign in words_of.RELATION:
        low, high = bounds[strength]
        size = f"{low + _MARGIN:.2f} < abs({r}) < {high - _MARGIN:.2f}"
        code = f"abs({r}) < {high - _MARGIN:.2f}" if not sign else f"{size} and {r} {'>' if sign > 0 else '<'} 0"
        claims.append((filled(texts, **words), code))
    question = chance.choice(words_of.RELATION_ASKS).format(scale=scale, **words)
    return claimed(question, claims, "another strength or direction")


def clusters(shares: str, brief: Brief, chance: random.Random) -> Draft:
    """How rows spread over clusters; `shares` is the series of their shares, in code."""
    words = {"rows": rows_of(brief), "first": first_of(brief)}
    bounds = {"top": f"{shares}.max()", "low": f"{shares}.min()"}
    claims = [(filled(texts, **words), code.format(**bounds)) for texts, code in words_of.CLUSTERS]
    return claimed(chance.choice(words_of.CLUSTER_ASKS).format(**words), claims, "sizes misjudged")


def apart_by_name(one: str, other: str) -> bool:
    """Whether two columns are not, by their names, made from each other."""
    return plain(one) not in plain(other) and plain(other) not in plain(one)
