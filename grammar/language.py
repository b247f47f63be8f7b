"""Phrases that can be said in many ways and read back: one template serves both directions.

A template is text with `{slots}`, alternatives `(this|that)` and optional parts `[so]`. `Phrase.say` picks one way
through it; `Phrase.find` recognises every way and returns what the slots held.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol


class Unclear(Exception):
    """Words in a slot that mean nothing in the scene at hand."""


class Slot(Protocol):
    """What can stand in a template's gap: how it is said, recognised and read."""

    @property
    def pattern(self) -> str:
        """Regular expression without named groups that matches everything `say` can produce."""
        ...

    def say(self, value: Any, chance: random.Random) -> str:
        """Words for a value."""
        ...

    def read(self, words: str) -> Any:
        """The value behind words that `pattern` matched; raises Unclear."""
        ...


@dataclass(frozen=True)
class _Text:
    text: str


@dataclass(frozen=True)
class _Gap:
    slot: str


@dataclass(frozen=True)
class _Choice:
    ways: tuple[tuple[_Part, ...], ...]


_Part = _Text | _Gap | _Choice
_TOKEN = re.compile(r"\{(\w+)\}|([()\[\]|])|([^{}()\[\]|]+)")


def _parse(template: str) -> tuple[_Part, ...]:
    tokens = list(_TOKEN.finditer(template))
    parts, rest = _sequence(tokens, 0, "")
    if rest != len(tokens):
        raise ValueError(f"unbalanced template: {template}")
    return parts


def _sequence(tokens: list[re.Match[str]], at: int, closing: str) -> tuple[tuple[_Part, ...], int]:
    """Parts up to `closing` (or the end); returns them and the position of the token that ended them."""
    parts: list[_Part] = []
    while at < len(tokens):
        slot, sign, text = tokens[at].groups()
        if slot:
            parts.append(_Gap(slot))
        elif text:
            parts.append(_Text(text))
        elif sign in "([":
            choice, at = _choice(tokens, at)
            parts.append(choice)
        elif closing and sign in closing:
            return tuple(parts), at
        else:
            raise ValueError(f"unbalanced template: {tokens[at].string}")
        at += 1
    return tuple(parts), at


def _choice(tokens: list[re.Match[str]], at: int) -> tuple[_Choice, int]:
    closing = {"(": ")", "[": "]"}[tokens[at].group(2)]
    ways: list[tuple[_Part, ...]] = [()] if closing == "]" else []
    while True:
        way, at = _sequence(tokens, at + 1, "|" + closing)
        ways.append(way)
        if at >= len(tokens):
            raise ValueError(f"unbalanced template: {tokens[-1].string}")
        if tokens[at].group(2) == closing:
            return _Choice(tuple(ways)), at


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
        texts = {part.text.lower() for part in self._parts if isinstance(part, _Text)}
        return tuple(sorted(texts, key=len, reverse=True))

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        return re.compile(r"(?<![\w'\"`])" + self._regex(self._parts) + r"(?![\w'\"`])", re.IGNORECASE)

    def _regex(self, parts: tuple[_Part, ...]) -> str:
        written = []
        for part in parts:
            if isinstance(part, _Text):
                written.append(re.escape(part.text))
            elif isinstance(part, _Gap):
                written.append(f"(?P<{part.slot}>{self.slots[part.slot].pattern})")
            else:
                written.append("(?:" + "|".join(self._regex(way) for way in part.ways) + ")")
        return "".join(written)

    def say(self, values: Mapping[str, Any], chance: random.Random) -> str:
        """One wording of the phrase with these values."""
        return "".join(self._say(part, values, chance) for part in self._parts)

    def _say(self, part: _Part, values: Mapping[str, Any], chance: random.Random) -> str:
        if isinstance(part, _Text):
            return part.text
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
