"""Sentences with gaps that are said in two ways, and read back from a text that holds them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from grammar.language import listed
from grammar.steps.dating import WRITTEN

Slots = dict[str, Any]
"""All that a figure depends on, by the names of gaps."""
Level = Literal["simple", "expert"]
_GAP = re.compile(r"\{(\w+)(?::(\w+))?\}")
_COLUMN, _QUOTED = r"`[^`]+`", r"“[^”]*”"


@dataclass(frozen=True)
class Gap:
    """What a gap holds: how it is written, and how it is read."""

    pattern: str
    say: Callable[[Any], str]
    read: Callable[[str], Any]


def _several(pattern: str) -> str:
    return rf"{pattern}(?:(?:, | and ){pattern})*"


GAPS: Mapping[str, Gap] = {
    "column": Gap(_COLUMN, lambda name: f"`{name}`", lambda text: text[1:-1]),
    "columns": Gap(
        _several(_COLUMN),
        lambda names: listed([f"`{name}`" for name in names]),
        lambda text: tuple(each[1:-1] for each in re.findall(_COLUMN, text)),
    ),
    "each": Gap(
        rf"(?:each of )?{_several(_COLUMN)}",
        lambda names: "each of " * (len(names) > 1) + listed([f"`{name}`" for name in names]),
        lambda text: tuple(each[1:-1] for each in re.findall(_COLUMN, text)),
    ),
    "any": Gap(
        rf"{_COLUMN}(?:(?:, | or ){_COLUMN})*",
        lambda names: listed([f"`{name}`" for name in names], "or"),
        lambda text: tuple(each[1:-1] for each in re.findall(_COLUMN, text)),
    ),
    "text": Gap(_QUOTED, lambda words: f"“{words}”", lambda text: text[1:-1]),
    "int": Gap(r"\d+", str, int),
    "decimals": Gap(
        r"(?:no|\d+) decimals?",
        lambda count: f"{count or 'no'} decimal{'s' * (count != 1)}",
        lambda text: int(text.split()[0].replace("no", "0")),
    ),
    "how": Gap("mean|median|highest value", str, str),
    "written": Gap(WRITTEN.pattern, lambda form: f" (written as '{form}')" if form else "", WRITTEN.read),
    "order": Gap("alphabetical|ascending", str, str),
    "colour": Gap("[a-z]+", str, str),
    "colours": Gap(_several("[a-z]+"), listed, lambda text: tuple(re.findall(r"[a-z]+", text.replace(" and ", ", ")))),
}


@dataclass(frozen=True)
class Form:
    """A sentence about a figure, in the words of the simple query and in those of the expert one."""

    simple: tuple[str, ...] | str
    expert: tuple[str, ...] | str
    sets: Slots = field(default_factory=dict)
    """What it says beside its gaps."""
    unless: str = ""
    """A gap of another form that is said instead of it."""
    beside: str = ""
    """A gap of another form that it goes with."""

    def ways(self, level: Level) -> tuple[str, ...]:
        """Return the ways to say it."""
        ways = self.simple if level == "simple" else self.expert
        return (ways,) if isinstance(ways, str) else ways

    @cached_property
    def gaps(self) -> frozenset[str]:
        """The names of its gaps, which are the same in all ways."""
        return frozenset(name for name, _ in _GAP.findall(self.ways("simple")[0]))

    def fits(self, slots: Slots) -> bool:
        """Return whether it is to be said of a figure."""
        if self.unless in slots or (self.beside and self.beside not in slots):
            return False
        return self.gaps <= slots.keys() and all(slots.get(name) == value for name, value in self.sets.items())

    def say(self, level: Level, slots: Slots, chance: random.Random) -> str:
        """Return the sentence."""
        way = chance.choice(self.ways(level))
        return _GAP.sub(lambda gap: GAPS[gap[2] or "column"].say(slots[gap[1]]), way)

    def read(self, text: str) -> Slots | None:
        """Return what it says in a text; None where it does not stand there."""
        for pattern, kinds in self._patterns:
            if found := pattern.search(text):
                return {**self.sets, **{name: GAPS[kind].read(found[name]) for name, kind in kinds.items()}}
        return None

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], dict[str, str]]]:
        return [_pattern(way) for way in (*self.ways("simple"), *self.ways("expert"))]


def _pattern(way: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return what a way to say a sentence is found by, and which kind each of its gaps is of."""
    kinds: dict[str, str] = {}
    parts, end = [], 0
    for gap in _GAP.finditer(way):
        name, kind = gap[1], gap[2] or "column"
        parts.append(re.escape(way[end : gap.start()]))
        parts.append(f"(?P={name})" if name in kinds else f"(?P<{name}>{GAPS[kind].pattern})")
        kinds[name], end = kind, gap.end()
    return re.compile("".join([*parts, re.escape(way[end:])])), kinds
