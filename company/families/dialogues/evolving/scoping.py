"""What a question measures and by what it is told, read off its code: by this, standing rules of a handbook hold.

Columns that only decide which rows count are neither. What the reader does not know is unclear: nobody guesses.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from company.families.dialogues.handbook.records import Scope
from company.families.dialogues.prelude import VARIABLE

_SUMS, _MEANS, _OTHERS = "added up", "averaged", "put together otherwise"
_TOGETHER: Mapping[str, str] = {
    "sum": _SUMS,
    "mean": _MEANS,
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
class Told:
    """What a question measures, and by what."""

    by: frozenset[str]
    """Columns for whose values there are figures, on the way at least."""
    measured: Mapping[str, frozenset[str]]
    """By column, how its values are put together."""
    unclear: frozenset[str]
    """Columns of which the code does not tell."""
    averages_of_totals: frozenset[str] = frozenset()
    """Columns whose totals or the like are averaged in turn: whether they count as averaged, nobody can say."""
    looked_at: frozenset[str] = frozenset()
    """Columns by which a measure is made that does not hold their values: whether it measures them, nobody can say."""
    mentioned: frozenset[str] = frozenset()

    def fits(self, scope: Scope) -> bool:
        """Return whether a rule of a scope holds."""
        if scope.how == "told by":
            return scope.column in self.by
        hows = self.measured.get(scope.column, frozenset())
        return bool(hows) if scope.how == "measured" else scope.how in hows

    def leaves_open(self, scope: Scope) -> bool:
        """Return whether the code does not tell if a rule of a scope holds."""
        if self.fits(scope):
            return False
        is_loose = scope.how == _MEANS and scope.column in self.averages_of_totals
        is_made_by = scope.how != "told by" and scope.column in self.looked_at
        return is_loose or is_made_by or scope.column in self.unclear

    def nearly_fits(self, scope: Scope) -> bool:
        """Return whether a rule that does not hold is about a column that the question touches otherwise."""
        return not self.fits(scope) and scope.column in self.mentioned


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


def told_of(code: str, terms: Mapping[str, str]) -> Told:
    """Return what the code of a question measures and by what; `terms` are the expressions of the terms it reads."""
    return _told_of(code, tuple(sorted(terms.items())))


@cache
def _told_of(code: str, terms: Sequence[tuple[str, str]]) -> Told:
    reader = _Reader({name: ast.parse(each, mode="eval").body for name, each in terms})
    for node in ast.parse(code).body:
        reader.statement(node)
    mentioned = {text for each in (code, *(each for _, each in terms)) for text in _mentioned(ast.parse(each))}
    return Told(
        frozenset(reader.by),
        {column: frozenset(hows) for column, hows in reader.measured.items() if hows},
        frozenset(reader.unclear),
        frozenset(reader.averages_of_totals),
        frozenset(reader.looked_at),
        frozenset(mentioned),
    )


def _mentioned(node: ast.AST) -> set[str]:
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


def _columns_of(code: ast.Lambda, names: Sequence[str]) -> frozenset[str]:
    """Return the columns of its rows that a function looks at, but for those by which it takes rows together."""
    found = (
        _labels(each.slice)
        for each in ast.walk(code)
        if isinstance(each, ast.Subscript) and isinstance(each.value, ast.Name) and each.value.id in names
    )
    return frozenset().union(*(each for each in found if each is not None))


@dataclass
class _Reader:
    """Goes through code, one statement after the other."""

    terms: Mapping[str, ast.expr]
    known: dict[str, _Value] = field(default_factory=lambda: {VARIABLE: _ROWS})
    by: set[str] = field(default_factory=set)
    measured: dict[str, set[str]] = field(default_factory=dict)
    unclear: set[str] = field(default_factory=set)
    averages_of_totals: set[str] = field(default_factory=set)
    looked_at: set[str] = field(default_factory=set)

    def statement(self, node: ast.stmt) -> None:
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
        self.unclear |= _mentioned(node)
        return _NOTHING

    def together(self, nodes: Iterable[ast.expr | None]) -> _Value:
        found = _NOTHING
        for node in nodes:
            found |= self.value(node) if node is not None else _NOTHING
        return found

    def value(self, node: ast.expr) -> _Value:  # noqa: C901 - one kind of expression after the other
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
                hows.discard(_SUMS)
                hows.add(_MEANS)
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
        inner = _Reader(self.terms, {**self.known, **dict(zip(names, given, strict=False))})
        value = inner.value(code.body)
        if value.is_rows or not any(each.is_rows for each in given):
            return value
        # What a term works out on its way is no figure that the question asks for; it has a figure for each row.
        columns = value.columns | value.totals
        self.unclear |= inner.unclear
        self.looked_at |= _columns_of(code, names) - columns
        return _Value(columns=columns)

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
                return frozenset()
        self.unclear |= self.value(node).columns
        return frozenset()

    def _put_together(self, owner: _Value, how: str, whole: ast.Call | None = None) -> _Value:
        self.by |= owner.groups
        if owner.is_rows:
            return self.unknown(whole) if whole is not None else _NOTHING
        for column in owner.columns:
            self.measured.setdefault(column, set()).add(how)
        if how == _MEANS:
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
            case _:
                return _NOTHING
