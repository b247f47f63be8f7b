"""Captions of one figure that each say something else: for a choice of which one is to be made untrue."""

from __future__ import annotations

import random
from typing import Any

from grammar.captioning.forms import Chart, Saying, clear_claims
from grammar.captioning.telling import KIND_OF, axes, capital, ended, split

_TRENDS = 0.7
"""How often a trend is told, where there is one."""
_LEAST = 4
"""Captions of a choice: for as many, something may be said that sheds a little light on something else."""


def captions_apart(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `captions_apart` brief: what is shown, and one thing that is to be seen, in each another.

    As far as there is enough to say, none sheds light on another: what is made untrue contradicts the figure alone.
    """
    chart = Chart.of(brief["drawn"])
    claims = list(clear_claims(chart))
    chance.shuffle(claims)
    # Of each kind one, then of each another: a figure has many values, and few lines that lie above another.
    kinds = [KIND_OF[claim.form] for claim in claims]
    # Trends come before what rules them out: where the values of a line are told, its trend may be guessed.
    first = "trend" if chance.random() < _TRENDS else ""
    order = sorted(range(len(claims)), key=lambda at: (kinds[:at].count(kinds[at]), kinds[at] != first, at))
    claims = [claims[at] for at in order]
    shown = capital(axes(chart, chance))
    if brief.get("kept"):
        shown = split(brief["kept"][0])[0]  # what is plotted is said in the same words in all captions
    kept: list[Saying] = []
    for most, rule in ((brief["captions"], _apart), (_LEAST, _other)):
        for claim in claims:
            if len(kept) < most and KIND_OF[claim.form] != "ends" and all(rule(claim, each) for each in kept):
                kept.append(claim)
    return {"captions": [f"{ended(shown)} {ended(capital(claim.said(chance)))}" for claim in kept]}


def _apart(one: Saying, other: Saying) -> bool:
    """Whether two claims have nothing to do with one another."""
    kinds = {KIND_OF[one.form], KIND_OF[other.form]}
    shared = _series(one) & _series(other)
    return not (shared and kinds in ({"trend", "value"}, {"extreme"})) and _other(one, other)


def _other(one: Saying, other: Saying) -> bool:
    """Whether two claims are about different quantities, and none follows from the other by itself."""
    kinds, shared = {KIND_OF[one.form], KIND_OF[other.form]}, _series(one) & _series(other)
    if kinds <= {"pair", "place"}:
        return len(_series(one) | _series(other)) > 2  # two lines are compared once
    if kinds == {"reach"} or (shared and kinds in ({"trend"}, {"trend", "extreme"})):
        return False
    if shared and kinds <= {"extreme", "value"}:
        return one.slots["p"] != other.slots["p"] and not (kinds == {"extreme"} and one.form == other.form)
    return (one.form, one.slots) != (other.form, other.slots)


def _series(claim: Saying) -> frozenset[str]:
    return frozenset(claim.slots[slot] for slot in "st" if slot in claim.slots) or frozenset({""})
