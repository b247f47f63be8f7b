"""What both registers share: what a brief shows, where in the plan the dialogue is, and what words mean read back."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grammar.analyses.standing import turns_of
from grammar.choosing import Chooser, Past, focus_of
from grammar.language import Unclear, sentences
from grammar.leaning import cued
from grammar.moves import Move, resolve_all
from grammar.scene import Scene, scene_of
from grammar.steps.base import Step
from grammar.understanding import understand

CUED = 0.6
"""How often a request is taken from the families that the question calls for, where one of them fits."""
_RUN = 4
"""Words in a row by which one notices that something was said before."""
_SENTENCE = 100
"""Runs of words that a whole sentence counts for."""
Brief = Mapping[str, Any]


def last_result(history: Sequence[Mapping[str, Any]]) -> str | None:
    """Name of the last variable that was asked for; figures leave none."""
    for turn in reversed(history):
        for result in reversed(turn["results"]):
            if result["type"] != "plot":
                return str(result["name"])
    return None


def asked_back(brief: Brief) -> bool:
    """Whether the chatbot has just asked what exactly is wanted."""
    history = brief["history"]
    return bool(history) and not history[-1]["results"] and history[-1].get("status") != "rejected"


def scene_in(brief: Brief) -> Scene:
    """The scene that a brief shows; where it tells which results were asked for, with these alone."""
    history, made = brief.get("history", ()), brief.get("results_so_far", ())
    facts = {result["name"]: result.get("facts", {}) for turn in history for result in turn["results"]}
    labels = {name: "\n".join(map(str, told["index"])) for name, told in facts.items() if "index" in told}
    variables = [{"preview": labels.get(one["name"], ""), **one} for one in brief["variables"]]
    only = [*made, brief["table"]["variable"]] if "results_so_far" in brief else ()
    last = last_result(history) if "history" in brief else next(reversed(made), None)
    return scene_of(brief["table"], variables, last, only)


def columns_in(scene: Scene) -> Mapping[str, Sequence[str]]:
    """The columns of every frame and series that code can see, by its name."""
    frames = {scene.table.name: scene.table, **scene.variables}
    return {name: [column.name for column in var.columns] for name, var in frames.items() if var.columns}


@dataclass(frozen=True)
class Place:
    """Where in the plan the dialogue is."""

    question: int
    """1-based."""
    phase: str
    opening: bool


def chooser_at(brief: Brief, place: Place, scene: Scene, chance: random.Random) -> Chooser:
    """What chooses the steps to ask for, at a place in the plan."""
    question = brief["plan"]["questions"][place.question - 1]
    queries = [turn["query"] for turn in turns_of(brief)]
    wished, results = tuple(question["result_types"]), tuple(brief["results_so_far"])
    cues = cued(question["text"])
    return Chooser(scene, focus_of(question), Past.of(queries), chance, wished, results, cues)


def joined(*parts: str) -> str:
    """Sentences one after the other; empty ones are passed over."""
    return " ".join(part.strip() for part in parts if part and part.strip())


def reads_as(message: str, steps: Iterable[tuple[Step, bool]], scene: Scene) -> bool:
    """Whether the words, read back, are just these steps, each asked for or not."""
    try:
        return says(message, resolve_all(steps, scene), scene)
    except Unclear:
        return False


def says(message: str, moves: Sequence[Move], scene: Scene) -> bool:
    """Whether the words, read back, are just these moves."""
    return [move.meaning for move in understand(message, scene)] == [move.meaning for move in moves]


def least_repeating(drafts: Iterable[str], brief: Brief) -> list[str]:
    """Drafts of a message, those first that have the fewest sentences and runs of words of what was said before."""
    said = [text for turn in turns_of(brief) for text in (turn["query"], turn.get("answer", ""))]
    sentences_said = {text[start:end].lower() for text in said for start, end in sentences(text)}
    runs_said = {run for text in said for run in _runs(text)}

    def repeats(draft: str) -> int:
        again = sum(draft[start:end].lower() in sentences_said for start, end in sentences(draft))
        return again * _SENTENCE + len(runs_said.intersection(_runs(draft)))

    return sorted(drafts, key=repeats)


def _runs(text: str) -> list[tuple[str, ...]]:
    spoken = text.lower().split()
    return list(zip(*(spoken[start:] for start in range(_RUN)), strict=False))
