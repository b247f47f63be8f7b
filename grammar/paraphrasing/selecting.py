"""Rows and columns taken from a frame: square brackets, `loc`, `query`, `filter`."""

from __future__ import annotations

import ast
import re

from grammar.paraphrasing.shapes import Known, call, column_of, is_mask, item, text

_NAME = re.compile(r"[A-Za-z_][\w ]*")
_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


def by_loc(node: ast.expr, known: Known) -> ast.expr | None:
    """`frame[mask]` as `frame.loc[mask]`."""
    match node:
        case ast.Subscript(value=ast.Name() as frame, slice=mask, ctx=ast.Load()) if is_mask(mask, known):
            return item(ast.Attribute(frame, "loc", ast.Load()), mask)
    return None


def by_brackets(node: ast.expr, known: Known) -> ast.expr | None:
    """`frame.loc[mask]` as `frame[mask]`, and one column of it as a column of that."""
    match node:
        case ast.Subscript(value=ast.Attribute(value=ast.Name() as frame, attr="loc"), slice=found, ctx=ast.Load()):
            match found:
                case ast.Tuple(elts=[mask, ast.Constant(value=str()) as column]) if is_mask(mask, known):
                    return item(item(frame, mask), column)
                case mask if is_mask(mask, known):
                    return item(frame, mask)
    return None


def by_query(node: ast.expr, known: Known) -> ast.expr | None:
    """`frame[mask]` and `frame.loc[mask]` as `frame.query("…")`."""
    match node:
        case ast.Subscript(value=ast.Attribute(value=ast.Name() as frame, attr="loc"), slice=mask, ctx=ast.Load()):
            said = _said(mask, frame.id)
        case ast.Subscript(value=ast.Name() as frame, slice=mask, ctx=ast.Load()):
            said = _said(mask, frame.id)
        case _:
            return None
    return call(frame, "query", text(said)) if said else None


def by_filter(node: ast.expr, known: Known) -> ast.expr | None:
    """`frame[["a", "b"]]` as `frame.filter(items=["a", "b"])`."""
    match node:
        case ast.Subscript(value=ast.Name() as frame, slice=ast.List(elts=[_, *_]) as names, ctx=ast.Load()):
            if all(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in names.elts):
                return call(frame, "filter", items=names)
    return None


def by_all_rows(node: ast.expr, known: Known) -> ast.expr | None:
    """`frame[["a", "b"]]` as `frame.loc[:, ["a", "b"]]`."""
    match node:
        case ast.Subscript(value=ast.Name() as frame, slice=ast.List(elts=[_, *_]) as names, ctx=ast.Load()):
            return item(ast.Attribute(frame, "loc", ast.Load()), ast.Tuple([ast.Slice(), names], ast.Load()))
    return None


def _said(mask: ast.expr, frame: str) -> str | None:
    """A condition in the words of `query`; None where it has no words for it."""
    match mask:
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() as op, right=right):
            sides = _said(left, frame), _said(right, frame)
            word = "and" if isinstance(op, ast.BitAnd) else "or"
            return f"({sides[0]}) {word} ({sides[1]})" if all(sides) else None
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            inner = _said(operand, frame)
            return f"not ({inner})" if inner else None
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _SIGNS:
            name, value = _column(left, frame), _value(right)
            return f"`{name}` {_SIGNS[type(op)]} {value}" if name and value else None
        case ast.Call(func=ast.Attribute(value=owner, attr="isin"), args=[ast.List(elts=elements)]):
            name, values = _column(owner, frame), [_value(each) for each in elements]
            return f"`{name}` in [{', '.join(map(str, values))}]" if name and values and all(values) else None
    return None


def _column(node: ast.expr, frame: str) -> str | None:
    found = column_of(node)
    if found is None or not isinstance(found[0], ast.Name) or found[0].id != frame:
        return None
    return found[1] if _NAME.fullmatch(found[1]) else None


def _value(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=bool() | None):
            return None
        case ast.Constant(value=str() | int() | float()) | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return ast.unparse(node)
        case ast.Name(id=name):
            return f"@{name}"
    return None
