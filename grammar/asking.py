"""The data scientist's next words, in the register of the plan, until the plan has been worked through."""

from __future__ import annotations

import random
from typing import Any

from grammar import speech
from grammar.colloquial import colloquial
from grammar.requesting import Brief, Place
from grammar.statement import statement


def ask_next(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to an `ask` brief: message, question, finished."""
    formal = brief["plan"]["speech"] == "statement"
    place = _statement_place(brief) if formal else _colloquial_place(brief)
    message = None
    if place is not None:
        message = statement(brief, place, chance) if formal else colloquial(brief, place, chance)
    if place is None or message is None:
        closing = speech.closing(brief["scenario"], brief["persona"], chance)
        return {"message": closing, "question": len(brief["plan"]["questions"]), "finished": True}
    return {"message": message, "question": place.question, "finished": False}


def _statement_place(brief: Brief) -> Place | None:
    served = brief["turns_per_question"]
    fewest = min(served)
    return Place(served.index(fewest) + 1, "open", True) if fewest < 4 else None


def _colloquial_place(brief: Brief) -> Place | None:
    served = brief["turns_per_question"]
    total = sum(served) + brief["turns_left"]
    current = brief["history"][-1]["question"] if brief["history"] else 1
    lengths = _lengths(brief, total)
    if served[current - 1] >= lengths[current - 1] and current < len(served):
        current += 1
    done, length = served[current - 1], lengths[current - 1]
    phase = "open" if done == 0 else "close" if done >= length - 1 else "deepen"
    return Place(current, phase, done == 0)


def _lengths(brief: Brief, total: int) -> list[int]:
    """Turns for each question, uneven in a way that depends on the questions only, `total` in all."""
    questions = brief["plan"]["questions"]
    shares = [0.5 + random.Random(question["text"]).random() for question in questions]
    return [max(1, round(total * share / sum(shares))) for share in shares]
