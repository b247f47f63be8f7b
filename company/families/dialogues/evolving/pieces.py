"""What a turn and each forgetful analyst execute: asks of turns, each with what its terms are bound to.

Composed of a timetable before any value is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from company.families.dialogues import analysts
from company.families.dialogues.analysts import TODAY
from company.families.dialogues.evolution import HANDBOOK, Dependency, Pattern, Use
from company.families.dialogues.evolving import views
from company.families.dialogues.evolving.enforcing import applied, until
from company.families.dialogues.evolving.timetable import Drawn, Hidden, Timetable
from company.families.dialogues.evolving.views import Bound

MOST_CONTROLS = 12
_MOST_SINCE, _SPARE_FROM = 4, 2
"""Analysts for each result that a turn goes on from, which of them are spare: what they execute again is long."""
OPTIONAL = frozenset(
    (
        *(analysts.NO_EXCEPTION, analysts.SIBLING, analysts.NEAREST, analysts.ALL_BACK, analysts.ONLY_THIS),
        *(analysts.ONE_STEP, analysts.VOID),
    )
)
"""Analysts that a turn may have by chance: each is a control where it comes to something else."""
SPARE = frozenset((analysts.NO_EXCEPTION, analysts.SIBLING))
"""Of these, those whose difference may be too small for a check: a rule's exception is about few rows."""
NEEDED = frozenset((analysts.NOT_ASKED, analysts.GUESSED))
"""Analysts who each have to come to something else, or the turn gives no case."""
MAIN: Mapping[Pattern, frozenset[str]] = {
    "construct": frozenset(),
    "inherit": frozenset((analysts.NEVER, analysts.LOST)),
    "convention": frozenset((analysts.LOST, analysts.KEPT)),
    "update": frozenset((analysts.OLD,)),
    "counterfactual": frozenset((analysts.NOT_SUPPOSED, analysts.WHAT_IF_KEPT)),
    "rollback": frozenset((analysts.NOT_BACK,)),
    "compose": frozenset((analysts.PRESENT, analysts.ONE_FOR_BOTH)),
    "repair": frozenset((analysts.UNCORRECTED,)),
    "reconcile": frozenset(),
    "open": frozenset((analysts.NOT_ASKED,)),
    "handbook": frozenset((analysts.PLAIN, analysts.NO_EXCEPTION, analysts.SIBLING, analysts.UNAMENDED)),
}
"""By main pattern, the analysts of whom one has to come to something else for a turn to be of it."""


@dataclass(frozen=True)
class Piece:
    """The ask of a turn, with what its terms are bound to."""

    of: int
    bound: tuple[tuple[str, Bound], ...]

    def but(self, faults: Mapping[str, Bound]) -> Piece:
        """Return the same with other bindings of some terms."""
        return Piece(self.of, tuple((slot, faults.get(slot, bound)) for slot, bound in self.bound))


@dataclass(frozen=True)
class Forgetting:
    """What one forgetful analyst executes at a turn."""

    label: str
    term: str
    pieces: tuple[Piece, ...]
    since: int | None = None
    is_main: bool = False
    """Whether the turn is of its main pattern where this analyst comes to something else."""
    is_wanted: bool = True
    """Whether values are searched with which the analyst comes to something else."""
    is_needed: bool = False
    """Whether the turn gives no case unless the analyst comes to something else."""
    is_spare: bool = False
    """Whether the analyst proves something only where there happens to be a difference that any check sees."""
    is_slip: bool = False
    """Whether the analyst remembers all, and works a term out wrongly: of those of a turn, one is wanted."""
    said_at: int = 0
    """The turn whose words on the rules in force the analyst has forgotten; 0 of any other."""
    before: str = ""
    """Code that comes before all of it: of one who brings tables together wrongly."""


@dataclass(frozen=True)
class Pieces:
    """What is executed at the turns of a timetable."""

    table: Timetable
    standing: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """By turn, the rules of the handbook that its ask is within, in force or not."""

    def turn(self, position: int) -> Drawn:
        """Return a turn of the timetable."""
        return self.table.turns[position - 1]

    def own(self, turn: Drawn) -> Piece:
        """Return a turn's ask by what truly holds; of one with an old report, by what gives the report's number."""
        if turn.hidden is not None:
            return Piece(turn.position, turn.hidden.bound)
        return self._made(turn.position, {use.slot: use.version for use in turn.uses}, turn.position)

    def remade(self, turn: Drawn) -> tuple[Piece, ...]:
        """Return the asks that a turn runs again first, each by what holds of it once the turn's change is in."""
        made = self.table.made_with(turn.position + 1)
        return tuple(self._made(each, made[each], turn.position) for each in turn.remade)

    def true(self, turn: Drawn) -> tuple[Piece, ...]:
        """Return all that a turn runs."""
        return (*self.remade(turn), self.own(turn))

    def held(self, position: int, at: int) -> tuple[str, ...]:
        """Return the standing rules that hold for the ask of a turn where it is run at one."""
        if (hidden := self.turn(position).hidden) is not None:
            return tuple(slot for slot, _ in hidden.bound if slot in self.standing.get(position, ()))
        return applied(self.standing.get(position, ()), until(self.table.changes, at))

    def _made(self, position: int, versions: Mapping[str, int | None], at: int) -> Piece:
        """Return the ask of a turn by versions of its terms, run at a turn: by the rules that are in force there."""
        rules = dict.fromkeys(self.held(position, at), views.IN_FORCE)
        return Piece(position, tuple((slot, (slot, version)) for slot, version in {**versions, **rules}.items()))

    # forgetful analysts

    def forgettings(self, turn: Drawn) -> list[Forgetting]:
        """Return what forgetful analysts execute at a turn, those who go wrong at it first."""
        if turn.hidden is not None:
            return list(self._explained_otherwise(turn, turn.hidden))
        found = [*self._here(turn), *self._since(turn)]
        return sorted(found, key=lambda each: (not each.is_main, not each.is_wanted, each.is_spare))[:MOST_CONTROLS]

    def _explained_otherwise(self, turn: Drawn, hidden: Hidden) -> Iterator[Forgetting]:
        for label, slot, bound in hidden.wrong:
            yield Forgetting(label, slot, (Piece(turn.position, bound),), is_main=label == TODAY)

    def _here(self, turn: Drawn) -> Iterator[Forgetting]:
        own = {one.slot for one in turn.sets}
        for fault in self.table.story.faults(turn.uses, turn.position):
            faults = dict(fault.bound)
            # One who misses what this very turn changes does not make anything anew either.
            before = () if own & faults.keys() else self.remade(turn)
            said_now = fault.term in own and fault.label == analysts.WHAT_IF_KEPT
            if not said_now:
                yield Forgetting(
                    fault.label,
                    fault.term,
                    (*before, self.own(turn).but(faults)),
                    is_main=fault.label in MAIN[turn.patterns[0]],
                    is_wanted=fault.label not in OPTIONAL,
                    is_needed=fault.label in NEEDED,
                    is_spare=fault.label in SPARE,
                )

    def _since(self, turn: Drawn) -> Iterator[Forgetting]:
        """Yield what those execute who went wrong at an earlier turn, on whose result this one rests."""
        for source in turn.of_results:
            found = islice(self._faults_of(source, turn.position), _MOST_SINCE)
            for number, (label, term, since, faults) in enumerate(found):
                first = self._last_made(source, turn.position).but(faults)
                path = tuple(self._last_made(each, turn.position) for each in self._between(source, turn.position))
                pieces = (first, *path, *self.true(turn))
                is_spare = number >= _SPARE_FROM
                yield Forgetting(label, term, pieces, since, is_wanted=number == 0, is_spare=is_spare)

    def _last_made(self, position: int, before: int) -> Piece:
        at = self.table.last_made(position, before)
        return self._made(position, self.table.made_with(before)[position], at)

    def _faults_of(self, source: int, until: int) -> Iterator[tuple[str, str, int, dict[str, Bound]]]:
        """Yield how the result of a turn may have been made wrongly: by the changes since, then at the turn itself."""
        made, story = self.table.made_with(until)[source], self.table.story
        for turn in self.table.turns[source : until - 1]:
            for one in turn.sets:
                if one.slot in made and one.version is not None and one.act in ("change", "correct"):
                    before = story.lasting(one.slot, turn.position - 1)[-1][1].version
                    if source in turn.remade and made[one.slot] == one.version:
                        label = analysts.FROM_HERE if one.act == "correct" else analysts.OLD_IN_BUILT
                        yield label, one.slot, turn.position, {one.slot: (one.slot, before)}
                    elif one.act == "change" and one.reach == "on" and made[one.slot] == before:
                        yield analysts.NEW_IN_BUILT, one.slot, turn.position, {one.slot: (one.slot, one.version)}
        for slot, version in made.items():
            if version is not None:
                label = story.unheard(slot)
                yield label, slot, source, {slot: (slot, None)}

    def _between(self, source: int, until: int) -> list[int]:
        """Return the turns on whose results a turn rests, and which rest on the source themselves, in order."""
        below = {source}
        for turn in self.table.turns[source : until - 1]:
            if below & set(turn.of_results):
                below.add(turn.position)
        above = set(self.turn(until).of_results)
        for turn in reversed(self.table.turns[source : until - 1]):
            if turn.position in above:
                above |= set(turn.of_results)
        return sorted((below & above) - {source})

    def lazy(self, turn: Drawn) -> Iterator[tuple[str, tuple[Piece, ...]]]:
        """Yield who keeps nothing of what was agreed, with what they execute at a turn: all that came before is there,
        and of the rules that hold unnamed they take every one that fits. None of these explains an old report.
        """
        if turn.hidden is not None:
            return
        rules = {slot: (slot, views.IN_FORCE) for slot in self.standing.get(turn.position, ())}
        for label, faults in self.table.story.lazily(turn.uses, turn.position):
            bound = {**dict(self.own(turn).bound), **faults, **rules}
            yield label, (*self.remade(turn), Piece(turn.position, tuple(bound.items())))

    # what a turn depends on

    def dependencies(self, turn: Drawn, proved: Sequence[Forgetting]) -> list[Dependency]:
        """Return the earlier turns that a turn depends on, as far as a proved analyst shows it."""
        found = []
        for use in turn.uses:
            is_rule = bool(self.table.slots[use.slot].rule)
            if is_rule and any(each.term == use.slot and each.since is None for each in proved):
                found.append(_dependency(turn, 0, use.slot, use.version, HANDBOOK))
            elif any(each.term == use.slot and each.since is None for each in proved):
                for at in self._sources(turn, use):
                    found.append(_dependency(turn, at, use.slot, use.version, "words"))
        for slot in self.held(turn.position, turn.position):
            if any(each.term == slot and each.since is None for each in proved):
                found.append(_dependency(turn, 0, slot, views.IN_FORCE, HANDBOOK))
        said = {each.said_at: each.term for each in proved if each.said_at and each.said_at < turn.position}
        found += [_dependency(turn, at, slot, None, "words") for at, slot in said.items()]
        for source in turn.of_results:
            if any(each.since is not None and each.pieces[0].of == source for each in proved):
                found.append(_dependency(turn, source, None, None, "result"))
        return sorted(found, key=lambda each: (each.turn, each.term or ""))

    def _sources(self, turn: Drawn, use: Use) -> list[int]:
        """Return the earlier turns that have to be remembered for a use."""
        if turn.hidden is None:
            return self.table.story.sources(use, turn.position)
        return [] if use.version is None else [self.table.slots[use.slot].said[use.version]]


def _dependency(turn: Drawn, at: int, term: str | None, version: int | None, via: str) -> Dependency:
    told = {"turn": at, "term": term, "version": version, "via": via, "distance": turn.position - at if at else 0}
    return Dependency.model_validate(told)
