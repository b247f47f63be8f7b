"""What a turn does to terms: which event of a pattern may happen now, and to which of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from company.families.dialogues.evolution import OPEN, RECONCILE, Act, Pattern, Setting, Use
from company.families.dialogues.evolving.begun import Begun
from company.families.dialogues.evolving.timetable import SHARES
from company.families.dialogues.evolving.views import CONVENTIONS, Slot

MOST_REMADE = 3
"""Results that a change makes anew, at the most."""
_WAITS, _NOT_LATE = 0.6, 0.7
"""How often a turn of two ages waits until one age for both would show, up to which part of a dialogue."""
_TWO_LEGS = 0.3
"""How often two terms are brought back for one turn, rather than one beside what holds now."""
Event = tuple[list[Setting], list[int]]
"""What is set, and the turns whose results are made anew."""


class Events:
    """The events of one turn after the other."""

    def __init__(self, begun: Begun) -> None:
        self.begun, self.chance = begun, begun.chance
        self.moments: dict[str, str] = {}
        """Of the turn that is drawn: slot → how the age of what is brought back is named."""

    def tried(self, pattern: Pattern, position: int) -> Event | None:
        """Return the settings of an event of this pattern; none for a turn that uses what is there; None else."""
        slots = [slot for slot, one in self.begun.slots.items() if not one.readings]
        self.chance.shuffle(slots)
        match pattern:
            case "update":
                return self._changed(slots, position) or self._users(pattern, position)
            case "counterfactual":
                return self._supposed(slots, position)
            case "rollback":
                return self._restored(slots, position) or self._users(pattern, position)
            case "compose":
                return self._composed(slots, position)
            case "repair":
                return self._corrected(slots, position) or self._users(pattern, position)
            case "convention":
                return self._lifted(slots, position) or self._users(pattern, position)
            case "reconcile":
                return ([], []) if self._due(RECONCILE) and self.begun.reconcilable(position) else None
            case "open":
                return ([], []) if self._due(OPEN) and self.begun.may_be_left_open() else None
            case _:
                return ([], []) if self.begun.candidates(position, [], pattern) else None

    def _users(self, pattern: Pattern, position: int) -> Event | None:
        return ([], []) if self.begun.candidates(position, [], pattern) else None

    def _due(self, pattern: Pattern) -> bool:
        """Return whether a pattern has fewer turns so far than it is to have in all."""
        shares = self.begun.wishes.wanted
        wanted = math.ceil(shares.get(pattern, 0.0) / sum(shares.values()) * self.begun.wishes.turns)
        return sum(turn.patterns[0] == pattern for turn in self.begun.turns) < wanted

    def _few(self, pattern: Pattern, *acts: Act) -> bool:
        """Return whether events of a pattern are still to come, rather than turns that rest on them."""
        wanted = SHARES[pattern] * self.begun.wishes.turns * 0.6
        return sum(self.begun.happened(act) for act in acts) < max(1.0, wanted)

    def _changed(self, slots: Sequence[str], position: int) -> Event | None:
        for slot in slots if self._few("update", "change") else ():
            if self.begun.is_free(slot, position):
                remade = self.begun.rest_on(slot, position)
                may = 0 < len(remade) <= MOST_REMADE and self.begun.is_whole(slot, remade)
                everywhere = may and self.chance.random() < 0.6
                made = self.begun.said(slot, "change", "all" if everywhere else "on", position)
                return [made], remade if everywhere else []
        return None

    def _supposed(self, slots: Sequence[str], position: int) -> Event | None:
        for slot in slots:
            if self.begun.is_free(slot, position, least=2):
                return [self.begun.said(slot, "suppose", "here", position)], []
        return None

    def _restored(self, slots: Sequence[str], position: int) -> Event | None:
        if not self._few("rollback", "restore"):
            return None
        found: list[Setting] = []
        for slot in slots:
            if self.begun.last(slot, position) in ("restore", "define") or self.begun.slots[
                slot
            ].kind in self.begun.kinds_of(found):
                continue
            if position - self.begun.story.lasting(slot, position)[-1][0] < 2:
                continue
            old = list(self.begun.old(slot, position))
            if old:
                version, moment = self.chance.choice(old)
                found.append(Setting(slot=slot, act="restore", version=version, reach="on"))
                self.moments[slot] = moment
            if len(found) > self.chance.choice((0, 0, 1)):
                break
        return (found, []) if found else None

    def _composed(self, slots: Sequence[str], position: int) -> Event | None:
        """Return terms of two ages for one turn: one as it was, and another that has changed as well.

        Where it can be, the other one was not as it is now when the first was as it is brought back: else nobody who
        takes one age for both would come to something else.
        """
        aged = [slot for slot in slots if len(self.begun.story.lasting(slot, position)) > 1]
        pairs = [
            (slot, version, moment)
            for slot in aged
            for version, moment in self.begun.old(slot, position)
            if any(self._goes_with(slot, other) for other in aged)
        ]
        apart = [pair for pair in pairs if any(self._is_apart(*pair[:2], other, position) for other in aged)]
        may_wait = position < _NOT_LATE * self.begun.wishes.turns and self.chance.random() < _WAITS
        if not pairs or (not apart and may_wait):
            return None
        slot, version, self.moments[slot] = self.chance.choice(apart or pairs)
        found = [Setting(slot=slot, act="restore", version=version, reach="here")]
        return [*found, *self._second_leg(found[0], aged, position)], []

    def _second_leg(self, first: Setting, aged: Sequence[str], position: int) -> list[Setting]:
        """Return, now and then, another term that is brought back for the same turn."""
        for slot in aged if self.chance.random() < _TWO_LEGS else ():
            old = [*self.begun.old(slot, position)] if self._goes_with(first.slot, slot) else []
            if old:
                version, self.moments[slot] = self.chance.choice(old)
                return [Setting(slot=slot, act="restore", version=version, reach="here")]
        return []

    def _goes_with(self, slot: str, other: str) -> bool:
        return self.begun.slots[slot].kind != self.begun.slots[other].kind

    def _is_apart(self, slot: str, version: int, other: str, position: int) -> bool:
        now = self.begun.story.present(other, position)
        fits = self._goes_with(slot, other) and now is not None
        return fits and self.begun.is_of_another_age(Use(slot=other, version=now), slot, version)

    def _corrected(self, slots: Sequence[str], position: int) -> Event | None:
        if not self._few("repair", "correct"):
            return None
        for slot in slots:
            one, lasting = self.begun.slots[slot], self.begun.story.lasting(slot, position)
            remade = self.begun.rest_on(slot, position)
            is_new = lasting[-1][1].act in ("define", "change") and position - lasting[-1][0] >= 2
            if is_new and self.begun.is_free(slot, position, least=2) and 0 < len(remade) <= MOST_REMADE:
                made = self.begun.said(slot, "correct", "all", position)
                now = self.begun.slots[slot]
                self.begun.slots[slot] = Slot(slot, now.kind, now.said, one.void | {lasting[-1][1].version or 0})
                return [made], remade
        return None

    def _lifted(self, slots: Sequence[str], position: int) -> Event | None:
        if (
            self.begun.happened("lift") >= max(1, self.begun.wishes.turns // 25)
            or position < self.begun.wishes.turns // 3
        ):
            return None
        for slot in slots:
            one = self.begun.slots[slot]
            if one.kind in CONVENTIONS and self.begun.is_free(slot, position):
                return [Setting(slot=slot, act="lift", version=None, reach="on")], []
        return None
