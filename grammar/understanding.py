"""Reading a request: which steps its words ask for, on what, with which types of result."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from company.records import ResultType
from grammar.language import Unclear, sentences
from grammar.moves import Move, resolve
from grammar.scene import Scene
from grammar.steps.base import Step
from grammar.steps.catalogue import KINDS
from grammar.steps.kind import Kind
from grammar.wording import TYPE_WORDS

_TYPES: dict[str, ResultType] = {way.lower(): kind for kind, ways in TYPE_WORDS.items() for way in ways}
_TYPE = re.compile(
    r"\b(" + "|".join(re.escape(way) for way in sorted(_TYPES, key=len, reverse=True)) + r")\b", re.IGNORECASE
)


@dataclass(frozen=True)
class _Found:
    start: int
    end: int
    kind: Kind
    slots: Mapping[str, Any]


def understand(request: str, scene: Scene) -> list[Move]:
    """The moves that a request asks for, in order; empty when nothing in it can be carried out.

    The last step of a sentence that names a type of result is wanted, and so is every figure; others only prepare.
    """
    moves: list[Move] = []
    for start, end in sentences(request):
        said, scene = _read(request[start:end], scene)
        moves += said
    return moves if any(move.wanted for move in moves) else []


def mentioned(request: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Kinds and slots of the steps that a request names, whatever they would work on."""
    return [(kind, slots) for kind, slots, _ in asked_for(request)]


def asked_for(request: str) -> list[tuple[str, Mapping[str, Any], bool]]:
    """The same, each with whether its result is asked for."""
    said = []
    for start, end in sentences(request):
        chosen: list[_Found] = []
        for found in _matches(request[start:end]):
            chosen += [found] if not chosen or found.start >= chosen[-1].end else []
        is_asked = _type_around(request[start:end], chosen) is not None
        for found in chosen:
            is_wanted = found.kind.gives[0] == "plot" or (is_asked and found is chosen[-1])
            said.append((found.kind.name, found.slots, is_wanted))
    return said


def _read(sentence: str, scene: Scene) -> tuple[list[Move], Scene]:
    chosen: list[tuple[_Found, Scene]] = []
    at = 0
    for found in _matches(sentence):
        if found.start < at:
            continue
        try:
            _, after = _move(found, None, scene)
        except Unclear:
            continue
        chosen.append((found, scene))
        scene, at = after, found.end
    result = _type_around(sentence, [found for found, _ in chosen])
    moves: list[Move] = []
    for position, (found, before) in enumerate(chosen, start=1):
        try:
            move, scene = _move(found, result if position == len(chosen) else None, before)
        except Unclear:
            return moves, before
        moves.append(move)
    return moves, scene


def _move(found: _Found, result: ResultType | None, scene: Scene) -> tuple[Move, Scene]:
    usual = found.kind.gives[0]
    wanted = result is not None or usual == "plot"
    step = Step(found.kind.name, found.slots, usual if usual == "plot" else result or usual)
    return resolve(step, scene, wanted=wanted)


@lru_cache(maxsize=4096)
def _matches(sentence: str) -> tuple[_Found, ...]:
    """Every phrase in a sentence, leftmost first, of those that begin together the longest first."""
    lowered = sentence.lower()
    found = [
        _Found(start, end, kind, slots)
        for kind in KINDS.values()
        for _, phrase in kind.phrases
        if phrase.may_stand_in(lowered)
        for start, end, slots in phrase.find(sentence)
    ]
    return tuple(sorted(found, key=lambda match: (match.start, -match.end)))


def _type_around(sentence: str, chosen: Sequence[_Found]) -> ResultType | None:
    """The type of result that the words outside of the steps' phrases name."""
    pieces, at = [], 0
    for found in chosen:
        pieces.append(sentence[at : found.start])
        at = found.end
    named = _TYPE.search(" ".join([*pieces, sentence[at:]]))
    return _TYPES[named[1].lower()] if named and chosen else None
