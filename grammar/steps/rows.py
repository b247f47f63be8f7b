"""Steps that choose: columns and rows."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import (
    ColumnNames,
    Condition,
    Conditions,
    Rows,
    Source,
    literal,
    sayable,
)
from grammar.steps.base import Kind, Slots, Step, identifier


class Select(Kind):
    """Keep some columns of a frame."""

    name = "select_columns"
    slots = {"source": Source(), "columns": ColumnNames(), "rows": Rows()}
    verbs = (
        "(keep|select|pick out) [only |just ]the columns {columns} (of|from) {source}",
        "(reduce|narrow) {source} [down ]to the columns {columns}",
    )
    nouns = ("{columns} (for all {rows} in|from) {source}", "[just |only ]the columns {columns} of {source}")
    motives = (
        "Most of the columns are not relevant for me right now.",
        "Let me first get the few things I need side by side.",
        "I'd rather look at a narrower table.",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two to five columns, those in focus first; never all of them."""
        columns = focus.first(source.named.values(), chance)
        for size in (3, 4, 2, 5):
            if source.rows and size < len(source.columns):
                yield {"columns": tuple(column.name for column in columns[:size])}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_rooms_columns."""
        return identifier(*slots["columns"][:2], "columns")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A list of names in brackets, sometimes named first."""
        names = literal(step.slots["columns"])
        if style.random() < 0.5:
            return [f"columns = {names}", f"{out} = {source.name}[columns].copy()"]
        return [f"{out} = {source.name}[{names}].copy()"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """The same rows with fewer columns."""
        return replace(source, name=out, columns=tuple(source.named[name] for name in slots["columns"]))


class Filter(Kind):
    """Keep the rows that meet conditions."""

    name = "filter"
    slots = {"source": Source(), "conditions": Conditions(), "rows": Rows()}
    verbs = (
        "(keep|select) only the {rows} (in|of) {source} where {conditions}",
        "(filter|narrow) {source} [down ]to the {rows} where {conditions}",
        "take {source} and (keep|leave) only {rows} where {conditions}",
    )
    nouns = (
        "(the|all|all the) {rows} (in|from|of) {source} where {conditions}",
        "every (row|record) in {source} where {conditions}",
    )
    motives = (
        "Not all of them matter to me.",
        "I only care about part of this.",
        "Let's zoom in a little.",
        "I want to leave out what does not concern me.",
    )
    moment = "open"
    weight = 2.0

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """One or two conditions that keep a fair part of the rows."""
        columns = focus.first(source.named.values(), chance)
        single = [found for column in columns if (found := condition(column, chance))]
        for first in single[:4]:
            yield {"conditions": (first,)}
        for first, second in itertools.pairwise(single):
            yield {"conditions": (first, second)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Every condition's column is there, and numbers are compared with numbers."""
        return all(fits(condition, source) for condition in slots["conditions"])

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. grass_rows or high_price_rows."""
        column, comparison, operand = slots["conditions"][0]
        if comparison == "eq" and isinstance(operand, str):
            return identifier(operand, "rows", longest=32)
        word = {"gt": "high", "ge": "high", "lt": "low", "le": "low", "missing": "missing"}
        return identifier(word.get(comparison, "selected"), column, longest=32)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Boolean masks, written in one expression or mask by mask."""
        masks = [mask(condition, source.name) for condition in step.slots["conditions"]]
        if len(masks) == 1:
            if style.random() < 0.5:
                return [f"mask = {masks[0]}", f"{out} = {source.name}[mask].copy()"]
            return [f"{out} = {source.name}[{masks[0]}].copy()"]
        joined = " & ".join(f"({one})" for one in masks)
        return [f"mask = {joined}", f"{out} = {source.name}[mask].copy()"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """The same columns and as many rows as the profile lets one expect."""
        left = 1.0
        fixed = set()
        for column, comparison, operand in slots["conditions"]:
            left *= kept_share((column, comparison, operand), source)
            fixed |= {column} if comparison == "eq" else set()
        columns = [_thinned(column, left, column.name in fixed) for column in source.columns]
        return replace(source, name=out, rows=max(int(source.rows * left), 1), columns=tuple(columns))


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
    values = f"{frame}[{literal(column)}]"
    if comparison == "between":
        return f"{values}.between({literal(operand[0])}, {literal(operand[1])})"
    if comparison == "in":
        return f"{values}.isin({literal(operand)})"
    if comparison == "contains":
        return f"{values}.str.contains({literal(operand)}, regex=False, na=False)"
    if comparison in ("missing", "present"):
        return f"{values}.{'isna' if comparison == 'missing' else 'notna'}()"
    sign = {"eq": "==", "ne": "!=", "gt": ">", "ge": ">=", "lt": "<", "le": "<="}[comparison]
    return f"{values} {sign} {literal(operand)}"
