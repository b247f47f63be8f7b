"""Formal sentences: a step's phrase, the type of result that is wanted, and the ways to ask."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from company.records import ResultType
from grammar.nouns import in_words
from grammar.steps.base import Step, plain
from grammar.steps.catalogue import KINDS
from grammar.voices import agreeing, without_article
from grammar.words import words

_SAID = words("requests")
TYPE_WORDS: Mapping[ResultType, tuple[str, ...]] = _SAID["types"]
"""How each type of result is named; a plot needs no type words."""
_COLUMNS = frozenset({"column", "by", "other", "columns"})
"""Slots of chatty templates that stand for columns: their headers are nouns there, or quoted."""


def phrase(step: Step, chance: random.Random, use: str | None = None) -> tuple[str, str]:
    """The step's phrase in words and its use ("verb" or "noun")."""
    ways = [way for way in KINDS[step.kind].phrases if use in (None, way[0])] or list(KINDS[step.kind].phrases)
    found, template = chance.choice(ways)
    values = {"rows": "rows", **step.slots}
    return template.say(values, chance), found


def ask(step: Step, chance: random.Random) -> str:
    """One formal sentence that asks for the step's result by type."""
    said, use = phrase(step, chance)
    if step.result == "plot":
        return str(chance.choice(_SAID["plot_asks"][use])).format(phrase=said)
    kind = chance.choice(TYPE_WORDS[step.result])
    return str(chance.choice(_SAID["asks"][use])).format(phrase=said, type=kind)


def prepare(steps: Sequence[Step], chance: random.Random, *, later: bool = False) -> str:
    """One sentence of steps that lead up to a result, in order; `later`, to one that is not the first."""
    first, *others = (phrase(step, chance, "verb")[0] for step in steps)
    beginning = str(chance.choice(_SAID["later" if later else "first"])).format(first)
    return beginning + "".join(chance.choice(_SAID["next"]).format(another) for another in others) + "."


def filled(template: str, values: Mapping[str, object]) -> str:
    """A chatty template with its `{slots}` in plain words; ones that are missing raise KeyError."""
    said = {name: _in_words(name, value) for name, value in values.items()}
    columns = [word for name, word in said.items() if name in _COLUMNS]
    return agreeing(without_article(template.format_map(said)), columns)


def _in_words(slot: str, value: object) -> str:
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return " and ".join(_in_words(slot, item) for item in value)
    if slot in _COLUMNS:
        return in_words(str(value))
    return plain(value) if isinstance(value, str) else str(value)
