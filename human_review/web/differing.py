"""What an edit changes, place by place and word by word."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

MOST_WORDS = 4000
"""Of both texts together; longer ones are shown one after the other, since comparing takes the square of it."""


@dataclass(frozen=True)
class Piece:
    """A passage that two texts share, or that one of them has alone."""

    side: Literal["both", "old", "new"]
    text: str


@dataclass(frozen=True)
class Difference:
    """One place in a record that is another text now."""

    place: str
    pieces: tuple[Piece, ...]
    code: bool = False
    """It is read line by line."""


def differences(
    body: Mapping[str, Any], changes: Mapping[str, Any], measured: Collection[str] = ()
) -> list[Difference]:
    """Return the changes to a record, leaf by leaf; without fields that running code has filled in."""
    found: list[Difference] = []
    for name, new in changes.items():
        if name not in measured:
            found += _between(name, body.get(name), new)
    return found


def pieces(old: str, new: str) -> tuple[Piece, ...]:
    """Return two texts as one, word by word."""
    before, after = (re.findall(r"\s+|\w+|[^\w\s]", text) for text in (old, new))
    if len(before) + len(after) > MOST_WORDS:
        return (Piece("old", old), Piece("new", new))
    return tuple(_compared(before, after))


def _compared(before: list[str], after: list[str]) -> Iterator[Piece]:
    """Yield runs of words that are the same or not; a blank between two changes is part of them, as readers see it."""
    old, new = "", ""
    for word, i, j, k, m in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        same = "".join(before[i:j])
        if word == "equal" and (same.strip() or not (old or new) or j == len(before)):
            yield from _changed(old, new)
            old, new = "", ""
            yield Piece("both", same)
        else:
            old, new = old + same, new + "".join(after[k:m])
    yield from _changed(old, new)


def _changed(old: str, new: str) -> Iterator[Piece]:
    if old:
        yield Piece("old", old)
    if new:
        yield Piece("new", new)


def _between(place: str, old: Any, new: Any) -> Iterator[Difference]:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for name in dict.fromkeys([*old, *new]):
            yield from _between(f"{place} · {name}", old.get(name), new.get(name))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True), start=1):
            yield from _between(f"{place} {number}", one, other)
    else:
        yield Difference(place.replace("_", " "), pieces(_text(old), _text(new)), place.endswith("code"))


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return "\n".join(value)
    return value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
