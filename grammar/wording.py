"""Formal sentences: a step's phrase, the type of result that is wanted, and the ways to ask."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from company.records import ResultType
from grammar.nouns import in_words
from grammar.steps import KINDS
from grammar.steps.base import Step, plain
from grammar.voices import without_article

TYPE_WORDS: dict[ResultType, tuple[str, ...]] = {
    "dataframe": ("a DataFrame", "a data frame", "a pandas DataFrame"),
    "series": ("a Series", "a pandas Series"),
    "value": ("a single value", "one single value"),
    "list": ("a list", "a Python list"),
    "dict": ("a dictionary", "a dict"),
    "tuple": ("a tuple",),
    "array": ("a NumPy array", "an array"),
    "index": ("an Index", "a pandas Index"),
    "set": ("a set",),
    "model": ("a fitted model",),
}
"""How each type of result is named; a plot needs no type words."""

_COLUMNS = frozenset({"column", "by", "other", "columns"})
"""Slots of chatty templates that stand for columns: their headers are nouns there, or quoted."""
_NOUN_ASKS = (
    "Please generate {type} of {phrase}.",
    "Please provide {phrase} as {type}.",
    "I need {phrase} as {type}.",
    "Could you get me {phrase} as {type}?",
    "Can you show me {phrase} as {type}?",
    "Please compute {phrase} and return {type}.",
    "What I need is {type} of {phrase}.",
    "Please prepare {type} that holds {phrase}.",
)
_VERB_ASKS = (
    "Please {phrase} and return {type}.",
    "Could you {phrase} and give me the result as {type}?",
    "Can you {phrase} and return {type}?",
    "I'd like you to {phrase} and return {type}.",
    "Please {phrase}; the result should be {type}.",
    "So please {phrase}, and give it back as {type}.",
)
_PLOT_NOUN_ASKS = (
    "Please draw {phrase}.",
    "Could you plot {phrase}?",
    "Can you show me {phrase}?",
    "I would like to see {phrase}.",
    "Please generate {phrase}.",
)
_PLOT_VERB_ASKS = ("Please {phrase}.", "Could you {phrase}?", "Can you {phrase} for me?", "I'd like you to {phrase}.")
_FIRST = ("First, {}", "To begin with, {}", "Please start as follows: {}", "As a first step, {}")
_NEXT = (", then {}", ", and then {}", "; after that, {}")


def phrase(step: Step, chance: random.Random, use: str | None = None) -> tuple[str, str]:
    """The step's phrase in words and its use ("verb" or "noun")."""
    ways = [way for way in KINDS[step.kind].phrases if use in (None, way[0])] or list(KINDS[step.kind].phrases)
    found, template = chance.choice(ways)
    values = {"rows": "rows", **step.slots}
    return template.say(values, chance), found


def ask(step: Step, chance: random.Random) -> str:
    """One formal sentence that asks for the step's result by type."""
    words, use = phrase(step, chance)
    if step.result == "plot":
        return chance.choice(_PLOT_VERB_ASKS if use == "verb" else _PLOT_NOUN_ASKS).format(phrase=words)
    kind = chance.choice(TYPE_WORDS[step.result])
    return chance.choice(_VERB_ASKS if use == "verb" else _NOUN_ASKS).format(phrase=words, type=kind)


def prepare(steps: Sequence[Step], chance: random.Random) -> str:
    """One sentence of steps that lead up to a result, in order."""
    first, *others = (phrase(step, chance, "verb")[0] for step in steps)
    return chance.choice(_FIRST).format(first) + "".join(chance.choice(_NEXT).format(one) for one in others) + "."


def filled(template: str, values: Mapping[str, object]) -> str:
    """A chatty template with its `{slots}` in plain words; ones that are missing raise KeyError."""
    return without_article(template.format_map({name: _in_words(name, value) for name, value in values.items()}))


def _in_words(slot: str, value: object) -> str:
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return " and ".join(_in_words(slot, item) for item in value)
    if slot in _COLUMNS:
        return in_words(str(value))
    return plain(value) if isinstance(value, str) else str(value)
