"""The chatbot in a hurry: a wrong version of right code, which runs and gives another result."""

from __future__ import annotations

import random
from typing import Any

from grammar import speech
from grammar.mutating.choosing import misread
from grammar.mutating.code import Code
from grammar.requesting import scene_in
from grammar.scene import Scene
from grammar.understanding import understand
from grammar.wording import phrase
from grammar.words import words


def write_wrong(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `write_wrong` brief: believable words, the wrong code, and what is wrong with it.

    The slip is of the first of the proposed kinds that fits the code, else any; where none does, there is no code.
    """
    scene = scene_in(brief)
    wanted = brief["results"][-1]
    result = (wanted["name"], wanted["type"])
    known = {scene.table.name: scene.table, **scene.variables}
    frames = {name: [one.name for one in var.columns] for name, var in known.items() if var.type == "dataframe"}
    right = Code(brief["code"], frames, result)
    tried = {draft["reply"]["code"] for draft in brief["drafts"]}
    kinds = brief["kinds"][::-1] if tried else brief["kinds"]  # the last ones fit nearly any code
    code, slip, kind = misread(right, scene, kinds, chance, tried=tried) or (None, "", None)
    return {"message": _intro(brief["query"], scene, chance), "code": code, "kind": kind, "slip": slip}


def _intro(query: str, scene: Scene, chance: random.Random) -> str:
    moves = [move for move in understand(query, scene) if move.wanted]
    if not moves:
        return str(chance.choice(words("speech")["plain_intros"]))
    return speech.code_intro(phrase(moves[0].step, chance, "verb")[0], chance)
