"""The data scientist leaves something open, the chatbot asks back, and the answer settles it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from grammar.changing import Point, points, settled
from grammar.coding import code_of
from grammar.moves import Move
from grammar.requesting import scene_in
from grammar.understanding import understand
from grammar.voices import sentence

_QUESTIONS = (
    "Do you mean {a} or {b}?",
    "(I could|One could) take {a} or {b} here. Which do you (mean|want)?",
    "Before I write any code: {a} or {b}?",
    "That can be read in two ways. Shall I take {a} or {b}?",
    "To be sure that I answer the right question: do you want {a}, or rather {b}?",
    "Your question leaves open whether {a} or {b} is meant. Which is it?",
    "I can do that with {a} or with {b}, and the results will differ. Which one do you need?",
    "One thing is not clear to me: is it {a} or {b} that you are after?",
)
_OF_COLUMNS = (
    "Which column do you mean by “{vague}”?",
    "There is more than one column that “{vague}” could stand for, {a} and {b} among them. Which one is meant?",
    "What shall I take as the {vague} here: {a}, {b} or another column?",
    "(Before I write any code: which|Which) column is the {vague}?",
)
_OF_NUMBERS: Mapping[str, Sequence[str]] = {
    "threshold": ("Where do you draw the line for “{vague}”?", "What counts as “{vague}” (for you|here)?"),
    "number": ("How many do you mean by “{vague}”?", "“{vague}” leaves the number open. How many is it to be?"),
    "time": ("Which one do you mean by “{vague}”?", "What is meant by “{vague}”?"),
}
"""Questions that do not offer what the answer settles."""
_ANSWERS = (
    "I am after {a}.",
    "(Take|Please take) {a}.",
    "Good that you ask: {a}, please.",
    "Sorry, I was vague. I meant {a}.",
    "(I want|I need) {a} here.",
    "(Right|True), that was not clear. It should be {a}.",
    "Please go with {a}, as my client would.",
)
_TRIES = 6
NOTHING: dict[str, Any] = {"readings": []}


def leave_open(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `leave_open` brief: an exchange that is known, by reading it back, to mean what the turn did."""
    scene = scene_in(brief)
    moves = understand(brief["query"], scene)
    found = points(brief["query"], moves, scene, chance)
    # What was tried before and did not work is left out.
    found = [
        point
        for point in found
        if not any(point.other_label in wrong for wrong in brief["wrong"])
        and (point.open in brief["open"] or brief["asked_back"])
    ]
    for point in found[:_TRIES]:
        answer = brief["query"] if brief["asked_back"] else sentence(_ANSWERS, chance, {"a": point.label})
        meant = [move.meaning for move in settled(brief["query"], point, answer, scene)]
        if meant != [move.meaning for move in moves]:
            continue
        return {
            "query": point.opened(brief["query"]),
            "open": point.open,
            "taken_out": point.said,
            "question": _question(point, chance),
            "answer": answer,
            "meant": point.label,
            "readings": [{"text": point.other_label, "code": _code(point.otherwise(moves), brief["results"], chance)}],
        }
    return NOTHING


def _question(point: Point, chance: random.Random) -> str:
    pair = [point.label, point.other_label]
    chance.shuffle(pair)
    ways: Sequence[str]
    if point.slot in ("column", "by"):
        ways = _OF_COLUMNS
    elif point.slot in ("period", "part"):
        ways = _QUESTIONS
    else:
        ways = _OF_NUMBERS.get(point.open, _QUESTIONS)
    return sentence(ways, chance, {"vague": point.vague, **dict(zip("ab", pair, strict=True))})


def _code(moves: Sequence[Move], results: Sequence[dict[str, Any]], chance: random.Random) -> str:
    """The program of the moves, which leaves what was asked for where the turn left it."""
    names = iter([result["name"] for result in results])
    # In place, or for a figure, the name is not ours to choose.
    named = [replace(move, out=next(names, move.out)) if move.wanted else move for move in moves]
    return code_of([_bound(move, named, moves) for move in named], chance)


def _bound(move: Move, named: Sequence[Move], before: Sequence[Move]) -> Move:
    """A move that works on an earlier one's result, by the name that this has now."""
    names = {old.out: new.out for old, new in zip(before, named, strict=True) if old.out != new.out}
    source = move.source
    return replace(move, source=replace(source, name=names[source.name])) if source.name in names else move
