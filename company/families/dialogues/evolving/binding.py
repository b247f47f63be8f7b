"""From a timetable, terms without values and asks to what every turn comes to, proved by forgetting."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from company.errors import ReplyError
from company.families.dialogues.evolution import (
    Term,
    Version,
)
from company.families.dialogues.evolving import views
from company.families.dialogues.evolving.checking import temporaries
from company.families.dialogues.evolving.joins import wrong_joins
from company.families.dialogues.evolving.pieces import MOST_CONTROLS, Forgetting, Piece, Pieces
from company.families.dialogues.evolving.replies import WrittenAsk, WrittenTerm
from company.families.dialogues.evolving.ruling import RuleTerm
from company.families.dialogues.evolving.slips import code_with_slip, slipped, slips, without_slip
from company.families.dialogues.evolving.standing import Holding, Misapplied, holding
from company.families.dialogues.evolving.timetable import Drawn, Timetable
from company.families.dialogues.evolving.views import Bound
from company.families.dialogues.limiting import WHOLE, limited
from company.families.shared.place import Place
from company.tables.record import Table

_SEARCH = "company.families.dialogues.evolving.searching:search"
MOST_OF_RULES = 8
"""Analysts at one turn, beside those of any, where a dialogue changes which rules are in force."""


@dataclass(frozen=True)
class Draft:
    """A dialogue whose terms have no values yet."""

    table: Timetable
    terms: Mapping[str, WrittenTerm]
    asks: Mapping[int, WrittenAsk]
    data: Table | None = None
    """The table that it is about, where others lie beside it."""

    @cached_property
    def standing(self) -> Mapping[str, RuleTerm]:
        """The rules of the handbook that hold without being named."""
        return {slot: term for slot, term in self.terms.items() if isinstance(term, RuleTerm) and term.scope}

    @cached_property
    def holding(self) -> Mapping[int, Holding]:
        """Which of these hold for the ask of each turn."""
        turns = [turn for turn in self.table.turns if turn.position in self.asks] if self.standing else []
        return {turn.position: self._holding(turn) for turn in turns}

    def _holding(self, turn: Drawn) -> Holding:
        return holding(self.standing, self.asks[turn.position], [self.terms[use.slot] for use in turn.uses])

    @cached_property
    def pieces(self) -> Pieces:
        """What its turns execute."""
        return Pieces(self.table, {position: each.fitting for position, each in self.holding.items()})

    def forgettings(self, turn: Drawn) -> list[Forgetting]:
        """Return what forgetful analysts execute at a turn, then those who remember all and go wrong in its work."""
        own = self.pieces.forgettings(turn)
        if turn.hidden is not None:
            return own
        needed, spare = ([each for each in own if each.is_spare is is_spare] for is_spare in (False, True))
        wrong = Misapplied(self.pieces, self.standing, self.holding.get(turn.position, Holding()))
        needed += wrong.needed(turn)
        spare += wrong.spare(turn)
        first = [each for each in spare if each.said_at]
        others = [each for each in spare if not each.said_at]
        most = MOST_CONTROLS + (MOST_OF_RULES if self.pieces.table.changes else 0)
        return [*needed, *first, *self._joins(turn), *self._slips(turn), *others][:most]

    def _joins(self, turn: Drawn) -> Iterator[Forgetting]:
        """Yield what those execute who bring tables together wrongly."""
        if self.data is None:
            return
        read = [self.asks[turn.position].code, *(self.terms[use.slot].code for use in turn.uses)]
        true = self.pieces.true(turn)
        for each in wrong_joins(self.data, "\n".join(each.replace("{value}", "0") for each in read)):
            yield Forgetting(each.label, each.table, true, is_wanted=False, is_spare=True, before=each.before)

    def _slips(self, turn: Drawn) -> Iterator[Forgetting]:
        """Yield what those execute who know each term and work one out wrongly."""
        for use in turn.uses:
            term = self.terms[use.slot]
            for label in slips(term.code) if use.version is not None else ():
                wrong = self.pieces.own(turn).but({use.slot: (slipped(use.slot, label), use.version)})
                pieces = (*self.pieces.remade(turn), wrong)
                yield Forgetting(label, term.variable, pieces, is_wanted=False, is_spare=True, is_slip=True)

    def order(self, chosen: Mapping[str, Sequence[int]]) -> dict[str, Any]:
        """Return the order of a search that begins from these values."""
        terms = {
            slot: {
                "variable": term.variable,
                "naive": term.naive,
                "code": term.code,
                "says": term.says,
                "candidates": [each.code for each in term.candidates],
                "chosen": list(chosen[slot]),
                "standing": slot in self.standing,
            }
            for slot, term in self.terms.items()
        }
        return {"terms": terms, "turns": [self._turn(turn) for turn in self.table.turns]}

    def _turn(self, turn: Drawn) -> dict[str, Any]:
        ask, true = self.asks[turn.position], self.pieces.true(turn)
        controls = [
            {
                "label": each.label,
                "term": each.term,
                "main": each.is_main,
                "wanted": each.is_wanted,
                "needed": each.is_needed,
                "spare": each.is_spare,
                "slip": each.is_slip,
                "pieces": [_piece(one) for one in each.pieces],
                "before": each.before,
            }
            for each in self.forgettings(turn)
        ]
        read = {each for at in turn.of_results for each in [self.asks[at].name]}
        return {
            "position": turn.position,
            "name": ask.name,
            "type": ask.type,
            "ask": ask.code,
            "about": ask.about,
            "sets": [[one.slot, one.version] for one in turn.sets],
            "goes_on_from": sorted(read),
            "binds": [self.asks[piece.of].name for piece in true],
            # What a control runs again on the way reads results, too.
            "reads": sorted(read | {self.asks[at].name for each in self.forgettings(turn) for one in each.pieces
                                    for at in self.pieces.turn(one.of).of_results}),
            "pieces": [_piece(piece) for piece in true],
            "controls": controls,
        }  # fmt: skip


def _piece(piece: Piece) -> dict[str, Any]:
    return {"of": piece.of, "bound": {slot: list(bound) for slot, bound in piece.bound}}


def first_values(draft: Draft, seed: str) -> dict[str, list[int]]:
    """Return a value for each version to begin the search from, other ones for each version of a term."""
    chance = random.Random(f"{seed} values")
    return {
        slot: [*range(len(term.candidates))]
        if isinstance(term, RuleTerm)
        else chance.sample(range(len(term.candidates)), draft.table.slots[slot].values)
        for slot, term in draft.terms.items()
    }


async def searched(  # noqa: PLR0913 - all that a search begins from, named where it is used
    draft: Draft,
    chosen: Mapping[str, Sequence[int]],
    prelude: str,
    place: Place,
    *,
    proving: bool = True,
    anew: Collection[int] | None = None,
    known: dict[str, str | None] | None = None,
) -> dict[str, Any]:
    """Return the values under which most forgetting shows, and what each turn comes to with them.

    They are searched for the turns whose asks are written `anew`, or for all. Without `proving`, the turns are executed
    with the values as they are, and nobody forgets anything. Whether turns mean what they say is `known` of those that
    are as they were before; what is found is noted there. Raises ReplyError where the asks cannot be executed at all.
    """
    order = {**draft.order(chosen), "anew": None if anew is None else sorted(anew)}
    order = {**order, "known": {} if known is None else known} if proving else bare(order)
    report = await place.report(_SEARCH, order, behind=prelude, begun=True)
    if isinstance(report, str):
        raise ReplyError(f"the asks of a dialogue cannot be executed ({report})")
    if known is not None:
        known |= report.pop("known", {})
    return dict(report)


async def right_lazily(draft: Draft, report: Mapping[str, Any], prelude: str, place: Place) -> dict[str, Any]:
    """Return what turns come to, with who keeps nothing of what was agreed and has a turn right all the same."""
    order = bare(draft.order(report["chosen"]))
    for told, turn in zip(order["turns"], draft.table.turns, strict=True):
        pieces = draft.pieces.lazy(turn)
        told["lazy"] = [{"label": label, "pieces": [_piece(one) for one in each]} for label, each in pieces]
    found = await place.report(_SEARCH, order, behind=prelude, begun=True)
    if isinstance(found, str):
        return dict(report)
    turns = {at: {**told, "lazy": found["turns"][at].get("lazy", [])} for at, told in report["turns"].items()}
    return {**report, "turns": turns}


def bare(order: Mapping[str, Any]) -> dict[str, Any]:
    """Return an order by which turns are executed with the values as they are, and nobody forgets anything."""
    return {**order, "turns": [{**turn, "controls": []} for turn in order["turns"]], "fixed": True}


@dataclass(frozen=True)
class Values:
    """The values that were found: what each version is, as code and in words."""

    draft: Draft
    chosen: Mapping[str, Sequence[int]]

    def terms(self) -> tuple[Term, ...]:
        """Return the terms with their versions."""
        found = []
        for slot, drawn in self.draft.table.slots.items():
            term = self.draft.terms[slot]
            if isinstance(term, RuleTerm):
                found.append(_rule_term(term))
                continue
            versions = []
            for number, turn in enumerate(drawn.said):
                value = term.candidates[self.chosen[slot][number]]
                says = term.says.replace("{value}", value.words)
                code = term.code.replace("{value}", value.code)
                is_void = number in drawn.void
                versions.append(Version(turn=turn, says=says, code=code, value=value.words, void=is_void))
            told = {"slot": term.variable, "name": term.name, "kind": drawn.kind, "naive": term.naive}
            more = {"versions": tuple(versions), "readings": self._readings(slot)}
            found.append(Term.model_validate({**told, **more}))
        return (*found, *map(_rule_term, self.draft.standing.values()))

    def says(self, slot: str, version: int) -> str:
        """Return what a version is said to be."""
        term = self.draft.terms[slot]
        return term.says.replace("{value}", term.candidates[self.chosen[slot][version]].words)

    def _readings(self, slot: str) -> tuple[str, ...]:
        """Return what one might take a term to be that is left open."""
        drawn, term = self.draft.table.slots[slot], self.draft.terms[slot]
        others = range(len(drawn.said), drawn.values)
        return tuple(term.says.replace("{value}", term.candidates[self.chosen[slot][each]].words) for each in others)

    def expression(self, bound: Bound) -> str:
        """Return the code of a version."""
        slot, version = without_slip(bound[0]), bound[1]
        term = self.draft.terms[slot]
        if version is None:
            return term.naive
        code = code_with_slip(bound[0], term.code)
        return code.replace("{value}", term.candidates[self.chosen[slot][version]].code)

    def code(self, pieces: Iterable[Piece]) -> str:
        """Return pieces as code."""
        variables = {slot: term.variable for slot, term in self.draft.terms.items()}
        asks = {position: ask.code for position, ask in self.draft.asks.items()}
        return code_of(pieces, asks, variables, self.expression, self.draft.standing)


def _rule_term(term: RuleTerm) -> Term:
    version = Version(turn=0, says=term.says, code=term.candidates[views.IN_FORCE].code)
    told = {"slot": term.variable, "name": term.name, "kind": term.sort, "naive": term.naive, "rule": term.rule}
    return Term.model_validate({**told, "versions": (version,), "standing": term.scope is not None})


def code_of(
    pieces: Iterable[Piece],
    asks: Mapping[int, str],
    variables: Mapping[str, str],
    code: Callable[[Bound], str],
    standing: Collection[str] = (),
) -> str:
    """Return pieces as code: terms are bound, asks run, and every name but those of results is deleted.

    An ask for which rules hold that are `standing` is run on the rows that these let count; then the table is whole
    again.
    """
    parts: list[str] = []
    bound: dict[str, str] = {}
    own: dict[str, None] = {}
    for piece in pieces:
        lines = []
        for slot, which in piece.bound:
            expression = code(which)
            if bound.get(slot) != expression:
                lines.append(f"{variables[slot]} = {expression}")
                bound[slot] = expression
        rules = [variables[slot] for slot, _ in piece.bound if slot in standing]
        parts.append("\n".join([*lines, *limited(asks[piece.of].strip(), rules)]))
        own |= dict.fromkeys((WHOLE,) if rules else ())
        own |= dict.fromkeys(temporaries(asks[piece.of]))
    names = [*(variables[slot] for slot in bound), *own]
    return "\n".join([*parts, *([f"del {', '.join(names)}"] if names else [])])
