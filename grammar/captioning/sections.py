"""A results section: what is asked and compared, what is to be seen, how far that goes, how figures hang together."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from grammar.captioning.forms import Chart, mid
from grammar.captioning.telling import axes, capital, chosen, ended, sentences, split
from grammar.language import listed

_QUESTIONS = (
    "The question here is how {y} changes with {x}.",
    "We ask whether {y} depends on {x}.",
    "Does {x} tell anything about {y}?",
    "If {x} matters at all, it should show in {y}.",
)
_APART = (
    "The question here is whether {y} changes with {x} in the same way for all groups.",
    "We ask whether {y} depends on {x}, and whether all groups agree.",
    "Does {x} say the same about {y} in each group?",
)
_OPENINGS = (
    "{name} shows {axes}.",
    "{name} plots {axes}.",
    "To see this, we look at {axes} ({name}).",
    "In {name}, we plot {axes}.",
)
_SAME_X = (
    "{before} shares its horizontal axis with {name}.",
    "The axis of {before} is kept in {name}.",
)
_SAME_Y = (
    "What {before} is about is put beside something else in {name}.",
    "What {before} measures is looked at from another side in {name}.",
)
_OTHER = (
    "{before} leaves open what else varies, to which we turn in {name}.",
    "After {before}, we go on to another quantity in {name}.",
)
_HEDGES = (
    "Groups differ in size, so a small difference may well be chance.",
    "This is an association, and what brings it about cannot be told from these data.",
    "We did not test whether this would be found again in other {rows}s.",
    "Since places with very few {rows}s are left out, little can be said about the margins.",
    "Other properties of the {rows}s may be behind it, which we did not hold fixed.",
)
_FURTHER = ("As {name} further shows, {rest}", "Also in {name}, {rest}", "We return to {name}: {rest}")
_LEADS = (
    "This section asks what goes together with {subject}. We compare groups of {rows}s, one question at a time, and "
    "read the answers off the figures.",
    "We now turn to {subject}. For each question we sum up groups of {rows}s, and describe what can be seen before we "
    "say what it may mean.",
)
_SEVERAL = "Answers to questions"
_LEADS_OF_QUESTIONS = (
    "Several questions came up about the {rows}s. We take them one by one, and say what the figures show of each.",
    "This section collects what was asked about the {rows}s, with a figure for each question.",
)
_ENDS = (
    "Taken together, {names} make {subject} a reasonable place to look further. They describe these {rows}s and no "
    "others, and do not say what causes what.",
    "None of {names} settles the matter by itself. What they share is {subject}; whether it is the reason is open.",
)
_LONGEST = 8
"""Paragraphs of a section."""


def write_section(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `write_section` brief: a paragraph or two on each figure; none on what was `wrong`."""
    wrong = brief.get("wrong", ())
    figures = brief["figures"]
    told = {"subject": _subject(brief), "rows": brief["rows"]}
    paragraphs: list[str] = [capital(chance.choice(_LEADS if told["subject"] else _LEADS_OF_QUESTIONS).format(**told))]
    spare = _LONGEST - 2 - len(figures)
    for at, figure in enumerate(figures):
        chart, name = Chart.of(figure["drawn"]), figure["name"]
        claims = chosen(chart, chance.choice((1, 2, 3, 3, 4)), chance)
        said = [each for each in sentences(claims, chance) if not any(text in each for text in wrong)]
        cut = 1 if len(said) > 2 and spare > 0 and chance.random() < 0.4 else len(said)
        before = figures[at - 1] if at else None
        parts = [*_leading(figure, before, chart, chance), *said[:cut]]
        if chance.random() < 0.7:
            parts.append(chance.choice(_HEDGES).format(**told))
        paragraphs.append(" ".join(parts))
        if said[cut:]:
            spare -= 1
            paragraphs.append(_further(name, said[cut:], chance))
    if len(figures) > 1 and told["subject"]:
        numbers = [re.sub(r"\D", "", figure["name"]) for figure in figures]
        paragraphs.append(chance.choice(_ENDS).format(names=f"Figures {listed(numbers, 'and')}", **told))
    return {"paragraphs": paragraphs}


def is_aside(sentence: str) -> bool:
    """Whether a sentence of a section says how far something goes, asks or leads on, and nothing that can be seen."""
    said = (*_HEDGES, *_ENDS, *_LEADS, *_LEADS_OF_QUESTIONS, *_QUESTIONS, *_APART, *_SAME_X, *_SAME_Y, *_OTHER)
    return any(_pattern(words).fullmatch(sentence) for text in said for words in split(text))


@cache
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(".+?".join(map(re.escape, re.split(r"\{\w+\}", words))), re.IGNORECASE)


def _subject(brief: Mapping[str, Any]) -> str:
    """Return what the section is about, within a sentence; empty where it is about several things."""
    title = str(brief["title"]).rstrip(".?!")
    return "" if title == _SEVERAL else mid(title.removesuffix(" and what goes with it"))


def _leading(
    figure: Mapping[str, Any], before: Mapping[str, Any] | None, chart: Chart, chance: random.Random
) -> list[str]:
    """Return what leads to a figure: how it hangs together with the one before it, what is asked, what is plotted."""
    said = {"x": mid(chart.x), "y": mid(chart.y), "name": figure["name"]}
    link = []
    if before is not None:
        link.append(_link(chart, Chart.of(before["drawn"]), chance).format(before=before["name"], **said))
    asked = capital(chance.choice(_APART if len(chart.labels) > 1 else _QUESTIONS).format(**said))
    opening = ended(chance.choice(_OPENINGS).format(axes=axes(chart, chance), **said).removesuffix("."))
    return [*link, asked, opening]


def _link(chart: Chart, before: Chart, chance: random.Random) -> str:
    return chance.choice(_SAME_X if chart.x == before.x else _SAME_Y if chart.y == before.y else _OTHER)


def _further(name: str, said: Sequence[str], chance: random.Random) -> str:
    first = said[0][:1].lower() + said[0][1:] if not said[0][1:2].isupper() else said[0]
    return " ".join([chance.choice(_FURTHER).format(name=name, rest=first), *said[1:]])
