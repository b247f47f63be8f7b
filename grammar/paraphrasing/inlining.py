"""Steps in one line: what is used once, in the next statement, is written where it is used."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection


def inlined(tree: ast.Module, kept: Collection[str]) -> ast.Module:
    """The module with such values in their places; names in `kept` stay."""
    uses = Counter(each.id for each in ast.walk(tree) if isinstance(each, ast.Name))
    body: list[ast.stmt] = []
    for statement in tree.body:
        while body and (name := _single(body[-1])) and name not in kept and uses[name] == 2:
            put = _Put(name, body[-1].value)  # type: ignore[attr-defined]
            if not isinstance(statement, ast.Assign | ast.Expr) or not _holds(statement.value, name):
                break
            statement.value = put.visit(statement.value)
            body.pop()
        body.append(statement)
    return ast.Module(body, [])


def _single(statement: ast.stmt) -> str | None:
    """The name that a statement gives a value to, where the value is no function of its own."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if not isinstance(value, ast.Lambda):
            return name
    return None


def _holds(node: ast.expr, name: str) -> bool:
    """Whether a name is used in an expression, and not again and again."""
    inner = [each for each in ast.walk(node) if isinstance(each, ast.Lambda | ast.ListComp | ast.DictComp)]
    if any(isinstance(part, ast.Name) and part.id == name for each in inner for part in ast.walk(each)):
        return False
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


class _Put(ast.NodeTransformer):
    def __init__(self, name: str, value: ast.expr) -> None:
        self._name, self._value = name, value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """The value in the place of its name."""
        return self._value if node.id == self._name else node
