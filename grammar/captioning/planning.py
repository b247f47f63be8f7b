"""What a results section is to be about: a column in focus, and figures that show it beside others."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grammar.captioning.phrases import REASONS
from grammar.captioning.telling import capital

SUMS = ("mean", "median", "highest", "lowest", "standard deviation of")
"""How the values of a column are summed up, in the words of a question."""
_WEIGHTS = (5, 3, 1, 1, 1)
_LINES, _OF_MANY, MOST_GROUPS = 5, 4, 25
"""Groups that all have a line; of more, so many of the largest have one; and of even more none."""
_FEW, _MANY = 4, 14
"""Distinct numbers from which on they make an axis by themselves, and from which on they are rounded."""


def plan_paper(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `plan_paper` brief."""
    columns = {column["name"]: column for column in brief["table"]["columns"]}
    along = [name for name, column in columns.items() if is_ordered(column)]
    measured = [name for name, column in columns.items() if is_measured(column)]
    meanings = brief["table"].get("meanings", {})
    groups = [name for name, column in columns.items() if tells_apart(column, meanings.get(name, ""))]
    taken = set(brief.get("taken", ()))
    rows = brief["table"].get("row_meaning") or "record"
    focus = chance.choice([name for name in along if any(name != other for other in measured)] or along)
    ideas = list(_ideas(columns, focus, (along, measured, groups), chance))
    figures: list[dict[str, str]] = []
    for x, y, by in ideas:
        question = asked(x, y, by, columns[y]["distinct"], chance)
        if question not in taken and len(figures) < brief["figures"]:
            taken.add(question)
            figures.append({"question": question, "x": x, "y": y, "by": by})
    return {
        "title": f"{called(focus)[:1].upper()}{called(focus)[1:]} and what goes with it",
        "goal": capital(chance.choice(REASONS).format(subject=called(focus), rows=rows)),
        "figures": figures,
    }


def _ideas(
    columns: Mapping[str, Any], focus: str, kinds: Sequence[Sequence[str]], chance: random.Random
) -> Iterator[tuple[str, str, str]]:
    """Yield figures about a column: it lies along the axis, or is what is summed up; most with lines told apart."""
    along, measured, groups = kinds
    others = [name for name in dict.fromkeys([*measured, *along]) if name != focus]
    chance.shuffle(others)
    halves = [name for name in measured if name != focus and columns[name]["distinct"] > _MANY]
    for other in others * 3:
        upright = other in measured and (focus not in measured or chance.random() < 0.65)
        x, y = (focus, other) if upright else (other, focus)
        if x not in along or y not in measured:
            continue
        apart = [name for name in (*groups, *groups, *groups, *halves) if name not in (x, y)]
        yield x, y, chance.choice(apart) if apart and chance.random() < 0.75 else ""


def asked(x: str, y: str, by: str, distinct: int, chance: random.Random) -> str:
    """Return the question that a figure is to answer; numbers of which there are few are told by their mean."""
    (how,) = chance.choices(SUMS, _WEIGHTS) if distinct > _MANY else SUMS[:1]
    apart = f", told apart by {called(by)}" if by else ""
    return f"How does the {how} {called(y)} change with {called(x)}{apart}?"


def called(name: str) -> str:
    """Return a column's name in words."""
    return " ".join(name.replace("_", " ").split()).rstrip(".")


def is_ordered(column: Mapping[str, Any]) -> bool:
    """Whether a column's values may stand along an axis in their order."""
    if column["role"] == "date":
        return True
    if column["role"] == "ordered_category":
        return bool(column["distinct"] >= _FEW and column.get("order"))
    numbers = column["role"] == "measure" and column.get("kind") not in ("code", "id")
    # Numbers with a unit behind them can be read, and are not known well enough to be rounded.
    return numbers and column["distinct"] >= _FEW and (bool(column.get("numeric")) or column["distinct"] <= _MANY)


def is_measured(column: Mapping[str, Any]) -> bool:
    """Whether a column's values may be averaged."""
    return column["role"] == "measure" and bool(column.get("numeric")) and column.get("kind") not in ("code", "id")


def tells_apart(column: Mapping[str, Any], meaning: str = "") -> bool:
    """Whether a column tells two to five groups apart, by names that a reader of the figure understands."""
    if column["role"] not in ("category", "ordered_category", "flag") or not 2 <= column["distinct"] <= MOST_GROUPS:
        return False
    values = groups_of(column)
    if column["distinct"] > _LINES and not all(value[:1].isalpha() for value in values):
        return False
    return not any(map(_is_code, values)) or bool(spelled_out(values, meaning))


def groups_of(column: Mapping[str, Any]) -> list[str]:
    """Return the values of a column that lines are drawn for: all, or of many the most frequent ones."""
    values = [str(value) for value, _ in column.get("values", ())]
    return values if column["distinct"] <= _LINES else values[:_OF_MANY]


def _is_code(value: str) -> bool:
    """Whether a value is a letter or two, or capitals alone: nobody knows what it stands for."""
    if value.casefold() in ("yes", "no", "true", "false", "male", "female"):
        return False
    letters = [letter for letter in value if letter.isalpha()]
    return bool(letters) and (len(letters) <= 2 or (len(value) <= 4 and value.isupper()))


def spelled_out(values: Sequence[str], meaning: str) -> dict[str, str]:
    """Return what a column's meaning says that each value stands for, as "h: house; u = unit"; else nothing."""
    said = r"\s*(?:[-:=–]|stands for|means)\s*([^\W\d_][^,;.=:]*)"
    told = {value: re.search(rf"(?<![\w.]){re.escape(value)}{said}", meaning) for value in values}
    found = {value: match[1].strip() for value, match in told.items() if match}
    return found if values and len(found) == len(values) == len(set(found.values())) else {}
