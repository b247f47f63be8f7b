"""What a query settles, place by place, and the same query with one of these places left open or put differently.

A query is read back first, so that each place is known with the step that it belongs to; the rest of the words stay as
they are. What a place could mean instead is another value of the same slot.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from grammar.language import sentences
from grammar.moves import Move
from grammar.scene import Scene
from grammar.slots import NUMERAL, Condition, Words, number, quoted
from grammar.steps.base import Step, plain
from grammar.steps.words import categories, quantities
from grammar.understanding import understand
from grammar.words import words

_LEFT_OPEN = words("left_open")
_ORDER = "in order of size"
_CLUSTERED = "cluster"
_HIGH = {"gt": "high", "ge": "high", "lt": "low", "le": "low"}


@dataclass(frozen=True)
class Point:
    """A place of a query that settles something."""

    slot: str
    position: int
    """Of the move that it belongs to, counted from 0."""
    start: int
    end: int
    """Characters of the query, the end excluded."""
    said: str
    vague: str
    """Words in its place that leave open what is meant."""
    label: str
    """What is meant, named as in a question back."""
    other_label: str
    other: Step
    """The step with the other meaning."""
    open: str
    """What kind of thing is left open: measure, group, time, statistic, method, order, number or threshold."""

    def opened(self, query: str) -> str:
        """The query with this place left open."""
        return query[: self.start] + self.vague + query[self.end :]

    def otherwise(self, moves: Sequence[Move]) -> list[Move]:
        """The moves of the query, were the other thing meant."""
        return [replace(move, step=self.other) if at == self.position else move for at, move in enumerate(moves)]


def points(query: str, moves: Sequence[Move], scene: Scene, chance: random.Random) -> list[Point]:
    """The places of a query that could be left open, in an order by chance.

    Only those count whose words stand nowhere else in the query, and for which the query says something else, or
    nothing, once they are left open.
    """
    found: list[Point] = []
    for position, move in enumerate(moves):
        for slot, start, end, value in _places(query, move):
            said = query[start:end]
            for twin in _twins(move, slot, value, said, chance):
                vague, other, label, other_label, (left, right) = twin
                words = query[start + left : end + right]
                step = replace(move.step, slots={**move.step.slots, slot: other})
                left_open = _LEFT_OPEN["open"].get(slot) or ("measure" if move.source.named[value].numeric else "group")
                span = start + left, end + right
                point = Point(slot, position, *span, words, vague, label, other_label, step, left_open)
                opened = point.opened(query)
                if (
                    len(re.findall(rf"(?<!\w){re.escape(words)}(?!\w)", query, re.IGNORECASE)) == 1
                    and not says(query, re.sub(r"^(?:the|a) ", "", other_label))
                    and not (slot in ("column", "by") and says(opened, plain(value)))
                    and move.kind.sensible(dict(step.slots), move.source)
                    and _meanings(understand(opened, scene)) != _meanings(moves)
                ):
                    found.append(point)
    chance.shuffle(found)
    return found


def settled(query: str, point: Point, answer: str, scene: Scene) -> list[Move]:
    """What query and answer mean together: nothing where the answer does not bring back what was left out."""
    return understand(query, scene) if says(answer, point.said) else []


def says(text: str, words: str) -> bool:
    """Whether words stand in a text by themselves, in whatever letter case."""
    return re.search(rf"(?<![\w.]){re.escape(words)}(?![\w]|\.\d)", text, re.IGNORECASE) is not None


def _meanings(moves: Sequence[Move]) -> list[tuple[object, ...]]:
    return [move.meaning for move in moves]


def _places(query: str, move: Move) -> Iterator[tuple[str, int, int, Any]]:
    """Slot, start, end and value of everything that the query says of a step."""
    wanted = {name: value for name, value in move.step.slots.items() if name != "rows"}
    for start, end in sentences(query):
        for _, phrase in move.kind.phrases:
            for _, _, values, spans in phrase.places(query[start:end]):
                if {name: value for name, value in values.items() if name != "rows"} == wanted:
                    for slot, (left, right) in spans.items():
                        yield slot, start + left, start + right, values[slot]
                    return


_Twin = tuple[str, Any, str, str, tuple[int, int]]
"""Vague words, the other value, both labels, and by how many characters start and end of the place move."""


def _twins(move: Move, slot: str, value: Any, said: str, chance: random.Random) -> Iterator[_Twin]:
    kind = move.kind.slots.get(slot)
    whole = (0, 0)
    if slot == "ascending" and isinstance(kind, Words):
        vague = _LEFT_OPEN["sides"].get(said.lower(), _ORDER)
        yield vague, not value, _named(said), _named(_alike(kind, not value, said, chance)), whole
    elif isinstance(kind, Words) and value in _LEFT_OPEN["twins"].get(slot, {}):
        other, vague = _LEFT_OPEN["twins"][slot][value]
        vague += "s" if slot == "method" and said.endswith("s") else ""
        with suppress(KeyError):  # this kind does not know the other value
            yield vague, other, _named(said), _named(_alike(kind, other, said, chance)), whole
    elif kind is NUMERAL:
        for vague, other, words in _other_numbers(move, slot, value, chance):
            yield vague, other, words.format(number(value)), words.format(number(other)), whole
    elif slot == "conditions":
        yield from _other_limit(move, value, said)
    elif slot in ("column", "by") and isinstance(value, str) and said.startswith(("'", '"')):
        yield from _other_column(move, slot, value, said, chance)


def _other_column(move: Move, slot: str, value: str, said: str, chance: random.Random) -> Iterator[_Twin]:
    """Another column of the same sort, and a word for both: one that their names share, or a vague one."""
    taken = {each for each in move.step.slots.values() if isinstance(each, str)}
    measures = [column.name for column in quantities(move.source)]
    groups = [column.name for column in categories(move.source)]
    alike = groups if slot == "by" or value in groups else measures if value in measures else []
    names = [name for name in alike if name not in taken]
    if not names or (alike is groups and move.step.kind not in _LEFT_OPEN["grouped"]):
        return
    shared = {name: _shared(value, name) for name in names}
    named = [name for name in names if shared[name]]
    other = chance.choice(named or names)
    vague = shared[other] or ("kind" if alike is groups else chance.choice(_LEFT_OPEN["key_figures"]))
    yield vague, other, said, quoted(other), (0, 0)


def _shared(one: str, other: str) -> str:
    """A word of some length that the names of two columns share; empty where there is none."""
    words = plain(other).split()
    return next((word for word in plain(one).split() if word in words and len(word) > 3 and word.isalpha()), "")


def _alike(kind: Words, value: Any, said: str, chance: random.Random) -> str:
    """Words for a value, in the plural where the words that they stand beside are. Raises KeyError for no value."""
    ways = [kind.say(value, chance) for _ in range(6)]
    return next((way for way in ways if way.endswith("s") == said.endswith("s")), ways[0])


def _other_numbers(move: Move, slot: str, value: float, chance: random.Random) -> Iterator[tuple[str, float, str]]:
    """Vague words for a number, another number, and how a number of this sort is named."""
    if slot == "n" and move.step.kind in _LEFT_OPEN["counted"]:
        yield "few", chance.choice([size for size in (3, 5, 8, 10) if size != value]), "{} of them"
    elif slot == "k" and move.step.kind.startswith(_CLUSTERED):
        yield "a few", value + chance.choice((1, 2) if value < 3 else (-1, 1)), "{} clusters"
    elif slot in ("limit", "threshold"):
        column = move.source.named.get(str(move.step.slots.get("column"))) or next(iter(move.source.columns), None)
        high = column.maximum if column is not None else None
        if isinstance(high, float) and high > value:
            yield "a certain limit", float(f"{value + (high - value) / 3:.3g}"), "a limit of {}"


def _other_limit(move: Move, conditions: Sequence[Condition], said: str) -> Iterator[_Twin]:
    """Each "is above 13" among conditions, as "is high"; the other meaning is another quartile."""
    for place, (name, comparison, operand) in enumerate(conditions):
        column = move.source.named.get(name)
        if comparison not in _HIGH or column is None or not column.quartiles or isinstance(operand, bool | str):
            continue
        where = re.search(
            rf"{re.escape(quoted(name))} is (?P<limit>[a-z ]+ {re.escape(number(operand))})(?![\w.]*\d)", said
        )
        others = [quarter for quarter in column.quartiles if float(f"{quarter:.3g}") != float(operand)]
        if where is None or not others:
            continue
        other = float(f"{others[-1 if _HIGH[comparison] == 'high' else 0]:.3g}")
        changed = (name, comparison, int(other) if other.is_integer() else other)
        start, end = where.span("limit")
        word = where["limit"].rsplit(" ", 1)[0]
        moved = (*conditions[:place], changed, *conditions[place + 1 :])
        meant, instead = (f"values of {quoted(name)} {words}" for words in (where["limit"], f"{word} {number(other)}"))
        yield _HIGH[comparison], moved, meant, instead, (start, end - len(said))


def _named(words: str) -> str:
    """Words as a question names them: with an article where they have none and need one."""
    free = words.startswith(("the ", "a ", "in ", "from ", "its ", "first ", "divided", "minus", "less", "how "))
    return words if free else f"the {words.removesuffix(' of')}"
