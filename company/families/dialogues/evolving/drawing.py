"""A timetable is drawn before anything is written, many times from the seed, until patterns, distances and breadths are
as they are meant to be; the best one counts.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from company.families.dialogues.evolution import DRAWN, OPEN, Pattern, Setting, TermKind, Use
from company.families.dialogues.evolving.begun import Begun
from company.families.dialogues.evolving.events import Events
from company.families.dialogues.evolving.reaching import Reaching
from company.families.dialogues.evolving.timetable import Drawn, Timetable, Wishes, faults
from company.families.dialogues.evolving.views import Slot

MOST_TERMS = 12
_IDLE: Final[frozenset[Pattern]] = frozenset(("counterfactual", "compose", "reconcile", "open"))
"""Patterns by which nobody decides a question: what is supposed, was otherwise, or is yet to be found or asked for."""
_TRIES: Final = 240
"""Of all that are drawn, one in fifty keeps to every bound: as a rule the search ends long before."""
_ENOUGH, _LEVELLED = 6, 100
"""Timetables that are drawn at the least; the same where levels are wished for."""
_WEIGHTS: Final[Mapping[TermKind, float]] = {
    "line": 3, "filter": 3, "exclusion": 2, "measure": 3, "unit": 1, "rounding": 1, "rates": 1.5, "year": 0.5,
}  # fmt: skip
"""How often a kind of term is drawn. Ties change too few figures to be proved."""


def drawn(wishes: Wishes, seed: str) -> Timetable:
    """Return the timetable for a seed. Raises ValueError where the table allows no kind of term."""
    if not wishes.kinds:
        raise ValueError("no kind of term is possible with this table: it has no column of numbers or of few values")
    best, least = None, float("inf")
    for number in range(_TRIES):
        table = _Drawing(wishes, random.Random(f"{seed} timetable {number}")).whole()
        fault = faults(table, wishes)
        if fault < least:
            best, least = table, fault
        if least <= 0 and number >= (_LEVELLED if wishes.levels else _ENOUGH):
            break
    assert best is not None, "something is drawn each time"
    return best


class _Drawing:
    """One timetable while it is drawn, turn by turn."""

    def __init__(self, wishes: Wishes, chance: random.Random) -> None:
        self.wishes, self.chance = wishes, chance
        self.begun = Begun(wishes, chance)
        self.terms = min(MOST_TERMS, max(6, round(wishes.turns * 0.27)))
        self.kinds = self._kinds()
        self.fresh = self._fresh_positions()
        self.events, self.reaching = Events(self.begun), Reaching(self.begun)
        self.mains: Counter[Pattern] = Counter()

    def whole(self) -> Timetable:
        for position in range(1, self.wishes.turns + 1):
            self._turn(position)
        return Timetable(dict(self.begun.slots), tuple(self.begun.turns))

    # what there is to draw from

    def _kinds(self) -> list[TermKind]:
        """Return the kinds of the terms, in pairs as far as possible, so that each has a rival."""
        allowed = [kind for kind in _WEIGHTS if kind in self.wishes.kinds]
        pairs: list[TermKind] = []
        while len(pairs) < (self.terms + 1) // 2:
            left = [kind for kind in allowed if kind not in pairs] or allowed
            pairs += self.chance.choices(left, [_WEIGHTS[kind] for kind in left])
        halves = pairs[: self.terms // 2]
        self.chance.shuffle(halves)
        return [*pairs, *halves]

    def _fresh_positions(self) -> set[int]:
        count = max(1, round(self.wishes.fresh * self.wishes.turns))
        later = max(0, min(count - 1, self.terms - 4))
        step = self.wishes.turns / (later + 1)
        spread = {round(step * (each + self.chance.uniform(0.6, 1.1))) for each in range(1, later + 1)}
        return {1, *(min(max(5, each), self.wishes.turns) for each in spread)}

    # one turn

    def _turn(self, position: int) -> None:
        begun, uses, results = self.begun, list[Use](), list[int]()
        self.events.moments = {}
        pattern, sets, remade = self._event(position)
        begun.sets += [(position, one) for one in sets]
        for one in sets:
            uses.append(Use(slot=one.slot, version=one.version))
        if pattern == OPEN:
            uses.append(begun.opened(position))
        if position not in self.fresh:
            self.reaching.fill(pattern, position, uses, results, remade)
        story = begun.story
        sources = begun.sources(uses, results, position)
        patterns = self._patterns(pattern, position, uses)
        rivals = [rival[0] for use in uses if use.version is not None and (rival := story.rival(use, position))]
        begun.turns.append(
            Drawn(
                position,
                patterns,
                tuple(sets),
                tuple(uses),
                tuple(results),
                tuple(remade),
                tuple(sorted(sources)),
                tuple(rivals),
                dict(self.events.moments),
            )
        )
        self.mains[patterns[0]] += 1
        self.reaching.breadths[min(4, len(sources))] += 1

    def _event(self, position: int) -> tuple[Pattern, list[Setting], list[int]]:
        """Return the main pattern of the turn, what it sets, and what it has made anew."""
        undefined = self.terms - self.begun.agreed
        later_fresh = sum(each > position for each in self.fresh)
        if position in self.fresh and undefined:
            return "construct", self._defined(position, 2 if position == 1 else 1), []
        must = undefined - later_fresh
        early = max(3, self.wishes.turns // 5)
        if must > 0 and self.chance.random() < must / max(1.0, 0.7 * (early - position + 1)):
            return "construct", self._defined(position, min(must, 2 if position < 4 or must > 3 else 1)), []
        for pattern in self._wanted(position):
            found = self.events.tried(pattern, position)
            if found is not None:
                return (pattern, *found)
        return "inherit", [], []

    def _wanted(self, position: int) -> list[Pattern]:
        """Return patterns, those first of which most are missing, with some chance."""
        shares, decides = self.wishes.wanted, self.wishes.decides(position)
        total = sum(shares.values()) or 1.0

        def lack(pattern: Pattern) -> float:
            wanted = shares.get(pattern, 0.0) / total * self.wishes.turns
            if decides and pattern in _IDLE:
                return -math.inf
            return (wanted - self.mains[pattern]) / (wanted + 0.01) + self.chance.uniform(0, 0.5)

        return sorted((each for each in DRAWN if each in shares and each != "construct"), key=lack, reverse=True)

    def _defined(self, position: int, count: int) -> list[Setting]:
        taken: list[TermKind] = []
        made = []
        for _ in range(count):
            left = [kind for kind in self.kinds if kind not in taken] or self.kinds
            kind = left[0]
            self.kinds.remove(kind)
            taken.append(kind)
            slot = f"s{self.begun.agreed + 1}"
            self.begun.slots[slot] = Slot(slot, kind)
            made.append(self.begun.said(slot, "define", "on", position))
        return made

    def _patterns(self, main: Pattern, position: int, uses: Sequence[Use]) -> tuple[Pattern, ...]:
        own = {one.slot for at, one in self.begun.sets if at == position}
        own |= {slot for slot, one in self.begun.slots.items() if one.readings}
        others = [self.begun.pattern_of(use, position) for use in uses if use.slot not in own]
        return tuple(dict.fromkeys([main, *others]))
