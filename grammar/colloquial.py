"""The colloquial register: a remark on what came out, a reason to ask, and one precise request."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from grammar import speech
from grammar.analyses.following import analysis_at
from grammar.choosing import Chooser, opening_filters
from grammar.requesting import CUED, Brief, Place, chooser_at, joined, means, scene_in, together
from grammar.scene import Scene
from grammar.slots import TABLE, last
from grammar.steps import KINDS
from grammar.steps.base import Step, plain
from grammar.wording import ask, filled

TWO_INTENTS = 0.11
"""How often a turn asks for two results (realism: 9 turns of 100, of those that can)."""
VAGUE = 0.08
"""How often a query leaves open what exactly is wanted, so that the chatbot asks back."""
_TRIES = 40


def colloquial(brief: Brief, place: Place, chance: random.Random) -> str | None:
    """The next message in this register; None where nothing is left to ask."""
    scene = scene_in(brief)
    history = brief["history"]
    question = brief["plan"]["questions"][place.question - 1]
    asked_back = bool(history) and history[-1]["code"] is None and history[-1]["status"] != "rejected"
    goes_on = bool(history) and history[-1]["question"] == place.question and not place.is_free
    requests = _requests(brief, place, chooser_at(brief, place, scene, chance), chance)
    if goes_on and not asked_back and chance.random() < VAGUE:
        if next(requests, None) is None:  # what is left open now has to be said afterwards
            return None
        opener = opening(brief, place, chance)
        return joined(opener, speech.vague([plain(name) for name in question["columns"][:2]], chance))
    for steps in requests:
        opener = speech.specifics_intro(chance) if asked_back else opening(brief, place, chance)
        motive = leading_up(steps[0], scene, opener, chance)
        for _ in range(3):
            words = [ask(_pointing(step, scene, chance, alone=len(steps) == 1), chance) for step in steps]
            if len(words) == 2:
                words[1] = also(words[1], chance)
            message = joined(opener, motive, *words)
            if means(message, steps, scene):
                return speech.flawed(message, chance)
    return None


def also(request: str, chance: random.Random) -> str:
    """A second request as it follows on a first."""
    request = re.sub(r"^So please", "Please", request)
    start = chance.choice(("Also, ", "And while we are at it, ", "In addition, ", "Next to that, "))
    return start + (request if request.startswith(("I ", "I'")) else request[0].lower() + request[1:])


def _requests(brief: Brief, place: Place, chooser: Chooser, chance: random.Random) -> Iterator[tuple[Step, ...]]:
    """Yield requests worth making, in order: what the question is about, what answers it, what may be of use."""
    analysis = analysis_at(brief, place.question)
    yield from _opening(chooser, place)
    if analysis is not None:
        yield from _led(analysis.steps(chooser), chooser, chance)
    if analysis is None or place.is_free:
        yield from _candidates(chooser, place, chance)


def _opening(chooser: Chooser, place: Place) -> Iterator[tuple[Step, ...]]:
    """Yield the question's own conditions, which come first."""
    if place.opening:
        yield from ((step,) for step in opening_filters(chooser.focus, chooser.scene) if not chooser.past.knows(step))


def _led(steps: Iterable[Step], chooser: Chooser, chance: random.Random) -> Iterator[tuple[Step, ...]]:
    """Yield the steps by which the question's chain goes on, and now and then two at once."""
    table = chooser.scene.table.name
    possible = [
        step for step in steps if not (step.source == table and chooser.past.knows(step)) and chooser.possible(step)
    ]
    if len(possible) > 1 and chance.random() < TWO_INTENTS:
        partner = next((step for step in possible[1:] if _both(possible[0], step)), None)
        yield from [(possible[0], partner)] if partner else []
    yield from ((step,) for step in possible[:_TRIES])


def _both(first: Step, second: Step) -> bool:
    return first.source == second.source and together(first, second)


def _candidates(chooser: Chooser, place: Place, chance: random.Random) -> list[tuple[Step, ...]]:
    """Requests worth making, in order, where no chain tells what comes next; two steps where two results are asked."""
    found: list[tuple[Step, ...]] = []
    for source in chooser.sources():
        offered = [step for step in chooser.steps(source, place.phase) if chooser.concerns(step, source)]
        if chance.random() < CUED:
            offered.sort(key=chooser.called_for, reverse=True)
        steps = [step for step in offered[:8] if chooser.possible(step)]
        if len(steps) > 1 and chance.random() < TWO_INTENTS * 1.3:
            partner = next((step for step in steps[1:] if together(steps[0], step)), None)
            found += [(steps[0], partner)] if partner else []
        found += [(step,) for step in steps]
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
    """A word on the last result, and on what comes next where a new question begins; often nothing."""
    history = brief["history"]
    question = brief["plan"]["questions"][place.question - 1]
    parts = []
    if history and chance.random() < 0.72:
        parts.append(speech.remark(history[-1], chance))
    if place.opening and (not history or chance.random() < 0.7):
        parts.append(speech.transition(brief["scenario"], brief["persona"], question["text"], chance))
    return joined(*parts)


def leading_up(step: Step, scene: Scene, opener: str, chance: random.Random) -> str:
    """What leads up to the request: where it goes back to, or why it is made; often nothing."""
    earlier = step.source not in (scene.last, scene.table.name, TABLE)
    if earlier and chance.random() < 0.45 and not re.search(r"\d", step.source):
        return speech.back_reference(step.source, chance)
    return _motive(step, chance) if chance.random() < (0.45 if opener else 0.85) else ""


def _motive(step: Step, chance: random.Random) -> str:
    words = {name: _plainly(value) for name, value in step.slots.items()}
    motive = filled(chance.choice(KINDS[step.kind].motives), words)
    return motive[:1].upper() + motive[1:]


def _plainly(value: object) -> object:
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return " and ".join(plain(item) for item in value)
    return value
