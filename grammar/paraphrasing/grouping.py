"""Figures of groups: `groupby`, `pivot_table`, a loop; and figures put back onto rows."""

from __future__ import annotations

import ast

from grammar.paraphrasing.shapes import AGGREGATES, Grouped, Known, call, expression, grouped, item, module, text


def by_series(node: ast.expr, known: Known) -> ast.expr | None:
    """`frame.groupby(key)[column]` as `frame[column].groupby(frame[key])`."""
    found = grouped(node)
    if found is None or found.key == found.column:
        return None
    keyed = call(item(found.frame, text(found.column)), "groupby", item(found.frame, text(found.key)))
    keyed.keywords = found.keywords
    return keyed


def by_name(node: ast.expr, known: Known) -> ast.expr | None:
    """`….mean()` of groups as `….agg("mean")`."""
    found = _figure(node)
    return None if found is None else call(_of(node), "agg", text(found[1]))


def by_pivot(node: ast.expr, known: Known) -> ast.expr | None:
    """A figure of groups as a column of a pivot table; of columns without gaps, since it drops empty groups."""
    found = _figure(node)
    if found is None or not _whole(found[0], known):
        return None
    groups, figure = found
    table = call(groups.frame, "pivot_table", index=text(groups.key), values=text(groups.column), aggfunc=text(figure))
    table.keywords += [each for each in groups.keywords if each.arg in ("observed", "sort")]
    return item(table, text(groups.column))


def by_loop(node: ast.expr, known: Known) -> ast.expr | None:
    """A figure of groups as a series of the figures of each."""
    found = _figure(node)
    if found is None or not _whole(found[0], known):
        return None
    groups, figure = found
    each = expression(f"{{label: group[{groups.column!r}].{figure}() for label, group in frames}}")
    assert isinstance(each, ast.DictComp)
    frames = call(groups.frame, "groupby", text(groups.key))
    frames.keywords = groups.keywords
    each.generators[0].iter = frames
    return call(call(module("pd"), "Series", each, name=text(groups.column)), "rename_axis", text(groups.key))


def by_map(node: ast.expr, known: Known) -> ast.expr | None:
    """`groupby(…).transform("mean")` as the key mapped to the figures of groups."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=owner, attr="transform"), args=[ast.Constant(value=str(figure))], keywords=[]
        ):
            found = grouped(owner)
            if found is not None and figure in AGGREGATES and found.key in known.labels:
                return call(item(found.frame, text(found.key)), "map", call(owner, figure))
    return None


def by_size(node: ast.expr, known: Known) -> ast.expr | None:
    """`values.value_counts().sort_index()` as the sizes of groups, which come in that order."""
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Call(func=ast.Attribute(value=values, attr="value_counts"), args=[], keywords=[]),
                attr="sort_index",
            ),
            args=[],
            keywords=[],
        ):
            return call(call(values, "groupby", values), "size")
    return None


def _figure(node: ast.expr) -> tuple[Grouped, str] | None:
    """A grouped column and the figure that is taken of it."""
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr=figure), args=[], keywords=[]) if figure in AGGREGATES:
            found = grouped(owner)
            return None if found is None else (found, figure)
    return None


def _of(node: ast.expr) -> ast.expr:
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return node.func.value


def _whole(groups: Grouped, known: Known) -> bool:
    return groups.column in known.numbers and groups.key in known.labels
