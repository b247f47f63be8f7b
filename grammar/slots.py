"""The kinds of gaps in phrases: columns, values, numbers, conditions, sources, and words for a choice."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from typing import Any

from grammar.language import Slot, Unclear, listed
from grammar.words import words

QUOTED = r"(?:'[^'\n]*'|\"[^\"\n]*\")"
NUMBER = r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?"
_VALUE = rf"(?:{QUOTED}|{NUMBER}|True|False)"
NOUNS = ("rows", "records", "entries", "cases", "observations")


def sayable(name: str) -> bool:
    """Whether a column's name or a value can be put between quotes and read back: people write one blank for two."""
    return not ("'" in name and '"' in name) and "\n" not in name and "  " not in name and bool(name.strip())


def quoted(name: str) -> str:
    """The name between quotes that do not occur in it."""
    return f'"{name}"' if "'" in name else f"'{name}'"


def number(value: float) -> str:
    """A number as a person writes it: no exponent for ordinary sizes, no trailing zeros."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{value:.6g}"


def _read_value(words: str) -> str | float | int | bool:
    if words[0] in "'\"":
        return words[1:-1]
    return words == "True" if words in ("True", "False") else _read_number(words)


def _read_number(words: str) -> float | int:
    value = float(words)
    return int(value) if re.fullmatch(r"-?\d+", words) else value


def _say_value(value: object) -> str:
    if isinstance(value, bool):
        return str(value)
    return number(value) if isinstance(value, int | float) else quoted(str(value))


COLUMN = Slot(QUOTED, lambda name, chance: quoted(name), lambda words: words[1:-1])
"""One column, by its exact name."""
NUMERAL = Slot(NUMBER, lambda value, chance: number(value), _read_number)
"""A number in digits, whole where it was written without a point."""
VALUE = Slot(_VALUE, lambda value, chance: _say_value(value), _read_value)
"""A value of a column as written in the table: quoted text, a number, True or False."""
VALUES = Slot(
    rf"{_VALUE}(?:, {_VALUE})*(?: and {_VALUE})?",
    lambda values, chance: listed([_say_value(value) for value in values]),
    lambda words: tuple(map(_read_value, re.findall(_VALUE, words))),
)
"""Several values, as a list in words."""


def names_listed(last: str = "and") -> Slot:
    """Two or more columns (or one), as a list in words; `last` is the word before the last of them."""
    return Slot(
        rf"{QUOTED}(?:, {QUOTED})*(?: {last} {QUOTED})?",
        lambda names, chance: listed([quoted(name) for name in names], last),
        lambda words: tuple(name[1:-1] for name in re.findall(QUOTED, words)),
    )


class Words(Slot):
    """A choice among known values, each with its own words; no two values share words."""

    def __init__(self, words: Mapping[Any, tuple[str, ...]]) -> None:
        meaning = {way.lower(): value for value, ways in words.items() for way in ways}
        longest_first = "|".join(re.escape(way) for way in sorted(meaning, key=len, reverse=True))
        super().__init__(
            f"(?:{longest_first})",
            lambda value, chance: str(chance.choice(words[value])),
            lambda said: meaning[said.lower()],
        )
        self.values = list(words)
        """What can be said, in order."""


ROWS = Words({"rows": NOUNS})
"""What rows are called; carries no meaning."""
Condition = tuple[str, str, Any]
"""Column, comparison (eq ne gt ge lt le between in missing present contains), operand."""

_SAID = words("values")
_COMPARISONS, _STATES = _SAID["comparisons"], _SAID["states"]
_COMPARISON_WORDS = {way: kind for kind, ways in _COMPARISONS.items() for way in ways}
_STATE_WORDS = {way: kind for kind, ways in _STATES.items() for way in ways}
_OPERAND = (
    rf"(?: (?:{'|'.join(_STATE_WORDS)})"
    rf"| (?:is|lies) between {NUMBER} and {NUMBER}"
    rf"| is (?:one of|either) {_VALUE}(?:, {_VALUE})*(?: (?:and|or) {_VALUE})?"
    rf"| (?:{'|'.join(sorted(_COMPARISON_WORDS, key=len, reverse=True))}) {_VALUE})"
)
CONDITION = QUOTED + _OPERAND
_ONE = re.compile(rf"({QUOTED})({_OPERAND})")


def say_condition(condition: Condition, chance: random.Random) -> str:
    """A condition in words: "'age' is between 20 and 40"."""
    column, comparison, operand = condition
    if comparison in _STATES:
        return f"{quoted(column)} {chance.choice(_STATES[comparison])}"
    if comparison == "between":
        low, high = number(operand[0]), number(operand[1])
        return f"{quoted(column)} {chance.choice(('is', 'lies'))} between {low} and {high}"
    if comparison == "in":
        values = [_say_value(item) for item in operand]
        if len(values) == 2 and chance.random() < 0.6:
            return f"{quoted(column)} is either {listed(values, 'or')}"
        return f"{quoted(column)} is one of {listed(values, chance.choice(('and', 'or')))}"
    return f"{quoted(column)} {chance.choice(_COMPARISONS[comparison])} {_say_value(operand)}"


def _read_condition(column: str, words: str) -> Condition:
    words = words.strip()
    if words in _STATE_WORDS:
        return column, _STATE_WORDS[words], None
    if between := re.fullmatch(rf"(?:is|lies) between ({NUMBER}) and ({NUMBER})", words):
        return column, "between", (_read_number(between[1]), _read_number(between[2]))
    if one_of := re.match(r"is (?:one of|either) ", words):
        return column, "in", tuple(_read_value(found) for found in re.findall(_VALUE, words[one_of.end() :]))
    for way in sorted(_COMPARISON_WORDS, key=len, reverse=True):
        if words.startswith(way + " "):
            return column, _COMPARISON_WORDS[way], _read_value(words[len(way) + 1 :])
    raise Unclear(words)


def find_conditions(text: str) -> tuple[Condition, ...]:
    """Every condition that a text states, in order."""
    return tuple(_read_condition(column[1:-1], words) for column, words in _ONE.findall(text))


CONDITIONS = Slot(
    rf"{CONDITION}(?: and {CONDITION})*",
    lambda conditions, chance: " and ".join(say_condition(each, chance) for each in conditions),
    find_conditions,
)
"""One or more conditions that hold together, in order."""
LAST, TABLE, SAME = "<last>", "<table>", "<same>"
"""What the step before has left, the user's table, and the rows that were at hand last."""
_LAST_WORDS, _SAME_WORDS, _TABLE_WORDS = _SAID["last"], _SAID["same"], _SAID["table"]
_ANY_LAST = {way for ways in _LAST_WORDS.values() for way in ways}


def _say_source(value: str, chance: random.Random) -> str:
    """Pointing words for the last result or the table, else the name between backticks."""
    if value.startswith("<last"):
        return str(chance.choice(_LAST_WORDS[value[6:-1] or "other"]))
    if value in (TABLE, SAME):
        return str(chance.choice(_TABLE_WORDS if value == TABLE else _SAME_WORDS))
    return chance.choice(("`{}`", "`{}`", "the `{}` data")).format(value)


def _read_source(words: str) -> str:
    """LAST, SAME, TABLE or the name."""
    if found := re.search(r"`([^`]+)`", words):
        return found[1]
    if words.lower() in _SAME_WORDS:
        return SAME
    return LAST if words.lower() in {way.lower() for way in _ANY_LAST} else TABLE


SOURCE = Slot(
    rf"(?:{'|'.join(sorted(_ANY_LAST))}|{'|'.join((*_SAME_WORDS, *_TABLE_WORDS))}"
    r"|(?:the |my |our )?`[^`\n]+`(?: (?:DataFrame|Series|table|data|result|array|list|dictionary))?)",
    _say_source,
    _read_source,
)
"""What a step works on: a variable by name, the last result, or the user's table.

Said from a name, TABLE, SAME, or `last(nature)`; read as a name, LAST, SAME or TABLE, which the scene resolves.
"""


def last(nature: str) -> str:
    """The source value that is said by pointing at the last result, given its nature."""
    return f"<last:{nature if nature in _LAST_WORDS else 'other'}>"


def literal(value: object) -> str:
    """Python source of a value, strings in single quotes where that is natural."""
    if isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
        return f"'{value}'" if "'" not in value and "\\" not in text and '"' not in value else text
    if isinstance(value, tuple | list):
        return "[" + ", ".join(literal(item) for item in value) + "]"
    return repr(value)
