"""Which statements of a piece of code lead to a value, and what they do on the way."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from company.families.dialogues.programs import root

_SORTING = frozenset({"sort_values", "nlargest", "nsmallest", "value_counts", "argsort", "most_common", "sort"})


def names_read(code: str) -> tuple[str, ...]:
    """Return the names whose values code takes over from what ran before it, in order."""
    made: set[str] = set()
    read: dict[str, None] = {}
    for statement in ast.parse(code).body:
        names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
        names.sort(key=lambda node: (node.lineno, node.col_offset))
        stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        own = made | _inner(statement)
        changed = stored if isinstance(statement, ast.AugAssign) else set()
        read |= dict.fromkeys(
            node.id for node in names if (isinstance(node.ctx, ast.Load) or node.id in changed) and node.id not in own
        )
        made |= stored
    return tuple(read)


def _inner(statement: ast.stmt) -> set[str]:
    """Return the names that a statement gives a value to for itself: of loops, and of functions."""
    inner: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.comprehension | ast.For):
            inner |= {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}
        elif isinstance(node, ast.arguments):
            inner |= {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
        elif isinstance(node, ast.FunctionDef):
            inner |= {
                each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
            }
    return inner


def sorted_names(code: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return those of some names whose values the code has put in an order. Raises SyntaxError as Python does."""
    body = ast.parse(code).body
    return tuple(name for name in names if any(map(_sorts, _leading_to(body, {name}))))


def leading_to(code: str, names: Iterable[str]) -> str:
    """Return the part of code that some names' values come from, with all its imports and definitions."""
    tree = ast.parse(code)
    kept = _leading_to(tree.body, set(names))
    needed = [each for each in tree.body if each in kept or isinstance(each, _STANDING)]
    return "\n".join(map(ast.unparse, needed))


_STANDING = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)


def _leading_to(body: list[ast.stmt], names: set[str]) -> list[ast.stmt]:
    """Return the statements that names' values come from, the last one first."""
    alike = twins(body)
    wanted = {twin for name in names for twin in alike.get(name, {name})}
    found = []
    for statement in reversed(body):
        if wanted & _made(statement):
            found.append(statement)
            read = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
            wanted |= {twin for name in read for twin in alike.get(name, {name})}
    return found


def twins(body: Sequence[ast.stmt]) -> dict[str, set[str]]:
    """Return the names that stand for one thing, by each of them: what changes one changes the others."""
    alike: dict[str, set[str]] = {}
    for statement in body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name):
            names = {statement.value.id, *(each.id for each in statement.targets if isinstance(each, ast.Name))}
            both = names.union(*(alike.get(name, set()) for name in names))
            alike |= dict.fromkeys(both, both)
    return alike


def _made(statement: ast.stmt) -> set[str]:
    """Return the names that a statement gives a value to, or whose value it may change, in a loop as well."""
    made: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            made.add(node.id)
        elif isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            made |= {root(each) for each in targets}
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            made.add(root(node.value.func))
            if isinstance(node.value.func, ast.Name):  # a function may change what it is given
                made |= {each.id for each in node.value.args if isinstance(each, ast.Name)}
    return made


def _sorts(statement: ast.stmt) -> bool:
    return any(
        isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Attribute) and node.func.attr in _SORTING)
            or (isinstance(node.func, ast.Name) and node.func.id == "sorted")
        )
        for node in ast.walk(statement)
    )
