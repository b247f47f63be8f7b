"""What a claim speaks of, as far as its words tell: texts that stand on the figure, and numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from company.families.captions.records import ASPECTS, Aspect

NUMBER = re.compile(r"(?<![\w.,])-?\d+(?:,\d{3})*(?:\.\d+)?(?![\w]|[.,]\d)")
_LETTERS = re.compile(r"[^\W\d_]{2}")


def named_in(words: str, texts: Iterable[str]) -> list[str]:
    """Return the texts of a figure, but for numbers, that stand in some words, the longest first."""
    found = [text for text in texts if _LETTERS.search(text) and _standing(text).search(words)]
    return sorted(found, key=lambda text: (-len(text), text))


def aspects_of(words: str, texts: Collection[str], said: Iterable[Aspect] = ()) -> tuple[Aspect, ...]:
    """Return the aspects of a claim: OCR and Stats by its words, the others as who read it has `said`."""
    named = named_in(words, texts)
    rest = words
    for text in named:
        rest = _standing(text).sub(" ", rest)
    found = {*said} - {"ocr", "stats"} | ({"ocr"} if named else set()) | ({"stats"} if NUMBER.search(rest) else set())
    return tuple(each for each in ASPECTS if each in found)


def _standing(text: str) -> re.Pattern[str]:
    """Return the pattern of a text that stands by itself."""
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)
