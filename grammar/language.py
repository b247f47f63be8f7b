"""Phrases that can be said in many ways and read back: one template serves both directions.

A template is text with `{slots}`, alternatives `(this|that)` and optional parts `[so]`. `Phrase.say` picks one way
through it; `Phrase.find` recognises every way and returns what the slots held.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any


class Unclear(Exception):
    """Words in a slot that mean nothing in the scene at hand."""


@dataclass(eq=False)
class Slot:
    """What can stand in a template's gap: how it is recognised, said and read."""

    pattern: str
    """Regular expression without named groups that matches everything `say` can produce."""
    say: Callable[[Any, random.Random], str]
    """Words for a value."""
    read: Callable[[str], Any]
    """The value behind words that `pattern` matched; raises Unclear."""


@dataclass(frozen=True)
class _Gap:
    slot: str


@dataclass(frozen=True)
class _Choice:
    ways: tuple[tuple[_Part, ...], ...]


_Part = str | _Gap | _Choice
_TOKEN = re.compile(r"\{\w+\}|[()\[\]|]|[^{}()\[\]|]+")
_CLOSING = {"(": ")", "[": "]"}


def _parse(template: str) -> tuple[_Part, ...]:
    try:
        (parts,) = _ways(iter(_TOKEN.findall(template)), "")
    except ValueError:
        raise ValueError(f"unbalanced template: {template}") from None
    return parts


def _ways(tokens: Iterator[str], closing: str) -> tuple[tuple[_Part, ...], ...]:
    """Each alternative up to `closing`, or up to the end where that is empty; raises ValueError for other signs."""
    ways: list[tuple[_Part, ...]] = [()]
    for token in tokens:
        if token == closing:
            return ((), *ways) if closing == "]" else tuple(ways)
        if token == "|":
            ways.append(())
        elif token in ")]":
            raise ValueError(token)
        elif token in _CLOSING:
            ways[-1] += (_Choice(_ways(tokens, _CLOSING[token])),)
        else:
            ways[-1] += (_Gap(token[1:-1]) if token[0] == "{" else token,)
    if closing:
        raise ValueError(closing)
    return tuple(ways)


@dataclass(frozen=True)
class Phrase:
    """One template with the kinds of its slots; every slot may stand in it once."""

    template: str
    slots: Mapping[str, Slot]

    @cached_property
    def _parts(self) -> tuple[_Part, ...]:
        return _parse(self.template)

    @cached_property
    def gaps(self) -> frozenset[str]:
        """Names of the slots that the template mentions."""
        return frozenset(re.findall(r"\{(\w+)\}", self.template))

    @cached_property
    def _signs(self) -> tuple[str, ...]:
        """The words that every way through the template has; a quick test before the full one."""
        texts = {part.lower() for part in self._parts if isinstance(part, str)}
        return tuple(sorted(texts, key=len, reverse=True))

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        return re.compile(r"(?<![\w'\"`])" + self._regex(self._parts) + r"(?![\w'\"`])", re.IGNORECASE)

    def _regex(self, parts: tuple[_Part, ...]) -> str:
        written = []
        for part in parts:
            if isinstance(part, str):
                written.append(re.escape(part))
            elif isinstance(part, _Gap):
                written.append(f"(?P<{part.slot}>{self.slots[part.slot].pattern})")
            else:
                written.append("(?:" + "|".join(self._regex(way) for way in part.ways) + ")")
        return "".join(written)

    def say(self, values: Mapping[str, Any], chance: random.Random) -> str:
        """One wording of the phrase with these values."""
        return "".join(self._say(part, values, chance) for part in self._parts)

    def _say(self, part: _Part, values: Mapping[str, Any], chance: random.Random) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, _Gap):
            return self.slots[part.slot].say(values[part.slot], chance)
        return "".join(self._say(inner, values, chance) for inner in chance.choice(part.ways))

    def may_stand_in(self, lowered: str) -> bool:
        """Whether a text, in lower case, has the words that every way through the template has."""
        for sign in self._signs:  # noqa: SIM110 - of a thousand phrases, most fail at the first
            if sign not in lowered:
                return False
        return True

    def find(self, text: str) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """Where the phrase stands in a text: start, end and the slots' values; unclear matches are left out."""
        for start, end, values, _ in self.places(text):
            yield start, end, values

    def places(self, text: str) -> Iterator[tuple[int, int, dict[str, Any], dict[str, tuple[int, int]]]]:
        """The same, with the start and the end of each slot's words in the text."""
        if not self.may_stand_in(text.lower()):
            return
        for match in self._expression.finditer(text):
            said = {slot: words for slot, words in match.groupdict().items() if words is not None}
            try:
                values = {slot: self.slots[slot].read(words) for slot, words in said.items()}
            except Unclear:
                continue
            yield match.start(), match.end(), values, {slot: match.span(slot) for slot in said}


_QUOTED = re.compile(r"(?<!\w)(?:'[^'\n]*'|\"[^\"\n]*\"|`[^`\n]*`)(?!\w)")


def sentences(text: str) -> list[tuple[int, int]]:
    """Start and end of each sentence; a full stop inside quotes or inside a number ends none."""
    hidden = _QUOTED.sub(lambda match: "q" * len(match.group()), text)
    spans, start = [], 0
    for stop in re.finditer(r"[.!?]+(?=\s|$)", hidden):
        spans.append((start, stop.end()))
        start = stop.end() + 1
    if start < len(text):
        spans.append((start, len(text)))
    return spans


def listed(words: list[str], last: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
