"""Standing rules of the handbook: which of them hold for what a turn asks, and who goes wrong with them.

No query names them. What decides is the ask's own code: the columns by which its figures are told, and those that it
measures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from company.families.dialogues.evolving import views
from company.families.dialogues.evolving.pieces import Forgetting, Piece, Pieces
from company.families.dialogues.evolving.replies import WrittenAsk, WrittenTerm
from company.families.dialogues.evolving.ruling import RuleTerm
from company.families.dialogues.evolving.scoping import Told, told_of
from company.families.dialogues.evolving.timetable import Drawn
from company.families.dialogues.handbook.records import Scope

MOST_MISAPPLIED = 3
"""Rules that do not hold for a turn, and that somebody applies all the same."""


@dataclass(frozen=True)
class Holding:
    """The standing rules at one ask, by slot."""

    fitting: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    """Those that do not hold, first those about a column that the ask touches otherwise."""
    open: tuple[str, ...] = ()
    """Those of which the code does not tell whether they hold."""


def holding(
    rules: Mapping[str, RuleTerm], ask: WrittenAsk, terms: Sequence[WrittenTerm], beside: Sequence[str] = ()
) -> Holding:
    """Return which rules hold for an ask that reads terms."""
    told = told_of(ask.code, {each.variable: _code(each) for each in terms})
    scopes = {slot: rule.scope for slot, rule in rules.items() if rule.scope is not None}
    missed = [slot for slot, scope in scopes.items() if not told.fits(scope) and not told.leaves_open(scope)]
    return Holding(
        tuple(slot for slot, scope in scopes.items() if told.fits(scope)),
        tuple(sorted(missed, key=lambda slot: not told.nearly_fits(scopes[slot]))),
        tuple(slot for slot, scope in scopes.items() if told.leaves_open(scope)),
    )


def fitting(scopes: Mapping[str, Scope], code: str, terms: Mapping[str, str]) -> set[str]:
    """Return the names of those scopes that an ask's code is within; `terms` are the expressions that it reads."""
    told: Told = told_of(code, terms)
    return {name for name, scope in scopes.items() if told.fits(scope)}


def _code(term: WrittenTerm) -> str:
    """Return a term's expression with one of its values: its values decide on no column that it measures."""
    return term.code.replace("{value}", term.candidates[0].code)


class Misapplied:
    """Who goes wrong with the standing rules at a turn."""

    def __init__(self, pieces: Pieces, rules: Mapping[str, RuleTerm], holds: Holding) -> None:
        self.pieces, self.rules, self.holds = pieces, rules, holds

    def needed(self, turn: Drawn) -> Iterator[Forgetting]:
        """Yield those for whom the turn has to come to something else: they leave a rule out, or take an old one."""
        for slot in self.holds.fitting:
            yield replace(self._without(turn, views.NOT_APPLIED, slot, {slot}), is_needed=True)
            if self._has(slot, views.OVERRIDDEN):
                yield self._with(turn, views.UNAMENDED, slot, views.OVERRIDDEN)
        if len(self.holds.fitting) > 1:
            yield self._without(turn, views.NONE_APPLIED, self.holds.fitting[0], {*self.holds.fitting})

    def spare(self, turn: Drawn) -> Iterator[Forgetting]:
        """Yield those who are wrong where it shows: without an exception, or with a rule that does not hold."""
        for slot in self.holds.fitting:
            if self._has(slot, views.BARE):
                yield self._with(turn, views.NO_EXCEPTION, slot, views.BARE, is_spare=True)
        for slot in self.holds.missed[:MOST_MISAPPLIED]:
            own = self.pieces.own(turn)
            wrong = Piece(own.of, (*own.bound, (slot, (slot, views.IN_FORCE))))
            yield self._by(turn, views.MISAPPLIED, slot, wrong, is_spare=True)

    def _has(self, slot: str, version: int) -> bool:
        """Return whether a rule has a version of its own, rather than none."""
        rule = self.rules[slot]
        return rule.candidates[version].code != rule.naive

    def _without(self, turn: Drawn, label: str, slot: str, left_out: set[str]) -> Forgetting:
        own = self.pieces.own(turn)
        bound = tuple((name, which) for name, which in own.bound if name not in left_out)
        return self._by(turn, label, slot, Piece(own.of, bound), is_spare=False)

    def _with(self, turn: Drawn, label: str, slot: str, version: int, *, is_spare: bool = False) -> Forgetting:
        return self._by(turn, label, slot, self.pieces.own(turn).but({slot: (slot, version)}), is_spare=is_spare)

    def _by(self, turn: Drawn, label: str, slot: str, wrong: Piece, *, is_spare: bool) -> Forgetting:
        pieces = (*self.pieces.remade(turn), wrong)
        return Forgetting(label, slot, pieces, is_wanted=not is_spare, is_spare=is_spare)
