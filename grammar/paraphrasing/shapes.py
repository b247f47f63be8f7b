"""What the idioms look for in code: columns, groups and masks, and the calls that they write."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from dataclasses import dataclass

Idiom = Callable[[ast.expr, "Known"], ast.expr | None]
"""The same value written otherwise; None where an expression is not of the idiom's kind."""
AGGREGATES = frozenset({"mean", "median", "sum", "min", "max", "count"})
"""Figures of a group that are there for every group that is complete."""
_TESTS = frozenset({"isin", "between", "notna", "isna", "eq", "ne", "lt", "le", "gt", "ge"})


@dataclass(frozen=True)
class Known:
    """What an idiom may rely on."""

    numbers: Collection[str] = ()
    """Columns of numbers without gaps, in whatever frame."""
    labels: Collection[str] = ()
    """Columns of texts without gaps."""
    masks: Collection[str] = ()
    """Names that the code gives to conditions."""
    groupings: Collection[str] = ()
    """Names that the code gives to groups, whose columns are no series."""


@dataclass(frozen=True)
class Grouped:
    """One column of a frame by the values of another: `frame.groupby(key)[column]`."""

    frame: ast.Name
    key: str
    column: str
    keywords: list[ast.keyword]


def grouped(node: ast.expr) -> Grouped | None:
    """An expression as a grouped column."""
    match node:
        case ast.Subscript(
            value=ast.Call(
                func=ast.Attribute(value=ast.Name() as frame, attr="groupby"),
                args=[ast.Constant(value=str(key))],
                keywords=keywords,
            ),
            slice=ast.Constant(value=str(column)),
        ):
            return Grouped(frame, key, column, keywords)
    return None


def column_of(node: ast.expr) -> tuple[ast.expr, str] | None:
    """Frame and name of a column: `frame["name"]`."""
    match node:
        case ast.Subscript(value=ast.Name() as frame, slice=ast.Constant(value=str(name)), ctx=ast.Load()):
            return frame, name
    return None


def is_mask(node: ast.expr, known: Known) -> bool:
    """Whether an expression is a condition on rows."""
    match node:
        case ast.Name(id=name):
            return name in known.masks
        case ast.Compare(left=left, ops=[op]):
            return column_of(left) is not None and not isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot)
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr(), right=right):
            return is_mask(left, known) and is_mask(right, known)
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return is_mask(operand, known)
        case ast.Call(func=ast.Attribute(value=owner, attr=test)):
            return test in _TESTS and column_of(owner) is not None
    return False


def call(owner: ast.expr, method: str, *args: ast.expr, **keywords: ast.expr) -> ast.Call:
    """A call of a method."""
    named = [ast.keyword(name, value) for name, value in keywords.items()]
    return ast.Call(ast.Attribute(owner, method, ast.Load()), list(args), named)


def item(owner: ast.expr, index: ast.expr) -> ast.Subscript:
    """What stands at an index."""
    return ast.Subscript(owner, index, ast.Load())


def text(value: object) -> ast.Constant:
    """A literal."""
    return ast.Constant(value)  # type: ignore[arg-type]


def module(name: str) -> ast.Name:
    """A module by the name that it is imported under."""
    return ast.Name(name, ast.Load())


def expression(code: str) -> ast.expr:
    """An expression out of its source."""
    return ast.parse(code, mode="eval").body
