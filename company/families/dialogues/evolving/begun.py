"""A timetable while it is drawn: what became of each term so far, and which terms the next turn may use."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Final

from company.families.dialogues.evolution import HANDBOOK, RECONCILE, Act, Pattern, Reach, Setting, TermKind, Use
from company.families.dialogues.evolving.timetable import Drawn, Timetable, Wishes
from company.families.dialogues.evolving.views import CONVENTIONS, Slot, Story

MOST_VERSIONS = 4
MOST_ROUNDINGS = 3
"""Versions of a rounding: more steps that anybody would take, and that are told apart, are hard to find."""
FEWEST_CONSIDERED, MOST_CONSIDERED = 24, 128
"""Ways to take the terms of a question that begins with an old report: enough not to hit on one, and few enough
to be tried with each standing rule of a handbook in force or not."""
MOST_IN_PLAY = 4
"""Terms of such a question."""
_IN_REPORTS: Final = frozenset(("line", "filter", "exclusion", "measure", "unit", "rates", "year"))
"""Kinds of term that a figure in a report may have been made with."""
_LEFT_OPEN: Final[tuple[TermKind, ...]] = ("line", "filter", "exclusion", "measure")
"""Kinds of term that a question may leave open: a threshold, a population, which of several readings."""
READINGS: Final = 2
"""What one might take a term to be that is left open, beside what it is."""
FIRST, CORRECTED, BEFORE = "as at first", "as it was put right", "as before we last changed it"
"""How the age of what is brought back is named."""


class Begun:
    """The turns, the terms and their settings so far."""

    def __init__(self, wishes: Wishes, chance: random.Random) -> None:
        self.wishes, self.chance = wishes, chance
        self.slots: dict[str, Slot] = {
            each.slot: Slot(each.slot, each.kind, rule=each.versions) for each in wishes.rules
        }
        self.sets: list[tuple[int, Setting]] = []
        self.turns: list[Drawn] = []
        self._told: tuple[int, Story] | None = None

    @property
    def story(self) -> Story:
        """What became of each term."""
        if self._told is None or self._told[0] != len(self.sets):
            self._told = len(self.sets), Story.of(self.slots, self.sets)
        return self._told[1]

    def sources(self, uses: Sequence[Use], results: Sequence[int], position: int) -> set[int]:
        """Return the earlier turns that a turn depends on."""
        story = self.story
        return {at for use in uses for at in story.sources(use, position)} | set(results)

    def said(self, slot: str, act: Act, reach: Reach, position: int) -> Setting:
        """Return the setting by which a turn says a further version of a term, and note that it does."""
        one = self.slots[slot]
        self.slots[slot] = Slot(slot, one.kind, (*one.said, position), one.void)
        return Setting(slot=slot, act=act, version=len(one.said), reach=reach)

    def homes(self, slot: str) -> set[int]:
        """Return the questions that a term is for: the one at which it is agreed, and another one in turn; all of them
        of a rule.
        """
        said, every = self.slots[slot].said, self.wishes.questions
        if not said:
            return {*range(1, every + 1)}
        return {self.wishes.question(said[0]), 1 + [*self.slots].index(slot) % every}

    def is_free(self, slot: str, position: int, least: int = 3) -> bool:
        """Return whether something new may be said of a term that holds and was said some turns ago."""
        one = self.slots[slot]
        if one.rule:
            return False
        lasting = self.story.lasting(slot, position)
        return (
            len(one.said) < (MOST_ROUNDINGS if one.kind == "rounding" else MOST_VERSIONS)
            and bool(lasting)
            and lasting[-1][1].version is not None
            and position - max(one.said[-1], lasting[-1][0]) >= least
        )

    def happened(self, act: Act) -> int:
        """Return how often an act was done so far."""
        return sum(one.act == act for _, one in self.sets)

    def rest_on(self, slot: str, position: int) -> list[int]:
        """Return the turns whose results were made with what holds of a term now, or go on from such results."""
        version = self.story.present(slot, position)
        made = Timetable(self.slots, tuple(self.turns)).made_with(position)
        found: list[int] = []
        for turn in self.turns:
            with_it = slot in made[turn.position] and made[turn.position][slot] == version
            if not turn.is_pure and (with_it or set(turn.of_results) & set(found)):
                found.append(turn.position)
        return found

    def is_whole(self, slot: str, remade: Sequence[int]) -> bool:
        """Return whether all results that a term was used for are among those that are made anew, what-ifs aside.

        Else "also in what we have" would say too much: some were made with an older version, and stay.
        """
        used = (turn for turn in self.turns if not turn.is_pure and any(use.slot == slot for use in turn.uses))
        return all(turn.position in remade for turn in used)

    def considered(self, slot: str, position: int) -> int:
        """Return how many ways there are to take a term that may have been otherwise: as it ever was, or not at all."""
        return sum(at < position for at in self.slots[slot].said) + 1

    def reconcilable(self, position: int) -> list[Use]:
        """Return the terms of a question that begins with an old report; none where there were too few versions."""
        found: list[Use] = []
        ways = 1
        while len(found) < MOST_IN_PLAY:
            left = [use for use in self.candidates(position, found) if self._may_be_in_play(use, position, ways)]
            if not left:
                break
            found.append(max(left, key=lambda use: self._fits_a_report(use, position)))
            ways = math.prod(self.considered(use.slot, position) for use in found)
        return found if ways >= FEWEST_CONSIDERED else []

    def _fits_a_report(self, use: Use, position: int) -> float:
        """Return how much there is to find out of a term, and of how few reports before it was one."""
        before = [turn for turn in self.turns if turn.patterns[0] == RECONCILE]
        often = sum(one.slot == use.slot for turn in before for one in turn.uses)
        return self.considered(use.slot, position) - often + self.chance.uniform(0, 1.5)

    def _may_be_in_play(self, use: Use, position: int, ways: int) -> bool:
        one = self.slots[use.slot]
        is_fit = one.kind in _IN_REPORTS and not one.rule
        return is_fit and ways * self.considered(use.slot, position) <= MOST_CONSIDERED

    def may_be_left_open(self) -> list[TermKind]:
        """Return the kinds of a term that a question may leave open, those first of which there are fewest."""
        kinds = [kind for kind in _LEFT_OPEN if kind in self.wishes.kinds]
        self.chance.shuffle(kinds)
        taken = [one.kind for one in self.slots.values() if one.readings]
        return sorted(kinds, key=taken.count)

    def opened(self, position: int) -> Use:
        """Return the use of a term that nobody has explained, and note that there is one."""
        kind = self.may_be_left_open()[0]
        slot = f"o{1 + sum(bool(one.readings) for one in self.slots.values())}"
        self.slots[slot] = Slot(slot, kind, (position,), readings=READINGS)
        return Use(slot=slot, version=0)

    def old(self, slot: str, position: int) -> Iterator[tuple[int, str]]:
        """Yield the versions of a term that can be brought back, each with how its age is named."""
        lasting = [one.version for _, one in self.story.lasting(slot, position)]
        good = [each for each in lasting if each is not None and each not in self.slots[slot].void]
        if len(lasting) < 2 or not good:
            return
        if good[0] != lasting[-1]:
            # What was said at first and taken back since is still what was said at first.
            yield good[0], FIRST if good[0] == lasting[0] else CORRECTED
        # What was brought back has been changed, too, and nobody would call it so.
        is_changed = self.last(slot, position) == "change"
        if is_changed and lasting[-2] in good and lasting[-2] not in (good[0], lasting[-1]):
            yield lasting[-2], BEFORE

    def is_of_another_age(self, use: Use, slot: str, version: int) -> bool:
        """Return whether a term was another one when a version of some other term was said: it was agreed by then,
        and who takes everything as it was then takes it otherwise than a turn that uses it does.
        """
        then = self.story.present(use.slot, self.slots[slot].said[version])
        return use.slot != slot and then is not None and then != use.version

    @property
    def agreed(self) -> int:
        """How many terms turns have said so far."""
        return sum(not (one.rule or one.readings) for one in self.slots.values())

    def last(self, slot: str, position: int) -> Act | None:
        """Return what was done to a term last, of what holds for longer than a turn."""
        lasting = self.story.lasting(slot, position)
        return lasting[-1][1].act if lasting else None

    def kinds_of(self, settings: Sequence[Setting]) -> set[TermKind]:
        """Return the kinds of the terms that are set."""
        return {self.slots[one.slot].kind for one in settings}

    def candidates(self, position: int, uses: Sequence[Use], pattern: Pattern | None = None) -> list[Use]:
        """Return the terms that a turn may use beside others, of a pattern where one is given."""
        story = self.story
        kinds = {self.slots[use.slot].kind for use in uses}
        found = []
        for slot, one in self.slots.items():
            lasting = story.lasting(slot, position)
            if not lasting or lasting[0][0] >= position or one.kind in kinds:
                continue
            version = lasting[-1][1].version
            if version is None and pattern != "convention":
                continue
            use = Use(slot=slot, version=version)
            if pattern is None or self.pattern_of(use, position) == pattern:
                found.append(use)
        return found

    def pattern_of(self, use: Use, position: int) -> Pattern:
        """Return how a turn that uses a term stands to it, by what became of it last."""
        story = self.story
        if self.slots[use.slot].rule:
            return HANDBOOK
        at, last = story.lasting(use.slot, position)[-1]
        if any(o.slot == use.slot and o.act == "suppose" and at <= when < position for when, o in self.sets):
            return "counterfactual"
        fates: dict[Act, Pattern] = {
            "change": "update",
            "restore": "rollback",
            "correct": "repair",
            "lift": "convention",
        }
        if last.act in fates:
            return fates[last.act]
        return "convention" if self.slots[use.slot].kind in CONVENTIONS else "inherit"
