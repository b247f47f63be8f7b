"""What a turn uses: terms and results, until it depends on as many earlier turns, and as old ones, as it is to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from company.families.dialogues.evolution import RECONCILE, Pattern, Use
from company.families.dialogues.evolving.begun import Begun
from company.families.dialogues.evolving.timetable import BREADTHS, FAR, MOST_CORRELATION, correlation

MOST_USES, MOST_RESULTS = 4, 2
_GOALS: Final = (3, 5, 8, 11, 14, 17, 20, 24)
_NEAR_GOALS: Final = (2, 3, 5)
"""How far back the last turns are to reach where it is too much the late ones that reach far."""
_MIDDLE: Final = 12
_GOES_ON: Final = 0.3
"""How often a turn goes on from a result rather than using a further term, where both would do."""
_REDRAWN: Final = 100
"""How often the terms of a question that begins with an old report are drawn."""
_LATELY: Final = 4
"""Turns before in which a term that was used is not so soon used again: nobody asks the same all the time."""
_MOST_GONE_ON: Final = 2
"""Turns that go on from one and the same result: nobody holds everything against one figure."""
_MOST_TAKEN: Final = 4
"""Terms and results that a turn takes together: who piles up more asks for nothing that anybody decides by."""
_MOST_NAMED: Final = 2
"""Terms that a turn names and neither of the two before it does."""
_STRANGE: Final = 3
"""Turns by which a term, or a result, of other questions than the one in hand counts as farther off than it is."""
_OLDEST_RESULT: Final = 20
"""Turns back to the oldest result that a turn goes on from: nobody would think of an older one."""


class Reaching:
    """The uses of one turn after the other."""

    def __init__(self, begun: Begun) -> None:
        self.begun, self.chance, self.length = begun, begun.chance, begun.wishes.turns
        self.breadths: Counter[int] = Counter()
        self._related = self.chance.uniform(0.15, MOST_CORRELATION)

    def fill(self, pattern: Pattern, position: int, uses: list[Use], results: list[int], remade: Sequence[int]) -> None:
        """Add terms and results until the turn depends on as many earlier turns as it is to."""
        if pattern == RECONCILE:
            # They are drawn anew, and there were some: now and then the draw has too few versions to choose from.
            drawn = (self.begun.reconcilable(position) for _ in range(_REDRAWN))
            uses += next(filter(None, drawn), [])
            return
        wanted = self._breadth()
        goal = self._goal(position)
        if not uses or pattern == "compose":
            self._add_main(pattern, position, uses, goal)
        # Early on there is little to go on from, and nobody puts two of few results next to each other all the time.
        is_known = position > self.length / 3
        for _ in range(8):
            missing = wanted - len(self.begun.sources(uses, results, position))
            if missing <= 0:
                break
            more = [] if self._is_told_in_a_unit(uses) else self._results(position, results, remade)
            left = self._fitting(self.begun.candidates(position, uses), uses, results)
            left = self._near(self._named_of(left, position, uses), position, goal)
            if len(uses) >= MOST_USES:
                left = []
            if len(uses) + len(results) >= _MOST_TAKEN:
                break
            is_next = not left or (not results and (missing > 1 or self.chance.random() < _GOES_ON))
            if more and is_next and len(results) < (MOST_RESULTS if wanted > 3 and is_known else 1):
                results.append(min(more, key=lambda each: self._off(each, position, goal)))
            elif left:
                uses.append(self._nearest(left, position, goal))
            else:
                break

    def _off(self, result: int, position: int, goal: int) -> float:
        """Return how far a result is from being as old as it is to be, and of the question in hand."""
        question = self.begun.wishes.question
        is_strange = question(result) != question(position)
        return abs(position - result - goal) + _STRANGE * is_strange + self.chance.uniform(0, 4)

    def _named_of(self, left: Sequence[Use], position: int, uses: Sequence[Use]) -> list[Use]:
        """Return the uses that name nothing new where the turn names enough that is."""
        lately = {use.slot for turn in self.begun.turns[-2:] for use in turn.uses}
        is_full = len({use.slot for use in uses} - lately) >= _MOST_NAMED
        return [use for use in left if not is_full or use.slot in lately]

    def _add_main(self, pattern: Pattern, position: int, uses: list[Use], goal: int) -> None:
        begun = self.begun
        if pattern != "compose":
            left = begun.candidates(position, uses, pattern) or begun.candidates(position, uses)
            uses.append(self._nearest(left, position, goal))
        elif len(uses) < 2:
            left = [use for use in begun.candidates(position, uses) if len(begun.story.lasting(use.slot, position)) > 1]
            apart = [use for use in left for leg in uses if self._is_apart(use, leg, position)]
            uses += [self._nearest(apart or left, position, goal)] if left else []

    def _is_apart(self, use: Use, leg: Use, position: int) -> bool:
        """Return whether a term is of another age than one that is brought back."""
        return leg.version is not None and self.begun.is_of_another_age(use, leg.slot, leg.version)

    def _fitting(self, left: Sequence[Use], uses: Sequence[Use], results: Sequence[int]) -> list[Use]:
        """Return the uses that go with what the turn has: no unit where it goes on from results or has percentages."""
        kinds = {self.begun.slots[use.slot].kind for use in uses}
        unfit = {"unit"} if results or "rounding" in kinds else {"rounding"} if "unit" in kinds else set[str]()
        return [use for use in left if self.begun.slots[use.slot].kind not in unfit]

    def _back(self, use: Use, position: int) -> int:
        """Return how far back the farthest source of a use is; 0 where it has none."""
        return position - min(self.begun.story.sources(use, position), default=position)

    def _near(self, left: Sequence[Use], position: int, goal: int) -> list[Use]:
        """Return the uses that are not far beyond what the turn is to reach, where that is near."""
        if goal >= FAR:
            return list(left)
        return [use for use in left if self._back(use, position) < goal + FAR]

    def _nearest(self, left: Sequence[Use], position: int, goal: int) -> Use:
        """Return the use whose farthest source is about as far as it is to be."""

        def off(use: Use) -> float:
            back = self._back(use, position)
            alone = back >= FAR and (use.version is None or self.begun.story.rival(use, position) is None)
            often = sum(one.slot == use.slot for turn in self.begun.turns[-_LATELY:] for one in turn.uses)
            strange = _STRANGE * (self.begun.wishes.question(position) not in self.begun.homes(use.slot))
            return abs(back - goal) + max(0, back - goal) + 6 * alone + 2 * often + strange + self.chance.uniform(0, 3)

        return min(left, key=off)

    def _goal(self, position: int) -> int:
        """Return how far back a turn is to reach, whatever its position."""
        goal = self.chance.choice(_GOALS)
        if self.length / 3 <= position <= 2 * self.length / 3 and self.chance.random() < self.begun.wishes.far:
            goal = max(goal, _MIDDLE)
        elif position > 2 * self.length / 3 and correlation(self.begun.turns) > self._related:
            goal = self.chance.choice(_NEAR_GOALS)
        return min(goal, position - 1)

    def _breadth(self) -> int:
        """Return on how many earlier turns a turn is to depend: of what is missing most."""
        done = sum(self.breadths.values()) + 1

        def lack(number: int) -> float:
            return BREADTHS[number] - self.breadths[number] / done + self.chance.uniform(0, 0.06)

        number = max(range(1, 5), key=lack)
        return number if number < 4 else self.chance.choice((4, 4, 5))

    def _is_told_in_a_unit(self, uses: Sequence[Use]) -> bool:
        """Return whether figures are told in a unit that may change: nobody holds them against others."""
        return any(self.begun.slots[use.slot].kind == "unit" for use in uses)

    def _results(self, position: int, taken: Sequence[int], remade: Sequence[int]) -> list[int]:
        """Return the turns whose results a turn may go on from: those that stand, made by what was no what-if."""
        often = Counter(each for turn in self.begun.turns for each in turn.of_results)
        return [
            turn.position
            for turn in self.begun.turns
            if turn.position not in taken and not turn.is_pure and turn.uses and not self._is_told_in_a_unit(turn.uses)
            if position - turn.position <= _OLDEST_RESULT and (not remade or turn.position in remade)
            if often[turn.position] < _MOST_GONE_ON
        ]
