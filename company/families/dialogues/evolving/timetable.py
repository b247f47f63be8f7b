"""The timetable of an evolving dialogue: what each turn does to which terms, and on which earlier turns it depends; and
how far it is from what is wished of patterns, distances and breadths.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from company.evaluation.traits import LEVELS, Level
from company.families.dialogues.evolution import (
    DRAWN,
    HANDBOOK,
    OPEN,
    RECONCILE,
    Pattern,
    RuleChange,
    Setting,
    TermKind,
    Use,
)
from company.families.dialogues.evolving.difficulty import Features, hardness, level
from company.families.dialogues.evolving.views import Bound, Slot, Story

FAR: Final = 8
"""Turns back from which on something is far."""
LEAST_MEAN, LEAST_SHARE, MOST_CORRELATION = 8.0, 0.05, 0.4
"""Turns back to what a turn depends on, on average, and the share of each pattern: no less."""
MEAN_BY_LENGTH: Final = 0.22
"""Part of a dialogue's length that the average is to be where that is more: what is far is lost more often than what is
near, and of a long dialogue there is room for more.
"""
SHARES: Final[Mapping[Pattern, float]] = {
    "construct": 0.15,
    "inherit": 0.19,
    "convention": 0.13,
    "update": 0.13,
    "counterfactual": 0.12,
    "rollback": 0.11,
    "compose": 0.09,
    "repair": 0.08,
}
"""Of the turns, by their main pattern, where they are balanced."""
HANDBOOK_SHARE: Final = 0.1
"""The same of turns that use a rule, where there is a handbook."""
BREADTHS: Final = (0.03, 0.18, 0.25, 0.24, 0.30)
"""Share of the turns that depend on 0, 1, 2, 3, and 4 or more earlier ones, as in LongDS."""
MOST_MEANT: Final = 40
"""Turns of a dialogue from which on the average is to be no more."""
MOST_OFF: Final = 0.1
"""How far any of these shares is off at the most, where no levels are wished for: these come with other breadths."""
LONG: Final = 3 * FAR
"""Turns of a dialogue from which on distances are held to their bounds: shorter ones have no room for them."""


@dataclass(frozen=True)
class Hidden:
    """The view by which an old report was made, and those that are taken for it."""

    bound: tuple[tuple[str, Bound], ...]
    """What each term, and each standing rule that held, was bound to."""
    wrong: tuple[tuple[str, str, tuple[tuple[str, Bound], ...]], ...]
    """Of analysts who explain it otherwise: label, slot, and what they bind."""
    shown: str
    unit: float
    at: str
    by: str
    """The number as it is printed, what its last digit is worth, and the group that it is of."""
    options: Mapping[str, tuple[Bound | None, ...]]
    """By slot, all that somebody could consider; None: a standing rule is not applied."""
    today: Mapping[str, Bound | None]


@dataclass(frozen=True)
class Drawn:
    """One turn of a timetable."""

    position: int
    patterns: tuple[Pattern, ...]
    """The main one first."""
    sets: tuple[Setting, ...]
    uses: tuple[Use, ...]
    of_results: tuple[int, ...]
    remade: tuple[int, ...]
    sources: tuple[int, ...]
    """The earlier turns that it depends on."""
    rivals: tuple[str, ...]
    moments: Mapping[str, str] = field(default_factory=dict)
    """Slot → how the age of what is brought back is named."""
    changes: tuple[RuleChange, ...] = ()
    """What it says of the standing rules that are in force."""
    hidden: Hidden | None = None
    """Of a turn that begins with a number out of an old report, once one is found."""

    @property
    def is_pure(self) -> bool:
        """Whether nothing goes on from it: a what-if, of two ages, by rules that have to be found, or left open."""
        return self.patterns[0] in (RECONCILE, OPEN) or any(one.reach == "here" for one in self.sets)

    @property
    def distance(self) -> int:
        """Turns back to the farthest turn that it depends on; 0 where there is none."""
        return self.position - min(self.sources, default=self.position)


@dataclass(frozen=True)
class Timetable:
    """A dialogue before anything is written."""

    slots: Mapping[str, Slot]
    turns: tuple[Drawn, ...]

    @property
    def story(self) -> Story:
        """What becomes of each term."""
        return Story.of(self.slots, [(turn.position, one) for turn in self.turns for one in turn.sets])

    @property
    def changes(self) -> list[tuple[int, RuleChange]]:
        """What turns say of the standing rules that are in force, each with its turn."""
        return [(turn.position, one) for turn in self.turns for one in turn.changes]

    def last_made(self, position: int, until: int) -> int:
        """Return the turn, of those before one, at which a result was made last."""
        again = (turn.position for turn in self.turns[position : until - 1] if position in turn.remade)
        return max(again, default=position)

    def made_with(self, until: int) -> dict[int, dict[str, int | None]]:
        """Return by turn, of those before this one, the versions that its result was last made with."""
        made: dict[int, dict[str, int | None]] = {}
        for turn in self.turns:
            if turn.position >= until:
                break
            for each in turn.remade:
                made[each] = made[each] | {one.slot: one.version for one in turn.sets if one.slot in made[each]}
            made[turn.position] = {use.slot: use.version for use in turn.uses}
        return made


def question_at(position: int, turns: int, questions: int) -> int:
    """Return which question a turn serves, from 1 on: they come in order, each for about as many turns."""
    return 1 + (position - 1) * questions // max(1, turns)


def decides_at(position: int, turns: int, questions: int) -> bool:
    """Return whether a turn is the last one that serves its question."""
    own, following = (question_at(each, turns, questions) for each in (position, position + 1))
    return position >= turns or own != following


@dataclass(frozen=True)
class RuleSlot:
    """A rule of the handbook, as far as a timetable knows it."""

    slot: str
    kind: TermKind
    versions: frozenset[int]
    """Those of `views` that it has."""


@dataclass(frozen=True)
class Wishes:
    """What a timetable is to be like."""

    turns: int
    kinds: Collection[TermKind]
    """Kinds of term that the table allows."""
    shares: Mapping[Pattern, float] = field(default_factory=lambda: SHARES)
    far: float = 0.5
    fresh: float = 0.1
    open: float = 0.0
    """The share of turns that leave something open."""
    levels: Mapping[Level, float] = field(default_factory=dict)
    """The share of each level; {}: as they come."""
    rules: tuple[RuleSlot, ...] = ()
    """Rules of the handbook that the dialogue may use."""
    questions: int = 1
    """Questions that its turns serve, one after the other."""

    def question(self, position: int) -> int:
        """Return which question a turn serves, from 1 on: each is served by about as many turns."""
        return question_at(position, self.turns, self.questions)

    def decides(self, position: int) -> bool:
        """Return whether a turn is the last one that serves its question."""
        return decides_at(position, self.turns, self.questions)

    @property
    def wanted(self) -> dict[Pattern, float]:
        """The share of each pattern that turns may have."""
        shares = {**SHARES, **self.shares, **({OPEN: self.open} if self.open else {})}
        return (
            {HANDBOOK: HANDBOOK_SHARE, **shares} if self.rules else {k: v for k, v in shares.items() if k != HANDBOOK}
        )


def faults(table: Timetable, wishes: Wishes) -> float:
    """Return how far a timetable is from what is wished: 0 or less where all bounds hold."""
    turns = table.turns
    missed = 0.0
    counts = Counter(turn.patterns[0] for turn in turns)
    further = [HANDBOOK] if wishes.rules else []
    further += [OPEN] if wishes.open else []
    shares = {**wishes.shares, **{each: wishes.wanted[each] for each in further}}
    for pattern in DRAWN:
        wanted = min(LEAST_SHARE, shares.get(pattern, 0.0))
        missed += 20 * max(0.0, wanted - counts[pattern] / len(turns))
    distances = [turn.distance for turn in turns if turn.sources]
    off = [abs(one - other) for one, other in zip(breadths(turns), BREADTHS, strict=True)]
    if len(turns) >= LONG:
        mean = max(LEAST_MEAN, MEAN_BY_LENGTH * min(len(turns), MOST_MEANT)) + 0.1
        missed += max(0.0, mean - statistics.fmean(distances or [0]))
        missed += max(0.0, mean - span(turns))
        missed += 10 * max(0.0, abs(correlation(turns)) - MOST_CORRELATION + 0.01)
        missed += 0.0 if wishes.levels else 10 * max(0.0, max(off) - MOST_OFF)
    missed += 10 * max(0.0, wishes.far + 0.03 - far_share(turns))
    alone = sum(turn.distance >= FAR and not turn.rivals for turn in turns) / len(turns)
    spread = alone + 3 * sum(off)
    if wishes.levels:
        found = levels(table)
        spread += 3 * sum(abs(found[each] / len(turns) - wishes.levels.get(each, 0.0)) for each in LEVELS)
    # Where all bounds hold, the best one has breadths near to those of real analyses, and rivals of what is far.
    return missed if missed > 0 else spread - 10


def correlation(turns: Sequence[Drawn]) -> float:
    """Return how much the distances of dependent turns go with their positions."""
    pairs = [(turn.position, turn.distance) for turn in turns if turn.sources]
    if len(pairs) < 2 or len({distance for _, distance in pairs}) < 2:
        return 0.0
    return statistics.correlation(*map(list, zip(*pairs, strict=True)))


def span(turns: Sequence[Drawn]) -> float:
    """Return how far back what turns depend on is, on average over all of it."""
    return statistics.fmean([turn.position - each for turn in turns for each in turn.sources] or [0])


def far_share(turns: Sequence[Drawn]) -> float:
    """Return the share of the middle third that depends on something far."""
    middle = turns[len(turns) // 3 : 2 * len(turns) // 3]
    return sum(turn.distance >= FAR for turn in middle) / max(1, len(middle))


def breadths(turns: Sequence[Drawn]) -> tuple[float, ...]:
    """Return the shares of turns that depend on 0, 1, 2, 3, and 4 or more earlier ones."""
    counts = Counter(min(len(turn.sources), 4) for turn in turns)
    return tuple(counts[number] / len(turns) for number in range(5))


def levels(table: Timetable) -> Counter[Level]:
    """Count the turns by the level that they have if forgetting shows wherever it may, and nobody lazy is right."""
    found: Counter[Level] = Counter()
    chains: dict[int, int] = {}
    for turn in table.turns:
        rested = max((chains[each] for each in turn.of_results), default=0)
        chains[turn.position] = rested + 1 if turn.sources else 0
        said = [sum(at <= turn.position for at in table.slots[use.slot].said) for use in turn.uses]
        rules = sum(bool(table.slots[use.slot].rule) for use in turn.uses)
        features = Features(turn.distance, len(turn.sources), max(said, default=0), chains[turn.position], rules=rules)
        found[level(hardness(features))] += 1
    return found
