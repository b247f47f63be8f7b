"""The data scientist says a request once more in the other register, with just the same steps and results."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from grammar import speech
from grammar.colloquial import also, leading_up, opening
from grammar.moves import Move
from grammar.requesting import Brief, Place, joined, says, scene_in
from grammar.scene import Scene
from grammar.slots import LAST, last
from grammar.steps.base import Step
from grammar.understanding import understand
from grammar.wording import ask, prepare

_TRIES = 24


def reword(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `reword` brief; the query as it was where no other words were found for what it means."""
    scene = scene_in(brief)
    moves = understand(brief["query"], scene)
    for _ in range(_TRIES if moves else 0):
        message = _statement(brief, moves, chance) if brief["speech"] == "statement" else _colloquial(
            brief, moves, scene, chance
        )  # fmt: skip
        if says(message, moves, scene):
            return {"message": message}
    return {"message": brief["query"]}


def _statement(brief: Brief, moves: Sequence[Move], chance: random.Random) -> str:
    context = speech.statement_context(brief["scenario"], brief["persona"], _question(brief), chance)
    return joined(context, *_requests(moves, chance))


def _colloquial(brief: Brief, moves: Sequence[Move], scene: Scene, chance: random.Random) -> str:
    place = Place(brief["question"], "open" if brief["opening"] else "deepen", brief["opening"])
    opener = opening(brief, place, chance)
    words = _requests(moves, chance)
    asked = sum(move.wanted for move in moves)
    if asked == 2 and moves[-1].wanted:
        words[-1] = also(words[-1], chance)
    # What is gone back to is what the first step works on; the reason to ask is that of the last.
    pointed = {**moves[-1].step.slots, "source": moves[0].source.name}
    motive = leading_up(replace(moves[-1].step, slots=pointed), scene, brief, opener, chance)
    return speech.flawed(joined(opener, motive, *words), chance)


def _requests(moves: Sequence[Move], chance: random.Random) -> list[str]:
    """A sentence for each result, and one before it for the steps that lead up to it."""
    sentences: list[str] = []
    leading: list[Step] = []
    for move in moves:
        if not move.wanted:
            leading.append(_said(move))
            continue
        sentences += [prepare(leading, chance)] if leading else []
        sentences.append(ask(_said(move), chance))
        leading = []
    return sentences


def _said(move: Move) -> Step:
    """The step with its source in words that suit what it is."""
    step = move.step
    if step.source != LAST:
        return step
    return replace(step, slots={**step.slots, "source": last(move.source.nature)})


def _question(brief: Brief) -> str:
    return str(brief["plan"]["questions"][brief["question"] - 1]["text"])
