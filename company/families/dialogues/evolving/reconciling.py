"""Turns that begin with a number out of an old report: all that somebody could consider, and what is hidden.

Such a turn is asked and searched as any other. Then the views that a careful reader could take are executed, and one
that today's rules do not give is behind the number.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from company.families.dialogues.evolution import MOST_VIEWS, RECONCILE, Use
from company.families.dialogues.evolving import views
from company.families.dialogues.evolving.binding import Draft, bare
from company.families.dialogues.evolving.explained import LEFT_OUT
from company.families.dialogues.evolving.outcomes import DIFFERS
from company.families.dialogues.evolving.standing import Holding
from company.families.dialogues.evolving.timetable import Drawn, Hidden
from company.families.dialogues.evolving.views import Bound
from company.families.shared.place import Place

_FIND = "company.families.dialogues.evolving.reports:find"
Options = dict[str, tuple[Bound | None, ...]]


@dataclass(frozen=True)
class Considered:
    """What somebody could take to have held when the report of a turn was made."""

    draft: Draft
    turn: Drawn

    @cached_property
    def options(self) -> Options:
        """By slot, all that it could be: what was ever said of a term, or never; a rule in force or not."""
        full = {**self._terms((None,)), **self._rules(amended=True)}
        plain = {**self._terms((None,)), **self._rules(amended=False)}
        least = {**self._terms(()), **self._rules(amended=False)}
        return next((each for each in (full, plain) if _ways(each) <= MOST_VIEWS), least)

    @property
    def is_too_wide(self) -> bool:
        """Whether there are more ways to take it than anybody would try."""
        return _ways(self.options) > MOST_VIEWS

    def _terms(self, never: tuple[None, ...]) -> Options:
        found: Options = {}
        for use in self.turn.uses:
            slot = self.draft.table.slots[use.slot]
            said = [version for version, at in enumerate(slot.said) if at < self.turn.position]
            unsaid = never or ((None,) if slot.kind in LEFT_OUT else ())
            found[use.slot] = tuple((use.slot, version) for version in (*said, *unsaid))
        return found

    def _rules(self, *, amended: bool) -> Options:
        versions = (views.IN_FORCE, views.OVERRIDDEN) if amended else (views.IN_FORCE,)
        found: Options = {}
        for slot in self.draft.holding.get(self.turn.position, Holding()).fitting:
            rule = self.draft.standing[slot]
            has = [version for version in versions if rule.candidates[version].code != rule.naive]
            found[slot] = (None, *((slot, version) for version in has))
        return found

    @property
    def today(self) -> dict[str, Bound | None]:
        """By slot, what holds now."""
        held = dict(self.draft.pieces.own(self.turn).bound)
        return {slot: held.get(slot) for slot in self.options}

    @property
    def hideable(self) -> Options:
        """By slot, what may be behind a report: what was agreed and is no mistake, or nothing; a rule, or not."""
        found: Options = {}
        for slot, options in self.options.items():
            may = {None, (slot, views.IN_FORCE)} if slot in self.draft.standing else self._lasting(slot)
            found[slot] = tuple(each for each in options if each in may)
        return found

    def _lasting(self, slot: str) -> set[Bound | None]:
        """Return what was agreed of a term by then, but for what the client has taken back as a mistake by then."""
        story = self.draft.table.story
        lasting = [one for _, one in story.lasting(slot, self.turn.position)]
        void = {before.version for before, after in pairwise(lasting) if after.act == "correct"}
        found: set[Bound | None] = {(slot, one.version) for one in lasting if one.version not in (None, *void)}
        return found | ({(slot, None)} if self.draft.table.slots[slot].kind in LEFT_OUT else set())

    def order(self, seed: str) -> dict[str, Any]:
        """Return what the sandbox is told of it."""
        options, today, hideable = self.options, self.today, self.hideable
        values = [each.words for use in self.turn.uses for each in self.draft.terms[use.slot].candidates]
        return {
            "options": options,
            "today": [options[slot].index(today[slot]) for slot in options],
            "hideable": {slot: [options[slot].index(each) for each in hideable[slot]] for slot in options},
            "unsaid": [each.replace(",", "") for each in values],
            "seed": f"{seed} report {self.turn.position}",
        }

    def settled(self, found: Mapping[str, Any]) -> Drawn:
        """Return the turn by the view that was found behind a report."""
        slots = [*self.options]

        def bound(view: list[int]) -> tuple[tuple[str, Bound], ...]:
            taken = ((slot, self.options[slot][at]) for slot, at in zip(slots, view, strict=True))
            return tuple((slot, each) for slot, each in taken if each is not None)

        view = dict(bound(found["view"]))
        hidden = Hidden(
            bound=bound(found["view"]),
            wrong=tuple((each["label"], each["slot"], bound(each["view"])) for each in found["wrong"]),
            shown=found["shown"],
            unit=found["unit"],
            at=found["at"],
            by=found["by"],
            options=self.options,
            today=self.today,
        )
        uses = tuple(Use(slot=use.slot, version=view[use.slot][1]) for use in self.turn.uses)
        return replace(self.turn, uses=uses, hidden=hidden, rivals=())


def _ways(options: Options) -> int:
    return math.prod(map(len, options.values()))


async def reconciled(
    draft: Draft, report: Mapping[str, Any], prelude: str, place: Place, seed: str
) -> tuple[Draft, dict[str, Any], dict[int, str]]:
    """Return a dialogue with a number for each turn that is to begin with one, what its turns come to, and why some
    have none.

    These are turns like any other: they use what is there.
    """
    told = {key: dict(each) for key, each in report["turns"].items()}
    wanted = {turn.position: turn for turn in draft.table.turns if turn.patterns[0] == RECONCILE}
    lost = {at: told[str(at)]["problem"] for at in wanted if told[str(at)]["problem"]}
    asked = {at: Considered(draft, turn) for at, turn in wanted.items() if at not in lost}
    lost |= {at: "there are too many ways to take its terms" for at, each in asked.items() if each.is_too_wide}
    found = await _found(
        {at: each for at, each in asked.items() if at not in lost}, draft, report, prelude, place, seed
    )
    turns = []
    for turn in draft.table.turns:
        one = found.get(turn.position, {})
        if "view" in one:
            turn = asked[turn.position].settled(one)
            outcomes = [{"how": DIFFERS, "digest": each["digest"]} for each in one["wrong"]]
            told[str(turn.position)] |= {"digest": one["digest"], "columns": one["columns"], "outcomes": outcomes}
        elif turn.position in wanted:
            lost[turn.position] = lost.get(turn.position) or one["problem"]
            turn = replace(turn, patterns=_without(turn))
        turns.append(turn)
    settled = replace(draft, table=replace(draft.table, turns=tuple(turns)))
    return settled, {**report, "turns": told}, lost


def _without(turn: Drawn) -> tuple[Any, ...]:
    """Return the patterns of a turn that has no number to begin with."""
    others = tuple(each for each in turn.patterns if each != RECONCILE)
    return ("inherit", *(each for each in others if each != "inherit"))


async def _found(
    asked: Mapping[int, Considered],
    draft: Draft,
    report: Mapping[str, Any],
    prelude: str,
    place: Place,
    seed: str,
) -> dict[int, Any]:
    if not asked:
        return {}
    order = {**bare(draft.order(report["chosen"])), "reports": {at: each.order(seed) for at, each in asked.items()}}
    found = await place.report(_FIND, order, behind=prelude, begun=True)
    if isinstance(found, str):
        return {at: {"problem": f"the views of its report cannot be executed ({found})"} for at in asked}
    return {int(at): each for at, each in found.items()}
