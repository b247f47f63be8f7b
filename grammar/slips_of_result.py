"""What is to come out, misread: another statistic, a number beside the right one, a difference the wrong way round.

Each function yields slips of right code; code with any one of them runs, and most likely gives another result.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from grammar.editing import Code
from grammar.misreading import Finder, Reading, Slip
from grammar.slips_of_meaning import (
    axes_swapped,
    other_columns,
    wrong_column,
    wrong_filter,
    wrong_order,
    wrong_source,
)
from grammar.slips_of_sense import (
    house_rule,
    leaked_gaps,
    multiplied_rows,
    wrong_axis,
    wrong_level,
    wrong_period,
    wrong_turn,
    wrong_whole,
)

# statistics

_WORDS = {
    "mean": "mean", "median": "median", "sum": "sum", "max": "maximum", "min": "minimum", "std": "standard deviation",
    "var": "variance", "count": "number of values", "nunique": "number of different values", "size": "size",
}  # fmt: skip
_OTHER = {"mean": "median", "median": "mean", "sum": "mean", "max": "min", "min": "max", "std": "var", "var": "std",
          "count": "nunique", "nunique": "count"}  # fmt: skip


def wrong_statistic(reading: Reading) -> Iterator[Slip]:
    """Another statistic than the one that was asked for, or one of several left out."""
    code = reading.code
    for call, name in reading.calls:
        if name in _OTHER and isinstance(call.func, ast.Attribute) and not call.args and not call.keywords:
            yield Slip((code.attribute(call.func, _OTHER[name]),), _instead(name), "values")
        if name in ("agg", "aggregate", "transform", "pivot_table", "crosstab"):
            for each in ast.walk(call):
                if isinstance(each, ast.Constant) and each.value in _OTHER:
                    yield Slip(code.replaced(each, f"'{_OTHER[each.value]}'"), _instead(each.value), "values")
        if name in ("agg", "aggregate"):
            yield from _fewer(code, call)


def _instead(name: str) -> str:
    return f"computed the {_WORDS[_OTHER[name]]} instead of the {_WORDS[name]}"


def _fewer(code: Code, call: ast.Call) -> Iterator[Slip]:
    """The last of several statistics forgotten, with the name that it would have got."""
    wanted = call.args[0] if call.args else None
    if isinstance(wanted, ast.List) and len(wanted.elts) > 1 and isinstance(wanted.elts[-1], ast.Constant):
        names = [
            node.value
            for node in code.nodes
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Attribute)
            and node.targets[0].attr == "columns"
            and isinstance(node.value, ast.List)
            and len(node.value.elts) == len(wanted.elts)
        ]
        edits = tuple(
            (*code.span(each), f"[{', '.join(code.of(one) for one in each.elts[:-1])}]") for each in (wanted, *names)
        )
        word = _WORDS.get(str(wanted.elts[-1].value), str(wanted.elts[-1].value))
        yield Slip(edits, f"left out the {word}", "columns")
    named = [one for one in call.keywords if isinstance(one.value, ast.Tuple) and len(one.value.elts) == 2]
    if len(named) > 1 and len(named) == len(call.keywords):
        last = named[-1].value
        statistic = last.elts[1] if isinstance(last, ast.Tuple) else None
        left_out = _WORDS.get(str(statistic.value)) if isinstance(statistic, ast.Constant) else None
        if left_out:
            span = code.span(named[-2])[1], code.span(named[-1])[1]
            yield Slip(((*span, ""),), f"left out the {left_out}", "columns")


# numbers

_COUNTED = {
    "n_clusters": "clusters", "n_components": "components", "n_neighbors": "neighbours", "n_estimators": "trees",
    "bins": "bins", "q": "parts", "window": "values at a time",
}  # fmt: skip
_FIRST = frozenset({"head", "tail", "nlargest", "nsmallest", "sample"})


def wrong_number(reading: Reading) -> Iterator[Slip]:
    """A number beside the right one: one too few, another quantile, a limit forgotten."""
    code = reading.code
    for call, name in reading.calls:
        first = call.args[0] if call.args else None
        if name in _FIRST and isinstance(call.func, ast.Attribute) and (number := _whole(first)):
            if number > 1:
                assert first is not None
                yield Slip(code.replaced(first, str(number - 1)), f"took {number - 1} instead of {number}", "rows")
            if name in ("head", "tail"):
                did = f"took all of them instead of {number}"
                yield Slip(code.replaced(call, code.of(call.func.value)), did, "rows")
        if name in ("rolling", "qcut") and (number := _whole(call.args[-1] if call.args else None)):
            did = f"used {number + 1} instead of {number}"
            yield Slip(code.replaced(call.args[-1], str(number + 1)), did, "values")
        for keyword in call.keywords:
            yield from _parameter(code, keyword)
        if name == "quantile" or (name == "percentile" and len(call.args) > 1):
            yield from _quantile(code, call.args[-1] if call.args else None)


def _whole(node: ast.AST | None) -> int | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def _parameter(code: Code, keyword: ast.keyword) -> Iterator[Slip]:
    value, name = keyword.value, keyword.arg or ""
    labelled = name in ("bins", "q") and "labels=" in code.text
    if name in _COUNTED and not labelled and (number := _whole(value)):
        did = f"used {number + 1} {_COUNTED[name]} instead of {number}"
        yield Slip(code.replaced(value, str(number + 1)), did, "values")
    if name == "test_size" and isinstance(value, ast.Constant) and isinstance(value.value, float):
        other = 0.2 if value.value != 0.2 else 0.3
        did = f"held back a share of {other} for testing instead of {value.value}"
        yield Slip(code.replaced(value, str(other)), did, "values")
    if name == "method" and code.of(value) in ("'spearman'", '"spearman"'):
        yield Slip(code.replaced(value, "'pearson'"), "used the Pearson instead of the Spearman correlation", "values")
    if name == "normalize" and code.of(value) == "True":
        did = "counted the values instead of giving their shares"
        yield Slip(code.replaced(value, "False"), did, "values")
    if name == "ddof" and (number := _whole(value)) == 1:
        yield Slip(code.replaced(value, "0"), "divided by n instead of n - 1", "values")


def _quantile(code: Code, node: ast.AST | None) -> Iterator[Slip]:
    value = node.value if isinstance(node, ast.Constant) else None
    if node is not None and isinstance(value, float) and 0 < value < 1 and value != 0.5:
        other = round(1 - value, 4)
        yield Slip(code.replaced(node, str(other)), f"took the quantile {other} instead of {value}", "values")


def wrong_ratio(reading: Reading) -> Iterator[Slip]:
    """A ratio the wrong way round, fractions for percentages."""
    code = reading.code
    for node in code.nodes:
        if not isinstance(node, ast.BinOp):
            continue
        left, right = code.of(node.left), code.of(node.right)
        if isinstance(node.op, ast.Div) and _plain(node) and not isinstance(node.right, ast.Call):
            yield Slip(code.replaced(node, f"{right} / {left}"), "divided the wrong way round", "values")
        if isinstance(node.op, ast.Mult) and right == "100":
            share = f"({left})" if isinstance(node.left, ast.BinOp) else left
            yield Slip(code.replaced(node, share), "gave fractions instead of percentages", "values")


def wrong_difference(reading: Reading) -> Iterator[Slip]:
    """A difference the wrong way round."""
    code = reading.code
    for node in code.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and _plain(node):
            text = f"{code.of(node.right)} - {code.of(node.left)}"
            yield Slip(code.replaced(node, text), "subtracted the wrong way round", "values")


def _plain(node: ast.BinOp) -> bool:
    return all(isinstance(each, ast.Name | ast.Subscript | ast.Call) for each in (node.left, node.right))


FINDERS: Mapping[Finder, tuple[float, str]] = {
    house_rule: (4, "house rule"),
    wrong_whole: (4, "denominator"),
    wrong_ratio: (1, "denominator"),
    leaked_gaps: (4, "missing values"),
    wrong_turn: (4, "order of steps"),
    multiplied_rows: (4, "multiplied rows"),
    wrong_level: (4, "level"),
    wrong_period: (3, "period"),
    wrong_source: (4, "stale variable"),
    wrong_axis: (4, "axis"),
    axes_swapped: (1, "axis"),
    wrong_filter: (3, "condition"),
    wrong_number: (2, "condition"),
    wrong_column: (2, "column"),
    other_columns: (1, "column"),
    wrong_order: (2, "order"),
    wrong_difference: (1, "order"),
    wrong_statistic: (2, "statistic"),
}
"""Every sort of slip with its weight and its kind: where nothing is proposed, slips of sense come before others."""
