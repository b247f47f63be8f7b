"""Conditions on rows: which are worth setting, whether they can be checked, how they are written, what they leave."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from company.records import Column
from grammar.scene import Var
from grammar.slots import Condition, literal, sayable
from grammar.words import words

_MASKS = words("values")["masks"]


def meeting(source: Var, out: str, conditions: Sequence[Condition]) -> Var:
    """Return the rows that meet some conditions: as many as what is known of the columns lets one expect."""
    left = 1.0
    for each in conditions:
        left *= kept_share(each, source)
    fixed = {column for column, comparison, _ in conditions if comparison == "eq"}
    columns = tuple(_thinned(column, left, column.name in fixed) for column in source.columns)
    return replace(source, name=out, rows=max(int(source.rows * left), 1), columns=columns)


def selected(conditions: Sequence[Condition], source: Var) -> tuple[str, str]:
    """Return two words for the rows that meet some conditions: grass rows, high price, usual price without extremes."""
    column, comparison, operand = conditions[0]
    if comparison == "eq" and isinstance(operand, str):
        return operand, "rows"
    quartiles = source.named[column].quartiles if column in source.named else None
    beyond = (
        quartiles
        and isinstance(operand, int | float)
        and ((comparison == "le" and operand > quartiles[2]) or (comparison == "ge" and operand < quartiles[0]))
    )
    word = {"gt": "high", "ge": "high", "lt": "low", "le": "low", "missing": "missing"}
    return "usual" if beyond else word.get(comparison, "selected"), column


def kept_share(condition: Condition, source: Var) -> float:
    """About which share of a frame's rows meets a condition, by what is known of the column."""
    name, comparison, operand = condition
    column = source.named[name]
    if comparison in ("eq", "in", "ne"):
        wanted = {str(value) for value in (operand if isinstance(operand, tuple) else (operand,))}
        known = sum(count for text, count in column.values if text in wanted) / max(source.rows, 1)
        share = known or 1 / max(column.distinct, 1)
        return 1 - share if comparison == "ne" else min(share, 1.0)
    if column.quartiles is None or comparison not in ("gt", "ge", "lt", "le", "between"):
        return 0.5
    low, high = operand if comparison == "between" else (operand, operand)
    below = float(sum(quarter <= low for quarter in column.quartiles)) / 4
    if comparison == "between":
        return max(float(sum(quarter <= high for quarter in column.quartiles)) / 4 - below, 0.25)
    return max(1 - below if comparison in ("gt", "ge") else below, 0.2)


def _thinned(column: Column, left: float, fixed: bool) -> Column:
    """The column among a share of its rows: rarer values are rarer still."""
    values = tuple((text, int(count * left)) for text, count in column.values if count * left >= 1)
    changes = {"values": values, "missing": int(column.missing * left), "distinct": 1 if fixed else column.distinct}
    return column.model_copy(update=changes)


def condition(column: Column, chance: random.Random) -> Condition | None:
    """A condition on a column that neither keeps nor drops nearly everything, or None."""
    if not sayable(column.name):
        return None
    if column.dtype == "bool":
        return (column.name, "eq", chance.random() < 0.7) if column.distinct == 2 else None
    if column.numeric and column.role in ("measure", "ordered_category") and column.quartiles:
        return _numeric_condition(column, chance)
    common = [text for text, count in column.values if count > 1 and sayable(text)]
    if column.role in ("category", "ordered_category", "flag") and len(common) >= 2 and not column.numeric:
        if column.distinct > 3 and chance.random() < 0.35:
            size = 2 if len(common) < 4 else chance.choice((2, 3))
            return column.name, "in", tuple(chance.sample(common[:5], size))
        if column.distinct > 3 and chance.random() < 0.15:
            return column.name, "ne", common[0]
        return column.name, "eq", chance.choice(common[:4])
    return None


def _numeric_condition(column: Column, chance: random.Random) -> Condition | None:
    assert column.quartiles is not None
    low, middle, high = (tidy(value) for value in column.quartiles)
    if low == high:
        return None
    ways: list[Condition] = [(column.name, "gt", middle), (column.name, "between", (low, high))]
    if low < middle:
        ways.append((column.name, "le", middle))
    if middle < high:
        ways.append((column.name, "ge", high))
    return chance.choice(ways)


def tidy(value: float) -> float | int:
    """A round number near a value, as a person would name it: three significant digits at most."""
    rounded = float(f"{value:.2g}") if abs(value) >= 10 else float(f"{value:.3g}")
    return int(rounded) if rounded == int(rounded) else rounded


def fits(condition: Condition, source: Var) -> bool:
    """Whether a condition can be evaluated on a frame as it stands."""
    column, comparison, operand = condition
    if column not in source.named:
        return False
    if comparison in ("gt", "ge", "lt", "le", "between"):
        operands = operand if isinstance(operand, tuple) else (operand,)
        return source.named[column].numeric and not any(isinstance(item, str) for item in operands)
    return True


def mask(condition: Condition, frame: str) -> str:
    """The boolean expression of a condition on a frame."""
    column, comparison, operand = condition
    low, high = map(literal, operand) if comparison == "between" else ("", "")
    known = {"column": f"{frame}[{literal(column)}]", "operand": literal(operand), "low": low, "high": high}
    return str(_MASKS[comparison]).format_map(known)


def joint_mask(conditions: Sequence[Condition], frame: str) -> str:
    """The boolean expression of all conditions together."""
    masks = [mask(each, frame) for each in conditions]
    return masks[0] if len(masks) == 1 else " & ".join(f"({one})" for one in masks)
