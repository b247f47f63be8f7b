"""Steps resolved in a scene: which variable each works on and what its result is called."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from grammar.language import Unclear
from grammar.scene import Scene, Var
from grammar.slots import TABLE
from grammar.steps.base import Step
from grammar.steps.catalogue import KINDS
from grammar.steps.kind import Kind


@dataclass(frozen=True)
class Move:
    """A step with the variable it works on, the name of its result, and whether that result was asked for."""

    step: Step
    source: Var
    out: str
    wanted: bool

    @property
    def kind(self) -> Kind:
        """The kind of the step."""
        return KINDS[self.step.kind]

    @property
    def meaning(self) -> tuple[object, ...]:
        """What two wordings of one request have in common."""
        slots = {name: value for name, value in self.step.slots.items() if name not in ("source", "rows")}
        asked = self.step.result if self.wanted else None
        return self.step.kind, tuple(sorted(slots.items())), self.source.name, asked


def resolve(step: Step, scene: Scene, *, wanted: bool) -> tuple[Move, Scene]:
    """The step as a move, and the scene after it as far as it can be foreseen; raises Unclear."""
    kind = KINDS[step.kind]
    source = scene.resolve(step.source)
    slots = dict(step.slots)
    if slots.get("table", TABLE) != TABLE:  # what it goes back to is some of the table's rows
        source = replace(source, table=scene.resolve(slots["table"]))
    if source.nature not in kind.takes or not kind.sensible(slots, source):
        raise Unclear(f"{step.kind} on {source.name}")
    if step.result not in kind.gives:
        raise Unclear(f"{step.kind} as {step.result}")
    plot = step.result == "plot"
    out = "plot" if plot else source.name if kind.in_place else scene.free_name(kind.stem(slots, source))
    # What a step leaves is foreseen for its usual type of result only.
    made = kind.after(slots, source, out) if step.result == kind.gives[0] else None
    after = scene if plot else scene.leaving(made) if made else scene.reserving(out)
    return Move(step, source, out, wanted), after


def resolve_all(steps: Iterable[tuple[Step, bool]], scene: Scene) -> list[Move]:
    """Steps of one request, each with whether its result is asked for; raises Unclear."""
    moves = []
    for step, wanted in steps:
        move, scene = resolve(step, scene, wanted=wanted)
        moves.append(move)
    return moves
