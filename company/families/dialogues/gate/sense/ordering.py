"""Figures that take the values of a column in an order that is given: others are left out of them by that alone.

Whoever leaves these out beforehand, too, as the query has it, has taken no idle step.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from company.families.dialogues.gate.sense.syntax import constants

_ORDERS = {"order": ("x", "y"), "hue_order": ("hue",), "col_order": ("col",), "row_order": ("row",)}
"""What a call names the order of values by, and what it names their column by."""


def chosen_by_order(tree: ast.Module, conditions: Sequence[ast.expr]) -> set[ast.expr]:
    """Return those of some conditions that are about a column whose values a figure takes in a given order."""
    columns = set(_in_order(tree))
    return {each for each in conditions if columns & {one for one in constants(each) if isinstance(one, str)}}


def _in_order(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            given = {word.arg: word.value for word in node.keywords if word.arg}
            named = [given.get(name) for order, names in _ORDERS.items() if order in given for name in names]
            yield from (each.value for each in named if isinstance(each, ast.Constant) and isinstance(each.value, str))
