"""What the data scientist says of the last results: what their figures mean, or nothing but a word of thanks."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from grammar import speech
from grammar.answering import Told
from grammar.outcomes import Outcome
from grammar.remarks import FEW, FIGURE, is_number, percent, rounded, statistics
from grammar.requesting import Brief
from grammar.voices import agreeing, fitting, sentence
from grammar.words import words

_SAID = words("remarks")
_THANKS = 0.4
"""How often a result of which nothing can be said is acknowledged."""
_NO_GROUPS = re.compile(
    "correl|coef|link|ranked|crosstab|shares_with|matrix|cumulative|percentiles|tally|value_|distinct"
)
"""Kinds of step whose figures are not of groups that can be held against each other."""
_PAIRS = {"centre": ("mean", "median"), "mean_and_std": ("mean", "std")}


def remark(brief: Brief, chance: random.Random, heard: str = "") -> str:
    """A sentence on the last turn; what was `heard` before is not said of it again."""
    turn = brief["history"][-1]
    if not turn["results"]:
        return speech.remark(turn, chance)
    told = Told(brief, turn["question"])
    for step in reversed(told.steps[-len(turn["results"]) :]):
        known = _meaning(step, told.size_before(step))
        if not step.is_known and not _NO_GROUPS.search(step.kind):
            known = told.known(step) | known
        known["rows"] = told.subject.rows
        if forms := next((forms for group in _SAID["meanings"] if (forms := fitting(group, known))), []):
            text = agreeing(sentence(forms, chance, known), told.columns.values())
            return "" if {*FIGURE.findall(text)} & {each for each in FIGURE.findall(heard) if len(each) > 1} else text
    return sentence(_SAID["generic"], chance) if chance.random() < _THANKS else ""


def are_alike(text: str, other: str) -> bool:
    """Whether one of two texts has figures and none but those of the other."""
    figures, others = ({*FIGURE.findall(each)} for each in (text, other))
    return bool(figures and others) and (figures <= others or others <= figures)


def _meaning(step: Outcome, before: int | None) -> dict[str, str]:
    """What is so of a result, in words that only sentences about it have gaps for; it was made of so many rows."""
    facts = step.result["facts"]
    items, value, rows = facts.get("items", ()), facts.get("value"), facts.get("rows")
    if step.kind.startswith(("test_", "chi_square")) and len(items) == 2 and is_number(items[1]):
        return {"certain" if items[1] < 0.001 else "significant" if items[1] < 0.05 else "by_chance": rounded(items[1])}
    if step.kind == "correlate" and is_number(value):
        return {next(name for name, least in _SAID["links"].items() if abs(value) >= least): rounded(value)}
    if step.kind == "share_beyond_value" and is_number(value) and not 0.15 <= value <= 0.5:
        return {"most_of_all" if value > 0.5 else "few_of_all": percent(value)}
    if step.kind in _SAID["keeping"] and before and rows:
        left = "left_all" if rows == before else "left_few" if rows < FEW else "left"
        return {left: rounded(rows), "left_percent": percent(rows / before)}
    names = _PAIRS.get(str(step.slots.get("pair")), ())
    pairs = zip(names, items, strict=False) if names else facts.get("items", facts.get("head", ()))
    return _of_statistics(dict(pairs)) if names or statistics(step.result) else {}


def _of_statistics(figures: Mapping[str, Any]) -> dict[str, str]:
    """Whether the mean is pulled away from the median, and how far single cases are apart."""
    known = {name: rounded(value) for name, value in figures.items() if is_number(value)}
    mean, median, std = (figures[name] if name in known else 0 for name in ("mean", "median", "std"))
    if mean > 0 < median:
        known["pulled_up" if mean > 1.1 * median else "pulled_down" if mean < 0.9 * median else "even"] = known["mean"]
    elif mean > 0 < std:
        known |= {"wide" if std >= mean else "narrow": known["std"]} if std >= mean or std <= mean / 5 else {}
    return known
