"""Statistics of columns by groups, in code that is read and not run."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from company.families.dialogues.gate.sense.expressions import Expressions
from company.families.dialogues.gate.sense.values import Frame, Groups, Names, Statistic, Value, Values
from company.families.dialogues.gate.sense.vocabulary import STATISTICS, WINDOWS


class Grouping(Expressions):
    """Statistics by groups, and lists of them."""

    def grouped(self, of: Frame | Values, node: ast.Call) -> Value:
        """Return the groups that `groupby` makes."""
        given = [*node.args, *(each.value for each in node.keywords if each.arg == "by")]
        key = self.of(given[0]) if given else None
        frame = of if isinstance(of, Frame) else Frame({of.column: of})
        by: tuple[str, ...] | None = None
        if isinstance(key, Names):
            by = origins(frame, key.names)
        elif isinstance(key, Values) and not key.score:
            by = (key.column,)
        single = isinstance(of, Values)
        return Groups(frame, by, tuple(frame.columns) if single else None, single)

    def of_groups(self, groups: Groups, name: str, node: ast.Call) -> Value:
        """Return what a method of groups gives."""
        if name in ("agg", "aggregate", "transform", "apply"):
            return self.aggregated(groups, node, groups.by)
        self.arguments(node)
        if name in STATISTICS:
            return self.of_columns(groups, name)
        if name == "rank" and groups.single and (values := only_of(groups)) is not None:
            return self.scored(values, "rank")
        return groups if name in WINDOWS else None

    def of_columns(self, groups: Groups, name: str) -> Value:
        """Return a statistic of the picked columns of groups."""
        chosen = groups.chosen
        if chosen is None:
            chosen = tuple(
                label for label, each in groups.frame.columns.items() if each.column not in (groups.by or ())
            )
            if groups.by is None:
                return None
        for label in chosen:
            self.note(name, groups.frame.columns.get(label), groups.by)
        values = only_of(groups)
        return Statistic(name, values) if values is not None else None

    def aggregated(self, of: Frame | Values | Groups, node: ast.Call, by: tuple[str, ...] | None) -> Value:
        """Note what `agg` and its like do: statistics of all columns, or those that each column is given."""
        frame = of.frame if isinstance(of, Groups) else of
        for label, how in self._wishes(node):
            for name in how:
                if label is None:
                    if name in STATISTICS:
                        return self.of_columns(of, name) if isinstance(of, Groups) else self.statistic(name, of)
                elif isinstance(frame, Frame) and name in STATISTICS:
                    self.note(name, frame.columns.get(label), by)
        if isinstance(of, Groups) and len(node.args) == 1 and isinstance(node.args[0], ast.Lambda):
            return self._by_lambda(of, node.args[0])
        return None

    def _by_lambda(self, groups: Groups, function: ast.Lambda) -> Value:
        values = only_of(groups)
        if values is None or len(function.args.args) != 1:
            return None
        name, before = function.args.args[0].arg, dict(self.known)
        self.known[name] = values
        result = self.of(function.body)
        self.known = before
        return result

    def _wishes(self, node: ast.Call) -> Iterator[tuple[str | None, tuple[str, ...]]]:
        """Yield the column (None for all) and the names of statistics that a call of `agg` asks for."""
        for argument in (*node.args[:1], *(each.value for each in node.keywords if each.arg == "func")):
            if isinstance(argument, ast.Dict):
                for key, value in zip(argument.keys, argument.values, strict=True):
                    label = None if key is None else self.of(key)
                    if isinstance(label, Names):
                        yield label.names[0], _statistics(value)
            elif len(statistics := _statistics(argument)) > 1:
                yield from ((None, (each,)) for each in statistics)
            else:
                yield None, statistics
        for keyword in node.keywords:
            if isinstance(keyword.value, ast.Tuple) and len(keyword.value.elts) == 2:
                label = self.of(keyword.value.elts[0])
                if isinstance(label, Names):
                    yield label.names[0], _statistics(keyword.value.elts[1])

    def statistic(self, name: str, of: Value, others: Sequence[Value] = ()) -> Value:
        """Return a statistic of values, or of each column of a frame."""
        plain = name.removeprefix("nan")
        for each in (of, *(others if plain in ("corr", "corrcoef", "cov") else ())):
            self.note(plain, each)
        return Statistic(plain, of) if isinstance(of, Values) else None


def _statistics(node: ast.expr) -> tuple[str, ...]:
    match node:
        case ast.Constant(value=str() as name):
            return (name,)
        case ast.List() | ast.Tuple():
            return tuple(name for each in node.elts for name in _statistics(each))
        case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=name):
            return (name,)
    return ()


def only_of(groups: Groups) -> Values | None:
    """Return the values of the one column that was picked."""
    return groups.frame.columns.get(groups.chosen[0]) if groups.single and groups.chosen else None


def origins(frame: Frame, names: Sequence[str]) -> tuple[str, ...] | None:
    """Return the columns of the table behind columns of a frame; None where they are not all known as they are."""
    found = [frame.columns.get(name) for name in names]
    return None if None in found else tuple(each.column for each in found if each is not None and not each.score)
