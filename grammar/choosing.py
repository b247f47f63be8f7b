"""What to do next: steps that fit what is there, weighed by the moment, by what was done, and by the client's focus."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from company.records import ResultType
from grammar.language import Unclear
from grammar.leaning import share
from grammar.moves import Move, resolve
from grammar.scene import Focus, Scene, Var
from grammar.slots import TABLE, find_conditions
from grammar.steps.base import Step
from grammar.steps.catalogue import KINDS
from grammar.steps.domains import several
from grammar.steps.kind import Kind
from grammar.understanding import mentioned
from grammar.words import words

MOMENTS: Mapping[str, Mapping[str, float]] = words("leanings")["moments"]
"""Phase of a sub-goal → how well each moment of a kind fits it."""
_REPEATED = 0.25
"""Factor for every time that a kind was asked for among the recent queries."""
_OFFERS = 4
_CUED = 4.0
SMALL = 16
"""A handful of rows that were picked out is something to look at, hardly something to analyse."""


@dataclass(frozen=True)
class Past:
    """What was asked for earlier, as far as the brief tells."""

    kinds: Counter[str]
    meanings: frozenset[tuple[object, ...]]

    @classmethod
    def of(cls, queries: Iterable[str]) -> Past:
        """Read the earlier queries back."""
        named = [step for query in queries for step in mentioned(query)]
        return cls(Counter(kind for kind, _ in named), frozenset(_said(*step) for step in named))

    def knows(self, step: Step) -> bool:
        """Whether the same step was asked for, on whatever source."""
        return _said(step.kind, step.slots) in self.meanings


def _said(kind: str, slots: Mapping[str, Any]) -> tuple[object, ...]:
    return kind, tuple(sorted((name, repr(value)) for name, value in slots.items() if name not in ("source", "rows")))


def focus_of(question: Mapping[str, Any]) -> Focus:
    """What a plan's question is about."""
    conditions = tuple(question.get("conditions", ()))
    named = [column for condition in conditions for column, _, _ in find_conditions(condition)]
    return Focus(tuple(dict.fromkeys([*question["columns"], *named])), conditions)


def opening_filters(focus: Focus, scene: Scene) -> Iterator[Step]:
    """The question's own conditions as a first filter, together and one by one, where they can be evaluated."""
    found = [condition for text in focus.conditions for condition in find_conditions(text)]
    usable = [one for one in found if KINDS["filter"].sensible({"conditions": (one,)}, scene.table)]
    together = tuple({one[0]: one for one in usable}.values())
    for conditions in ([together] if len(together) > 1 else []) + [(one,) for one in usable]:
        yield Step("filter", {"source": TABLE, "conditions": tuple(conditions)}, "dataframe")


@dataclass(frozen=True)
class Chooser:
    """Chooses steps in one scene."""

    scene: Scene
    focus: Focus
    past: Past
    chance: random.Random
    wished: tuple[ResultType, ...] = ()
    """Result types that the question names."""
    results: tuple[str, ...] = ()
    """Variables that were asked for, in order; others are the chatbot's own and nobody else's business."""
    cues: frozenset[str] = frozenset()
    """Families of steps that the question's words call for."""

    def sources(self) -> list[Var]:
        """Variables worth going on with, in a drawn order: mostly the last, or a recent one, or the table."""
        asked = [name for name in dict.fromkeys(reversed(self.results)) if name in self.scene.variables]
        named = [self.scene.variables[name] for name in asked if name != self.scene.table.name]
        weights: dict[str, float] = {self.scene.table.name: 0.7}
        for age, var in enumerate(named):
            weights[var.name] = 2.4 / (1 + age) if age < 6 else 0.12
        if recent := next((var for var in named[:8] if var.nature == "rows"), None):
            weights[recent.name] += 2.5
        if self.scene.last in weights:
            weights[str(self.scene.last)] += 4.5
        for var in named:
            if var.nature == "rows" and var.rows < SMALL:
                weights[var.name] *= 0.2
        every = {self.scene.table.name: self.scene.table, **{var.name: var for var in named}}
        order = sorted(weights, key=lambda name: self.chance.random() ** (1 / weights[name]), reverse=True)
        return [every[name] for name in order]

    def steps(self, source: Var, phase: str) -> list[Step]:
        """Steps on a source in a drawn order, better ones earlier; each can be resolved and was not asked before."""
        drawn: list[tuple[float, Step]] = []
        for kind in KINDS.values():
            if source.nature not in kind.takes:
                continue
            for rank, step in enumerate(self._offers(kind, source)):
                weight = share(kind) * MOMENTS[phase][kind.moment] * 0.7**rank
                weight *= _REPEATED ** min(self.past.kinds[kind.name], 4)
                weight *= _CUED if kind.family in self.cues else 1.0
                weight *= self._concern(step, source)
                drawn.append((self.chance.random() ** (1 / max(weight, 1e-3)), step))
        return [step for _, step in sorted(drawn, key=lambda pair: pair[0], reverse=True)]

    def _offers(self, kind: Kind, source: Var) -> Iterator[Step]:
        for number, slots in enumerate(kind.offers(source, self.focus, self.chance)):
            if number == _OFFERS:
                return
            step = Step(kind.name, {**slots, "source": source.name}, self.result_of(kind))
            if not self.past.knows(step):
                yield step

    def concerns(self, step: Step, source: Var) -> bool:
        """Whether a step is about the question's columns, or about columns that the dialogue itself has made."""
        used = {name for name in columns_of(step) if name in source.named}
        return not used or any(name in self.focus.columns or name not in self.scene.own for name in used)

    def called_for(self, step: Step) -> bool:
        """Whether the question's words call for a step of this family."""
        return KINDS[step.kind].family in self.cues

    def _concern(self, step: Step, source: Var) -> float:
        """How much a step is about what the client cares for, or about columns that the dialogue itself has made."""
        used = {name for name in columns_of(step) if name in source.named}
        if not used:
            return 0.5
        made = {name for name in used if name not in self.scene.own}
        near = len(used & {*self.focus.columns, *made}) / len(used)
        return (0.03 + 0.97 * near**2) * (2.5 if made and source.nature == "rows" else 1.0)

    def result_of(self, kind: Kind) -> ResultType:
        """A type of result that a kind can be asked for, those that the question names more often."""
        if len(kind.gives) == 1:
            return kind.gives[0]
        wished = [result for result in kind.gives if result in self.wished]
        if wished and self.chance.random() < 0.4:
            return self.chance.choice(wished)
        return kind.gives[0] if self.chance.random() < 0.45 else self.chance.choice(kind.gives[1:])

    def possible(self, step: Step, *, wanted: bool = True) -> tuple[Move, Scene] | None:
        """The step as a move with the scene after it, or None where it cannot be carried out."""
        try:
            return resolve(step, self.scene, wanted=wanted)
        except Unclear:
            return None


def columns_of(step: Step) -> Iterator[str]:
    """Every column's name among the slots of a step."""
    items = (item for value in step.slots.values() for item in several(value))
    names = (item[0] if isinstance(item, tuple) and item else item for item in items)
    yield from (name for name in names if isinstance(name, str))
