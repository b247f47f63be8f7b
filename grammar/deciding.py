"""Decisions with a vague word in them, over the measures and groups that the client cares about."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from company.records import Column
from grammar.choosing import focus_of
from grammar.deciding_code import Form, alternative_codes, decision_code
from grammar.lines import span_of
from grammar.requesting import scene_in
from grammar.scene import Focus, Scene, Var
from grammar.slots import quoted
from grammar.steps.base import plain
from grammar.steps.words import categories, quantities, textual
from grammar.subject import Subject, subject_of
from grammar.voices import sentence
from grammar.words import words

_MOST = 40
_PAIRS = 8
_WINDOWS = 4
"""Readings of the same word in the same question, at most: under many of them a decision turns."""
_GROUPS = 40
_SAID = words("decisions")
_NUMBERS = ("int", "float", "uint")


def decide(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `decide` brief: decisions, those about the question's own columns first."""
    scene = scene_in(brief)
    question = brief["plan"]["questions"][0]
    focus = focus_of(question)
    subject = subject_of(brief["table"])
    found: list[dict[str, Any]] = []
    for source in _sources(scene):
        for form in _forms(source, focus, chance):
            windows = (_worded(form, source, subject, brief, chance) for _ in range(_WINDOWS))
            found += [each for each in windows if each is not None]
    # In any order, as the first that can stand is taken: the same one would come back turn after turn.
    chance.shuffle(found)
    found.sort(key=lambda decision: decision["column"] not in focus.columns)
    return {"decisions": found[:_MOST]}


def _sources(scene: Scene) -> list[Var]:
    """The frame that was made last, if it is one of rows, and the table."""
    rows = [var for var in reversed(list(scene.variables.values())) if var.nature == "rows" and var.rows >= 40]
    return [*[var for var in rows if var.name != scene.table.name][:1], scene.table]


def _forms(source: Var, focus: Focus, chance: random.Random) -> Iterator[Form]:
    measures = focus.first(quantities(source, distinct=10), chance)
    named = categories(source, most=_GROUPS, least=2)
    groups = focus.first(
        [each for each in named if textual(each) and not each.dtype.startswith(_NUMBERS)] or named, chance
    )
    pairs = [(measure, group) for measure in measures[:4] for group in groups[:3]]
    chance.shuffle(pairs)
    pairs.sort(key=lambda pair: (pair[0].name not in focus.columns) + (pair[1].name not in focus.columns))
    for measure, group in pairs[:_PAIRS]:
        others = [other for other in measures if other.name != measure.name]
        high = chance.random() < 0.6
        yield chance.choice(("rows", "share")), measure, group, None, high
        if others:
            yield "mean", measure, group, chance.choice(others[:4]), not high


def _worded(
    form: Form, source: Var, subject: Subject, brief: dict[str, Any], chance: random.Random
) -> dict[str, Any] | None:
    what, column, group, other, high = form
    span = span_of(column, high=high)
    if span is None:
        return None
    word, that, assumption = _vague(column, subject, high)
    least = chance.random() < 0.35
    known = {
        "by": quoted(group.name),
        "rows": subject.rows,
        "that": that,
        "side": "lowest" if least else "highest",
        "first": str(brief["persona"].get("name") or "the client").split()[0],
        "scenario": str(brief["scenario"].get("name") or "the analysis").replace('"', ""),
    }
    if other is not None:
        known["other"] = quoted(other.name)
    asked = sentence(_SAID["asked"][what], chance, known)
    lead = chance.choice(_SAID["leads"]).format(**known)
    if source.name != subject.var.name:
        asked = re.sub(r"\?$", f", in `{source.name}`?", asked)
    return {
        "question": lead + asked,
        "word": word,
        "side": "high" if high else "low",
        "source": source.name,
        "column": column.name,
        "code": decision_code(form, source.name, least=least),
        "alternatives": alternative_codes(form, source.name, least=least),
        "assumption": assumption,
        "readings": span.readings(chance),
    }


def _vague(column: Column, subject: Subject, high: bool) -> tuple[str, str, str]:
    """The vague word, the rows that it holds for, and the assumption about its line."""
    name, row = quoted(column.name), subject.row
    for vague in _SAID["words"]:
        if any(re.search(vague["names"], said, re.IGNORECASE) for said in (plain(column.name), column.name)):
            word = vague["high" if high else "low"]
            return word, f"that are {word} by {name}", f"Take a {row} as {word} when {name} is {{reading}}."
    word = "high" if high else "low"
    return word, f"where {name} is {word}", f"Take {name} as {word} when it is {{reading}}."
