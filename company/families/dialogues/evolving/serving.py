"""Which question of its plan each turn of an evolving dialogue serves, and what figures for it may be about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from company.families.dialogues.columns_in_texts import named_columns
from company.families.dialogues.evolution import TermKind
from company.families.dialogues.evolving.kinds import columns_of
from company.families.dialogues.evolving.replies import WrittenTerm
from company.families.dialogues.evolving.timetable import Drawn, Timetable, decides_at, question_at
from company.families.dialogues.records import Plan, Question
from company.tables.record import Table

_LEAVES_FEW: Collection[TermKind] = ("filter", "rates")
"""Kinds of term by whose columns nobody tells figures: few of their labels are left, or each counts otherwise."""
_LIMITS: Collection[TermKind] = ("line", "filter", "exclusion")
"""Kinds of term whose columns nobody measures: which of their values count is said already."""
_MOST_SERVED = 2
"""Questions that a term is written for: those in whose turns it is used most."""


@dataclass(frozen=True)
class About:
    """What the figures of a turn may be about, those columns first that its question names first."""

    question: int
    told_by: Sequence[str] = ()
    measured: Sequence[str] = ()
    decides: bool = False
    """Whether it is the last turn that serves its question."""


@dataclass(frozen=True)
class Serving:
    """The questions of a plan, and the turns that serve them."""

    table: Table
    plan: Plan

    def question(self, position: int) -> int:
        """Return the number of the question that a turn serves."""
        return question_at(position, self.plan.turns, len(self.plan.questions))

    def decides(self, position: int) -> bool:
        """Return whether a turn is the last one that serves its question."""
        return decides_at(position, self.plan.turns, len(self.plan.questions))

    def told(self, numbers: Collection[int]) -> list[dict[str, Any]]:
        """Return questions as prompts tell them: text, columns, and conditions where there are any."""
        return [
            {"question": number, **_question_brief(one)}
            for number, one in enumerate(self.plan.questions, start=1)
            if number in numbers
        ]

    def served_by(self, drawn: Timetable) -> dict[str, list[int]]:
        """Return by term for which questions it is used, those first for which it is used most."""
        counts: dict[str, Counter[int]] = {slot: Counter() for slot in drawn.slots}
        for turn in drawn.turns:
            for use in turn.uses:
                counts[use.slot][self.question(turn.position)] += 1
        return {slot: [number for number, _ in each.most_common(_MOST_SERVED)] for slot, each in counts.items()}

    def about(self, drawn: Timetable, terms: Mapping[str, WrittenTerm]) -> dict[int, About]:
        """Return by turn what its figures may be about: columns of its question that its terms leave to them."""
        named = {slot: named_columns(self.table, [term.says, term.code]) for slot, term in terms.items()}
        return {turn.position: self._about(turn, drawn, named) for turn in drawn.turns}

    def _about(self, turn: Drawn, drawn: Timetable, named: Mapping[str, Collection[str]]) -> About:
        def of(kinds: Collection[TermKind]) -> set[str]:
            slots = (use.slot for use in turn.uses if drawn.slots[use.slot].kind in kinds)
            return {name for slot in slots for name in named.get(slot, ())}

        number = self.question(turn.position)
        by, measured = self._possible
        return About(
            number,
            self._own(number, by, of(_LEAVES_FEW)),
            self._own(number, measured, of(_LIMITS)),
            self.decides(turn.position),
        )

    def _own(self, number: int, possible: Collection[str], taken: Collection[str]) -> list[str]:
        """Return the columns of a question that are possible and not taken; of the plan's others where it has none."""
        others = [one for at, one in enumerate(self.plan.questions, start=1) if at != number]
        for asked in ([self.plan.questions[number - 1]], others):
            names = dict.fromkeys(name for one in asked for name in one.columns)
            if found := [name for name in names if name in possible and name not in taken]:
                return found
        return []

    @cached_property
    def _possible(self) -> tuple[list[str], list[str]]:
        return columns_of(self.table.columns, self.table.rows)


def _question_brief(one: Question) -> dict[str, Any]:
    told: dict[str, Any] = {"text": one.text, "columns": list(one.columns)}
    return {**told, **({"conditions": list(one.conditions)} if one.conditions else {})}
