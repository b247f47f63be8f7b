"""A results section: why it is written, what is asked, answered and seen, how far that goes, how figures hang together.

Paragraphs differ in their order: some begin with a question, some with a finding, some with the figure before.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from grammar.captioning.forms import Chart, Saying, all_of, clear_claims, mid, plain
from grammar.captioning.phrases import (
    AGREE,
    APART,
    ASIDES,
    ENDS,
    FURTHER,
    HEDGES,
    LEADS,
    LEADS_OF_QUESTIONS,
    MENTIONS,
    NO,
    OPEN,
    OPENINGS,
    OTHER,
    PARTLY,
    SAME,
    SAME_X,
    SAME_Y,
    WHETHER,
    YES,
)
from grammar.captioning.telling import KIND_OF, axes, capital, chosen, ended, sentences, split
from grammar.language import listed

_SEVERAL = "Answers to questions"
_LONGEST = 8
"""Paragraphs of a section."""
_ORDERS = (
    ("link", "ask", "open", "answer", "find", "hedge"),
    ("open", "ask", "answer", "find"),
    ("found", "open", "find", "hedge"),
    ("link", "open", "find", "hedge"),
    ("open", "find", "link"),
    ("ask", "open", "answer", "find"),
    ("found", "link", "open", "find"),
)
"""What a paragraph on a figure says, one after the other."""


def write_section(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `write_section` brief: a paragraph or two on each figure; none on what was `wrong`."""
    figures = brief["figures"]
    wrong = [each["words"] for each in brief.get("wrong", ())]
    told = {"subject": _subject(brief), "rows": brief["rows"]}
    paragraphs = [_lead(brief, told, chance)]
    spare = _LONGEST - 2 - len(figures)
    orders: list[tuple[str, ...]] = []
    for at, figure in enumerate(figures):
        if not orders:
            orders = chance.sample(_ORDERS, len(_ORDERS))
        order = orders.pop()
        before = figures[at - 1] if at else None
        parts = _parts(figure, before, wrong, chance, answers="answer" in order)
        parts["hedge"] = [capital(chance.choice(HEDGES).format(**told))] if chance.random() < 0.8 else []
        found = parts["find"]
        cut = 1 if len(found) > 2 and spare > 0 and chance.random() < 0.4 else len(found)
        own = {**parts, "find": found[:cut]}
        if "found" in order:
            own |= {"found": [_with_mention(each, figure["name"], chance) for each in found[:1]], "find": found[1:cut]}
        paragraphs.append(" ".join(sentence for part in order for sentence in own[part]))
        if found[cut:]:
            spare -= 1
            paragraphs.append(_further(figure["name"], found[cut:], chance))
    if len(figures) > 1 and told["subject"]:
        numbers = [re.sub(r"\D", "", figure["name"]) for figure in figures]
        paragraphs.append(capital(chance.choice(ENDS).format(names=f"Figures {listed(numbers, 'and')}", **told)))
    return {"paragraphs": paragraphs}


def is_aside(sentence: str) -> bool:
    """Whether a sentence of a section says how far something goes, asks or leads on, and nothing that can be seen."""
    return any(_pattern(words).fullmatch(sentence) for text in ASIDES for words in split(text))


@cache
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(".+?".join(map(re.escape, re.split(r"\{\w+\}", words))), re.IGNORECASE)


def _subject(brief: Mapping[str, Any]) -> str:
    """Return what the section is about, within a sentence; empty where it is about several things."""
    title = str(brief["title"]).rstrip(".?!")
    return "" if title == _SEVERAL else mid(title.removesuffix(" and what goes with it"))


def _lead(brief: Mapping[str, Any], told: Mapping[str, str], chance: random.Random) -> str:
    """Return why the section is written, where the paper's goal says so, and how it goes about it."""
    if not told["subject"]:
        return chance.choice(LEADS_OF_QUESTIONS).format(**told)
    goal = str(brief["goal"])
    reason = [] if goal.startswith("To ") else [ended(goal)]
    return " ".join([*reason, capital(chance.choice(LEADS).format(**told))])


def _parts(
    figure: Mapping[str, Any],
    before: Mapping[str, Any] | None,
    wrong: Sequence[str],
    chance: random.Random,
    *,
    answers: bool,
) -> dict[str, Sequence[str]]:
    """Return what a paragraph may say of a figure: its question with an answer, what is plotted, what is seen."""
    chart = Chart.of(figure["drawn"])
    said = {
        "x": mid(plain(chart.x)),
        "y": mid(chart.y),
        "name": figure["name"],
        "lines": all_of(chart) if chart.labels else "",
    }
    question, answer, used = _asked(chart, said, chance)
    answer = "" if not answers or any(text in answer for text in wrong) else answer
    question = "" if used and not answer else question  # nothing is asked that is not answered
    claims = [
        claim
        for claim in chosen(chart, chance.choice((1, 2, 3, 3, 4)), chance)
        if not answer or all((claim.form, claim.slots) != (each.form, each.slots) for each in used)
    ]
    opening = chance.choice(OPENINGS).format(axes=axes(chart, chance), **said)
    return {
        "link": [capital(_link(chart, Chart.of(before["drawn"]), chance).format(before=before["name"], **said))]
        if before is not None
        else [],
        "ask": [capital(question)] if question else [],
        "answer": [answer] if answer else [],
        "open": [ended(opening.removesuffix("."))],
        "find": [each for each in sentences(claims, chance) if not any(text in each for text in wrong)],
    }


def _asked(chart: Chart, said: Mapping[str, str], chance: random.Random) -> tuple[str, str, Sequence[Saying]]:
    """Return a question, its answer where trends give one, and the claims that this makes."""
    trends = [claim for claim in clear_claims(chart) if KIND_OF[claim.form] == "trend"]
    chance.shuffle(trends)
    if len(chart.lines) == 1 and trends:
        way = trends[0].form
        answers = YES if way in ("rises", "falls") else NO if way == "no_way" else PARTLY
        return (
            chance.choice(WHETHER).format(**said),
            ended(chance.choice(answers).format(told=trends[0].said(chance))),
            trends[:1],
        )
    if len(chart.lines) == 2 and len(trends) == 2:
        answers = SAME if trends[0].form == trends[1].form else APART
        told = chance.choice((", and ", ", while ", "; ")).join(each.said(chance) for each in trends)
        return chance.choice(AGREE).format(**said), ended(chance.choice(answers).format(told=told)), trends
    return chance.choice(OPEN).format(**said), "", ()


def _with_mention(said: str, name: str, chance: random.Random) -> str:
    """Return a finding that says at its end where it is seen."""
    behind = MENTIONS[-1] if said.endswith(").") else chance.choice(MENTIONS)
    return behind.format(told=said.removesuffix("."), name=name)


def _link(chart: Chart, before: Chart, chance: random.Random) -> str:
    return chance.choice(SAME_X if chart.x == before.x else SAME_Y if chart.y == before.y else OTHER)


def _further(name: str, said: Sequence[str], chance: random.Random) -> str:
    first = said[0][:1].lower() + said[0][1:] if not said[0][1:2].isupper() else said[0]
    return " ".join([capital(chance.choice(FURTHER).format(name=name, rest=first)), *said[1:]])
