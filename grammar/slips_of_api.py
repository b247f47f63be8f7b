"""Mistakes about the language and its libraries, as a language model makes them.

Methods that are gone or belong to another type, arguments that do not exist, names that were never given, and results
of another type. Each function yields edits of right code, any one of which is a mistake.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator

from grammar.editing import Code, Edits, called, in_chain, root_of, under_accessor

# AttributeError

_GONE = {"sort_values": "sort", "iloc": "ix", "loc": "ix", "to_numpy": "as_matrix", "quantile": "percentile"}
"""What pandas had once, or has under another name elsewhere."""
_TEXT = frozenset({"lower", "upper", "strip", "contains", "split", "len", "extract", "startswith", "title"})
_DATE = frozenset({"year", "month", "day", "day_name", "month_name", "dayofweek", "strftime", "quarter", "weekday"})
_FITTED = frozenset(
    {
        "inertia_",
        "labels_",
        "coef_",
        "intercept_",
        "explained_variance_ratio_",
        "feature_importances_",
        "cluster_centers_",
    }
)
_AXES = frozenset({"xlabel", "ylabel", "title", "xticks", "yticks", "xlim", "ylim"})
_ARRAYS = ("unique", "to_numpy", "predict", "fit_predict", "fit_transform", "values", "labels_", "cumsum")
_NO_HEAD = frozenset({"list", "dict", "array"})


def wrong_attributes(code: Code, chance: random.Random) -> Iterator[Edits]:
    """An API that is gone, a method without its accessor, a method of another type."""
    for node in code.nodes:
        if isinstance(node, ast.Attribute):
            yield from _attribute(code, node)
    for call, name in code.calls:
        yield from _call(code, call, name)
        printed = code.of(call.args[0]) if name == "print" and len(call.args) == 1 else None
        if code.result and printed == code.result[0] and code.result[1] in _NO_HEAD:
            yield code.replaced(call.args[0], f"{printed}.head()")


def _attribute(code: Code, node: ast.Attribute) -> Iterator[Edits]:
    name, value = node.attr, node.value
    if name in _GONE and root_of(node) not in ("np", "plt", "sns", "stats"):
        yield (code.attribute(node, _GONE[name]),)
    for accessor, methods in (("str", _TEXT), ("dt", _DATE)):
        if name in methods and (series := under_accessor(node, accessor)) is not None:
            yield code.replaced(value, code.of(series))
    if name in _FITTED:
        yield (code.attribute(node, name[:-1]),)
    if root_of(node) == "plt" and name in ("xlabel", "ylabel", "title"):
        yield (code.attribute(node, f"set_{name}"),)
    bare = name.removeprefix("set_")
    if root_of(node) in ("ax", "axes") and name != bare and bare in ("xlabel", "ylabel"):
        yield (code.attribute(node, bare),)


def _call(code: Code, call: ast.Call, name: str) -> Iterator[Edits]:
    function = call.func
    if not isinstance(function, ast.Attribute):
        return
    inner = called(function.value) or (function.value.attr if isinstance(function.value, ast.Attribute) else "")
    if name == "tolist" and inner in _ARRAYS and inner != "cumsum":
        yield (code.attribute(function, "to_list"),)
    if name == "items" and root_of(function):
        yield (code.attribute(function, "iteritems"),)
    if name == "map" and isinstance(function.value, ast.Subscript):
        yield (code.attribute(function, "applymap"),)
    if name == "concat" and len(call.args) == 1 and not any(one.arg == "axis" for one in call.keywords):
        frames = call.args[0]
        if isinstance(frames, ast.List) and len(frames.elts) == 2:
            first, second = (code.of(frame) for frame in frames.elts)
            more = "".join(f", {code.of(one)}" for one in call.keywords)
            yield code.replaced(call, f"{first}.append({second}{more})")


# TypeError

_ARGUMENTS = {
    "drop": {"columns": "column"},
    "pivot_table": {"values": "value", "aggfunc": "agg_func"},
    "pivot": {"values": "value"},
    "dropna": {"subset": "columns"},
    "drop_duplicates": {"subset": "columns"},
    "sample": {"random_state": "seed"},
    "cut": {"labels": "label", "bins": "bin"},
    "qcut": {"labels": "label"},
    "melt": {"id_vars": "id_columns", "value_vars": "value_columns"},
    "crosstab": {"normalize": "normalise"},
    "value_counts": {"normalize": "normalise"},
    "merge": {"on": "on_column"},
    "KMeans": {"n_clusters": "n_cluster", "random_state": "random_seed"},
    "PCA": {"n_components": "n_component"},
    "RandomForestClassifier": {"n_estimators": "n_trees", "random_state": "random_seed"},
    "DecisionTreeClassifier": {"random_state": "random_seed", "max_depth": "depth"},
    "LogisticRegression": {"max_iter": "max_iterations"},
    "train_test_split": {"test_size": "test_fraction", "random_state": "random_seed"},
    "silhouette_score": {},
}
"""Call → argument → what a model takes it for."""
_STATISTICS = frozenset({"mean", "median", "sum", "std"})
_UNKNOWN = "dropna=True"


def wrong_arguments(code: Code, chance: random.Random) -> Iterator[Edits]:
    """Arguments that the call does not have, and averages of texts."""
    for call, name in code.calls:
        method = isinstance(call.func, ast.Attribute)
        for keyword in call.keywords:
            if wrong := _ARGUMENTS.get(name, {}).get(keyword.arg or ""):
                yield code.keyword(keyword, wrong)
            if keyword.arg == "ascending" and code.of(keyword.value) == "False" and name.startswith("sort"):
                yield ((*code.span(keyword), "descending=True"),)
        ranked = method and name in ("nlargest", "nsmallest") and len(call.args) == 1
        if ranked and code.assigned and any(node is call for node in ast.walk(code.assigned)):
            end = code.span(call.args[-1])[1]
            yield ((end, end, ", ascending=False"),)
        if method and name in _STATISTICS and not call.args and not call.keywords:
            yield from _statistic(code, call, name)


def _statistic(code: Code, call: ast.Call, name: str) -> Iterator[Edits]:
    """The statistic of the whole group instead of one column's; else an argument that it does not have."""
    assert isinstance(call.func, ast.Attribute)
    column = call.func.value
    groups = column.value if isinstance(column, ast.Subscript) else None
    if isinstance(column, ast.Subscript) and isinstance(groups, ast.Call) and called(groups) == "groupby":
        if len(code.frames.get(root_of(groups), ())) > 4 and name in ("mean", "median", "std"):
            yield code.replaced(call, f"{code.of(groups)}.{name}()[{code.of(column.slice)}]")
    elif isinstance(column, ast.Subscript) and root_of(column) in code.known:
        end = code.span(call)[1] - 1
        yield ((end, end, _UNKNOWN),)


# NameError

_OTHER_NAMES = {"df": ("data", "dataframe"), "data": ("df",), "stats": ("scipy_stats",), "mask": ("masks", "condition")}


def wrong_names(code: Code, chance: random.Random) -> Iterator[Edits]:
    """A variable by another name than it was given, a helper that was never written, an import that is missing."""
    assigned = [node.targets[0] for node in code.nodes if isinstance(node, ast.Assign)]
    made = {target.id for target in assigned if isinstance(target, ast.Name)}
    for name in sorted((made | set(code.known)) & code.names):
        wrong = [one for one in _misspelt(name) if one not in code.names and one.isidentifier()]
        reads = code.reads(name)
        if wrong and reads and name != (code.result or ("",))[0]:
            new = chance.choice(wrong)
            yield tuple((*code.span(node), new) for node in reads)
    if code.assigned and not _small(code.assigned.value):
        yield from _invented(code, code.assigned)
    for node in code.tree.body:
        if isinstance(node, ast.ImportFrom) and any(code.reads(name.name) for name in node.names):
            start, end = code.span(node)
            yield ((start, min(end + 1, len(code.text)), ""),)


def _small(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant | ast.Name | ast.List | ast.Dict)


def _misspelt(name: str) -> list[str]:
    """A name as a model remembers it some lines later."""
    wrong = list(_OTHER_NAMES.get(name, ()))
    parts = name.split("_")
    if len(parts) > 2:
        wrong += ["_".join(parts[:-1]), "_".join([*parts[:-2], parts[-1]])]
    elif len(parts) == 2 and min(map(len, parts)) > 2:
        wrong.append("_".join(reversed(parts)))
    if len(name) > 6:
        wrong.append(name[:-1] if name.endswith("s") and not name.endswith("ss") else f"{name}s")
    return wrong


def _invented(code: Code, node: ast.Assign) -> Iterator[Edits]:
    """A function with a fitting name that nobody has written."""
    root = root_of(node.value)
    reads = [each.id for each in ast.walk(node.value) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)]
    source = root if root in code.frames else next((name for name in reads if name in code.frames), "")
    name = re.sub(r"_\d+$", "", code.of(node.targets[0]))
    if source and name != source and len(name) > 3:
        yield code.replaced(node.value, f"compute_{name}({source})")
        yield code.replaced(node.value, f"get_{name}({source})")


# another type than was asked for

_CONVERTING = {
    "list": ("tolist", "to_list"),
    "dict": ("to_dict",),
    "array": ("to_numpy",),
    "dataframe": ("reset_index", "to_frame"),
}
"""Type of result → the conversion it ends with."""
_CALLED = frozenset({"list", "dict", "float", "int", "tuple"})


def wrong_types(code: Code, chance: random.Random) -> Iterator[Edits]:
    """The last conversion forgotten, or one too many."""
    node = code.assigned
    if node is None or code.result is None:
        return
    yield from _forgotten(code, node.value, code.result[1])
    yield from _one_too_many(code, node.value, code.result[1])


def _forgotten(code: Code, value: ast.expr, wanted: str) -> Iterator[Edits]:
    """The result as it was before it was made a list, a dict, an array or a frame."""
    last = called(value)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        before = value.func.value
        if last in _CONVERTING.get(wanted, ()) and (last != "reset_index" or is_column_of_groups(before)):
            yield code.replaced(value, code.of(before))
    inner = value.args[0] if isinstance(value, ast.Call) and len(value.args) == 1 else None
    if last == wanted and last in _CALLED and isinstance(inner, ast.Call | ast.Attribute | ast.Subscript):
        yield code.replaced(value, code.of(inner))
    columns = value.slice if isinstance(value, ast.Subscript) else None
    if wanted == "dataframe" and isinstance(columns, ast.List) and len(columns.elts) == 1:
        yield code.replaced(columns, code.of(columns.elts[0]))


def _one_too_many(code: Code, value: ast.expr, wanted: str) -> Iterator[Edits]:
    """A conversion that nobody asked for."""
    end = code.span(value)[1]
    if wanted == "tuple" and isinstance(value, ast.Tuple):
        yield code.replaced(value, f"[{', '.join(code.of(each) for each in value.elts)}]")
    if wanted == "series" and isinstance(value, ast.Call):
        yield ((end, end, ".to_frame()"),)
    if wanted == "index" and isinstance(value, ast.Call | ast.Subscript | ast.Attribute):
        yield ((end, end, ".tolist()"),)
    if wanted == "value" and called(value) in ("idxmax", "idxmin"):
        yield ((code.span(value)[1] - len(called(value)) - 2, end, "head(1)"),)


def is_column_of_groups(node: ast.AST) -> bool:
    """Whether a chain ends as one column of groups, so that without `reset_index` it is a series."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "agg" and node.keywords:
            return False
        node = node.func.value
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and in_chain(node, "groupby")
