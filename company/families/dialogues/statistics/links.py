"""Which variables of earlier turns a turn builds on, read from the code alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence


def links(turns: Sequence[str]) -> list[list[int]]:
    """Return, for each turn, the distance to the turn that last made each earlier variable it uses.

    1 is the turn just before. The table itself, loaded before the first turn, is no link until a turn makes it anew;
    assigning a column in place does not. Code that is not Python has no links.
    """
    made: dict[str, int] = {}
    found: list[list[int]] = []
    for position, code in enumerate(turns):
        used, stored = _names(code)
        found.append([position - made[name] for name in sorted(used) if name in made])
        made |= dict.fromkeys(stored, position)
    return found


def _names(code: str) -> tuple[set[str], set[str]]:
    """Return names that a script takes from before it, and names that it binds."""
    try:
        body = ast.parse(code).body
    except SyntaxError:
        return set(), set()
    used: set[str] = set()
    stored: set[str] = set()
    for statement in body:
        own = set(_own_names(statement))
        loads = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and not _stores(node)}
        if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
            loads.add(statement.target.id)
        used |= loads - stored - own
        stored |= _bound(statement)
    return used, stored


def _own_names(statement: ast.stmt) -> Iterator[str]:
    """Yield names that a statement brings along itself: loop variables, parameters, what a function assigns."""
    for node in ast.walk(statement):
        if isinstance(node, ast.For | ast.comprehension):
            yield from _targets(node.target)
        elif isinstance(node, ast.With):
            yield from (name for item in node.items if item.optional_vars for name in _targets(item.optional_vars))
        elif isinstance(node, ast.FunctionDef | ast.Lambda):
            arguments = node.args
            yield from (each.arg for each in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs])
            if isinstance(node, ast.FunctionDef):
                yield from (name for inner in node.body for name in _targets(inner))


def _bound(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return set()
    inner = [node.target for node in ast.walk(statement) if isinstance(node, ast.comprehension)]
    return set(_targets(statement)) - {name for target in inner for name in _targets(target)}


def _targets(node: ast.AST) -> Iterator[str]:
    return (each.id for each in ast.walk(node) if isinstance(each, ast.Name) and _stores(each))


def _stores(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)
