"""The data scientist's next words, in the register of the plan, until the plan has been worked through."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from grammar import speech
from grammar.analyses.following import analysis_at
from grammar.answering import answer, unanswered
from grammar.colloquial import colloquial
from grammar.requesting import Brief, Place, asked_back, joined
from grammar.statement import statement

_USUAL = 3
"""Turns that a question takes as a rule; so many are kept for each of those that follow."""
_ENOUGH = 7
"""Turns after which a question that is answered is left, even where turns are to spare."""
_MOST = 10
"""Turns after which a question is left, answered or not."""
_BEGUN = 3
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
    last = brief["history"][-1]["question"] if brief["history"] else 0
    came_out = (answer(brief, last, chance) or unanswered(brief, last, chance)) if last else ""
    closing = joined(came_out, speech.closing(brief["scenario"], brief["persona"], chance))
    return {"message": closing, "question": len(brief["plan"]["questions"]), "finished": True}


def _statement_places(brief: Brief) -> Iterator[Place]:
    """Yield the questions, those first that were asked about least."""
    served = brief["turns_per_question"]
    if min(served) < _MOST_STATEMENTS:
        least_first = sorted(range(1, len(served) + 1), key=lambda question: served[question - 1])
        yield from (Place(question, "open", True) for question in least_first)


def _colloquial_places(brief: Brief) -> Iterator[Place]:
    """Yield the question that is talked about, and those after it: each is worked through before the next."""
    served = brief["turns_per_question"]
    current = brief["history"][-1]["question"] if brief["history"] else 1
    begins = brief["turns_left"] >= _BEGUN or not brief["history"]
    if not asked_back(brief) and _is_through(brief, current):
        current += current < len(served) or not begins
    for question in range(current, len(served) + 1):
        done = served[question - 1]
        if begins or done:
            yield Place(question, "deepen" if done else "open", not done)


def _is_through(brief: Brief, question: int) -> bool:
    """Whether a question has had its turns: what is answered is looked at further only while turns are to spare.

    One turn is kept for the words that close the dialogue, where it is long enough to have any.
    """
    turns, left = brief["turns_per_question"][question - 1], brief["turns_left"]
    left -= left + sum(brief["turns_per_question"]) >= _USUAL
    analysis = analysis_at(brief, question)
    if analysis is None:
        return bool(turns >= _USUAL)
    later = min(len(brief["turns_per_question"]) - question, left // _USUAL) if brief["turns_left"] >= _BEGUN else 0
    spare = turns < _ENOUGH and left > later * _USUAL
    return bool(turns >= _MOST or (analysis.is_answered and not spare))
