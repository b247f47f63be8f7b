"""The colloquial register: a remark on what came out, a reason to ask, and one precise request."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from grammar import speech
from grammar.analyses.following import Analysis, analysis_at
from grammar.analyses.standing import turns_of
from grammar.analyses.walking import together, two_at_once
from grammar.answering import answer
from grammar.choosing import Chooser, opening_filters
from grammar.reacting import remark
from grammar.requesting import (
    CUED,
    Brief,
    Place,
    asked_back,
    chooser_at,
    joined,
    least_repeating,
    reads_as,
    scene_in,
)
from grammar.scene import Scene
from grammar.slots import TABLE, last
from grammar.steps.base import Step
from grammar.steps.catalogue import KINDS
from grammar.voices import capital
from grammar.wording import ask, filled, prepare

Request = tuple[Sequence[Step], Sequence[Step]]
"""Steps on the way, and those whose results are wanted."""

TWO_INTENTS = 0.35
"""How often a turn asks for two results where the chain has two at hand, which is rare (realism: 9 turns of 100 do)."""
ON_THE_WAY = 0.8
"""How often a step that only the next one builds on is said on its way (realism: 2.2 kinds of operation a turn)."""
_TRIES = 40
_LATE = 4
"""Turns within which nobody needs to be reminded of a result."""
_DRAFTS, _SHORTEST = 10, 3
"""Wordings, and how many of the shortest of them the one is taken from that repeats least of what was said."""


def colloquial(brief: Brief, place: Place, chance: random.Random) -> str | None:
    """The next message in this register; None where nothing is left to ask."""
    scene = scene_in(brief)
    history = brief["history"]
    requests = _requests(brief, place, chooser_at(brief, place, scene, chance), chance)
    if asked_back(brief):
        requests = iter(sorted(requests, key=lambda request: not _was_left_open(request[1][0], history[-1]["query"])))
    elif history and history[-1]["question"] == place.question and brief.get("leaves_open"):
        return _left_open(requests, brief, place, chance)
    for prepared, wanted in requests:
        drafts = [_draft(prepared, wanted, brief, place, scene, chance) for _ in range(_DRAFTS)]
        short = sorted(drafts, key=lambda draft: len(draft.split()))[:_SHORTEST]
        steps = [*((step, False) for step in prepared), *((step, True) for step in wanted)]
        for message in least_repeating(short, brief):
            if reads_as(message, steps, scene):
                return speech.flawed(message, chance)
    return None


def _draft(
    prepared: Sequence[Step], steps: Sequence[Step], brief: Brief, place: Place, scene: Scene, chance: random.Random
) -> str:
    opener = speech.specifics_intro(chance) if asked_back(brief) else opening(brief, place, chance)
    has_reason = asked_back(brief) or (place.opening and brief["history"])
    motive = "" if has_reason else leading_up([*prepared, *steps][0], scene, brief, opener, chance)
    on_the_way = prepare(prepared, chance) if prepared else ""
    first, *others = (ask(_pointing(step, scene, chance, alone=len(steps) == 1), chance) for step in steps)
    return joined(opener, motive, on_the_way, first, *(also(request, chance) for request in others))


def _left_open(requests: Iterator[Request], brief: Brief, place: Place, chance: random.Random) -> str | None:
    """A message that says why the next request would be made, and not what it is; None where nothing is left to ask."""
    if (request := next(requests, None)) is None:
        return None
    reasons = _motives(request[1][0])
    motives = chance.sample(reasons, len(reasons))
    drafts = (joined(opening(brief, place, chance), motive, speech.vague(chance)) for motive in motives)
    return next(iter(least_repeating(drafts, brief)))


def _was_left_open(step: Step, message: str) -> bool:
    """Whether a message gives a reason to ask for a step."""
    return any(motive in message for motive in _motives(step))


def also(request: str, chance: random.Random) -> str:
    """A second request as it follows on a first."""
    request = re.sub(r"^So please", "Please", request)
    start = chance.choice(("Also, ", "And while we are at it, ", "In addition, ", "Next to that, "))
    return start + (request if request.startswith(("I ", "I'")) else request[0].lower() + request[1:])


def _requests(brief: Brief, place: Place, chooser: Chooser, chance: random.Random) -> Iterator[Request]:
    """Yield requests worth making, in order: the rows that the question is about, and what answers it."""
    analysis = analysis_at(brief, place.question)
    if place.opening and (analysis is None or analysis.rows is None):
        yield from (((), (step,)) for step in opening_filters(chooser.focus, chooser.scene))
    on_the_way = asked_back(brief) or chance.random() < ON_THE_WAY
    if analysis is not None and on_the_way and (both := two_at_once(analysis, chooser)):
        yield both
    # Where a question begins after another's answer, there is enough to say.
    two = 0.0 if place.opening and brief["history"] else TWO_INTENTS
    found = _candidates(chooser, place, chance) if analysis is None else _led(analysis, chooser, chance, two)
    yield from (((), steps) for steps in found)


def _led(analysis: Analysis, chooser: Chooser, chance: random.Random, two: float) -> Iterator[tuple[Step, ...]]:
    """Yield the steps by which the question's chain goes on, and so often two at once."""
    table = chooser.scene.table.name
    possible: Iterator[Step] = (
        step
        for step in analysis.steps(chooser)
        if not (step.source == table and chooser.past.knows(step)) and chooser.possible(step)
    )
    if (first := next(possible, None)) is None:
        return
    if chance.random() < two:
        others = list(islice(possible, _TRIES))
        possible = iter(others)
        partner = next((step for step in others if _both(first, step, analysis)), None)
        yield from [(first, partner)] if partner else []
    yield (first,)
    yield from ((step,) for step in islice(possible, _TRIES))


def _both(first: Step, second: Step, analysis: Analysis) -> bool:
    """Whether two steps can be asked for at once, the second one next in a chain: none is skipped."""
    after = {
        way.kind
        for each in analysis.standings
        for place, then in pairwise(each.chain[each.at :])
        if any(way.kind == first.kind for way in place)
        for way in then
    }
    return second.kind in after - {first.kind} and first.source == second.source and together(first, second)


def _candidates(chooser: Chooser, place: Place, chance: random.Random) -> list[tuple[Step, ...]]:
    """Requests worth making, in order, where no chain tells what comes next."""
    found: list[tuple[Step, ...]] = []
    for source in chooser.sources():
        offered = [step for step in chooser.steps(source, place.phase) if chooser.concerns(step, source)]
        if chance.random() < CUED:
            offered.sort(key=chooser.called_for, reverse=True)
        found += [(step,) for step in offered[:8] if chooser.possible(step)]
        if len(found) >= _TRIES:
            break
    return found[:_TRIES]


def _pointing(step: Step, scene: Scene, chance: random.Random, *, alone: bool) -> Step:
    """The step with its source as a person would say it."""
    name = step.source
    if name == scene.last and alone and chance.random() < 0.6:
        source = last(scene.variables[name].nature)
    elif name in (scene.table.name, TABLE):
        source = TABLE if chance.random() < 0.65 else scene.table.name
    else:
        source = name
    return replace(step, slots={**step.slots, "source": source})


def opening(brief: Brief, place: Place, chance: random.Random) -> str:
    """A word on the last result, often nothing; where a question begins, what came out before it, and what it is."""
    history = brief["history"]
    before = history[-1]["question"] if history and place.opening else place.question
    said = "" if before == place.question else answer(brief, before, chance)
    if not said and history and chance.random() < 0.72:
        turns = turns_of(brief)
        heard = " ".join([turn["query"] for turn in turns] + [turn.get("answer", "") for turn in turns[:-1]])
        said = remark(brief, chance, heard)
    if not place.opening:
        return said
    text = brief["plan"]["questions"][place.question - 1]["text"]
    return joined(said, speech.transition(brief["scenario"], brief["persona"], text, chance, begins=not history))


def leading_up(step: Step, scene: Scene, brief: Brief, opener: str, chance: random.Random) -> str:
    """What leads up to the request: that it goes back to what was not used lately, or why it is made; often nothing."""
    late = str([(turn["query"], [each["name"] for each in turn["results"]]) for turn in turns_of(brief)[-_LATE:]])
    earlier = step.source not in (scene.table.name, TABLE) and not re.search(rf"\b{step.source}\b", late)
    if earlier and chance.random() < 0.45 and not re.search(r"\d", step.source):
        return speech.back_reference(step.source, chance)
    return chance.choice(_motives(step)) if chance.random() < (0.45 if opener else 0.85) else ""


def _motives(step: Step) -> list[str]:
    """Reasons to ask for a step: those without a header in quotes, if there are any."""
    motives = [capital(filled(motive, step.slots)) for motive in KINDS[step.kind].motives]
    return [motive for motive in motives if "‘" not in motive] or motives
