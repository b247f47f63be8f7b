"""The progress of a review for who judges: how much is done, what they said themselves, and what it came to so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from company.reviewing.kinds import FormName, Kinds
from human_review.measured import UNCOUNTED, Share
from human_review.measures import spread
from human_review.measures_text import seconds_text
from human_review.store import Duty, ItemState
from human_review.store.blind import Own
from human_review.web.run_view import KindLine, interval, percent, shares

ENOUGH = 20
"""Decided items of a kind from which on it is told what share of them was accepted as written."""


@dataclass(frozen=True)
class KindDone:
    """How far a kind is, as it looks to a reader."""

    kind: str
    decided: int
    total: int
    open: int
    adjudication: int
    accepted: Share | None
    """Of what people decided; None where that is little, or on another form."""


@dataclass(frozen=True)
class KindRow(KindLine):
    """A kind's line for somebody who judges."""

    accepted: str
    """Of what was decided; a dash where that is little, or on another form."""


def own_overview(
    kinds: Kinds, seen: Iterable[tuple[str, ItemState, str | None, Duty | None, int]], own: Sequence[Own]
) -> dict[str, Any]:
    """Return what the page shows; `seen` are the items as they look to the reader, counted."""
    found = done_by_kind(kinds, seen)
    whole = Share(sum(each.decided for each in found), sum(each.total for each in found))
    return {
        "done": whole,
        "done_words": percent(whole),
        "done_bar": shares({"decided": whole.part, "left": whole.whole - whole.part}, plain=True),
        "rows": [_row(kinds, each) for each in found],
        "enough": ENOUGH,
        "own": [_own(kinds, each) for kind in kinds for each in own if each.kind == kind],
    }


def done_by_kind(kinds: Kinds, seen: Iterable[tuple[str, ItemState, str | None, Duty | None, int]]) -> list[KindDone]:
    """Return how far each kind is of which there are items; `seen` as for `own_overview`."""
    states: dict[str, Counter[str]] = defaultdict(Counter)
    decided: dict[str, Counter[str]] = defaultdict(Counter)
    for kind, state, word, by, number in seen:
        states[kind][state] += 0 if state in UNCOUNTED else number
        if state == "decided" and word is not None and by != "gold":
            decided[kind][word] += number
    return [_done(kinds[kind].form, kind, states[kind], decided[kind]) for kind in kinds if kind in states]


def _done(form: FormName, kind: str, states: Counter[str], decided: Counter[str]) -> KindDone:
    accepted = Share(decided["accept"], decided.total())
    return KindDone(
        kind=kind,
        decided=states["decided"],
        total=states.total(),
        open=states["open"],
        adjudication=states["adjudication"],
        accepted=accepted if form == "judge" and accepted.whole >= ENOUGH else None,
    )


def _row(kinds: Kinds, done: KindDone) -> KindRow:
    told = done.accepted
    return KindRow(
        kind=done.kind,
        title=kinds[done.kind].title,
        done=f"{done.decided:,} of {done.total:,}",
        bar=shares({"decided": done.decided, "left": done.total - done.decided}, plain=True),
        open=done.open,
        adjudication=done.adjudication,
        accepted=f"{percent(told)} of {told.whole:,} ({interval(told)})" if told else "–",
    )


def _own(kinds: Kinds, own: Own) -> dict[str, Any]:
    times = spread(own.seconds)
    return {
        "title": kinds[own.kind].title,
        "count": sum(own.said.values()),
        "bar": shares(own.said),
        "time": seconds_text(times.median) if times else "–",
    }
