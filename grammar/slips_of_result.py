"""What is to come out, misread: another statistic, a number beside the right one, another form of the result.

Each function yields slips of right code; code with any one of them runs, and most likely gives another result.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from grammar.editing import Code, called, in_chain
from grammar.misreading import Finder, Reading, Slip
from grammar.slips_of_api import is_column_of_groups
from grammar.slips_of_meaning import (
    axes_swapped,
    other_columns,
    wrong_column,
    wrong_filter,
    wrong_order,
    wrong_source,
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
    """A number beside the right one: one too few, another quantile, another seed, a limit forgotten."""
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
    if name == "random_state" and (number := _whole(value)):
        yield Slip(code.replaced(value, "0"), f"set the random state to 0 instead of {number}", "values")
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


def wrong_reckoning(reading: Reading) -> Iterator[Slip]:
    """A difference or a ratio the wrong way round, fractions for percentages, a result that was rounded."""
    code = reading.code
    for node in code.nodes:
        if not isinstance(node, ast.BinOp):
            continue
        left, right = code.of(node.left), code.of(node.right)
        plain = all(isinstance(each, ast.Name | ast.Subscript | ast.Call) for each in (node.left, node.right))
        if isinstance(node.op, ast.Sub) and plain:
            yield Slip(code.replaced(node, f"{right} - {left}"), "subtracted the wrong way round", "values")
        if isinstance(node.op, ast.Div) and plain and not isinstance(node.right, ast.Call):
            yield Slip(code.replaced(node, f"{right} / {left}"), "divided the wrong way round", "values")
        if isinstance(node.op, ast.Mult) and right == "100":
            share = f"({left})" if isinstance(node.left, ast.BinOp) else left
            yield Slip(code.replaced(node, share), "gave fractions instead of percentages", "values")
    value, kind = (code.assigned.value if code.assigned else None), reading.result[1]
    if value is not None and kind == "value" and called(value) == "float":
        yield Slip(code.replaced(value, f"round({code.of(value)}, 1)"), "rounded the result to one decimal", "values")
        text = f"str(round({code.of(value)}, 3))"
        yield Slip(code.replaced(value, text), "turned the number into a text", "values")
    if isinstance(value, ast.Call) and kind in ("series", "dataframe") and in_chain(value, "groupby"):
        end = code.span(value)[1]
        yield Slip(((end, end, ".round(1)"),), "rounded the figures to one decimal", "values")


# how much comes out

_FEW = 3
_CUT: Mapping[str, str] = {"dataframe": "{}.head({})", "series": "{}.head({})", "list": "{}[:{}]", "array": "{}[:{}]"}


def wrong_size(reading: Reading) -> Iterator[Slip]:
    """Only the beginning of the result, or its labels as one more column."""
    code, kind = reading.code, reading.result[1]
    node = code.assigned
    if node is None or reading.result[0] in code.written:
        return
    value = node.value
    if (
        kind in _CUT
        and called(value) not in _FIRST
        and isinstance(value, ast.Call | ast.Name | ast.Subscript | ast.List | ast.ListComp)
    ):
        text = _CUT[kind].format(code.of(value), _FEW)
        yield Slip(code.replaced(value, text), f"kept only the first {_FEW} of the result", "size")
    if kind == "tuple" and isinstance(value, ast.Tuple) and len(value.elts) > 1:
        text = f"({', '.join(code.of(one) for one in value.elts[:-1])},)"
        yield Slip(code.replaced(value, text), "left out the last of the values", "size")
    grouped = isinstance(value, ast.Call) and (called(value) == "pivot_table" or in_chain(value, "groupby"))
    if kind == "dataframe" and grouped and called(value) != "reset_index":
        text = f"{code.of(value)}.reset_index()"
        yield Slip(code.replaced(value, text), "made the labels a column instead of the index", "size")
        yield Slip(code.replaced(value, f"{code.of(value)}.T"), "turned rows and columns round", "size")
    if kind == "array" and called(value) == "fit_transform":
        yield Slip(code.replaced(value, f"{code.of(value)}.ravel()"), "made one long row of the figures", "size")


# the kind of result

_PHRASES = {
    "dataframe": "a DataFrame", "series": "a Series", "value": "a single value", "list": "a list",
    "dict": "a dictionary", "tuple": "a tuple", "array": "an array", "index": "an Index", "set": "a set",
}  # fmt: skip
_CONVERSIONS = {"list": ("tolist", "to_list"), "dict": ("to_dict",), "array": ("to_numpy",)}


def wrong_type(reading: Reading) -> Iterator[Slip]:
    """The last conversion forgotten, or one too many: a Series for a list, a DataFrame for a Series."""
    code, kind = reading.code, reading.result[1]
    node = code.assigned
    if node is None or kind not in _PHRASES or reading.result[0] in reading.code.written:
        return
    forms = list(_other_forms(code, node.value, kind))
    if kind == "value":
        forms.append((f"{{{reading.result[0]!r}: {code.of(node.value)}}}", "dict"))
    for text, made in forms:
        did = f"returned {_PHRASES[made]} instead of {_PHRASES[kind]}" if made else (
            f"did not turn the result into {_PHRASES[kind]}"
        )  # fmt: skip
        yield Slip((*code.replaced(node.value, text), *_printed(reading)), did, "type")


def _other_forms(code: Code, value: ast.expr, kind: str) -> Iterator[tuple[str, str]]:
    """The value in another form, with its type where that is known for sure."""
    inner = value.func.value if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else None
    only = value.args[0] if isinstance(value, ast.Call) and len(value.args) == 1 else None
    if inner is not None and called(value) in _CONVERSIONS.get(kind, ()):
        yield code.of(inner), ""
    elif kind == called(value) == "list" and isinstance(only, ast.Call | ast.Attribute | ast.Subscript):
        yield code.of(only), ""
    elif kind == "dataframe":
        yield from _less_than_a_frame(code, value)
    elif kind == "tuple" and isinstance(value, ast.Tuple):
        yield f"[{', '.join(code.of(one) for one in value.elts)}]", "list"
    else:
        simple = isinstance(value, ast.Name | ast.Call | ast.Subscript | ast.Attribute | ast.List | ast.Dict)
        whole = code.of(value) if simple else f"({code.of(value)})"
        yield from ((form.format(whole), made) for form, made in _FORMS.get(kind, ()))


_FORMS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "list": (("pd.Series({})", "series"), ("tuple({})", "tuple")),
    "tuple": (("list({})", "list"),),
    "set": (("list({})", "list"),),
    "dict": (("pd.Series({})", "series"),),
    "array": (("{}.tolist()", "list"),),
    "index": (("{}.tolist()", "list"),),
    "series": (("{}.to_frame()", "dataframe"), ("{}.reset_index()", "dataframe"), ("{}.tolist()", "list")),
    "value": (("[{}]", "list"),),
}
"""Type of result → what it may be wrapped in, and what it is then."""


def _less_than_a_frame(code: Code, value: ast.expr) -> Iterator[tuple[str, str]]:
    last = called(value)
    inner = value.func.value if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else None
    if inner is not None and (last == "to_frame" or (last == "reset_index" and is_column_of_groups(inner))):
        yield code.of(inner), "series"
    if isinstance(value, ast.Call | ast.Name | ast.Subscript):
        yield f"{code.of(value)}.to_numpy()", "array"
        yield f"{code.of(value)}.to_dict('records')", "list"


def _printed(reading: Reading) -> Iterator[tuple[int, int, str]]:
    """Only frames and series have a head to print."""
    code, name = reading.code, reading.result[0]
    for call, function in code.calls:
        if function == "print" and len(call.args) == 1 and code.of(call.args[0]) == f"{name}.head()":
            yield (*code.span(call.args[0]), name)


FINDERS: Mapping[Finder, float] = {
    wrong_source: 3,
    wrong_filter: 3,
    wrong_column: 2,
    other_columns: 2,
    wrong_order: 2,
    wrong_statistic: 2,
    wrong_number: 2,
    wrong_reckoning: 1,
    wrong_type: 2,
    wrong_size: 1,
    axes_swapped: 1,
}
"""Every sort of slip with its weight: in real answers, a step redone on the raw table is typical."""
