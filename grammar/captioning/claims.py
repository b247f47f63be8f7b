"""Reads claims in texts about a figure: of paragraphs, what stands behind a mention of it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from grammar.captioning.forms import Chart, read
from grammar.captioning.telling import split

_MENTION = re.compile(r"(?:Figure|Fig\.) \d+")


def find_claims(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `find_claims` brief."""
    known = Chart.of(brief["drawn"]).known()
    found = []
    for text in brief["texts"]:
        for part in parts_about(text["text"], brief.get("figure")):
            for (start, end), code, aspects in read(part, known):
                quote = part[start:end]
                found.append({"of": text["id"], "quote": quote, "code": code, "aspects": list(aspects)})
    return {"claims": found}


def parts_about(text: str, figure: str | None) -> Iterator[str]:
    """Yield the sentences that are about a figure, which is the last one that was mentioned; without one, all."""
    about: str | None = None
    for sentence in split(text):
        mentioned: list[str] = _MENTION.findall(sentence)
        about = mentioned[-1] if mentioned else about
        if figure is None or about == figure:
            yield sentence
