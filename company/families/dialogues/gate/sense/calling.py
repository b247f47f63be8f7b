"""Calls in code that is read and not run: what they do with columns, and what they give."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from company.families.dialogues.gate.sense.expressions import chosen_of
from company.families.dialogues.gate.sense.grouping import Grouping, origins
from company.families.dialogues.gate.sense.values import Estimator, Frame, Groups, Names, Value, Values
from company.families.dialogues.gate.sense.vocabulary import (
    CLUSTERERS,
    COMPARED,
    DRAWN,
    HARMLESS,
    MODULES,
    SAME_ROWS,
    SCALED,
    SCALERS,
    STATISTICS,
    WINDOWS,
)


class Calls(Grouping):
    """What functions and methods do with columns, and give."""

    def call(self, node: ast.Call) -> Value:
        """Return what is known of what a call gives."""
        if isinstance(node.func, ast.Attribute):
            owner = node.func.value
            root = owner
            while isinstance(root, ast.Attribute):
                root = root.value
            if isinstance(root, ast.Name) and root.id in MODULES and root.id not in self.known:
                return self._function(node.func.attr, node)
            return self._method(self.of(owner), node.func.attr, node)
        if isinstance(node.func, ast.Name):
            return self._function(node.func.id, node)
        self.arguments(node)
        return None

    def _function(self, name: str, node: ast.Call) -> Value:
        """Return what a function of a module, or by its bare name, gives."""
        if name == "read_csv":
            return self._loaded(node)
        if name in SCALERS or name in CLUSTERERS:
            return Estimator("scale" if name in SCALERS else "cluster", scores=name == "StandardScaler")
        if name in DRAWN:
            return self._drawn(node)
        given = self.arguments(node)
        if name == "DataFrame":
            return self._framed(given[0] if given else None, node)
        if name in SCALED or name in COMPARED or name in STATISTICS:
            return self._measured(name, given)
        if name not in HARMLESS and isinstance(node.func, ast.Name):
            self._handed(given)
        return None

    def _measured(self, name: str, given: Sequence[Value]) -> Value:
        """Return what a function that reckons with columns gives."""
        first = given[0] if given else None
        if name in STATISTICS:
            return self.statistic(name, first, given[1:])
        for each in given[: 1 if name in SCALED else None]:
            self.note("scale" if name in SCALED else COMPARED[name], each)
        return self.scored(first, "z") if name == "zscore" and isinstance(first, Values) else None

    def _handed(self, given: Sequence[Value]) -> None:
        """Take frames that were handed to an unknown function as unknown: it may have changed them."""
        for frame in [each for each in given if isinstance(each, Frame)]:
            for label in [label for label, value in self.known.items() if value is frame]:
                self.known[label] = None

    def _loaded(self, node: ast.Call) -> Value:
        path = self.of(node.args[0]) if node.args else None
        if not isinstance(path, Names) or len(node.args) > 1 or node.keywords:
            return None
        columns = self.tables.get(path.names[0].rpartition("/")[2])
        return None if columns is None else Frame({name: Values(name) for name in columns})

    def _framed(self, first: Value, node: ast.Call) -> Value:
        names = next((self.of(each.value) for each in node.keywords if each.arg == "columns"), None)
        if not isinstance(first, Frame):
            return None
        if not isinstance(names, Names):
            return Frame(first.columns) if not node.keywords else None
        if len(names.names) != len(first.columns):
            return None
        return Frame(dict(zip(names.names, first.columns.values(), strict=True)))

    def _drawn(self, node: ast.Call) -> Value:
        """Note the mean that a chart of seaborn shows along its measured axis."""
        given = {each.arg: self.of(each.value) for each in node.keywords if each.arg}
        data, estimator = given.get("data"), given.get("estimator")
        if "estimator" in given and estimator != Names(("mean",), single=True):
            return None
        axes = [chosen_of(data, each) if isinstance(data, Frame) else each for each in (given.get("x"), given.get("y"))]
        if isinstance(axes[1], Values) and axes[1].column in self.numeric and given.get("x") is not None:
            self.note("mean", axes[1])
        return None

    def _method(self, of: Value, name: str, node: ast.Call) -> Value:
        if isinstance(of, Groups):
            return self.of_groups(of, name, node)
        if isinstance(of, Estimator):
            return self._fitted(of, name, node)
        if not isinstance(of, Frame | Values):
            self.arguments(node)
            return None
        if name in ("agg", "aggregate", "transform"):
            return self.aggregated(of, node, None)
        if name == "groupby":
            return self.grouped(of, node)
        given = self.arguments(node)
        if name in STATISTICS:
            return self.statistic(name, of, given)
        if name in WINDOWS:
            return of if isinstance(of, Values) else Frame(of.columns)
        if isinstance(of, Values):
            if name == "rank":
                return self.scored(of, "rank")
            return of if name in SAME_ROWS else None
        return self._framed_by(of, name, node, given)

    def _framed_by(self, frame: Frame, name: str, node: ast.Call, given: Sequence[Value]) -> Value:
        """Return the frame that a method of a frame gives."""
        keywords = {each.arg: each.value for each in node.keywords if each.arg}
        if name in SAME_ROWS:
            return Frame(frame.columns)
        if name == "assign":
            for label, value in keywords.items():
                frame = frame.but(label, self.of(value) if not isinstance(value, ast.Lambda) else None)
            return frame
        if name == "drop":
            gone = self.of(keywords["columns"]) if "columns" in keywords else given[0] if given else None
            rest = gone.names if isinstance(gone, Names) else ()
            kept = {label: each for label, each in frame.columns.items() if label not in rest}
            return Frame(kept) if isinstance(gone, Names) else None
        if name == "rename" and isinstance(keywords.get("columns"), ast.Dict):
            return _renamed(frame, keywords["columns"])
        if name == "select_dtypes" and "include" in keywords and "number" in ast.unparse(keywords["include"]):
            return Frame({label: each for label, each in frame.columns.items() if each.column in self.numeric})
        if name == "pivot_table":
            self._pivoted(frame, keywords)
        return None

    def _pivoted(self, frame: Frame, keywords: Mapping[str, ast.expr]) -> None:
        how = self.of(keywords["aggfunc"]) if "aggfunc" in keywords else Names(("mean",), single=True)
        picked = self.of(keywords["values"]) if "values" in keywords else None
        if isinstance(how, Names) and isinstance(picked, Names):
            by = [self.of(keywords[each]) for each in ("index", "columns") if each in keywords]
            names = [name for each in by if isinstance(each, Names) for name in each.names]
            groups = Groups(frame, origins(frame, names) if None not in by else None, picked.names)
            for each in how.names:
                self.of_columns(groups, each)

    def _fitted(self, of: Estimator, name: str, node: ast.Call) -> Value:
        given = self.arguments(node)
        first = given[0] if given else None
        if name not in ("fit", "fit_transform", "fit_predict"):
            return None
        self.note(of.does, first)
        if name == "fit_transform" and of.scores and isinstance(first, Frame):
            return Frame({label: self.scored(each, "z") for label, each in first.columns.items()})
        return of if name == "fit" else None


def _renamed(frame: Frame, names: ast.expr) -> Value:
    assert isinstance(names, ast.Dict)
    try:
        new = ast.literal_eval(names)
    except ValueError:
        return None
    return Frame({new.get(label, label): each for label, each in frame.columns.items()})
