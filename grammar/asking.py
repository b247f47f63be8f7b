"""The data scientist's next words, in the register of the plan, until the plan has been worked through."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from grammar import speech
from grammar.analyses.following import analysis_at
from grammar.answering import Limits, Told, finding, is_open
from grammar.colloquial import colloquial
from grammar.reacting import are_alike
from grammar.requesting import Brief, Place, asked_back, joined
from grammar.statement import statement
from grammar.voices import sentence
from grammar.words import words

_USUAL = 3
"""Turns that a question takes as a rule; so many are kept for each of those that follow."""
_ENOUGH = 7
"""Turns after which a question that is answered is left, even where turns are to spare."""
_MOST = 10
"""Turns after which a question is left, answered or not."""
_BEGUN = 3
"""Turns without which a question is not begun: what nobody could answer any more is not asked."""
_MOST_FINDINGS = 3
"""Findings that the last words of a dialogue name."""
_DRAFTS, _LEAD = 4, 10
"""Wordings of a finding, of which one is taken that begins with other letters, so many, than those before it."""
_MOST_STATEMENTS = 4
"""Turns for each question in the statement register."""


def ask_next(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to an `ask` brief: message, question, finished. What was taken back is said again: it has no other
    words for it.
    """
    if "withdrawn" in brief:
        return {"message": brief["withdrawn"]["message"], "question": brief["withdrawn"]["question"], "finished": False}
    formal = brief["plan"]["speech"] == "statement"
    ask, places = (statement, _statement_places(brief)) if formal else (colloquial, _colloquial_places(brief))
    for place in places if brief["turns_left"] > 0 else ():
        if (message := ask(brief, place, chance)) is not None:
            return {"message": message, "question": place.question, "finished": False}
    return {"message": "That is all.", "question": len(brief["plan"]["questions"]), "finished": True}


def close(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `close` brief: what came out, what stays open, and a word of thanks.

    In the colloquial register, what came out of earlier questions was said when the next one began.
    """
    served = brief["turns_per_question"]
    told = Counter(turn["question"] for turn in brief["history"])
    whole = [question for question in sorted(told) if told[question] == served[question - 1]]
    left = [number for number, turns in enumerate(served, start=1) if not turns]
    left += [question for question in whole if is_open(brief, question)]
    if brief["plan"]["speech"] == "colloquial":
        whole = [turn["question"] for turn in brief["history"][-1:]]
    open_ones = [brief["plan"]["questions"][number - 1]["text"] for number in sorted(left)]
    closing = speech.closing(brief["scenario"], brief["persona"], chance, is_open=bool(left))
    return {"message": joined(*_findings(brief, whole, chance), speech.left_open(open_ones, chance), closing)}


def _findings(brief: Brief, questions: Iterable[int], chance: random.Random) -> list[str]:
    """Return what came out of the first of these questions; rows that all of it is about are said once."""
    findings = _told(brief, questions, chance)
    conditions = {tuple(sorted(brief["plan"]["questions"][question - 1]["conditions"])) for question in findings}
    limits = next((Told(brief, question).limits for question in findings), "")
    if len(findings) < 2 or len(conditions) > 1 or not limits:
        return list(findings.values())
    unlimited = _told(brief, findings, chance, limits="left out")
    return [*unlimited.values(), sentence(words("answers")["all_about"], chance, {"limits": limits})]


def _told(brief: Brief, questions: Iterable[int], chance: random.Random, *, limits: Limits = "named") -> dict[int, str]:
    """Return what came out of the first questions whose results tell, no two in one beginning or alike."""
    findings: dict[int, str] = {}
    for question in questions:
        said = findings.values()
        texts = [finding(brief, question, chance, limits=limits) for _ in range(_DRAFTS)]
        drafts = [text for text in texts if text and not any(are_alike(text, each) for each in said)]
        begun = [text[:_LEAD] for text in said]
        if drafts:
            findings[question] = next((text for text in drafts if text[:_LEAD] not in begun), drafts[0])
        if len(findings) == _MOST_FINDINGS:
            break
    return findings


def _statement_places(brief: Brief) -> Iterator[Place]:
    """Yield the questions, those first that were asked about least; a large one goes on where turns are to spare."""
    served, now = brief["turns_per_question"], brief["history"][-1]["question"] if brief["history"] else 1
    is_large = served[now - 1] == 1 and len(brief["plan"]["questions"][now - 1]["result_types"]) > 1
    goes_on = is_large and brief["turns_left"] > served.count(0)
    if min(served) < _MOST_STATEMENTS:
        numbers = range(1, len(served) + 1)
        least_first = sorted(numbers, key=lambda question: (goes_on and question != now, served[question - 1]))
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
    """Whether a question has had its turns: what is answered is looked at further only while turns are to spare."""
    turns, left = brief["turns_per_question"][question - 1], brief["turns_left"]
    analysis = analysis_at(brief, question)
    if analysis is None:
        return bool(turns >= _USUAL)
    later = min(len(brief["turns_per_question"]) - question, left // _USUAL) if brief["turns_left"] >= _BEGUN else 0
    spare = turns < _ENOUGH and left > later * _USUAL
    return bool(turns >= _MOST or (analysis.is_answered and not spare))
