"""What the idioms ask of code: columns and masks, and what a condition is in the words of `query`."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from grammar.mutating.patterns import SIGNS

_TESTS = frozenset({"isin", "between", "notna", "isna", "eq", "ne", "lt", "le", "gt", "ge"})
_NAME = re.compile(r"[A-Za-z_][\w ]*")


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


def column_of(node: Any) -> tuple[str, str] | None:
    """Frame and name of a column: `frame["name"]`."""
    match node:
        case ast.Subscript(value=ast.Name(id=frame), slice=ast.Constant(value=str(name)), ctx=ast.Load()):
            return frame, name
    return None


def is_text(node: ast.expr) -> bool:
    """Whether an expression is a text as such."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_number(node: Any, known: Known) -> bool:
    """Whether an expression is a column of numbers."""
    frame, name = column_of(node) or ("", "")
    return frame not in known.groupings and name in known.numbers


def is_mask(node: Any, known: Known) -> bool:
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


def as_query(mask: Any, frame: str) -> str | None:
    """A condition in the words of `query`; None where it has no words for it."""
    match mask:
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() as op, right=right):
            sides = as_query(left, frame), as_query(right, frame)
            word = "and" if isinstance(op, ast.BitAnd) else "or"
            return f"({sides[0]}) {word} ({sides[1]})" if all(sides) else None
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            inner = as_query(operand, frame)
            return f"not ({inner})" if inner else None
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in SIGNS:
            name, value = _column(left, frame), _value(right)
            return f"`{name}` {SIGNS[type(op)]} {value}" if name and value else None
        case ast.Call(func=ast.Attribute(value=owner, attr="isin"), args=[ast.List(elts=elements)]):
            name, values = _column(owner, frame), [_value(each) for each in elements]
            return f"`{name}` in [{', '.join(map(str, values))}]" if name and values and all(values) else None
    return None


def _column(node: ast.expr, frame: str) -> str | None:
    owner, name = column_of(node) or ("", "")
    return name if owner == frame and _NAME.fullmatch(name) else None


def _value(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=bool() | None):
            return None
        case ast.Constant(value=str() | int() | float()) | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return ast.unparse(node)
        case ast.Name(id=name):
            return f"@{name}"
    return None
