"""Captions by what their writers are told: paragraphs, texts, a glance at the picture, or the code and its results.

They differ as those of the seed's generators do: in length, in what they speak of, and in what they lack. Summaries of
paragraphs tell findings without saying what is plotted; those of texts list what stands on the figure, ticks among it;
who has had a glance names shapes and no numbers.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from grammar.captioning.claims import parts_about
from grammar.captioning.forms import Chart, Saying, forms, mid
from grammar.captioning.phrases import BEFORE_FINDINGS
from grammar.captioning.sections import is_aside
from grammar.captioning.telling import axes, capital, chosen, ended, sentences
from grammar.language import listed

_MENTION = r"(?:Figure|Fig\.) \d+"
_BEHIND = rf" \({_MENTION}\)|,? (?:see|in) {_MENTION}(?=\.$)|, as {_MENTION} shows(?=\.$)"
"""How a sentence says at its end, or within, where something is seen."""
_LEADS = (
    rf"^{_MENTION} (?:shows|plots|has) ",
    rf"^In {_MENTION}, we plot ",
    r"^To see this, we look at ",
    r"^We drew ",
    *(
        f"^{re.escape(words.partition('{told}')[0].partition('{rest}')[0])}".replace(r"\{name\}", _MENTION)
        for words in BEFORE_FINDINGS
    ),
)
_OF_SECTION = ("{title}", "A figure on {subject}", "On {subject}")
_OF_NOTHING = "A figure of this paper."
_UNSEEN = ("A chart of several values.", "A plot of the data of this paper.", "A figure with two axes.")
_NOTES = ("{marks}s with very few {rows}s are left out.", "Each {mark} sums up several {rows}s.")
_NOTES_ON_LINES = (*_NOTES, "Lines join the points to guide the eye.")
_OF_TEXTS = ("{y} vs. {x}", "{y}, {x}", "{x} and {y} as labelled", "Plot: {y} ({x})")
_WITH_TEXTS = ("{y} by {x}{series}: {rest}", "{y} ({x}){series}. {rest}")
_GLANCES = ("{a}", "{a}", "{a}, on a white background", "{a}, each point with a marker")


def caption_of_author(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to an author's brief: what is shown, up to three things that are to be seen, and how to read it."""
    chart = Chart.of(brief["drawn"])
    parts = [ended(capital(axes(chart, chance)))]
    said = list(sentences(chosen(chart, chance.choices((1, 2, 3), (3, 4, 3))[0], chance), chance))
    parts += said
    if not said or chance.random() < 0.6:
        mark, notes = ("bar", _NOTES) if chart.bars else ("point", _NOTES_ON_LINES)
        parts.append(chance.choice(notes).format(rows=brief["rows"], mark=mark, marks=capital(mark)))
    return {"caption": " ".join(parts)}


def caption_of_paragraphs(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to one who knows paragraphs: one or two findings, of which nobody knows where they are seen.

    Who knows the texts as well, names the axes first.
    """
    found = [part for text in brief["paragraphs"] for part in parts_about(text, brief["figure"])]
    own = [capital(_bare(text)) for text in map(_unasked, found) if not is_aside(text)]
    own = [text for text in dict.fromkeys(own) if not re.search(r"Figures? \d|\bFig\.", text)]
    if "texts" in brief:
        return {"caption": _with_texts(own, brief["texts"], chance)}
    # Abstracts of sections keep what stands near their end.
    return {"caption": ended(chance.choice(own[-3:])) if own else _OF_NOTHING}


def caption_of_section(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply on a figure that no paragraph mentions: its subject is that of its section, as far as that is known."""
    words = brief.get("section", "").rstrip(".?!")
    if not words:
        return {"caption": _OF_NOTHING}
    return {"caption": ended(capital(chance.choice(_OF_SECTION).format(title=words, subject=mid(words))))}


def _with_texts(own: Sequence[str], texts: Sequence[str], chance: random.Random) -> str:
    """Return what is taken for axes and series, and behind it one or two sentences, where there are any."""
    x, y, series = _read(texts)
    named = f" for {listed(series, 'and')}" if series else ""
    # The axes are named first; a sentence that names them alone, too, would say the same once more.
    found = [text for text in own if not _names_axes(text, mid(x), mid(y))]
    if not found:
        return ended(capital(f"{mid(y)} by {mid(x)}{named}"))
    rest = found[1:] or found
    kept = sorted(chance.sample(range(len(rest)), min(2, len(rest))))
    said = " ".join(ended(rest[place]) for place in kept)
    return capital(chance.choice(_WITH_TEXTS).format(x=mid(x), y=mid(y), series=named, rest=said))


def caption_of_texts(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to one who knows the texts of a figure alone."""
    return {"caption": _of_texts(brief["texts"], chance)}


def caption_of_picture(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to one who has had a glance at the picture: shapes and directions; names of axes are hard to read."""
    seen = brief.get("seen")
    if seen is None:  # asked as a model with eyes would be, it has seen nothing
        return {"caption": chance.choice(_UNSEEN)}
    many = {2: "two", 3: "three", 4: "four", 5: "five"}.get(seen["lines"])
    kind = "a bar chart" if seen["bars"] else f"a line chart with {many} lines" if many else "a line chart"
    if chance.random() < 0.5:
        kind = f"{kind} of {mid(seen['y'])}"
    parts = [ended(capital(chance.choice(_GLANCES).format(a=kind)))]
    found = {way: where for where, way in reversed(seen["directions"].items()) if way}  # of two alike, the upper one
    ways = [Saying(f"{where}_{way}", {}).said(chance) for way, where in reversed(found.items())]
    if ways:
        parts.append(f"{capital(' while '.join(ways))}.")
    return {"caption": " ".join(parts)}


def _names_axes(text: str, x: str, y: str) -> bool:
    """Whether a sentence says what is plotted, and nothing that is seen of it."""
    return any(capital(text).startswith(capital(words.format(x=x, y=y))) for words in forms()["axes"].says)


def _unasked(sentence: str) -> str:
    """Return a sentence without the question before it; names may have question marks, too."""
    question, mark, rest = sentence.partition("? ")
    return rest if mark and rest and is_aside(f"{question}?") else sentence


def _bare(sentence: str) -> str:
    """Return a sentence without the words that lead to a figure."""
    text = re.sub(_BEHIND, "", sentence)
    for lead in _LEADS:
        text = re.sub(lead, "", text)
    return text


def _read(texts: Sequence[str]) -> tuple[str, str, list[str]]:
    """Return what is taken for the names of the axes, and for series: the first words, and those that are alike."""
    words = [text for text in texts if re.search(r"[^\W\d_]", text)]
    x, y, *rest = [*words, "values", "values"][: max(2, len(words))]
    alike = _alike(rest)
    return x, y, alike if 2 <= len(alike) <= 5 else []


def _of_texts(texts: Sequence[str], chance: random.Random) -> str:
    """Return a caption of texts alone: names of axes and series, and often ticks."""
    words = [text for text in texts if re.search(r"[^\W\d_]", text)]
    if len(words) < 2:
        return f"{capital(words[0]) if words else 'Values'} as shown."
    x, y, series = _read(texts)
    said = [chance.choice(_OF_TEXTS).format(x=mid(x), y=mid(y)), *series]
    numbers = [text for text in texts if text not in words]
    if len(numbers) > 3 and chance.random() < 0.5:
        said.append(" ".join(numbers[: chance.randint(3, 5)]))
    return ended(capital(", ".join(said)))


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
