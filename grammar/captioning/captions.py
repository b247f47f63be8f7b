"""Captions by what their writers are told: paragraphs, texts, a glance at the picture, or the code and its results."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from grammar.captioning.forms import Chart, Saying, mid
from grammar.captioning.telling import axes, capital, chosen, sentences, split
from grammar.language import listed

_MENTION = r"(?:Figure|Fig\.) \d+"
_LEADS = (
    rf"^{_MENTION} (?:shows|plots) ",
    rf"^In {_MENTION}, we plot ",
    r"^We next look at ",
    rf"^(?:As {_MENTION} further shows|Also in {_MENTION}), ",
    rf"^We return to {_MENTION}: ",
)
_NO_PARAGRAPHS = ("Results of the analysis.", "Comparison of the results.", "Summary of the data.")
_UNSEEN = ("A chart of several values.", "A plot of the data of this paper.", "A figure with two axes.")
_POINTS = ("Each point sums up at least three {rows}s.", "Points of fewer than three {rows}s are left out.")


def caption_of_author(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to an author's brief: what is shown, and up to three things that are to be seen."""
    chart = Chart.of(brief["drawn"])
    parts = [f"{capital(axes(chart, chance))}."]
    most = chance.choices((0, 1, 2, 3), (1, 3, 4, 2))[0]
    said = list(sentences(chosen(chart, most, chance), chance))
    if not said or chance.random() < 0.2:
        parts.append(chance.choice(_POINTS).format(rows=brief["rows"]))
    parts += said
    return {"caption": " ".join(parts)}


def caption_of_paragraphs(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to one who knows paragraphs, and perhaps texts: their beginning, and another sentence."""
    found = [sentence for text in brief["paragraphs"] for sentence in split(text)]
    own = [text for text in map(_bare, found) if not re.search(_MENTION, text)]
    if not own:
        texts = brief.get("texts")
        return {"caption": _of_texts(texts, chance) if texts else chance.choice(_NO_PARAGRAPHS)}
    first, rest = own[0], [text for text in own[1:] if "group the" not in text]
    more = chance.sample(range(len(rest)), min(len(rest), chance.choice((1,) if "texts" in brief else (0, 1, 2))))
    return {"caption": " ".join([first, *(rest[place] for place in sorted(more))])}


def caption_of_texts(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to one who knows the texts of a figure alone."""
    return {"caption": _of_texts(brief["texts"], chance)}


def caption_of_picture(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to one who has had a glance at the picture."""
    seen = brief.get("seen")
    if seen is None:  # asked as a model with eyes would be, it has seen nothing
        return {"caption": chance.choice(_UNSEEN)}
    many = {2: "two", 3: "three", 4: "four", 5: "five"}.get(seen["lines"])
    kind = "bar chart" if seen["bars"] else f"line chart with {many} lines" if many else "line chart"
    chart = Chart(seen["x"], seen["y"], ())
    said = Saying("axes", {"x": mid(chart.x), "y": mid(chart.y)}).said(chance)
    parts = [f"{_article(kind)} {kind} of {said}."]
    found = {way: where for where, way in reversed(seen["directions"].items()) if way}  # of two alike, the upper one
    ways = [Saying(f"{where}_{way}", {}).said(chance) for way, where in reversed(found.items())]
    if ways:
        parts.append(f"{capital(' while '.join(ways))}.")
    return {"caption": " ".join(parts)}


def _article(kind: str) -> str:
    return "An" if kind[0] in "aeiou" else "A"


def _bare(sentence: str) -> str:
    """Return a sentence without the words that lead to a figure."""
    text = re.sub(rf" \({_MENTION}\)", "", sentence)
    for lead in _LEADS:
        text = re.sub(lead, "", text)
    return capital(text)


def _of_texts(texts: Sequence[str], chance: random.Random) -> str:
    """Return a caption of texts, the first taken for names of axes, and those that are alike for series."""
    words = [text for text in texts if re.search(r"[^\W\d_]", text)]
    if len(words) < 2:
        return f"{capital(words[0]) if words else 'Values'} as shown."
    x, y, *rest = words
    said = Saying("axes", {"x": mid(x), "y": mid(y)}).said(chance)
    alike = _alike(rest)
    series = f" for {listed(alike, 'and')}" if 2 <= len(alike) <= 5 else ""
    lead = chance.choice(
        ("The relationship between {y} and {x}", "Values of {said}", "Comparison of {said}", "Plots of {said}")
    )
    return capital(f"{lead.format(said=said, x=mid(x), y=mid(y))}{series}.")


def _alike(texts: Sequence[str]) -> list[str]:
    """Return the first texts that have a word in common; of others, nobody knows whether they are series or places."""
    kept: list[str] = []
    common: set[str] = set()
    for text in texts:
        shared = common & set(text.split()) if kept else set(text.split())
        if not shared:
            break
        kept, common = [*kept, text], shared
    return kept
