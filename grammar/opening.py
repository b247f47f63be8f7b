"""The data scientist leaves something open, the chatbot asks back, and the answer settles it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from grammar.changing import Point, points, settled
from grammar.coding import code_of
from grammar.moves import Move
from grammar.requesting import scene_in
from grammar.understanding import understand
from grammar.voices import sentence
from grammar.words import words

_SAID = words("left_open")
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
        if not any(point.other_label in draft["wrong"] for draft in brief["drafts"])
        and (point.open in brief["open"] or brief.get("asked_back"))
    ]
    for point in found[:_TRIES]:
        answer = brief["query"] if brief.get("asked_back") else sentence(_SAID["answers"], chance, {"a": point.label})
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
    slot, ways = point.slot, _SAID["questions"]
    sort = "column" if slot in ("column", "by") else "of_two" if slot in ("period", "part") else point.open
    known = {"vague": point.vague, "a": pair[0], "b": pair[1]}
    return sentence(ways.get(sort, ways["of_two"]), chance, known)


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
