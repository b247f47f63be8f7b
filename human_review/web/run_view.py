"""Figures as the run page shows them: rows of words and bars, ready to be written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.reviewing.kinds import FormName, Kinds
from human_review.agreement import Agreement
from human_review.drift import Course
from human_review.measured import Counts, KindCounts, Quality, Share, Spread
from human_review.measures_text import left_text, seconds_text, time_text
from human_review.resampling import Measure
from human_review.solved import HumanAccuracy
from human_review.web.words import FORM_WORDS

MOST_PERSONAS = 100
ORDER = ("accept", "edit", "reject")
TONES = {"accept": "good", "edit": "warn", "reject": "bad"}
WORDS = {"accept": "accepted", "edit": "edited", "reject": "rejected", "choose": "chosen"}


@dataclass(frozen=True)
class Part:
    """A part of a bar."""

    word: str
    count: int
    start: float
    width: float
    """Both of 100."""
    tone: str


@dataclass(frozen=True)
class Bar:
    """A bar and the words that say the same."""

    parts: tuple[Part, ...]
    words: str


@dataclass(frozen=True)
class KindLine:
    """What everybody is told of a kind's items."""

    kind: str
    title: str
    done: str
    bar: Bar
    open: int
    adjudication: int


@dataclass(frozen=True)
class KindRow(KindLine):
    """A kind's line for a lead."""

    said: Bar
    usable: str


def overview(kinds: Kinds, counts: Counts) -> dict[str, Any]:
    """Return the part of the run page that is shown at once."""
    return {
        "counts": counts,
        "done": percent(counts.done),
        "done_bar": shares({"decided": counts.done.part, "left": counts.done.whole - counts.done.part}, plain=True),
        "usable": percent(counts.usable, 1),
        "usable_interval": interval(counts.usable),
        "adjudicated": percent(counts.adjudicated, 1),
        "rows": [_kind_row(kinds, each) for each in counts.kinds],
        "personas": [(each, shares(each.said), sum(each.said.values())) for each in counts.personas[:MOST_PERSONAS]],
        "personas_left": max(0, len(counts.personas) - MOST_PERSONAS),
    }


def details(kinds: Kinds, counts: Counts, quality: Quality) -> dict[str, Any]:
    """Return the part of the run page that takes time to compute."""
    return {
        "left": quality.left,
        "left_words": "" if quality.left is None else left_text(quality.left),
        "left_people": _left(quality),
        "agreements": _agreements(kinds, quality),
        "matrices": _matrices(kinds, counts, quality),
        "solved": [_solved(each) for each in quality.solved],
        "efforts": [(kinds[kind].title, spread_words(each), each.count) for kind, each in quality.seconds.items()],
        "distances": [
            (kinds[kind].title, name or "all that was edited", _percents(each), each.count)
            for kind, found in quality.distances.items()
            for name, each in found.items()
        ],
        "people": [_person(each.name, each.reviewer, each.said, quality) for each in counts.people],
    }


def _left(quality: Quality) -> list[tuple[str, str, str]]:
    people = quality.left.people if quality.left is not None else ()
    return [(each.name, f"{each.verdicts:,.0f}", time_text(each.time)) for each in people]


def shares(said: Mapping[str, int], *, plain: bool = False) -> Bar:
    """Return a bar of verdicts: accept, edit, reject first, then the most frequent. Plain: as given, without words."""
    words = sorted(said, key=lambda word: (ORDER.index(word) if word in ORDER else len(ORDER), -said[word], word))
    words = list(said) if plain else words
    total, start, parts = sum(said.values()), 0.0, []
    for word in words:
        width = 100 * said[word] / total if total else 0.0
        parts.append(Part(word, said[word], start, width, TONES.get(word, "rest" if word == "left" else "plain")))
        start += width
    told = [f"{100 * said[word] / total:.0f} % {WORDS.get(word, word)}" for word in words if said[word]]
    return Bar(tuple(parts), "" if plain else ", ".join(told))


def percent(share: Share, places: int = 0) -> str:
    """Return a share in per cent; a dash of nothing."""
    return "–" if share.value is None else f"{100 * share.value:.{places}f} %"


def interval(share: Share) -> str:
    """Return the interval of a share; nothing of nothing."""
    return "" if share.interval is None else f"{100 * share.interval[0]:.0f} to {100 * share.interval[1]:.0f} %"


def spread_words(spread: Spread) -> tuple[str, str]:
    """Return a median time, and where the middle half lies."""
    return seconds_text(spread.median), f"{seconds_text(spread.first)} to {seconds_text(spread.third)}"


def _percents(spread: Spread) -> tuple[str, str]:
    return f"{100 * spread.median:.0f} %", f"{100 * spread.first:.0f} to {100 * spread.third:.0f} %"


def _kind_row(kinds: Kinds, kind: KindCounts) -> KindRow:
    return KindRow(
        kind=kind.kind,
        title=kinds[kind.kind].title,
        done=f"{kind.done.part:,} of {kind.total:,}",
        bar=shares({"decided": kind.done.part, "left": kind.total - kind.done.part}, plain=True),
        open=kind.states.get("open", 0),
        adjudication=kind.states.get("adjudication", 0),
        said=shares(kind.said),
        usable=_usable(kinds, kind),
    )


def _usable(kinds: Kinds, kind: KindCounts) -> str:
    """Return the share of a kind that was usable as it was, beside a published one of the like."""
    if not kind.usable.whole:
        return "–"
    other = kinds[kind.kind].published
    beside = "" if other is None else f"; {other.where} {100 * other.share:.1f} %"
    return f"{percent(kind.usable)} of {kind.usable.whole:,} ({interval(kind.usable)}){beside}"


def _agreements(kinds: Kinds, quality: Quality) -> list[dict[str, Any]]:
    """Return a table for each form: its kinds, with every measure and class that one of them has."""
    tables: dict[FormName, list[Agreement]] = {}
    titles: dict[int, tuple[str, int]] = {}
    for kind, found in quality.agreements.items():
        if found.items:
            tables.setdefault(found.form, []).append(found)
            titles[id(found)] = kinds[kind].title, found.items
    return [
        {
            "title": FORM_WORDS[form],
            "measures": (measures := list(dict.fromkeys(name for each in rows for name in each.measures))),
            "classes": (classes := list(dict.fromkeys(name for each in rows for name in each.classes))),
            "rows": [
                (
                    *titles[id(each)],
                    [_measure(each.measures.get(name)) for name in measures]
                    + [_measure(each.classes.get(name)) for name in classes],
                )
                for each in rows
            ],
        }
        for form, rows in tables.items()
    ]


def _matrices(kinds: Kinds, counts: Counts, quality: Quality) -> list[dict[str, Any]]:
    """Return for each kind that more than two people judged who agrees with whom: a row and a column for each."""
    names = {each.reviewer: each.name for each in counts.people}
    found = []
    for kind, told in quality.agreements.items():
        if len(told.pairs) < 2:
            continue
        people = sorted({each for pair in told.pairs for each in (pair.one, pair.other)})
        cells = {(one, other): ("–", "") for one in people for other in people}
        for pair in told.pairs:
            value, rest = _measure(pair.kappa)
            cells[pair.one, pair.other] = cells[pair.other, pair.one] = value, f"{rest} on {pair.items:,}".strip()
        rows = [(names.get(one, str(one)), [cells[one, other] for other in people]) for one in people]
        found.append({"title": kinds[kind].title, "names": [name for name, _ in rows], "rows": rows})
    return found


def _solved(found: HumanAccuracy) -> dict[str, Any]:
    """Return how people solved the cases of a category, in words."""
    return {
        "group": found.group.replace("_", " ") or "all together",
        "items": found.items,
        "answers": found.answers,
        "right": f"{found.right:,} of {found.right + found.wrong:,}" if found.right + found.wrong else "–",
        "accuracy": _measure(found.accuracy),
        "fresh": _measure(found.fresh),
        "gave_up": found.gave_up,
        "unread": found.unread,
        "against": f"{found.against:,} of {found.compared:,}" if found.compared else "–",
        "time": "–" if found.seconds is None else seconds_text(found.seconds),
    }


def _measure(measure: Measure | None) -> tuple[str, str]:
    """Return a value, and its interval or why there is none."""
    if measure is None:
        return "–", ""
    if measure.value is None:
        return "–", measure.undefined
    if measure.low is None or measure.high is None:
        return f"{measure.value:.2f}", measure.undefined
    return f"{measure.value:.2f}", f"{measure.low:.2f} to {measure.high:.2f}"


def _person(name: str, reviewer: int, said: Mapping[str, int], quality: Quality) -> dict[str, Any]:
    found = quality.people.get(reviewer)
    gold, taught = (found.gold, found.tutorial) if found else (Share(0, 0), Share(0, 0))
    course = found.course if found else None
    return {
        "name": name,
        "reviews": sum(said.values()),
        "bar": shares(said),
        "time": spread_words(found.seconds) if found and found.seconds else None,
        "gold": f"{gold.part:,} of {gold.whole:,} right ({interval(gold)})" if gold.whole else "–",
        "tutorial": f"{taught.part:,} of {taught.whole:,} right" if taught.whole else "",
        "hasty": f"{found.hasty.part:,} of {found.hasty.whole:,}" if found and found.hasty.part else "",
        "windows": _windows(course),
        "signals": list(course.signals) if course else [],
        "flagged": bool(course and course.flagged) or bool(found and found.hasty.part),
    }


def _windows(course: Course | None) -> Sequence[dict[str, Any]]:
    return [
        {
            "count": each.count,
            "bar": shares({word: round(each.shares[word] * each.count) for word in ORDER}),
            "time": "–" if each.seconds is None else seconds_text(each.seconds),
            "gold": f"{each.gold[0]} of {each.gold[1]}" if each.gold[1] else "–",
        }
        for each in (course.windows if course else ())
    ]
