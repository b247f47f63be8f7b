"""Figures and columns that are computed: operators or methods, whole columns or value by value, pandas or numpy."""

from __future__ import annotations

import ast

from grammar.paraphrasing.shapes import Known, call, column_of, expression, is_mask, item, module, text

_METHODS: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div"}
_TESTS: dict[type[ast.cmpop], str] = {
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.Eq: "eq",
    ast.NotEq: "ne",
}
_NUMPY = {"mean": "nanmean", "median": "nanmedian", "sum": "nansum", "min": "nanmin", "max": "nanmax"}


def by_methods(node: ast.expr, known: Known) -> ast.expr | None:
    """`frame["a"] / frame["b"]` as `frame["a"].div(frame["b"])`."""
    match node:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _METHODS and _number(left, known):
            return call(left, _METHODS[type(op)], right)
    return None


def by_tests(node: ast.expr, known: Known) -> ast.expr | None:
    """`frame["a"] < 3` as `frame["a"].lt(3)`."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _TESTS and column_of(left):
            return call(left, _TESTS[type(op)], right)
    return None


def by_values(node: ast.expr, known: Known) -> ast.expr | None:
    """`frame["a"] * 2` as a map of each value."""
    match node:
        case ast.BinOp(left=left, op=op, right=ast.Constant(value=int() | float()) as right):
            if type(op) in _METHODS and _number(left, known):
                each = expression("lambda value: value")
                assert isinstance(each, ast.Lambda)
                each.body = ast.BinOp(each.body, op, right)
                return call(left, "map", each)
    return None


def by_numpy(node: ast.expr, known: Known) -> ast.expr | None:
    """`frame["a"].mean()` as `np.nanmean(frame["a"])`."""
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr=figure), args=[], keywords=[]) if figure in _NUMPY:
            return call(module("np"), _NUMPY[figure], owner) if _number(owner, known) else None
    return None


def by_quantile(node: ast.expr, known: Known) -> ast.expr | None:
    """`frame["a"].median()` as its middle quantile, and its extremes as the outermost ones."""
    at = {"median": 0.5, "min": 0.0, "max": 1.0}
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr=figure), args=[], keywords=[]) if figure in at:
            return call(owner, "quantile", text(at[figure])) if _number(owner, known) else None
    return None


def by_count(node: ast.expr, known: Known) -> ast.expr | None:
    """The sum of a condition as the count of what is not zero."""
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr="sum"), args=[], keywords=[]) if is_mask(owner, known):
            return call(module("np"), "count_nonzero", owner)
    return None


def by_shape(node: ast.expr, known: Known) -> ast.expr | None:
    """`len(frame[mask])` as the first of the frame's dimensions."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Subscript(slice=mask) as rows], keywords=[]):
            return item(ast.Attribute(rows, "shape", ast.Load()), text(0)) if is_mask(mask, known) else None
    return None


def _number(node: ast.expr, known: Known) -> bool:
    found = column_of(node)
    if found is None or (isinstance(found[0], ast.Name) and found[0].id in known.groupings):
        return False
    return found[1] in known.numbers
