"""What a results section is to be about: a column in focus, and figures that show it beside others."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

SUMS = ("mean", "median", "highest", "lowest", "standard deviation of")
"""How the values of a column are summed up, in the words of a question."""
_WEIGHTS = (5, 3, 1, 1, 1)
_FEW, _MANY = 4, 14
"""Distinct numbers from which on they make an axis by themselves, and from which on they are rounded."""


def plan_paper(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `plan_paper` brief."""
    columns = {column["name"]: column for column in brief["table"]["columns"]}
    along = [name for name, column in columns.items() if is_ordered(column)]
    measured = [name for name, column in columns.items() if is_measured(column)]
    groups = [name for name, column in columns.items() if tells_apart(column)]
    taken = set(brief.get("taken", ()))
    rows = brief["table"]["row_meaning"] or "record"
    focus = chance.choice([name for name in along if any(name != other for other in measured)] or along)
    ideas = list(_ideas(columns, focus, (along, measured, groups), chance))
    figures: list[dict[str, str]] = []
    for x, y, by in ideas:
        question = asked(x, y, by, chance)
        if question not in taken and len(figures) < brief["figures"]:
            taken.add(question)
            figures.append({"question": question, "x": x, "y": y, "by": by})
    return {
        "title": f"{called(focus)[:1].upper()}{called(focus)[1:]} and what goes with it",
        "goal": f"To see what of {a_row(rows)} goes together with its {called(focus)}, and for which {rows}s.",
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


def asked(x: str, y: str, by: str, chance: random.Random) -> str:
    """Return the question that a figure is to answer."""
    (how,) = chance.choices(SUMS, _WEIGHTS)
    apart = f", told apart by {called(by)}" if by else ""
    return f"How does the {how} {called(y)} change with {called(x)}{apart}?"


def called(name: str) -> str:
    """Return a column's name in words."""
    return " ".join(name.replace("_", " ").split())


def a_row(rows: str) -> str:
    """Return a row with its article."""
    return f"{'an' if rows[:1].lower() in 'aeiou' else 'a'} {rows}"


def is_ordered(column: Mapping[str, Any]) -> bool:
    """Whether a column's values may stand along an axis in their order."""
    if column["role"] == "date":
        return True
    numbers = column["role"] == "measure" and column.get("kind") not in ("code", "id")
    return column["distinct"] >= _FEW and (numbers or column["role"] == "ordered_category")


def is_measured(column: Mapping[str, Any]) -> bool:
    """Whether a column's values may be averaged."""
    return column["role"] == "measure" and bool(column.get("numeric")) and column.get("kind") not in ("code", "id")


def tells_apart(column: Mapping[str, Any]) -> bool:
    """Whether a column tells two to five groups apart."""
    return column["role"] in ("category", "ordered_category", "flag") and 2 <= column["distinct"] <= 5
