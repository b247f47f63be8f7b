"""How a run comes to just the cases that were asked for: work is commissioned in rounds until nothing is missing.

A round asks for as many units of work (turns, figures, sentences) as the missing cases need. Of what could be made of
them, a category is given a share as they come, by hash, that cannot be too much (`choosing`). Once all of that is done,
as many as are still missing are picked among what is there, then the next, so that cases which nobody asked for are not
paid for; further units are only asked for when those that are there cannot be enough. Where commissions have to be
worked on in order before a category can be made of them, it has a share of their units, the first ones first, which
grows; its cases are picked in the same way. What was chosen once stays chosen.
"""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from company.archive import Archive
from company.benchmark.publishing.decisions import SITTINGS
from company.config import Settings
from company.errors import OutOfBudget
from company.records import Record
from company.reviewing import Gates
from company.run.choosing import by_hash, lacking, share_at_once, tries_for, units_for
from company.run.making import Commission, Making
from company.run.settling import Settling
from company.run.stage import LOST, Stage

ROUNDS = 12
"""Rounds of commissions after which a run stops asking for more."""
_BAD_LUCK = 5
"""Cases of a category for which a run may try on top of those wanted: few of a seldom one are soon missed by chance."""
_GUESS = 10
"""Units that what a category is expected to yield is worth, beside what this run has yielded."""
_REPLACED = 3
"""Commissions of a kind that came to nothing and for which there are others, at the least: no fewer than were asked for
first. A run whose staff never answer as asked ends all the same.
"""
_DIGITS = 6
"""Of shares: so many tell every unit of a round apart."""

Share = dict[str, float]


@dataclass(frozen=True)
class _Part:
    """A commission, and where in its round it stands."""

    one: Commission
    share: Share
    """Of its round."""
    before: int
    """The round's units before it."""
    of: int
    """All the round's units."""


@dataclass
class Rounds:
    """The rounds of one run: what was asked for so far, and what is missing."""

    settings: Settings
    archive: Archive
    asked: list[list[Commission]] = field(init=False)
    """Each round's commissions."""
    shares: list[Share] = field(init=False)
    """Of what could be made of each round's units in each category, the part that is as they come."""
    picked: dict[str, list[str]] = field(init=False)
    """By category, the records that were picked one by one, in that order."""
    picked_in: dict[str, list[int]] = field(init=False)
    """Of each of these, in which sitting: what people decided until then had a part in it. 0: it was not noted."""
    partly: bool = field(init=False)
    """Whether commissions that are worked on in order may be so in part; older runs have whole ones."""
    there: dict[str, dict[str, bool]] = field(init=False)
    """By category, what could be made into its cases, by id, and whether it was chosen so far."""
    lacking: dict[str, dict[str, int]] = field(init=False)
    """By category, how many cases of each kind that there has to be are missing."""
    gates: Gates = field(init=False)
    """What waits for people, as it was when the present round began."""
    _places: dict[tuple[str, str], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Take up what earlier sittings asked for."""
        stored = self.archive.note("commissions") or []
        self.asked = [[self._making.commission.read(noted) for noted in part] for part in stored]
        self.shares = self.archive.note("shares") or []
        self.picked = self.archive.note("picked") or {}
        self.picked_in = self.archive.note("picked_in") or {}
        self.partly = bool(self.archive.note("partly")) or not stored
        self.there = defaultdict(dict)
        self.lacking = {}
        self.gates = self._gates()

    @property
    def _making(self) -> Making:
        return self.archive.family.making

    @property
    def wanted(self) -> Mapping[str, int]:
        """The number of cases wanted of each category; without categories that are not wanted."""
        return self.settings.targets.wanted

    @property
    def most(self) -> int:
        """The number of units after which no more are asked for."""
        return sum(self._most(kind) for kind in self._kinds)

    @property
    def _kinds(self) -> Sequence[str]:
        """The kinds of commission that wanted categories are made from, the usual one first."""
        return sorted({self._kind(category) for category in self.wanted})

    def _kind(self, category: str) -> str:
        return self.archive.family.categories[category].apart

    def _most(self, kind: str) -> int:
        counts = {category: count for category, count in self.wanted.items() if self._kind(category) == kind}
        needed = max(self._units(category, count + _BAD_LUCK) for category, count in counts.items())
        return round(needed * self._making.candidates(self.settings))

    async def hold(self, work: Callable[[Sequence[Commission]], Awaitable[None]]) -> str | None:
        """Commission, work and settle until nothing is missing or enough was tried; return why it stopped early, if so.

        What earlier sittings asked for is worked on together: asked for less, the company would take clients back.
        Nothing further is asked for while work waits for people: nobody knows yet what it will come to.
        """
        again = bool(self.asked)
        while again or self._asks_more():
            again = False
            self.gates = self._gates()
            try:
                await work([one for part in self.asked for one in part])
            except OutOfBudget as full:
                self.settle()
                return str(full)
            gates = self._gates()
            if gates.waiting(gates.built_on):
                break
        self.settle()
        return None

    def _gates(self) -> Gates:
        return Gates(self.archive, self.settings.review)

    def _asks_more(self) -> bool:
        """Choose and commission what is missing; False where nothing is, or where enough was tried."""
        counts = self.settle()
        missing = {each: count - counts[each] for each, count in self.wanted.items() if counts[each] < count}
        before = (json.dumps(self.shares), json.dumps(self.picked))
        short = {each: self._chosen_more(each, count, counts[each]) for each, count in missing.items()}
        grown, picked = json.dumps(self.shares) != before[0], json.dumps(self.picked) != before[1]
        more = [one for kind in self._kinds for one in self._further(kind, self._short(kind, short))]
        if (more or grown) and len(self.asked) < ROUNDS:
            self._commission(more, {each: count for each, count in short.items() if count > 0}, missing)
        elif not picked:
            return False
        notes = {"commissions": [[one.as_json() for one in part] for part in self.asked], "shares": self.shares}
        self.archive.put_notes({**notes, "partly": self.partly, "picked": self.picked, "picked_in": self.picked_in})
        return True

    def first(self) -> Sequence[Commission]:
        """Return what the first round asks for, without asking for it."""
        short = {each: self._chosen_more(each, count, 0) for each, count in self.wanted.items()}
        wanted = {kind: min(self._short(kind, short), self._most(kind)) for kind in self._kinds}
        return [one for kind, units in wanted.items() if units for one in self._commissioned(1, units, kind)]

    def _short(self, kind: str, short: Mapping[str, int]) -> int:
        """Return the units that lack of a kind of commission."""
        return max((units for category, units in short.items() if self._kind(category) == kind), default=0)

    def _commissioned(self, number: int, units: int, kind: str) -> Sequence[Commission]:
        if kind:
            chance = random.Random(f"{self.settings.model.seed} {kind} commissions {number}")
            return self._making.apart(self.settings, kind, units, chance)
        chance = random.Random(f"{self.settings.model.seed} commissions {number}")
        return self._making.commissions(self.settings, units, chance, first=number == 1)

    def _further(self, kind: str, units: int) -> Sequence[Commission]:
        """Return what the next round asks for of a kind: nothing where that is more than a run may try in all."""
        lost = sum(one.units for one in self._lost(kind).values())
        asked = sum(_units_of(part, kind) for part in self.asked) - lost
        left = self._most(kind) - asked
        if min(units, left) <= 0:
            return ()
        more = self._commissioned(len(self.asked) + 1, min(units, left), kind)
        return more if _units_of(more) <= left or not self.asked or (lost and not asked) else ()

    def _commission(self, more: Sequence[Commission], short: Mapping[str, int], missing: Mapping[str, int]) -> None:
        """Ask for further work, with the share of each category that needs some of it."""
        share: Share = {}
        for category, count in short.items():
            units = _units_of(more, self._kind(category))
            if not units:
                continue
            if self._in_order(category):
                share[category] = round(min(1.0, count / _units_of(more)), _DIGITS)  # the usual kind comes first
            else:
                share[category] = share_at_once(missing[category], units)
        self.asked.append(list(more))
        self.shares.append(share)

    def _chosen_more(self, category: str, missing: int, accepted: int) -> int:
        """Choose more of what is there; return how many further units the missing cases need."""
        units = self._begun(category)
        there = self.there[category]
        # Not every unit comes to something that the category can be made of; where none does, all were tried in vain.
        each = units / len(there) if there else 1.0
        measured = self._yield(category, accepted, each * sum(there.values()) if there else units)
        untried = self._picked(category, missing, each * measured)
        still = lacking(missing, untried, each * measured)
        # In order, each further unit has its price, and no commission waits for it.
        again = units > 0 and not self._in_order(category)
        more = units_for(still, measured, certain=self._certain(category), again=again) if still else 0
        return self._share_grown(category, more) if self._in_order(category) else more

    def _begun(self, category: str) -> int:
        """Return the number of units from which the category may choose."""
        parts = self._parts_for(category)
        return sum(self._reach(category, each) if self._in_order(category) else each.one.units for each in parts)

    def _parts_for(self, category: str) -> Sequence[_Part]:
        """Return the commissions from which the category may choose, without those for which there are others."""
        kind = self._kind(category)
        lost = self._lost(kind)
        return [each for number, each in enumerate(self._parts(), 1) if each.one.kind == kind and number not in lost]

    def _lost(self, kind: str) -> Mapping[int, Commission]:
        """Return commissions of a kind that came to nothing as a whole, so that others count in their place.

        Of kinds that are worked on apart, as these are few and large: of others each round has some to spare.
        """
        if not kind:
            return {}
        worked = {self._making.commission_of(record) for there in self.there.values() for record in there}
        lost = {self._making.commission_of(record) for _, record in self.archive.facts(LOST)} - worked
        first = sum(one.kind == kind for one in next((each for each in self.asked if _units_of(each, kind)), ()))
        numbered = enumerate((one for part in self.asked for one in part), start=1)
        found = ((number, one) for number, one in numbered if one.kind == kind and number in lost)
        return dict(islice(found, max(_REPLACED, first)))

    def _parts(self) -> Iterator[_Part]:
        """Yield each commission, as a part of its round."""
        for commissions, share in zip(self.asked, self.shares, strict=True):
            before, units = 0, _units_of(commissions)
            for one in commissions:
                yield _Part(one, share, before, units)
                before += one.units

    def _reach(self, category: str, part: _Part) -> int:
        """Return how many units of a commission the share of a category that is made in order holds."""
        held = min(part.one.units, round(part.share.get(category, 0.0) * part.of) - part.before)
        if self.partly:
            return max(0, held)
        return part.one.units if part.share.get(category, 0.0) > part.before / part.of else 0

    def _share_grown(self, category: str, more: int) -> int:
        """Have further units of commissions, the first ones first; return how many lack then."""
        for part in self._parts_for(category):
            held = self._reach(category, part)
            if more > 0 and held < part.one.units:
                further = min(more, part.one.units - held)
                part.share[category] = round((part.before + held + further) / part.of, _DIGITS)
                more -= self._reach(category, part) - held
        return max(0, more)

    def _picked(self, category: str, missing: int, likely: float) -> int:
        """Pick of what was not tried yet as many as the missing cases need; return how many there were to pick from."""
        there = self.there[category]
        busy = Counter(one for each in self.there.values() for one, chosen in each.items() if chosen)
        # Of records, those that give no other case yet: a run's cases are about as much as they can be.
        untried = sorted(
            (one for one, chosen in there.items() if not chosen),
            key=lambda one: (busy[one], self._place(category, one)),
        )
        untried = self._seldom_first(category, untried, missing, likely)
        # Before any is tried, no more than are missing: the guess may be too low.
        picked = untried[: tries_for(missing, likely) if any(there.values()) else missing]
        if picked:
            self._note_picked(category, picked)
            there.update(dict.fromkeys(picked, True))
        return len(untried)

    def _seldom_first(self, category: str, untried: Sequence[str], missing: int, likely: float) -> list[str]:
        """Return records in their order, but those first of whose kind cases are missing; no others where all are."""
        lacking = self.lacking.get(category, {})
        if not lacking:
            return list(untried)
        left = {kind: tries_for(count, likely) for kind, count in lacking.items()}
        first, others = list[str](), list[str]()
        for one in untried:
            kind = self._making.kind_foreseen(self.archive, category, one)
            (first if left.get(kind, 0) > 0 else others).append(one)
            left[kind] = left.get(kind, 0) - 1
        is_all = sum(lacking.values()) >= missing
        of_kinds = [one for one in others if self._making.kind_foreseen(self.archive, category, one) in lacking]
        return [*first, *(of_kinds if is_all else others)]

    def _note_picked(self, category: str, records: Sequence[str]) -> None:
        known, sittings = self.picked.setdefault(category, []), self.picked_in.setdefault(category, [])
        sittings += [0] * (len(known) - len(sittings))
        known += records
        sittings += [self.archive.note(SITTINGS) or 0] * len(records)

    def _units(self, category: str, cases: int, accepted: int = 0, tried: float = 0.0) -> int:
        """Return the units that this number of cases needs, with a few to spare for units that yield nothing."""
        return units_for(cases, self._yield(category, accepted, tried), certain=self._certain(category))

    def _yield(self, category: str, accepted: int, tried: float) -> float:
        """Return the cases that a unit gives: what this run has yielded counts against the guess."""
        expected = self.archive.family.categories[category].expected
        return (accepted + _GUESS * expected) / (tried + _GUESS)

    def _certain(self, category: str) -> bool:
        return self.archive.family.categories[category].expected >= 1

    def _in_order(self, category: str) -> bool:
        return self.archive.family.categories[category].in_order

    def chooses(self, stage: Stage, record: Record) -> bool:
        """Return whether a stage is to be run on a record now."""
        if stage.serves is None:
            return stage.on(self.settings) and self._ready(stage, record)
        served = [each for each in stage.serves if each in self.wanted]
        if not served or not self._ready(stage, record):
            return False
        part = self._part_of(record)
        if stage.serial:
            return part is not None and any(self._reach(category, part) for category in served)
        for category in served:
            self.there[category][record.id] = self._is_chosen(category, record.id, part.share if part else {})
        return any(self.there[category][record.id] for category in served)

    def reaches(self, stage: Stage, record: Record) -> int | None:
        """Return how many units of the record's commission a serial stage has to go over; None: all of them."""
        part = self._part_of(record)
        if part is None or stage.serves is None:
            return None
        most = max((self._reach(each, part) for each in stage.serves if each in self.wanted), default=0)
        return most if most < part.one.units else None

    def _ready(self, stage: Stage, record: Record) -> bool:
        """Return whether a stage may make something of a record, and nobody has to judge what that builds on."""
        worth = self._making.worth(self.settings, self.archive, stage, record)
        return worth and not self.gates.hold(stage.takes, record, serial=stage.serial)

    def _is_chosen(self, category: str, record: str, share: Share) -> bool:
        at_once = 0.0 if self._in_order(category) else share.get(category, 0.0)
        return self._place(category, record) < at_once or record in self.picked.get(category, ())

    def _place(self, category: str, record: str) -> float:
        """Return a number from 0 to 1 that looks random, and is spread evenly within each kind that there has to be."""
        if category in self._least and (category, record) not in self._places:
            found = self._making.places(self.archive, category, record)
            self._places |= {(category, one): place for one, place in found.items()}
        return self._places.get((category, record), by_hash(category, record))

    def _part_of(self, record: Record) -> _Part | None:
        """Return the commission of a record, as a part of its round; None where it is of none."""
        return next(islice(self._parts(), self._making.commission_of(record.id) - 1, None))

    def settle(self) -> Counter[str]:
        """Accept what passed the gate; return how many cases there are of each category."""
        settling = Settling(self.settings, self.archive, self._gates(), least=self._least)
        settling.settle()
        self.lacking = settling.lacking
        return settling.counts

    @cached_property
    def _least(self) -> Mapping[str, Mapping[str, int]]:
        return self._making.least(self.settings)


def _units_of(part: Sequence[Commission], kind: str | None = None) -> int:
    """Return the units of commissions, of all or of one kind."""
    return sum(one.units for one in part if kind in (None, one.kind))
