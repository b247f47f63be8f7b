"""Programs that staff wrote, read as trees: nothing is found in what is no Python."""

from __future__ import annotations

import ast


def program(code: str) -> ast.Module | None:
    """Return the tree of a program; None where it does not parse."""
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def nodes(code: str) -> list[ast.AST]:
    """Return every node of a program, from the outside in."""
    tree = program(code)
    return [] if tree is None else list(ast.walk(tree))


def names(code: str) -> set[str]:
    """Return the names that a program reads or sets."""
    return {node.id for node in nodes(code) if isinstance(node, ast.Name)}
