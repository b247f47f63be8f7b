"""The first rows in some order: sorted and cut, or the largest at once."""

from __future__ import annotations

import ast

from grammar.paraphrasing.shapes import Known, call, text


def by_largest(node: ast.expr, known: Known) -> ast.expr | None:
    """A stable sort by a column of numbers, and its head, as `nlargest` or `nsmallest`, which keep ties in order."""
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Call(
                    func=ast.Attribute(value=frame, attr="sort_values"),
                    args=[ast.Constant(value=str(column))],
                    keywords=keywords,
                ),
                attr="head",
            ),
            args=[count],
            keywords=[],
        ) if column in known.numbers:
            told = {each.arg: getattr(each.value, "value", None) for each in keywords}
            if told.pop("kind", None) in ("stable", "mergesort") and told.keys() <= {"ascending"}:
                method = "nsmallest" if told.get("ascending", True) else "nlargest"
                return call(frame, method, count, text(column))
    return None


def by_sorting(node: ast.expr, known: Known) -> ast.expr | None:
    """`nlargest` and `nsmallest` of a frame as a stable sort and its head."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=frame, attr="nlargest" | "nsmallest" as method),
            args=[count, ast.Constant(value=str(column))],
            keywords=[],
        ) if column in known.numbers:
            ascending = text(method == "nsmallest")
            ordered = call(frame, "sort_values", text(column), ascending=ascending, kind=text("stable"))
            return call(ordered, "head", count)
    return None
