"""The statement register: what it is for, the steps that lead up to it, and each result that is wanted."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from grammar import speech
from grammar.analyses.following import Analysis, analysis_at
from grammar.analyses.walking import TWO_INTENTS, on, table_or_name, walked
from grammar.bearing import bearing
from grammar.choosing import SMALL, Chooser, opening_filters
from grammar.leaning import prepares
from grammar.requesting import CUED, Brief, Place, chooser_at, joined, last_result, means, together
from grammar.scene import Scene, Var, scene_of
from grammar.slots import TABLE, last
from grammar.steps import KINDS
from grammar.steps.base import Step
from grammar.wording import ask, prepare

GOES_ON = 0.85
"""How often a turn begins from rows that an earlier turn has left, where there are any."""
_TRIES = 16


def statement(brief: Brief, place: Place, chance: random.Random) -> str | None:
    """The next message in this register; None where nothing is left to ask."""
    scene = scene_of(brief["table"], brief["variables"], last_result(brief["history"]))
    analysis = analysis_at(brief, place.question)
    if analysis is not None:
        for prepared, wanted in _led(analysis, chooser_at(brief, place, scene, chance)):
            if message := _said_so(prepared, wanted, brief, place, scene, chance):
                return message
        if not place.is_free:
            return None
    for attempt in range(_TRIES):
        chooser = chooser_at(brief, place, scene, chance)
        start = _start(chooser, chance)
        drawn = _preparation(chooser, start, chance)
        wanted = _wanted(chooser, start, drawn, chance)
        prepared = bearing(drawn, wanted, scene)
        if not wanted or (len(prepared) < len(drawn) and attempt < _TRIES // 2):
            continue
        prepared, wanted = _pointed(start, prepared, wanted, scene)
        if message := _said_so(prepared, wanted, brief, place, scene, chance):
            return message
    return None


def _said_so(
    prepared: Sequence[Step], wanted: Sequence[Step], brief: Brief, place: Place, scene: Scene, chance: random.Random
) -> str | None:
    """Return a request for these steps that is read back as meant; None where no wording is."""
    question = brief["plan"]["questions"][place.question - 1]
    context = speech.statement_context(brief["scenario"], brief["persona"], question["text"], chance)
    for _ in range(3):
        first = prepare(prepared, chance) if prepared else ""
        message = joined(context, first, *(ask(step, chance) for step in wanted))
        if means(message, wanted, scene, prepared):
            return message
    return None


def _led(analysis: Analysis, chooser: Chooser) -> Iterator[tuple[list[Step], list[Step]]]:
    """Yield the steps towards each result that the question's chains still ask for, the longest ways first."""
    paths = analysis.paths()
    chooser.chance.shuffle(paths)
    for path in sorted(paths, key=len, reverse=True):
        if (found := walked(path, analysis, chooser)) is not None:
            yield found


def _start(chooser: Chooser, chance: random.Random) -> Var:
    """What a turn begins from: mostly rows that an earlier one has left, else the table."""
    table = chooser.scene.table
    made = [
        var
        for var in chooser.scene.variables.values()
        if var.nature == "rows" and var.rows >= SMALL and var.name != table.name
    ]
    return chance.choice(made[-4:]) if made and chance.random() < GOES_ON else table


def _pointed(
    start: Var, prepared: Sequence[Step], wanted: Sequence[Step], scene: Scene
) -> tuple[list[Step], list[Step]]:
    """Return the steps with their sources as they are said: the first on the start, the others on what came before."""
    sources = [table_or_name(start.name, scene), *([last("rows")] * len(prepared))]
    steps = [on(step, source) for step, source in zip(prepared, sources, strict=False)]
    return steps, [on(step, sources[len(prepared)]) for step in wanted]


def _preparation(chooser: Chooser, start: Var, chance: random.Random) -> list[Step]:
    """Steps from the start towards the result, each of which leaves rows behind in a way that can be foreseen."""
    steps: list[Step] = []
    scene = chooser.scene
    opening = list(opening_filters(chooser.focus, scene)) if start.name == scene.table.name else []
    for position in range(chance.choice((1, 1, 1, 2, 2, 3))):
        here = replace(chooser, scene=scene)
        source = scene.resolve(scene.last) if steps and scene.last else start
        offered = opening if position == 0 and opening and chance.random() < 0.75 else here.steps(source, "open")
        for step in offered[:30]:
            kind = KINDS[step.kind]
            if not prepares(kind) or any(step.kind == other.kind for other in steps):
                continue
            if not here.concerns(step, source):
                continue
            said = replace(step, slots={**step.slots, "source": last(source.nature) if steps else TABLE})
            move = replace(here, scene=scene).possible(said, wanted=False)
            made = kind.after(dict(said.slots), source, move[0].out) if move else None
            if move and made is not None and made.nature == "rows":
                steps.append(replace(said, result=kind.gives[0]))
                scene = move[1]
                break
    return steps


def _wanted(chooser: Chooser, start: Var, prepared: Sequence[Step], chance: random.Random) -> list[Step]:
    """One or two results of what was prepared."""
    scene = chooser.scene
    for step in prepared:
        found = replace(chooser, scene=scene).possible(step, wanted=False)
        if found is None:
            return []
        scene = found[1]
    here = replace(chooser, scene=scene)
    source = scene.resolve(scene.last) if prepared and scene.last else start
    pointed = last(source.nature) if prepared else table_or_name(start.name, scene)
    results: list[Step] = []
    offered = [step for step in here.steps(source, chance.choice(("deepen", "close"))) if here.concerns(step, source)]
    if chance.random() < CUED:
        offered.sort(key=lambda step: not here.called_for(step))
    offered.sort(key=lambda step: (min(2, here.strays(step, source)), not here.makes_use(step, source)))
    for step in offered[:40]:
        kind = KINDS[step.kind]
        overview = kind.moment == "open" and step.result != "plot"
        if kind.in_place or (prepared and prepares(kind)) or overview:
            continue
        said = replace(step, slots={**step.slots, "source": pointed})
        found = here.possible(said)
        if found is None or (results and found[1].last != scene.last):
            continue
        if results and not together(results[0], step):
            continue
        results.append(said)
        if found[1].last != scene.last or chance.random() > TWO_INTENTS or len(results) == 2:
            break
    return results
