"""Several steps of a chain in one request: those that prepare, each on what the one before leaves, and the wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from grammar.analyses.following import Analysis
from grammar.analyses.forms import Way
from grammar.choosing import Chooser, opening_filters
from grammar.requesting import together
from grammar.scene import Scene
from grammar.slots import TABLE, last
from grammar.steps import KINDS
from grammar.steps.base import Step

TWO_INTENTS = 0.3
"""How often a turn asks for two results (realism: 19 turns of 100, of those that can)."""


def walked(path: Sequence[Way], analysis: Analysis, chooser: Chooser) -> tuple[list[Step], list[Step]] | None:
    """Return the steps of a path, each on what the one before leaves: those that prepare, and those wanted."""
    walk = _Walk(analysis, chooser, dict(analysis.left))
    if analysis.rows is None and (filtering := next(opening_filters(chooser.focus, chooser.scene), None)):
        walk.filter(filtering)
    if not all(walk.goes(way) for way in path) or KINDS[walk.steps[-1].kind].in_place:
        return None
    wanted = [walk.steps.pop()]
    if chooser.chance.random() < TWO_INTENTS and (partner := walk.partner(path[-1], wanted[0])):
        wanted.append(partner)
    return [replace(step, result=KINDS[step.kind].gives[0]) for step in walk.steps], wanted


@dataclass
class _Walk:
    """Steps one after the other, and the scene that each leaves as far as it can be foreseen."""

    analysis: Analysis
    chooser: Chooser
    names: dict[str, str]
    steps: list[Step] = field(default_factory=list)
    before: Chooser | None = None
    """What chose the last step."""

    def filter(self, step: Step) -> None:
        """Pick out the rows that the question is about."""
        if (move := self.chooser.possible(step, wanted=False)) is not None:
            self.analysis = replace(self.analysis, rows=move[0].out)
            self._add(step, move[1])

    def goes(self, way: Way) -> bool:
        """Whether a way can be gone from what the step before has left; if so, it is."""
        step = next(self.analysis.taken(way, self.names, self.chooser), None)
        move = None if step is None else self.chooser.possible(step)
        if step is None or move is None or (self.steps and step.source != self.chooser.scene.last):
            return False
        if self.steps and step.slots.get("table", TABLE) != TABLE:  # it has no name yet
            return False
        self._add(self._pointed(step), move[1])
        if way.name:
            self.names[way.name] = move[0].out
        return True

    def partner(self, way: Way, first: Step) -> Step | None:
        """Return what else the chains ask of the source of the last step."""
        if self.before is None:
            return None
        self.chooser = self.before
        others = [path[-1] for path in self.analysis.paths() if path[-1].on == way.on]
        found = (self._pointed(step) for each in others for step in self.analysis.taken(each, self.names, self.chooser))
        return next((step for step in found if step.source == first.source and together(first, step)), None)

    def _add(self, step: Step, scene: Scene) -> None:
        self.steps.append(step)
        self.before, self.chooser = self.chooser, replace(self.chooser, scene=scene)

    def _pointed(self, step: Step) -> Step:
        scene = self.chooser.scene
        if self.steps and step.source == scene.last:
            return on(step, last(scene.resolve(step.source).nature))
        return on(step, table_or_name(step.source, scene))


def table_or_name(name: str, scene: Scene) -> str:
    """Return how a variable is said by name: the user's table is spoken of as such."""
    return TABLE if name == scene.table.name else name


def on(step: Step, source: str) -> Step:
    """Return a step whose source is said so."""
    return replace(step, slots={**step.slots, "source": source})
