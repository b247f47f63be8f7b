"""What asks had best be told by and measure: columns for which standing rules hold, late ones those that have changed,
and in turn those that the question is about which a turn serves.

Whoever writes an ask may do otherwise; what holds in the end is read off its code.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from company.families.dialogues.evolving.enforcing import FAR_CHANGE, Change
from company.families.dialogues.evolving.serving import About
from company.families.dialogues.evolving.timetable import Timetable
from company.families.dialogues.handbook.records import Scope

_FREE = 0.2
"""Part of the asks for which no column of a standing rule is wished."""
_SERVING = 0.85
"""Part of these for which columns of the question are wished; of those that decide it, all are."""
_OTHERWISE = 0.4
"""Part of the others that are told by another column than standing rules are about: those are few, often one."""
_CHANGED = 3
"""How many rules that hold as ever one counts for whose standing has changed long before."""


@dataclass(frozen=True)
class Wished:
    """What an ask had best be about."""

    told_by: str = ""
    """The column by whose values its figures are, as scopes name it; empty for any."""
    measured: str = ""
    """The column that it measures; empty for any."""
    how: str = ""
    """How the values of that are put together, where it matters."""

    def fits(self, scope: Scope) -> bool:
        """Return whether a rule of a scope holds for an ask that is as wished."""
        if scope.how == "told by":
            return scope.column == self.told_by
        return scope.column == self.measured and scope.how in ("measured", self.how)

    @property
    def told(self) -> dict[str, str]:
        """What there is to say of it."""
        return {name: each for name, each in vars(self).items() if each}


def wished(
    table: Timetable,
    scopes: Mapping[str, Scope],
    seed: str,
    changes: Sequence[Change] = (),
    about: Mapping[int, About] = MappingProxyType({}),
) -> dict[int, Wished]:
    """Return by turn what asks had best be about; one that uses a measure that is agreed on measures that.

    `about` has, by turn, the columns that figures for its question may be told by, and those that they may measure.
    """
    chance, other = random.Random(f"{seed} wished"), random.Random(f"{seed} serving")
    by, measured = _InTurn(other), _InTurn(other)
    found: dict[int, Wished] = {}
    for turn in table.turns:
        is_measured = any(table.slots[use.slot].kind == "measure" for use in turn.uses)
        drawn = _drawn(scopes, _changed(changes, turn.position), chance)
        own = about.get(turn.position, About(0))
        if chance.random() < _FREE or not drawn.told:
            is_served = other.random() < _SERVING or own.decides
            drawn = Wished(by.next(own, own.told_by), measured.next(own, own.measured)) if is_served else Wished()
        elif other.random() < _OTHERWISE:
            drawn = replace(drawn, told_by=by.next(own, own.told_by) or drawn.told_by)
        found[turn.position] = Wished(drawn.told_by) if is_measured else drawn
    return found


class _InTurn:
    """Columns of questions, each as often as the others of its question."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.often: Counter[tuple[int, str]] = Counter()

    def next(self, own: About, columns: Sequence[str]) -> str:
        """Return the column that was had least so far; the first one where the question is decided, "" of none."""
        if not columns:
            return ""
        often = {each: (self.often[own.question, each], self.chance.random()) for each in columns}
        column = columns[0] if own.decides else min(columns, key=often.__getitem__)
        self.often[own.question, column] += 1
        return column


def predicted(wishes: Mapping[int, Wished], scopes: Mapping[str, Scope]) -> dict[int, tuple[str, ...]]:
    """Return by turn the rules that hold where every ask is as wished."""
    return {
        position: tuple(slot for slot, scope in scopes.items() if wish.fits(scope)) for position, wish in wishes.items()
    }


def _changed(changes: Iterable[Change], position: int) -> set[str]:
    """Return the rules whose standing has changed long before a turn."""
    return {slot for at, one in changes if at + FAR_CHANGE <= position for slot in (one.slot, one.to) if slot}


def _drawn(scopes: Mapping[str, Scope], changed: set[str], chance: random.Random) -> Wished:
    by, measured = Counter[str](), Counter[str]()
    for slot, scope in scopes.items():
        (by if scope.how == "told by" else measured)[scope.column] += _CHANGED if slot in changed else 1
    column = _one_of(measured, chance)
    hows = Counter[str]()
    for slot, scope in scopes.items():
        if scope.column == column and scope.how not in ("told by", "measured"):
            hows[scope.how] += _CHANGED if slot in changed else 1
    return Wished(_one_of(by, chance), column, _one_of(hows, chance))


def _one_of(weights: Mapping[str, int], chance: random.Random) -> str:
    return chance.choices([*weights], [*weights.values()])[0] if weights else ""
