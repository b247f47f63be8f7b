"""Which standing rules are in force: a client puts them out of force, back into it, and says which of two gives way.

Nobody says it again. Who knows which rules fit a question still has to know which of these the dialogue has left.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from company.families.dialogues.evolution import RuleChange
from company.families.dialogues.evolving.timetable import Drawn, Timetable

_TURNS_A_CHANGE = 3
"""Turns for each of which there may be one change of what is in force."""
_LEAST_FITTING, _LEAST_TOGETHER = 4, 3
"""Turns that a rule fits for it to be put out of force and back, and that two fit together for one to give way."""
_GIVING_WAY = 0.4
"""Part of the changes by which one rule gives way to another."""
FAR_CHANGE: Final = 6
"""Turns between a change and the last question that it bears on: no fewer."""
Change = tuple[int, RuleChange]


def applied(fitting: Iterable[str], changes: Iterable[RuleChange]) -> tuple[str, ...]:
    """Return those of the rules that fit which hold after changes, the latest of which counts for each rule.

    A rule gives way to another where that one fits as well, and both are in force.
    """
    suspended: set[str] = set()
    yielding: set[tuple[str, str]] = set()
    for one in changes:
        if one.act == "suspend":
            suspended.add(one.slot)
        elif one.act == "reinstate":
            suspended.discard(one.slot)
        else:
            yielding = (yielding - {(one.to, one.slot)}) | {(one.slot, one.to)}
    left = [slot for slot in fitting if slot not in suspended]
    return tuple(slot for slot in left if not any((slot, other) in yielding for other in left))


def until(changes: Iterable[Change], position: int) -> list[RuleChange]:
    """Return the changes up to and with a turn."""
    return [one for at, one in changes if at <= position]


def enforced(
    table: Timetable, fitting: Mapping[int, Sequence[str]], seed: str, foreseen: Iterable[Sequence[Change]] = ()
) -> Timetable:
    """Return a timetable with changes of what is in force, each before a question that it bears on from afar.

    `fitting` are, by turn, the rules that its ask is within. Of changes that were `foreseen` those come first that do
    bear on what is asked now.
    """
    changes = [each for several in changing(table, fitting, seed, foreseen) for each in several]
    return Timetable(table.slots, tuple(_with(turn, changes) for turn in table.turns))


def changing(
    table: Timetable, fitting: Mapping[int, Sequence[str]], seed: str, foreseen: Iterable[Sequence[Change]] = ()
) -> list[list[Change]]:
    """Return such changes, those together that belong together."""
    chance = random.Random(f"{seed} in force")
    free = {turn.position for turn in table.turns[1:] if not turn.sets}
    kept: list[list[Change]] = []
    most = len(table.turns) // _TURNS_A_CHANGE
    for several in (*foreseen, *_drawn(fitting, len(table.turns), chance, round(_GIVING_WAY * most))):
        changes = [each for those in kept for each in those]
        placed = [(_near(at, free), one) for at, one in several]
        order = [at for at, _ in placed]
        is_kept = 0 not in order and order == sorted(set(order)) and len(changes) + len(placed) <= most
        if is_kept and _bears(placed, changes, fitting) and _leaves_made(table, [*changes, *placed], fitting):
            free -= set(order)
            kept.append(placed)
    return kept


def _leaves_made(table: Timetable, changes: Sequence[Change], fitting: Mapping[int, Sequence[str]]) -> bool:
    """Return whether each result that a turn makes again has the rules that it was made with: which of them it would
    take else, the ones of then or of now, is more than a client says.
    """
    ordered = sorted(changes, key=lambda each: each[0])
    again = ((each, turn.position) for turn in table.turns for each in turn.remade)
    return all(
        applied(fitting.get(each, ()), until(ordered, each)) == applied(fitting.get(each, ()), until(ordered, at))
        for each, at in again
    )


def _with(turn: Drawn, changes: Sequence[Change]) -> Drawn:
    return replace(turn, changes=tuple(one for at, one in changes if at == turn.position))


def _near(at: int, free: Iterable[int]) -> int:
    """Return the turn next to one that may change what is in force; 0 where all are taken."""
    return min(free, key=lambda each: (abs(each - at), each), default=0)


def _drawn(
    fitting: Mapping[int, Sequence[str]], turns: int, chance: random.Random, giving_way: int
) -> Iterator[list[Change]]:
    """Yield changes that belong together: one rule gives way, or is put out of force, and back much later."""
    together = Counter(pair for rules in fitting.values() for pair in combinations(sorted(rules), 2))
    pairs = [pair for pair, count in together.items() if count >= _LEAST_TOGETHER]
    chance.shuffle(pairs)
    taken: set[str] = set()
    for pair in pairs:
        if len(taken) < 2 * giving_way and not taken & set(pair):
            taken |= set(pair)
            slot, to = chance.sample(pair, 2)
            first = chance.randint(2, max(2, turns // 2))
            later = chance.randint(first + 1, max(first + 1, 3 * turns // 4))
            # What gave way comes first from then on.
            yield [
                (first, RuleChange(slot=slot, act="yield", to=to)),
                (later, RuleChange(slot=to, act="yield", to=slot)),
            ]
    often = Counter(slot for rules in fitting.values() for slot in rules)
    single = [slot for slot, count in often.items() if count >= _LEAST_FITTING]
    chance.shuffle(single)
    for slot in single:
        first = chance.randint(2, max(2, turns // 2))
        back = chance.randint(first + 2, max(first + 2, turns - FAR_CHANGE))
        yield [(first, RuleChange(slot=slot, act="suspend")), (back, RuleChange(slot=slot, act="reinstate"))]


def _bears(placed: Sequence[Change], before: Sequence[Change], fitting: Mapping[int, Sequence[str]]) -> bool:
    """Return whether each of several changes decides on a question, one of them on one that is far from it."""
    ends = [*(at for at, _ in placed[1:]), max(fitting, default=0) + 1]
    farthest = []
    for (start, one), end in zip(placed, ends, strict=True):
        kept = sorted([*before, *(each for each in placed if each[0] <= start)], key=lambda each: each[0])
        without = [each for each in kept if each != (start, one)]
        met = [
            position - start
            for position, rules in fitting.items()
            if start < position < end
            if applied(rules, until(kept, position)) != applied(rules, until(without, position))
        ]
        farthest.append(max(met, default=0))
    return all(farthest) and max(farthest) >= FAR_CHANGE
