"""A results section over several figures, each of which is mentioned before anything is said of it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from grammar.captioning.forms import Chart
from grammar.captioning.telling import axes, capital, chosen, sentences

_OPENINGS = (
    "{name} shows {axes}.",
    "{name} plots {axes}.",
    "We next look at {axes} ({name}).",
    "In {name}, we plot {axes}.",
)
_FURTHER = ("As {name} further shows, {rest}", "Also in {name}, {rest}", "We return to {name}: {rest}")
_ABOUT = (
    "Each value sums up at least three {rows}s.",
    "Values of fewer than three {rows}s are left out.",
)
_LONGEST = 8
"""Paragraphs of a section."""


def write_section(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `write_section` brief: a paragraph or two on each figure; none on what was `wrong`."""
    wrong = brief.get("wrong", ())
    paragraphs: list[str] = [capital(f"{_lead(brief, chance)}")]
    spare = _LONGEST - 1 - len(brief["figures"])
    for figure in brief["figures"]:
        chart = Chart.of(figure["drawn"])
        claims = chosen(chart, chance.choice((3, 4, 5, 6)), chance)
        said = [each for each in sentences(claims, chance) if not any(text in each for text in wrong)]
        first = [chance.choice(_OPENINGS).format(name=figure["name"], axes=axes(chart, chance))]
        if chance.random() < 0.4:
            first.append(chance.choice(_ABOUT).format(rows=brief["rows"]))
        cut = 2 if len(said) > 3 and spare > 0 and chance.random() < 0.4 else len(said)
        paragraphs.append(" ".join([*first, *said[:cut]]))
        if said[cut:]:
            spare -= 1
            paragraphs.append(_further(figure["name"], said[cut:], chance))
    return {"paragraphs": paragraphs}


def _lead(brief: Mapping[str, Any], chance: random.Random) -> str:
    """Return the first paragraph, which says what the section is about."""
    subject = brief["title"].removesuffix(" and what goes with it")
    words = (
        "this section is about {subject} and what goes together with it. We plot summaries of the {rows}s, and read "
        "trends and differences off the figures.",
        "we turn to {subject}. The figures of this section sum up groups of {rows}s; what we say of them can be read "
        "off the lines.",
    )
    return chance.choice(words).format(subject=subject[:1].lower() + subject[1:], rows=brief["rows"])


def _further(name: str, said: Sequence[str], chance: random.Random) -> str:
    first = said[0][:1].lower() + said[0][1:] if not said[0][1:2].isupper() else said[0]
    return " ".join([chance.choice(_FURTHER).format(name=name, rest=first), *said[1:]])
