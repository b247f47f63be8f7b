"""Code that is read and not run: which columns of the loaded table are averaged, summed, scaled or clustered.

Names are followed through assignments, filters, groups, loops over listed names and the like. Where a value may be
another one, it is unknown from there on.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from company.families.dialogues.gate.sense.calling import Calls
from company.families.dialogues.gate.sense.expressions import MOST_ROUNDS
from company.families.dialogues.gate.sense.values import Frame, Names, Value


class Reader(Calls):
    """Reads code, statement by statement, and keeps what it does with columns while `judging`."""

    def read(self, code: str, *, judged: bool) -> None:
        """Read on; what is not Python ends it."""
        self.judging = judged
        try:
            body = ast.parse(code).body
        except (SyntaxError, ValueError):
            return
        self._run(body)

    # statements

    def _run(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            self._step(statement)

    def _step(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.Expr():
                self._simple(node)
            case ast.For():
                self._loop(node)
            case ast.If():
                self.of(node.test)
                self._either(node.body, node.orelse)
            case ast.With():
                self._run(node.body)
            case ast.FunctionDef() | ast.ClassDef():
                self.known[node.name] = None
            case ast.Delete() | ast.Import() | ast.ImportFrom():
                pass
            case _:
                self._forget(node)

    def _simple(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr) -> None:
        match node:
            case ast.Assign():
                value = self.of(node.value)
                for target in node.targets:
                    self._assign(target, value)
            case ast.AnnAssign(value=ast.expr() as given):
                self._assign(node.target, self.of(given))
            case ast.AugAssign():
                self.of(node.value)
                self._assign(node.target, None)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name))) as call) if _in_place(call):
                self._replace(name, self.of(call))
            case ast.Expr():
                self.of(node.value)

    def _loop(self, node: ast.For) -> None:
        """Read a loop over listed names once for each; of others, what the loop sets is unknown."""
        over = self.of(node.iter)
        if isinstance(over, Names) and isinstance(node.target, ast.Name) and len(over.names) <= MOST_ROUNDS:
            for name in over.names:
                self.known[node.target.id] = Names((name,), single=True)
                self._run(node.body)
            return
        self._forget(node)
        self._run(node.body)
        self._forget(node)

    def _either(self, first: Sequence[ast.stmt], second: Sequence[ast.stmt]) -> None:
        before = dict(self.known)
        self._run(first)
        one, self.known = self.known, before
        self._run(second)
        self.known = {name: value for name, value in self.known.items() if one.get(name) is value}

    def _forget(self, node: ast.AST) -> None:
        """Take everything that a piece of code sets, or hands to something, as unknown."""
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and (isinstance(each.ctx, ast.Store) or not isinstance(node, ast.For)):
                self.known.pop(each.id, None)
            elif isinstance(each, ast.Subscript | ast.Attribute) and isinstance(each.ctx, ast.Store):
                for name in ast.walk(each):
                    if isinstance(name, ast.Name):
                        self.known.pop(name.id, None)

    def _assign(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name():
                self.known[target.id] = value
            case ast.Tuple() | ast.List():
                for each in target.elts:
                    self._assign(each, None)
            case ast.Subscript(value=ast.Name(id=name)):
                self._set(name, self.of(target.slice), value)
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id=name), attr="loc" | "iloc" | "at" | "iat")):
                last = target.slice.elts[-1] if isinstance(target.slice, ast.Tuple) else None
                self._set(name, None if last is None else self.of(last), None)
            case ast.Attribute(value=ast.Name(id=name)):
                self._replace(name, None)
            case _:
                self._forget(target)

    def _set(self, name: str, key: Value, value: Value) -> None:
        """Set columns of a frame; where it is not known which, nothing is known of the frame."""
        frame = self.known.get(name)
        if not isinstance(frame, Frame) or not isinstance(key, Names):
            self._replace(name, None)
            return
        columns = list(value.columns.values()) if isinstance(value, Frame) else []
        for position, each in enumerate(key.names):
            given: Value = columns[position] if len(columns) == len(key.names) else None
            frame = frame.but(each, value if key.single else given)
        self._replace(name, frame)

    def _replace(self, name: str, value: Value) -> None:
        """Set a name, and every other name of the same frame."""
        old = self.known.get(name)
        same = [each for each, known in self.known.items() if known is old and isinstance(old, Frame)]
        for each in (name, *same):
            self.known[each] = value


def _in_place(call: ast.Call) -> bool:
    return any(
        each.arg == "inplace" and isinstance(each.value, ast.Constant) and each.value.value for each in call.keywords
    )
