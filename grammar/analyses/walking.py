"""Several steps of a chain in one request: those that prepare, each on what the one before leaves, and the wanted."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from grammar.analyses.following import Analysis
from grammar.analyses.forms import Form, Way
from grammar.analyses.standing import standing_of
from grammar.choosing import Chooser, Past, opening_filters
from grammar.scene import Focus, Scene, Var
from grammar.slots import SAME, TABLE, last
from grammar.steps.base import Step
from grammar.steps.catalogue import KINDS

TWO_INTENTS = {True: 0.2, False: 0.05}
"""How often a turn asks for two results where it can, by whether it is short (realism: 19 turns of 100 do)."""
_LINE_SHOWN = 0.4
"""How often a number by which others are told apart is a result, too; else it is said on the way."""
_SHORT = 2
"""Steps of a turn that is short."""


def walked(path: Sequence[Way], analysis: Analysis, chooser: Chooser) -> tuple[list[Step], list[Step]] | None:
    """Return the steps of a path, each on what the one before leaves: those that prepare, and those wanted.

    None where it cannot be gone, or has a better end.
    """
    if any(_gone(each, analysis, chooser) for each in analysis.better(path)):
        return None
    if (walk := _gone(path, analysis, chooser)) is None:
        return None
    at, last = (next((at for at, step in enumerate(walk.steps) if _is_number(step.kind)), -1), len(walk.steps) - 1)
    at = at if 0 <= at < last and chooser.chance.random() < _LINE_SHOWN else last
    prepared, wanted = walk.steps[:at], walk.steps[at:]
    partner = walk.partner(path, wanted[0]) if len(wanted) == 1 else None
    two_intents = TWO_INTENTS[len(prepared) < _SHORT]
    if partner and (partner.kind == wanted[0].kind or chooser.chance.random() < two_intents):
        wanted.append(partner)
    return [replace(step, result=KINDS[step.kind].gives[0]) for step in prepared], wanted


def _gone(path: Sequence[Way], analysis: Analysis, chooser: Chooser) -> _Walk | None:
    """Return the walk along a path, from the rows that the question is about; None where it cannot be gone."""
    walk = _Walk(analysis, chooser, dict(analysis.left), frozenset(chooser.scene.variables))
    if analysis.rows is None and (filtering := next(opening_filters(chooser.focus, chooser.scene), None)):
        walk.filter(filtering)
    whole = all(walk.goes(way) for way in path) and not KINDS[walk.steps[-1].kind].in_place
    return walk if whole else None


def _is_number(kind: str) -> bool:
    """Whether a kind of step leaves a number, such as a line that others are drawn by."""
    return KINDS[kind].gives[0] == "value"


def two_at_once(analysis: Analysis, chooser: Chooser) -> tuple[list[Step], list[Step]] | None:
    """Return the next two steps of a chain where only the second builds on the first, which is said on its way."""
    standing = analysis.in_order(chooser)[0]
    places, later = standing.chain[standing.at : standing.at + 2], standing.chain[standing.at + 2 :]
    if len(places) < 2 or standing.is_complete:
        return None
    needed = {way.on for place in later for way in place}
    for first, then in itertools.product(*places):
        walk = _Walk(analysis, chooser, dict(standing.names), frozenset(chooser.scene.variables))
        if not first.name or then.on != first.name or first.name in needed or _is_number(first.kind):
            continue
        if walk.goes(first) and walk.goes(then):
            prepared, wanted = walk.steps
            return [replace(prepared, result=KINDS[prepared.kind].gives[0])], [wanted]
    return None


def together(first: Step, second: Step) -> bool:
    """Whether two results can be asked for in one breath: not both drawn, and neither changes what it works on."""
    in_place = KINDS[first.kind].in_place or KINDS[second.kind].in_place
    return not in_place and not first.result == second.result == "plot"


def is_answerable(form: Form, columns: Mapping[str, str], table: Var, chance: random.Random) -> bool:
    """Whether a chain of a form can be followed to its end on a table with these columns by letter."""
    here = Chooser(Scene(table, {table.name: table}, own=frozenset(table.named)), Focus(), Past.of([]), chance)
    analysis = Analysis(form, columns, tuple(standing_of(chain, [], None) for chain in form.chains), None)
    return any(walked(path, analysis, here) for path in analysis.ends())


@dataclass
class _Walk:
    """Steps one after the other, and the scene that each leaves as far as it can be foreseen."""

    analysis: Analysis
    chooser: Chooser
    names: dict[str, str]
    known: frozenset[str]
    """Variables that were there before, which have names that can be said."""
    steps: list[Step] = field(default_factory=list)

    def filter(self, step: Step) -> None:
        """Pick out the rows that the question is about."""
        if (move := self.chooser.possible(step, wanted=False)) is not None:
            self.analysis = replace(self.analysis, rows=move[0].out)
            self._add(step)

    def goes(self, way: Way) -> bool:
        """Whether a way can be gone from what there is; if so, it is."""
        for step in self.analysis.taken(way, self.names, self.chooser):
            said = self._said(step)
            if said is not None and (out := self._add(said)) is not None:
                self.names |= {way.name: out} if way.name else {}
                return True
        return False

    def partner(self, path: Sequence[Way], first: Step) -> Step | None:
        """Return what else the chain asks for that can be said in the same breath, the last before its end first."""
        for way in self.analysis.beside(path):
            for step in self.analysis.taken(way, self.names, self.chooser):
                said = self._said(step)
                if said is not None and together(first, said) and self.chooser.possible(said):
                    return said
        return None

    def _add(self, step: Step) -> str | None:
        """Take a step, and return the name of what it leaves; None where it cannot be taken."""
        if (move := self.chooser.possible(step)) is None:
            return None
        self.steps.append(step)
        self.chooser = replace(self.chooser, scene=move[1])
        return move[0].out

    def _said(self, step: Step) -> Step | None:
        """Return a step with what it works on in words; None where there are none."""
        pointed = {slot: self._pointed(step.slots[slot]) for slot in ("source", "table") if slot in step.slots}
        return None if None in pointed.values() else replace(step, slots={**step.slots, **pointed})

    def _pointed(self, name: str) -> str | None:
        scene = self.chooser.scene
        if name in (TABLE, scene.table.name):
            return TABLE
        if self.steps and name == scene.last:
            return last(scene.resolve(name).nature)
        if name in self.known:
            return name
        return SAME if scene.resolve(SAME).name == name else None
