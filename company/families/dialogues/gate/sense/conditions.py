"""The conditions of a piece of code: what tells rows apart, each part of an "and" by itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from company.families.dialogues.gate.sense.cues import named, spoken
from company.families.dialogues.gate.sense.syntax import constants, method, relevant

_PREDICATES = frozenset({"between", "isin", "eq", "ne", "gt", "lt", "ge", "le", "contains", "startswith", "endswith"})
_ABSENT = {
    "isna": "dropna",
    "isnull": "dropna",
    "notna": "dropna",
    "notnull": "dropna",
    "duplicated": "drop_duplicates",
}


@dataclass(frozen=True)
class Condition:
    """An expression that is true of some rows."""

    node: ast.expr
    alternative: bool = False
    """Whether it is one side of an "or", which means nothing where it is true of no further row."""

    def asked(self, query: str) -> bool:
        """Return whether a query asks for it."""
        if self.alternative:  # one side of "outside the bounds" may well be empty
            return named(query, [each for part in _compared(self.node) for each in constants(part)])
        calls = [method(each) for each in ast.walk(self.node)]
        return named(query, constants(self.node)) or any(spoken(query, _ABSENT.get(each or "", "")) for each in calls)


def conditions(tree: ast.Module) -> list[Condition]:
    """Return the conditions in code, outermost first; tests of single values are among them."""
    found: list[Condition] = []
    inner: set[int] = set()
    masks = {id(mask) for node in relevant(tree) for mask in _masks(node)}
    for node in relevant(tree):
        if id(node) in inner or not isinstance(node, ast.expr):
            continue
        parts = list(_parts(node, id(node) in masks))
        found += parts
        inner |= {id(each) for part in parts for each in _logic(part.node)}
    return found


def _masks(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what stands where rows are chosen: between square brackets."""
    if isinstance(node, ast.Subscript):
        yield from node.slice.elts[:1] if isinstance(node.slice, ast.Tuple) else [node.slice]


def _parts(node: ast.expr, mask: bool) -> Iterator[Condition]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
        sides = [each for side in (node.left, node.right) for each in _parts(side, True)]
        if not sides:
            return
        if isinstance(node.op, ast.BitAnd):
            yield from sides
        else:
            yield Condition(node)
            yield from (Condition(side, alternative=True) for side in (node.left, node.right))
    elif _is_atom(node, mask):
        yield Condition(node)


def _is_atom(node: ast.expr, mask: bool) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        return any(True for _ in _parts(node.operand, True))
    if isinstance(node, ast.Compare):
        return not any(isinstance(each, ast.Is | ast.IsNot | ast.In | ast.NotIn) for each in node.ops)
    called = method(node)
    return called in _PREDICATES or (mask and called in _ABSENT)


def _logic(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the nodes that join a condition's parts: what stands below them is found by itself."""
    yield node
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
        yield from _logic(node.left)
        yield from _logic(node.right)
    elif isinstance(node, ast.UnaryOp):
        yield from _logic(node.operand)


def _compared(node: ast.expr) -> list[ast.expr]:
    """Return what a column is compared with."""
    if isinstance(node, ast.Compare):
        return node.comparators
    return node.args if isinstance(node, ast.Call) else []


def query_parts(text: str) -> list[tuple[str, str]]:
    """Return each part of the text of a `DataFrame.query` that is an "and", and the text without it."""
    read = re.sub(r"`[^`]*`", lambda name: "_" * len(name.group()), text).replace("@", "_")
    try:
        tree = ast.parse(read, mode="eval").body
    except SyntaxError:
        return []
    ranges = [(each.col_offset, each.end_col_offset or 0) for each in _conjuncts(tree)]
    if len(ranges) < 2 or not read.isascii():
        return []
    said = [text[start:end] for start, end in ranges]
    return [(part, " and ".join(f"({each})" for each in said if each is not part)) for part in said]


def _conjuncts(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for each in node.values:
            yield from _conjuncts(each)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
        yield from _conjuncts(node.left)
        yield from _conjuncts(node.right)
    else:
        yield node
