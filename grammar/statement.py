"""The statement register: what it is for, the steps that lead up to it, and each result that is wanted."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from grammar import speech
from grammar.choosing import Chooser, opening_filters
from grammar.leaning import prepares
from grammar.requesting import CUED, Brief, Place, chooser_at, joined, means, scene_in, together
from grammar.slots import TABLE, last
from grammar.steps import KINDS
from grammar.steps.base import Step
from grammar.wording import ask, prepare

TWO_INTENTS = 0.3
"""How often a turn asks for two results (realism: 19 turns of 100, of those that can)."""


def statement(brief: Brief, place: Place, chance: random.Random) -> str | None:
    """The next message in this register; None where nothing is left to ask."""
    scene = scene_in(brief)
    question = brief["plan"]["questions"][place.question - 1]
    for _ in range(12):
        chooser = chooser_at(brief, place, scene, chance)
        prepared = _preparation(chooser, chance)
        wanted = _wanted(chooser, prepared, chance)
        if not wanted:
            continue
        context = speech.statement_context(brief["scenario"], brief["persona"], question["text"], chance)
        for _ in range(3):
            first = prepare(prepared, chance) if prepared else ""
            words = [ask(step, chance) for step in wanted]
            message = joined(context, first, *words)
            if means(message, wanted, scene, prepared):
                return message
    return None


def _preparation(chooser: Chooser, chance: random.Random) -> list[Step]:
    """Steps from the table towards the result, each of which leaves rows behind in a way that can be foreseen."""
    steps: list[Step] = []
    scene = chooser.scene
    opening = list(opening_filters(chooser.focus, scene))
    for position in range(chance.choice((1, 1, 1, 2, 2, 3))):
        here = replace(chooser, scene=scene)
        source = scene.resolve(scene.last) if steps and scene.last else scene.table
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


def _wanted(chooser: Chooser, prepared: Sequence[Step], chance: random.Random) -> list[Step]:
    """One or two results of what was prepared."""
    scene = chooser.scene
    for step in prepared:
        found = replace(chooser, scene=scene).possible(step, wanted=False)
        if found is None:
            return []
        scene = found[1]
    here = replace(chooser, scene=scene)
    source = scene.resolve(scene.last) if prepared and scene.last else scene.table
    pointed = last(source.nature) if prepared else TABLE
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
