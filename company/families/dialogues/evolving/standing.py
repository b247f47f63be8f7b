"""Standing rules of the handbook: which of them hold for what a turn asks, and who goes wrong with them.

No query names them. What decides is the ask's own code: the columns by which its figures are told, and those that it
measures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from company.families.dialogues import analysts
from company.families.dialogues.evolution import RuleChange
from company.families.dialogues.evolving import views
from company.families.dialogues.evolving.enforcing import applied
from company.families.dialogues.evolving.pieces import Forgetting, Piece, Pieces
from company.families.dialogues.evolving.replies import WrittenAsk, WrittenTerm
from company.families.dialogues.evolving.ruling import RuleTerm
from company.families.dialogues.evolving.scoping import Told, told_of
from company.families.dialogues.evolving.timetable import Drawn
from company.families.dialogues.handbook.records import Scope

MANY = 3
"""Standing rules at one turn up to which each has to show."""
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
        """Yield those for whom the turn has to come to something else: they leave a rule out, or take an old one.

        Of many rules that hold not each one has to show, but leaving all of them out has to.
        """
        held = self.pieces.held(turn.position, turn.position)
        is_many = len(held) > MANY
        if len(held) > 1:
            yield replace(self._with_rules(turn, analysts.NONE_APPLIED, held[0], ()), is_needed=is_many)
        for slot in held:
            others = [each for each in held if each != slot]
            missing = self._with_rules(turn, analysts.NOT_APPLIED, slot, others)
            yield replace(missing, is_needed=not is_many, is_wanted=not is_many, is_spare=is_many)
            if self._has(slot, views.OVERRIDDEN):
                yield self._with(turn, analysts.UNAMENDED, slot, views.OVERRIDDEN, is_spare=is_many)

    def spare(self, turn: Drawn) -> Iterator[Forgetting]:
        """Yield those who are wrong where it shows: they miss what the dialogue says of the rules, or an exception, or
        apply a rule that does not hold.
        """
        yield from self._unheard(turn)
        held = self.pieces.held(turn.position, turn.position)
        for slot in held:
            if self._has(slot, views.BARE):
                yield self._with(turn, analysts.NO_EXCEPTION, slot, views.BARE, is_spare=True)
        for slot in self.holds.missed[:MOST_MISAPPLIED]:
            yield replace(
                self._with_rules(turn, analysts.MISAPPLIED, slot, (*held, slot)), is_wanted=False, is_spare=True
            )

    def _unheard(self, turn: Drawn) -> Iterator[Forgetting]:
        """Yield those who have not heard one of the changes of what is in force."""
        held = self.pieces.held(turn.position, turn.position)
        changes = [each for each in self.pieces.table.changes if each[0] <= turn.position]
        for at, one in reversed(changes):
            theirs = applied(self.holds.fitting, [each for when, each in changes if (when, each) != (at, one)])
            if set(theirs) != set(held):
                label = _unheard_label(one, theirs)
                wrong = self._with_rules(turn, label, one.slot, theirs)
                yield replace(wrong, is_wanted=False, is_spare=True, said_at=at)

    def _has(self, slot: str, version: int) -> bool:
        """Return whether a rule has a version of its own, rather than none."""
        rule = self.rules[slot]
        return rule.candidates[version].code != rule.naive

    def _with_rules(self, turn: Drawn, label: str, term: str, rules: Sequence[str]) -> Forgetting:
        """Return one who applies other rules than those that hold."""
        own = self.pieces.own(turn)
        agreed = tuple((name, which) for name, which in own.bound if name not in self.rules)
        theirs = tuple((slot, (slot, views.IN_FORCE)) for slot in self.rules if slot in rules)
        return self._by(turn, label, term, Piece(own.of, (*agreed, *theirs)), is_spare=False)

    def _with(self, turn: Drawn, label: str, slot: str, version: int, *, is_spare: bool = False) -> Forgetting:
        return self._by(turn, label, slot, self.pieces.own(turn).but({slot: (slot, version)}), is_spare=is_spare)

    def _by(self, turn: Drawn, label: str, slot: str, wrong: Piece, *, is_spare: bool) -> Forgetting:
        pieces = (*self.pieces.remade(turn), wrong)
        return Forgetting(label, slot, pieces, is_wanted=not is_spare, is_spare=is_spare)


def _unheard_label(one: RuleChange, theirs: Sequence[str]) -> str:
    """Return what one who has not heard a change, and so takes these rules to hold, goes wrong in."""
    if one.act == "suspend":
        return analysts.STILL_HELD
    if one.act == "reinstate":
        return analysts.STILL_OUT
    return analysts.BOTH_HELD if one.slot in theirs and one.to in theirs else analysts.OLDER_PRIORITY
