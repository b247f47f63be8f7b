"""The data scientist's next words: a remark on what came out, a reason to ask, and one precise request."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from company.backends.procedural import speech
from company.backends.procedural.choosing import Chooser, Past, focus_of, opening_filters
from company.backends.procedural.language import Unclear
from company.backends.procedural.leaning import cued, prepares
from company.backends.procedural.moves import resolve_all
from company.backends.procedural.scene import Scene, scene_of
from company.backends.procedural.slots import TABLE, last
from company.backends.procedural.steps import KINDS
from company.backends.procedural.steps.base import Step, plain
from company.backends.procedural.understanding import understand
from company.backends.procedural.wording import ask, filled, prepare

TWO_INTENTS = {"colloquial": 0.11, "statement": 0.3}
"""How often a turn asks for two results, by register (realism: 9 and 19 turns of 100, of those that can)."""
VAGUE = 0.08
"""How often a colloquial query leaves open what exactly is wanted, so that the chatbot asks back."""
CUED = 0.6
"""How often a request is taken from the families that the question calls for, where one of them fits."""
_TRIES = 40
Brief = Mapping[str, Any]


def last_result(history: Sequence[Mapping[str, Any]]) -> str | None:
    """Name of the last variable that was asked for; figures leave none."""
    for turn in reversed(history):
        for result in reversed(turn["results"]):
            if result["type"] != "plot":
                return str(result["name"])
    return None


def scene_in(brief: Brief) -> Scene:
    """The scene that a brief shows; where it tells which results were asked for, with these alone."""
    known = {*brief.get("results_so_far", ()), brief["table"]["variable"]}
    variables = [one for one in brief["variables"] if "results_so_far" not in brief or one["name"] in known]
    return scene_of(brief["table"], variables, last_result(brief["history"]))


@dataclass(frozen=True)
class _Place:
    """Where in the plan the dialogue is."""

    question: int
    """1-based."""
    phase: str
    opening: bool


def ask_next(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to an `ask` brief: message, question, finished."""
    statement = brief["plan"]["speech"] == "statement"
    place = _statement_place(brief) if statement else _colloquial_place(brief)
    message = None
    if place is not None:
        message = _statement(brief, place, chance) if statement else _colloquial(brief, place, chance)
    if place is None or message is None:
        closing = speech.closing(brief["scenario"], brief["persona"], chance)
        return {"message": closing, "question": len(brief["plan"]["questions"]), "finished": True}
    return {"message": message, "question": place.question, "finished": False}


def _statement_place(brief: Brief) -> _Place | None:
    served = brief["turns_per_question"]
    fewest = min(served)
    return _Place(served.index(fewest) + 1, "open", True) if fewest < 4 else None


def _colloquial_place(brief: Brief) -> _Place | None:
    served = brief["turns_per_question"]
    total = sum(served) + brief["turns_left"]
    current = brief["history"][-1]["question"] if brief["history"] else 1
    lengths = _lengths(brief, total)
    if served[current - 1] >= lengths[current - 1] and current < len(served):
        current += 1
    done, length = served[current - 1], lengths[current - 1]
    phase = "open" if done == 0 else "close" if done >= length - 1 else "deepen"
    return _Place(current, phase, done == 0)


def _lengths(brief: Brief, total: int) -> list[int]:
    """Turns for each question, uneven in a way that depends on the questions only, `total` in all."""
    questions = brief["plan"]["questions"]
    shares = [0.5 + random.Random(question["text"]).random() for question in questions]
    return [max(1, round(total * share / sum(shares))) for share in shares]


def _chooser(brief: Brief, place: _Place, scene: Scene, chance: random.Random) -> Chooser:
    question = brief["plan"]["questions"][place.question - 1]
    queries = [*brief["asked_before"], *(turn["query"] for turn in brief["history"])]
    wished, results = tuple(question["result_types"]), tuple(brief["results_so_far"])
    cues = cued(question["text"])
    return Chooser(scene, focus_of(question), Past.of(queries), chance, wished, results, cues)


# the colloquial register


def _colloquial(brief: Brief, place: _Place, chance: random.Random) -> str | None:
    scene = scene_in(brief)
    history = brief["history"]
    question = brief["plan"]["questions"][place.question - 1]
    asked_back = bool(history) and history[-1]["code"] is None and history[-1]["status"] != "rejected"
    if history and not asked_back and chance.random() < VAGUE:
        opener = _opener(brief, place, chance)
        return _joined(opener, speech.vague([plain(name) for name in question["columns"]], chance))
    chooser = _chooser(brief, place, scene, chance)
    for steps in _candidates(chooser, place, chance):
        opener = speech.specifics_intro(chance) if asked_back else _opener(brief, place, chance)
        motive = _lead(steps[0], scene, opener, chance)
        for _ in range(3):
            words = [ask(_pointing(step, scene, chance, alone=len(steps) == 1), chance) for step in steps]
            if len(words) == 2:
                words[1] = _also(words[1], chance)
            message = _joined(opener, motive, *words)
            if _means(message, steps, scene):
                return speech.flawed(message, chance)
    return None


def _also(request: str, chance: random.Random) -> str:
    """A second request as it follows on a first."""
    request = re.sub(r"^So please", "Please", request)
    start = chance.choice(("Also, ", "And while we are at it, ", "In addition, ", "Next to that, "))
    return start + (request if request.startswith(("I ", "I'")) else request[0].lower() + request[1:])


def _candidates(chooser: Chooser, place: _Place, chance: random.Random) -> list[tuple[Step, ...]]:
    """Requests worth making, in order; two steps where two results are asked for at once."""
    found: list[tuple[Step, ...]] = []
    if place.opening and chance.random() < 0.8:
        found += [(step,) for step in opening_filters(chooser.focus, chooser.scene) if not chooser.past.knows(step)]
    for source in chooser.sources():
        offered = [s for s in chooser.steps(source, place.phase) if not place.opening or chooser.concerns(s, source)]
        if chance.random() < CUED:
            offered.sort(key=chooser.called_for, reverse=True)
        steps = [step for step in offered[:8] if chooser.possible(step)]
        if len(steps) > 1 and chance.random() < TWO_INTENTS["colloquial"] * 1.3:
            partner = next((step for step in steps[1:] if _together(steps[0], step)), None)
            found += [(steps[0], partner)] if partner else []
        found += [(step,) for step in steps]
        if len(found) >= _TRIES:
            break
    return found[:_TRIES]


def _together(first: Step, second: Step) -> bool:
    """Whether two results can be asked for in one breath: different things, neither of which changes the source."""
    two_figures = first.result == second.result == "plot"
    in_place = KINDS[first.kind].in_place or KINDS[second.kind].in_place
    return first.kind != second.kind and not two_figures and not in_place


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


def _opener(brief: Brief, place: _Place, chance: random.Random) -> str:
    history = brief["history"]
    question = brief["plan"]["questions"][place.question - 1]
    parts = []
    if history and chance.random() < 0.72:
        parts.append(speech.remark(history[-1], chance))
    if place.opening and (not history or chance.random() < 0.7):
        parts.append(speech.transition(brief["scenario"], brief["persona"], question["text"], chance))
    return _joined(*parts)


def _lead(step: Step, scene: Scene, opener: str, chance: random.Random) -> str:
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


def _joined(*parts: str) -> str:
    return " ".join(part.strip() for part in parts if part and part.strip())


def _means(message: str, wanted: Sequence[Step], scene: Scene, prepared: Sequence[Step] = ()) -> bool:
    """Whether the words, read back, prepare just these steps and ask for just these results."""
    try:
        meant = resolve_all([*((step, False) for step in prepared), *((step, True) for step in wanted)], scene)
    except Unclear:
        return False
    return [move.meaning for move in understand(message, scene)] == [move.meaning for move in meant]


# the statement register


def _statement(brief: Brief, place: _Place, chance: random.Random) -> str | None:
    scene = scene_in(brief)
    question = brief["plan"]["questions"][place.question - 1]
    for _ in range(12):
        chooser = _chooser(brief, place, scene, chance)
        prepared = _preparation(chooser, chance)
        wanted = _wanted(chooser, prepared, chance)
        if not wanted:
            continue
        context = speech.statement_context(brief["scenario"], brief["persona"], question["text"], chance)
        for _ in range(3):
            first = prepare(prepared, chance) if prepared else ""
            words = [ask(step, chance) for step in wanted]
            message = _joined(context, first, *words)
            if _means(message, wanted, scene, prepared):
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
        if results and not _together(results[0], step):
            continue
        results.append(said)
        if found[1].last != scene.last or chance.random() > TWO_INTENTS["statement"] or len(results) == 2:
            break
    return results
