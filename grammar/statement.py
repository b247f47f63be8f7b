"""The statement register: what it is for, the steps that lead up to it, and each result that is wanted."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from grammar import speech
from grammar.analyses.following import Analysis, analysis_at
from grammar.analyses.walking import walked
from grammar.choosing import Chooser, opening_filters
from grammar.requesting import Brief, Place, chooser_at, joined, last_result, least_repeating, reads_as
from grammar.scene import Scene, scene_of
from grammar.slots import LAST, TABLE, last
from grammar.steps.base import Step
from grammar.steps.catalogue import KINDS
from grammar.understanding import mentioned
from grammar.wording import ask, prepare

Draw = Callable[[random.Random], str]
"""One of the wordings of a question, of a result, or of the steps that lead up to it."""
_DRAFTS, _LONGER = 40, 1
"""Wordings among which short ones are taken, and the words by which these may be longer than the shortest."""
_LONGEST = 62
"""Words from which on a request does without the question (realism: 48 at the median, 81 at the ninth decile)."""
_TRIES = 5


def statement(brief: Brief, place: Place, chance: random.Random) -> str | None:
    """The next message in this register; None where nothing is left to ask."""
    scene = scene_of(brief["table"], brief["variables"], last_result(brief["history"]))
    analysis = analysis_at(brief, place.question)
    chooser = chooser_at(brief, place, scene, chance)
    if analysis is not None and analysis.rows is None:
        analysis = replace(analysis, rows=_rows_left(brief, chooser))
    for prepared, wanted in _loose(chooser) if analysis is None else _led(analysis, chooser):
        if message := _said_so(prepared, wanted, brief, place, scene, chance):
            return message
    return None


def _rows_left(brief: Brief, chooser: Chooser) -> str | None:
    """Return the variable with the rows that the question is about, where an earlier turn has left them on its way."""
    kind, table = KINDS["filter"], chooser.scene.table
    for step in itertools.islice(opening_filters(chooser.focus, chooser.scene), 1):
        name = kind.stem(dict(step.slots), table)
        said = [
            slots["conditions"]
            for turn in brief["history"]
            for one, slots in mentioned(turn["query"])
            if one == kind.name
        ]
        alike = [each for each in said if kind.stem({**step.slots, "conditions": each}, table) == name]
        if set(alike) == {step.slots["conditions"]} and name in chooser.scene.variables:
            return name
    return None


def _led(analysis: Analysis, chooser: Chooser) -> Iterator[tuple[list[Step], list[Step]]]:
    """Yield the steps towards each answer that the question's chains have not given yet, the longest ways first."""
    paths = analysis.ends()
    chooser.chance.shuffle(paths)
    for path in sorted(paths, key=len, reverse=True):
        found = walked(path, analysis, chooser)
        if found is not None and not all(map(chooser.past.knows, found[1])):
            yield found


def _loose(chooser: Chooser) -> Iterator[tuple[list[Step], list[Step]]]:
    """Yield steps that have to do with a question of which no chain is known, on the rows that it is about."""
    filtering = next(opening_filters(chooser.focus, chooser.scene), None)
    move = filtering and chooser.possible(filtering, wanted=False)
    prepared = [filtering] if filtering and move else []
    here = replace(chooser, scene=move[1]) if move else chooser
    source = here.scene.resolve(LAST if move else TABLE)
    for step in here.steps(source, "close"):
        if here.concerns(step, source) and not KINDS[step.kind].in_place:
            yield prepared, [replace(step, slots={**step.slots, "source": last("rows") if move else TABLE})]


def _said_so(
    prepared: Sequence[Step], wanted: Sequence[Step], brief: Brief, place: Place, scene: Scene, chance: random.Random
) -> str | None:
    """Return a request for these steps that is read back as meant, in few words; None where no wording is."""
    asked = brief["plan"]["questions"][place.question - 1]["text"]
    context = partial(speech.statement_context, brief["scenario"], brief["persona"], asked)
    is_new = not brief["turns_per_question"][place.question - 1]
    stages = _stages(prepared, wanted)
    draws: list[Draw] = []
    for number, (leading, step) in enumerate(stages):
        draws += [partial(prepare, leading, later=number > 0)] if leading else []
        draws.append(partial(ask, step))
    steps = [pair for leading, step in stages for pair in (*((each, False) for each in leading), (step, True))]
    parts = [_short(draw, chance) for draw in draws]
    requests = [joined(*map(chance.choice, parts)) for _ in range(_TRIES)]
    # A question is stated once; words of it that would be read as a part of the request are left out.
    openings = [*(_short(context, chance)[:1] if is_new else ()), ""]
    messages = [*itertools.starmap(joined, itertools.product(openings, least_repeating(requests, brief)))]
    for message in sorted(messages, key=lambda message: len(message.split()) > _LONGEST):
        if reads_as(message, steps, scene):
            return message
    return None


def _stages(prepared: Sequence[Step], wanted: Sequence[Step]) -> list[tuple[Sequence[Step], Step]]:
    """Return each result with the steps that lead up to it: of three or more, those between only lead to the last."""
    first, *between = wanted
    if len(between) < 2 or any(step.result == "plot" for step in between):
        return [(prepared, first), *(((), step) for step in between)]
    leading = [replace(step, result=KINDS[step.kind].gives[0]) for step in between[:-1]]
    return [(prepared, first), (leading, between[-1])]


def _short(draw: Draw, chance: random.Random) -> list[str]:
    """Return the shortest of some wordings, in a drawn order."""
    drafts = dict.fromkeys(draw(chance) for _ in range(_DRAFTS))
    shortest = min(len(draft.split()) for draft in drafts)
    return [draft for draft in drafts if len(draft.split()) <= shortest + _LONGER]
