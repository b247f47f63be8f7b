"""The data scientist's next words, in the register of the plan, until the plan has been worked through."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from grammar import speech
from grammar.analyses.following import analysis_at
from grammar.answering import answer
from grammar.colloquial import colloquial
from grammar.requesting import Brief, Place, asked_back, joined
from grammar.statement import statement

_LENGTHENED = 2
"""Turns that a question may have beyond its share, so that it is answered."""
_BEGUN = 2
"""Turns without which a question is not begun: what nobody could answer any more is not asked."""
_MOST_STATEMENTS = 4
"""Turns for each question in the statement register."""


def ask_next(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to an `ask` brief: message, question, finished."""
    formal = brief["plan"]["speech"] == "statement"
    ask, places = (statement, _statement_places(brief)) if formal else (colloquial, _colloquial_places(brief))
    for place in places:
        if (message := ask(brief, place, chance)) is not None:
            return {"message": message, "question": place.question, "finished": False}
    came_out = answer(brief, brief["history"][-1]["question"], chance) if brief["history"] else ""
    closing = joined(came_out, speech.closing(brief["scenario"], brief["persona"], chance))
    return {"message": closing, "question": len(brief["plan"]["questions"]), "finished": True}


def _statement_places(brief: Brief) -> Iterator[Place]:
    """Yield the questions that were asked about least, and at last the first of them for whatever may be asked."""
    served = brief["turns_per_question"]
    if min(served) < _MOST_STATEMENTS:
        least_first = sorted(range(1, len(served) + 1), key=lambda question: served[question - 1])
        yield from (Place(question, "open", True) for question in least_first)
        yield Place(least_first[0], "open", True, is_free=True)


def _colloquial_places(brief: Brief) -> Iterator[Place]:
    """Yield the question that is talked about, and those after it: each is worked through before the next."""
    served = brief["turns_per_question"]
    lengths = _lengths(brief, sum(served) + brief["turns_left"])
    current = brief["history"][-1]["question"] if brief["history"] else 1
    begins = brief["turns_left"] >= _BEGUN or not brief["history"]
    if not asked_back(brief) and _is_through(brief, current, served[current - 1], lengths[current - 1]):
        current += current < len(served) or not begins
    for question in range(current, len(served) + 1):
        done, length = served[question - 1], lengths[question - 1]
        if begins or done:
            yield Place(question, "open" if done == 0 else "close" if done >= length - 1 else "deepen", done == 0)


def _is_through(brief: Brief, question: int, turns: int, length: int) -> bool:
    """Whether a question has had its turns: a chain is followed to its end, if that takes a turn or two more."""
    analysis = analysis_at(brief, question)
    return turns >= (length if analysis is None or analysis.is_answered else length + _LENGTHENED)


def _lengths(brief: Brief, total: int) -> list[int]:
    """Turns for each question, uneven in a way that depends on the questions only, `total` in all."""
    questions = brief["plan"]["questions"]
    shares = [0.5 + random.Random(question["text"]).random() for question in questions]
    return [max(1, round(total * share / sum(shares))) for share in shares]
