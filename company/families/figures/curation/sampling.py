"""A stratified sample of plots, half of it reference and half of it test.

Each of seven categories gives its even number, as far as it has so many, and of these a share that is hard. Plots are
drawn by hash. Those that are equal but for their data stay on one side, and both sides have as many hard ones, or one
more. What was drawn once keeps its side.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from company.families.figures.chart_types import CATEGORIES
from company.families.figures.types import Difficulty, Half

HALVES: tuple[Half, Half] = ("test", "reference")


@dataclass(frozen=True)
class Item:
    """A plot that may be drawn."""

    name: str
    category: str
    difficulty: Difficulty
    cluster: str
    """What it has in common with plots that are equal to it but for their data."""


@dataclass(frozen=True)
class Sample:
    """What was drawn: the half of each plot; and what of it is not as it should be, by category."""

    halves: Mapping[str, Half]
    reasons: tuple[str, ...] = ()
    """Why there are fewer than were wanted."""
    remarks: tuple[str, ...] = ()
    """Where others had to be drawn than were wanted."""


@dataclass
class _Draw:
    """The plots of one category: those that are there, in the order in which they are drawn."""

    items: list[Item]
    placed: Mapping[str, Half]
    """The halves of those that were drawn before."""
    sides: Mapping[str, Half]
    """The halves of clusters that stand on one already."""
    reasons: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def quotas(total: int, few: Mapping[str, int]) -> dict[str, int]:
    """Return how many plots each category gives, an even number: as many as another one, but no more than `few` says.

    What does not go into equal parts goes to the first ones.
    """
    found: dict[str, int] = {}
    pairs, open_ones = total // 2, list(CATEGORIES)
    while capped := [name for name in open_ones if name in few and few[name] // 2 < pairs / len(open_ones)]:
        least = min(capped, key=lambda name: few[name])
        found[least] = few[least] // 2
        pairs -= found[least]
        open_ones.remove(least)
        if not open_ones:
            break
    for place, name in enumerate(open_ones):
        found[name] = pairs // len(open_ones) + (place < pairs % len(open_ones))
    return {name: 2 * found[name] for name in CATEGORIES}


def sampled(
    items: Sequence[Item], wanted: Mapping[str, int], hard: float, placed: Mapping[str, Half] | None = None
) -> Sample:
    """Return a sample with so many plots of each category, of which a share is `hard`; `placed` are drawn already."""
    before = dict(placed or {})
    known = {item.name: item for item in items}
    sides = {known[name].cluster: half for name, half in before.items() if name in known}
    found: dict[str, Half] = {}
    reasons: list[str] = []
    remarks: list[str] = []
    for category, count in wanted.items():
        own = sorted((each for each in items if each.category == category), key=lambda each: _order(each, before))
        draw = _Draw(own, before, sides)
        halves = _drawn(draw, category, count, hard)
        found |= halves
        sides |= {known[name].cluster: half for name, half in halves.items()}
        reasons += draw.reasons
        remarks += draw.remarks
    return Sample(found, tuple(reasons), tuple(remarks))


def _order(item: Item, placed: Mapping[str, Half]) -> tuple[bool, str]:
    """Return where a plot stands in the order: those that were drawn come first, the others by hash."""
    return item.name not in placed, hashlib.sha256(f"curation {item.name}".encode()).hexdigest()


def _drawn(draw: _Draw, category: str, count: int, hard: float) -> dict[str, Half]:
    """Return the halves of as many plots of a category as there are to be, or as can be in equal halves."""
    here = len(draw.items)
    most = min(count, here - here % 2)
    chosen, halves = _most_in_halves(draw, most, hard)
    if most < count:
        draw.reasons.append(f"{category}: {here} plots are there, and {count} are wanted")
    if len(halves) < most:
        draw.reasons.append(f"{category}: {len(halves)} plots, since others are equal to them but for their data")
    if halves:
        _tell_hard(draw, category, chosen, hard)
    return halves


def _most_in_halves(draw: _Draw, most: int, hard: float) -> tuple[Sequence[Item], dict[str, Half]]:
    """Return the greatest even number of plots up to `most` that has equal halves, and these."""
    size, without = most, set[str]()
    while size > 0:
        chosen = _chosen(draw, size, hard, without)
        if len(chosen) == size and (halves := _halved(chosen, draw.sides, draw.placed)) is not None:
            return chosen, halves
        largest = max(_clusters(chosen, draw.placed).values(), key=len, default=[])
        if len(chosen) < size or not largest:
            size, without = size - 2, set()
        else:
            without.add(largest[-1].name)
    return (), {}


def _chosen(draw: _Draw, size: int, hard: float, without: set[str]) -> list[Item]:
    """Return the first plots of each difficulty, so many hard ones as there are to be, others where they lack.

    Of plots that are equal but for their data, no more than half: they are to stand on one side.
    """
    held: Counter[str] = Counter()
    wanted = {"hard": round(hard * size)}
    wanted["easy"] = size - wanted["hard"]
    kept = [item for item in draw.items if item.name in draw.placed][:size]
    held.update(item.cluster for item in kept)
    for item in kept:
        wanted[item.difficulty] -= 1
    found, rest = list(kept), []
    for item in draw.items:
        if item in kept or item.name in without or held[item.cluster] >= size // 2:
            continue
        if wanted[item.difficulty] > 0:
            wanted[item.difficulty] -= 1
            held[item.cluster] += 1
            found.append(item)
        else:
            rest.append(item)
    for item in rest:
        if len(found) < size and held[item.cluster] < size // 2:
            held[item.cluster] += 1
            found.append(item)
    return found[:size]


def _tell_hard(draw: _Draw, category: str, chosen: Sequence[Item], hard: float) -> None:
    wanted, there = round(hard * len(chosen)), sum(item.difficulty == "hard" for item in chosen)
    if there != wanted:
        others = "easy" if there < wanted else "hard"
        told = f"{category}: {there} of {len(chosen)} plots are hard, and {wanted} are wanted"
        draw.remarks.append(f"{told}; {others} ones took their place")


def _clusters(chosen: Iterable[Item], placed: Mapping[str, Half]) -> dict[str, list[Item]]:
    """Return the plots that may still go to either side, by cluster."""
    found: dict[str, list[Item]] = {}
    for item in chosen:
        if item.name not in placed:
            found.setdefault(item.cluster, []).append(item)
    return found


def _halved(chosen: Sequence[Item], sides: Mapping[str, Half], placed: Mapping[str, Half]) -> dict[str, Half] | None:
    """Return plots in two equal halves, with as many hard ones each as can be; None where there are no such halves.

    Of each cluster it is kept, for every number of plots that may be in the test half so far, and of hard ones among
    them, which of the sides it is on.
    """
    found: dict[str, Half] = {item.name: placed[item.name] for item in chosen if item.name in placed}
    in_test = [item for item in chosen if found.get(item.name) == "test"]
    reached: dict[tuple[int, int], tuple[tuple[str, Half], ...]] = {(len(in_test), _hard(in_test)): ()}
    clusters = _clusters(chosen, placed)
    for cluster, members in clusters.items():
        after: dict[tuple[int, int], tuple[tuple[str, Half], ...]] = {}
        for (count, hard), path in reached.items():
            for half in (sides[cluster],) if cluster in sides else HALVES:
                more = (len(members), _hard(members)) if half == "test" else (0, 0)
                state = (count + more[0], hard + more[1])
                if 2 * state[0] <= len(chosen):
                    after.setdefault(state, (*path, (cluster, half)))
        reached = after
    goal = [state for state in reached if 2 * state[0] == len(chosen)]
    if not goal:
        return None
    best = min(goal, key=lambda state: (abs(2 * state[1] - _hard(chosen)), state))
    return found | {item.name: half for cluster, half in reached[best] for item in clusters[cluster]}


def _hard(items: Iterable[Item]) -> int:
    return sum(item.difficulty == "hard" for item in items)


def counts_by(items: Iterable[tuple[str, Difficulty, Half]]) -> Iterator[tuple[str, str]]:
    """Yield each category of a sample with its counts by half and difficulty, in words."""
    counted = Counter(items)
    for category in CATEGORIES:
        parts = [
            f"{counted[category, difficulty, half]} {difficulty} {half}"
            for half in HALVES
            for difficulty in ("hard", "easy")
            if counted[category, difficulty, half]
        ]
        if parts:
            yield category, ", ".join(parts)
