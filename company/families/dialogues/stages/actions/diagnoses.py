"""Statements on whether a query can be answered, in words of like form and in code that tells whether they hold.

Six are offered of every query: two answers to it, two words that would have to be settled first, and two things that it
takes for granted and that are not so. Every query has all six, whatever is true of it.
"""

from __future__ import annotations

import inspect
import random
import textwrap
from collections.abc import Sequence

from company.families.dialogues.stages.actions.claims import Claim, dates_of
from company.families.dialogues.stages.actions.replies import Proposed, Vague
from company.families.dialogues.stages.actions.standing_code import Standing
from company.families.shared.choices.records import Choice, Option
from company.records import Variable

_IMPORTS = """
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
"""
_ANSWERED = (
    "It can be answered as it is put: all that it says is so, and '{label}' comes out in every sense of its words.",
    "What it takes for granted is so, and whichever way it is read, the answer is '{label}'.",
    "Nothing in it is wrong or has to be asked back: in any case, the answer is '{label}'.",
    "It is right in what it says, and '{label}' is the answer, however its words are meant.",
)
_HINGES = (
    "Whether “{word}” means {a} or {b} has to be asked back first, as the answer depends on it.",
    "It cannot be answered before it is settled whether “{word}” is {a} or {b}: another answer comes out.",
    "“{word}” has to be made clear first: with {a} the answer is another than with {b}.",
    "The answer depends on whether “{word}” is {a} or {b}.",
)
_NOT_SO = {
    "part": (
        "There is no row of `{source}` where {part}, so that it cannot be answered.",
        "It asks for what is not there: in `{source}`, no row is left where {part}.",
        "It takes for granted that there are rows where {part}, and there are none in `{source}`.",
        "No row of `{source}` is one where {part}.",
    ),
    "known": (
        "'{column}' is missing in all rows of `{source}` where {part}, so that it cannot be answered.",
        "It asks for what is not there: in `{source}`, '{column}' is never known where {part}.",
        "It takes for granted that '{column}' is known where {part}, and in `{source}` it never is.",
        "'{column}' is missing in every row of `{source}` where {part}.",
    ),
    "per": (
        "'{column}' is missing or 0 in all rows of `{source}` where {part}, so that it cannot be answered.",
        "It asks for what is not there: in `{source}`, '{column}' is 0 or missing wherever {part}.",
        "It takes for granted that '{column}' is above 0 where {part}, and it never is in `{source}`.",
        "'{column}' is missing or 0 in every row of `{source}` where {part}.",
    ),
    "ahead": (
        "By mean '{column}', '{first}' is not ahead of '{second}' in `{source}`, so that it has to be put anew.",
        "It starts from what is not so: in `{source}`, '{first}' is behind '{second}' by mean '{column}'.",
        "It takes for granted that '{first}' is ahead of '{second}' by mean '{column}', but in `{source}` it is not.",
        "In `{source}`, '{second}' is ahead of '{first}' by mean '{column}', and not the other way round.",
    ),
}
_QUESTIONS = (
    "The data scientist is about to ask:\n\n“{query}”\n\n{senses} Which of these statements on the question is true?",
    "This is the next question that comes in:\n\n“{query}”\n\n{senses} Which statement is true of it?",
    "Suppose the data scientist went on like this:\n\n“{query}”\n\n{senses} Which of the following holds?",
)
_SLIPS = {
    "answered": "this is not the answer, or not in every sense of its words, or something is taken for granted wrongly",
    "hinges": "it makes no difference to the answer, or something is taken for granted wrongly",
    "lacking": "this is so in the data",
}


def setup_of(said: Proposed, takes: Sequence[Claim], source: Variable) -> str:
    """Return code to run before the statements: the query as a function of its vague words, and what it presupposes."""
    name, dates = source.name, dates_of(source)
    meanings = [f"[{', '.join(each.value for each in point.meanings)}]" for point in said.points]
    holding = [claim.holds("source", dates) for claim in takes]
    return "\n\n".join(
        [
            _IMPORTS.strip(),
            inspect.getsource(Standing).strip(),
            f"def figures_of({name}, first, second):\n{textwrap.indent(said.code.strip(), '    ')}\n    return figures",
            f"points = [{', '.join(meanings)}]",
            f"source = {name}",
            f"granted = [{', '.join(holding)}]",
            f"query = Standing(source, figures_of, points, {said.wanted!r}, granted)",
        ]
    )


def choice_of(
    said: Proposed,
    takes: Sequence[Claim],
    source: Variable,
    answers: Sequence[str],
    *,
    right: int,
    chance: random.Random,
) -> Choice:
    """Return six statements on a query, of which the `right`-th (from 0) holds, each in a wording by chance.

    `answers` are the two that are offered, and `takes` the two claims that it takes for granted. Where each of the six
    is right equally often, whatever is said, no rule of words can do better than chance.
    """
    made = [
        *((_answered(label), f"query.answered({label!r})", _SLIPS["answered"]) for label in answers),
        *((_hinges(point), f"query.hinges_on({place})", _SLIPS["hinges"]) for place, point in enumerate(said.points)),
        *(
            (_not_so(claim, source.name), f"query.lacking({place})", _SLIPS["lacking"])
            for place, claim in enumerate(takes)
        ),
    ]
    options = [
        Option(text=chance.choice(texts), code=code, slip="" if place == right else slip)
        for place, (texts, code, slip) in enumerate(made)
    ]
    chance.shuffle(options)
    question = chance.choice(_QUESTIONS).format(query=said.query.strip(), senses=_senses(said.points))
    return Choice(question=question, options=tuple(options), setup=setup_of(said, takes, source))


def _senses(points: Sequence[Vague]) -> str:
    """Return what the vague words can mean: all else is left out, so that "in every sense" can be tried."""
    told = [f"by “{each.word}” {' or '.join(meaning.text for meaning in each.meanings)}" for each in points]
    return f"Here one can mean {' and '.join(told)}, and nothing else."


def _answered(label: str) -> list[str]:
    return [each.format(label=label) for each in _ANSWERED]


def _hinges(point: Vague) -> list[str]:
    first, second = point.meanings
    return [each.format(word=point.word, a=first.text, b=second.text) for each in _HINGES]


def _not_so(claim: Claim, source: str) -> list[str]:
    first, second = claim.labels or ("", "")
    known = {"part": claim.part, "column": claim.column, "first": first, "second": second}
    return [each.format(source=source, **known) for each in _NOT_SO[claim.kind]]
