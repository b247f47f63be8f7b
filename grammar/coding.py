"""The chatbot: code for what it understood of a query, its corrections, and what it says about results."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from grammar import speech
from grammar.moves import Move
from grammar.mutating.choosing import mistake
from grammar.reporting import finding_on
from grammar.requesting import columns_in, scene_in
from grammar.understanding import understand
from grammar.wording import phrase
from grammar.words import words

WRONG = 0.16
"""How often the first code for a query holds a mistake."""
_READY = {"import pandas as pd", "import numpy as np"}
_COMMENT = 88
_IMPORTS = ("import ", "from ")
_DRAWING = "import matplotlib.pyplot as plt"


def write_code(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `write_code` brief; a question back where the query does not say what is wanted."""
    scene = scene_in(brief)
    moves = understand(brief["query"], scene)
    if not moves:
        columns = [column["name"] for column in brief["table"]["columns"]]
        return {"message": speech.clarifying(brief["query"], columns, chance), "code": None, "results": []}
    code = code_of(moves, chance)
    if chance.random() < WRONG:
        wanted = next(move for move in reversed(moves) if move.wanted)
        known = columns_in(scene)
        code = mistake(code, chance, known=known, result=(wanted.out, wanted.step.result)) or code
    wanted = next(move for move in moves if move.wanted)
    message = speech.code_intro(phrase(wanted.step, chance, "verb")[0], chance)
    return {"message": message, "code": code, "results": _results(moves)}


def correct_code(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `correct_code` brief: right code and what was wrong, or a question where nothing comes out."""
    moves = understand(brief["query"], scene_in(brief))
    error = brief["attempts"][-1]["execution"]["error"] or {"type": "Error", "message": ""}
    if error["type"] == "ResultError" and error["message"].endswith(("empty.", "missing values.", "missing value.")):
        return {"message": chance.choice(words("mistakes")["nothing"]), "code": None, "results": []}
    message = apology(error["type"], chance)
    return {"message": message, "code": code_of(moves, chance), "results": _results(moves)}


def apology(error_type: str, chance: random.Random) -> str:
    """One sentence of 10 to 24 words that names the cause of an error, given its type, and says it is corrected."""
    known = words("mistakes")["apologies"]
    family = "ValueError" if error_type == "IntCastingNaNError" else error_type
    return str(chance.choice(known.get(family, known["other"])))


def report_result(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `report_result` brief: a sentence for each result that is true to it."""
    return {"message": finding_on(brief["query"], brief["results"], chance)}


def _results(moves: Sequence[Move]) -> list[dict[str, str]]:
    return [{"name": move.out, "type": move.step.result} for move in moves if move.wanted]


def code_of(moves: Sequence[Move], chance: random.Random) -> str:
    """The program of some moves, with its imports on top and what was asked for shown at the end."""
    needed = {_DRAWING for move in moves if move.step.result == "plot"}
    blocks = []
    for move in moves:
        lines = move.kind.code(move.step, move.source, move.out, chance)
        needed |= {line for line in lines if line.startswith(_IMPORTS)}
        lines = [line for line in lines if not line.startswith(_IMPORTS)]
        if chance.random() < (0.85 if len(moves) > 1 else 0.5):
            lines = [*_comment(move, chance), *lines]
        blocks.append("\n".join(lines))
    imports = "\n".join(sorted(needed - _READY))
    shown = "\n".join(_shown(move, chance) for move in moves if move.wanted)
    return "\n\n".join(block for block in (imports, *blocks, shown) if block)


def _comment(move: Move, chance: random.Random) -> list[str]:
    """A comment line for a step, in the shortest of a few wordings; none where all are too long for a line."""
    wordings = [phrase(move.step, chance, "verb")[0].replace("\n", " ") for _ in range(4)]
    words = min(wordings, key=len)
    return [f"# {words[0].upper()}{words[1:]}"] if len(words) <= _COMMENT else []


def _shown(move: Move, chance: random.Random) -> str:
    if move.step.result == "plot":
        return "plt.tight_layout()\nplt.show()"
    if move.step.result in ("dataframe", "series") and chance.random() < 0.7:
        return f"print({move.out}.head())" if move.source.rows > 20 else f"print({move.out})"
    return f"print({move.out})"
