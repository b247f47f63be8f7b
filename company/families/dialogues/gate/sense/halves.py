"""What is chosen by either of two conditions: "or" joins them in one expression, or by names that they were given."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from company.families.dialogues.gate.sense.syntax import assigned, relevant, told


def wholes(tree: ast.Module) -> dict[ast.expr, str]:
    """Return for each side of an "or" the source of the whole, in which no name stands for a side."""
    given = [
        (name, node) for node in ast.walk(tree) if isinstance(node, ast.Assign) and (name := assigned(node)) is not None
    ]
    found: dict[ast.expr, str] = {}
    inner: set[int] = set()
    for node in relevant(tree):
        if not _is_or(node) or id(node) in inner:
            continue
        sides = list(_sides(node))
        inner |= {id(each) for each in ast.walk(node) if _is_or(each)}
        meant = {side.id: value for side in sides if isinstance(side, ast.Name) if (value := _before(side, given))}
        whole = told(_Written(meant).visit(copy.deepcopy(node)))
        for side in sides:
            found[meant.get(side.id, side) if isinstance(side, ast.Name) else side] = whole
    return found


def _is_or(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)


def _sides(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from (*_sides(node.left), *_sides(node.right))
    elif isinstance(node, ast.expr):
        yield node


def _before(name: ast.Name, given: list[tuple[str, ast.Assign]]) -> ast.expr | None:
    """Return the value that a name was given last before it is read."""
    earlier = [node for each, node in given if each == name.id and node.lineno < name.lineno]
    return max(earlier, key=lambda node: node.lineno).value if earlier else None


class _Written(ast.NodeTransformer):
    """Writes what names stand for in their places."""

    def __init__(self, meant: dict[str, ast.expr]) -> None:
        self.meant = meant

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Return what is to stand in a name's place."""
        return copy.deepcopy(self.meant.get(node.id, node))
