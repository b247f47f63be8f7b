"""Looking for words in what staff wrote."""

from __future__ import annotations

import re


def says(text: str, words: str) -> bool:
    """Return whether a text has these words by themselves, in whatever letter case; False for empty words."""
    pattern = rf"(?<![\w.]){re.escape(words.strip())}(?!\w|\.\d)"
    return bool(words.strip()) and re.search(pattern, text, re.IGNORECASE) is not None


def spoken(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"\w+", text.casefold())
