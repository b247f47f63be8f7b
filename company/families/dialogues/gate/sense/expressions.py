"""Expressions that are read and not run: which columns of the table they hold."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from company.families.dialogues.gate.sense.values import Frame, Groups, Names, Rows, Statistic, Value, Values

MOST_ROUNDS = 20
"""Names of a loop that are followed one by one."""


@dataclass(frozen=True)
class Use:
    """Something that is done with the values of a column."""

    does: str
    """A statistic, "scale" or "cluster"."""
    values: Values
    by: tuple[str, ...] | None = None
    """The columns of the table by whose groups; None outside of groups."""


@dataclass
class Expressions:
    """What names hold, and what is done with columns; calls are for those who build on it."""

    tables: Mapping[str, Sequence[str]]
    """File name → the columns of the table in it."""
    numeric: frozenset[str]
    known: dict[str, Value] = field(default_factory=dict)
    uses: list[Use] = field(default_factory=list)
    judging: bool = False

    def of(self, node: ast.expr) -> Value:
        """Return what is known of the value of an expression, and note what it does."""
        ask = self._asked.get(type(node))
        if ask is not None:
            return ask(self, node)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.of(child)
        return None

    def call(self, node: ast.Call) -> Value:
        """Return what is known of what a call gives."""
        raise NotImplementedError

    def _plain(self, node: ast.expr) -> Value:
        match node:
            case ast.Name():
                return self.known.get(node.id)
            case ast.Constant(value=str() as text):
                return Names((text,), single=True)
            case ast.List() | ast.Tuple():
                return self._listed(node.elts)
            case ast.Attribute():
                return self._attribute(self.of(node.value), node.attr)
            case ast.Subscript():
                return self._index(self.of(node.value), node.slice)
        return None

    def _made(self, node: ast.expr) -> Value:
        match node:
            case ast.BinOp():
                return self._reckoned(node)
            case ast.Call():
                return self.call(node)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                self._comprehended(node.generators, [node.elt])
            case ast.DictComp():
                self._comprehended(node.generators, [node.key, node.value])
        return None

    _asked: ClassVar[Mapping[type[ast.expr], Callable[[Any, Any], Value]]] = {
        **dict.fromkeys((ast.Name, ast.Constant, ast.List, ast.Tuple, ast.Attribute, ast.Subscript), _plain),
        **dict.fromkeys(
            (ast.BinOp, ast.Call, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp, ast.Lambda), _made
        ),
    }

    def _listed(self, items: Sequence[ast.expr]) -> Value:
        known = [self.of(each) for each in items]
        if known and all(isinstance(each, Names) and each.single for each in known):
            return Names(tuple(each.names[0] for each in known if isinstance(each, Names)))
        return None

    def _comprehended(self, loops: Sequence[ast.comprehension], parts: Sequence[ast.expr]) -> None:
        over = self.of(loops[0].iter)
        target = loops[0].target
        before = dict(self.known)
        listed = over.names if isinstance(over, Names) and len(loops) == 1 else ()
        if isinstance(target, ast.Name) and 0 < len(listed) <= MOST_ROUNDS:
            for name in listed:
                self.known[target.id] = Names((name,), single=True)
                for part in parts:
                    self.of(part)
        self.known = before

    def _attribute(self, of: Value, name: str) -> Value:
        match of:
            case Frame() if name in of.columns:
                return of.columns[name]
            case Frame() | Values() if name in ("loc", "iloc"):
                return Rows(of)
            case Values() if name in ("values", "array"):
                return of
            case Groups() if name in of.frame.columns:
                return picked(of, (name,), single=True)
        return None

    def _index(self, of: Value, index: ast.expr) -> Value:
        if isinstance(of, Rows) and isinstance(of.of, Frame) and isinstance(index, ast.Tuple) and len(index.elts) == 2:
            self.of(index.elts[0])
            whole = isinstance(index.elts[1], ast.Slice)
            return of.of if whole else chosen_of(of.of, self.of(index.elts[1]))
        key = None if isinstance(index, ast.Slice) else self.of(index)
        match of:
            case Frame() if isinstance(key, Names):
                return chosen_of(of, key)
            case Groups() if isinstance(key, Names):
                return picked(of, key.names, key.single)
            case Frame() if not isinstance(index, ast.Constant):
                return Frame(of.columns)
            case Values() if not isinstance(index, ast.Constant):
                return of
            case Rows() if not isinstance(index, ast.Constant) and not isinstance(key, Names):
                return of.of
        return None

    def _reckoned(self, node: ast.BinOp) -> Value:
        """Return z-scores where values are centred by their own mean and divided by their own deviation."""
        match node:
            case ast.BinOp(left=ast.BinOp(left=first, op=ast.Sub(), right=mean), op=ast.Div(), right=deviation):
                values, middle, spread = self.of(first), self.of(mean), self.of(deviation)
                if (
                    isinstance(values, Values)
                    and isinstance(middle, Statistic)
                    and isinstance(spread, Statistic)
                    and (middle.name, spread.name) == ("mean", "std")
                    and middle.of == spread.of == values
                ):
                    return self.scored(values, "z")
                return None
        self.of(node.left)
        self.of(node.right)
        return None

    def arguments(self, node: ast.Call) -> list[Value]:
        """Return what is known of the arguments without a name."""
        found = [self.of(each.value if isinstance(each, ast.Starred) else each) for each in node.args]
        for keyword in node.keywords:
            self.of(keyword.value)
        return found

    def scored(self, values: Values, score: str) -> Values:
        """Return values as scores, "z" or "rank", of one another."""
        self.note(f"{score} of", values)
        return Values(values.column, "z" if score == "z" else "rank")

    def note(self, does: str, values: Value, by: tuple[str, ...] | None = None) -> None:
        """Keep what is done with values, or with each column of a frame that holds numbers."""
        if not self.judging:
            return
        if isinstance(values, Values):
            self.uses.append(Use(does, values, by))
        elif isinstance(values, Frame):
            self.uses += [Use(does, each, by) for each in values.columns.values() if each.column in self.numeric]


def chosen_of(frame: Frame, key: Value) -> Value:
    """Return the column of a name, or the frame of listed ones; None where the key is not known."""
    if not isinstance(key, Names):
        return None
    return frame.columns.get(key.names[0]) if key.single else frame.only(key.names)


def picked(groups: Groups, names: tuple[str, ...], single: bool) -> Groups:
    """Return groups with these columns picked."""
    return Groups(groups.frame, groups.by, names, single)
