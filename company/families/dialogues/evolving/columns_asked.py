"""What becomes of columns in the code of a question: which its figures are by, and whose values are put together how.

What the reader does not know is unclear: nobody guesses.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from company.families.dialogues.prelude import VARIABLE

SUMS, MEANS, _OTHERS = "added up", "averaged", "put together otherwise"
_TOGETHER: Mapping[str, str] = {
    "sum": SUMS,
    "mean": MEANS,
    **dict.fromkeys(("median", "quantile", "max", "min", "std", "var", "prod", "sem", "skew"), _OTHERS),
}
"""How values are put together, by the method."""
_ROW_BY_ROW = frozenset(
    ("transform", "rank", "shift", "diff", "cumsum", "cummax", "cummin", "rolling", "expanding", "ffill",
     "bfill", "nth", "head", "tail", "filter")
)  # fmt: skip
"""What gives a figure to each row of a group, or picks rows of it: no figure is told by the group."""
_CONDITIONS = frozenset(
    ("isin", "between", "eq", "ne", "gt", "ge", "lt", "le", "notna", "isna", "notnull", "isnull", "duplicated", "any",
     "all", "str")
)  # fmt: skip
_AS_IT_IS = frozenset(
    ("where", "mask", "clip", "fillna", "abs", "astype", "round", "rename", "rename_axis", "dropna", "sort_values",
     "sort_index", "to_dict", "reset_index", "nlargest", "nsmallest", "replace", "reindex", "set_index", "droplevel",
     "copy", "query", "drop_duplicates", "to_frame", "add", "sub", "mul", "div", "unstack", "stack", "get", "item",
     "squeeze", "loc", "iloc", "dt", "values", "to_numpy", "tolist", "to_list", "infer_objects", "align",
     "combine_first", "drop", "idxmax", "idxmin", "interpolate", "pct_change", "items", "keys")
)  # fmt: skip
"""What leaves open what becomes of values."""
_PARTS = frozenset(("index", "columns", "shape", "size", "empty"))
_OF_PANDAS = frozenset(("DataFrame", "Series", "concat", "to_datetime", "to_numeric", "cut", "qcut"))
_PASSED = frozenset(("float", "int", "round", "abs", "sorted", "list", "tuple", "dict", "set", "str", "bool"))


@dataclass(frozen=True)
class _Value:
    """What an expression comes to, as far as columns go."""

    is_rows: bool = False
    """Rows of the table, or groups of them."""
    columns: frozenset[str] = frozenset()
    """Columns whose values are in it, row by row."""
    totals: frozenset[str] = frozenset()
    """Columns whose values are put together in it."""
    groups: frozenset[str] = frozenset()
    is_weight: bool = False

    def __or__(self, other: _Value) -> _Value:
        return _Value(
            False,
            self.columns | other.columns,
            self.totals | other.totals,
            self.groups | other.groups,
            self.is_weight or other.is_weight,
        )


_NOTHING, _ROWS, _WEIGHT = _Value(), _Value(is_rows=True), _Value(is_weight=True)


def mentioned(node: ast.AST) -> set[str]:
    """Return all texts in code: its columns are among them."""
    return {each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def _labels(node: ast.expr) -> frozenset[str] | None:
    """Return the columns that are named; None where it is something else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return frozenset((node.value,))
    if isinstance(node, ast.List | ast.Tuple) and node.elts:
        found = [_labels(each) for each in node.elts]
        if all(each is not None for each in found):
            return frozenset().union(*(each for each in found if each is not None))
        return _labels(node.elts[-1]) if isinstance(node, ast.Tuple) else None
    return None


def _looked_up(node: ast.expr) -> frozenset[str]:
    """Return the column of another table that is looked up, as "table.column"; none where it is none."""
    labels = _labels(node.slice) if isinstance(node, ast.Subscript) else None
    root: ast.expr = node
    while isinstance(root, ast.Subscript | ast.Attribute | ast.Call):
        root = root.func if isinstance(root, ast.Call) else root.value
    return frozenset(f"{root.id}.{each}" for each in labels or ()) if isinstance(root, ast.Name) else frozenset()


@dataclass
class Reader:
    """Goes through code, one statement after the other."""

    terms: Mapping[str, ast.expr]
    known: dict[str, _Value] = field(default_factory=lambda: {VARIABLE: _ROWS})
    by: set[str] = field(default_factory=set)
    measured: dict[str, set[str]] = field(default_factory=dict)
    unclear: set[str] = field(default_factory=set)
    averages_of_totals: set[str] = field(default_factory=set)
    is_merged: bool = False

    def statement(self, node: ast.stmt) -> None:
        """Go through a statement: names are bound to what their columns come to."""
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            value = self.value(node.value)
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    self.known[target.id] = value
                else:
                    self.unknown(node)
        else:
            self.unknown(node)

    def unknown(self, node: ast.AST) -> _Value:
        """Note that nobody knows what becomes of the columns that code names."""
        self.unclear |= mentioned(node)
        return _NOTHING

    def together(self, nodes: Iterable[ast.expr | None]) -> _Value:
        """Return what several expressions come to."""
        found = _NOTHING
        for node in nodes:
            found |= self.value(node) if node is not None else _NOTHING
        return found

    def value(self, node: ast.expr) -> _Value:  # noqa: C901 - one kind of expression after the other
        """Return what an expression comes to."""
        match node:
            case ast.Constant() | ast.Compare() | ast.BoolOp() | ast.Slice() | ast.JoinedStr():
                return _NOTHING
            case ast.Name():
                return self.known.get(node.id, _NOTHING)
            case ast.Subscript():
                return self._part(node)
            case ast.Attribute():
                return self._attribute(node)
            case ast.Call():
                return self._called(node)
            case ast.UnaryOp():
                inner = self.value(node.operand)
                return inner if isinstance(node.op, ast.USub | ast.UAdd) else _Value(groups=inner.groups)
            case ast.BinOp():
                return self._reckoned(node)
            case ast.IfExp():
                return self.together((node.body, node.orelse))
            case ast.Dict():
                return self.together(node.values)
            case ast.List() | ast.Tuple() | ast.Set():
                return self.together(node.elts)
            case ast.Starred() | ast.NamedExpr():
                return self.value(node.value)
            case _:
                return self.unknown(node)

    def _part(self, node: ast.Subscript) -> _Value:
        owner = self.value(node.value)
        if not owner.is_rows:
            return owner
        labels = _labels(node.slice)
        return owner if labels is None else replace(owner, is_rows=False, columns=labels)

    def _attribute(self, node: ast.Attribute) -> _Value:
        owner = self.value(node.value)
        if not owner.is_rows or node.attr in _AS_IT_IS:
            return owner
        return _NOTHING if node.attr in _PARTS else replace(owner, is_rows=False, columns=frozenset((node.attr,)))

    def _reckoned(self, node: ast.BinOp) -> _Value:
        if isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor):
            return _NOTHING
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.Div) and right.is_weight and not right.columns | right.totals:
            # What is added up by weights and divided by these is an average.
            for column in left.totals:
                hows = self.measured[column]
                hows.discard(SUMS)
                hows.add(MEANS)
        return left | right

    # calls

    def _called(self, node: ast.Call) -> _Value:
        given = [*node.args, *(each.value for each in node.keywords)]
        match node.func:
            case ast.Name(id=name) if name in self.terms:
                return self._term(self.terms[name], [self.value(each) for each in node.args])
            case ast.Name(id="len"):
                return _NOTHING
            case ast.Name(id="sum" | "max" | "min" as name):
                return self._put_together(self.together(given), _TOGETHER[name])
            case ast.Name(id=name) if name in _PASSED:
                return self.together(given)
            case ast.Attribute(value=ast.Name(id="pd" | "np"), attr=name):
                return self.together(given) if name in _OF_PANDAS else self.unknown(node)
            case ast.Attribute():
                return self._method(node, node.func.value, node.func.attr)
            case _:
                return self.unknown(node)

    def _term(self, code: ast.expr, given: Sequence[_Value]) -> _Value:
        """Return what a term comes to: a function is gone through with what it is given."""
        if not isinstance(code, ast.Lambda):
            return _NOTHING
        names = [each.arg for each in code.args.args]
        inner = Reader(self.terms, {**self.known, **dict(zip(names, given, strict=False))})
        value = inner.value(code.body)
        if value.is_rows or not any(each.is_rows for each in given):
            return value
        # What a term works out on its way is no figure that the question asks for; it has a figure for each row.
        self.unclear |= inner.unclear
        self.is_merged |= inner.is_merged
        return _Value(columns=value.columns | value.totals)

    def _method(self, node: ast.Call, of: ast.expr, name: str) -> _Value:  # noqa: C901 - as above
        owner = self.value(of)
        if name == "groupby":
            return replace(owner, groups=owner.groups | self._keys(node))
        if name in _CONDITIONS:
            return _Value(groups=owner.groups)
        if name in _TOGETHER:
            return self._put_together(owner, _TOGETHER[name], whole=node)
        if name == "size":
            self.by |= owner.groups
            return _NOTHING
        if name == "value_counts":
            self.by |= owner.columns | owner.groups
            return _NOTHING
        if name in ("agg", "aggregate"):
            return self._aggregated(node, owner)
        if name == "map":
            return self._mapped(node, owner)
        if name in ("cumcount", "ngroup"):
            return _NOTHING
        if name in _ROW_BY_ROW:
            return replace(owner, groups=frozenset())
        if name in ("merge", "join") and owner.is_rows:
            self.is_merged = True
            return owner
        if name in _AS_IT_IS and owner.is_rows:
            return owner
        if name in _AS_IT_IS:
            conditional = name in ("where", "mask")
            more = node.args[1:] if conditional else node.args
            return owner | self.together(more)
        self.unclear |= owner.columns | owner.groups
        return self.unknown(node)

    def _keys(self, node: ast.Call) -> frozenset[str]:
        found: set[str] = set()
        for each in [*node.args, *(each.value for each in node.keywords if each.arg == "by")]:
            found |= self._key(each)
        return frozenset(found)

    def _key(self, node: ast.expr) -> frozenset[str]:
        """Return the columns by which rows are grouped; what is looked up in another table is none of theirs."""
        if (labels := _labels(node)) is not None:
            return labels
        if isinstance(node, ast.List | ast.Tuple):
            return frozenset().union(*map(self._key, node.elts))
        if isinstance(node, ast.Subscript) and self.value(node.value).is_rows and (labels := _labels(node.slice)):
            return labels
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "fillna":
                return self._key(node.func.value)
            if node.func.attr == "map" and node.args and not isinstance(node.args[0], ast.Lambda):
                return _looked_up(node.args[0])
        self.unclear |= self.value(node).columns
        return frozenset()

    def _put_together(self, owner: _Value, how: str, whole: ast.Call | None = None) -> _Value:
        self.by |= owner.groups
        if owner.is_rows:
            return self.unknown(whole) if whole is not None else _NOTHING
        for column in owner.columns:
            self.measured.setdefault(column, set()).add(how)
        if how == MEANS:
            self.averages_of_totals |= owner.totals
        is_weight = owner.is_weight and not owner.columns
        return _Value(totals=owner.columns | owner.totals, is_weight=is_weight)

    def _aggregated(self, node: ast.Call, owner: _Value) -> _Value:
        """Return what one call puts together in several ways: of all columns, or of each by name."""
        self.by |= owner.groups
        found = _NOTHING
        for each in [*node.args, *(each.value for each in node.keywords)]:
            pairs = self._ways(each, owner.columns)
            if pairs is None:
                return self.unknown(node)
            for columns, how in pairs:
                found |= self._put_together(_Value(columns=columns), how)
        return found

    def _ways(self, node: ast.expr, columns: frozenset[str]) -> list[tuple[frozenset[str], str]] | None:
        match node:
            case ast.Constant(value="size" | "count"):
                return []
            case ast.Constant(value=str(name)) if name in _TOGETHER:
                return [(columns, _TOGETHER[name])]
            case ast.Tuple(elts=[ast.Constant(), ast.Constant(value="size" | "count")]):
                return []
            case ast.Tuple(elts=[ast.Constant(value=str(column)), ast.Constant(value=str(name))]) if name in _TOGETHER:
                return [(frozenset((column,)), _TOGETHER[name])]
            case ast.List():
                found = [self._ways(each, columns) for each in node.elts]
            case ast.Dict():
                keys = [_labels(each) if each is not None else None for each in node.keys]
                found = [
                    self._ways(each, key) if key is not None else None
                    for key, each in zip(keys, node.values, strict=True)
                ]
            case _:
                return None
        return None if None in found else [pair for pairs in found if pairs is not None for pair in pairs]

    def _mapped(self, node: ast.Call, owner: _Value) -> _Value:
        """Return values that stand for others: weights by a term, or what another table or result has for them."""
        match node.args:
            case [ast.Name(id=name)] if isinstance(self.terms.get(name), ast.Dict):
                return _WEIGHT
            case [ast.Lambda()]:
                return self.unknown(node) if owner.columns else owner
            case [other]:
                return _Value(columns=_looked_up(other))
            case _:
                return _NOTHING
