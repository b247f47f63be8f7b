"""How a run comes to just the cases that were asked for: work is commissioned in rounds until nothing is missing.

A round asks clients for as many turns as the missing cases need, and for each category takes a share of what could be
made of them, chosen by hash: cases that nobody asked for are not paid for. What a round yields tells the next one how
much more to ask for. Shares only grow, so that what was chosen once stays chosen.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from company.archive import Archive
from company.benchmark.reference import identity
from company.config import Settings
from company.errors import OutOfBudget
from company.interactive.commissions import commissions
from company.records import CATEGORIES, USABLE, AnyRecord, Case, Category, Status
from company.stage import Commission, Stage

BEYOND = "passed the gate, beyond the number that was asked for"
ROUNDS = 12
"""Rounds of commissions after which a run stops asking for more."""
_YIELD: Mapping[Category, float] = {
    "normal": 1.0,
    "private": 0.85,
    "update_code": 0.8,
    "private_update_code": 0.6,
    "clarification": 0.4,
    "private_clarification": 0.3,
    "fast_fail": 0.6,
    "best_guess": 0.2,
    "plot_qa": 0.1,
    "insight_mining": 0.5,
}
"""Cases that a turn with code can be expected to give, before anything is known of this run."""
_AMPLE = 1.15
"""By how much more is chosen than is thought to be needed: a round too many takes longer than a few cases too many."""


@dataclass
class Rounds:
    """The rounds of one run: what was asked for so far, and what is missing."""

    settings: Settings
    archive: Archive
    asked: list[list[Commission]] = field(init=False)
    shares: dict[Category, float] = field(init=False)
    """Of what could be made in each category, the part that is."""

    def __post_init__(self) -> None:
        """Take up what earlier sittings asked for."""
        stored = self.archive.note("commissions") or []
        self.asked = [[Commission(**one) for one in part] for part in stored]
        self.shares = self.archive.note("shares") or {}

    @property
    def wanted(self) -> Mapping[Category, int]:
        """How many cases of each category are wanted; none that is not."""
        return self.settings.targets.wanted

    @property
    def _most(self) -> int:
        """Turns after which no more are asked for."""
        return round(_turns(self.wanted, _YIELD) * self.settings.dialogues.candidates) + 5

    async def hold(self, work: Callable[[Sequence[Commission]], Awaitable[None]]) -> str | None:
        """Commission, work, settle, until nothing is missing or enough was tried; why it stopped early, if it did."""
        for number in range(1, ROUNDS + 1):
            if number > len(self.asked) and not self._asks_more(number):
                return None
            try:
                await work([one for part in self.asked[:number] for one in part])
            except OutOfBudget as full:
                self.settle()
                return str(full)
        self.settle()
        return None

    def _asks_more(self, number: int) -> bool:
        """Commission what is missing; False where nothing is, or where enough was tried."""
        counts = self.settle()
        missing = {each: count - counts[each] for each, count in self.wanted.items() if counts[each] < count}
        before = sum(one.turns for part in self.asked for one in part)
        left = self._most - before
        if not missing:
            return False
        yields = {each: self._yield(each, counts[each], before) for each in missing}
        turns = max(0, _turns(self.wanted, {**_YIELD, **yields}) - before) if before else _turns(missing, _YIELD)
        grown = self._grow(missing, counts, before + min(turns, left))
        if turns <= 0 and not grown:
            turns = _turns(missing, yields)  # what was chosen came to less than it should have: more of all
        if (left <= 0 or turns <= 0) and not grown:
            return False
        turns = max(0, min(turns, left))
        chance = random.Random(f"{self.settings.model.seed} commissions {number}")
        clients = self.settings.people.clients if number == 1 else None
        self.asked.append(commissions(turns, self.settings.dialogues.statement_share, chance, clients))
        self.archive.put_note("commissions", [[vars(one) for one in part] for part in self.asked])
        self.archive.put_note("shares", self.shares)
        return True

    def _yield(self, category: Category, accepted: int, turns: int) -> float:
        """Cases of a category that a turn gives where all of them are taken, as far as this run tells."""
        tried = self.shares.get(category, 0.0) * turns
        known = _YIELD[category]
        # A guess counts as much as ten turns.
        return min(known, (accepted + known * 10) / (tried + 10)) if tried else known

    def _grow(self, missing: Mapping[Category, int], counts: Mapping[Category, int], turns: int) -> bool:
        """Choose more of what is missing; whether any share has grown."""
        grown = False
        for category, count in missing.items():
            old = self.shares.get(category, 0.0)
            needed = (counts[category] + count) / max(1e-9, self._yield(category, counts[category], turns) * turns)
            new = min(1.0, max(old, round(needed * _AMPLE + 0.02, 3)))
            if category == "normal" and len(self.wanted) == 1:
                new = 1.0  # every turn was asked for to become such a case
            if new > old:
                self.shares[category] = new
                grown = True
        return grown

    # what is chosen

    def chooses(self, stage: Stage, record: AnyRecord) -> bool:
        """Whether a stage is to be run on a record."""
        if stage.serves is None:
            return stage.on(self.settings)
        return any(_place(category, record) < self.shares.get(category, 0.0) for category in stage.serves)

    # what is accepted

    def settle(self) -> Counter[Category]:
        """Accept the first distinct cases of each category that passed the gate; how many there are of each.

        Of two with the same question and answer the later is rejected; what goes beyond the target stays proposed,
        for a later run that wants more.
        """
        counts: Counter[Category] = Counter()
        seen: dict[tuple[Category, str, str], str] = {}
        cases: Iterable[Case] = self.archive.records("case", (*USABLE, "proposed"))
        for case in cases:
            key = (case.category, *identity(case.entry))
            if key in seen:
                self._settle(case, "rejected", f"same query and code as {seen[key]}")
            elif counts[case.category] < self.wanted.get(case.category, 0):
                seen[key] = case.id
                counts[case.category] += 1
                self._settle(case, case.status if case.status == "edited" else "accepted", None)
            else:
                self._settle(case, "proposed", BEYOND)
        return counts

    def _settle(self, case: Case, status: Status, reason: str | None) -> None:
        if (case.status, case.reason) != (status, reason):
            self.archive.settle(case.id, status, reason)


def _turns(cases: Mapping[Category, int], yields: Mapping[Category, float]) -> int:
    """Turns that so many cases need, a few more than seem needed, since a few come to nothing."""
    return max((1 + math.ceil(count * 1.04 / yields[each] - 0.5) for each, count in cases.items() if count), default=0)


def _place(category: Category, record: AnyRecord) -> float:
    """A number from 0 to 1 that looks random, and depends on the record's id alone."""
    digest = hashlib.sha256(f"{category} {record.id}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


assert set(_YIELD) == set(CATEGORIES), "every category has its yield"
