"""The words that an item is found by, made alike for every database: letters and digits, without case and accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

UNREAD = ("attempts", "results", "operations", "conversation", "flags", "gate", "columns", "stage", "status", "kind")
"""Fields whose words nobody looks for, and which are most of a record."""
MOST = 20_000
"""Characters of an item that are searched."""
_UNSPACED = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Writing without spaces between words: there, each sign is one."""
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")


def words_of(record: str, body: Mapping[str, Any]) -> str:
    """Return the words of a record's id and of what people read in it."""
    return " ".join(words("\n".join([record, *_read(body)])))[:MOST]


def words(text: str) -> list[str]:
    """Return a text's words."""
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", text)
        accents = {ord(sign): None for sign in set(apart) if unicodedata.combining(sign)}
        text = unicodedata.normalize("NFKC", apart.translate(accents))
    found: list[str] = _WORD.findall(text.casefold())
    return found


def _read(value: Any) -> Iterator[str]:
    """Return the texts in a record that a person reads."""
    if isinstance(value, str):
        yield value[:MOST]
    elif isinstance(value, Mapping):
        for name, each in value.items():
            if name not in UNREAD:
                yield from _read(each)
    elif isinstance(value, list):
        for each in value:
            yield from _read(each)
