"""Whether the captions of a choice stand each for itself, and speak of what a reader of the figure can see.

Nothing is executed here: claims are read as code, and held against what the figure shows. Whether each caption may be
the only untrue one is for a search over other figures to say (`alone`, `elsewhere`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from company.families.captions.gate.figure_claims import Pages, reach, same, series, series_of, spread

HIDDEN = 0.02
"""The share of what is drawn by which two marks lie apart at the least, so that none covers the other."""
TIED = 0.03
"""The share by which a highest or lowest value, or range, is apart from the next one, so that they are no tie."""
_COURSE = ("rises", "falls", "rises_then_falls", "falls_then_rises", "goes_no_way", "change")
_ORDER = ("above", "below", "higher_at", "lower_at")
_EXTREMES = ("highest_at", "lowest_at")
_VARIES = ("varies_most", "varies_least", "reach")
_SHARED = ("names", "shows", "count")
"""Functions on what the figure is of: captions of a choice may say the same there."""
Quantity = tuple[Any, ...]


@dataclass(frozen=True)
class Call:
    """A function of the vocabulary as a claim calls it."""

    name: str
    place: Any = None
    """Along the axis; None where it is about none, or about one that is computed."""
    labels: tuple[str, ...] = ("",)
    """Of the series that it is about."""


def alone(options: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return of each option what has to hold on some figure, so that it may be the only untrue one.

    `options` are the claims of each. Where no such figure is, the other options tell of this one whether it is so.
    """
    found = []
    for at, own in enumerate(options):
        others = dict.fromkeys(code for place, other in enumerate(options) if place != at for code in other)
        found.append((*others, f"not all([{', '.join(own)}])"))
    return found


def quantities(codes: Sequence[str]) -> frozenset[Quantity]:
    """Return what claims are about: the course of a series, a value of it, its extremes, the order of two, ranges."""
    return frozenset(found for code in codes for call in calls_of(code) for found in _quantities(call))


def entangled(options: Sequence[Sequence[str]]) -> bool:
    """Return whether options speak of the same quantity, or of the course of a series and of what follows from it.

    That is where the same series is highest or lowest, or two of its values and more.
    """
    found = [quantities(codes) for codes in options]
    return any(one & other or _bends(one, other) or _bends(other, one) for one, other in combinations(found, 2)) or any(
        _leads(one, [other for other in found if other is not one]) for one in found
    )


def unreadable(codes: Sequence[str], drawn: Pages) -> list[str]:
    """Return what claims say that nobody can read off the figure, a line each: not recorded, hidden, or tied."""
    found: dict[str, None] = {}
    for code in codes:
        for call in calls_of(code):
            try:
                found.update(dict.fromkeys(_faults(call, drawn)))
            except LookupError as problem:
                found[str(problem)] = None
    return list(found)


def bears(drawn: Pages) -> int:
    """Return how many captions a figure bears of which none sheds light on another.

    They are as many as it has marks that can be seen, orders of two lines, and, of several lines, one on their ranges.
    """
    found = series_of(drawn)
    marks = [Call("at", place, (str(own["label"]).casefold(),)) for own in found for place in own["places"]]
    seen = sum(not any(_at(mark, drawn)) for mark in marks)
    return seen + len(found) * (len(found) - 1) // 2 + (len(found) > 1)


def calls_of(code: str) -> Iterator[Call]:
    """Yield the functions that a claim calls with names and places as they stand there."""
    try:
        tree = ast.parse(code.strip(), mode="eval")
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id in _SHARED:
            continue
        given = [each.value if isinstance(each, ast.Constant) else None for each in node.args[1:]]
        placed = node.func.id in ("at", *_EXTREMES, "higher_at", "lower_at")
        place, *rest = given if placed and given else [None, *given]
        labels = tuple(str(each).casefold() for each in rest if isinstance(each, str))
        yield Call(node.func.id, place, labels or ("",))


def _quantities(call: Call) -> Iterator[Quantity]:
    if call.name in _COURSE:
        yield "course", *call.labels
    elif call.name in _ORDER:
        yield "order", frozenset(call.labels)
    elif call.name in _EXTREMES:
        yield call.name, *call.labels
        yield "value", call.labels[0], str(call.place).casefold()
    elif call.name == "at":
        yield "value", call.labels[0], str(call.place).casefold()
    elif call.name in _VARIES:
        yield ("range",)


def _bends(one: frozenset[Quantity], other: frozenset[Quantity]) -> bool:
    """Return whether one is of the course of a series, and the other of where the same is highest or lowest."""
    courses = {each[1:] for each in one if each[0] == "course"}
    return any(each[0] in _EXTREMES and each[1:] in courses for each in other)


def _leads(one: frozenset[Quantity], others: Sequence[frozenset[Quantity]]) -> bool:
    """Return whether one is of the course of a series of which several of the others tell values."""
    courses = {each[1:] for each in one if each[0] == "course"}
    told = [{each[1:2] for each in other if each[0] == "value"} for other in others]
    return any(sum(course in each for each in told) > 1 for course in courses)


def _faults(call: Call, drawn: Pages) -> Iterator[str]:
    check = _CHECKS.get(call.name)
    if check is not None:
        yield from check(call, drawn)


def _at(call: Call, drawn: Pages) -> Iterator[str]:
    for label in call.labels:
        own = series(drawn, label)
        value = _recorded(own, call.place)
        if value is None:
            yield f"nothing is recorded at {call.place!r} of {label!r}: it lies between two values, or beyond them"
        elif any(
            abs(value - beside) < HIDDEN * spread(drawn)
            for other in series_of(drawn)
            if other["label"] != own["label"] and (beside := _recorded(other, call.place)) is not None
        ):
            yield f"the mark of {label!r} at {call.place!r} and that of another series cover one another"


def _extreme(call: Call, drawn: Pages) -> Iterator[str]:
    yield from _at(call, drawn)
    first, second, *_ = sorted(series(drawn, call.labels[0])["values"], reverse=call.name == "highest_at")
    if abs(first - second) < TIED * spread(drawn):
        yield f"two values of {call.labels[0]!r} share what is said to be its {call.name.partition('_')[0]} one"


def _ranges(call: Call, drawn: Pages) -> Iterator[str]:
    first, second, *_ = sorted(
        (reach(drawn, each["label"]) for each in series_of(drawn)), reverse=call.name == "varies_most"
    )
    if abs(first - second) < TIED * spread(drawn):
        yield "two series share the widest or the narrowest range"


def _throughout(call: Call, drawn: Pages) -> Iterator[str]:
    one, other = (series(drawn, label) for label in call.labels)
    if set(map(str, one["places"])) != set(map(str, other["places"])):
        yield f"{call.labels[0]!r} and {call.labels[1]!r} are drawn at different places: nothing holds throughout"


_CHECKS: Mapping[str, Callable[[Call, Pages], Iterator[str]]] = {
    "at": _at,
    "highest_at": _extreme,
    "lowest_at": _extreme,
    "higher_at": _at,
    "lower_at": _at,
    "varies_most": _ranges,
    "varies_least": _ranges,
    "above": _throughout,
    "below": _throughout,
}


def _recorded(own: Mapping[str, Any], place: Any) -> float | None:
    """Return the value that a series has at just this place; None where it has none there."""
    for where, value in zip(own["places"], own["values"], strict=True):
        if same(where, place) or (_is_number(where) and _is_number(place) and abs(where - place) <= 1e-5 * abs(where)):
            return float(value)
    return None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def covered(drawn: Pages) -> str | None:
    """Return the label of a line that another one covers at half of its places or more; None where all can be seen."""
    lines = [line for page in drawn for line in page["lines"]]
    for page in drawn:
        for one, other in combinations(page["lines"], 2):
            theirs = dict(zip(map(str, other["places"]), other["values"], strict=True))
            shared = [
                abs(value - theirs[str(place)])
                for place, value in zip(one["places"], one["values"], strict=True)
                if str(place) in theirs
            ]
            hidden = sum(apart < HIDDEN * _span(lines) for apart in shared)
            if 2 * hidden >= min(len(one["places"]), len(other["places"])):
                return str(one["label"])
    return None


def _span(lines: Sequence[Mapping[str, Any]]) -> float:
    values = [value for line in lines for value in line["values"]]
    return float(max(values) - min(values))
