"""Which names Python reads and binds, and what is wrong with a single expression."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection

BUILTINS = frozenset(dir(builtins)) - {"eval", "exec", "open", "input", "print", "globals", "locals", "vars"}
"""Names that Python brings, but for those by which code reads or runs something else."""


def expression_fault(code: str, beside: Collection[str]) -> str | None:
    """Return what is wrong with an expression, which may read its own parameters and the tables beside the main one."""
    try:
        tree = ast.parse(code.strip(), mode="eval")
    except (SyntaxError, ValueError):
        return "is no Python expression."
    own = {each.arg for node in ast.walk(tree) for each in parameters(node)} | stored(tree)
    others = read(tree) - own - BUILTINS - {"pd", "np", *beside}
    may = ", ".join(["parameters", *sorted(beside), "pd"])
    return f"reads {', '.join(sorted(others))}; read {may} and np alone." if others else None


def parameters(node: ast.AST) -> list[ast.arg]:
    """Return the parameters of a function; of anything else none."""
    return node.args.args if isinstance(node, ast.Lambda | ast.FunctionDef) else []


def stored(tree: ast.AST, *, inner: bool = True) -> set[str]:
    """Return the names that code binds; without `inner`, those of functions and comprehensions are left out."""
    found: set[str] = set()
    nodes = [tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
            nodes += ast.iter_child_nodes(node) if inner else ()
        elif not inner and isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            continue
        else:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            nodes += ast.iter_child_nodes(node)
    return found


def read(tree: ast.AST) -> set[str]:
    """Return the names that code reads."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
