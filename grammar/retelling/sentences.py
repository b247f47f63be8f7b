"""Sentences with gaps, parts of which may be left out; each is said in two ways, and read back from either."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from grammar.colour_names import named_colour
from grammar.language import listed

Values = dict[str, Any]
Level = Literal["simple", "expert"]
Scope = Literal["figure", "panel", "words", "series"]
_GAP = re.compile(r"\{(\w+):(\w+)\}")
_OPTION = re.compile(r"\[\[(.*?)\]\]")
_NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"
_COLUMN = r"`[^`]+` of `[^`]+`"
_TEXT = r"“[^”]*”"
_STEPS = rf"the numbers from {_NUMBER} on in steps of {_NUMBER}"
_CONSTANT = rf"{_NUMBER} everywhere"


def _several(pattern: str) -> str:
    return rf"{pattern}(?:(?:, | and ){pattern})*"


def _say_place(place: Mapping[str, Any]) -> str:
    if "column" in place:
        return f"`{place['column']}` of `{place['file']}`"
    if "step" in place:
        return f"the numbers from {number_text(place['from'])} on in steps of {number_text(place['step'])}"
    if "constant" in place:
        return f"{number_text(place['constant'])} everywhere"
    return listed([f"“{text}”" for text in place["texts"]])


def _read_place(text: str) -> Values:
    if text.startswith("`"):
        column, file = re.findall(r"`([^`]+)`", text)
        return {"file": file, "column": column}
    if text.startswith("“"):
        return {"texts": re.findall(r"“([^”]*)”", text)}
    numbers = [float(each) for each in re.findall(_NUMBER, text)]
    return {"from": numbers[0], "step": numbers[1]} if "steps" in text else {"constant": numbers[0]}


def number_text(value: float) -> str:
    """Return a number as a sentence has it: no more digits than it needs."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else f"{float(value):.9g}"


@dataclass(frozen=True)
class Gap:
    """What a gap holds: how it is written, and how it is read."""

    pattern: str
    say: Callable[[Any], str]
    read: Callable[[str], Any]


GAPS: Mapping[str, Gap] = {
    "place": Gap(rf"(?:{_COLUMN}|{_STEPS}|{_CONSTANT}|{_several(_TEXT)})", _say_place, _read_place),
    "columns": Gap(
        _several(_COLUMN),
        lambda held: listed([_say_place(each) for each in held]),
        lambda text: [_read_place(each) for each in re.findall(_COLUMN, text)],
    ),
    "file": Gap(r"`[^`]+`", lambda name: f"`{name}`", lambda text: text[1:-1]),
    "text": Gap(_TEXT, lambda words: f"“{words}”", lambda text: text[1:-1]),
    "texts": Gap(
        _several(_TEXT),
        lambda held: listed([f"“{each}”" for each in held]),
        lambda text: re.findall(r"“([^”]*)”", text),
    ),
    "int": Gap(r"\d+", str, int),
    "number": Gap(_NUMBER, number_text, float),
    "numbers": Gap(
        _several(_NUMBER),
        lambda held: listed([number_text(each) for each in held]),
        lambda text: [float(each) for each in re.findall(_NUMBER, text)],
    ),
    "colour": Gap(r"(?:[a-z]+|#[0-9a-f]{6})", lambda value: named_colour(value) or value, str),
}


@dataclass(frozen=True)
class Sentence:
    """A sentence about a figure; parts in [[ ]] are said where there is what their gaps hold."""

    scope: Scope
    name: str
    """Of a series, its kind; else what it sets."""
    simple: str
    expert: str
    sets: tuple[tuple[str, Any], ...] = ()
    """What it says beside its gaps."""

    def fits(self, values: Mapping[str, Any]) -> bool:
        """Return whether all that it has to say is there."""
        needed = [name for name, _ in _GAP.findall(_OPTION.sub("", self.simple))]
        return all(name in values for name in needed) and all(values.get(name) == value for name, value in self.sets)

    def say(self, level: Level, values: Mapping[str, Any]) -> str:
        """Return the sentence."""
        way = self.simple if level == "simple" else self.expert

        def part(option: re.Match[str]) -> str:
            return option[1] if all(name in values for name, _ in _GAP.findall(option[1])) else ""

        return _GAP.sub(lambda gap: GAPS[gap[2]].say(values[gap[1]]), _OPTION.sub(part, way))

    def read(self, text: str) -> Values | None:
        """Return what a sentence says; None where it is another one."""
        for pattern, kinds in self._patterns:
            if found := pattern.fullmatch(text):
                told = {name: GAPS[kind].read(found[name]) for name, kind in kinds.items() if found[name] is not None}
                return {**dict(self.sets), **told}
        return None

    @cached_property
    def _patterns(self) -> Sequence[tuple[re.Pattern[str], dict[str, str]]]:
        return [_pattern(way) for way in (self.simple, self.expert)]


def _pattern(way: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return what a sentence is found by, and which kind each of its gaps is of."""
    kinds: dict[str, str] = {}

    def gaps(text: str) -> str:
        parts, end = [], 0
        for gap in _GAP.finditer(text):
            kinds[gap[1]] = gap[2]
            parts += [re.escape(text[end : gap.start()]), f"(?P<{gap[1]}>{GAPS[gap[2]].pattern})"]
            end = gap.end()
        return "".join([*parts, re.escape(text[end:])])

    parts, end = [], 0
    for option in _OPTION.finditer(way):
        parts += [gaps(way[end : option.start()]), f"(?:{gaps(option[1])})?"]
        end = option.end()
    return re.compile("".join([*parts, gaps(way[end:])]), re.DOTALL), kinds
