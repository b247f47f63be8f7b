"""The tasks of vector graphics, as the built-in company does them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

from company.drawings.expressions import told_value
from company.drawings.margins import colour_name
from company.drawings.scenes import Scene
from grammar.graphics.choosing import drafts
from grammar.graphics.meanings import MEANINGS, theme_of, themes_for
from grammar.graphics.seen import scene_told
from grammar.scenes.commissioning import LENGTHS, PAGES, commission
from grammar.scenes.networks import THEMES

_SEEDS = 2**31
_SAMPLES = 3
"""Drawings of a theme in each size that a drawing is held against, to see what it is."""
_MOST_SIZES = 33
_OF_PLACES = ("color", "counting", "relation")
"""Types of questions that the order of the code could answer in the place of what is drawn."""
_NEAR_MISSES = 40
"""Wrong answers that are offered at the most."""
_QUESTIONS = {
    "category": ("What is depicted in this image?", "What does this image show?"),
    "usage": (
        "Which function would this icon most likely stand for in a program?",
        "What would somebody expect of a button with this icon?",
    ),
    "concept": ("What is the main idea of this drawing?", "What is this drawing about, taken as a whole?"),
    "domain": ("Which field is this graph from?", "In which field would somebody draw this graph?"),
}


def think_of_drawings(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """As many themes as are wanted, each again only when all others have been there."""
    known = themes_for(brief["form"], brief["question_type"])
    themes: list[str] = []
    while len(themes) < brief["count"]:
        themes += chance.sample(known, len(known))
    return {"drawings": [{"theme": each, "depicts": f"a drawing of: {each}"} for each in themes[: brief["count"]]]}


def draw_graphic(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A drawing of a theme, of a length as far as the theme comes in it."""
    low = brief["characters"]["least"]
    high = brief["characters"]["below"]
    lengths = tuple(each for each in (low, high) if each) or LENGTHS
    within = len([each for each in lengths if each <= low])
    found = commission(
        chance.randrange(_SEEDS),
        brief["form"],
        theme=brief["theme"],
        lengths=lengths,
        within=within,
        mixed=brief["question_type"] in _OF_PLACES,
    )
    return {"code": found.code}


def ask_about_graphic(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A question whose answers are executed, other than those that failed; or that there is none."""
    scene = scene_told(brief["facts"], brief["form"])
    failed = {each.get("question") for each in brief["failures"]}
    taken = {each["answer"] for each in brief.get("asked", ())}
    for each in drafts(brief["form"], brief["question_type"], scene, brief["smaller"], chance):
        if each.question not in failed and told_value(each.right, scene).get("value") not in taken:
            wrong = [{"code": code, "slip": slip} for code, slip in each.near[:_NEAR_MISSES]]
            return {"question": each.question, "right": each.right, "wrong": wrong}
    nameless = _without_a_name(scene) if brief["question_type"] == "color" else ""
    return {"cannot": f"nothing of it is clear enough that has not been tried{nameless}"}


def _without_a_name(scene: Scene) -> str:
    """Return which colours of a drawing nobody can be asked for, as no one name is theirs; "" where each has one."""
    drawn = (each for each in scene.elements if each.colour is None and each.kind != "cluster")
    inks = sorted({ink for each in drawn if (ink := each.fill or each.stroke) and colour_name(ink) is None})
    return f"; of its colours, these have no one name: {', '.join(inks)}" if inks else ""


def name_graphic(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A question for what a drawing is."""
    meanings = MEANINGS[brief["question_type"]]
    right = meanings[brief["theme"]]
    wrong = chance.sample([each for each in meanings.values() if each != right], brief["answers"] - 1)
    return {"question": chance.choice(_QUESTIONS[brief["question_type"]]), "right": right, "wrong": wrong}


def guess(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Any letter."""
    return {"letter": chance.choice(sorted(brief["options"]))}


def recognise(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The letter of the theme whose drawings are most like what is seen."""
    facts = brief["facts"]
    found = {letter: _likeness(facts, brief["form"], text) for letter, text in sorted(brief["options"].items())}
    return {"letter": max(found, key=lambda letter: found[letter])}


def _likeness(facts: dict[str, Any], form: str, answer: str) -> float:
    """Return how much a drawing is like those of the theme that an answer means, from 0 to 1."""
    theme = theme_of(answer)
    if theme is None:
        return 0.0
    if form == "graphviz":
        said = {word for text in facts.get("texts", ()) for word in text.split()}
        return sum(noun in said for noun in THEMES[theme].nouns) / len(THEMES[theme].nouns)
    seen = facts.get("kinds", [])
    return max((_alike(seen, drawn) for drawn in _drawn(theme)), default=0.0)


def _drawn(theme: str) -> Sequence[list[str]]:
    """Return the kinds of the shapes of drawings of a theme, from back to front."""
    found: list[list[str]] = []
    for size in range(1, _MOST_SIZES):
        for seed in range(_SAMPLES):
            page = PAGES[theme][1](random.Random(f"{theme} {seed}"), size)
            if page is None:
                return found
            found.append([each.kind for each in page.shapes if each.kind != "text"])
    return found


def _alike(seen: list[str], drawn: list[str]) -> float:
    return SequenceMatcher(None, seen, drawn, autojunk=False).ratio()
