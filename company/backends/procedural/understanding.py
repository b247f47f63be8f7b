"""Reading a request: which steps its words ask for, on what, with which types of result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from company.backends.procedural.language import Unclear, sentences
from company.backends.procedural.moves import Move, resolve
from company.backends.procedural.scene import Scene
from company.backends.procedural.steps import KINDS
from company.backends.procedural.steps.base import Kind, Step
from company.backends.procedural.wording import TYPE_WORDS
from company.records import ResultType

_TYPES: dict[str, ResultType] = {way.lower(): kind for kind, ways in TYPE_WORDS.items() for way in ways}
_TYPE = re.compile(
    r"\b(" + "|".join(re.escape(way) for way in sorted(_TYPES, key=len, reverse=True)) + r")\b", re.IGNORECASE
)


@dataclass(frozen=True)
class _Found:
    start: int
    end: int
    kind: Kind
    slots: dict[str, Any]


def understand(request: str, scene: Scene) -> list[Move]:
    """The moves that a request asks for, in order; empty when nothing in it can be carried out.

    A step whose sentence names a type of result (or which draws) is wanted as a result; others only prepare.
    """
    moves: list[Move] = []
    for start, end in sentences(request):
        for found, result in _read(request[start:end], scene):
            try:
                move, scene = _move(found, result, scene)
            except Unclear:
                continue
            moves.append(move)
    return moves if any(move.wanted for move in moves) else []


def _move(found: _Found, result: ResultType | None, scene: Scene) -> tuple[Move, Scene]:
    usual = found.kind.gives[0]
    wanted = result is not None or usual == "plot"
    step = Step(found.kind.name, found.slots, result or usual)
    return resolve(step, scene, wanted=wanted)


def _read(sentence: str, scene: Scene) -> Iterator[tuple[_Found, ResultType | None]]:
    chosen: list[_Found] = []
    for found in sorted(_matches(sentence), key=lambda found: (found.start - found.end, found.start)):
        if all(found.end <= other.start or found.start >= other.end for other in chosen) and _possible(found, scene):
            chosen.append(found)
    chosen.sort(key=lambda found: found.start)
    around = _outside(sentence, chosen)
    named = _TYPE.search(around)
    for found in chosen:
        # Of several steps in one sentence, the type belongs to the last: the others lead up to it.
        result = _TYPES[named[1].lower()] if named and found is chosen[-1] else None
        yield found, result


def _matches(sentence: str) -> Iterator[_Found]:
    for kind in KINDS.values():
        for _, phrase in kind.phrases:
            for start, end, slots in phrase.find(sentence):
                yield _Found(start, end, kind, slots)


def _possible(found: _Found, scene: Scene) -> bool:
    try:
        source = scene.resolve(str(found.slots["source"]))
    except Unclear:
        # A variable that an earlier step of the same request is about to make.
        return True
    return source.nature in found.kind.takes and found.kind.sensible(found.slots, source)


def _outside(sentence: str, chosen: list[_Found]) -> str:
    pieces, at = [], 0
    for found in chosen:
        pieces.append(sentence[at : found.start])
        at = found.end
    return " ".join([*pieces, sentence[at:]])
