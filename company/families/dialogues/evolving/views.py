"""What holds at each turn, and what a forgetful analyst takes to hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from company.families.dialogues.analysts import (
    ALL_BACK,
    GUESSED,
    KEPT,
    LATEST,
    LOST,
    NEAREST,
    NEAREST_NAME,
    NEVER,
    NO_EXCEPTION,
    NOT_ASKED,
    NOT_BACK,
    NOT_SUPPOSED,
    OLD,
    ONE_FOR_BOTH,
    ONE_STEP,
    ONLY_THIS,
    PLAIN,
    PRESENT,
    RESTATED,
    SIBLING,
    UNAMENDED,
    UNCORRECTED,
    VOID,
    WHAT_IF_KEPT,
)
from company.families.dialogues.evolution import Setting, TermKind, Use

CONVENTIONS: frozenset[TermKind] = frozenset(("exclusion", "unit", "rounding", "ties", "year"))
"""Kinds of term that are agreed once, for all that follows."""
SAID = frozenset(("define", "change", "suppose", "correct"))
"""What a turn does to a term by saying its content."""
IN_FORCE, BARE, OVERRIDDEN = 0, 1, 2
"""Versions of a rule of the handbook: as it stands, without its exception, and what stood before it was amended."""
Bound = tuple[str, int | None]
"""A slot and a version of it: what a name is bound to. An analyst may take one term's content for another's."""
View = Mapping[str, Bound]


@dataclass(frozen=True)
class Slot:
    """A term before it has a name or values: its kind, and the turns that say a version of it."""

    slot: str
    kind: TermKind
    said: tuple[int, ...] = ()
    """By version, the turn whose words say it."""
    void: frozenset[int] = frozenset()
    """Versions that the client has taken back as mistakes."""
    rule: frozenset[int] = frozenset()
    """Of a rule of the handbook, the versions that it has; no turn says any of them, and it holds from the outset."""
    readings: int = 0
    """Of a term that a turn leaves open, values beside its own that somebody might take it to have."""

    @property
    def values(self) -> int:
        """How many different values it takes."""
        return len(self.said) + self.readings


@dataclass(frozen=True)
class Fault:
    """What a forgetful analyst binds otherwise at one turn."""

    label: str
    term: str
    """The slot whose content or fate was forgotten."""
    bound: tuple[tuple[str, Bound], ...]


@dataclass(frozen=True)
class Story:
    """What became of each term: the settings of all turns, by position."""

    slots: Mapping[str, Slot]
    sets: Sequence[tuple[int, Setting]]
    """In order."""

    @classmethod
    def of(cls, slots: Mapping[str, Slot], sets: Sequence[tuple[int, Setting]]) -> Self:
        """Return the story of terms that turns set, and of the rules that hold before the first of them."""
        rules = [
            Setting(slot=slot, act="define", version=IN_FORCE, reach="on") for slot, one in slots.items() if one.rule
        ]
        return cls(slots, [*((0, each) for each in rules), *sets])

    @cached_property
    def _of_slot(self) -> Mapping[str, list[tuple[int, Setting]]]:
        """The settings of each term: a search for a timetable asks for them a million times."""
        found: dict[str, list[tuple[int, Setting]]] = defaultdict(list)
        for at, one in self.sets:
            found[one.slot].append((at, one))
        return {**found}

    def lasting(self, slot: str, until: int) -> list[tuple[int, Setting]]:
        """Return the settings of a term by turns up to this one that hold for longer than their own turn."""
        return [(at, one) for at, one in self._of_slot.get(slot, ()) if at <= until and one.reach != "here"]

    def here(self, slot: str, position: int) -> Setting | None:
        """Return what a turn does to a term for itself alone."""
        found = (one for at, one in self._of_slot.get(slot, ()) if at == position and one.reach == "here")
        return next(found, None)

    def version(self, slot: str, position: int) -> int | None:
        """Return the version that holds at a turn; None where none is agreed, or it was lifted."""
        here = self.here(slot, position)
        lasting = self.lasting(slot, position)
        return here.version if here else lasting[-1][1].version if lasting else None

    def present(self, slot: str, position: int) -> int | None:
        """Return the version that holds from a turn on, whatever holds for it alone."""
        lasting = self.lasting(slot, position)
        return lasting[-1][1].version if lasting else None

    def view(self, uses: Sequence[Use]) -> dict[str, Bound]:
        """Return what each term that a turn uses is bound to, truly."""
        return {use.slot: (use.slot, use.version) for use in uses}

    def sources(self, use: Use, position: int) -> list[int]:
        """Return the earlier turns that have to be remembered for a use: who said it, and who last changed its fate."""
        if self.slots[use.slot].rule:
            return []
        said = () if use.version is None else (self.slots[use.slot].said[use.version],)
        lasting = self.lasting(use.slot, position)
        fate = (lasting[-1][0],) if lasting and self.here(use.slot, position) is None else ()
        return sorted({at for at in (*said, *fate) if at < position})

    # forgetful analysts

    def faults(self, uses: Sequence[Use], position: int) -> Iterator[Fault]:
        """Yield what forgetful analysts bind otherwise at a turn, a term after the other, then of several at once."""
        for use in uses:
            for label, bound in self._of_one(use, position):
                if bound != (use.slot, use.version):
                    yield Fault(label, use.slot, ((use.slot, bound),))
        yield from self._of_several(uses, position)

    def _of_one(self, use: Use, position: int) -> Iterator[tuple[str, Bound]]:  # noqa: C901 - one rule after the other
        if self.slots[use.slot].rule:
            yield from self._of_rule(use.slot)
            return
        if self.slots[use.slot].readings:
            yield from self._of_open(use.slot)
            return
        slot, here = use.slot, self.here(use.slot, position)
        lasting = self.lasting(slot, position)
        at, last = lasting[-1] if lasting else (0, None)
        before = lasting[-2][1].version if len(lasting) > 1 else None
        if here is not None and last is not None:
            yield NOT_SUPPOSED if here.act == "suppose" else PRESENT, (slot, last.version)
            if here.act == "restore":
                yield from self._void(use)
                yield self.unheard(slot), (slot, None)
            return
        if last is None:
            return
        if last.act == "lift":
            yield KEPT, (slot, before)
        if at < position and use.version is not None:
            yield self.unheard(slot), (slot, None)
        if use.version is not None and (rival := self.rival(use, position)) is not None:
            yield NEAREST, rival
        if last.act == "change":
            yield OLD, (slot, before)
        if last.act == "correct":
            yield UNCORRECTED, (slot, before)
        if last.act == "restore":
            yield NOT_BACK, (slot, before)
            yield from self._one_step(slot, lasting)
            yield from self._void(use)
        supposed = [
            one for when, one in self.sets if one.slot == slot and one.act == "suppose" and at <= when < position
        ]
        if supposed:
            yield WHAT_IF_KEPT, (slot, supposed[-1].version)

    def _of_open(self, slot: str) -> Iterator[tuple[str, Bound]]:
        yield NOT_ASKED, (slot, None)
        for number in range(self.slots[slot].readings):
            yield GUESSED, (slot, len(self.slots[slot].said) + number)

    def _of_rule(self, slot: str) -> Iterator[tuple[str, Bound]]:
        own = self.slots[slot]
        yield PLAIN, (slot, None)
        if OVERRIDDEN in own.rule:
            yield UNAMENDED, (slot, OVERRIDDEN)
        if BARE in own.rule:
            yield NO_EXCEPTION, (slot, BARE)
        for other in self.slots.values():
            if other.rule and other.kind == own.kind and other.slot != slot:
                yield SIBLING, (other.slot, IN_FORCE)

    def unheard(self, slot: str) -> str:
        """Return what one is called who never heard of a term."""
        if self.slots[slot].rule:
            return PLAIN
        return LOST if self.slots[slot].kind in CONVENTIONS else NEVER

    def _one_step(self, slot: str, lasting: Sequence[tuple[int, Setting]]) -> Iterator[tuple[str, Bound]]:
        if len(lasting) > 2:
            yield ONE_STEP, (slot, lasting[-3][1].version)

    def _void(self, use: Use) -> Iterator[tuple[str, Bound]]:
        """Yield the mistake that the version which is brought back has replaced."""
        if use.version and use.version - 1 in self.slots[use.slot].void:
            yield VOID, (use.slot, use.version - 1)

    def rival(self, use: Use, position: int) -> Bound | None:
        """Return what was said last of another term of the kind, where that was after the term itself was said."""
        own = self.slots[use.slot]
        if own.rule:
            return None
        assert use.version is not None, "what was lifted has no content"
        said = [
            (at, one)
            for at, one in self.sets
            if own.said[use.version] < at < position and one.slot != use.slot and one.act in SAID
            if self.slots[one.slot].kind == own.kind
        ]
        return (said[-1][1].slot, said[-1][1].version) if said else None

    def lazily(self, uses: Sequence[Use], position: int) -> Iterator[tuple[str, dict[str, Bound]]]:
        """Yield who keeps nothing of what was agreed, with what they bind at a turn: by its own words alone, by what
        was said last of any term of a kind, or by what was agreed last of one, whatever it names and brings back.
        """
        now = {one.slot for at, one in self.sets if at == position and one.act in SAID}
        agreed = {use.slot: self.slots[use.slot] for use in uses if use.slot not in now}
        agreed = {slot: one for slot, one in agreed.items() if not one.rule and not one.readings}
        yield RESTATED, {slot: (slot, None) for slot in agreed}
        heard = [(at, one) for at, one in self.sets if at <= position and not self.slots[one.slot].rule]
        said = [one for _, one in heard if one.act in SAID]
        lasting = [one for at, one in heard if one.reach != "here" and (at < position or one.act in SAID)]
        for label, settings in ((NEAREST_NAME, said), (LATEST, lasting)):
            last = {self.slots[one.slot].kind: (one.slot, one.version) for one in settings}
            yield label, {slot: last[one.kind] for slot, one in agreed.items() if one.kind in last}

    def _of_several(self, uses: Sequence[Use], position: int) -> Iterator[Fault]:
        legs = [use for use in uses if (here := self.here(use.slot, position)) and here.act == "restore"]
        composed = [use for use in uses if use in legs or len(self.lasting(use.slot, position)) > 1]
        for leg in legs if len(composed) > 1 else ():
            age = self.slots[leg.slot].said[leg.version or 0]
            bound = tuple(
                (each.slot, (each.slot, then))
                for each in composed
                if (then := self.present(each.slot, age)) is not None and then != each.version
            )
            if bound:
                yield Fault(ONE_FOR_BOTH, leg.slot, bound)
        if len(legs) > 1:
            yield Fault(PRESENT, legs[0].slot, tuple((e.slot, (e.slot, self.present(e.slot, position))) for e in legs))
        yield from self._scope(uses, position)

    def _scope(self, uses: Sequence[Use], position: int) -> Iterator[Fault]:
        """Yield what takes the others back as well, or one alone of those that were taken back together."""
        back = {
            use.slot: lasting[-1][0]
            for use in uses
            if (lasting := self.lasting(use.slot, position)) and lasting[-1][1].act == "restore"
        }
        for slot, at in back.items():
            moment = self.slots[slot].said[self.present(slot, position) or 0]
            others = tuple(
                (use.slot, (use.slot, then))
                for use in uses
                if use.slot not in back and (then := self.present(use.slot, moment)) is not None
                if then != use.version and self.lasting(use.slot, position)[-1][0] < at
            )
            if others:
                yield Fault(ALL_BACK, slot, others)
            together = [other for other, when in back.items() if when == at and other != slot]
            if together:
                stay = tuple((each, (each, self.lasting(each, at - 1)[-1][1].version)) for each in together)
                yield Fault(ONLY_THIS, slot, stay)
